"""The sections on DixitWorld in a report."""
