"""Read characters as the Latin letters that they look like (Unicode UTS 39)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, product
from unicodedata import category, name, normalize

from engine.forms.dictionary import is_known
from engine.text import drop_ignorable

SIGNS = {
    "0": "o",
    "1": "li",
    "2": "z",
    "3": "e",
    "4": "a",
    "5": "s",
    "6": "gb",
    "7": "t",
    "8": "b",
    "9": "g",
    "@": "a",
    "$": "s",
    "|": "li",
    "!": "il",
    "+": "t",
    "#": "h",
    "€": "e",
    "£": "l",
    "§": "s",
    "¡": "i",
    "√": "v",
    "∆": "a",
    "∂": "da",
    "∑": "e",
    "∩": "n",
    **dict.fromkeys("°∅⊕○◯●◎◉☉\u3007⚪⚫♥❤", "o"),
}
"""Digits and signs, and the letters that they stand for inside a word."""


DRAWN = {
    "|-|": "h",
    "/\\/\\": "m",
    "\\/\\/": "w",
    "|\\|": "n",
    "/\\": "a",
    "\\/": "v",
    "|)": "d",
    "|3": "b",
    "|<": "k",
    "|_|": "u",
    "|_": "l",
    "()": "o",
    "[]": "o",
}
"""Letters that are drawn with several signs."""


PAIRED = {"vv": "w", "rn": "m", "cl": "d"}
"""Letters that two others look like."""


DISPLAYED = {
    "Д": "a",
    "И": "n",
    "Й": "n",
    "Л": "a",
    "П": "n",
    "Ф": "o",
    "Ц": "u",
    "Ч": "y",
    "Ш": "w",
    "Щ": "w",
    "Ъ": "b",
    "Ы": "b",
    "Э": "e",
    "Δ": "a",
    "Λ": "a",
    "Ξ": "e",
    "Π": "n",
    "Σ": "e",
    "Φ": "o",
    "Ψ": "w",
    "Ω": "o",
    "ς": "s",
    "ω": "w",
    "\u01a7": "s",
    "Ƃ": "g",
}
"""Letters that stand for Latin ones in display type; Unicode has those that can be mistaken."""


LATIN = re.compile(
    r"(?:COMBINING )?(?:NEGATIVE (?:CIRCLED |SQUARED )|CROSSED NEGATIVE SQUARED )?"
    r"(?:LATIN (?:SMALL |CAPITAL )?LETTER(?: SMALL CAPITAL)?|REGIONAL INDICATOR SYMBOL LETTER)"
    r"(?: (?:TURNED|REVERSED|SIDEWAYS|INVERTED|OPEN|SCRIPT|DOTLESS|BARRED|LONG|INSULAR))*"
    r" (?P<letter>[A-Z])(?: WITH .*)?"
)
"""Matches the names of Latin letters in another shape, such as small capitals."""


MASKS = frozenset("*_#%?\u2022\ufffd")
"""Signs that are put in place of a letter that is left out."""


MOST_STEPS = 3
"""How many pairs of confusable characters lead from a character to a letter at most."""


MOST_READINGS = 256
"""How many readings of a piece of text are compared, the plainest first."""


SHORTEST_NUMBER = 3
"""How many digits or signs without a letter may stand for a word, as "5|_|<3"."""


PUNCTUATION = ".,;:?\"'()\u201c\u201d\u2018\u2019\u2026"
"""Punctuation that is left out at the ends of a piece, as it stands for no letter there."""


@lru_cache(maxsize=65536)
def read_look_alikes(text: str) -> tuple[str, ...]:
    """List the readings of a text in which look-alikes are replaced by Latin letters.

    Returns nothing if the text has no other reading. Words of ASCII letters have one only if no
    dictionary knows them, such as "fIame" and "rnoon".
    """
    plain = normalize("NFKC", drop_ignorable(text)).split()
    pieces = [tuple(_read_piece(piece)) for piece in plain]
    if all(readings == (piece,) for piece, readings in zip(plain, pieces, strict=True)):
        return ()
    return tuple(dict.fromkeys(map(" ".join, islice(product(*pieces), MOST_READINGS))))


def _read_piece(piece: str) -> Iterator[str]:
    """Yield the readings of what stands between two spaces; itself, if it has no other."""
    core = _draw(piece, DRAWN).strip(PUNCTUATION)
    words = re.findall("[A-Za-z]{2,}", core)
    known = all(is_known(word.casefold()) for word in words)
    signed = not core.isascii() or any(sign in core for sign in SIGNS)
    if (known and not signed and core == piece.strip(PUNCTUATION)) or (
        len(core) < SHORTEST_NUMBER and not any(c.isalpha() for c in core)
    ):
        yield piece
        return
    bare = core.rstrip("!+")
    doubtful = not known or (signed and bare == core)
    for one in (core, bare) if core != bare and not is_known(bare.casefold()) else (bare,):
        for text in dict.fromkeys((one, _draw(one, PAIRED) if doubtful else one)):
            letters = (_list_letters(c, doubtful=not known) for c in text)
            yield from map("".join, islice(product(*letters), MOST_READINGS))


def _draw(text: str, signs: Mapping[str, str]) -> str:
    for drawn, letter in signs.items():
        text = text.replace(drawn, letter)
    return text


def _list_letters(character: str, *, doubtful: bool) -> tuple[str, ...]:
    """List what a character may stand for, the plainest first.

    Args:
        character: The character.
        doubtful: Whether the letters I and l may stand for each other.
    """
    if character in SIGNS:
        return tuple(SIGNS[character])
    if character.isascii():
        return ("l", "i") if doubtful and character in "Il" else (character.casefold(),)
    return find_letters(character) or (character,)


@lru_cache(maxsize=8192)
def find_letters(character: str) -> tuple[str, ...]:
    """Find the Latin letters that a character looks like, the most alike first.

    They are those that it leads to by pairs of confusable characters, from both of its cases.
    """
    from confusable_homoglyphs.confusables import (  # noqa: PLC0415 - 50 ms, only for look-alikes
        confusables_data,
    )

    found: list[str] = []
    at = [character, *normalize("NFKD", character), character.upper(), character.casefold()]
    seen = set(at)
    for _ in range(MOST_STEPS):
        for one in at:
            found += (letter for sign in _spell(one) for letter in SIGNS.get(sign, (sign,)))
        at = [pair["c"] for one in at for pair in confusables_data.get(one, ())]
        at = [one for one in dict.fromkeys(at) if one not in seen]
        seen.update(at)
    found += (DISPLAYED[one] for one in (character, character.upper()) if one in DISPLAYED)
    if category(character).startswith("M"):
        found.append("")
    return tuple(dict.fromkeys(found))


def _spell(text: str) -> Iterable[str]:
    """Spell a text with small Latin letters and digits; nothing if it has other characters."""
    wide = normalize("NFKD", normalize("NFKC", text).casefold())
    letters = [_name_letter(c) for c in wide if c == text or not category(c).startswith("M")]
    spelled = "".join(letters)
    return (spelled,) if spelled.isascii() and spelled.isalnum() else ()


def _name_letter(character: str) -> str:
    named = LATIN.fullmatch(name(character, "")) if not character.isascii() else None
    return named["letter"].lower() if named else character


def is_masked(text: str, word: str) -> bool:
    """Whether signs such as * stand for a few letters of a word, as in "f*re"."""
    if MASKS.isdisjoint(text):
        return False
    said = text.strip(PUNCTUATION)
    hidden = sum(c in MASKS for c in said)
    return (
        0 < hidden < len(said) / 2
        and len(said) == len(word)
        and all(a in MASKS or a.casefold() == b.casefold() for a, b in zip(said, word, strict=True))
    )
