"""Write the usage of models in a sentence: calls, tokens and cost."""

from collections.abc import Iterable

from engine.usage import Usage


def format_usage(usages: Iterable[Usage]) -> str:
    """Format the sum: `12 calls, 3,400 tokens in, 560 out, cost 0.0123`; empty without calls.

    Estimated calls are mentioned: `, 2 calls by estimate`.
    """
    total = sum(usages, Usage())
    if not total.calls:
        return ""
    amounts = list_tokens_and_cost(total.tokens_in, total.tokens_out, total.cost)
    estimated = [f"{count_calls(total.estimated)} by estimate"] if total.estimated else []
    return ", ".join((count_calls(total.calls), *amounts, *estimated))


def count_calls(number: int) -> str:
    """Format a number of calls: `1 call`, `1,200 calls`."""
    return "1 call" if number == 1 else f"{number:,} calls"


def list_tokens_and_cost(
    tokens_in: int | None, tokens_out: int | None, cost: float | None
) -> list[str]:
    """Format `3,400 tokens in, 560 out` and `cost 0.0123`, each only if it is known."""
    tokens = f"{tokens_in or 0:,} tokens in, {tokens_out or 0:,} out"
    known = tokens_in is not None or tokens_out is not None
    return [*([tokens] if known else []), *([] if cost is None else [f"cost {cost:.4f}"])]
