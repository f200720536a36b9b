"""What a word-vector player of Undercover compared to choose a move, as tables."""

import numpy as np

from engine.games.explanation import COSINE, Explanation
from engine.games.line_words import find_known_words
from engine.games.nearest_words import find_near_words
from engine.games.undercover.baseline import NEAREST_TO_OTHERS, Reading, read_talk
from engine.games.undercover.baseline_reason import tell_line, tell_vote
from engine.games.undercover.moves import Accuse, Describe, Move
from engine.games.undercover.view import View
from engine.games.vector_explanation import build_shortlist, note_unknown_words, to_rows
from engine.options import override_options
from engine.players.vectors.word_vectors import WordVectors, compute_cosines, load_word_vectors
from engine.seat import Seat


def explain_baseline_move(
    space: str,
    seat: Seat,
    seed: str,
    view: View,
    move: Move,
    k: int | None = None,
) -> tuple[Explanation, ...]:
    """Explain a move: the similarities that the baseline compared."""
    view = override_options(view, k=k)
    near = load_word_vectors(space)
    reading = read_talk(near, view)
    if isinstance(move, Describe):
        return (
            _explain_description(near, reading, view, move),
            *_explain_suspicions(near, reading, view, None),
        )
    return _explain_suspicions(near, reading, view, move)


def _explain_description(
    near: WordVectors, reading: Reading, view: View, move: Describe
) -> Explanation:
    assert view.word is not None
    k, said = view.options.k, find_known_words(near, move.line)
    words = build_shortlist(find_near_words(near, view.word, k), said)
    columns: tuple[str, ...] = (view.word,)
    values = compute_cosines(near, words, columns)
    why = f"It drew one of the {k} words nearest to its own that nobody had said."
    if reading.odd:
        centre = near.get_vectors(words) @ reading.centre
        values, columns = np.column_stack((values, centre)), (view.word, "what the others say")
        why = (
            f"Of the {k} words nearest to its own it drew one of the {NEAREST_TO_OTHERS} that "
            "fit the others best."
        )
    return Explanation(
        title="Similarity of words to the player's own word",
        rows=words,
        columns=columns,
        values=to_rows(values),
        measure=COSINE,
        chosen=frozenset((words.index(word), len(columns) - 1) for word in said),
        note=" ".join(filter(None, (why, note_unknown_words(near, (view.word,))))),
        reason=tell_line(near, reading, view, said),
    )


def _explain_suspicions(
    word_vectors: WordVectors, reading: Reading, view: View, move: Accuse | None
) -> tuple[Explanation, ...]:
    """Compare the words of each other seat; nothing before anybody has spoken."""
    if not reading.near:
        return ()
    seats = tuple(reading.near)
    names = tuple(view.seats[seat] for seat in seats)
    far = reading.agreed if reading.odd else reading.near
    chosen: frozenset[tuple[int, int]] = frozenset()
    which = "odd" if reading.odd else "common"
    why = f"It thinks its word is the {which} one."
    if move is not None:
        if move.seat in names:
            chosen = frozenset({(names.index(move.seat), int(reading.odd))})
        least = [view.seats[seat] for seat, one in far.items() if one == min(far.values())]
        others = "the rest" if reading.odd else "its own"
        if move.seat not in least:
            why += " With these vectors it would vote for another seat now."
        elif len(least) > 1:
            why += f" {len(least)} are equally far from {others}; one was chosen at random."
        else:
            why += f" It votes for the player whose words are farthest from {others}."
    unknown = note_unknown_words(word_vectors, (view.word or "",))
    return (
        Explanation(
            title="Similarity of each seat's words to the own word and to the others' words",
            rows=names,
            columns=("own word", "the rest"),
            values=tuple((reading.near[seat], reading.agreed[seat]) for seat in seats),
            measure=COSINE,
            chosen=chosen,
            note=" ".join(filter(None, (why, unknown))),
            reason="" if move is None else tell_vote(word_vectors, reading, view, move),
        ),
    )
