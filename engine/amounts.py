"""Amounts in words: times to think, and what calls of models have used."""

from collections.abc import Iterable

from engine.players import Usage


def spoken_seconds(seconds: float) -> str:
    """A time to think: `0.4 s`, `41 s`, `3 min 5 s`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def used(tokens_in: int | None, tokens_out: int | None, cost: float | None) -> list[str]:
    """`3,400 tokens in, 560 out` and `cost 0.0123`, as far as they are known."""
    tokens = f"{tokens_in or 0:,} tokens in, {tokens_out or 0:,} out"
    known = tokens_in is not None or tokens_out is not None
    return [*([tokens] if known else []), *([] if cost is None else [f"cost {cost:.4f}"])]


def spent(usages: Iterable[Usage]) -> str:
    """`12 calls, 3,400 tokens in, 560 out, cost 0.0123`; empty where nothing was used."""
    total = sum(usages, Usage())
    if not total.calls:
        return ""
    calls = "1 call" if total.calls == 1 else f"{total.calls:,} calls"
    return ", ".join((calls, *used(total.tokens_in, total.tokens_out, total.cost)))
