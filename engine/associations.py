"""What people think of when they hear a word, as evidence of which word they heard.

`words/associations.tsv` lists, for the words of the games and other common nouns, what people think
of. A text that a word's list has speaks for that word, the more the fewer lists have it. In
standard deviations of nearness, as `engine.listeners` counts it, a hit is worth

    UNIT * log(P(text | word) / P(text)),  P(text | word) = 1 / length of the word's list,
                                           P(text) = lists with it / entries of all lists

and no hit is worth nothing: nobody writes down all that people may think of.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import log

import numpy as np
from numpy.typing import NDArray

from engine.text import fold_words, lemma
from engine.word_vectors import Floats
from words.word_lists import associations, hint_corpus

UNIT = 0.5
"""Standard deviations of nearness that a natural logarithm of likelihood is worth."""
LEAST = 3
"""The fewest letters of a word of a longer text that counts alone."""


class Associations:
    """The lists, ready to look texts up in them."""

    def __init__(self) -> None:
        self.lists = associations()
        self.words = tuple(self.lists)
        self.place = {word: place for place, word in enumerate(self.words)}
        self._corpus = {word: place for place, word in enumerate(hint_corpus())}
        self._in_corpus = np.array([self._corpus.get(word, -1) for word in self.words])
        self._found_in: dict[str, list[int]] = {}
        for place, responses in enumerate(self.lists.values()):
            for form in {form for response in responses for form in _split(response)}:
                self._found_in.setdefault(form, []).append(place)
        total = sum(map(len, self._found_in.values()))
        self._rarity = {form: log(total / len(at)) for form, at in self._found_in.items()}
        self._length = np.log([len(responses) for responses in self.lists.values()])
        self._locate = lru_cache(maxsize=256)(self._find_places)
        self._hear = lru_cache(maxsize=8192)(self._rate_words)
        self._hear_in_corpus = lru_cache(maxsize=512)(self._rate_corpus)

    def is_known(self, text: str) -> bool:
        """Whether some word's list has a text, or it has a list."""
        return bool(len(self._hear(text)[0])) or text.lower() in self.place

    def hear(self, texts: Sequence[str]) -> NDArray[np.float16]:
        """How much each text speaks for each word with a list, then 0 for all others.

        Returns:
            Shape (words with a list + 1, texts).
        """
        found = np.zeros((len(self.words) + 1, len(texts)), np.float16)
        heard = [self._hear(text) for text in texts]
        columns = np.repeat(np.arange(len(texts)), [len(places) for places, _ in heard])
        rows = np.concatenate([places for places, _ in heard])
        found[rows, columns] = np.concatenate([values for _, values in heard])
        return found

    def rate(
        self,
        texts: Sequence[str],
        words: Sequence[str],
        heard: NDArray[np.float16] | None = None,
    ) -> Floats:
        """How much each text speaks for each word, or the word for the text; 0 or more.

        Args:
            texts: The texts.
            words: The words.
            heard: What `hear` returns for the texts, if it is known.

        Returns:
            Shape (texts, words).
        """
        if not texts or not words:
            return np.zeros((len(texts), len(words)))
        places = self._locate(tuple(words))
        found: Floats = (self.hear(texts) if heard is None else heard)[places].T.astype(np.float64)
        unlisted = np.flatnonzero(places == len(self.words)).tolist()
        if unlisted:
            spoken = self.hear([words[at] for at in unlisted])
            found[:, unlisted] = spoken[self._locate(tuple(texts))]
        return found

    def rate_corpus(self, text: str) -> NDArray[np.float32]:
        """How much a text speaks for each word of the hint corpus.

        A word without a list counts only as a whole response of the text's list: not in another
        form or within a phrase, as in `rate`.

        Returns:
            Shape (corpus,), not to be changed.
        """
        return self._hear_in_corpus(text)

    def _find_places(self, words: tuple[str, ...]) -> NDArray[np.intp]:
        return np.array([self.place.get(word.lower(), len(self.words)) for word in words], np.intp)

    def _rate_words(self, text: str) -> tuple[NDArray[np.intp], NDArray[np.float16]]:
        """The places of words with a list that a text speaks for, and how much."""
        found = np.zeros(len(self.words), np.float16)
        for form in _list_forms(text):
            at = self._found_in.get(form)
            if at is not None:
                found[at] = np.maximum(found[at], UNIT * (self._rarity[form] - self._length[at]))
        own = self.place.get(text.lower())
        if own is not None:
            for response in self.lists[self.words[own]]:
                other = self.place.get(response)
                if other is not None and response in self._rarity:
                    value = UNIT * float(self._rarity[response] - self._length[own])
                    found[other] = max(found[other], value)
        places = np.flatnonzero(found > 0)
        return places, found[places]

    def _rate_corpus(self, text: str) -> NDArray[np.float32]:
        found = np.zeros(len(self._corpus), np.float32)
        places, values = self._hear(text)
        at_places = self._in_corpus[places]
        found[at_places[at_places >= 0]] = values[at_places >= 0]
        own = self.place.get(text.lower())
        if own is not None:
            for response in self.lists[self.words[own]]:
                at = self._corpus.get(response)
                if at is not None and response not in self.place:
                    value = UNIT * float(self._rarity[response] - self._length[own])
                    found[at] = max(0.0, value)
        found.setflags(write=False)
        return found


def _split(response: str) -> Iterator[str]:
    """A response, and its words."""
    yield response
    if " " in response or "-" in response:
        yield from (word for word in fold_words(response) if len(word) >= LEAST)


def _list_forms(text: str) -> set[str]:
    """What a text may be listed as: itself, and its words in the singular and the plural."""
    words = fold_words(text)
    found = {" ".join(words), text.lower()}
    for word in words:
        if len(words) == 1 or len(word) >= LEAST:
            found |= {word, lemma(word), word + "s"}
    return found


@cache
def load_associations() -> Associations:
    """Read the lists; the result is shared."""
    return Associations()
