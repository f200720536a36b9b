"""Dixit in the laboratory: DixitArena, DixitBench, and the analyses of DixitWorld (Mo et al.)."""
