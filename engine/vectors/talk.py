"""Talk as seats without a mind hear it, and how they talk themselves."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import islice
from random import Random

from engine.text import fold_words, lemma, stem
from engine.vectors.nearness import Nearness


def heard(nearness: Nearness, line: str) -> tuple[str, ...]:
    """The words that say something in a line: its nouns of the corpus, else all that are known."""
    nouns = _nouns(nearness)
    words = [word if word in nouns else lemma(word) for word in fold_words(line)]
    found = tuple(word for word in words if word in nouns)
    return found or tuple(word for word in words if nearness.opinion(word) is not None)


def forms(lines: Iterable[str]) -> frozenset[str]:
    """The stems and lemmas of all that was said."""
    return frozenset(form for line in lines for form in _forms_of(line))


def spoken(
    words: Iterable[str],
    sentences: Sequence[str],
    harmless: Callable[[str], bool],
    rng: Random,
    counts: Sequence[int] = (1,),
) -> str:
    """A line with a few of these words.

    Args:
        words: The words in the order in which they are liked, enough that one can be said.
        sentences: What they are put in, each with a place for them.
        harmless: Whether something can be said.
        rng: Draws how many words, and the sentence.
        counts: How many words there may be.
    """
    said = " and ".join(islice(filter(harmless, words), rng.choice(counts)))
    lines = (sentence.format(said) for sentence in rng.sample(sentences, len(sentences)))
    return next(filter(harmless, lines), said)


@lru_cache(maxsize=16384)
def _forms_of(line: str) -> frozenset[str]:
    return frozenset(form for word in fold_words(line) for form in (stem(word), lemma(word)))


@lru_cache(maxsize=4)
def _nouns(nearness: Nearness) -> frozenset[str]:
    return frozenset(nearness.corpus)
