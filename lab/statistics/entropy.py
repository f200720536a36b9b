"""Compute the entropy of answers."""

from collections.abc import Hashable, Iterable
from math import log2

import pandas as pd


def measure_entropy(answers: Iterable[Hashable]) -> float | None:
    """Compute the Shannon entropy of answers in bits, -sum p log2 p; `None` without answers."""
    shares = pd.Series(list(answers), dtype="object").dropna().value_counts(normalize=True)
    return abs(float(-sum(p * log2(p) for p in shares))) if len(shares) else None
