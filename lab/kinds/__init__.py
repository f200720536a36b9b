"""The kinds of trial: a module each, with `async def run(trial, desk) -> Outcome`.

The runner knows none of them by name. A new kind is a new module here, and lines in `lab.plan`.
"""

from importlib import import_module

from lab.desk import Desk
from lab.trial import Outcome, Trial


async def run_trial(trial: Trial, desk: Desk) -> Outcome:
    """Run a trial of any kind.

    Raises:
        PlayerError: If a player failed; another try may help.
        ValueError: If the trial cannot have an outcome.
    """
    outcome: Outcome = await import_module(f"lab.kinds.{trial.kind}").run(trial, desk)
    return outcome
