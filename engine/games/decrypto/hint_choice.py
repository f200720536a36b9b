"""How baselines choose three hints from candidates."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

import numpy as np

from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.decrypto.hint_candidates import COSINE_MARGIN, MANY_TRIED
from engine.games.decrypto.moves import Hints
from engine.games.decrypto.view import Keywords, View
from engine.games.nearest_words import RANKED_BEYOND
from engine.players.vectors.similarity import WordVectors
from engine.shuffle import shuffle_items


def choose_near_hints(  # noqa: C901 - one search, step by step
    word_vectors: WordVectors, view: View, rng: Random, *, paper: bool = False
) -> Hints:
    """Choose for each digit of the code a hint near its keyword.

    A hint is legal, was not given before, and is nearer to its keyword than to the other
    three. It is drawn from the K corpus words nearest to the keyword; if none of them
    qualifies, it is the next nearest word that does. For a keyword that the space does
    not know, it is drawn from the whole corpus. If no word is nearer to this keyword than
    to the others, any legal word is given.

    Args:
        word_vectors: The space of word vectors.
        view: The encoder's view, in a round without hints.
        rng: Draws from the K.
        paper: Whether to accept any of the K, even if it is nearer to another keyword.
    """
    assert view.keywords is not None
    k, corpus = view.options.k, word_vectors.corpus
    keywords = word_vectors.get_vectors(view.keywords)

    def rank_near(keyword: str) -> Iterator[int]:
        ranking = word_vectors.rank(keyword, 2 * k + RANKED_BEYOND)
        if ranking is None:
            yield from shuffle_items(range(len(corpus)), rng)
            return
        yield from shuffle_items(ranking[:k], rng)
        yield from ranking[k:]
        yield from (word_vectors.rank(keyword, len(corpus)) or [])[len(ranking) :]

    def list_hopeless(number: int) -> frozenset[int]:
        """List the words clearly nearer to another keyword; the others are compared exactly."""
        assert view.keywords is not None
        nearness = np.array(
            [word_vectors.compute_similarities(keyword) for keyword in view.keywords]
        )
        leads = nearness[number] - np.delete(nearness, number, 0).max(0)
        # Half the margin: the two ways to compute a cosine differ by far less.
        return frozenset(np.flatnonzero((leads < COSINE_MARGIN / 2) & nearness.any(0)).tolist())

    def rank_candidates(number: int) -> Iterator[str]:
        assert view.keywords is not None
        hopeless: frozenset[int] = frozenset()
        for tried, index in enumerate(rank_near(view.keywords[number])):
            if tried == MANY_TRIED:
                hopeless = list_hopeless(number)
            if index in hopeless:
                continue
            similarities = (
                keywords @ word_vectors.get_vectors(corpus[index : index + 1])[0]
            ).tolist()
            own = similarities.pop(number)
            if own - max(similarities) > COSINE_MARGIN:
                yield corpus[index]
        yield from shuffle_items(corpus, rng)

    def rank_by_paper(number: int) -> Iterator[str]:
        assert view.keywords is not None
        ranking = word_vectors.rank(view.keywords[number], k) or []
        drawn = [corpus[index] for index in shuffle_items(ranking, rng)]
        near = keywords @ word_vectors.get_vectors(drawn).T if drawn else np.zeros((4, 0))
        own = near[number] > np.delete(near, number, axis=0).max(axis=0) + COSINE_MARGIN
        yield from (word for word, good in zip(drawn, own.tolist(), strict=True) if good)
        yield from drawn
        yield from shuffle_items(corpus, rng)

    if paper:
        return _choose_hints(view, rank_by_paper)
    return _choose_hints(view, rank_candidates)


def choose_random_hints(corpus: Sequence[str], view: View, rng: Random) -> Hints:
    """Choose three legal words of the corpus, none of them given before."""
    return _choose_hints(view, lambda _: shuffle_items(corpus, rng))


def _choose_hints(view: View, rank_candidates: Callable[[int], Iterable[str]]) -> Hints:
    """Choose for each digit the first candidate that is legal and new.

    Args:
        view: The encoder's view.
        rank_candidates: Lists candidates for a keyword, by its index from 0, best first.
    """
    assert view.keywords is not None
    assert view.code is not None
    given = {fold_words(hint) for done in view.rounds for hint in done.hints}
    hints = []
    for digit in view.code:
        hint = next(
            word
            for word in rank_candidates(digit - 1)
            if fold_words(word) not in given and _is_legal(word, view.keywords)
        )
        given.add(fold_words(hint))
        hints.append(hint)
    a, b, c = hints
    return a, b, c


def _is_legal(word: str, keywords: Keywords) -> bool:
    return not any(match_word(word, keyword) for keyword in keywords)
