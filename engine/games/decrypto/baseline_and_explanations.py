"""Players of Decrypto that use word vectors or chance, and explanations of their moves.

They follow section 4.1 of the Decrypto benchmark (arXiv:2506.20664). To give hints, the word-vector
player draws words near the keywords (`hint_candidates_and_choice.py`). To guess, it compares the
hints with the keywords as the decoder, and with the mean of past hints as the interceptor, and
takes the code with the greatest sum of cosines. An explanation is a table of these cosines.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.game import Seat
from engine.games.baselines import (
    COSINE,
    Explanation,
    SeededPlayer,
    VectorPlayer,
    compute_cosines,
    create_seat_random,
    note_unknown_words,
    to_rows,
)
from engine.games.decrypto.hint_candidates_and_choice import choose_near_hints, choose_random_hints
from engine.games.decrypto.view_and_moves import (
    CODES,
    SEATS,
    Code,
    Guess,
    Hint,
    Move,
    Role,
    View,
)
from engine.options import override_options
from engine.text import join_names
from engine.word_similarity_and_unknown_words import (
    Floats,
    WordVectors,
    find_best_assignments,
    load_word_vectors,
)
from words.word_lists import read_hint_corpus

HISTORY_WEIGHT = 0.5
"""A decoder's weight of the nearest past hint of a number, against 1 for its keyword."""
PAPER_NOTES = {
    Role.DECODER: "each hint in turn goes to its most similar keyword that is left",
    Role.INTERCEPTOR: "a number without past hints has 0, and the greatest sum counts",
}
"""By role: how a guesser plays to the letter of the paper."""


class Baseline(VectorPlayer):
    """A player that knows words only by their vectors; it keeps no state between moves."""

    def __init__(
        self,
        space: str,
        seat: Seat,
        seed: str,
        k: int | None = None,
        paper: bool = False,
        history: bool = False,
    ) -> None:
        """Load the vectors.

        Args:
            space: The name of a space of word vectors.
            seat: The seat.
            seed: The seed of the match.
            k: The number of near words that the encoder chooses from; `None` takes the option's.
            paper: Whether to play to the letter of the paper.
            history: Whether the decoder compares hints with past hints, too.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(space, seat, seed, k)
        self.paper = paper
        self.history = history

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Give hints, or guess; the move is always legal, so there is never a complaint."""
        view = override_options(view, k=self.k)
        rng = create_seat_random(self.seed, SEATS[self.seat], view.number)
        if view.hints is None:
            return Hint(choose_near_hints(self.word_vectors, view, rng, paper=self.paper))
        reading = read_hints(self.word_vectors, view, paper=self.paper, history=self.history)
        codes = reading.codes
        return Guess(rng.choice(codes) if len(codes) > 1 else codes[0])


class RandomPlayer(SeededPlayer):
    """A player of random legal moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Give words of the corpus as hints, or guess a code that was not played yet."""
        rng = create_seat_random(self.seed, SEATS[self.seat], view.number)
        if view.hints is None:
            return Hint(choose_random_hints(read_hint_corpus(), view, rng))
        used = view.used_codes
        return Guess(rng.choice([code for code in CODES if code not in used]))


@dataclass(frozen=True, slots=True)
class Reading:
    """A guesser's similarities and best codes for the current hints."""

    similarities: tuple[tuple[float, ...], ...]
    """The cosine of each hint with keyword numbers 1 to 4; shape (3, 4).

    A hint or keyword that the space does not know has 0 throughout; a keyword number
    without past hints has the mean of the others.
    """
    codes: tuple[Code, ...]
    """The codes with the greatest sum of similarities; usually one."""


def read_hints(
    word_vectors: WordVectors, view: View, *, paper: bool = False, history: bool = False
) -> Reading:
    """Assign the hints to different keyword numbers so that the sum of similarities is greatest.

    The decoder compares hints with keywords, the interceptor with the mean of each keyword
    number's past hints. A number without past hints has the mean similarity of the others.
    Codes that were already played are ruled out.

    Args:
        word_vectors: The space of word vectors.
        view: The decoder's or the interceptor's view, in a round with hints.
        paper: Whether to read to the letter of the paper: the decoder gives each hint in turn to
            its most similar keyword that is left, a number without past hints has 0, and codes
            already played are not ruled out.
        history: Whether the decoder adds the similarity to the nearest past hint of each number.
    """
    assert view.hints is not None
    if view.role is Role.DECODER:
        assert view.keywords is not None
        numbers = word_vectors.get_vectors(view.keywords)
    else:
        numbers = average_past_hints(word_vectors, view)
    hints = word_vectors.get_vectors(view.hints)
    similarities = hints @ numbers.T
    if view.role is Role.DECODER:
        if history:
            similarities = similarities + HISTORY_WEIGHT * _find_nearest_past(word_vectors, view)
        if paper:
            return Reading(to_rows(similarities), (_assign_in_turn(similarities),))
    elif paper:
        codes = _count_from_one(find_best_assignments(similarities))
        return Reading(to_rows(similarities), codes)
    if view.role is Role.INTERCEPTOR:
        known, seen = hints.any(axis=1), numbers.any(axis=1)
        if known.any() and seen.any():
            similarities[np.ix_(known, ~seen)] = similarities[np.ix_(known, seen)].mean()
    played = {(a - 1, b - 1, c - 1) for a, b, c in view.used_codes}
    codes = _count_from_one(find_best_assignments(similarities, played))
    return Reading(tuple(map(tuple, similarities.tolist())), codes)


def _count_from_one(assignments: Iterable[tuple[int, ...]]) -> tuple[Code, ...]:
    return tuple((a + 1, b + 1, c + 1) for a, b, c in assignments)


def _assign_in_turn(similarities: Floats) -> Code:
    """Assign each hint in turn the most similar number that is not taken yet."""
    left, found = [0, 1, 2, 3], []
    for row in similarities.tolist():
        best = max(left, key=row.__getitem__)
        left.remove(best)
        found.append(best + 1)
    a, b, c = found
    return a, b, c


def _find_nearest_past(word_vectors: WordVectors, view: View) -> Floats:
    """Compare each hint with the nearest past hint of each number: cosines; shape (3, 4).

    A number without past hints has the mean of the others.
    """
    assert view.hints is not None
    hints = word_vectors.get_vectors(view.hints)
    past = [view.list_hints(number) for number in range(1, 5)]
    found = np.zeros((3, 4))
    for number, given in enumerate(past):
        if given:
            found[:, number] = (hints @ word_vectors.get_vectors(given).T).max(axis=1)
    seen = np.array([bool(given) for given in past])
    if seen.any():
        found[:, ~seen] = found[:, seen].mean()
    return found


def average_past_hints(word_vectors: WordVectors, view: View) -> Floats:
    """Average the past hints of each keyword number.

    Returns:
        Unit vectors, or zeros for a number without hints; shape (4, width).
    """
    if not view.rounds:
        return np.zeros((4, word_vectors.space.width))
    hints = word_vectors.get_vectors([hint for done in view.rounds for hint in done.hints])
    digits = np.array([done.code for done in view.rounds]).ravel()
    sums: Floats = (np.arange(1, 5)[:, None] == digits).astype(np.float64) @ hints
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return sums / np.where(lengths > 0, lengths, 1)


def explain_move(
    space: str,
    seat: Seat,
    seed: str,
    view: View,
    move: Move,
    k: int | None = None,
    paper: bool = False,
    history: bool = False,
) -> tuple[Explanation, ...]:
    """Explain a move: the similarities that the baseline compared."""
    view = override_options(view, k=k)
    near = load_word_vectors(space)
    if isinstance(move, Hint):
        return (_explain_hint(near, seat, seed, view, move, paper=paper),)
    return (_explain_guess(near, view, move, paper=paper, history=history),)


def _explain_hint(
    near: WordVectors, seat: Seat, seed: str, view: View, move: Hint, *, paper: bool
) -> Explanation:
    assert view.keywords is not None
    assert view.code is not None
    rng = create_seat_random(seed, SEATS[seat], view.number)
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
        chosen=_list_cells(view.code),
        note=" ".join(filter(None, notes)),
    )


def _describe_paper(view: View) -> str:
    how = PAPER_NOTES[Role.DECODER if view.role is Role.DECODER else Role.INTERCEPTOR]
    return f"Played to the letter of the paper: {how}; codes that were played are not ruled out."


def _describe_rank(near: WordVectors, hint: str, keyword: str) -> str:
    """Describe the rank of a hint among the words nearest to its keyword."""
    ranking = near.rank(keyword, len(near.corpus)) or []
    names = [near.corpus[index] for index in ranking]
    return f"{hint} is word {names.index(hint) + 1} from {keyword}." if hint in names else ""


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
        past = [view.list_hints(number) for number in range(1, 5)]
        numbers = tuple(" ".join((f"{n}:", *hints)) for n, hints in enumerate(past, 1))
        title = "Mean similarity of hints to the past hints of each keyword number"
    return Explanation(
        title=title,
        rows=view.hints,
        columns=numbers,
        values=reading.similarities,
        measure=COSINE,
        chosen=_list_cells(move.code),
        note=" ".join(
            filter(
                None,
                (
                    _describe_paper(view) if paper else _describe_choice(reading, view, move),
                    _describe_unknown(near, view),
                ),
            )
        ),
    )


def _describe_choice(reading: Reading, view: View, move: Guess) -> str:
    codes = reading.codes
    if move.code not in codes:
        return (
            f"With these vectors it would guess another code now: {'-'.join(map(str, codes[0]))}."
        )
    if view.role is Role.INTERCEPTOR and not view.rounds:
        return "Nothing is known about the keywords yet: one of the 24 codes was chosen at random."
    total = sum(reading.similarities[row][column] for row, column in _list_cells(move.code))
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


def _list_cells(code: Code) -> frozenset[tuple[int, int]]:
    return frozenset((row, digit - 1) for row, digit in enumerate(code))
