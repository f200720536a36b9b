"""Choose the experiences that an agent is shown."""

from random import Random
from typing import get_args

from engine.comet.beliefs import Method
from engine.comet.experience import Experience
from engine.comet.pool import Pool

METHODS: tuple[Method, ...] = get_args(Method.__value__)


def choose_examples(pool: Pool, rng: Random) -> list[Experience]:
    """Choose the best experience of each kind of metaphor, for the choice of a feature."""
    return [best for method in METHODS if (best := _find_best(pool, method, rng)) is not None]


def choose_experiences(pool: Pool, method: Method, rng: Random) -> list[Experience]:
    """Choose the experiences shown for a sentence: the best, a promising one, and a failure."""
    of_kind = [one for one in pool.experiences if one.method == method]
    best = _find_best(pool, method, rng)
    promising = [
        one
        for one in of_kind
        if one.score >= 0 and one.uses < pool.policy.proven_after and one is not best
    ]
    hopeful = {one.id for one in promising}
    warnings = [
        one
        for one in of_kind
        if one.id not in hopeful and (one.score < 0 or (one.uses > 0 and not one.is_success))
    ]
    chosen = [best, *(rng.choice(some) for some in (promising, warnings) if some)]
    return [one for one in chosen if one is not None][: pool.policy.shown]


def _find_best(pool: Pool, method: Method, rng: Random) -> Experience | None:
    """Find the proven experience with the highest score; else any success."""
    good = [one for one in pool.experiences if one.method == method and one.is_success]
    policy = pool.policy
    proven = [
        one for one in good if one.uses >= policy.proven_after and one.score > policy.good_score
    ]
    if proven:
        return max(proven, key=lambda one: (one.score, one.uses))
    return rng.choice(good) if good else None
