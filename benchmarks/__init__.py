"""Figures that Parlour claims, each printed by a command and measured in one run."""
