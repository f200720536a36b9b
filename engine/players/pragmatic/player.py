"""The base of Parlour's own player in each game."""

from engine.games.seeded_player import SeededPlayer
from engine.players.pragmatic.listeners import load_listeners
from engine.players.word_players import USUAL_STRENGTH
from engine.seat import Seat


class ListeningPlayer(SeededPlayer):
    """Base of Parlour's own player in each game; it keeps no state between moves."""

    def __init__(
        self, seat: Seat, seed: str, spaces: str = "", strength: int = USUAL_STRENGTH
    ) -> None:
        """Load the listeners.

        Args:
            seat: The seat.
            seed: The seed of the match.
            spaces: The listeners, as in `load_listeners`.
            strength: How hard it plays, from 1 to 5.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(seat, seed)
        self.listeners = load_listeners(spaces)
        self.strength = strength
