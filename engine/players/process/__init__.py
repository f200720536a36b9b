"""Programs as child processes."""
