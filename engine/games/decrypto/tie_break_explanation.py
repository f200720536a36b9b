"""Explain the keywords that were named after a tie by their similarity to the hints."""

from collections.abc import Callable, Sequence

from engine.games.decrypto.moves import Words
from engine.games.decrypto.view import View
from engine.games.explanation import Explanation
from engine.games.vector_explanation import to_rows
from engine.players.vectors.word_vectors import Floats


def explain_words(
    view: View,
    move: Words,
    compare: Callable[[Sequence[str], Sequence[str]], Floats],
    measure: str,
    note: str = "",
) -> Explanation:
    """Explain the named words by their similarity to the hints that were given for each number.

    Args:
        view: The view of the seat that guessed.
        move: The words.
        compare: Compares words with hints; a row for each word.
        measure: What the values are.
        note: More to say of them.
    """
    given = [(number, hint) for number in (1, 2, 3, 4) for hint in view.list_hints(number)]
    hints = tuple(hint for _, hint in given)
    marked = "Marked are the hints that were given for the number."
    return Explanation(
        title="Similarity of the named keywords to the hints",
        rows=move.keywords,
        columns=hints,
        values=to_rows(compare(move.keywords, hints)),
        measure=measure,
        chosen=frozenset((number - 1, place) for place, (number, _) in enumerate(given)),
        note=f"{note} {marked}".strip(),
    )
