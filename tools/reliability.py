"""Learn how reliable each kind of evidence is: `python -m tools.reliability` writes the file.

- How much a likeness of form says (a rhyme, an anagram) is counted in the lists of associations:
  how often it occurs between a keyword and a response of its list, against another keyword.
- How much each kind of evidence says is fitted to the hints of the open half of those that were
  written by hand: the codes are likeliest under these weights, which are drawn to what they were by
  design (`PRIOR`), as 210 rounds say little. The locked half is not read.

It prints what the weights are worth on games that they were not fitted to (cross-validated), and
how sure and how right the decoder is there.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from math import log

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from engine.forms.giveaway import match_word
from engine.games.decrypto.moves import CODES
from engine.games.decrypto.past_hint_scores import sort_hints, weigh_history
from engine.games.decrypto.pragmatic_beliefs import MOST, PLACES, ROWS
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import View
from engine.games.decrypto.written_games import OPEN, list_views, read_written_games
from engine.players.pragmatic.form.likeness import LIKENESSES, list_likenesses
from engine.players.pragmatic.listeners import load_listeners
from engine.players.vectors.word_vectors import Floats
from tools.lists.reading import WORDS
from words.game_words import read_keywords
from words.knowledge import read_word_associations

FILE = WORDS / "reliability.toml"
PRIOR = {"spaces": 1.2, "associations": 1.2, "thoughts": 0.6, "history": 0.24, "form": 1.0}
"""By kind: its weight before anything was learnt."""
SPREAD = 0.6
"""Standard deviation of the logarithm of a weight around that of its prior."""
MOST_LAPSE = 0.3
"""Limit of the lapse."""
LAPSE = -2.0, 2.0
"""Mean and standard deviation of the lapse before anything was learnt, as log-odds of the limit."""
FOLDS = 10
SHIFT = 101
"""The other keyword of a response stands so many places later in the deck."""
BY_DESIGN, BY_CHANCE = 1.0, 0.25
"""Likenesses that are added to those counted, with the word that is meant and with another."""
BINS = (0.0, 0.5, 0.7, 0.9, 0.97, 0.99, 1.01)

type Weights = tuple[Floats, float]
"""Those of the kinds, and the lapse."""


class Rounds:
    """Rounds of written hints, with the evidence for each code."""

    def __init__(self) -> None:
        """Read the open half."""
        evidence, free, right, games = [], [], [], []
        for writer in OPEN:
            for number, game in enumerate(read_written_games()[writer]):
                for view, code in list_views(game, Role.DECODER):
                    evidence.append(collect_evidence(view)[:, ROWS, PLACES].sum(axis=2))
                    free.append([one not in view.used_codes for one in CODES])
                    right.append(CODES.index(code))
                    games.append((writer, number))
        self.evidence, self.free = np.array(evidence), np.array(free)
        """Shapes (rounds, kinds, codes) and (rounds, codes)."""
        self.right = np.array(right)
        order = {game: place for place, game in enumerate(dict.fromkeys(games))}
        self.folds = np.array([order[game] % FOLDS for game in games])

    def believe(self, chosen: NDArray[np.intp], weights: Weights) -> Floats:
        """Compute the probability of each code; shape (chosen, codes)."""
        scores = np.einsum("k,nkc->nc", weights[0], self.evidence[chosen])
        free = self.free[chosen]
        scores = np.where(free, scores, -np.inf)
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        found: Floats = (1 - weights[1]) * likely + weights[1] * free / free.sum(1, keepdims=True)
        return found

    def rate(self, chosen: NDArray[np.intp], beliefs: Floats) -> Floats:
        """Compute the log-probability of each right code; shape (chosen,)."""
        found: Floats = np.log(beliefs[np.arange(len(chosen)), self.right[chosen]])
        return found

    def fit(self, chosen: NDArray[np.intp]) -> Weights:
        """Find the likeliest weights."""

        def lose(at: Floats) -> float:
            told = self.rate(chosen, self.believe(chosen, _weigh(at))).sum()
            far = (at[:-1] / SPREAD) ** 2
            return float(-told + far.sum() / 2 + ((at[-1] - LAPSE[0]) / LAPSE[1]) ** 2 / 2)

        return _weigh(minimize(lose, [*np.zeros(len(PRIOR)), LAPSE[0]], method="L-BFGS-B").x)


def _weigh(at: Floats) -> Weights:
    weights: Floats = np.array([*PRIOR.values()]) * np.exp(at[:-1])
    return weights, MOST_LAPSE / (1 + np.exp(-at[-1]))


def collect_evidence(view: View) -> Floats:
    """Collect the evidence of each kind, in the order of `PRIOR`; shape (kinds, 3, 4)."""
    assert view.hints is not None
    assert view.keywords is not None
    listeners, past = load_listeners(), sort_hints(view.rounds)
    told = [hint for hints in past for hint in hints]
    near = listeners.compare(view.hints, (*view.keywords, *told)).clip(0, MOST).mean(axis=0)
    return np.stack(
        [
            near[:, :4],
            listeners.associate(view.hints, view.keywords),
            listeners.relate(view.hints, view.keywords),
            weigh_history(near[:, 4:], past),
            listeners.rate_form(view.hints, view.keywords),
        ]
    )


@cache
def learn_likenesses() -> dict[str, float]:
    """Learn what each likeness says of a response: a log-likelihood, 0 or more."""
    own, other = Counter[str](), Counter[str]()
    keywords, lists = read_keywords(), read_word_associations()
    for place, keyword in enumerate(keywords):
        strange = keywords[(place + SHIFT) % len(keywords)]
        for response in lists[keyword]:
            if not match_word(response, keyword) and not match_word(response, strange):
                own.update(list_likenesses(response, keyword))
                other.update(list_likenesses(response, strange))
    for name in LIKENESSES:
        print(f"{name:16} {own[name]:4} with the own keyword, {other[name]:4} with another")
    return {
        name: max(0.0, log((own[name] + BY_DESIGN) / (other[name] + BY_CHANCE)))
        for name in LIKENESSES
    }


def describe(label: str, rounds: Rounds, beliefs: Floats) -> str:
    """Say how good beliefs are: codes missed, log loss, and how sure and how right they are."""
    every = np.arange(len(rounds.right))
    sure = beliefs.max(axis=1)
    best = beliefs >= sure[:, None] - 1e-9
    hit = best[every, rounds.right] / best.sum(axis=1)
    lines = [
        f"{label}: missed {100 * (1 - hit.mean()):.1f} %, log loss "
        f"{-rounds.rate(every, beliefs).mean():.3f}, Brier {((sure - hit) ** 2).mean():.3f}, "
        f"sure {100 * sure.mean():.1f} %"
    ]
    for low, high in pairwise(BINS):
        some = (sure >= low) & (sure < high)
        if some.any():
            lines.append(
                f"  {100 * low:3.0f} to {100 * min(high, 1):3.0f}: "
                f"sure {100 * sure[some].mean():5.1f}, "
                f"right {100 * hit[some].mean():5.1f} of {some.sum()}"
            )
    return "\n".join(lines)


def render(weights: Weights, likenesses: dict[str, float], rounds: int) -> str:
    """Render the file."""
    kinds = "".join(
        f"{name} = {weight:.3f}\n" for name, weight in zip(PRIOR, weights[0], strict=True)
    )
    forms = "".join(f'"{name}" = {weight:.2f}\n' for name, weight in likenesses.items())
    return (
        f'command = "python -m tools.reliability"\ndate = "{datetime.now(UTC):%Y-%m-%d}"\n'
        f"rounds = {rounds}\nlapse = {weights[1]:.4f}\n\n[kinds]\n{kinds}\n[likenesses]\n{forms}"
    )


def main(arguments: Sequence[str]) -> int:
    """Learn, print what it is worth, and write the file; the exit code."""
    likenesses = learn_likenesses()
    if "--likenesses" in arguments:
        FILE.write_text(render((np.array([*PRIOR.values()]), 0.007), likenesses, 0))
        return 0
    rounds = Rounds()
    every = np.arange(len(rounds.right))
    print(describe("by design", rounds, rounds.believe(every, (np.array([*PRIOR.values()]), 0))))
    beliefs = np.zeros((len(every), len(CODES)))
    for fold in range(FOLDS):
        rest, own = (np.flatnonzero(test) for test in (rounds.folds != fold, rounds.folds == fold))
        beliefs[own] = rounds.believe(own, rounds.fit(rest))
    print(describe("learnt, cross-validated", rounds, beliefs))
    weights = rounds.fit(every)
    text = render(weights, likenesses, len(every))
    FILE.write_text(text, encoding="ascii")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
