"""A fault of a deck."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a deck."""

    where: str
    """The file, the card, or both."""
    says: str
    """What is wrong and what to do; completes the sentence that `where` begins."""
    warning: bool = False
    """Whether the deck can be played nevertheless."""

    def __str__(self) -> str:
        return f"{self.where} {self.says}"
