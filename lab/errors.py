"""What can be wrong with an experiment, a run or an executor; each message says what to do.

They stand apart, as commands name them before anything of the laboratory is loaded.
"""


class LabError(ValueError):
    """Something that the user has to change."""


class ExperimentError(LabError):
    """A file that describes no experiment; the message names the file, the key and the fix."""


class GamesError(LabError):
    """Recorded games that cannot be read; the message names the file, the game and the turn."""


class RunError(LabError):
    """A run file that cannot be used as asked."""


class ExecutorError(LabError):
    """An executor that cannot be used."""


class BenchError(LabError):
    """A DixitBench, or a similarity of cards, that cannot be used."""


class StudyError(LabError):
    """A study, or its items or ratings, that cannot be used; the message says what to do."""
