"""A player of random legal moves in Adversarial Taboo."""

from engine.games.seeded_player import SeededPlayer, create_seat_random
from engine.games.taboo.baseline import GUESS_RATE, say_line
from engine.games.taboo.moves import Guess, Move
from engine.games.taboo.view import SEATS, Role, View
from engine.shuffle import shuffle_items
from words.game_words import read_hint_corpus


class RandomPlayer(SeededPlayer):
    """A player of random legal moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Say random words of the corpus in a sentence, or sometimes guess one of them."""
        rng, corpus = (
            create_seat_random(self.seed, SEATS[self.seat], view.number),
            read_hint_corpus(),
        )
        if view.role is Role.DEFENDER and rng.random() < GUESS_RATE:
            return Guess(word=rng.choice(corpus))
        return say_line(view, shuffle_items(corpus, rng), rng)
