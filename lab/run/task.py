"""A trial as it is sent to a worker, and the result that the worker returns."""

from dataclasses import dataclass

from engine.usage import Usage


@dataclass(frozen=True, slots=True)
class Task:
    """A trial as it is sent to a worker."""

    number: int
    """Its number in the run file."""
    kind: str
    text: str
    """Its content, see `Trial.text`."""
    path: str = ""
    """The file of its journal or answers; empty for a trial that is cheap to run again."""
    about: bytes | None = None
    """The compressed journal of the match that it is about."""
    allowance: tuple[float, str] | None = None
    """The amount that its models may use now, and the unit; `None` for no limit."""
    about_calls: bytes | None = None
    """The compressed calls of the match that it is about, if it needs them."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a task, as stored in the run file."""

    number: int
    failure: str = ""
    """The reason if the trial failed; else empty."""
    over_allowance: bool = False
    """Whether it stopped because its allowance was used up; it continues with a new one."""
    figures: str = ""
    """JSON; if it failed, no more than what models used, or empty."""
    turns: str = ""
    journal: bytes | None = None
    calls: bytes | None = None
    used: Usage | None = None
    """The usage of models this time."""
    seconds: float = 0.0
    host: str = ""
