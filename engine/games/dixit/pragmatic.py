"""Parlour's own player of Dixit, which simulates how listeners will react to each clue.

Simulated listeners hold unseen cards, play the nearest as a decoy, and vote. Half of them use one
space of word vectors each, the others mix all spaces (`engine.players.pragmatic`). The player
chooses a clue with which some are likely to find the card, but not all: a theme of the card, a
saying that fits it, or a plain word near its themes. As a listener, each seat has its own weights
for the spaces, drawn from the seed, as people differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.errors import PlayerError
from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.dixit.baseline import choose_random_clue, list_unseen_rows
from engine.games.dixit.card_vectors import CardVectors, open_card_vectors
from engine.games.dixit.deck import open_unchanged_deck
from engine.games.dixit.moves import Decoy, Move, Tell, Vote
from engine.games.dixit.theme_clues import list_theme_clues
from engine.games.dixit.view import Stage, View, find_clue_fault
from engine.games.dixit.word_clue import build_word_clue
from engine.games.seeded_player import create_seat_random
from engine.players.pragmatic.arrays import soften
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.plainness import rate_plainness
from engine.players.pragmatic.player import ListeningPlayer
from engine.players.vectors.similarity import Floats
from images.card import Card
from images.deck import DeckError
from words.lists import read_word_traits

NEAR_CLUES = 60
"""Number of candidate clues from the words of the corpus nearest to a card."""
MOST = 4.0
"""Cap on similarity to a theme or tag, in standard deviations."""
NEAR_SAYINGS = 6
"""Number of candidate clues from the sayings nearest to a card."""
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
SAYING = 1.2
"""Plainness of a saying, on the scale of `rate_plainness`."""
BORROWED = 1.5
"""Minimum similarity, in standard deviations, of a card and a saying that another card recalls."""
OF_THEME = 1.6
"""Plainness of a clue for the theme of a card (`theme_clues.py`)."""
LEAST_MADE, MOST_MADE = -0.5, 0.3
"""Bounds on the plainness of a clue that is made of one word."""
SAME_BEGINNING = 1.0
"""Penalty on plainness for a clue that begins with the same two words as an earlier one."""
WRITTEN = 2.0
"""Plainness of a clue that the deck suggests for the card."""
UNDERSTOOD = 0.6
"""Minimum similarity, in standard deviations, of such a clue and its card."""
ABSTRACT = 0.25
"""Penalty on plainness for each degree of concreteness below `CONCRETE`."""
CONCRETE = 7
"""Minimum concreteness, as in `read_word_traits`, of a concrete word."""
RARE = 4
"""Words with a lower frequency in `read_word_traits` are penalised: by 1 at frequency 0."""
HUBNESS = 0.5
"""Penalty on plainness per standard deviation by which a word is nearer than usual to all cards."""
ONE_STEP = 0.35
"""Bonus on plainness per standard deviation of similarity to the nearest tag of the card."""
NATURALNESS = (0.4, 0.25, 0.15, 0.08, 0.03)
"""By strength: the weight of plainness against the probability that some find the card."""
AS_GOOD = 0.03
"""A storyteller draws from the clues whose values are at most this far below the best."""


class PragmaticPlayer(ListeningPlayer):
    """A player that simulates listeners; it loads the deck that the first view names."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Give a clue, play a decoy, or vote; the move is always legal, without a complaint.

        Raises:
            PlayerError: If the deck is missing or has changed.
        """
        try:
            deck = open_deck_ears(self.listeners, view.deck, view.fingerprint)
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


class DeckSimilarity:
    """Similarities of clues and the cards of a deck in several spaces."""

    def __init__(self, listeners: Listeners, folder: str, fingerprint: str) -> None:
        """Load the vectors of a deck's cards in each space.

        Raises:
            DeckError: If the deck is missing or has changed.
        """
        self.listeners = listeners
        self.spaces: list[CardVectors] = [
            open_card_vectors(space, folder, fingerprint) for space in listeners.references
        ]
        self.index = self.spaces[0].index
        deck = open_unchanged_deck(folder, fingerprint)
        self.cards = [deck.cards[card] for card in self.index]
        sayings = (echo for card in self.cards for echo in card.echoes)
        self.sayings = tuple(dict.fromkeys(filter(listeners.is_known, sayings)))
        self._cached_compare = lru_cache(maxsize=4096)(self._compare)
        self._candidates = lru_cache(maxsize=256)(self._find_candidates)

    def compute_cosines(self, clue: str) -> Floats:
        """Compute the cosine of a clue with each card; shape (cards, spaces)."""
        return np.stack([space.measure_nearness(clue) for space in self.spaces], axis=1)

    def rate_cards(self, clue: str) -> Floats:
        """Standardise the cosines of a clue over all cards; shape (cards, spaces)."""
        return self._cached_compare(clue)

    def _compare(self, clue: str) -> Floats:
        near = self.compute_cosines(clue)
        spread = near.std(axis=0)
        heard: Floats = (near - near.mean(axis=0)) / np.where(spread > 0, spread, np.inf)
        return heard

    def find_term(self, card: str, clue: str) -> str:
        """Find the tag or theme of a card that is nearest to a clue; empty if it has none."""
        of_card = self.cards[self.index[card]]
        terms = tuple(dict.fromkeys((*of_card.tags, *of_card.themes)))
        if not terms:
            return ""
        near = self.listeners.compare((clue,), terms).mean(axis=0)[0]
        return terms[int(near.argmax())]

    def list_candidates(self, card: str) -> tuple[tuple[str, float], ...]:
        """List clues that a person might give for a card, and the plainness of each."""
        return self._candidates(card)

    @cached_property
    def rate_clues(self) -> Floats:
        """The plainness of each word of the corpus as a clue for a picture; shape (corpus,).

        Frequent, concrete words have the greatest values; rare and abstract words, and those that
        are near to all cards of the deck (hubs), the least.
        """
        traits = read_word_traits()
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
        words = {self.listeners.corpus[place]: float(plainness[place]) for place in order}
        for theme in filter(self.listeners.is_known, of_card.themes):
            place = self.listeners.place.get(theme)
            words[theme] = LEAST_MADE if place is None else float(plainness[place])
        found = {build_word_clue(word): min(plain, MOST_MADE) for word, plain in words.items()}
        heard = np.array([self.rate_cards(one)[row].mean() for one in self.sayings])
        nearest = np.argsort(-heard, kind="stable")[:NEAR_SAYINGS].tolist()
        borrowed = [self.sayings[place] for place in nearest if heard[place] > BORROWED]
        found |= dict.fromkeys(borrowed, SAYING)
        by_theme = (clue for theme in of_card.themes for clue in list_theme_clues(theme))
        for clues, plain in (
            (by_theme, OF_THEME),
            (of_card.echoes, SAYING),
            (of_card.clues, WRITTEN),
        ):
            known = filter(self.listeners.is_known, clues)
            found |= {clue: plain for clue in known if self._is_understood(row, clue)}
        return tuple(
            (clue, plain)
            for clue, plain in found.items()
            if not self.spaces[0].gives_away(card, clue)
            and not any(match_word(word, tag) for word in fold_words(clue) for tag in of_card.tags)
        )

    def _is_understood(self, row: int, clue: str) -> bool:
        return bool(self.rate_cards(clue)[row].mean() > UNDERSTOOD)

    def _is_associated(self, card: Card, place: int) -> bool:
        """Whether people associate a word of the corpus with a theme or tag of a card."""
        terms = (*card.themes, *card.tags)
        return any(self.listeners.associate_with_corpus(term)[place] > 0 for term in terms)


@lru_cache(maxsize=8)
def open_deck_ears(listeners: Listeners, folder: str, fingerprint: str) -> DeckSimilarity:
    """Load the vectors of a deck's cards; the result is shared by all seats and games.

    Raises:
        DeckError: If the deck is missing or has changed.
    """
    return DeckSimilarity(listeners, folder, fingerprint)


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


def plan_clue(deck: DeckSimilarity, view: View, seed: str, strength: int) -> Plan:
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
        for clue, plain in deck.list_candidates(card)
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
    deck: DeckSimilarity, view: View, tells: Sequence[Tell], deals: int, chance: np.random.Generator
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
