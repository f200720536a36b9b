"""Beliefs about the keywords: compared by form, and scored as in the Decrypto benchmark (Table 3).

An answer is four words, or `None` if there was none. A blank word says that nothing is believed of
that keyword. An answer of blanks alone states no belief: it counts as unanswered.
"""

from collections.abc import Sequence
from typing import Any

from engine.text import fold_words
from engine.word_forms import match_word

type Belief = Sequence[str]
"""A word for each keyword number, blank for no belief."""

BLANK = frozenset(
    {
        *("", "unknown", "unsure", "none", "null", "na", "n a", "no idea", "not known"),
        *("no keyword", "no guess", "not sure", "dont know"),
    }
)
"""What is no word, after folding."""
SAME = frozenset({"the word itself", "the word joined or spelled out", "a form of the word"})
"""The kinds of match of `engine.word_forms` that leave the keyword the same."""


def is_blank(word: str) -> bool:
    """Whether a word states no belief."""
    return " ".join(fold_words(word)) in BLANK


def is_same_keyword(one: str, other: str) -> bool:
    """Whether two words are one keyword: case, accents, plural, tense and spelling do not count."""
    if is_blank(one) or is_blank(other):
        return False
    found = match_word(one, other)
    return found is not None and found.kind in SAME


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
    - `*_weak`: some word is another than the keyword. A blank is none.
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
    known = first is not None
    scores: dict[str, Any] = {
        "first_answered": known,
        "first_wrong": _is_wrong(truth, first) if first is not None else None,
        "first_share": _share(map(is_same_keyword, first, truth)) if first is not None else None,
    }
    for name, answer in (("rc", recalled), ("fb", second)):
        both = first is not None and answer is not None
        scores[f"{name}_answered"] = answer is not None
        scores[f"{name}_strong"] = all(map(_agree, first, answer)) if both else None
        scores[f"{name}_strong_share"] = (
            _share(
                is_same_keyword(one, other)
                for one, other in zip(first, answer, strict=True)
                if not is_blank(one)
            )
            if both
            else None
        )
        scores[f"{name}_weak"] = _has_wrong_word(truth, answer) if both else None
        scores[f"{name}_weak_share"] = (
            _share(
                _is_wrong_word(word, told)
                for word, told, one in zip(truth, answer, first, strict=True)
                if _is_wrong_word(word, one)
            )
            if both
            else None
        )
    agreed = recalled is not None and second is not None
    scores["agreement"] = all(map(_agree, recalled, second)) if agreed else None
    scores["agreement_share"] = (
        _share(
            is_same_keyword(one, other)
            for one, other in zip(recalled, second, strict=True)
            if not (is_blank(one) and is_blank(other))
        )
        if agreed
        else None
    )
    return scores


def _is_wrong(truth: Belief, answer: Belief) -> bool:
    """Whether an answer is not all of the keywords."""
    return not all(map(is_same_keyword, truth, answer))


def _is_wrong_word(keyword: str, word: str) -> bool:
    return not is_blank(word) and not is_same_keyword(keyword, word)


def _has_wrong_word(truth: Belief, answer: Belief) -> bool:
    return any(map(_is_wrong_word, truth, answer))


def _share(values: Any) -> float | None:  # noqa: ANN401 - any iterable of truth values
    """The share of values that are true; `None` without any."""
    found = [bool(one) for one in values]
    return sum(found) / len(found) if found else None
