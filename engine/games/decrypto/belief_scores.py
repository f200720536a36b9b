"""Score what players believe the keywords to be, as in the Decrypto benchmark (Table 3).

An answer has four words; it is `None` if there was none. A blank word states no belief about that
keyword. An answer of four blanks counts as unanswered. `guess_near_words` answers with word
vectors.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from engine.forms.dictionary import find_inflected
from engine.forms.folding import fold_words
from engine.games.decrypto.view import View
from engine.players.vectors.word_vectors import load_word_vectors

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
"""Answers that count as blank, after folding."""
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
    """Whether two words are the same keyword.

    Case, accents, hyphens, blanks, an article, plural, tense and spelling do not matter. A derived
    word, such as "musician" for "music", is another keyword.
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
    """Join a word or phrase to one folded word, without a leading article."""
    first, *rest = fold_words(word)
    return "".join(rest if rest and first in ARTICLES else (first, *rest))


def read_belief(answer: Belief | None) -> Belief | None:
    """Return the answer if it states a belief about any keyword, else `None`."""
    return None if answer is None or all(map(is_blank, answer)) else answer


def _is_match(one: str, other: str) -> bool:
    return (is_blank(one) and is_blank(other)) or is_same_keyword(one, other)


def score_beliefs(
    truth: Belief,
    first: Belief | None,
    recalled: Belief | None = None,
    second: Belief | None = None,
) -> dict[str, Any]:
    """Score the answers to the three questions about one position.

    `rc` is representational change: it compares the first answer with the one that the player
    later recalls. `fb` is false belief: it compares the first answer with the one that the player
    attributes to a second interceptor.

    - `*_strong`: all four words are the same as in the first answer.
    - `*_strong_share`: of the keywords that the first answer has a word for, the share that is the
      same.
    - `*_weak`: some word is not the keyword. A blank counts only if the first answer is blank
      there, too, because leaving a word out does not state another belief.
    - `*_weak_share`: of the keywords that the first answer has a wrong word for, the share for
      which the later answer has a wrong word, too.
    - `agreement`, `agreement_share`: the strong scores for the two later answers.

    Scores that need a missing answer are `None`: neither passed nor failed.

    Args:
        truth: The keywords.
        first: The player's guess of the keywords.
        recalled: That guess, as the player recalls it after it was told the keywords.
        second: The guess that the player, after it was told, attributes to a second interceptor.
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
    """Score one of the answers that were given after the keywords were told."""
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
        f"{name}_strong": all(map(_is_match, first, later)),
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
        "agreement": all(map(_is_match, recalled, second)),
        "agreement_share": _share(is_same_keyword(*pair) for pair in pairs),
    }


def _is_wrong(truth: Belief, answer: Belief) -> bool:
    """Whether any word of an answer is not the keyword."""
    return not all(map(is_same_keyword, truth, answer))


def _is_wrong_word(keyword: str, word: str) -> bool:
    return not is_blank(word) and not is_same_keyword(keyword, word)


def _share(values: Iterable[bool]) -> float | None:
    """The share of values that are true; `None` without any."""
    found = list(values)
    return sum(found) / len(found) if found else None


def guess_near_words(space: str, view: View) -> tuple[str, str, str, str]:
    """Guess each keyword: the corpus word nearest to its past hints, other than a hint."""
    near = load_word_vectors(space)

    def guess(number: int) -> str:
        hints = view.list_hints(number)
        similarities = near.compute_similarities(" ".join(hints))
        if not similarities.any():
            return ""
        said = {fold_words(hint) for hint in hints}
        best = (near.corpus[place] for place in np.argsort(-similarities, kind="stable"))
        return next((word for word in best if fold_words(word) not in said), "")

    return guess(1), guess(2), guess(3), guess(4)
