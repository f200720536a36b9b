"""A player of random legal moves in Decrypto."""

from engine.games.decrypto.hint_choice import choose_random_hints
from engine.games.decrypto.moves import CODES, Guess, Hint, Move
from engine.games.decrypto.tie_break import choose_words
from engine.games.decrypto.view import View
from engine.games.seeded_player import SeededPlayer, create_seat_random
from words.game_words import read_hint_corpus


class RandomPlayer(SeededPlayer):
    """A player of random legal moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Give words of the corpus as hints, or guess a code that was not played yet.

        After a tie, name words of the deck.
        """
        rng = create_seat_random(self.seed, view.seats[self.seat], view.number)
        if view.tied:
            return choose_words(view, [()] * 4, rng)
        if view.hints is None:
            return Hint(words=choose_random_hints(read_hint_corpus(), view, rng))
        used = view.used_codes
        return Guess(code=rng.choice([code for code in CODES if code not in used]))
