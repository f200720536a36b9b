"""DixitWorld: the Arena, DixitBench, human ratings, and the analyses of the paper (Mo et al.)."""
