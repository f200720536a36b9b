"""What the terminal is and can do."""
