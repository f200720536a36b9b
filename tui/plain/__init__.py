"""The text interface without screens (`--plain`)."""
