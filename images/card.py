"""A card, the words that describe cards, and what a deck check finds."""

from dataclasses import dataclass

# fmt: off
THEMES = frozenset((
    "adventure", "ambition", "balance", "beauty", "belonging", "captivity", "chance", "change",
    "chaos", "childhood", "conflict", "courage", "curiosity", "danger", "decay", "deception",
    "desire", "distance", "dream", "duty", "escape", "exile", "faith", "fate", "fear", "freedom",
    "friendship", "generosity", "greed", "growth", "guilt", "harmony", "hope", "humility",
    "identity", "illusion", "imagination", "innocence", "isolation", "journey", "joy", "justice",
    "knowledge", "loneliness", "longing", "loss", "love", "magic", "melancholy", "memory",
    "mystery", "nostalgia", "obsession", "order", "patience", "peace", "play", "power", "pride",
    "protection", "rebellion", "rebirth", "secrecy", "silence", "sleep", "solitude", "time",
    "travel", "trust", "truth", "vanity", "wisdom", "wonder",
))
# fmt: on
"""The themes of the built-in deck; other decks may have others."""

DEVICES = (
    "scale",
    "containment",
    "substitution",
    "hybrid",
    "inversion",
    "reflection",
    "portal",
    "transformation",
    "displacement",
    "repetition",
    "pattern",
    "paradox",
)
"""In which way a picture is surreal."""

PLACES = ("sky", "sea", "town", "forest", "desert", "interior", "emblem")
"""Where a picture is set."""

TONES = ("metaphorical", "literal")
"""Whether a picture is a metaphor."""


class DeckError(ValueError):
    """A deck cannot be played; the message names the file or card and says what to do."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card as `deck.toml` describes it; all but the id may be empty."""

    id: str
    """The name of its picture file without the suffix."""
    title: str = ""
    """Its name; shown only after the reveal."""
    caption: str = ""
    """The clue that a good storyteller would give; shown only after the reveal."""
    tags: tuple[str, ...] = ()
    """What the picture shows, literally."""
    themes: tuple[str, ...] = ()
    """What the picture may be about."""
    echoes: tuple[str, ...] = ()
    """Sayings and well-known titles that it recalls."""
    tone: str = ""
    """One of `TONES`."""
    device: str = ""
    """One of `DEVICES`."""
    place: str = ""
    """One of `PLACES`."""
    palette: tuple[str, ...] = ()
    """The dominant colours, as `#rrggbb`."""


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
