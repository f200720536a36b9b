"""The usage of models: calls, tokens and cost."""

from dataclasses import dataclass


@dataclass(slots=True)
class Usage:
    """The usage of a model's calls."""

    calls: int = 0
    """Requests sent to the server."""
    tokens_in: int = 0
    """Tokens of the prompts, as the server counts them."""
    tokens_out: int = 0
    """Tokens of the answers, reasoning included."""
    cost: float | None = None
    """The cost in the currency of the prices in the settings; `None` if no price is known."""
    estimated: int = 0
    """The number of calls with estimated usage, because the server did not report it."""

    def __add__(self, other: "Usage") -> "Usage":
        costs = [one.cost for one in (self, other) if one.cost is not None]
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            round(sum(costs), 9) if costs else None,
            self.estimated + other.estimated,
        )
