"""Players: what a SPEC names."""
