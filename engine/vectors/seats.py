"""What seats without a mind share in every game; each decision is a function of view and seed."""

from engine.game import Seat
from engine.vectors.nearness import nearness


class ChanceSeat:
    """A seat that plays by chance, drawn from the seed of its match."""

    def __init__(self, seat: Seat, seed: str) -> None:
        self.seat = seat
        self.seed = seed


class VectorSeat(ChanceSeat):
    """A seat that knows words by their vectors alone."""

    def __init__(self, space: str, seat: Seat, seed: str) -> None:
        """Take a seat.

        Args:
            space: The name of a space of word vectors.
            seat: The seat.
            seed: The seed of the match.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(seat, seed)
        self.space = space
        self.nearness = nearness(space)
