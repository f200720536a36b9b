"""Count the calls, tokens and cost of models."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.seat import Seat


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


@runtime_checkable
class Metered(Protocol):
    """A player that counts its usage."""

    usage: Usage
    """Usage since the last reset."""


class UsageMeter:
    """Usage by seat that is not in the journal yet."""

    def __init__(self) -> None:
        self._players: dict[Seat, list[Metered]] = {}

    def add_player(self, seat: Seat, player: object) -> None:
        """Count a player's usage, in addition to that of earlier players of the seat.

        A call of an earlier player may still be in progress.
        """
        if isinstance(player, Metered):
            self._players.setdefault(seat, []).append(player)

    def get_pending(self, seat: Seat) -> Usage | None:
        """Usage of a seat since its last reset; `None` if there were no calls."""
        usage = sum((player.usage for player in self._players.get(seat, ())), Usage())
        return usage if usage.calls else None

    def reset(self, seat: Seat) -> None:
        """Start again at zero, after the usage was written to the journal."""
        for player in self._players.get(seat, ()):
            player.usage = Usage()


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
