"""A budget: what models may use, held back before each call, so that it is not passed."""

import re
from dataclasses import dataclass, field
from math import inf
from typing import Self

from engine.llm.models import Model
from engine.llm.prompt import Message
from engine.options import OptionError
from engine.players import (
    SetupError,
    Stopped,
)
from engine.usage import Usage

LETTERS = 3
"""So many letters of a prompt are taken for a token; it is more in most languages."""
PICTURE = 1_000
"""So many tokens are taken for a picture."""
ANSWER = 1_000
"""So many tokens are taken for an answer, where neither `max_tokens` nor a longer one is known."""
UNITS = ("tokens", "calls")
"""What a budget can be in, besides money."""


class OverBudget(Stopped):
    """A call that was not made, as it might have passed the budget."""

    def __init__(self, message: str, limit: float) -> None:
        super().__init__(message)
        self.limit = limit
        """What the limit was."""


@dataclass(slots=True)
class Budget:
    """What all models of a run may use together."""

    limit: float
    """Infinity where the operator has lifted it."""
    unit: str = ""
    """`tokens`, `calls`, or empty for money."""
    used: Usage = field(default_factory=Usage)
    """What finished calls have used."""
    _held: float = 0.0
    """What calls under way may use."""
    _first: float = 0.0
    """What the limit was at the beginning."""

    def __post_init__(self) -> None:
        self._first = self.limit

    @classmethod
    def read(cls, text: str) -> Self:
        """The budget that `0.50`, `20000 tokens` or `100 calls` means.

        Raises:
            OptionError: If it means none.
        """
        found = re.fullmatch(r"(\d{1,12}(?:\.\d{1,6})?) ?([a-z]*)", text.strip().replace(",", ""))
        if found and float(found[1]) > 0 and found[2] in ("", *UNITS):
            return cls(float(found[1]), found[2])
        raise OptionError(
            f"A budget is an amount of money such as 0.50, or 20000tokens, or 100calls, "
            f"not {text[:40]!r}."
        )

    def admit(self, model: Model) -> None:
        """Make sure that it can be told what calls of a model use.

        Raises:
            SetupError: If the budget is money, and the model has no price.
        """
        if not self.unit and not model.priced:
            raise SetupError(
                f"{model.name} has no price, so a budget in money means nothing to it: give "
                f"price_in and price_out in [models.NAME], or a budget in tokens or calls."
            )

    def hold(self, model: Model, messages: list[Message], longest: int) -> float:
        """Hold back what a call may use.

        Args:
            model: Who is to be asked.
            messages: The question.
            longest: The tokens of its longest answer so far.

        Returns:
            What is held, to be given back to `settle`.

        Raises:
            OverBudget: If it might pass the budget.
        """
        expected = likely(model, messages, longest)
        amount = self._of(expected)
        if not self.covers(expected):
            spent = self._of(self.used) + self._held
            raise OverBudget(
                f"The budget of {self._told(self.limit)} might be passed: {self._told(spent)} "
                f"used, and the next call may take {self._told(amount)}.",
                self.limit,
            )
        self._held += amount
        return amount

    def settle(self, held: float, usage: Usage) -> None:
        """Count what a call has used instead of what was held for it."""
        self._held = max(0.0, self._held - held)
        self.used += usage

    def covers(self, usage: Usage) -> bool:
        """Is what is left enough for this?"""
        return self._of(self.used) + self._held + self._of(usage) <= self.limit

    def extend(self) -> None:
        """Allow as much again as at the beginning."""
        self.limit += self._first

    def lift(self) -> None:
        """Take the limit away; what is used is counted all the same."""
        self.limit = inf

    @property
    def amount(self) -> str:
        """What was allowed at the beginning, in words: what `extend` allows once more."""
        return self._told(self._first)

    def __str__(self) -> str:
        """What is used of it: `0.0123 of 0.5000`, `12 of 100 calls`."""
        used = self._of(self.used)
        if self.limit == inf:
            return f"{self._told(used)}, no limit"
        number = f"{used:,.0f}" if self.unit else self._told(used)
        return f"{number} of {self._told(self.limit)}"

    def _of(self, usage: Usage) -> float:
        match self.unit:
            case "tokens":
                return usage.tokens_in + usage.tokens_out
            case "calls":
                return usage.calls
        return usage.cost or 0.0

    def _told(self, amount: float) -> str:
        if not self.unit:
            return f"{amount:.4f}"
        number = f"{amount:,.0f}"
        return f"{number} {self.unit.removesuffix('s') if number == '1' else self.unit}"


def likely(model: Model, messages: list[Message], longest: int) -> Usage:
    """What a call may use: rather too much than too little."""
    tokens_in = 0
    for message in messages:
        content = message["content"]
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        for part in parts:
            tokens_in += PICTURE if part["type"] == "image_url" else len(part["text"]) // LETTERS
    tokens_out = model.max_tokens or max(ANSWER, longest)
    return Usage(1, tokens_in, tokens_out, model.cost(tokens_in, tokens_out))
