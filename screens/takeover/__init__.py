"""Taking the wheel: the operator's screen for a machine's turn."""
