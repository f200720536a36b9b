"""Making the list of characters that look like Latin letters and digits.

`python -m tools.lists.look_alikes` writes `look_alikes.txt` again, from the confusables of
Unicode TR 39 as the package confusable-homoglyphs brings them, and from the names of characters.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from unicodedata import category, combining, name, normalize

from tools.lists.reading import WORDS

LOOK_ALIKES = WORDS / "look_alikes.txt"
"""The list: a Latin letter or digit, a space, and all that looks like it."""
LATIN = "abcdefghijklmnopqrstuvwxyz0123456789"
STYLED = re.compile(
    r"(?:NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER"
    r"|LATIN LETTER SMALL CAPITAL|(?:CROSSED )?NEGATIVE SQUARED LATIN CAPITAL LETTER) ([A-Z])$"
)
"""Names of letters in a shape of their own, which Unicode does not take for confusable."""
NO_LETTER = frozenset({"N", "P", "Z", "C", "M"})
"""First letters of the categories that are left out: digits of other scripts, marks, controls."""


def make_look_alikes() -> None:
    """Write the list."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for character, letter in _find_pairs():
        found[letter].add(character)
    lines = (f"{letter} {''.join(sorted(found[letter]))}\n" for letter in sorted(found))
    LOOK_ALIKES.write_text("".join(lines), encoding="utf-8")


def _find_pairs() -> Iterator[tuple[str, str]]:
    from confusable_homoglyphs.confusables import confusables_data

    prototypes = {
        one: {other["c"] for other in others}
        for one, others in confusables_data.items()
        if len(one) == 1
    }
    for number in range(0x80, 0x2_0000):
        character = chr(number)
        if category(character)[0] in NO_LETTER or _plain(character) in LATIN:
            continue  # folding sees to those
        for form in (character, character.upper()):
            if len(form) == 1 and (letter := _find_letter(form, prototypes)):
                yield character, letter
                break


def _find_letter(character: str, prototypes: dict[str, set[str]]) -> str | None:
    """Find the letter that a character looks like, by its prototype or the prototype's own."""
    for one in (character, *sorted(prototypes.get(character, ()))):
        if styled := STYLED.match(name(one[:1], "")):
            return styled[1].lower()
        for plain in (_plain(one), *sorted(map(_plain, prototypes.get(one, ())))):
            if len(plain) == 1 and plain in LATIN:
                # A capital I is confusable with an l; so are other capitals with its stroke.
                return "i" if plain == "l" and character.isupper() else plain
    return None


def _plain(text: str) -> str:
    wide = normalize("NFKD", text).casefold()
    return "".join(c for c in wide if not combining(c))


if __name__ == "__main__":
    make_look_alikes()
