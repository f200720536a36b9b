"""How seats without a mind hint: by nearness to one keyword, or with any legal words."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from engine.games.decrypto.view import Hints, Keywords, View
from engine.text import fold, same_word
from engine.vectors.chance import shuffled
from engine.vectors.nearness import Nearness

MARGIN = 1e-6
"""How much nearer to its keyword a hint must be; well above `engine.vectors.assignment.TIE`."""
MORE = 64
"""Words ranked beyond twice K; the whole corpus is ranked only when these are used up."""


def near_hints(nearness: Nearness, view: View, rng: Random) -> Hints:
    """For each digit of the code a hint among the K corpus words nearest to its keyword.

    Of these K, hints are drawn among the legal ones that were not given before
    and are more similar to the keyword than to the other three; once there is
    none left, the next nearest such word beyond K is given. For a keyword of
    which the space has no opinion (a similarity of 0 to everything) the whole
    corpus stands for the K. Where nothing tells the keyword from the others,
    any legal word is given (Decrypto benchmark, section 4.1).

    Args:
        nearness: The space asked.
        view: The encoder's, in a round without hints.
        rng: Draws among the K.
    """
    assert view.keywords is not None
    k, corpus = view.options.k, nearness.corpus
    keywords = nearness.opinions(view.keywords)

    def near(keyword: str) -> Iterator[int]:
        ranking = nearness.ranking(keyword, 2 * k + MORE)
        if ranking is None:
            yield from shuffled(range(len(corpus)), rng)
            return
        yield from shuffled(ranking[:k], rng)
        yield from ranking[k:]
        yield from (nearness.ranking(keyword, len(corpus)) or [])[len(ranking) :]

    def candidates(number: int) -> Iterator[str]:
        assert view.keywords is not None
        for index in near(view.keywords[number]):
            similarities = (keywords @ nearness.opinions(corpus[index : index + 1])[0]).tolist()
            own = similarities.pop(number)
            if own - max(similarities) > MARGIN:
                yield corpus[index]
        yield from shuffled(corpus, rng)

    return _three(view, candidates)


def random_hints(corpus: Sequence[str], view: View, rng: Random) -> Hints:
    """Three legal words of the corpus, none given before."""
    return _three(view, lambda _: shuffled(corpus, rng))


def _three(view: View, candidates: Callable[[int], Iterable[str]]) -> Hints:
    """For each digit the first candidate that is legal and new; they are asked for from 0."""
    assert view.keywords is not None
    assert view.code is not None
    given = {fold(hint) for done in view.rounds for hint in done.hints}
    hints = []
    for digit in view.code:
        hint = next(
            word
            for word in candidates(digit - 1)
            if fold(word) not in given and _legal(word, view.keywords)
        )
        given.add(fold(hint))
        hints.append(hint)
    a, b, c = hints
    return a, b, c


def _legal(word: str, keywords: Keywords) -> bool:
    return not any(same_word(word, keyword) for keyword in keywords)
