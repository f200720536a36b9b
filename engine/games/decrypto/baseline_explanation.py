"""How a baseline chose its hints or its guess: what it compared, and the result."""

from engine.baseline_explanation import (
    COSINE,
    Explanation,
    compute_cosines,
    note_unknown_words,
    to_rows,
)
from engine.game import Seat
from engine.games.baselines import seat_random
from engine.games.decrypto.baseline import Reading, choose_near_hints, read_hints
from engine.games.decrypto.view import SEATS, Code, Guess, Hint, Move, Role, View
from engine.word_vectors import WordVectors, load_word_vectors


def explain_move(
    space: str, seat: Seat, seed: str, view: View, move: Move
) -> tuple[Explanation, ...]:
    """Show what a baseline compared for its move."""
    near = load_word_vectors(space)
    if isinstance(move, Hint):
        return (_explain_hint(near, seat, seed, view, move),)
    return (_explain_guess(near, view, move),)


def _explain_hint(near: WordVectors, seat: Seat, seed: str, view: View, move: Hint) -> Explanation:
    assert view.keywords is not None
    assert view.code is not None
    rng = seat_random(seed, SEATS[seat], view.number)
    again = choose_near_hints(near, view, rng) == move.words
    notes = [
        f"Each hint is drawn from the {view.options.k} words nearest to its keyword, "
        "and is nearer to it than to the other three.",
        *(
            _describe_rank(near, hint, view.keywords[digit - 1])
            for hint, digit in zip(move.words, view.code, strict=True)
        ),
        note_unknown_words(near, (*view.keywords, *move.words)),
        "" if again else "From this seed and these vectors other hints follow now.",
    ]
    return Explanation(
        title="Hints and keywords",
        rows=move.words,
        columns=view.keywords,
        values=to_rows(compute_cosines(near, move.words, view.keywords)),
        measure=COSINE,
        chosen=_list_cells(view.code),
        note=" ".join(filter(None, notes)),
    )


def _describe_rank(near: WordVectors, hint: str, keyword: str) -> str:
    """Say which place a hint has among the words nearest to its keyword."""
    ranking = near.rank(keyword, len(near.corpus)) or []
    names = [near.corpus[index] for index in ranking]
    return f"{hint} is word {names.index(hint) + 1} from {keyword}." if hint in names else ""


def _explain_guess(near: WordVectors, view: View, move: Guess) -> Explanation:
    assert view.hints is not None
    reading = read_hints(near, view)
    numbers: tuple[str, ...]
    if view.role is Role.DECODER:
        assert view.keywords is not None
        numbers, title = view.keywords, "Hints and keywords"
    else:
        past = [view.list_hints(number) for number in range(1, 5)]
        numbers = tuple(" ".join((f"{n}:", *hints)) for n, hints in enumerate(past, 1))
        title = "Hints, and past hints of each keyword number in the mean"
    return Explanation(
        title=title,
        rows=view.hints,
        columns=numbers,
        values=reading.similarities,
        measure=COSINE,
        chosen=_list_cells(move.code),
        note=" ".join(
            filter(None, (_describe_choice(reading, view, move), _describe_unknown(near, view)))
        ),
    )


def _describe_choice(reading: Reading, view: View, move: Guess) -> str:
    codes = reading.codes
    if move.code not in codes:
        return f"From these vectors another code follows now: {'-'.join(map(str, codes[0]))}."
    if view.role is Role.INTERCEPTOR and not view.rounds:
        return "Nothing is known of the keywords yet: chance took one of the 24 codes."
    total = sum(reading.similarities[row][column] for row, column in _list_cells(move.code))
    if len(codes) > 1:
        return f"{len(codes)} codes have the greatest sum alike, {total:.3f}: chance took one."
    return f"Of all codes that were not played it has the greatest sum, {total:.3f}."


def _describe_unknown(near: WordVectors, view: View) -> str:
    assert view.hints is not None
    if view.role is Role.DECODER:
        return note_unknown_words(near, (*(view.keywords or ()), *view.hints))
    empty = [str(number) for number in range(1, 5) if not view.list_hints(number)]
    mean = f"No hint for {', '.join(empty)} so far: counts as the mean of the others."
    return " ".join(
        filter(None, (mean if empty and view.rounds else "", note_unknown_words(near, view.hints)))
    )


def _list_cells(code: Code) -> frozenset[tuple[int, int]]:
    return frozenset((row, digit - 1) for row, digit in enumerate(code))
