"""`ShowsRemarks`, what a widget has that shows what machines say in a discussion."""

from typing import Protocol, runtime_checkable

from engine.seat import Seat


@runtime_checkable
class ShowsRemarks(Protocol):
    """A widget that shows what machines say, also before it is mounted."""

    def add_remark(self, seat: Seat, text: str) -> None:
        """Show what the player of a seat has said."""
