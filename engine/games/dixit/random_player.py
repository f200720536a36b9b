"""A player of random legal moves in Dixit."""

from engine.games.dixit.baseline import choose_random_clue
from engine.games.dixit.moves import Decoy, Move, Vote
from engine.games.dixit.view import Stage, View
from engine.games.seeded_player import SeededPlayer, create_seat_random
from words.game_words import read_hint_corpus


class RandomPlayer(SeededPlayer):
    """A player of random legal moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Choose a random card and, as a clue, a random word of the corpus."""
        rng = create_seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
        if view.stage is Stage.TELL:
            return choose_random_clue(read_hint_corpus(), view, rng)
        card = rng.choice(view.choices)
        return Decoy(card=card) if view.stage is Stage.DECOY else Vote(card=card)
