"""Let word vectors and Parlour's own player read clues, as solvers of a bench."""

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from engine.games.dixit.card_vectors import CardVectors, open_card_vectors
from engine.players.vectors.word_vectors import Floats
from images.deck import Deck
from lab.papers.dixitworld.clue_readings import LURES, MACHINE, Reading
from words.space.names import EMBEDDED_SPACES

EARS = 6
"""The number of listeners of Parlour's own player, each with its own weights for the spaces."""
LEAST_WEIGHT = 0.05
"""Added to each random weight, as Parlour's own player does."""


def read_by_machines(
    clues: Sequence[tuple[str, str]], deck: Deck, where: str = "", seed: str = "42"
) -> Iterator[Reading]:
    """Yield the readings of each space of word vectors, and of listeners that mix them.

    A card is as near to a clue as the nearest of its tags and themes. Where cards are equally near,
    as for a clue that a space does not know, their order is drawn. An order ends with the target,
    or where all lures have been named: what comes after changes no answer to any item.

    Args:
        clues: The card and the clue of each.
        deck: The cards.
        where: The folder of the deck as `open_deck` takes it; empty for the built-in one.
        seed: Draws the weights of listeners and the order of equals.

    Raises:
        SpaceError: If a space is missing or damaged.
    """
    cards = sorted(deck.cards)
    spaces = {name: open_card_vectors(name, where, deck.fingerprint) for name in EMBEDDED_SPACES}
    ears = {f"listener {number}": _draw_weights(seed, number) for number in range(1, EARS + 1)}
    for target, clue in clues:
        heard = np.stack([_standardise(space, clue, cards) for space in spaces.values()])
        marks = {name: heard[place] for place, name in enumerate(spaces)}
        marks |= {name: weights @ heard for name, weights in ears.items()}
        for name, near in marks.items():
            rng = Random(f"{seed}/{name}/{target}/{clue}")
            order = sorted(zip(near.round(9), cards, strict=True), key=lambda one: -one[0])
            drawn = {card: rng.random() for card in cards}
            ranked = [card for _, card in sorted(order, key=lambda one: (-one[0], drawn[one[1]]))]
            end = max(ranked.index(target), LURES) + 1
            yield Reading(name, MACHINE, target, clue, tuple(ranked[:end]))


def _draw_weights(seed: str, number: int) -> Floats:
    rng = Random(f"{seed}/listener {number}")
    drawn = np.array([rng.expovariate(1) + LEAST_WEIGHT for _ in EMBEDDED_SPACES])
    weights: Floats = drawn / drawn.sum()
    return weights


def _standardise(space: CardVectors, clue: str, cards: Sequence[str]) -> Floats:
    near = space.measure_nearness(clue)[space.find_rows(cards)]
    spread = near.std()
    found: Floats = (near - near.mean()) / spread if spread > 0 else np.zeros(len(cards))
    return found
