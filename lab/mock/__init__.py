"""A mock model server, which answers as a baseline would, to try games without a model."""
