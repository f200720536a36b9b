"""The commands about prompts."""
