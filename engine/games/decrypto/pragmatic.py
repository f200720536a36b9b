"""Parlour's own player of Decrypto, whose encoder predicts how listeners will decode each hint.

The encoder is a speaker of the rational speech act model (`engine.players.pragmatic`). It gives
the three hints that maximise

    log P(decoder right) + log(1 - P(interceptor right)) + naturalness / strength

It models one decoder for each space of word vectors, and one for all spaces together. Its
interceptors compare hints with the mean of past hints or with the nearest one, in each space and in
all together, or guess the keywords. The weakest decoder and the strongest literal interceptor
count. As decoder or interceptor, the player is a listener of the same model
(`reading.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise

import numpy as np

from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.baselines import to_rows
from engine.games.decrypto.candidates import Candidates, Places, load_candidates
from engine.games.decrypto.hints import choose_random_hints
from engine.games.decrypto.moves import CODES, Guess, Hint, Move
from engine.games.decrypto.reading import (
    MOST,
    PLACES,
    TOGETHER_SHARPNESS,
    average_hints,
    compare_latent,
    explain_guess,
    fill,
    find_nearest,
    list_cells,
    read_hints,
    read_with_keywords,
    sort_hints,
)
from engine.games.decrypto.view import SEATS, Role, View
from engine.games.explanation import Explanation
from engine.games.random_player import create_seat_random
from engine.players.kinds import USUAL_STRENGTH
from engine.players.pragmatic.arrays import multiply_many
from engine.players.pragmatic.listeners import Listeners, load_listeners
from engine.players.pragmatic.player import ListeningPlayer
from engine.players.vectors.similarity import Floats
from engine.seat import Seat
from engine.wording import join_names

POOLS = (16, 32, 72, 110, 180)
"""By strength: the number of candidates for each keyword that the encoder searches."""
NATURALNESS = (1.2, 0.5, 0.25, 0.1, 0.03)
"""By strength: the weight of a standard deviation of naturalness against log-probabilities."""
CERTAINTY = (0.18, 0.36)
"""For strengths 1 and 2: the interceptor draws its guess from its beliefs raised to this power.
From strength 3 on it guesses the most likely code."""
TRIES = 160
"""Number of triples of hints that are drawn at random before the best are improved hint by hint."""
STARTS = 2
"""Number of the best triples that are improved."""
DECODER_SHARPNESS = 16.0
"""Inverse temperature of a decoder with one space: log-odds per unit of summed cosines."""
INTERCEPTOR_SHARPNESS = 20.0
"""Inverse temperature of an interceptor that compares hints with the nearest past hint."""
BASELINE_SHARPNESS = 40.0
"""Inverse temperature of one that compares them with the mean of past hints, as baselines do."""
LATENT_SHARE = 0.2
"""Prior probability that the interceptor is one that guesses the keywords."""


class PragmaticPlayer(ListeningPlayer):
    """A player that models its listeners; it keeps no state between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Give hints, or guess; the move is always legal, so there is never a complaint."""
        if view.hints is None:
            return Hint(words=plan_hints(self.listeners, view, self.seed, self.strength, 1).best)
        beliefs = read_hints(self.listeners, view).beliefs
        rng = create_seat_random(self.seed, SEATS[self.seat], view.number)
        if view.role is Role.INTERCEPTOR and self.strength <= len(CERTAINTY):
            likely = [belief ** CERTAINTY[self.strength - 1] for belief in beliefs]
            return Guess(code=rng.choices(CODES, likely)[0])
        best = [
            code
            for code, belief in zip(CODES, beliefs, strict=True)
            if belief >= max(beliefs) - 1e-9
        ]
        return Guess(code=rng.choice(best) if len(best) > 1 else best[0])


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


def plan_hints(listeners: Listeners, view: View, seed: str, strength: int, wanted: int = 6) -> Plan:
    """Search for the triple of hints with the greatest value.

    Args:
        listeners: The listeners that are modelled.
        view: The encoder's view, in a round without hints.
        seed: The seed of the match.
        strength: How far hints may be from the keywords, from 1 to 5.
        wanted: The number of the best triples to return.
    """
    assert view.keywords is not None
    assert view.code is not None
    given = frozenset(
        word for done in view.rounds for hint in done.hints for word in fold_words(hint)
    )
    count = POOLS[strength - 1]
    candidates = load_candidates(listeners, view.keywords, count + 2 * view.options.rounds)
    pools = [candidates.list_fresh(digit - 1, given, count) for digit in view.code]
    judge = _Judge(listeners, view, candidates, pools, NATURALNESS[strength - 1])
    chance = create_seat_random(seed, SEATS[Role.ENCODER], view.number)
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
    ) -> None:
        """Compute the odds of every candidate for every listener.

        Args:
            listeners: The listeners.
            view: The encoder's view.
            candidates: The candidates for all keywords.
            pools: For each place of the code, indices of candidates.
            weight: The weight of naturalness.
        """
        assert view.code is not None
        self.weight = weight
        self.natural = [candidates.natural[pool] for pool in pools]
        """By place of the code: the naturalness of its candidates."""
        decoders, interceptors = _compare_pools(listeners, view, candidates, pools)
        self._decoders = len(decoders)
        heard = np.stack([*decoders, *interceptors])
        ends = accumulate((len(pool) for pool in pools), initial=0)
        parts = [heard[:, start:end] for start, end in pairwise(ends)]
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
        literal, latent = beliefs[self._decoders : -1], beliefs[-1]
        caught = (1 - LATENT_SHARE) * literal.max(axis=0) + LATENT_SHARE * latent
        plain = sum(self.natural[place][triples[:, place]] for place in range(3)) / 3
        value = np.log(understood + 1e-12) + np.log(1 - caught + 1e-3) + 3 * self.weight * plain
        return np.stack([understood, caught, plain, value.round(9)], axis=1)


def _compare_pools(
    listeners: Listeners, view: View, candidates: Candidates, pools: Sequence[Sequence[int]]
) -> tuple[list[Floats], list[Floats]]:
    """Score the candidates of all places for each modelled decoder and interceptor.

    Returns:
        By listener: logits of the keyword numbers, that is scores times sharpness; shape
        (candidates of all places, 4).
    """
    assert view.keywords is not None
    past = sort_hints(view.rounds)
    texts = (*view.keywords, *(hint for hints in past for hint in hints))
    chosen = np.array([at for pool in pools for at in pool], np.intp)
    ends = list(accumulate((len(pool) for pool in pools), initial=0))
    spans = [slice(*ends) for ends in pairwise(ends)]
    decoders: list[Floats] = []
    interceptors: list[Floats] = []
    sums: list[Floats] = []
    compared: list[Floats] = []
    places = candidates.places[chosen]
    for space, others in enumerate(listeners.embed_in_all_spaces(texts)):
        heard = listeners.embed_corpus(space).take(places)
        means = average_hints(others.rows[4:], past)
        cosines = multiply_many(heard.rows, np.concatenate([others.rows, means]))
        compared.append(heard.standardize(cosines[:, :-4], others))
        if others.rows[:4].any(axis=1).all() or not decoders:
            decoders.append(DECODER_SHARPNESS * cosines[:, :4])
        mean, nearest = cosines[:, -4:], find_nearest(cosines[:, 4:-4], past)
        if not all(past):
            mean, nearest = (
                np.concatenate([fill(one[span], past) for span in spans]) for one in (mean, nearest)
            )
        interceptors += [BASELINE_SHARPNESS * mean, INTERCEPTOR_SHARPNESS * nearest]
        sums.append(mean + nearest)
    interceptors.append(INTERCEPTOR_SHARPNESS / 2 / len(sums) * np.sum(sums, axis=0))
    near = np.stack(compared).clip(0, MOST).mean(axis=0)
    scores = read_with_keywords(near, candidates.associated[chosen], past)
    decoders.append(TOGETHER_SHARPNESS * scores)
    latent = compare_latent(listeners, past, partial(candidates.compare, chosen))
    interceptors.append(TOGETHER_SHARPNESS * latent)
    return decoders, interceptors


def explain_pragmatic_move(
    seat: Seat,
    seed: str,
    view: View,
    move: Move,
    spaces: str = "",
    strength: int = USUAL_STRENGTH,
) -> tuple[Explanation, ...]:
    """Explain a move: what the player expected of its listeners, and the best alternatives."""
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
            title="Expected reactions of the listeners to the best hints considered",
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
            title="Similarity of hints to keywords",
            rows=move.words,
            columns=view.keywords,
            values=to_rows(listeners.compare(move.words, view.keywords).mean(axis=0)),
            measure="standard deviations above usual",
            chosen=list_cells(view.code),
            note="The mean over the spaces. Each of them hears each hint nearer to its keyword.",
        ),
    )
