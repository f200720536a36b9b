"""`Seat`, a place at the table."""

from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, counted from zero; `Game.seats[seat]` is its name."""
