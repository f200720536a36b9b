"""Runs and games in the forms of other tools: Inspect AI, Hugging Face, PettingZoo."""
