"""Rate how strongly a text is evidence for a word, from lists of word associations.

`words/associations.tsv` lists responses to the words of the games and to other common nouns. If
a word's list contains a text, that is evidence for the word, the more so the fewer lists contain
it. In the unit of `listeners`, standard deviations of similarity, a hit adds

    UNIT * log(P(text | word) / P(text)),  P(text | word) = 1 / length of the word's list,
                                           P(text) = lists that contain it / entries of all lists

A miss adds nothing, because no list is complete.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.forms.folding import find_lemma, fold_words
from engine.players.vectors.word_vectors import Floats
from words.game_words import read_hint_corpus
from words.knowledge import read_function_words, read_word_associations

UNIT = 0.5
"""Standard deviations of similarity per unit of log-likelihood."""
BACKWARDS = 0.6
"""How near a text whose list has a word is to it, against 1 for a response to the word."""
LEAST_TIE = 0.2
"""What is nearer by less, as the word stands late in its list, is not tied to it."""
LEAST = 3
"""Minimum length of a word that is looked up on its own as part of a longer text."""


class Evidence(NamedTuple):
    """What texts are evidence for: only what is not 0, as a text stands in few of the lists."""

    words: NDArray[np.intp]
    """The place of a word with a list."""
    texts: NDArray[np.intp]
    """The place of a text that is evidence for it."""
    values: NDArray[np.float16]
    """How much it is."""
    length: int
    """The number of texts."""

    def tabulate(self, places: NDArray[np.intp]) -> Floats:
        """Tabulate the evidence for the words at these places; shape (texts, places)."""
        wanted, inverse = np.unique(places, return_inverse=True)
        columns = np.searchsorted(wanted, self.words).clip(max=len(wanted) - 1)
        hit = wanted[columns] == self.words
        table = np.zeros((self.length, len(wanted)))
        table[self.texts[hit], columns[hit]] = self.values[hit]
        return table[:, inverse]


class Associations:
    """An index of the lists by response."""

    def __init__(self) -> None:
        self.lists = read_word_associations()
        self.words = tuple(self.lists)
        self.place = {word: place for place, word in enumerate(self.words)}
        self._corpus = {word: place for place, word in enumerate(read_hint_corpus())}
        self._in_corpus = np.array([self._corpus.get(word, -1) for word in self.words])
        self._found_in: dict[str, list[int]] = {}
        for place, responses in enumerate(self.lists.values()):
            for form in {form for response in responses for form in _split(response)}:
                self._found_in.setdefault(form, []).append(place)
        self._total = sum(map(len, self._found_in.values()))
        self._length = np.log([len(responses) for responses in self.lists.values()])
        self._locate = lru_cache(maxsize=256)(self._find_places)
        self._cached_rate_words = lru_cache(maxsize=8192)(self._rate_words)
        self._cached_rate_corpus = lru_cache(maxsize=64)(self._rate_corpus)

    def is_known(self, text: str) -> bool:
        """Whether a text is in some word's list, or has a list itself."""
        return bool(len(self._cached_rate_words(text)[0])) or text.lower() in self.place

    @cached_property
    def phrases(self) -> frozenset[str]:
        """The responses, and words with a list, that are several words: folded."""
        texts = (" ".join(fold_words(text)) for text in (*self._found_in, *self.words))
        return frozenset(text for text in texts if " " in text)

    def list_ties(self, word: str) -> dict[str, float]:
        """List the texts that come to mind with a word, or whose lists have it.

        Returns:
            For each, from 1 for what comes to mind first down to 0 for the last in its list. It is
            less for a text whose list has the word than for a response to the word.
        """
        own = self.lists.get(word.lower(), ())
        found = {text: 1 - rank / len(own) for rank, text in enumerate(own)}
        for place in self._found_in.get(word.lower(), ()):
            other = self.lists[self.words[place]]
            early = BACKWARDS * (1 - _find_rank(word.lower(), other))
            if early >= LEAST_TIE:
                found[self.words[place]] = max(early, found.get(self.words[place], 0))
        return found

    def count_lists(self, text: str) -> int:
        """Count the lists that have a text, or a word as a part of a response."""
        return len(self._found_in.get(text, ()))

    def rate_texts(self, texts: Sequence[str]) -> Evidence:
        """Find the evidence of each text for words with a list."""
        heard = [self._cached_rate_words(text) for text in texts]
        return Evidence(
            np.concatenate([places for places, _ in heard]),
            np.repeat(np.arange(len(texts)), [len(places) for places, _ in heard]),
            np.concatenate([values for _, values in heard]),
            len(texts),
        )

    def rate(
        self, texts: Sequence[str], words: Sequence[str], heard: Evidence | None = None
    ) -> Floats:
        """Compute the evidence of each text for each word, or of the word for the text; 0 or more.

        Args:
            texts: The texts.
            words: The words.
            heard: What `rate_texts` returns for the texts, if it is known.

        Returns:
            Shape (texts, words).
        """
        if not texts or not words:
            return np.zeros((len(texts), len(words)))
        places = self._locate(tuple(words))
        found = (self.rate_texts(texts) if heard is None else heard).tabulate(places)
        unlisted = np.flatnonzero(places == len(self.words)).tolist()
        if unlisted:
            spoken = self.rate_texts([words[at] for at in unlisted])
            found[:, unlisted] = spoken.tabulate(self._locate(tuple(texts))).T
        return found

    def rate_corpus(self, text: str) -> NDArray[np.float32]:
        """Compute the evidence of a text for each word of the hint corpus.

        Unlike in `rate`, a word without a list counts only if it is a whole response in the text's
        list: not in another form or within a phrase.

        Returns:
            Shape (corpus,), read-only.
        """
        return self._cached_rate_corpus(text)

    def _find_places(self, words: tuple[str, ...]) -> NDArray[np.intp]:
        return np.array([self.place.get(word.lower(), len(self.words)) for word in words], np.intp)

    def _rate_words(self, text: str) -> tuple[NDArray[np.intp], NDArray[np.float16]]:
        """Find the words with a list that a text is evidence for: their indices, and how much."""
        found = np.zeros(len(self.words), np.float16)
        for form in _list_forms(text):
            at = self._found_in.get(form)
            if at is not None:
                found[at] = np.maximum(
                    found[at], UNIT * (self._rate_rarity(form) - self._length[at])
                )
        own = self.place.get(text.lower())
        if own is not None:
            for response in self.lists[self.words[own]]:
                other = self.place.get(response)
                if other is not None and response in self._found_in:
                    value = UNIT * float(self._rate_rarity(response) - self._length[own])
                    found[other] = max(found[other], value)
        places = np.flatnonzero(found > 0)
        return places, found[places]

    def _rate_rarity(self, form: str) -> float:
        """Compute the negative logarithm of how often lists have a form; it must be in one."""
        return log(self._total / len(self._found_in[form]))

    def _rate_corpus(self, text: str) -> NDArray[np.float32]:
        found = np.zeros(len(self._corpus), np.float32)
        places, values = self._cached_rate_words(text)
        at_places = self._in_corpus[places]
        found[at_places[at_places >= 0]] = values[at_places >= 0]
        own = self.place.get(text.lower())
        if own is not None:
            for response in self.lists[self.words[own]]:
                at = self._corpus.get(response)
                if at is not None and response not in self.place:
                    value = UNIT * float(self._rate_rarity(response) - self._length[own])
                    found[at] = max(0.0, value)
        found.setflags(write=False)
        return found


def _find_rank(word: str, responses: Sequence[str]) -> float:
    """Find how late a word stands among responses: 0 for the first, 1 if it does not."""
    return responses.index(word) / len(responses) if word in responses else 1.0


def _split(response: str) -> Iterator[str]:
    """A response, and its words."""
    yield response
    if " " in response or "-" in response:
        yield from _list_parts(fold_words(response))


def _list_forms(text: str) -> set[str]:
    """The forms to look a text up by: itself, and its words in the singular and the plural."""
    words = fold_words(text)
    found = {" ".join(words), text.lower()}
    for word in words if len(words) == 1 else _list_parts(words):
        found |= {word, find_lemma(word), word + "s"}
    return found


def _list_parts(words: Iterable[str]) -> Iterator[str]:
    """List the words of a longer text that say something on their own."""
    return (word for word in words if len(word) >= LEAST and word not in read_function_words())


@cache
def load_associations() -> Associations:
    """Read the lists; the result is shared."""
    return Associations()
