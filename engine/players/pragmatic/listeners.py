"""Predict what listeners understand, each of whom has a space of word vectors.

A player that chooses its words for others must predict what each of them will understand. This is
the rational speech act model (Frank and Goodman, *Predicting pragmatic reasoning in
language games*, Science 2012; Goodman and Frank, *Pragmatic language interpretation as
probabilistic inference*, 2016; Andreas and Klein, *Reasoning about neural speakers*, 2016):

    L0(meaning | words)  ~  exp(b * similarity(words, meaning))         a literal listener
    S1(words | meaning)  ~  exp(a * (log L0(meaning | words) - cost))   a speaker who models it
    L1(meaning | words)  ~  S1(words | meaning) * prior(meaning)        a listener who knows that

Every space is one literal listener. Word associations are added as further evidence. A game's
`pragmatic.py` defines meanings and costs.
"""

from collections.abc import Sequence, Set
from functools import cached_property, lru_cache
from itertools import accumulate, batched
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.forms.folding import find_lemma, fold_words
from engine.players.pragmatic.associations import load_associations
from engine.players.pragmatic.embedded_texts import EmbeddedCorpus, EmbeddedTexts, Yardstick, flip
from engine.players.pragmatic.form.evidence import rate_form
from engine.players.pragmatic.products import multiply_many
from engine.players.pragmatic.space_reliability import weigh_space
from engine.players.pragmatic.thought_space import load_thoughts
from engine.players.vectors.word_recovery import LEAST_PART, knows_word, recover_words
from engine.players.vectors.word_vectors import Floats, load_word_vectors
from words.game_words import read_hint_corpus
from words.knowledge import read_function_words
from words.space.folder import get_space_name
from words.space.names import LISTENING_SPACES, parse_listeners

TOGETHER = 4
"""Texts compared with the corpus at a time, so that its rows are read from memory once for all."""
LONGEST_PHRASE = 4
"""Maximum number of words of a phrase that is looked up in the lists."""
KEPT_TEXTS = 48
"""Size of the cache of texts compared with the corpus: 3 MB with the built-in spaces. A game of
Decrypto has 28 texts at most at a time."""


class Listeners:
    """Several spaces, each of which is one listener, and word associations."""

    def __init__(self, references: Sequence[str], associations: bool) -> None:
        """Load the spaces.

        Args:
            references: The spaces, as for `open_space`.
            associations: Whether to use associations, too.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        self.references = tuple(references)
        self.spaces = tuple(map(load_word_vectors, references))
        self.names = tuple(map(get_space_name, references))
        self.corpus = read_hint_corpus()
        self.place = {word: place for place, word in enumerate(self.corpus)}
        self.associations = load_associations() if associations else None
        self.thoughts = load_thoughts() if associations else None
        self._widths = [space.space.width + 2 for space in self.spaces]
        self._ends = list(accumulate(self._widths))
        """By space: the index after its last column, in a row that joins all spaces."""
        self._compared: dict[str, NDArray[np.float32]] = {}
        self._lock = Lock()
        self._cached_row = lru_cache(maxsize=2048)(self._embed_row)
        self._cached_heard = lru_cache(maxsize=32)(self._embed_rows)

    @cached_property
    def weights(self) -> Floats:
        """How much each space counts when they are averaged; their sum is 1.

        Built-in ones count alike, one's own by its reliability; so do all without associations,
        by which reliability is rated, and if none is reliable.
        """
        rates = np.ones(len(self.spaces))
        if self.associations is not None:
            rates = np.array([weigh_space(space) for space in self.spaces])
        if not rates.any():
            rates = np.ones(len(self.spaces))
        return rates / rates.sum()

    @cached_property
    def trusted(self) -> tuple[int, ...]:
        """The indices of the spaces that a partner may be expected to use.

        These come with Parlour; one's own only if there are no others. For an adversary may know
        words by it, too, and finds keywords most easily if hints must be plain in its space.
        """
        shipped = [space for space, name in enumerate(self.names) if name in LISTENING_SPACES]
        return tuple(shipped or range(len(self.spaces)))

    def average[T: np.floating[Any]](
        self, compared: NDArray[T], known: NDArray[np.bool_]
    ) -> NDArray[T]:
        """Average over the spaces that know what is compared, by their weights.

        Args:
            compared: What is averaged; its first axis is the spaces.
            known: Whether a space knows it, of a shape that fits; what none knows is 0.
        """
        if not np.ptp(self.weights) and (known == known[0]).all():  # as with the built-in spaces
            mean: NDArray[T] = compared.mean(axis=0, dtype=compared.dtype)
            mean[np.broadcast_to(~known[0], mean.shape)] = 0
            return mean
        shape = (-1, *(1,) * (compared.ndim - 1))
        weights = np.where(known, self.weights.reshape(shape), 0).astype(compared.dtype)
        total = weights.sum(axis=0)
        sums: NDArray[T] = (weights * compared).sum(axis=0)
        sums /= np.where(total > 0, total, 1).astype(compared.dtype)
        return sums

    def know(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Mark the texts that each space has a vector for; shape (spaces, texts)."""
        return np.array([heard.known for heard in self.embed_in_all_spaces(texts)])

    @cached_property
    def knows_corpus(self) -> NDArray[np.bool_]:
        """Whether each space has a vector for a word; shape (spaces, corpus)."""
        return np.array([heard.known for heard in self._embedded_corpus])

    def is_known(self, text: str) -> bool:
        """Whether a space has a vector for a text or for its parts, or associations know it."""
        if self.associations is not None and self.associations.is_known(text):
            return True
        return any(heard.rows.any() for heard in self.embed_in_all_spaces((text,)))

    def is_word(self, text: str) -> bool:
        """Whether a space has a vector for a text as it is written, or a list has it."""
        if text.lower() in read_function_words():
            return True
        if self.associations is not None and self.associations.is_known(text):
            return True
        return any(space.get_vector(text) is not None for space in self.spaces)

    def find_words(self, line: str, empty: Set[str]) -> tuple[str, ...]:
        """Find the words of a line that these listeners know, as lemmas, each once.

        Args:
            line: What was said.
            empty: Words that say nothing, which are left out.
        """
        words = (word for word in fold_words(line) if word not in empty)
        found = (word if word in self.place else find_lemma(word) for word in words)
        return tuple(dict.fromkeys(word for word in found if self.is_known(word)))

    def find_phrases(self, line: str, empty: Set[str]) -> tuple[str, ...]:
        """Find words that follow one another in a line and stand so in a list, as names do.

        Args:
            line: What was said.
            empty: Words that say nothing, with which no phrase begins or ends.
        """
        if self.associations is None:
            return ()
        words = fold_words(line)
        found = [
            " ".join(words[start : start + length])
            for length in range(2, LONGEST_PHRASE + 1)
            for start in range(len(words) - length + 1)
            if empty.isdisjoint((words[start], words[start + length - 1]))
        ]
        return tuple(one for one in dict.fromkeys(found) if one in self.associations.phrases)

    def embed(self, texts: Sequence[str], space: int) -> EmbeddedTexts:
        """Measure texts in one space."""
        return self.embed_in_all_spaces(texts)[space]

    def embed_in_all_spaces(self, texts: Sequence[str]) -> list[EmbeddedTexts]:
        """Measure texts in each space; the arrays are shared: do not modify them."""
        return self._cached_heard(tuple(texts))

    def measure(self, texts: Sequence[str]) -> list[EmbeddedTexts]:
        """Measure many texts in each space, most of them words of the corpus; nothing is kept."""
        inside = np.array([self.place.get(text, -1) for text in texts], np.intp)
        strange = self._embed_rows(tuple(t for t in texts if t not in self.place))
        found = []
        for corpus, others in zip(self._embedded_corpus, strange, strict=True):
            one = corpus.take(inside)
            for whole, part in zip(one, others, strict=True):
                whole[inside < 0] = part
            found.append(one)
        return found

    def _embed_rows(self, texts: tuple[str, ...]) -> list[EmbeddedTexts]:
        rows = [self._cached_row(text) for text in texts]
        table = np.array(rows).reshape(len(texts), self._ends[-1])
        spans = (
            (end - width, end - 2) for end, width in zip(self._ends, self._widths, strict=True)
        )
        return [EmbeddedTexts(table[:, a:b], table[:, b], table[:, b + 1]) for a, b in spans]

    def embed_corpus(self, space: int) -> EmbeddedCorpus:
        """Measure the words of the corpus in one space."""
        return self._embedded_corpus[space]

    def compare(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Apply `EmbeddedTexts.compare` in every space; shape (spaces, texts, others)."""
        both = zip(self.embed_in_all_spaces(texts), self.embed_in_all_spaces(others), strict=True)
        return np.stack([one.compare(other) for one, other in both])

    def compare_with_corpus(self, text: str) -> NDArray[np.float32]:
        """Compare a text with each word of the corpus.

        Returns:
            Shape (spaces, corpus), read-only.
        """
        return self.compare_all_with_corpus((text,))[0]

    def compare_all_with_corpus(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Compare several texts with the corpus, which takes less time than one by one."""
        wanted = dict.fromkeys(texts)
        with self._lock:
            new = [text for text in wanted if text not in self._compared]
            for batch in batched(new, TOGETHER):
                self._compared |= zip(batch, self._compare_with_corpus(batch), strict=True)
            found = {text: self._compared.pop(text) for text in wanted}
            self._compared |= found  # the latest comes last
            while len(self._compared) > KEPT_TEXTS:
                del self._compared[next(iter(self._compared))]
        return [found[text] for text in texts]

    def _compare_with_corpus(self, texts: tuple[str, ...]) -> list[NDArray[np.float32]]:
        """Compare up to `TOGETHER` texts; the numbers of a text do not depend on the others."""
        scores = np.empty((len(texts), len(self.spaces), len(self.corpus)), np.float32)
        for space, heard in enumerate(self.embed_in_all_spaces(texts)):
            end, width = self._ends[space], self._widths[space]
            others = np.zeros((TOGETHER, width), np.float32)
            others[: len(texts)] = flip(heard.stretch())
            near = multiply_many(self._stretched_corpus[:, end - width : end], others)
            scores[:, space] = near.T[: len(texts)]
        found = list(map(np.array, scores.round(5)))
        for one in found:
            one.setflags(write=False)
        return found

    def compare_words(self, places: NDArray[np.intp], others: NDArray[np.intp]) -> Floats:
        """Compare words of the corpus, by index, on average; shape (places, others)."""
        rows = self._stretched_corpus
        flipped = flip(rows[others], self._ends)
        flipped *= np.repeat(self.weights, self._widths).astype(np.float32)
        near = multiply_many(rows[places], flipped).astype(np.float64)
        one, other = self.knows_corpus[:, places], self.knows_corpus[:, others]
        if one.all() and other.all():
            return near
        total = (one * self.weights[:, None]).T @ other
        return near / np.where(total > 0, total, 1)

    def associate(self, texts: Sequence[str], words: Sequence[str]) -> Floats:
        """Apply `Associations.rate`: standard deviations; shape (texts, words)."""
        if self.associations is None:
            return np.zeros((len(texts), len(words)))
        return self.associations.rate(texts, words)

    def relate(self, texts: Sequence[str], words: Sequence[str]) -> Floats:
        """Apply `Thoughts.compare`: standard deviations; shape (texts, words)."""
        if self.thoughts is None:
            return np.zeros((len(texts), len(words)))
        return self.thoughts.compare(texts, words)

    def rate_form(self, texts: Sequence[str], words: Sequence[str]) -> Floats:
        """Apply `rate_form`: log-likelihoods, as learnt on the lists; shape (texts, words)."""
        if self.associations is None:
            return np.zeros((len(texts), len(words)))
        return rate_form(texts, words)

    def associate_with_corpus(self, text: str) -> NDArray[np.float32]:
        """Apply `Associations.rate_corpus`: standard deviations; shape (corpus,)."""
        if self.associations is None:
            return np.zeros(len(self.corpus), np.float32)
        return self.associations.rate_corpus(text)

    @cached_property
    def _stretched_corpus(self) -> NDArray[np.float32]:
        """The stretched rows of the corpus in all spaces; single precision, to read them fast."""
        whole = (heard.take(slice(None)) for heard in self._embedded_corpus)
        return np.concatenate([heard.stretch() for heard in whole], axis=1)

    @cached_property
    def _yardsticks(self) -> list[Yardstick]:
        return [yardstick for yardstick, _ in self._measured_corpus]

    @cached_property
    def _embedded_corpus(self) -> list[EmbeddedCorpus]:
        return [corpus for _, corpus in self._measured_corpus]

    @cached_property
    def _measured_corpus(self) -> list[tuple[Yardstick, EmbeddedCorpus]]:
        """Measure the corpus in each space; its vectors, 7 MB a space, are not kept."""
        every, found = np.arange(len(self.corpus)), []
        for space in self.spaces:
            rows = space.read_corpus_vectors(every)
            yardstick = Yardstick.of(rows)
            heard = yardstick.measure(rows)
            found.append((yardstick, EmbeddedCorpus(space, heard.usual, heard.spread)))
        return found

    @cached_property
    def _known_everywhere(self) -> NDArray[np.bool_]:
        """Whether every space knows a word; shape (corpus,)."""
        found: NDArray[np.bool_] = self.knows_corpus.all(axis=0)
        return found

    def _embed_row(self, text: str) -> Floats:
        """Vector, usual cosine and spread in each space, joined in one row."""
        known = self.place.get(text) if text.isalpha() else None
        if known is not None and self._known_everywhere[known]:
            measured = [heard.take([known]) for heard in self._embedded_corpus]
        else:
            vectors = self._find_vectors(text)
            measured = [
                yardstick.measure(one[None])
                for yardstick, one in zip(self._yardsticks, vectors, strict=True)
            ]
        return np.concatenate([part for one in measured for part in (one.rows[0], *one[1:])])

    def _find_vectors(self, text: str) -> tuple[Floats, ...]:
        found = []
        # A name that several lists have is no slip for another word.
        named = self.associations is not None and self.associations.count_lists(text) > 1
        for space in self.spaces:
            vector = space.get_vector(text)
            if not named and (
                vector is None
                or any(not knows_word(space, word) for word in _list_content_words(text))
            ):
                heard = space.get_vector(recover_words(space, text))
                vector = vector if heard is None else heard
            found.append(np.zeros(space.space.width) if vector is None else vector)
        return tuple(found)


def load_listeners(references: str = "") -> Listeners:
    """Load listeners by references to their spaces, such as `word2vec+glove`; all if empty.

    Associations are used if they are named among the spaces, or if nothing is named.

    Raises:
        SpaceError: If there is no such space, or it is damaged.
    """
    return _load(*parse_listeners(references))


@lru_cache(maxsize=4)
def _load(references: tuple[str, ...], associations: bool) -> Listeners:
    return Listeners(references, associations)


def _list_content_words(text: str) -> tuple[str, ...]:
    return tuple(word for word in fold_words(text) if len(word) >= LEAST_PART)
