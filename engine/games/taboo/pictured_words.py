"""What the pictures in a line, such as emoji, are called."""

import unicodedata

PICTURES = ("So", "Sk")
"""The Unicode categories of pictures."""
PLAIN = frozenset(
    {"face", "sign", "symbol", "with", "of", "and", "the", "for", "selector", "emoji"}
)
"""Words in the names of pictures that say nothing about what is in them."""


def spell_pictures(line: str) -> str:
    """Write the names of pictures in their place, each once: `dog` for the face of a dog."""
    if line.isascii():
        return line
    spelled: list[str] = []
    seen: set[str] = set()
    for letter in line:
        if unicodedata.category(letter) not in PICTURES:
            spelled.append(letter)
        elif letter not in seen:
            seen.add(letter)
            name = unicodedata.name(letter, "").lower().replace("-", " ")
            spelled += [" ", " ".join(word for word in name.split() if word not in PLAIN), " "]
    return "".join(spelled)
