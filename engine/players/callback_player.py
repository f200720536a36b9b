"""A player whose moves come from a callback, such as a person asked by a screen."""

from collections.abc import Awaitable, Callable

from engine.seat import Seat


class CallbackPlayer[View, Move]:
    """A player whose moves come from a callback: a person, asked by a screen."""

    def __init__(
        self, seat: Seat, ask: Callable[[Seat, View, str | None], Awaitable[Move]]
    ) -> None:
        self.seat = seat
        self.ask = ask

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Call the callback."""
        return await self.ask(self.seat, view, complaint)
