"""Run a bundle of trials one after another in a worker, and collect the results."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from socket import gethostname
from time import monotonic
from typing import Any

from engine.config.paths import get_cache_folder
from engine.errors import PlayerError
from engine.journal.reader import parse_record
from engine.llm.budget import Budget, OverBudget
from engine.players.vectors.shared_folder import share_rankings
from lab.run.compression import compress_lines, decompress_lines
from lab.run.question_gates import Gates
from lab.run.task import Result, Task
from lab.run.trial import Trial, TrialResources
from lab.trials import run_trial
from lab.trials.call_usage import sum_call_usage
from lab.trials.model_names import name_served_models

HOST = gethostname()


MAX_REASON_LENGTH = 2_000
"""Maximum length of a failure's reason in characters."""


async def run_bundle(tasks: tuple[Task, ...], gates: Gates) -> list[Result]:
    """Run tasks one after another; a failure does not stop the others."""
    _prepare_worker()
    return [await run_task(task, gates) for task in tasks]


@cache
def _prepare_worker() -> None:
    """Share the rankings of word vectors with other processes."""
    share_rankings(get_cache_folder("rankings"))


async def run_task(task: Task, gates: Gates) -> Result:
    """Run a task; expected failures become results."""
    started = monotonic()
    budget = Budget(*task.allowance) if task.allowance else None
    failure, over_allowance, outcome, resources = "", False, None, None
    try:
        name = Path(task.path or f"trial {task.number}")
        about, calls = (decompress_lines(one, name) for one in (task.about, task.about_calls))
        record = parse_record(name, about.encode()) if about else None
        path = Path(task.path) if task.path else None
        resources = TrialResources(gates, path, record, calls, budget)
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
        said = resources.read_calls() if resources and not over_allowance else ""
        return Result(
            task.number,
            failure[:MAX_REASON_LENGTH],
            over_allowance,
            figures=_write_figures(sum_call_usage(said), said) if said else "",
            calls=compress_lines(said),
            used=used,
            seconds=seconds,
        )
    return Result(
        task.number,
        figures=_write_figures(outcome.figures, outcome.calls),
        turns=json.dumps(outcome.turns, ensure_ascii=False),
        journal=compress_lines(outcome.journal),
        calls=compress_lines(outcome.calls),
        used=used,
        seconds=seconds,
        host=HOST,
    )


def _write_figures(figures: Mapping[str, Any], calls: str) -> str:
    """Write the figures of a trial, with the models that answered in these lines of calls."""
    served = name_served_models(calls)
    return json.dumps({**figures, "served": served} if served else figures, ensure_ascii=False)
