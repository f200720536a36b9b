"""The operator's tools at a table: taking over turns, changing seats and budgets."""
