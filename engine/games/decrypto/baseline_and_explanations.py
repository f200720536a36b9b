"""Baselines for Decrypto: by word vectors, with explanations, and at random.

Both follow section 4.1 of the Decrypto benchmark.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

import numpy as np

from engine.game import Seat
from engine.games.baselines import (
    COSINE,
    RANKED_BEYOND,
    Explanation,
    SeededPlayer,
    VectorPlayer,
    compute_cosines,
    create_seat_random,
    note_unknown_words,
    shuffle_items,
    to_rows,
)
from engine.games.decrypto.baseline_reading import Reading, read_hints
from engine.games.decrypto.view_and_moves import (
    CODES,
    SEATS,
    Code,
    Guess,
    Hint,
    Hints,
    Keywords,
    Move,
    Role,
    View,
)
from engine.options import override_options
from engine.text import fold_words, join_names
from engine.word_forms import match_word
from engine.word_similarity import WordVectors, load_word_vectors
from words.word_lists import read_hint_corpus

MARGIN = 1e-6
"""Minimum difference of cosines by which a hint is nearer to its keyword than to any other; well
above `engine.word_similarity.TIE`."""
MANY_TRIED = 200
"""After this many rejected candidates, all words nearer to another keyword are found at once."""


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


def choose_near_hints(
    word_vectors: WordVectors, view: View, rng: Random, *, paper: bool = False
) -> Hints:
    """Choose for each digit of the code a hint near its keyword.

    A hint is legal, was not given before, and is nearer to its keyword than to the other
    three. It is drawn from the K corpus words nearest to the keyword; if none of them
    qualifies, it is the next nearest word that does. For a keyword that the space does
    not know, it is drawn from the whole corpus. If no word is nearer to this keyword than
    to the others, any legal word is given.

    Args:
        word_vectors: The space of word vectors.
        view: The encoder's view, in a round without hints.
        rng: Draws from the K.
        paper: Whether to accept any of the K, even if it is nearer to another keyword.
    """
    assert view.keywords is not None
    k, corpus = view.options.k, word_vectors.corpus
    keywords = word_vectors.get_vectors(view.keywords)

    def rank_near(keyword: str) -> Iterator[int]:
        ranking = word_vectors.rank(keyword, 2 * k + RANKED_BEYOND)
        if ranking is None:
            yield from shuffle_items(range(len(corpus)), rng)
            return
        yield from shuffle_items(ranking[:k], rng)
        yield from ranking[k:]
        yield from (word_vectors.rank(keyword, len(corpus)) or [])[len(ranking) :]

    def list_hopeless(number: int) -> frozenset[int]:
        """List the words clearly nearer to another keyword; the others are compared exactly."""
        assert view.keywords is not None
        nearness = np.array(
            [word_vectors.compute_similarities(keyword) for keyword in view.keywords]
        )
        leads = nearness[number] - np.delete(nearness, number, 0).max(0)
        # Half the margin: the two ways to compute a cosine differ by far less.
        return frozenset(np.flatnonzero((leads < MARGIN / 2) & nearness.any(0)).tolist())

    def rank_candidates(number: int) -> Iterator[str]:
        assert view.keywords is not None
        hopeless: frozenset[int] = frozenset()
        for tried, index in enumerate(rank_near(view.keywords[number])):
            if tried == MANY_TRIED:
                hopeless = list_hopeless(number)
            if index in hopeless:
                continue
            similarities = (
                keywords @ word_vectors.get_vectors(corpus[index : index + 1])[0]
            ).tolist()
            own = similarities.pop(number)
            if own - max(similarities) > MARGIN:
                yield corpus[index]
        yield from shuffle_items(corpus, rng)

    def rank_by_paper(number: int) -> Iterator[str]:
        assert view.keywords is not None
        ranking = word_vectors.rank(view.keywords[number], k) or []
        drawn = [corpus[index] for index in shuffle_items(ranking, rng)]
        near = keywords @ word_vectors.get_vectors(drawn).T if drawn else np.zeros((4, 0))
        own = near[number] > np.delete(near, number, axis=0).max(axis=0) + MARGIN
        yield from (word for word, good in zip(drawn, own.tolist(), strict=True) if good)
        yield from drawn
        yield from shuffle_items(corpus, rng)

    if paper:
        return _choose_hints(view, rank_by_paper)
    return _choose_hints(view, rank_candidates)


def choose_random_hints(corpus: Sequence[str], view: View, rng: Random) -> Hints:
    """Choose three legal words of the corpus, none of them given before."""
    return _choose_hints(view, lambda _: shuffle_items(corpus, rng))


def _choose_hints(view: View, rank_candidates: Callable[[int], Iterable[str]]) -> Hints:
    """Choose for each digit the first candidate that is legal and new.

    Args:
        view: The encoder's view.
        rank_candidates: Lists candidates for a keyword, by its index from 0, best first.
    """
    assert view.keywords is not None
    assert view.code is not None
    given = {fold_words(hint) for done in view.rounds for hint in done.hints}
    hints = []
    for digit in view.code:
        hint = next(
            word
            for word in rank_candidates(digit - 1)
            if fold_words(word) not in given and _is_legal(word, view.keywords, view.word_rules)
        )
        given.add(fold_words(hint))
        hints.append(hint)
    a, b, c = hints
    return a, b, c


def _is_legal(word: str, keywords: Keywords, rules: int) -> bool:
    return not any(match_word(word, keyword, rules) for keyword in keywords)


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
