"""What belongs to one paper."""
