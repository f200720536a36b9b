"""Decrypto in the laboratory: people's games, scores, and the paper's figures beside ours."""
