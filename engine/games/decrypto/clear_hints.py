"""Hints that every trusted space of word vectors hears nearest to their keyword."""

from functools import lru_cache
from itertools import islice

import numpy as np

from engine.forms.folding import fold_words
from engine.forms.giveaway import find_free
from engine.games.decrypto.kin import are_kin
from engine.games.decrypto.view import Keywords
from engine.players.pragmatic.greatest import find_greatest
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.word_plainness import rate_plainness
from engine.players.vectors.word_vectors import Floats

SPARE = 24
"""Number of extra words to rank, as some are forms of their keyword."""
ASSOCIATED = 3.0
"""Naturalness bonus, in standard deviations, for words that people associate with the keyword."""
DEVIATION_MARGIN = 0.25
"""A hint must be nearer to its keyword than to the others by this many standard deviations."""


@lru_cache(maxsize=64)
def list_clear_hints(
    listeners: Listeners, keywords: Keywords, number: int, count: int
) -> tuple[list[str], Floats]:
    """List the words that are nearer to a keyword than to the others in every trusted space.

    Args:
        listeners: The listeners.
        keywords: The four keywords.
        number: The index of the keyword, from 0.
        count: The number of candidates.

    Returns:
        The words, most natural first, and the naturalness of each as a hint.
    """
    near = listeners.compare_all_with_corpus(keywords)
    own = near.pop(number)
    trusted = list(listeners.trusted)
    known = own.any(axis=1)
    gaps = np.where(known[:, None], own - np.maximum.reduce(near), 9.0)[trusted].min(axis=0)
    natural = listeners.average(own, known[:, None] & listeners.knows_corpus)
    associated = listeners.associate_with_corpus(keywords[number])
    natural = natural + rate_plainness(listeners) + ASSOCIATED * (associated > 0)
    order = find_greatest(np.where(gaps > DEVIATION_MARGIN, natural, natural - 99), count + SPARE)
    roots: dict[str, list[str]] = {}
    for keyword in keywords:
        for part in fold_words(keyword):
            roots.setdefault(part[0], []).append(part)
    words = (listeners.corpus[place] for place in order.tolist())
    strange = (
        word for word in words if not any(are_kin(word, part) for part in roots.get(word[0], ()))
    )
    free = islice(find_free(strange, keywords[number]), count)
    found = list(free)
    return found, natural[[listeners.place[word] for word in found]].astype(np.float64)
