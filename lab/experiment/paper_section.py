"""What the sections of one paper, such as `[bench]`, have in common in an experiment file."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from engine.suggestion import explain_unknown
from lab.experiment.sections import Section


class Asked(Protocol):
    """What a section may ask of the rest of its experiment."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def games(self) -> int:
        """The number of deals."""

    @property
    def players(self) -> Mapping[str, Any]:
        """The players by name."""

    @property
    def specs(self) -> Mapping[str, str]:
        """The SPECs of the players by name."""

    @property
    def replays(self) -> Sequence[Any]:
        """The replays."""

    @property
    def questions(self) -> Sequence[Any]:
        """The questions."""


class PaperSection(Section, ABC):
    """A section for experiments of one paper, in its game alone."""

    game: ClassVar[str]
    """The name of the game."""
    subject: ClassVar[str]
    """What of the game the section is about."""

    @abstractmethod
    def check(self, place: str, experiment: Asked) -> None:
        """Check that the section fits the rest of its experiment.

        Raises:
            ValueError: If it does not; the message begins with the place.
        """

    def check_game(self, place: str, experiment: Asked) -> None:
        """Check the game.

        Raises:
            ValueError: If it is another one.
        """
        if experiment.game != self.game:
            raise ValueError(f"{place}: {self.subject} of {self.game}, not of {experiment.game}")


def require_known(
    place: str, what: str, names: Iterable[str], known: Mapping[str, object] | tuple[str, ...]
) -> None:
    """Check that names are known.

    Raises:
        ValueError: At the first unknown one, with the nearest.
    """
    for name in names:
        if name not in known:
            raise ValueError(f"{place}: {explain_unknown(what, name, known)}")
