"""Why a word-vector player of Undercover made its move, in one sentence for an audience.

The sentences name no secret word, nor the rank of a said word among those nearest to it: with the
space, the rank would tell the word.
"""

from collections.abc import Sequence

from engine.games.nearest_words import find_near_words
from engine.games.undercover.baseline import NEAREST_TO_OTHERS, Reading
from engine.games.undercover.moves import Accuse
from engine.games.undercover.view import View
from engine.joined_text import join_names
from engine.players.vectors.word_vectors import WordVectors

ODD = "It takes its word for the odd one"


def tell_line(near: WordVectors, reading: Reading, view: View, said: Sequence[str]) -> str:
    """Tell where the said words come from, and whose words suit the own word best so far."""
    assert view.word is not None
    if not said:
        return ""
    k, words = view.options.k, join_names(f"“{word}”" for word in said)
    nearest = find_near_words(near, view.word, k)
    if near.get_vector(view.word) is None:
        return f"The space does not know its word: {words} came by chance."
    if not set(said) <= set(nearest):
        return f"None of the {k} words nearest to its own was left: {words} is farther off."
    text = f"{words} is one of the {k} words nearest to its own"
    if reading.odd:
        how = f"one of the {NEAREST_TO_OTHERS} that suit the others best"
        return f"{ODD}: {text}, and {how}." if _suits(near, reading, nearest, said) else f"{text}."
    if not reading.near:
        return f"{text}; nobody else has spoken."
    seat = max(reading.near, key=reading.near.__getitem__)
    return f"{text}; what {view.seats[seat]} said suits it best so far ({reading.near[seat]:.2f})."


def _suits(
    near: WordVectors, reading: Reading, nearest: Sequence[str], said: Sequence[str]
) -> bool:
    """Whether the said words are among those of the nearest that suit the others best."""
    marks = (near.get_vectors(nearest) @ reading.centre).tolist()
    best = sorted(zip(marks, nearest, strict=True), reverse=True)[:NEAREST_TO_OTHERS]
    return set(said) <= {word for _, word in best}


def tell_vote(near: WordVectors, reading: Reading, view: View, move: Accuse) -> str:
    """Tell how far what the accused said is from the own word or the rest, and who is next."""
    marks = reading.agreed if reading.odd else reading.near
    far = {view.seats[seat]: one for seat, one in marks.items()}
    least = min(far.values())
    if far.pop(move.seat, None) != least:
        return ""
    assert view.word is not None
    if not reading.odd and near.get_vector(view.word) is None:
        return f"The space does not know its word: it drew {move.seat}."
    whose = "what the others said" if reading.odd else "its own word"
    start = f"{ODD}; what" if reading.odd else "What"
    text = f"{start} {move.seat} said is farthest from {whose} ({least:.2f})"
    if tied := [name for name, one in far.items() if one == least]:
        return f"{text}, like what {join_names(tied)} said: it drew."
    if not far:
        return f"{text}."
    name = min(far, key=far.__getitem__)
    return f"{text}; next is {name} ({far[name]:.2f})."
