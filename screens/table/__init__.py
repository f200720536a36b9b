"""The table on which a match is played."""
