"""Share the budget of a run among workers: each trial that costs money gets an allowance.

A trial whose allowance is used up stops before its next call, and continues with a new one. So no
worker has to ask before each call, and all calls together never exceed the budget.
"""

from pydantic import BaseModel, NonNegativeFloat, NonNegativeInt

from engine.llm.budget import Budget
from engine.llm.calls_file import SUFFIX
from engine.usage import Usage
from files.regular import read_limited
from lab.errors import RunError
from lab.run.store import RunFile

GENEROSITY = 1.5
"""An allowance is the mean usage of a trial times this factor."""
FIRST_SHARE = 1 / 16
"""The share of the budget that a trial gets while the mean is unknown."""


class RunBudget:
    """The budget for the models of a run, also when it is resumed."""

    def __init__(self, text: str) -> None:
        """Parse a budget such as `5.00` or `1000calls`.

        Raises:
            OptionError: If it is not a budget.
        """
        self._budget = Budget.parse(text)
        self._reserved: dict[int, float] = {}
        self._last: dict[int, float] = {}
        self._stuck: set[int] = set()
        """Trials whose last allowance was too small for a single call."""
        self._finished = 0
        self._spent = 0.0

    def __str__(self) -> str:
        """The used part: `12 of 100 calls`."""
        return str(self._budget)

    @property
    def free(self) -> float:
        """The amount that is neither used nor reserved."""
        return (
            self._budget.limit
            - self._measure_amount(self._budget.used)
            - sum(self._reserved.values())
        )

    def add(self, usage: Usage, *, finished: bool = False) -> None:
        """Count usage."""
        self._budget.used += usage
        self._spent += self._measure_amount(usage)
        self._finished += finished

    def grant(self, number: int, *, others: int) -> tuple[float, str] | None:
        """Reserve an allowance for a trial.

        Args:
            number: The number of the trial.
            others: The number of other trials in progress; if 0, it gets all that is free.

        Returns:
            The amount and its unit; `None` if too little is free.
        """
        limit, free = self._budget.limit, self.free
        wanted = limit * FIRST_SHARE
        if self._finished:
            wanted = GENEROSITY * self._spent / self._finished
        wanted = max(wanted, 2 * self._last.get(number, 0.0), 1.0 if self._budget.unit else 0.0)
        if free < wanted and others:
            return None
        amount = min(wanted, free)
        too_little = number in self._stuck and amount <= self._last[number]
        if amount <= 0 or (too_little and not others):
            return None
        self._reserved[number] = self._last[number] = amount
        return amount, self._budget.unit

    def release(self, number: int, used: Usage | None = None) -> None:
        """Free the allowance of a trial that has stopped, and record whether it made progress."""
        self._reserved.pop(number, None)
        if used is not None and not used.calls:
            self._stuck.add(number)
        else:
            self._stuck.discard(number)

    def _measure_amount(self, usage: Usage) -> float:
        match self._budget.unit:
            case "tokens":
                return usage.tokens_in + usage.tokens_out
            case "calls":
                return usage.calls
        return usage.cost or 0.0


def read_unfinished_usage(run_file: RunFile) -> Usage:
    """Sum the usage of trials whose calls are not in the run yet, from their calls files.

    Raises:
        RunError: If a calls file cannot be read, or is damaged.
    """
    total = Usage()
    folder, stored = run_file.games_folder, run_file.read_keys_with_calls()
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else ():
        if path.name.removesuffix(SUFFIX) in stored:
            continue
        try:
            lines = read_limited(path).splitlines()
        except OSError as error:
            raise RunError(f"{path} cannot be read: {error.strerror}.") from None
        for line in lines:
            try:
                total += _read_usage(line)
            except (ValueError, RecursionError):
                if line is lines[-1]:  # incomplete after a kill
                    continue
                raise RunError(f"{path} is damaged: a line in it is no call of a model.") from None
    return total


class _Used(BaseModel):
    tokens_in: NonNegativeInt | None
    tokens_out: NonNegativeInt | None
    cost: NonNegativeFloat | None


def _read_usage(line: bytes) -> Usage:
    """Read the usage of a call from its line.

    Raises:
        ValueError: If it is no call.
    """
    used = _Used.model_validate_json(line)
    estimated = int(used.tokens_in is None)
    return Usage(1, used.tokens_in or 0, used.tokens_out or 0, used.cost, estimated)
