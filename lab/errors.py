"""Errors of experiments, runs, recorded games, executors, benches and studies.

Their messages are for the user.

They have their own module, because commands import them before the rest of the laboratory.
"""


class LabError(ValueError):
    """An error that the user can fix."""


class ExperimentError(LabError):
    """An invalid experiment file; the message names the file, the key and the fix."""


class GamesError(LabError):
    """Unreadable recorded games; the message names the file, the game and the turn."""


class RunError(LabError):
    """A run file that cannot be used as requested."""


class ExecutorError(LabError):
    """An executor that cannot be used."""


class BenchError(LabError):
    """A DixitBench or a card similarity that cannot be used."""


class StudyError(LabError):
    """A study, or its items or ratings, that cannot be used."""
