"""The kinds of trial, a module each.

Each module has `async def run(trial, resources) -> Outcome`; `run_trial` imports it by the trial's
kind. A new kind needs a module here, and lines in `lab.run.plan`, which makes trials of it.
"""

from importlib import import_module

from lab.run.trial import MODULES, Outcome, Trial, TrialResources


async def run_trial(trial: Trial, resources: TrialResources) -> Outcome:
    """Run a trial of any kind.

    Raises:
        PlayerError: If a player failed; another try may help.
        ValueError: If the trial cannot have an outcome.
    """
    outcome: Outcome = await import_module(MODULES[trial.kind]).run(trial, resources)
    return outcome
