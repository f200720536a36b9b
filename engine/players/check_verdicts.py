"""The last verdict of a check of each agent, kept in the data folder."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from pydantic import AwareDatetime, Field, RootModel, ValidationError

from engine.frozen_model import FrozenModel
from engine.timestamp import format_utc_now
from files.regular import read_limited
from files.replacement import replace_private_file

if TYPE_CHECKING:
    from engine.players.agent_check import CheckResult

NAME = "verdicts.json"
MAX_KEPT = 500
"""The most agents whose verdict is kept; the oldest go."""


class CheckVerdict(FrozenModel):
    """How an agent did when it was last checked."""

    time: AwareDatetime
    asked: int = Field(ge=1)
    legal: int = Field(ge=0)
    """How many answers were legal moves."""
    seconds: float = Field(ge=0, allow_inf_nan=False)
    """The median time of an answer."""

    def describe(self) -> str:
        """Describe it in a few words, such as `8 of 10 legal, 1.3 s`."""
        return f"{self.legal} of {self.asked} legal, {self.seconds:.1f} s"


class _Verdicts(RootModel[dict[str, CheckVerdict]]):
    """By SPEC."""


def summarize_check(answers: "Iterable[CheckResult]") -> CheckVerdict:
    """Summarize the answers of a check, of which there is at least one."""
    listed = list(answers)
    return CheckVerdict(
        time=datetime.fromisoformat(format_utc_now()),
        asked=len(listed),
        legal=sum(answer.verdict == "legal" for answer in listed),
        seconds=median(answer.seconds for answer in listed),
    )


def load_verdicts(data: Path) -> Mapping[str, CheckVerdict]:
    """Load the verdicts by SPEC; a file that is missing or damaged has none."""
    try:
        return _Verdicts.model_validate_json(read_limited(data / NAME)).root
    except (OSError, ValidationError):
        return {}


def keep_verdict(spec: str, verdict: CheckVerdict, data: Path) -> None:
    """Keep the verdict of an agent in place of its last one.

    Raises:
        OSError: If it cannot be written.
    """
    known = {**load_verdicts(data), spec: verdict}
    latest = sorted(known.items(), key=lambda pair: pair[1].time)[-MAX_KEPT:]
    replace_private_file(data / NAME, _Verdicts(dict(latest)).model_dump_json(indent=1))
