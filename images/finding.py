"""A fault of a deck, and names of files in messages."""

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


def quote_name(name: object) -> str:
    """Return a file name for a message, with unprintable characters escaped."""
    text = str(name)
    return text if text.isprintable() else ascii(text)
