"""What a word-vector player of Decrypto compared to choose a move, as tables."""

from dataclasses import replace

import numpy as np

from engine.games.decrypto.baseline import PAPER_NOTES, Reading, read_hints
from engine.games.decrypto.baseline_reason import tell_guess, tell_hints, tell_words
from engine.games.decrypto.deck_deduction import infer_keywords
from engine.games.decrypto.moves import Code, Guess, Hint, Move, Words
from engine.games.decrypto.near_hints import choose_near_hints
from engine.games.decrypto.roles import Role
from engine.games.decrypto.tie_break_explanation import explain_words
from engine.games.decrypto.view import View
from engine.games.explanation import COSINE, Explanation
from engine.games.seeded_player import create_seat_random
from engine.games.vector_explanation import find_rank, note_unknown_words, to_rows
from engine.joined_text import join_names
from engine.options import override_options
from engine.players.vectors.word_vectors import WordVectors, compute_cosines, load_word_vectors
from engine.seat import Seat

SUSPECTS = 3
"""Number of inferred keywords that an explanation names for each number."""


def explain_baseline_move(
    space: str,
    seat: Seat,
    seed: str,
    view: View,
    move: Move,
    k: int | None = None,
    paper: bool = False,
    history: bool = False,
    think: bool = False,
) -> tuple[Explanation, ...]:
    """Explain a move: the similarities that the baseline compared."""
    view = override_options(view, k=k)
    near = load_word_vectors(space)
    if isinstance(move, Hint):
        return (_explain_hint(near, seat, seed, view, move, paper=paper),)
    if isinstance(move, Words):
        table = explain_words(
            view, move, lambda words, hints: compute_cosines(near, words, hints), COSINE
        )
        return (replace(table, reason=tell_words(near, view, move)),)
    if think and view.role is Role.INTERCEPTOR:
        return (_explain_deduction(near, view, move, paper=paper),)
    return (_explain_guess(near, view, move, paper=paper, history=history),)


def _explain_hint(
    near: WordVectors, seat: Seat, seed: str, view: View, move: Hint, *, paper: bool
) -> Explanation:
    assert view.keywords is not None
    assert view.code is not None
    rng = create_seat_random(seed, view.seats[seat], view.number)
    again = choose_near_hints(near, view, rng, paper=paper) == move.words
    values = compute_cosines(near, move.words, view.keywords)
    misleading = [
        hint
        for hint, row, digit in zip(move.words, values, view.code, strict=True)
        if row[digit - 1] <= np.delete(row, digit - 1).max()
    ]
    notes = [
        f"Each hint is drawn from the {view.options.k} words nearest to its keyword, "
        "and is nearer to it than to the other three.",
        f"For {join_names(misleading)} no such word was left." if misleading else "",
        *(
            _describe_rank(near, hint, view.keywords[digit - 1])
            for hint, digit in zip(move.words, view.code, strict=True)
        ),
        note_unknown_words(near, (*view.keywords, *move.words)),
        "" if again else "From this seed and these vectors other hints follow now.",
    ]
    return Explanation(
        title="Similarity of hints to keywords",
        rows=move.words,
        columns=view.keywords,
        values=to_rows(values),
        measure=COSINE,
        chosen=list_cells(view.code),
        note=" ".join(filter(None, notes)),
        reason=tell_hints(near, view, move),
        is_open=True,
    )


def _describe_paper(view: View) -> str:
    how = PAPER_NOTES[Role.DECODER if view.role is Role.DECODER else Role.INTERCEPTOR]
    return f"Played to the letter of the paper: {how}; codes that were played are not ruled out."


def _describe_rank(near: WordVectors, hint: str, keyword: str) -> str:
    """Describe the rank of a hint among the words nearest to its keyword."""
    rank = find_rank(near, keyword, hint)
    return "" if rank is None else f"{hint} is word {rank} from {keyword}."


def _explain_guess(
    near: WordVectors, view: View, move: Guess, *, paper: bool, history: bool
) -> Explanation:
    assert view.hints is not None
    reading = read_hints(near, view, paper=paper, history=history)
    numbers: tuple[str, ...]
    if view.role is Role.DECODER:
        assert view.keywords is not None
        numbers = view.keywords
        title = (
            "Similarity of hints to keywords and past hints"
            if history
            else "Similarity of hints to keywords"
        )
    else:
        numbers = list_numbers(view)
        title = "Mean similarity of hints to the past hints of each keyword number"
    return Explanation(
        title=title,
        rows=view.hints,
        columns=numbers,
        values=reading.similarities,
        measure=COSINE,
        chosen=list_cells(move.code),
        note=" ".join(
            filter(
                None,
                (
                    _describe_paper(view) if paper else _describe_choice(reading, view, move),
                    _describe_unknown(near, view),
                ),
            )
        ),
        reason=tell_guess(near, view, move, reading, think=False),
        is_open=True,
    )


def _explain_deduction(near: WordVectors, view: View, move: Guess, *, paper: bool) -> Explanation:
    """Explain a guess by the keywords that the past hints of each number suggest."""
    assert view.hints is not None
    reading = read_hints(near, view, paper=paper, think=True)
    suspected = (
        f"{number}: {join_names(infer_keywords(near, hints, SUSPECTS))}"
        for number in range(1, 5)
        if (hints := view.list_hints(number))
    )
    likeliest = "; ".join(suspected)
    return Explanation(
        title="How well the keywords that it infers explain the hints",
        rows=view.hints,
        columns=list_numbers(view),
        values=reading.similarities,
        measure="log-likelihood",
        chosen=list_cells(move.code),
        note=" ".join(
            filter(
                None,
                (
                    f"The likeliest keywords of each number: {likeliest}." if likeliest else "",
                    _describe_choice(reading, view, move),
                    note_unknown_words(near, view.hints),
                ),
            )
        ),
        reason=tell_guess(near, view, move, reading, think=True),
        is_open=True,
    )


def list_numbers(view: View) -> tuple[str, ...]:
    """Label each keyword number with its past hints."""
    past = (view.list_hints(number) for number in range(1, 5))
    return tuple(
        " ".join((f"{number}:" if hints else f"{number}", *hints))
        for number, hints in enumerate(past, 1)
    )


def _describe_choice(reading: Reading, view: View, move: Guess) -> str:
    codes = reading.codes
    if move.code not in codes:
        return (
            f"With these vectors it would guess another code now: {'-'.join(map(str, codes[0]))}."
        )
    if view.role is Role.INTERCEPTOR and not view.rounds:
        return "Nothing is known about the keywords yet: one of the 24 codes was chosen at random."
    total = sum(reading.similarities[row][column] for row, column in list_cells(move.code))
    if len(codes) > 1:
        tied = f"{len(codes)} codes are tied for the highest sum, {total:.3f}"
        return f"{tied}; one was chosen at random."
    return f"It has the highest sum of all codes not yet played, {total:.3f}."


def _describe_unknown(near: WordVectors, view: View) -> str:
    assert view.hints is not None
    if view.role is Role.DECODER:
        return note_unknown_words(near, (*(view.keywords or ()), *view.hints))
    empty = [str(number) for number in range(1, 5) if not view.list_hints(number)]
    mean = f"No hints for {', '.join(empty)} yet: the mean of the other numbers is used."
    return " ".join(
        filter(None, (mean if empty and view.rounds else "", note_unknown_words(near, view.hints)))
    )


def list_cells(code: Code) -> frozenset[tuple[int, int]]:
    """List the cells that a code marks in a table of hints by keyword numbers."""
    return frozenset((row, digit - 1) for row, digit in enumerate(code))
