"""What CoMet learns from finished games."""
