"""The state and the figures of a run at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass

from lab.analysis.live.matrix import Matrix
from lab.experiment.file import Experiment
from lab.run.status import Status


@dataclass(frozen=True)
class Snapshot:
    """A snapshot of a run."""

    status: Status
    experiment: Experiment
    matrices: Mapping[str, Matrix]
    """The matrix of each kind of trial."""
    speed: float
    """Recent trials per second."""
    seconds_left: float | None
    """Estimated remaining seconds; `None` if unknown."""
    complete: bool
    """Whether it includes all outcomes in the file."""
