"""Hints for a keyword that a person can follow at once: what comes to mind with it.

These are responses in the keyword's list of associations (`words/associations.tsv`), names and
phrases of two words among them, and words whose own list has the keyword. After all of them follow
words that are only near in the spaces of word vectors.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import log

import numpy as np

from engine.forms.folding import fold_words
from engine.forms.giveaway import find_free
from engine.games.decrypto.clear_hints import list_clear_hints
from engine.games.decrypto.kin import are_kin
from engine.games.decrypto.view import Keywords
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.word_plainness import rate_plainness
from engine.players.vectors.word_vectors import Floats

TIE = 3.0
"""Naturalness, in standard deviations, of what comes to mind first with a keyword."""
NEARNESS = 0.5
"""The same for each standard deviation of similarity to the keyword, on average over spaces."""
MOST_NEAR = 4.0
"""Similarities, in standard deviations, are clipped to the range from 0 to this."""
CLEARER = -0.6
"""A hint is nearer to its keyword than to others by so many standard deviations, on average: what
comes to mind with it may be a little nearer to another in the spaces."""
FEWEST_LISTS = 2
"""A word or phrase outside of the hint corpus is well-known if so many lists have it."""
FEWEST = 20
"""If fewer texts are tied to a keyword, words follow that are only near to it."""
MOST_WORDS = 2
"""Words of a hint."""
RARE, PER_LIST, MOST_PLAIN = -0.9, 0.35, 0.2
"""Plainness of a name that one list has, what a natural logarithm of lists adds, and at most."""


@lru_cache(maxsize=64)
def list_plain_hints(
    listeners: Listeners, keywords: Keywords, number: int, count: int
) -> tuple[list[str], Floats]:
    """List hints for a keyword that people can follow, and that no other keyword calls for.

    Args:
        listeners: The listeners.
        keywords: The four keywords.
        number: The index of the keyword, from 0.
        count: The number of hints.

    Returns:
        The hints, those that come to mind first before others, and the naturalness of each.
    """
    known = listeners.associations
    ties = {} if known is None else known.list_ties(keywords[number])
    texts = list(find_free(_list_fit(ties, listeners, keywords), keywords[number]))
    near = _compare(listeners, texts, keywords)
    others = np.delete(near, number, axis=1).max(axis=1)
    elsewhere = np.delete(listeners.associate(texts, keywords), number, axis=1).any(axis=1)
    rates = TIE * np.array([ties[text] for text in texts])
    rates += NEARNESS * near[:, number].clip(0, MOST_NEAR)
    rates += [_rate_plainness(listeners, text) for text in texts]
    fit = ~elsewhere & (near[:, number] >= others + CLEARER)
    order = [at for at in np.argsort(-rates, kind="stable") if fit[at]][:count]
    found = {texts[at]: float(rates[at]) for at in order}
    if len(found) < FEWEST:
        far, natural = list_clear_hints(listeners, keywords, number, count)
        more = [(text, float(rate)) for text, rate in zip(far, natural, strict=True)]
        most = max((rate for text, rate in more if text not in found), default=0.0)
        least = min(found.values(), default=most)
        found |= {text: least + rate - most for text, rate in more if text not in found}
    return list(found)[:count], np.array(list(found.values())[:count])


def _list_fit(texts: Iterable[str], listeners: Listeners, keywords: Keywords) -> Iterator[str]:
    """List the well-known texts that may be hints and share no root with a keyword."""
    roots = [part for keyword in keywords for part in fold_words(keyword)]
    for text in texts:
        words = fold_words(text)
        if (
            0 < len(words) <= MOST_WORDS
            and " ".join(words) == text
            and _is_well_known(listeners, text)
            and not any(are_kin(word, root) for word in words for root in roots)
        ):
            yield text


def _is_well_known(listeners: Listeners, text: str) -> bool:
    """Whether a text is a word of the corpus, has a list of its own, or is in several."""
    known = listeners.associations
    if text in listeners.place or known is None or text in known.place:
        return True
    return known.count_lists(text) >= FEWEST_LISTS


def _compare(listeners: Listeners, texts: Sequence[str], keywords: Keywords) -> Floats:
    """Compare texts with keywords: standard deviations, on average over spaces."""
    heard = listeners.measure(texts)
    others = listeners.embed_in_all_spaces(keywords)
    compared = np.stack([one.compare(two) for one, two in zip(heard, others, strict=True)])
    known = [one.known[:, None] & two.known for one, two in zip(heard, others, strict=True)]
    return listeners.average(compared, np.array(known))


def _rate_plainness(listeners: Listeners, text: str) -> float:
    """Rate how likely people are to use a text: a word of the corpus, or else a name."""
    place = listeners.place.get(text)
    if place is not None:
        return float(rate_plainness(listeners)[place])
    known = listeners.associations
    lists = 1 if known is None else max(1, known.count_lists(text))
    return min(RARE + PER_LIST * log(lists), MOST_PLAIN)
