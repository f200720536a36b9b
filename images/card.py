"""A card as `deck.toml` describes it: its ID, its file formats, and the words for its fields."""

import re
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
"""The devices by which a picture is surreal."""


PLACES = ("sky", "sea", "town", "forest", "desert", "interior", "emblem")
"""The settings of pictures."""


TONES = ("metaphorical", "literal")
"""The tones: whether a picture is a metaphor."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card, as described in `deck.toml`; all fields except the ID may be empty."""

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
    clues: tuple[str, ...] = ()
    """What storytellers may say of it."""
    tone: str = ""
    """One of `TONES`."""
    device: str = ""
    """One of `DEVICES`."""
    place: str = ""
    """One of `PLACES`."""
    palette: tuple[str, ...] = ()
    """The dominant colours, as `#rrggbb`."""


FORMATS = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "WEBP": (".webp",)}
"""The formats of cards, by Pillow's names, and their suffixes."""


SUFFIXES = tuple(suffix for suffixes in FORMATS.values() for suffix in suffixes)


CARD_ID = re.compile(r"[a-z][a-z0-9_]{0,59}")
