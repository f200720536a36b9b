"""What a command changes in an experiment before it runs."""

from collections.abc import Sequence
from dataclasses import dataclass

from lab.experiment.joining_players import write_joining
from lab.experiment.models import write_models


@dataclass(frozen=True, slots=True)
class Changes:
    """Players that join, and models in place of those of the players."""

    joining: Sequence[str] = ()
    """Players as `NAME=SPEC`."""
    models: Sequence[str] = ()
    """Names of models."""

    def __bool__(self) -> bool:
        """Whether anything is changed."""
        return bool(self.joining or self.models)

    def write(self, text: str) -> str:
        """Write the changes into the text of an experiment, which they begin.

        Raises:
            ExperimentError: If one is written in another way.
        """
        return write_models(write_joining(text, self.joining), self.models)
