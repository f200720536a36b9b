"""Decrypto for three players: an encoder, a decoder and an interceptor."""
