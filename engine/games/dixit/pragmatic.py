"""Parlour's own player of Dixit, which simulates how listeners will react to each clue.

Simulated listeners hold unseen cards, play the nearest as a decoy, and vote. Half of them use one
space of word vectors each, the others mix all spaces (`engine.players.pragmatic`). The player
chooses a clue with which some are likely to find the card, but not all: a theme of the card, a
saying that fits it, or a plain word near its themes. As a listener, each seat has its own weights
for the spaces, drawn from the seed, as people differ.
"""

import numpy as np

from engine.errors import PlayerError
from engine.games.dixit.baseline import choose_random_clue
from engine.games.dixit.clue_plan import BELIEF, LEAST_WEIGHT, plan_clue
from engine.games.dixit.clue_similarity import open_clue_similarity
from engine.games.dixit.moves import Decoy, Move, Vote
from engine.games.dixit.view import Stage, View
from engine.games.seeded_player import create_seat_random
from engine.players.pragmatic.player import ListeningPlayer
from engine.players.pragmatic.softmax import soften
from engine.players.vectors.word_vectors import Floats
from images.deck import DeckError


class PragmaticPlayer(ListeningPlayer):
    """A player that simulates listeners; it loads the deck that the first view names."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Give a clue, play a decoy, or vote; the move is always legal, without a complaint.

        Raises:
            PlayerError: If the deck is missing or has changed.
        """
        try:
            deck = open_clue_similarity(self.listeners, view.deck, view.fingerprint)
        except DeckError as error:
            raise PlayerError(str(error)) from None
        if view.stage is Stage.TELL:
            plan = plan_clue(deck, view, self.seed, self.strength)
            if plan.tells:
                return plan.tells[0]
            rng = create_seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
            return choose_random_clue(self.listeners.corpus, view, rng)
        assert view.clue is not None
        near = deck.rate_cards(view.clue) @ weigh_spaces(self.seed, view, len(deck.spaces))
        marks = near[[deck.index[card] for card in view.choices]].round(9)
        if view.stage is Stage.DECOY:
            return Decoy(card=view.choices[int(marks.argmax())])
        chances = np.exp(soften(marks, BELIEF[self.strength - 1])).tolist()
        rng = create_seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
        return Vote(card=rng.choices(view.choices, chances)[0])


def weigh_spaces(seed: str, view: View, count: int) -> Floats:
    """Draw a seat's weight for each space, the same for the whole match; their sum is 1.

    Returns:
        Shape (spaces,).
    """
    rng = create_seat_random(seed, "ear", view.seat)
    drawn = np.array([rng.expovariate(1) + LEAST_WEIGHT for _ in range(count)])
    weights: Floats = drawn / drawn.sum()
    return weights
