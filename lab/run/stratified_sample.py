"""Draw a sample that covers all parts of a plan."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random


def draw_sample[T](plan: Sequence[T], size: int) -> list[T]:
    """Draw a random element from each of `size` equal parts of a plan (stratified sampling).

    This covers all deals, and avoids aliasing with the periodic order of line-ups. The same plan
    always has the same sample.
    """
    size, rng = min(size, len(plan)), Random(0)
    ends = [len(plan) * part // max(size, 1) for part in range(size + 1)]
    return [plan[rng.randrange(*part)] for part in pairwise(ends)]
