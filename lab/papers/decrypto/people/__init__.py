"""Games of people in the Decrypto benchmark's format."""
