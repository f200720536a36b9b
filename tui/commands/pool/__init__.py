"""The commands about pools of experiences."""
