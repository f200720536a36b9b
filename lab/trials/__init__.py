"""The kinds of trial: each module here runs the trials of the kind that it is named after.

It has `async def run(trial, resources) -> Outcome`, and `run_trial` imports it by the trial's
kind. A new kind needs a module here, and lines in `lab.run.plan`, which makes trials of it.
"""

from importlib import import_module

from lab.run.trial import Outcome, Trial, TrialResources


async def run_trial(trial: Trial, resources: TrialResources) -> Outcome:
    """Run a trial of any kind.

    Raises:
        PlayerError: If a player failed; another try may help.
        ValueError: If the trial cannot have an outcome.
    """
    outcome: Outcome = await import_module(f"lab.trials.{trial.kind}").run(trial, resources)
    return outcome
