"""A metaphor that was said in a game, and how others took it."""

from dataclasses import dataclass

from engine.comet.beliefs import OwnMetaphor

BY_BELIEFS = "beliefs"
"""The name of the judge if the players' logged beliefs decide."""


@dataclass(frozen=True, slots=True)
class SaidMetaphor:
    """A metaphor of a game, and its outcome."""

    seat: str
    own: OwnMetaphor
    words: tuple[str, str]
    """The word that it describes, and the other word."""
    understood: int
    teammates: int
    guessed: int
    opponents: int
    comment: str
    judge: str = BY_BELIEFS

    @property
    def recognised(self) -> bool:
        """Whether a teammate understood it."""
        return self.understood > 0

    @property
    def leaked(self) -> bool:
        """Whether an opponent guessed the word from it."""
        return self.guessed > 0

    @property
    def success(self) -> bool:
        """Whether a teammate understood it and no opponent guessed the word."""
        return self.recognised and not self.leaked
