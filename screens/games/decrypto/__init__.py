"""Decrypto at the table."""
