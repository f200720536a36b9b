"""The limits of a run: questions at once, budget, time and failures."""

import re
from typing import Annotated

from pydantic import Field, StrictInt, field_validator

from engine.llm.budget import Budget
from lab.experiment.sections import Section

AtOnce = Annotated[StrictInt, Field(ge=1, le=1_000_000)]
"""A number of concurrent questions."""


class Limits(Section):
    """The limits of the run."""

    at_once: AtOnce | dict[str, AtOnce] = {}  # noqa: RUF012 - pydantic copies it
    """Maximum number of concurrent questions to a model: for every model, or by player."""
    budget: str = ""
    """The budget of the whole run: `5.00`, `200000tokens` or `1000calls`."""
    wall_time: str = ""
    """Time after which `parlour lab run` stops: `90s`, `30min`, `8h`."""
    stop_after_failures: StrictInt = Field(default=20, ge=1, le=1_000_000)
    """The run stops after this many consecutive failed trials."""

    @field_validator("budget")
    @classmethod
    def _check_budget(cls, text: str) -> str:
        if text:
            Budget.parse(text)
        return text

    @field_validator("wall_time")
    @classmethod
    def _check_wall_time(cls, text: str) -> str:
        parse_duration(text)
        return text


def parse_duration(text: str) -> float | None:
    """Parse a duration such as `90s`, `30min` or `8h` to seconds; `None` if it is empty.

    Raises:
        ValueError: If it is not a duration.
    """
    if not text:
        return None
    units = {"s": 1, "min": 60, "h": 3600}
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?) ?(s|min|h)", text.strip())
    if not found or not float(found[1]):
        raise ValueError(f"a time is a number with s, min or h, such as 30min, not {text[:40]!r}")
    return float(found[1]) * units[found[2]]
