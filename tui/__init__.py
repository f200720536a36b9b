"""The command line, the app, and the text interface without screens (`--plain`)."""
