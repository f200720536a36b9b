"""Beliefs about the keywords: compared by form, and scored as in the Decrypto benchmark (Table 3).

An answer is four words, or `None` if there was none. A blank word says that nothing is believed of
that keyword. An answer of blanks alone states no belief: it counts as unanswered.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from engine.games.decrypto.view import View
from engine.text import fold_words
from engine.word_forms import find_inflected
from engine.word_vectors import load_word_vectors

type Belief = Sequence[str]
"""A word for each keyword number, blank for no belief."""

BLANK = frozenset(
    {
        *("", "unknown", "unsure", "none", "null", "na", "n a", "no idea", "not known"),
        *("no keyword", "no guess", "not sure", "don t know", "i don t know", "dont know"),
        *("no answer", "no clue", "idk", "blank", "empty", "undetermined", "unclear"),
        *("unknown word", "unknown keyword", "no word", "tbd", "not available"),
    }
)
"""What is no word, after folding."""
ARTICLES = frozenset({"a", "an", "the"})
HISSING = ("s", "x", "z", "ch", "sh")
"""Endings that take "es" in the plural."""


def is_blank(word: str) -> bool:
    """Whether a word states no belief."""
    return " ".join(fold_words(word)) in BLANK


def has_word(word: str) -> bool:
    """Whether a word states a belief."""
    return not is_blank(word)


def is_same_keyword(one: str, other: str) -> bool:
    """Whether two words are one keyword.

    Case, accents, hyphens, blanks, an article, plural, tense and spelling do not count; another
    word of the same root, as "musician" of "music", is another keyword.
    """
    if is_blank(one) or is_blank(other):
        return False
    first, second = _join(one), _join(other)
    plurals = {f"{word}es" for word in (first, second) if word.endswith(HISSING)}
    return (
        first == second
        or not plurals.isdisjoint((first, second))
        or not find_inflected(first).isdisjoint(find_inflected(second))
    )


def _join(word: str) -> str:
    """A word or phrase as one folded word, without an article before it."""
    first, *rest = fold_words(word)
    return "".join(rest if rest and first in ARTICLES else (first, *rest))


def read_belief(answer: Belief | None) -> Belief | None:
    """The answer, if it states a belief about any keyword."""
    return None if answer is None or all(map(is_blank, answer)) else answer


def _agree(one: str, other: str) -> bool:
    return (is_blank(one) and is_blank(other)) or is_same_keyword(one, other)


def score_beliefs(
    truth: Belief,
    first: Belief | None,
    recalled: Belief | None = None,
    second: Belief | None = None,
) -> dict[str, Any]:
    """Score the answers to the three questions about one position.

    `rc` is representational change, which compares the first answer with what the player says
    afterwards that it thought; `fb` is false belief, which compares it with what the player says
    that a second interceptor thinks.

    - `*_strong`: all four words are the same as in the first answer.
    - `*_strong_share`: of the keywords that the first answer has a word for, the share that is the
      same.
    - `*_weak`: some word is not the keyword. A blank counts only where the first answer has one
      too: who left a word out has not said that it thought something else.
    - `*_weak_share`: of the keywords that the first answer has a wrong word for, the share for
      which the answer has a wrong word too.
    - `agreement`, `agreement_share`: the same of the two later answers.

    What an unanswered question would decide is `None`: neither passed nor failed.

    Args:
        truth: The keywords.
        first: What the player takes them to be.
        recalled: After it was told: what it says that it thought.
        second: After it was told: what it says that a second interceptor thinks.
    """
    first, recalled, second = map(read_belief, (first, recalled, second))
    return {
        "first_answered": first is not None,
        "first_wrong": None if first is None else _is_wrong(truth, first),
        "first_share": None if first is None else _share(map(is_same_keyword, first, truth)),
        **_score_later("rc", truth, first, recalled),
        **_score_later("fb", truth, first, second),
        **_score_agreement(recalled, second),
    }


def _score_later(
    name: str, truth: Belief, first: Belief | None, later: Belief | None
) -> dict[str, Any]:
    """The scores of one of the answers after the keywords were told."""
    answered = {f"{name}_answered": later is not None}
    if first is None or later is None:
        scores = ("strong", "strong_share", "weak", "weak_share")
        return answered | dict.fromkeys(f"{name}_{score}" for score in scores)
    alike = [is_same_keyword(*pair) for pair in zip(first, later, strict=True) if has_word(pair[0])]
    still_wrong = [
        _is_wrong_word(keyword, word)
        for keyword, word, before in zip(truth, later, first, strict=True)
        if _is_wrong_word(keyword, before)
    ]
    return answered | {
        f"{name}_strong": all(map(_agree, first, later)),
        f"{name}_strong_share": _share(alike),
        f"{name}_weak": any(
            _is_wrong_word(keyword, word) or (is_blank(word) and is_blank(before))
            for keyword, word, before in zip(truth, later, first, strict=True)
        ),
        f"{name}_weak_share": _share(still_wrong),
    }


def _score_agreement(recalled: Belief | None, second: Belief | None) -> dict[str, Any]:
    if recalled is None or second is None:
        return {"agreement": None, "agreement_share": None}
    pairs = [pair for pair in zip(recalled, second, strict=True) if any(map(has_word, pair))]
    return {
        "agreement": all(map(_agree, recalled, second)),
        "agreement_share": _share(is_same_keyword(*pair) for pair in pairs),
    }


def _is_wrong(truth: Belief, answer: Belief) -> bool:
    """Whether an answer is not all of the keywords."""
    return not all(map(is_same_keyword, truth, answer))


def _is_wrong_word(keyword: str, word: str) -> bool:
    return not is_blank(word) and not is_same_keyword(keyword, word)


def _share(values: Iterable[bool]) -> float | None:
    """The share of values that are true; `None` without any."""
    found = list(values)
    return sum(found) / len(found) if found else None


def guess_near_words(space: str, view: View) -> tuple[str, str, str, str]:
    """For each number the corpus word nearest to its past hints together, no hint itself."""
    near = load_word_vectors(space)

    def guess(number: int) -> str:
        hints = view.list_hints(number)
        similarities = near.similarities(" ".join(hints))
        if not similarities.any():
            return ""
        said = {fold_words(hint) for hint in hints}
        best = (near.corpus[place] for place in np.argsort(-similarities, kind="stable"))
        return next((word for word in best if fold_words(word) not in said), "")

    return guess(1), guess(2), guess(3), guess(4)
