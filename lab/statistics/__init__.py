"""Statistics: pure functions, each with its formula and source."""
