"""The card and clue that a storyteller plans, after simulating how listeners react to each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.forms.folding import fold_words
from engine.games.dixit.baseline import list_unseen_rows
from engine.games.dixit.clue_candidates import SAYING, list_candidates
from engine.games.dixit.clue_similarity import ClueSimilarity
from engine.games.dixit.moves import Tell
from engine.games.dixit.view import View, find_clue_fault
from engine.games.seeded_player import create_seat_random
from engine.players.vectors.word_vectors import Floats

FEW_DEALS, MANY_DEALS = 32, 192
"""Number of simulated deals of the unseen cards: for every clue, then for the finalists."""
FINALISTS = 24
"""Number of the best clues that are simulated again with more deals."""
BELIEF = (1.0, 1.3, 1.6, 4.0, 8.0)
"""By strength: a voter's inverse temperature, in log-odds per standard deviation of similarity.
Votes are drawn, because a storyteller avoids the obvious card."""
USUAL_BELIEF = BELIEF[2]
"""Inverse temperature of simulated voters that mix all spaces."""
SURE_BELIEF = 4.0
"""Inverse temperature of simulated voters with one space."""
LITERAL_SHARE = 0.5
"""Weight of the simulated rounds whose listeners have one space."""
LEAST_WEIGHT = 0.05
"""Added to each random weight of a space, which is 1 on average, before weights are normalised."""
SAME_BEGINNING = 1.0
"""Penalty on plainness for a clue that begins with the same two words as an earlier one."""
NATURALNESS = (0.4, 0.25, 0.15, 0.08, 0.03)
"""By strength: the weight of plainness against the probability that some find the card."""
AS_GOOD = 0.03
"""A storyteller draws from the clues whose values are at most this far below the best."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The cards and clues that a storyteller considered."""

    tells: tuple[Tell, ...]
    """Cards and clues: the chosen one first, then the best of the others."""
    chances: Floats
    """For each: the probabilities that some find the card, that all do, that nobody does; the
    plainness of the clue, and the value; shape (tells, 5)."""
    extremes: tuple[tuple[str, float], ...] = ()
    """Of the clues for the chosen card: the one that all find most probably, with the probability;
    then the one that nobody finds most probably."""


def plan_clue(deck: ClueSimilarity, view: View, seed: str, strength: int) -> Plan:
    """Choose a card and a clue with which some listeners should find the card, but not all.

    Args:
        deck: The similarities of clues and cards.
        view: The storyteller's view.
        seed: The seed of the match.
        strength: From 1 to 5; the greater, the less plainness counts.
    """
    rng = create_seat_random(seed, view.seats[view.seat or 0], view.number, view.stage)
    said = {fold_words(done.clue) for done in view.rounds}
    begun = {words[:2] for words in said}
    listed = [
        (
            Tell(card=card, clue=clue),
            plain - SAME_BEGINNING * (fold_words(clue)[:2] in begun),
        )
        for card in view.hand
        for clue, plain in list_candidates(deck, card)
        if fold_words(clue) not in said and find_clue_fault(view, clue) is None
    ]
    if not listed:
        return Plan((), np.zeros((0, 5)))
    tells, plain = zip(*listed, strict=True)
    places = np.arange(len(tells))
    plainness = np.array(plain)
    chance = np.random.default_rng(rng.getrandbits(64))
    table, first = np.zeros((0, 5)), np.zeros((0, 3))
    for count, deals in ((FINALISTS, FEW_DEALS), (len(tells), MANY_DEALS)):
        imagined = [tells[place] for place in places]
        chances = simulate_rounds(deck, view, imagined, deals, chance)
        first = first if len(first) else chances
        value = chances[:, 0] + NATURALNESS[strength - 1] * plainness[places]
        table = np.column_stack([chances, plainness[places], value.round(6)])
        order = np.argsort(-table[:, 4], kind="stable")[:count]
        places, table = places[order], table[order]
    good = int((table[:, 4] >= table[0, 4] - AS_GOOD).sum())
    chosen = rng.randrange(good)
    kept = list(dict.fromkeys((chosen, *range(min(8, len(places))))))
    card = tells[places[chosen]].card
    same = [place for place, tell in enumerate(tells) if tell.card == card]
    same = [place for place in same if plainness[place] >= SAYING] or same
    clear = max(same, key=lambda place: float(first[place, 1]))
    dark = max(same, key=lambda place: float(first[place, 2]))
    return Plan(
        tuple(tells[places[place]] for place in kept),
        table[kept],
        (
            (tells[clear].clue, float(first[clear, 1])),
            (tells[dark].clue, float(first[dark, 2])),
        ),
    )


def simulate_rounds(
    deck: ClueSimilarity, view: View, tells: Sequence[Tell], deals: int, chance: np.random.Generator
) -> Floats:
    """Simulate rounds with each clue, for listeners with one space and for those with all.

    Returns:
        The probabilities that some find the card, that all do, that nobody does;
        shape (tells, 3).
    """
    unseen = list_unseen_rows(deck.spaces[0], view)
    heard = np.stack([deck.rate_cards(one.clue) for one in tells])
    target = heard[np.arange(len(tells)), [deck.index[one.card] for one in tells]]
    listeners, spaces = len(view.listeners), len(deck.spaces)
    hands = deal_hands(chance, deals, len(unseen), listeners, view.options.hand_size)
    single = np.eye(spaces)[np.arange(deals) % spaces][:, None].repeat(listeners, axis=1)
    mixed = chance.exponential(1, single.shape) + LEAST_WEIGHT
    mixed /= mixed.sum(axis=2, keepdims=True)
    literal = simulate_votes(target, heard[:, unseen], hands, single, SURE_BELIEF)
    usual = simulate_votes(target, heard[:, unseen], hands, mixed, USUAL_BELIEF)
    return LITERAL_SHARE * literal + (1 - LITERAL_SHARE) * usual


def deal_hands(
    chance: np.random.Generator, deals: int, cards: int, listeners: int, hand: int
) -> NDArray[np.intp]:
    """Deal hands of some cards at random, several times.

    Returns:
        Shape (deals, listeners, hand).
    """
    dealt = min(cards, listeners * hand)
    hands = np.stack([chance.permutation(cards)[:dealt] for _ in range(deals)])
    return np.resize(hands, (deals, listeners * hand)).reshape(deals, listeners, hand)


def simulate_votes(
    target: Floats, others: Floats, deals: NDArray[np.intp], space_weights: Floats, belief: float
) -> Floats:
    """Simulate rounds: every listener plays the nearest card as a decoy, and votes.

    Args:
        target: The similarity of each clue and the storyteller's card; shape (clues, spaces).
        others: The similarity of each clue and each unseen card; shape (clues, cards, spaces).
        deals: The cards that listeners hold; shape (deals, listeners, hand).
        space_weights: The listeners' weights of the spaces; shape (deals, listeners, spaces).
        belief: The inverse temperature of votes.

    Returns:
        The probabilities that some find the card, that all do, that nobody does;
        shape (clues, 3).
    """
    clues, (_, listeners, _) = len(target), deals.shape
    held = others[:, deals]  # (clues, deals, listeners, hand, spaces)
    near = np.einsum("cdlhs,dls->cdlh", held, space_weights)
    chosen = near.argmax(axis=3)[..., None, None]
    decoys = np.take_along_axis(held, chosen, axis=3)[:, :, :, 0]
    own = np.einsum("cs,dls->cdl", target, space_weights)
    rival = np.einsum("cdos,dls->cdlo", decoys, space_weights) - own[..., None]
    weights = np.exp(np.clip(belief * rival, -30, 30))
    weights[:, :, np.arange(listeners), np.arange(listeners)] = 0  # nobody votes for their decoy
    right = 1 / (1 + weights.sum(axis=3))
    every, nobody = right.prod(axis=2).mean(axis=1), (1 - right).prod(axis=2).mean(axis=1)
    assert every.shape == (clues,)
    return np.stack([1 - every - nobody, every, nobody], axis=1)
