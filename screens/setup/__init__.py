"""Forms before a game: a new one, or a branch of a saved one."""
