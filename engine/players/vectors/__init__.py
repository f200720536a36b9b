"""Word vectors: the papers' baselines."""
