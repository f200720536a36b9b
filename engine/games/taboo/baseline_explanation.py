"""What a word-vector player of Adversarial Taboo compared to choose a move, as tables."""

from itertools import islice, product

from engine.games.explanation import COSINE, SHORTLIST_LENGTH, Explanation
from engine.games.line_words import find_known_words
from engine.games.nearest_words import find_near_words
from engine.games.taboo.baseline import LEADER_COUNT, MARGIN, find_leader, rank_candidates
from engine.games.taboo.baseline_reason import tell_attack, tell_defence
from engine.games.taboo.moves import Guess, Move, Say
from engine.games.taboo.view import Role, View
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
    if view.role is Role.ATTACKER:
        assert isinstance(move, Say)
        return (_explain_attack(near, view, move),)
    if isinstance(move, Guess):
        return (_explain_candidates(near, view, move),)
    return (_explain_candidates(near, view, move), _explain_answer(near, view, move))


def _explain_attack(near: WordVectors, view: View, move: Say) -> Explanation:
    assert view.target is not None
    k, said = view.options.k, find_known_words(near, move.line)
    words = build_shortlist(find_near_words(near, view.target, k), said)
    why = f"It drew from the {k} words nearest to the target that nobody had said."
    return Explanation(
        title="Similarity of words to the target",
        rows=words,
        columns=(view.target,),
        values=to_rows(compute_cosines(near, words, (view.target,))),
        measure=COSINE,
        chosen=frozenset((words.index(word), 0) for word in said),
        note=" ".join(filter(None, (why, note_unknown_words(near, (view.target,))))),
        reason=tell_attack(near, view, said),
    )


def _explain_candidates(near: WordVectors, view: View, move: Move) -> Explanation:
    """Compare the candidates after the attacker's last line with those after the line before."""
    guess = move.word if isinstance(move, Guess) else None
    now = list(rank_candidates(near, view, view.number))
    before = dict(rank_candidates(near, view, view.number - 1))
    marks = dict(now)
    words = build_shortlist((word for word, _ in now), (guess,) if guess in marks else ())
    both = bool(before)
    values = tuple((marks[word], before[word]) if both else (marks[word],) for word in words)
    return Explanation(
        title="Mean similarity of candidates to the attacker's words",
        rows=words,
        columns=("now", "a line before") if both else ("now",),
        values=values,
        measure=COSINE,
        chosen=frozenset({(words.index(guess), 0)} if guess in words else ()),
        note=_describe_choice(near, view, guess, [word for word, _ in islice(now, LEADER_COUNT)]),
        reason=tell_defence(near, view, move, now),
    )


def _describe_choice(near: WordVectors, view: View, guess: str | None, leaders: list[str]) -> str:
    if not leaders:
        return "It knows no word that the attacker has said."
    first = find_leader(near, view, view.number)
    if guess is None:
        return (
            f"No word stands out yet (by {MARGIN} after two lines in a row), so it goes on "
            f"talking and avoids its best guesses: {', '.join(leaders)}."
        )
    if guess == first == find_leader(near, view, view.number - 1):
        return f"It guesses {guess}, which stands out by {MARGIN} after two lines in a row."
    if guess == leaders[0]:
        return f"It is the last turn, so it makes its best guess: {guess}."
    return "With these vectors it would guess another word now."


def _explain_answer(near: WordVectors, view: View, move: Say) -> Explanation:
    """Compare the words of an answer with the words that it answers."""
    heard_words, said = find_known_words(near, view.talk[-1]), find_known_words(near, move.line)
    columns = heard_words[:SHORTLIST_LENGTH] or (view.talk[-1],)
    why = f"It drew from the {view.options.k} words nearest to each word of the last line."
    return Explanation(
        title="Similarity of the answer's words to those of the last line",
        rows=said,
        columns=columns,
        values=to_rows(compute_cosines(near, said, columns)),
        measure=COSINE,
        chosen=frozenset(product(range(len(said)), range(len(columns)))),
        note=why,
    )
