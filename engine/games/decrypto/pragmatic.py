"""Parlour's own player of Decrypto: it models what the others will make of each hint.

The encoder is a speaker of the rational speech act model (`engine.listeners`). It gives the triple
of hints with the greatest

    log P(decoder right) + log(1 - P(interceptor right)) + naturalness / strength

The decoders that it models are the spaces one by one and together, the interceptors those who
compare hints with the mean of past hints, with the nearest of them, or with all spaces together;
the worst of each counts. The decoder and the interceptor are listeners of the same model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.game import Seat
from engine.games.baselines import Explanation, seat_random, to_rows
from engine.games.decrypto.baseline import choose_random_hints
from engine.games.decrypto.pragmatic_reading import (
    TOGETHER_SHARPNESS,
    explain_guess,
    hear_latent,
    hear_mean,
    hear_nearest,
    list_cells,
    read_hints,
    read_with_keywords,
)
from engine.games.decrypto.view import CODES, SEATS, Guess, Hint, Keywords, Move, Role, View
from engine.listeners import (
    Listeners,
    ListeningPlayer,
    find_greatest,
    load_listeners,
    multiply,
    rate_plainness,
)
from engine.text import fold_words, join_names
from engine.word_forms import match_word
from engine.word_vectors import Floats

POOLS = (16, 32, 72, 110, 180)
"""By strength: among how many words for each keyword the encoder searches."""
NATURALNESS = (1.2, 0.5, 0.25, 0.1, 0.03)
"""By strength: what a standard deviation of naturalness weighs, against log probabilities."""
CERTAINTY = (0.18, 0.36)
"""By strength, below the usual: the power of its beliefs by which an interceptor draws its guess;
a stronger one guesses the likeliest code."""
TRIES = 160
"""How many triples of hints are drawn before the best is improved hint by hint."""
STARTS = 2
"""How many of the best are improved."""
SPARE = 24
"""How many more candidates are looked at, as some are forms of their keyword."""
DECODER_SHARPNESS = 16.0
"""How surely a decoder of one space prefers a sum of cosines that is greater by 1."""
INTERCEPTOR_SHARPNESS = 20.0
"""The same of an interceptor,"""
BASELINE_SHARPNESS = 40.0
"""and of one who compares with the mean of past hints, as baselines do without any doubt."""
LEAST_ROOT = 4
"""How many letters words have in common at least that seem to have one root."""
LATENT_SHARE = 0.2
"""How likely an interceptor is one who guesses the keywords."""
ASSOCIATED = 1.0
"""How much more natural a hint is that people think of when they hear the keyword."""
MARGIN = 0.25
"""How many standard deviations nearer to its keyword than to the others a hint has to be."""


class PragmaticPlayer(ListeningPlayer):
    """A player that models its listeners, and keeps nothing between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Give hints, or guess; the move is always legal, so complaints never come."""
        if view.hints is None:
            return Hint(plan_hints(self.listeners, view, self.seed, self.strength).best)
        beliefs = read_hints(self.listeners, view).beliefs
        rng = seat_random(self.seed, SEATS[self.seat], view.number)
        if view.role is Role.INTERCEPTOR and self.strength <= len(CERTAINTY):
            likely = [belief ** CERTAINTY[self.strength - 1] for belief in beliefs]
            return Guess(rng.choices(CODES, likely)[0])
        best = [
            code
            for code, belief in zip(CODES, beliefs, strict=True)
            if belief >= max(beliefs) - 1e-9
        ]
        return Guess(rng.choice(best) if len(best) > 1 else best[0])


@dataclass(frozen=True, slots=True)
class Plan:
    """What an encoder weighed."""

    triples: tuple[tuple[str, str, str], ...]
    """The best triples of hints that were looked at, the best first."""
    values: Floats
    """For each: P(decoder right), P(interceptor right), naturalness, and their sum as above;
    shape (triples, 4)."""

    @property
    def best(self) -> tuple[str, str, str]:
        """The hints that are given."""
        return self.triples[0]


def plan_hints(listeners: Listeners, view: View, seed: str, strength: int) -> Plan:
    """Search the triple of hints with the greatest value.

    Args:
        listeners: The listeners that are modelled.
        view: The encoder's, in a round without hints.
        seed: The seed of the match.
        strength: How far from the keywords hints may go, from 1 to 5.
    """
    assert view.keywords is not None
    assert view.code is not None
    given = frozenset(
        word for done in view.rounds for hint in done.hints for word in fold_words(hint)
    )
    drawn = [
        _list_fresh(listeners, view, digit - 1, given, POOLS[strength - 1]) for digit in view.code
    ]
    pools, natural = zip(*drawn, strict=True)
    judge = _Judge(listeners, view, pools, NATURALNESS[strength - 1])
    chance = seat_random(seed, SEATS[Role.ENCODER], view.number)
    rng = np.random.default_rng(chance.getrandbits(64))
    triples = np.unique(np.stack([_draw(rng, rates, TRIES) for rates in natural], axis=1), axis=0)
    values = judge.rate(triples, natural)
    seen, rated = [triples], [values]
    best = triples[np.argsort(-values[:, 3], kind="stable")[:STARTS]]
    for place in range(3):
        others = best.repeat(len(pools[place]), axis=0)
        others[:, place] = np.tile(np.arange(len(pools[place])), len(best))
        values = judge.rate(others, natural)
        seen.append(others)
        rated.append(values)
        chosen = values[:, 3].reshape(len(best), -1).argmax(axis=1)
        best[:, place] = chosen
    triples, values = np.concatenate(seen), np.concatenate(rated)
    found: dict[tuple[str, str, str], Floats] = {}
    for index in np.argsort(-values[:, 3], kind="stable"):
        a, b, c = (listeners.corpus[pools[place][triples[index, place]]] for place in range(3))
        if len({a, b, c}) == 3 and (a, b, c) not in found and _are_legal(view, (a, b, c)):
            found[a, b, c] = values[index]
        if len(found) == 6:
            break
    if not found:  # odd keywords, of which every candidate is a form
        hints = choose_random_hints(listeners.corpus, view, chance)
        return Plan((hints,), np.zeros((1, 4)))
    return Plan(tuple(found), np.array(list(found.values())))


def _are_legal(view: View, words: tuple[str, str, str]) -> bool:
    """Whether no hint is a form of any keyword."""
    return not any(
        match_word(word, keyword, view.word_rules)
        for word in words
        for keyword in view.keywords or ()
    )


def _draw(rng: np.random.Generator, rates: Floats, count: int) -> NDArray[np.intp]:
    """Draw candidates, natural ones more often."""
    chance = np.exp(0.5 * (rates - rates.max()))
    drawn: NDArray[np.intp] = rng.choice(len(rates), count, p=chance / chance.sum())
    return drawn


def _list_fresh(
    listeners: Listeners, view: View, number: int, given: frozenset[str], count: int
) -> tuple[list[int], Floats]:
    """The candidates for a keyword, none of them kin to a past hint, with their naturalness."""
    assert view.keywords is not None
    wanted = count + 2 * view.options.rounds
    places, rates = list_candidates(listeners, view.keywords, number, wanted, view.word_rules)
    words = [listeners.corpus[place] for place in places]
    new = [i for i, word in enumerate(words) if word not in given]
    alike: dict[str, list[str]] = {}
    for past in given:
        alike.setdefault(past[0], []).append(past)
    fresh = [
        i for i in new if not any(are_kin(words[i], past) for past in alike.get(words[i][0], ()))
    ]
    chosen = (fresh or new)[:count]
    return [places[i] for i in chosen], rates[chosen]


def are_kin(word: str, other: str) -> bool:
    """Whether two words seem to have one root, as hero and heroine, translator and translation.

    The rules allow such hints, but people take them for forms of the keyword. The words begin alike
    in two thirds of the shorter one, and in 4 letters if it has so many.
    """
    shorter = min(len(word), len(other))
    root = max(min(shorter, LEAST_ROOT), (2 * shorter + 2) // 3)
    return word[:root] == other[:root]


@lru_cache(maxsize=64)
def list_candidates(
    listeners: Listeners, keywords: Keywords, number: int, count: int, rules: int
) -> tuple[list[int], Floats]:
    """The words that every space hears nearer to a keyword than to the others, natural ones first.

    Args:
        listeners: The listeners.
        keywords: The four keywords.
        number: Which of them, from 0.
        count: How many candidates there have to be.
        rules: The version of the rule on forms of words.

    Returns:
        Places in the corpus, and how natural each word is as a hint.
    """
    near = np.stack([listeners.compare_with_corpus(word) for word in keywords], axis=1)
    own = near[:, number]
    known = own.any(axis=1)
    others = np.delete(near, number, axis=1).max(axis=1)
    gaps = np.where(known[:, None], own - others, 9.0).min(axis=0)
    natural = own[known].mean(axis=0) if known.any() else np.zeros(len(listeners.corpus))
    associated = listeners.associate_with_corpus(keywords[number])
    natural = natural + rate_plainness(listeners) + ASSOCIATED * (associated > 0)
    rated = np.where(gaps > MARGIN, natural, natural - 99)
    parts = [part for keyword in keywords for part in fold_words(keyword)]
    order = find_greatest(rated, count + SPARE)
    found: list[int] = []
    for place in order.tolist():
        word = listeners.corpus[place]
        if any(are_kin(word, part) for part in parts):
            continue
        if match_word(word, keywords[number], rules) is None:
            found.append(place)
        if len(found) >= count:
            break
    return found, natural[found].astype(np.float64)


class _Judge:
    """Rates triples of hints by what the modelled listeners make of them."""

    def __init__(
        self, listeners: Listeners, view: View, pools: Sequence[Sequence[int]], weight: float
    ) -> None:
        """Let every listener hear every candidate.

        Args:
            listeners: The listeners.
            view: The encoder's.
            pools: For each place of the code the candidates' places in the corpus.
            weight: What naturalness weighs.
        """
        assert view.code is not None
        used = view.used_codes
        free = [code for code in CODES if code not in used]
        self.right = free.index(view.code)
        self.weight = weight
        codes = np.array(free) - 1
        decoders, interceptors = _hear_pools(listeners, view, pools)
        self.decoders = [_spread_codes(decoders, place, codes) for place in range(3)]
        self.interceptors = [_spread_codes(interceptors, place, codes) for place in range(3)]

    def rate(self, triples: NDArray[np.intp], natural: Sequence[Floats]) -> Floats:
        """P(decoder right), P(interceptor right), naturalness and value; shape (triples, 4)."""
        understood = self._believe(self.decoders, triples).min(axis=0)
        *literal, latent = self._believe(self.interceptors, triples)
        caught = (1 - LATENT_SHARE) * np.max(literal, axis=0) + LATENT_SHARE * latent
        plain = np.mean([natural[place][triples[:, place]] for place in range(3)], axis=0)
        value = np.log(understood + 1e-12) + np.log(1 - caught + 1e-3) + 3 * self.weight * plain
        return np.stack([understood, caught, plain, value.round(9)], axis=1)

    def _believe(self, tables: Sequence[Floats], triples: NDArray[np.intp]) -> Floats:
        """How surely each listener believes in the right code; shape (listeners, triples)."""
        first, second, third = (tables[place][:, triples[:, place]] for place in range(3))
        scores = first + second + third
        chances = np.exp(scores - scores.max(axis=2, keepdims=True))
        found: Floats = chances[:, :, self.right] / chances.sum(axis=2)
        return found


def _spread_codes(heard: Sequence[Sequence[Floats]], place: int, codes: NDArray[np.intp]) -> Floats:
    """What a candidate in one place says for each code; shape (listeners, candidates, codes)."""
    return np.stack([tables[place] for tables in heard])[:, :, codes[:, place]]


def _hear_pools(
    listeners: Listeners, view: View, pools: Sequence[Sequence[int]]
) -> tuple[list[list[Floats]], list[list[Floats]]]:
    """What decoders and interceptors hear in the candidates of each place, times sharpness.

    Returns:
        By listener and place: shape (candidates, 4).
    """
    assert view.keywords is not None
    past = [view.list_hints(number) for number in range(1, 5)]
    decoders: list[list[Floats]] = []
    interceptors: list[list[Floats]] = []
    sums: list[list[Floats]] = []
    for space in range(len(listeners.spaces)):
        corpus = listeners.hear_corpus(space)
        rows = [corpus.rows[np.array(pool, np.intp)] for pool in pools]
        keywords = listeners.hear(view.keywords, space).rows
        if keywords.any(axis=1).all() or not decoders:
            decoders.append([DECODER_SHARPNESS * multiply(pool, keywords) for pool in rows])
        hints = [listeners.hear(one, space).rows for one in past]
        mean = [hear_mean(pool, hints) for pool in rows]
        nearest = [hear_nearest(pool, hints) for pool in rows]
        interceptors += [
            [BASELINE_SHARPNESS * one for one in mean],
            [INTERCEPTOR_SHARPNESS * one for one in nearest],
        ]
        sums.append([a + b for a, b in zip(mean, nearest, strict=True)])
    weight = INTERCEPTOR_SHARPNESS / 2 / len(sums)
    interceptors.append([weight * np.sum(one, axis=0) for one in zip(*sums, strict=True)])
    places = [place for pool in pools for place in pool]
    words = [listeners.corpus[place] for place in places]
    heard = [listeners.hear_corpus(space).take(places) for space in range(len(listeners.spaces))]
    latent = hear_latent(listeners, words, heard, past)
    together = TOGETHER_SHARPNESS * read_with_keywords(listeners, words, heard, view)
    ends = np.cumsum([len(pool) for pool in pools])[:-1]
    decoders.append(np.split(together, ends))
    interceptors.append([TOGETHER_SHARPNESS * one for one in np.split(latent, ends)])
    return decoders, interceptors


def explain_pragmatic_move(
    seat: Seat,  # noqa: ARG001
    seed: str,
    view: View,
    move: Move,
    spaces: str = "",
    strength: int = 3,
) -> tuple[Explanation, ...]:
    """Show what the player believed of each listener, and the best alternatives."""
    listeners = load_listeners(spaces)
    if isinstance(move, Hint):
        return _explain_hints(listeners, seed, view, move, strength)
    is_drawn = view.role is Role.INTERCEPTOR and strength <= len(CERTAINTY)
    how = f"At strength {strength} a code is drawn, and the likelier ones more often."
    return explain_guess(listeners, view, move, how if is_drawn else "")


def _explain_hints(
    listeners: Listeners, seed: str, view: View, move: Hint, strength: int
) -> tuple[Explanation, ...]:
    assert view.keywords is not None
    assert view.code is not None
    plan = plan_hints(listeners, view, seed, strength)
    names = tuple(", ".join(triple) for triple in plan.triples)
    chosen = plan.triples.index(move.words) if move.words in plan.triples else None
    again = "" if chosen == 0 else " From this seed and these vectors other hints follow now."
    return (
        Explanation(
            title="What it expected of its listeners, for the best hints it weighed",
            rows=names,
            columns=("decoder right", "intercepted", "natural", "value"),
            values=to_rows(plan.values),
            measure="probability, and the logarithms that are added",
            chosen=frozenset() if chosen is None else frozenset({(chosen, 3)}),
            note="The worst decoder and the worst interceptor count, of "
            f"{join_names(listeners.names)}, one by one and together. The value adds the "
            "logarithms of being understood and of not being intercepted, and how natural the "
            f"hints are, which weighs less the greater the strength ({strength} here).{again}",
        ),
        Explanation(
            title="Hints and keywords",
            rows=move.words,
            columns=view.keywords,
            values=to_rows(listeners.compare(move.words, view.keywords).mean(axis=0)),
            measure="standard deviations above usual",
            chosen=list_cells(view.code),
            note="The mean over the spaces. Each of them hears each hint nearer to its keyword.",
        ),
    )
