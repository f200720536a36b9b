"""Forms of words: what gives a secret word away."""
