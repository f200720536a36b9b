"""Rehearsals: a model server without a model, which reads our prompts and answers by baselines."""
