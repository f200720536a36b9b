"""Join the pieces of a sentence that may be one word, cut by spaces."""

from collections.abc import Iterator

from engine.forms.dictionary import is_known
from engine.forms.folding import fold_words
from engine.forms.lookalike import PUNCTUATION

LONGEST_ENDING = 3
"""How many letters a form of a word may have more than the word."""


WORDS_OF_ONE_LETTER = frozenset("aio")


def join_fragments(line: str, length: int) -> Iterator[tuple[str, str]]:
    """Yield neighbours that may be a word of a length, "su n": as written, and joined.

    At least one of them is no word of its own.
    """
    pieces = [(piece, piece.strip(PUNCTUATION)) for piece in line.split()]
    for start, (piece, joined) in enumerate(pieces):
        written, broken = piece, _is_fragment(joined)
        for other, bare in pieces[start + 1 :]:
            if len(joined) + len(bare) > length + LONGEST_ENDING:
                break
            written, joined = f"{written} {other}", joined + bare
            broken = broken or _is_fragment(bare)
            if broken and len(joined) >= length:
                yield written, joined


def _is_fragment(piece: str) -> bool:
    words = fold_words(piece)
    if len(words) == 1 and len(words[0]) == 1:
        return words[0] not in WORDS_OF_ONE_LETTER
    return not all(map(is_known, words))
