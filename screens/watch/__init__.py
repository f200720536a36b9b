"""Games between machines, shown to an audience."""
