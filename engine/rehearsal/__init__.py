"""The rehearsal server: a model server without a model, whose answers come from baselines."""
