"""Players whose random choices depend only on seed, seat and view."""

from random import Random
from typing import Any

from engine.seat import Seat


class SeededPlayer:
    """Base of players whose random choices depend only on the match's seed, the seat and the view.

    By default it makes the move that the view draws. Most subclasses override `choose_move`; those
    that seed each decision themselves override `decide`.
    """

    only_computes = True
    """`decide` computes without waiting; the app runs it in a thread to keep screens responsive."""

    def __init__(self, seat: Seat, seed: str) -> None:
        self.seat = seat
        self.seed = seed

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Choose a move; equal views get equal moves."""
        return self.choose_move(view, create_seat_random(self.seed, self.seat, repr(view)))

    def choose_move(self, view: Any, rng: Random) -> Any:  # noqa: ANN401
        """Choose a legal move, with `rng` as the only source of randomness."""
        return view.draw_move(rng)


def create_seat_random(seed: str, *decision: object) -> Random:
    """Create the random generator of one decision; it is the same whenever it is created.

    Args:
        seed: The seed of the match.
        decision: What identifies the decision, such as the seat and the round.
    """
    return Random("/".join((seed, *map(str, decision))))
