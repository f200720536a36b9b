"""A player of random legal moves in Undercover."""

from engine.games.seeded_player import SeededPlayer, create_seat_random
from engine.games.undercover.baseline import choose_description
from engine.games.undercover.moves import Accuse, Move
from engine.games.undercover.view import Stage, View
from engine.shuffle import shuffle_items
from words.game_words import read_hint_corpus


class RandomPlayer(SeededPlayer):
    """A player of random legal moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Say any word of the corpus in a sentence, or vote for any other living seat."""
        rng = create_seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
        if view.stage is Stage.DESCRIBE:
            return choose_description(view, shuffle_items(read_hint_corpus(), rng), rng)
        others = [seat for seat in view.living if seat != self.seat]
        return Accuse(seat=view.seats[rng.choice(others)])
