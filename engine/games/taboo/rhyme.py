"""Words that rhyme by their spelling."""

import re
from collections.abc import Iterable, Iterator

ENDING = re.compile(r"[aeiouy]+[^aeiouy]+e?$|[aeiouy]+$")
"""Matches the end of a word from its last vowel that is spoken on."""


def list_rhymes(word: str, words: Iterable[str]) -> Iterator[str]:
    """Yield the words that end as a word does, from its last vowel that is spoken on."""
    found = ENDING.search(word)
    if found is None:
        return
    for other in words:
        end = ENDING.search(other)
        if end is not None and end[0] == found[0] and not other.endswith(word):
            yield other
