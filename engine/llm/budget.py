"""Limit the calls, tokens and cost of all models of a run by a budget that they share."""

import re
from dataclasses import dataclass, field
from math import inf
from typing import Protocol, Self

from engine.errors import GameStopped, OptionError, SetupError
from engine.usage import Usage

UNITS = ("tokens", "calls")
"""Units of a budget, besides money."""


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
            f'A budget is an amount of money such as 0.50, or "20,000 tokens", or "100 calls", '
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
            expected: The result of `engine.llm.call_estimate.estimate_call`.

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
