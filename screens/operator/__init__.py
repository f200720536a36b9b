"""Screens for the operator, who may take over machines' turns, change players and raise budgets."""
