"""Decrypto in the laboratory: human games, scores, and comparison with the paper's figures."""
