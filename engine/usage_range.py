"""What models are expected to use, as a range."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from engine.usage import Usage
from engine.usage_text import count_calls

FEW = 8
"""With fewer measurements, a range goes from the smallest to the largest of them."""


@dataclass(frozen=True, slots=True)
class UsageRange:
    """What models will use at least, at most and probably, as far as one can tell."""

    least: Usage = field(default_factory=Usage)
    most: Usage = field(default_factory=Usage)
    expected: Usage = field(default_factory=Usage)
    """What they will use if everything goes as it usually does."""

    def __add__(self, other: "UsageRange") -> "UsageRange":
        return UsageRange(
            self.least + other.least, self.most + other.most, self.expected + other.expected
        )

    def scale(self, factor: float) -> "UsageRange":
        """Multiply it by a number of games or samples."""
        return UsageRange(
            scale_usage(self.least, factor),
            scale_usage(self.most, factor),
            scale_usage(self.expected, factor),
        )

    def __str__(self) -> str:
        """Format it: `12 to 36 calls, 3,400 to 9,800 tokens in, 560 to 4,000 out, cost ...`."""
        least, most = self.least, self.most
        if least.calls == most.calls:
            calls = count_calls(most.calls)
        else:
            calls = f"{least.calls:,} to {count_calls(most.calls)}"
        parts = [
            calls,
            f"{_join(f'{least.tokens_in:,}', f'{most.tokens_in:,}')} tokens in",
            f"{_join(f'{least.tokens_out:,}', f'{most.tokens_out:,}')} out",
        ]
        if least.cost is not None and most.cost is not None:
            parts.append(f"cost {_join(f'{least.cost:.4f}', f'{most.cost:.4f}')}")
        return ", ".join(parts)


def _join(least: str, most: str) -> str:
    return least if least == most else f"{least} to {most}"


def predict_rest(measured: Sequence[Usage], rest: int) -> UsageRange:
    """Predict what further games or trials will use, from some that were played.

    With many measurements, the range is that in which the sum lies with about 95 %: two standard
    errors around the mean. It is never wider than if all the rest were like the smallest or the
    largest one.

    Args:
        measured: The usage of each, at least one.
        rest: The number of the others.
    """
    calls = _predict([one.calls for one in measured], rest)
    tokens_in = _predict([one.tokens_in for one in measured], rest)
    tokens_out = _predict([one.tokens_out for one in measured], rest)
    known = [one.cost for one in measured if one.cost is not None]
    costs = _predict(known, rest) if len(known) == len(measured) else None
    least, most, expected = (
        Usage(
            round(calls[end]),
            round(tokens_in[end]),
            round(tokens_out[end]),
            None if costs is None else costs[end],
        )
        for end in (0, 1, 2)
    )
    return UsageRange(least, most, expected)


def _predict(values: Sequence[float], rest: int) -> tuple[float, float, float]:
    """Predict the smallest, the largest and the most probable sum."""
    least, most = min(values) * rest, max(values) * rest
    middle = fmean(values) * rest
    if len(values) < FEW:
        return least, most, middle
    margin = 2 * stdev(values) * sqrt(rest + rest**2 / len(values))
    return max(least, middle - margin), min(most, middle + margin), middle


def scale_usage(usage: Usage, factor: float) -> Usage:
    """Multiply usage by a number of games or samples; counts are rounded."""
    cost = None if usage.cost is None else usage.cost * factor
    calls, tokens_in, tokens_out, estimated = (
        round(one * factor)
        for one in (usage.calls, usage.tokens_in, usage.tokens_out, usage.estimated)
    )
    return Usage(calls, tokens_in, tokens_out, cost, estimated)
