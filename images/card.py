"""A card, and what can be wrong with one."""

from dataclasses import dataclass


class DeckError(ValueError):
    """A deck that cannot be played: which file or card, and what to do."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a deck, as `deck.toml` describes it; all but the id may be empty."""

    id: str
    """The name of its picture's file, without the ending."""
    title: str = ""
    """What the picture is called; not shown before the reveal."""
    caption: str = ""
    """The clue that a good storyteller would give; not shown before the reveal."""
    tags: tuple[str, ...] = ()
    """What is to be seen, literally."""
    themes: tuple[str, ...] = ()
    """What it may be about."""
    echoes: tuple[str, ...] = ()
    """Sayings and well-known titles that it calls to mind."""
    tone: str = ""
    """One of `images.vocabulary.TONES`."""
    device: str = ""
    """One of `images.vocabulary.DEVICES`."""
    place: str = ""
    """One of `images.vocabulary.PLACES`."""
    palette: tuple[str, ...] = ()
    """The colours that dominate, as `#rrggbb`."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a deck."""

    where: str
    """The file, the card, or both."""
    says: str
    """What is wrong, and what to do: the rest of the sentence."""
    warning: bool = False
    """The deck can be played nevertheless."""

    def __str__(self) -> str:
        return f"{self.where} {self.says}"


def shown(name: object) -> str:
    """The name of a file as a message shows it: quoted where it has characters that do not show."""
    text = str(name)
    return text if text.isprintable() else ascii(text)
