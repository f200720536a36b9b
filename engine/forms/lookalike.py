"""Replace characters by the Latin letters that they look like."""

import re
from functools import lru_cache

from words.lists import read_confusables

LEET = str.maketrans("013457@$|", "oieastasl")
"""Digits and signs that stand for letters inside a word."""


MIXED = re.compile(r"(?<=[^\W\d_])[013457@$|]+|[013457@$|]+(?=[^\W\d_])")


@lru_cache(maxsize=8192)
def read_look_alikes(text: str) -> tuple[str, ...]:
    """Replace characters by the Latin letters that they look like (Unicode TR 39).

    Returns nothing if the text has no other reading. Only Latin words are compared in this way.
    """
    if text.isascii() and text.isalpha():
        return ()
    seen = text if text.isascii() else "".join(read_confusables().get(c, c) for c in text)
    lettered = MIXED.sub(lambda found: found[0].translate(LEET), seen)
    barred = MIXED.sub(lambda found: found[0].replace("1", "l").translate(LEET), seen)
    return tuple(dict.fromkeys(one for one in (seen, lettered, barred) if one != text))
