"""A mock model server, which answers like a baseline, to rehearse games without a model."""
