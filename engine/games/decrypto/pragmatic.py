"""Parlour's own player of Decrypto, whose encoder predicts how listeners will decode each hint.

The encoder is a speaker of the rational speech act model (`engine.players.pragmatic`). It gives
the three hints that maximise

    log P(decoder right) + caution * a * log(1 - P(interceptor right))
        + naturalness - hiding * b * log P(keywords | hints)

It models one decoder for each space of word vectors, and one for all spaces together, of whom the
weakest counts. Its interceptors (`imagined_interceptors.py`) are several: what they read on average
counts, and more what the best of them reads. The last term is about the rounds to come: what a hint
tells of its keyword, an interceptor knows from then on. What both cost depends on the rounds that
follow and on the hits that the interceptor still needs (a and b, `stakes.py`). As decoder or
interceptor, the player is a listener of the same model (`pragmatic_beliefs.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.decrypto.hint_candidates import Candidates, Places, load_candidates
from engine.games.decrypto.hint_choice import choose_random_hints
from engine.games.decrypto.imagined_interceptors import imagine_interceptors
from engine.games.decrypto.latent_keywords import guess_keyword
from engine.games.decrypto.moves import CODES, Guess, Hint, Move, Words
from engine.games.decrypto.past_hint_scores import PastHints, sort_hints
from engine.games.decrypto.pragmatic_beliefs import (
    MOST,
    PLACES,
    infer_beliefs,
    read_with_keywords,
)
from engine.games.decrypto.roles import Role
from engine.games.decrypto.seat_settings import Caution, Partner
from engine.games.decrypto.stakes import weigh_stakes
from engine.games.decrypto.tie_break import choose_words
from engine.games.decrypto.view import View
from engine.games.seeded_player import create_seat_random
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.player import ListeningPlayer
from engine.players.pragmatic.products import multiply_many
from engine.players.vectors.word_vectors import Floats
from engine.players.word_players import USUAL_STRENGTH
from engine.seat import Seat

POOLS = (32, 72, 150, 180, 220)
"""By strength: the number of candidates for each keyword that the encoder searches."""
PLAIN_POOLS = (20, 30, 44, 58, 72)
"""The same if hints are what people think of."""
PLAIN = 2.5
"""A factor of the weight of naturalness, if hints are what people think of."""
FOR_PERSON = 1.3
"""For a person as decoder, there are fewer candidates and naturalness counts more, by this
factor: only what comes to mind first."""
SIDE = 0.4
"""The naturalness that a hint loses for each standard deviation of similarity, by what people think
of, to an earlier hint of its number: it shows no new side of the keyword."""
NATURALNESS = (1.2, 0.5, 0.25, 0.1, 0.03)
"""By strength: the weight of a standard deviation of naturalness against log-probabilities."""
CERTAINTY = (0.18, 0.36)
"""For strengths 1 and 2: the interceptor draws its guess from its beliefs raised to this power.
From strength 3 on it guesses the most likely code."""
TRIES = 160
"""Number of triples of hints that are drawn at random before the best are improved hint by hint."""
STARTS = 2
"""Number of the best triples that are improved."""
BEST_READER, BEST_PLAIN_READER = 0.15, 0.5
"""Weight of the interceptor that reads most, against the rest for the mean of all; the second if
hints are what people think of, as do some interceptors."""
DECODER_SHARPNESS = 16.0
"""Inverse temperature of a decoder with one space: log-odds per unit of summed cosines."""
CAUTION: Mapping[Caution, tuple[float, float]] = {
    "bold": (40.0, 0.3),
    "usual": (100.0, 0.4),
    "cautious": (200.0, 0.6),
}
"""By caution: the weight of not being intercepted against 1 for being understood, and the weight of
hiding the keywords. Both are multiplied by what is at stake."""
PLAINNESS: Mapping[Caution, float] = {"bold": 2.0, "usual": 1.0, "cautious": 1.0}
"""By caution: a factor of the weight of naturalness, so that people as partners can follow."""


class PragmaticPlayer(ListeningPlayer):
    """A player that models its listeners; it keeps no state between moves."""

    def __init__(
        self,
        seat: Seat,
        seed: str,
        spaces: str = "",
        strength: int = USUAL_STRENGTH,
        caution: Caution = "usual",
        partner: Partner = "lineup",
    ) -> None:
        """Load the listeners.

        Args:
            seat: The seat.
            seed: The seed of the match.
            spaces: The listeners, as in `load_listeners`.
            strength: How hard it plays, from 1 to 5.
            caution: How much its hints hide from interceptors.
            partner: For whom it gives hints; if the line-up is not known, for any program.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(seat, seed, spaces, strength)
        self.caution = caution
        self.partner = partner

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Give hints, or guess; the move is always legal, so there is never a complaint."""
        if view.tied:
            return name_words(self.listeners, view, self.seed, self.seat)
        if view.hints is None:
            plan = plan_hints(
                self.listeners,
                view,
                self.seed,
                self.strength,
                caution=self.caution,
                partner=self.partner,
                wanted=1,
            )
            return Hint(words=plan.best)
        chances = infer_beliefs(self.listeners, view).chances
        rng = create_seat_random(self.seed, view.seats[self.seat], view.number)
        if view.role is Role.INTERCEPTOR and self.strength <= len(CERTAINTY):
            likely = [chance ** CERTAINTY[self.strength - 1] for chance in chances]
            return Guess(code=rng.choices(CODES, likely)[0])
        best = [
            code
            for code, chance in zip(CODES, chances, strict=True)
            if chance >= max(chances) - 1e-9
        ]
        return Guess(code=rng.choice(best) if len(best) > 1 else best[0])


def name_words(listeners: Listeners, view: View, seed: str, seat: Seat) -> Words:
    """Name the keywords of the rivals that their past hints suggest most."""
    past = sort_hints(view.rounds)
    listeners.compare_all_with_corpus([hint for hints in past for hint in hints])
    ranked = [
        [listeners.corpus[place] for place in guess_keyword(listeners, hints)[0]] for hints in past
    ]
    return choose_words(view, ranked, create_seat_random(seed, view.seats[seat], view.number))


@dataclass(frozen=True, slots=True)
class Plan:
    """The alternatives that an encoder considered."""

    triples: tuple[tuple[str, str, str], ...]
    """The best triples of hints that it rated, best first."""
    values: Floats
    """For each: P(decoder right), P(interceptor right), naturalness and value; shape (triples,
    4)."""

    @property
    def best(self) -> tuple[str, str, str]:
        """The hints to give."""
        return self.triples[0]


def plan_hints(
    listeners: Listeners,
    view: View,
    seed: str,
    strength: int,
    *,
    caution: Caution = "usual",
    partner: Partner = "lineup",
    wanted: int = 6,
) -> Plan:
    """Search for the triple of hints with the greatest value.

    Args:
        listeners: The listeners that are modelled.
        view: The encoder's view, in a round without hints.
        seed: The seed of the match.
        strength: How far hints may be from the keywords, from 1 to 5.
        caution: How much the hints hide from interceptors.
        partner: For whom the hints are.
        wanted: The number of the best triples to return.
    """
    assert view.keywords is not None
    assert view.code is not None
    given = frozenset(
        word for done in view.rounds for hint in done.hints for word in fold_words(hint)
    )
    count, plainness = _weigh_plainness(strength, caution, partner)
    many = count + 2 * view.options.rounds
    candidates = load_candidates(listeners, view.keywords, many, plain=partner != "vectors")
    pools = [candidates.list_fresh(digit - 1, given, count) for digit in view.code]
    judge = _Judge(listeners, view, candidates, pools, plainness, CAUTION[caution])
    chance = create_seat_random(seed, view.seats[view.find_seat(Role.ENCODER)], view.number)
    rng = np.random.default_rng(chance.getrandbits(64))
    sizes = [len(pool) for pool in pools]
    drawn = np.ravel_multi_index([_draw(rng, one, TRIES) for one in judge.natural], sizes)
    triples = np.stack(np.unravel_index(np.unique(drawn), sizes), axis=1)
    values = judge.rate(triples)
    seen, rated = [triples], [values]
    best = triples[np.argsort(-values[:, 3], kind="stable")[:STARTS]]
    for place in range(3):
        others, values = judge.rate_others(best, place)
        seen.append(others)
        rated.append(values)
        chosen = values[:, 3].reshape(len(best), -1).argmax(axis=1)
        best[:, place] = chosen
    triples, values = np.concatenate(seen), np.concatenate(rated)
    found: dict[tuple[str, str, str], Floats] = {}
    for index in np.argsort(-values[:, 3], kind="stable"):
        a, b, c = (candidates.words[pools[place][triples[index, place]]] for place in range(3))
        if len({a, b, c}) == 3 and (a, b, c) not in found and _are_legal(view, (a, b, c)):
            found[a, b, c] = values[index]
        if len(found) == wanted:
            break
    if not found:  # every candidate is a form of some keyword
        hints = choose_random_hints(listeners.corpus, view, chance)
        return Plan((hints,), np.zeros((1, 4)))
    return Plan(tuple(found), np.array(list(found.values())))


def _weigh_plainness(strength: int, caution: Caution, partner: Partner) -> tuple[int, float]:
    """Find the number of candidates for each keyword, and the weight of their naturalness."""
    weight = NATURALNESS[strength - 1] * PLAINNESS[caution]
    if partner == "vectors":
        return POOLS[strength - 1], weight
    share = FOR_PERSON if partner == "person" else 1
    return round(PLAIN_POOLS[strength - 1] / share), share * PLAIN * weight


def _are_legal(view: View, words: tuple[str, str, str]) -> bool:
    """Whether no hint is a form of any keyword."""
    return not any(match_word(word, keyword) for word in words for keyword in view.keywords or ())


def _draw(rng: np.random.Generator, rates: Floats, count: int) -> Places:
    """Draw indices of candidates with probability softmax(0.5 * rates)."""
    chance = np.exp(0.5 * (rates - rates.max()))
    steps = (chance / chance.sum()).cumsum()
    drawn: Places = (steps / steps[-1]).searchsorted(rng.random(count), side="right")
    return drawn  # the same as `rng.choice` draws, which takes longer


class _Judge:
    """Rates triples of hints by how the modelled listeners decode them.

    A listener's belief in the right code is 1 / sum over codes(product over places(odds)), with
    odds = exp(score of a number - score of the right number). So the odds of each candidate are
    computed once, and used for all triples that contain it.
    """

    def __init__(
        self,
        listeners: Listeners,
        view: View,
        candidates: Candidates,
        pools: Sequence[Sequence[int]],
        weight: float,
        caution: tuple[float, float],
    ) -> None:
        """Compute the odds of every candidate for every listener.

        Args:
            listeners: The listeners.
            view: The encoder's view.
            candidates: The candidates for all keywords.
            pools: For each place of the code, indices of candidates.
            weight: The weight of naturalness.
            caution: The weights of not being intercepted, and of hiding the keywords.
        """
        assert view.code is not None
        assert view.keywords is not None
        self.weight = weight
        stakes = weigh_stakes(view)
        self._caution = caution[0] * stakes.interception
        self._hiding = caution[1] * stakes.exposure
        past = sort_hints(view.rounds)
        self.natural = [
            candidates.natural[pool] - SIDE * _rate_sameness(listeners, candidates, pool, told)
            for pool, told in zip(pools, (past[digit - 1] for digit in view.code), strict=True)
        ]
        """By place of the code: the naturalness of its candidates."""
        decoders = _compare_decoders(listeners, view, candidates, past, pools)
        imagined = imagine_interceptors(
            listeners, candidates, past, pools, view.keywords, view.code
        )
        self._decoders = len(decoders)
        self._best = BEST_PLAIN_READER if candidates.plain else BEST_READER
        heard = np.stack([*decoders, *imagined.logits])
        spans = list(pairwise(accumulate((len(pool) for pool in pools), initial=0)))
        self._exposure = [imagined.exposure[start:end] for start, end in spans]
        parts = [heard[:, start:end] for start, end in spans]
        self._odds = [
            np.exp(part - part[:, :, digit - 1, None])
            for part, digit in zip(parts, view.code, strict=True)
        ]
        self._free = np.zeros((4, 4, 4))
        self._free[*PLACES[[code not in view.used_codes for code in CODES]].T] = 1

    def rate(self, triples: Places) -> Floats:
        """Compute P(decoder right), P(interceptor right), naturalness, value: (triples, 4)."""
        pairs = self._sum_odds(triples, (0, 1, 2))
        third = self._odds[2][:, triples[:, 2]]
        return self._rate_beliefs(1 / (pairs * third).sum(axis=2), triples)

    def rate_others(self, triples: Places, place: int) -> tuple[Places, Floats]:
        """Replace one place of each triple by every candidate; return new triples and ratings."""
        one, other = (index for index in range(3) if index != place)
        odds = self._odds[place]
        sums = self._sum_odds(triples, (one, other, place)) @ odds.swapaxes(1, 2)
        others = triples.repeat(odds.shape[1], axis=0)
        others[:, place] = np.tile(np.arange(odds.shape[1]), len(triples))
        return others, self._rate_beliefs(1 / sums.reshape(len(sums), -1), others)

    def _sum_odds(self, triples: Places, places: tuple[int, int, int]) -> Floats:
        """Sum the odds of all unused codes by the number in the last of these places.

        Returns:
            Shape (listeners, triples, 4).
        """
        one, other = (self._odds[place][:, triples[:, place]] for place in places[:2])
        products = (one[..., None] * other[..., None, :]).reshape(-1, 16)
        free = self._free.transpose(places).reshape(16, 4)
        return multiply_many(products, free.T).reshape(one.shape)

    def _rate_beliefs(self, beliefs: Floats, triples: Places) -> Floats:
        """Rate triples by each listener's belief in the right code."""
        understood = beliefs[: self._decoders].min(axis=0)
        read = beliefs[self._decoders :]
        caught = (1 - self._best) * read.mean(axis=0) + self._best * read.max(axis=0)
        plain = sum(self.natural[place][triples[:, place]] for place in range(3)) / 3
        exposed = sum(self._exposure[place][triples[:, place]] for place in range(3))
        value = np.log(understood + 1e-12) + self._caution * np.log(1 - caught + 1e-3)
        value += 3 * self.weight * plain - self._hiding * exposed
        return np.stack([understood, caught, plain, value.round(9)], axis=1)


def _rate_sameness(
    listeners: Listeners, candidates: Candidates, pool: Sequence[int], told: Sequence[str]
) -> Floats:
    """Rate how much candidates repeat earlier hints of their number; shape (pool,)."""
    if not told:
        return np.zeros(len(pool))
    words = [candidates.words[at] for at in pool]
    repeated: Floats = listeners.relate(words, told).clip(0, MOST).max(axis=1)
    return repeated


def _compare_decoders(
    listeners: Listeners,
    view: View,
    candidates: Candidates,
    past: PastHints,
    pools: Sequence[Sequence[int]],
) -> list[Floats]:
    """Score the candidates of all places for each modelled decoder.

    Returns:
        By decoder: logits of the keyword numbers, that is scores times sharpness; shape
        (candidates of all places, 4).
    """
    assert view.keywords is not None
    texts = (*view.keywords, *(hint for hints in past for hint in hints))
    chosen = np.array([at for pool in pools for at in pool], np.intp)
    decoders: list[Floats] = []
    compared: list[Floats] = []
    known: list[NDArray[np.bool_]] = []
    for space, others in enumerate(listeners.embed_in_all_spaces(texts)):
        heard = candidates.heard[space].take(chosen)
        cosines = multiply_many(heard.rows, others.rows)
        compared.append(heard.standardize(cosines, others))
        known.append(heard.known[:, None] & others.known)
        knows = space in listeners.trusted and others.rows[:4].any(axis=1).all()
        if not candidates.plain and (knows or not decoders):
            decoders.append(DECODER_SHARPNESS * cosines[:, :4])
    if candidates.plain and listeners.associations is not None:
        decoders.append(candidates.suggested[chosen])
    near = listeners.average(np.stack(compared).clip(0, MOST), np.stack(known))
    return [*decoders, read_with_keywords(near, candidates.suggested[chosen], past)]
