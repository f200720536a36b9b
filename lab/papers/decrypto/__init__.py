"""Decrypto in the laboratory: games of people, scores, and comparison with the paper's figures."""
