"""How a baseline chose its description or its vote: what it compared, and the result."""

import numpy as np

from engine.baseline_explanation import (
    COSINE,
    Explanation,
    compute_cosines,
    note_unknown_words,
    shortlist,
    to_rows,
)
from engine.game import Seat
from engine.games.baselines import find_known_words
from engine.games.undercover.baseline import NEAREST_TO_OTHERS, Reading, read_talk
from engine.games.undercover.view import Accuse, Describe, Move, View
from engine.word_vectors import WordVectors, load_word_vectors


def explain_move(
    space: str,
    seat: Seat,  # noqa: ARG001
    seed: str,  # noqa: ARG001
    view: View,
    move: Move,
) -> tuple[Explanation, ...]:
    """Show what a baseline compared for its move."""
    near = load_word_vectors(space)
    reading = read_talk(near, view)
    if isinstance(move, Describe):
        return (
            _explain_description(near, reading, view, move),
            *_explain_suspicions(reading, view, None),
        )
    return _explain_suspicions(reading, view, move)


def _explain_description(
    near: WordVectors, reading: Reading, view: View, move: Describe
) -> Explanation:
    assert view.word is not None
    k, said = view.options.k, find_known_words(near, move.line)
    ranking = [near.corpus[index] for index in near.rank(view.word, k) or ()]
    words = shortlist(ranking, said)
    columns: tuple[str, ...] = (view.word,)
    values = compute_cosines(near, words, columns)
    why = f"A word is drawn among the {k} nearest to the own word that nobody has said."
    if reading.odd:
        centre = near.vectors(words) @ reading.centre
        values, columns = np.column_stack((values, centre)), (view.word, "what the others say")
        why = (
            f"The own word seems to be the odd one: of the {k} nearest to it one of the "
            f"{NEAREST_TO_OTHERS} nearest to what the others say is drawn."
        )
    return Explanation(
        title="Words, and how near they are to the own word",
        rows=words,
        columns=columns,
        values=to_rows(values),
        measure=COSINE,
        chosen=frozenset((words.index(word), len(columns) - 1) for word in said),
        note=" ".join(filter(None, (why, note_unknown_words(near, (view.word,))))),
    )


def _explain_suspicions(
    reading: Reading, view: View, move: Accuse | None
) -> tuple[Explanation, ...]:
    """Show how near the words of each other seat are; nothing before anybody has spoken."""
    if not reading.near:
        return ()
    seats = tuple(reading.near)
    names = tuple(view.seats[seat] for seat in seats)
    far = reading.agreed if reading.odd else reading.near
    chosen: frozenset[tuple[int, int]] = frozenset()
    why = "The own word seems to be the odd one." if reading.odd else "The own word seems common."
    if move is not None:
        if move.seat in names:
            chosen = frozenset({(names.index(move.seat), int(reading.odd))})
        least = [view.seats[seat] for seat, one in far.items() if one == min(far.values())]
        others = "the rest" if reading.odd else "the own word"
        if move.seat not in least:
            why += " From these vectors another seat follows now."
        elif len(least) > 1:
            why += f" {len(least)} are alike farthest from {others}: chance took one of them."
        else:
            why += f" The vote is against whose words are farthest from {others}."
    return (
        Explanation(
            title="Seats, and how near their words are",
            rows=names,
            columns=("own word", "the rest"),
            values=tuple((reading.near[seat], reading.agreed[seat]) for seat in seats),
            measure=COSINE,
            chosen=chosen,
            note=why,
        ),
    )
