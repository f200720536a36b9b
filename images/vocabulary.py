"""The words that describe a card: its themes, its device, its place, its tone."""

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
"""What the cards of the house deck may be about; a deck of your own may have other themes."""

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
"""How a picture is impossible."""

PLACES = ("sky", "sea", "town", "forest", "desert", "interior", "emblem")
"""Where a picture plays."""

TONES = ("metaphorical", "literal")
"""How a picture speaks."""
