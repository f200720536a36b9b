"""Why a word-vector player of Decrypto made its move, in one sentence for an audience.

The sentences about hints and guesses name no keyword and no word that is not public, and neither
the rank of a hint nor its cosine with a keyword: with the space, these would tell the keyword.
"""

from collections.abc import Sequence

import numpy as np

from engine.games.decrypto.baseline import Reading, average_past_hints
from engine.games.decrypto.moves import Guess, Hint, Words
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import View
from engine.games.vector_explanation import find_rank
from engine.joined_text import join_names
from engine.players.vectors.word_vectors import WordVectors, compute_cosines

SAME = 1e-9
"""Similarities that differ by less are equal."""
LEAST = 0.005
"""Similarities that differ by less look equal."""
MOST_LIKELY = 100
"""Greater ratios of probabilities are not told exactly."""


def tell_hints(near: WordVectors, view: View, move: Hint) -> str:
    """Tell which hints are among the K words nearest to their keywords, and why others are not."""
    assert view.keywords is not None
    assert view.code is not None
    k = view.options.k
    ranks: dict[str, int] = {}
    far, drawn = [], []
    for hint, digit in zip(move.words, view.code, strict=True):
        keyword = view.keywords[digit - 1]
        rank = find_rank(near, keyword, hint, k)
        if near.get_vector(keyword) is None:
            drawn.append(f"“{hint}”")
        elif rank is None:
            far.append(f"“{hint}”")
        else:
            ranks[f"“{hint}”"] = rank
    parts = []
    if ranks:
        words = "the word" if k == 1 else f"one of the {k} words"
        if len(ranks) == len(move.words):
            text = f"Each hint is {words} nearest to its keyword"
        else:
            text = join_names(ranks)
            text += f" {'is' if len(ranks) == 1 else 'are each'} {words} nearest to its keyword"
        parts.append(text + _tell_closest(ranks))
    if far:
        parts.append(f"{join_names(far)} came from farther off, as no nearer word would do")
    if drawn:
        whose = "its keyword is" if len(drawn) == 1 else "their keywords are"
        parts.append(f"{join_names(drawn)} came by chance, as {whose} unknown")
    return f"{'; '.join(parts)}."


def _tell_closest(ranks: dict[str, int]) -> str:
    closest, *others = sorted(ranks, key=ranks.__getitem__)
    if not others or ranks[closest] == ranks[others[0]]:
        return ""
    return f", {closest} the closest"


def tell_guess(near: WordVectors, view: View, move: Guess, reading: Reading, *, think: bool) -> str:
    """Tell the clearest and the least clear hint, and how far each is ahead of another number.

    Args:
        near: The space.
        view: The view of the decoder or the interceptor.
        move: Its guess.
        reading: What it compared.
        think: Whether the similarities are log-likelihoods under inferred keywords.
    """
    assert view.hints is not None
    if move.code not in reading.codes:
        return ""
    table = np.array(reading.similarities)
    code, tied = "-".join(map(str, move.code)), len(reading.codes)
    if np.ptp(table, axis=1).max() < SAME:
        how = f"it drew one of {tied} codes" if tied > 1 else f"it took {code}"
        return f"It had nothing to go by: {how}."
    parts: list[tuple[float, str]] = []
    for hint, number, row in zip(view.hints, move.code, table, strict=True):
        other = max((one for one in range(1, 5) if one != number), key=lambda one: row[one - 1])
        lead = float(row[number - 1] - row[other - 1])
        if near.get_vector(hint) is None:
            text = f"the space does not know “{hint}”, and {number} was left"
        elif missing := _find_missing(near, view, number):
            text = f"“{hint}” went to {number}, {missing}"
        elif abs(lead) < LEAST:
            text = f"“{hint}” is as near to {number} as to {other}"
        elif lead < 0:
            text = f"“{hint}” {_compare(-lead, think=think, better=str(other))}, but got {number}"
        else:
            better = str(number)
            if view.role is Role.INTERCEPTOR and not think:
                better += f" (“{_find_nearest(near, hint, view.list_hints(number))}”)"
            text = f"“{hint}” {_compare(lead, think=think, better=better, worse=other)}"
        parts.append((lead, text))
    told = dict.fromkeys((max(parts)[1], min(parts)[1]))
    text = "; ".join(told)
    last = f", drawn among {tied} equal codes" if tied > 1 else ""
    return f"{text[0].upper()}{text[1:]}: {code}{last}."


def _compare(lead: float, *, think: bool, better: str, worse: int | None = None) -> str:
    """Say by how much a hint prefers a number to another: `is 0.12 nearer to 3 than to 2`."""
    if not think:
        than = f" than to {worse}" if worse else ""
        return f"is {lead:.2f} nearer to {better}{than}"
    ratio = np.exp(min(lead, 10.0))
    times = f"over {MOST_LIKELY}" if ratio > MOST_LIKELY else f"{ratio:.1f}"
    than = f" as for {worse}" if worse else ""
    return f"is {times} times as likely for {better}{than}"


def _find_missing(near: WordVectors, view: View, number: int) -> str:
    """Say why there is nothing to compare with a number; empty if there is something."""
    if view.role is Role.DECODER:
        assert view.keywords is not None
        known = near.get_vector(view.keywords[number - 1]) is not None
        return "" if known else "whose keyword the space does not know"
    past = view.list_hints(number)
    if not past:
        return "which had no hints yet"
    return "" if near.get_vectors(past).any() else "whose hints the space does not know"


def _find_nearest(near: WordVectors, hint: str, earlier: Sequence[str]) -> str:
    """Find the earlier hint that is nearest to a hint."""
    return earlier[int(compute_cosines(near, (hint,), earlier)[0].argmax())]


def tell_words(near: WordVectors, view: View, move: Words) -> str:
    """Tell which word is nearest to the past hints of its number, and which is farthest."""
    means = average_past_hints(near, view)
    cosines = (near.get_vectors(move.keywords) * means).sum(axis=1).tolist()
    found = [
        (cosine, word)
        for cosine, word, mean in zip(cosines, move.keywords, means, strict=True)
        if mean.any()
    ]
    if not found:
        return "No hint spoke for any word: it drew them."
    (most, word), (least, other) = max(found), min(found)
    text = f"Of its words “{word}” is nearest to the past hints of its number ({most:.2f})"
    return f"{text}, “{other}” farthest ({least:.2f})." if other != word else f"{text}."
