"""The error that ends a wait for a person who leaves the table."""


class LeftTable(Exception):
    """A person has left the table; the journal keeps the game."""
