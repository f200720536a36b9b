"""The commands about models."""
