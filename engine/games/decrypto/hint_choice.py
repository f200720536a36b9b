"""How baselines choose three hints from candidates."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.decrypto.moves import Hints
from engine.games.decrypto.view import Keywords, View
from engine.shuffle import shuffle_items


def choose_random_hints(corpus: Sequence[str], view: View, rng: Random) -> Hints:
    """Choose three legal words of the corpus, none of them given before."""
    return choose_hints(view, lambda _: shuffle_items(corpus, rng))


def choose_hints(view: View, rank_candidates: Callable[[int], Iterable[str]]) -> Hints:
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
