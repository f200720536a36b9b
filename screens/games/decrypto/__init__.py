"""Decrypto on screens."""
