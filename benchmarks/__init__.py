"""Benchmarks: every figure in the documentation, measured and printed by a command."""
