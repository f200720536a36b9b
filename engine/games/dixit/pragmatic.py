"""Parlour's own player of Dixit: a storyteller that aims at "some, not all", and its listeners.

The storyteller (`engine.listeners` has the model) imagines rounds with a clue: listeners hold
cards of those out of sight, give the nearest as a decoy, and vote. It imagines listeners of one
space each, and listeners of all spaces, and chooses clues for which some are likely to find the
card and not all. Clues are themes of cards, sayings that cards recall, and plain words near both.

Each seat listens with weights for the spaces of its own, drawn from the seed, as people differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.game import Seat
from engine.games.baselines import Explanation, seat_random, to_rows
from engine.games.dixit.baseline import (
    CardVectors,
    choose_random_clue,
    list_unseen_rows,
    open_card_vectors,
)
from engine.games.dixit.cards import open_unchanged_deck
from engine.games.dixit.view import Decoy, Move, Stage, Tell, View, Vote, find_clue_fault
from engine.listeners import Listeners, ListeningPlayer, load_listeners, rate_plainness, soften
from engine.player_protocol import PlayerError
from engine.text import fold_words
from engine.word_forms import match_word
from engine.word_vectors import Floats
from images.card import Card, DeckError
from words.word_lists import word_traits

NEAR_CLUES = 60
"""How many words near a card are candidates for clues."""
MOST = 4.0
"""The most standard deviations of nearness to a theme or tag that count."""
NEAR_SAYINGS = 6
"""How many sayings near a card are."""
FEW_DEALS, MANY_DEALS = 32, 192
"""How many deals of the unseen cards a storyteller imagines: for each clue, and for the best."""
FINALISTS = 24
"""How many of the best those are."""
BELIEF = (1.0, 1.3, 1.6, 4.0, 8.0)
"""By strength: how surely a voter prefers a card that is nearer by a standard deviation of all
cards. It does not vote for the nearest without fail: a storyteller avoids the obvious card."""
USUAL_BELIEF = BELIEF[2]
"""The same of the voters of several spaces that a storyteller imagines,"""
SURE_BELIEF = 4.0
"""and of those of one space."""
LITERAL_SHARE = 0.5
"""How likely the listeners are those of one space, in what a storyteller imagines."""
LEAST_WEIGHT = 0.05
"""What a seat gives each space at least, against 1 on average, before weights are scaled."""
SAYING = 1.2
"""How readily a person gives a saying, on the scale of plain words."""
WRITTEN = 2.0
"""The same of a clue that the deck has for the card."""
UNDERSTOOD = 0.6
"""How near to its card such a clue has to be, so that listeners can understand it."""
ABSTRACT = 0.25
"""What each of the `CONCRETE` degrees takes from how readily a person gives an abstract word."""
CONCRETE = 7
"""From which degree of `word_traits` a word stands for a thing."""
RARE = 4
"""Up to which degree of `word_traits` a word is rare; it is given less readily."""
HUBNESS = 0.5
"""What nearness to all cards alike takes from how readily a clue is given."""
ONE_STEP = 0.35
"""What a standard deviation of nearness to one thing in the picture adds."""
NATURALNESS = (0.2, 0.1, 0.05, 0.025, 0.0)
"""By strength: what plainness weighs against the probability that some find the card."""
AS_GOOD = 0.01
"""Clues whose values differ by no more are drawn among."""


class PragmaticPlayer(ListeningPlayer):
    """A player that imagines what listeners make of a clue.

    The cards are compared once the first view names the deck.
    """

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Tell, give a decoy, or vote; the move is always legal, so complaints never come.

        Raises:
            PlayerError: If the deck is gone, or has changed.
        """
        try:
            deck = open_deck_ears(self.listeners, view.deck, view.fingerprint)
        except DeckError as error:
            raise PlayerError(str(error)) from None
        if view.stage is Stage.TELL:
            plan = plan_clue(deck, view, self.seed, self.strength)
            if plan.tells:
                return plan.tells[0]
            rng = seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
            return choose_random_clue(self.listeners.corpus, view, rng)
        assert view.clue is not None
        near = deck.hear(view.clue) @ weigh_spaces(self.seed, view, len(deck.spaces))
        marks = near[[deck.index[card] for card in view.choices]].round(9)
        if view.stage is Stage.DECOY:
            return Decoy(view.choices[int(marks.argmax())])
        chances = np.exp(soften(marks, BELIEF[self.strength - 1])).tolist()
        rng = seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
        return Vote(rng.choices(view.choices, chances)[0])


def weigh_spaces(seed: str, view: View, count: int) -> Floats:
    """The weights with which a seat listens to each space, drawn once for a match; their sum is 1.

    Returns:
        Shape (spaces,).
    """
    rng = seat_random(seed, "ear", view.seat)
    drawn = np.array([rng.expovariate(1) + LEAST_WEIGHT for _ in range(count)])
    weights: Floats = drawn / drawn.sum()
    return weights


class DeckEars:
    """How near clues are to the cards of a deck, in several spaces."""

    def __init__(self, listeners: Listeners, folder: str, fingerprint: str) -> None:
        """Compare a deck.

        Raises:
            DeckError: If the deck is gone, or has changed.
        """
        self.listeners = listeners
        self.spaces: list[CardVectors] = [
            open_card_vectors(name, folder, fingerprint) for name in listeners.names
        ]
        self.index = self.spaces[0].index
        deck = open_unchanged_deck(folder, fingerprint)
        self.cards = [deck.cards[card] for card in self.index]
        sayings = (echo for card in self.cards for echo in card.echoes)
        self.sayings = tuple(dict.fromkeys(filter(listeners.is_known, sayings)))
        self._hear = lru_cache(maxsize=4096)(self._compare)
        self._candidates = lru_cache(maxsize=256)(self._find_candidates)

    def cosines(self, clue: str) -> Floats:
        """How near a clue is to each card; shape (cards, spaces)."""
        return np.stack([space.measure_nearness(clue) for space in self.spaces], axis=1)

    def hear(self, clue: str) -> Floats:
        """The same, in standard deviations from the mean of all cards; shape (cards, spaces)."""
        return self._hear(clue)

    def _compare(self, clue: str) -> Floats:
        near = self.cosines(clue)
        spread = near.std(axis=0)
        heard: Floats = (near - near.mean(axis=0)) / np.where(spread > 0, spread, np.inf)
        return heard

    def list_candidates(self, card: str) -> tuple[tuple[str, float], ...]:
        """Clues that a person might give for a card, and how readily."""
        return self._candidates(card)

    @cached_property
    def rate_clues(self) -> Floats:
        """How readily a person gives each word of the corpus as a clue for a picture.

        Everyday words for things come first; rare and abstract ones, and those that are near to
        all cards of the deck alike (hubs), come last.
        """
        traits = word_traits()
        words = self.listeners.corpus
        common, concrete = np.array([traits.get(word, (3, 5)) for word in words], np.float64).T
        usual = np.mean([space.corpus_means for space in self.spaces], axis=0)
        hubness = np.maximum(usual - usual.mean(), 0) / usual.std()
        plainness: Floats = (
            rate_plainness(self.listeners)
            - ABSTRACT * np.maximum(CONCRETE - concrete, 0)
            - np.maximum(RARE - common, 0) / RARE
            - HUBNESS * hubness
        )
        return plainness

    def _find_candidates(self, card: str) -> tuple[tuple[str, float], ...]:
        row = self.index[card]
        of_card = self.cards[row]
        plainness = self.rate_clues
        terms = np.stack(
            [
                self.listeners.compare_with_corpus(term).mean(axis=0)
                for term in dict.fromkeys((*of_card.themes, *of_card.tags))
            ]
        )
        near = terms.max(axis=0).clip(max=MOST) + 0.5 * terms.mean(axis=0)
        plainness = plainness + ONE_STEP * terms[-len(of_card.tags) :].max(axis=0).clip(0, MOST)
        order = np.argsort(-(near + plainness), kind="stable")[:NEAR_CLUES].tolist()
        if self.listeners.associations is not None:
            order = [place for place in order if self._is_associated(of_card, place)]
        found = {self.listeners.corpus[place]: float(plainness[place]) for place in order}
        for theme in filter(self.listeners.is_known, of_card.themes):
            place = self.listeners.place.get(theme)
            found[theme] = SAYING if place is None else float(plainness[place])
        heard = np.array([self.hear(one)[row].mean() for one in self.sayings])
        nearest = np.argsort(-heard, kind="stable")[:NEAR_SAYINGS].tolist()
        found |= dict.fromkeys((self.sayings[place] for place in nearest), SAYING)
        found |= dict.fromkeys(filter(self.listeners.is_known, of_card.echoes), SAYING)
        known = filter(self.listeners.is_known, of_card.clues)
        found |= {clue: WRITTEN for clue in known if self.hear(clue)[row].mean() > UNDERSTOOD}
        return tuple(
            (clue, plain)
            for clue, plain in found.items()
            if not self.spaces[0].gives_away(card, clue)
            and not any(match_word(word, tag) for word in fold_words(clue) for tag in of_card.tags)
        )

    def _is_associated(self, card: Card, place: int) -> bool:
        """Whether people think of a word of the corpus for a theme or tag of a card."""
        terms = (*card.themes, *card.tags)
        return any(self.listeners.associate_with_corpus(term)[place] > 0 for term in terms)


@lru_cache(maxsize=8)
def open_deck_ears(listeners: Listeners, folder: str, fingerprint: str) -> DeckEars:
    """Compare a deck; the result is shared by all seats and games.

    Raises:
        DeckError: If the deck is gone, or has changed.
    """
    return DeckEars(listeners, folder, fingerprint)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a storyteller weighed."""

    tells: tuple[Tell, ...]
    """Cards and clues, the chosen one first, then the best of the others."""
    chances: Floats
    """For each: the probabilities that some find the card, that all do, that nobody does, how
    readily a person says the clue, and the value; shape (tells, 5)."""


def plan_clue(deck: DeckEars, view: View, seed: str, strength: int) -> Plan:
    """Choose a card and a clue that some listeners should find, and not all.

    Args:
        deck: How near clues are to cards.
        view: The storyteller's.
        seed: The seed of the match.
        strength: How little the naturalness of clues weighs, from 1 to 5.
    """
    rng = seat_random(seed, view.seats[view.seat or 0], view.number, view.stage)
    said = {fold_words(done.clue) for done in view.rounds}
    listed = [
        (Tell(card, clue), plain)
        for card in view.hand
        for clue, plain in deck.list_candidates(card)
        if fold_words(clue) not in said and find_clue_fault(view, clue) is None
    ]
    if not listed:
        return Plan((), np.zeros((0, 5)))
    tells, plain = zip(*listed, strict=True)
    places = np.arange(len(tells))
    plainness = np.array(plain)
    chance = np.random.default_rng(rng.getrandbits(64))
    table = np.zeros((0, 5))
    for count, deals in ((FINALISTS, FEW_DEALS), (len(tells), MANY_DEALS)):
        imagined = [tells[place] for place in places]
        chances = imagine_rounds(deck, view, imagined, deals, chance)
        value = chances[:, 0] + NATURALNESS[strength - 1] * plainness[places]
        table = np.column_stack([chances, plainness[places], value.round(6)])
        order = np.argsort(-table[:, 4], kind="stable")[:count]
        places, table = places[order], table[order]
    good = int((table[:, 4] >= table[0, 4] - AS_GOOD).sum())
    chosen = rng.randrange(good)
    kept = list(dict.fromkeys((chosen, *range(min(8, len(places))))))
    return Plan(tuple(tells[places[place]] for place in kept), table[kept])


def imagine_rounds(
    deck: DeckEars, view: View, tells: Sequence[Tell], deals: int, chance: np.random.Generator
) -> Floats:
    """Imagine rounds with each clue, some of them with listeners of one space each.

    Returns:
        The probabilities that some find the card, that all do, that nobody does;
        shape (tells, 3).
    """
    unseen = list_unseen_rows(deck.spaces[0], view)
    heard = np.stack([deck.hear(one.clue) for one in tells])
    target = heard[np.arange(len(tells)), [deck.index[one.card] for one in tells]]
    listeners, spaces = len(view.listeners), len(deck.spaces)
    hands = deal_hands(chance, deals, len(unseen), listeners, view.options.hand_size)
    single = np.eye(spaces)[np.arange(deals) % spaces][:, None].repeat(listeners, axis=1)
    mixed = chance.exponential(1, single.shape) + LEAST_WEIGHT
    mixed /= mixed.sum(axis=2, keepdims=True)
    literal = imagine_votes(target, heard[:, unseen], hands, single, SURE_BELIEF)
    usual = imagine_votes(target, heard[:, unseen], hands, mixed, USUAL_BELIEF)
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


def imagine_votes(
    target: Floats, others: Floats, deals: NDArray[np.intp], ears: Floats, belief: float
) -> Floats:
    """Imagine rounds: every listener gives the nearest card as decoy, and votes.

    Args:
        target: How near the storyteller's card is to each clue; shape (clues, spaces).
        others: The same of every card out of sight; shape (clues, cards, spaces).
        deals: Which cards listeners hold; shape (deals, listeners, hand).
        ears: How they weigh the spaces; shape (deals, listeners, spaces).
        belief: How surely they prefer a nearer card.

    Returns:
        The probabilities that some find the card, that all do, that nobody does;
        shape (clues, 3).
    """
    clues, (_, listeners, _) = len(target), deals.shape
    held = others[:, deals]  # (clues, deals, listeners, hand, spaces)
    near = np.einsum("cdlhs,dls->cdlh", held, ears)
    chosen = near.argmax(axis=3)[..., None, None]
    decoys = np.take_along_axis(held, chosen, axis=3)[:, :, :, 0]
    own = np.einsum("cs,dls->cdl", target, ears)
    rival = np.einsum("cdos,dls->cdlo", decoys, ears) - own[..., None]
    weights = np.exp(np.clip(belief * rival, -30, 30))
    weights[:, :, np.arange(listeners), np.arange(listeners)] = 0  # nobody votes for the own decoy
    right = 1 / (1 + weights.sum(axis=3))
    every, nobody = right.prod(axis=2).mean(axis=1), (1 - right).prod(axis=2).mean(axis=1)
    assert every.shape == (clues,)
    return np.stack([1 - every - nobody, every, nobody], axis=1)


def explain_pragmatic_move(
    seat: Seat,  # noqa: ARG001
    seed: str,
    view: View,
    move: Move,
    spaces: str,
    strength: int,
) -> tuple[Explanation, ...]:
    """Show what the player expected of each listener, and the best alternatives."""
    deck = open_deck_ears(load_listeners(spaces), view.deck, view.fingerprint)
    if isinstance(move, Tell):
        return (_explain_clue(deck, seed, view, move, strength),)
    assert view.clue is not None
    rows = [deck.index[card] for card in view.choices]
    heard = deck.hear(view.clue)[rows]
    weights = weigh_spaces(seed, view, len(deck.spaces))
    names = tuple(deck.cards[row].title or deck.cards[row].id for row in rows)
    which = "Cards on the table" if view.stage is Stage.VOTE else "Cards of the hand"
    unknown = "" if deck.listeners.is_known(view.clue) else " No space knows the clue."
    shares = ", ".join(
        f"{name} {share:.0%}" for name, share in zip(deck.listeners.names, weights, strict=True)
    )
    return (
        Explanation(
            title=f"{which}, and how near they are to the clue",
            rows=names,
            columns=(*deck.listeners.names, "together"),
            values=to_rows(np.column_stack([heard, heard @ weights])),
            measure="standard deviations from all cards",
            chosen=frozenset({(view.choices.index(move.card), len(weights))}),
            note=f"This seat listens to {shares}, drawn for the match.{unknown}",
        ),
    )


def _explain_clue(deck: DeckEars, seed: str, view: View, move: Tell, strength: int) -> Explanation:
    plan = plan_clue(deck, view, seed, strength)
    titles = {card.id: card.title or card.id for card in deck.cards}
    again = bool(plan.tells) and plan.tells[0] == move
    return Explanation(
        title="What it expected of its listeners, for the best cards and clues it weighed",
        rows=tuple(f"{titles[one.card]}: {one.clue}" for one in plan.tells),
        columns=("some find it", "all", "nobody", "natural", "value"),
        values=to_rows(plan.chances),
        measure="probability",
        chosen=frozenset({(0, 4)}) if again else frozenset(),
        note=f"Imagined are {MANY_DEALS} deals, with listeners of one space each "
        f"({', '.join(deck.listeners.names)}) and of all together. "
        f"Among clues within {AS_GOOD} of the best it draws."
        + ("" if again else " From this seed and these vectors another clue follows now."),
    )
