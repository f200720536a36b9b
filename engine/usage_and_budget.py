"""Count the calls, tokens and cost of models, and limit them by a budget.

All models of a run share one `Budget`. Each call reserves its estimated usage before it is sent,
and is refused if it might exceed the limit.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Protocol, Self, runtime_checkable

from engine.option_errors import OptionError
from engine.player_protocol import GameStopped, SetupError
from engine.seat import Seat

UNITS = ("tokens", "calls")
"""Units of a budget, besides money."""


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
    estimated = [f"{_count_calls(total.estimated)} by estimate"] if total.estimated else []
    return ", ".join((_count_calls(total.calls), *amounts, *estimated))


def _count_calls(number: int) -> str:
    return "1 call" if number == 1 else f"{number:,} calls"


def list_tokens_and_cost(
    tokens_in: int | None, tokens_out: int | None, cost: float | None
) -> list[str]:
    """Format `3,400 tokens in, 560 out` and `cost 0.0123`, each only if it is known."""
    tokens = f"{tokens_in or 0:,} tokens in, {tokens_out or 0:,} out"
    known = tokens_in is not None or tokens_out is not None
    return [*([tokens] if known else []), *([] if cost is None else [f"cost {cost:.4f}"])]


def format_duration(seconds: float) -> str:
    """Format a duration: `0.4 s`, `41 s` or `3 min 5 s`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


class Priced(Protocol):
    """A model whose price may be known."""

    @property
    def name(self) -> str:
        """The name of the model."""

    @property
    def has_price(self) -> bool:
        """Whether its prices are known."""


class OverBudget(GameStopped):
    """A call that was not made because it might have exceeded the budget."""

    def __init__(self, message: str, limit: float) -> None:
        super().__init__(message)
        self.limit = limit


@dataclass(slots=True)
class Budget:
    """The budget that all models of a run share."""

    limit: float
    """The limit; infinity if the operator has lifted it."""
    unit: str = ""
    """`tokens`, `calls`, or empty for money."""
    used: Usage = field(default_factory=Usage)
    """The usage of finished calls."""
    _reserved: float = 0.0
    """The reserved amount of calls in progress."""
    _initial: float = 0.0
    """The limit at the beginning."""

    def __post_init__(self) -> None:
        self._initial = self.limit

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a budget such as `0.50`, `20000 tokens` or `100 calls`.

        Raises:
            OptionError: If it is not a budget.
        """
        found = re.fullmatch(r"(\d{1,12}(?:\.\d{1,6})?) ?([a-z]*)", text.strip().replace(",", ""))
        if found and float(found[1]) > 0 and found[2] in ("", *UNITS):
            return cls(float(found[1]), found[2])
        raise OptionError(
            f"A budget is an amount of money such as 0.50, or 20000tokens, or 100calls, "
            f"not {text[:40]!r}."
        )

    def check_model(self, model: Priced) -> None:
        """Check that the usage of a model can be measured in the unit of the budget.

        Raises:
            SetupError: If the budget is money, and the model has no price.
        """
        if not self.unit and not model.has_price:
            raise SetupError(
                f"{model.name} has no price, so a budget in money means nothing to it: give "
                f"price_in and price_out in [models.NAME], or a budget in tokens or calls."
            )

    def reserve(self, expected: Usage) -> float:
        """Reserve the estimated usage of a call.

        Args:
            expected: The result of `engine.llm.player.estimate_call`.

        Returns:
            The reserved amount, for `settle`.

        Raises:
            OverBudget: If the call might exceed the budget.
        """
        amount = self._measure_amount(expected)
        if not self.covers(expected):
            spent = self._measure_amount(self.used) + self._reserved
            raise OverBudget(
                f"The budget of {self._format(self.limit)} might be passed: {self._format(spent)} "
                f"used, and the next call may take {self._format(amount)}.",
                self.limit,
            )
        self._reserved += amount
        return amount

    def settle(self, reserved: float, usage: Usage) -> None:
        """Replace the reserved amount of a call by its usage."""
        self._reserved = max(0.0, self._reserved - reserved)
        self.used += usage

    def covers(self, usage: Usage) -> bool:
        """Whether the remaining budget is enough for this usage."""
        return (
            self._measure_amount(self.used) + self._reserved + self._measure_amount(usage)
            <= self.limit
        )

    def extend(self) -> None:
        """Raise the limit by its initial amount."""
        self.limit += self._initial

    def remove_limit(self) -> None:
        """Remove the limit; usage is still counted."""
        self.limit = inf

    @property
    def amount(self) -> str:
        """The initial limit in words, which `extend` adds again."""
        return self._format(self._initial)

    def __str__(self) -> str:
        """Format the used part: `0.0123 of 0.5000`, `12 of 100 calls`; estimates as `about ...`."""
        about = "about " if self.used.estimated and self.unit != "calls" else ""
        return about + self._format_used()

    def _format_used(self) -> str:
        used = self._measure_amount(self.used)
        if self.limit == inf:
            return f"{self._format(used)}, no limit"
        number = f"{used:,.0f}" if self.unit else self._format(used)
        return f"{number} of {self._format(self.limit)}"

    def _measure_amount(self, usage: Usage) -> float:
        match self.unit:
            case "tokens":
                return usage.tokens_in + usage.tokens_out
            case "calls":
                return usage.calls
        return usage.cost or 0.0

    def _format(self, amount: float) -> str:
        if not self.unit:
            return f"{amount:.4f}"
        number = f"{amount:,.0f}"
        return f"{number} {self.unit.removesuffix('s') if number == '1' else self.unit}"
