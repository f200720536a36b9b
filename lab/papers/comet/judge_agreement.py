"""Measure the agreement of judges."""

from collections.abc import Iterable
from dataclasses import dataclass

from lab.papers.comet.claims import JudgedClaim


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two judges on claims that both have judged."""

    first: str
    second: str
    claims: int
    agreed: int
    kappa: float | None
    """Cohen's kappa; `None` if both always give the same single answer."""


def measure_agreement(judged: Iterable[JudgedClaim]) -> list[Agreement]:
    """Measure the agreement of each pair of judges, except on blind guesses."""
    by_judge: dict[str, dict[tuple[str, str, str], bool]] = {}
    for one in judged:
        if isinstance(one.verdict, bool):
            key = one.kind, one.word, one.text
            by_judge.setdefault(one.judge, {})[key] = one.verdict
    names, found = list(by_judge), []
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            both = by_judge[first].keys() & by_judge[second].keys()
            if not both:
                continue
            pairs = [(by_judge[first][key], by_judge[second][key]) for key in both]
            agreed = sum(one == other for one, other in pairs)
            shares = [sum(side) / len(pairs) for side in zip(*pairs, strict=True)]
            chance = shares[0] * shares[1] + (1 - shares[0]) * (1 - shares[1])
            observed = agreed / len(pairs)
            kappa = None if chance == 1 else (observed - chance) / (1 - chance)
            found.append(Agreement(first, second, len(pairs), agreed, kappa))
    return found
