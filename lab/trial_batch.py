"""Run a batch of trials, called a bundle, one after another in a worker, and collect the results.

`Task` is a trial as it is sent to a worker, and `Result` what the worker returns. The worker
compresses results, so that the coordinator of the run only writes them.
"""

import json
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from socket import gethostname
from time import monotonic

from engine.config.paths import get_cache_folder
from engine.errors import PlayerError
from engine.journal.reader import parse_record
from engine.llm.budget import Budget, OverBudget
from engine.usage import Usage
from lab.kinds import run_trial
from lab.permits import Gates
from lab.trial import Trial, TrialResources

HOST = gethostname()
MAX_REASON_LENGTH = 2_000
"""Maximum length of a failure's reason in characters."""


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
    turns: str = ""
    journal: bytes | None = None
    calls: bytes | None = None
    used: Usage | None = None
    """The usage of models this time."""
    seconds: float = 0.0
    host: str = ""


def compress_lines(text: str) -> bytes | None:
    """Compress the lines of a journal or a calls file; `None` for an empty text."""
    return zlib.compress(text.encode(), 6) if text else None


def decompress_lines(data: bytes | None) -> str:
    """Decompress lines; empty for `None`."""
    return zlib.decompress(data).decode() if data else ""


async def run_bundle(tasks: tuple[Task, ...], gates: Gates) -> list[Result]:
    """Run tasks one after another; a failure does not stop the others."""
    _prepare_worker()
    return [await run_task(task, gates) for task in tasks]


@cache
def _prepare_worker() -> None:
    """Share the rankings of word vectors with other processes."""
    from engine.players.vectors.similarity import share_rankings

    share_rankings(get_cache_folder("rankings"))


async def run_task(task: Task, gates: Gates) -> Result:
    """Run a task; expected failures become results."""
    started = monotonic()
    budget = Budget(*task.allowance) if task.allowance else None
    failure, over_allowance, outcome = "", False, None
    try:
        name = Path(task.path or f"trial {task.number}")
        record = parse_record(name, decompress_lines(task.about).encode()) if task.about else None
        path = Path(task.path) if task.path else None
        resources = TrialResources(gates, path, record, decompress_lines(task.about_calls), budget)
        outcome = await run_trial(Trial.from_text(task.kind, task.text), resources)
    except OverBudget:
        over_allowance = True
    except PlayerError as error:
        failure = str(error)
    except (ValueError, OSError) as error:
        failure = str(error) or type(error).__name__
    used = budget.used if budget else None
    seconds = round(monotonic() - started, 4)
    if outcome is None:
        failure = failure[:MAX_REASON_LENGTH]
        return Result(task.number, failure, over_allowance, used=used, seconds=seconds)
    return Result(
        task.number,
        figures=json.dumps(outcome.figures, ensure_ascii=False),
        turns=json.dumps(outcome.turns, ensure_ascii=False),
        journal=compress_lines(outcome.journal),
        calls=compress_lines(outcome.calls),
        used=used,
        seconds=seconds,
        host=HOST,
    )
