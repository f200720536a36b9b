"""How a baseline chose its line or its guess: what it compared, and the result."""

from itertools import islice, product

from engine.baseline_explanation import (
    COSINE,
    SHORTLIST_LENGTH,
    Explanation,
    compute_cosines,
    note_unknown_words,
    shortlist,
    to_rows,
)
from engine.game import Seat
from engine.games.baselines import find_known_words
from engine.games.taboo.baseline import LEADER_COUNT, MARGIN, find_leader, rank_candidates
from engine.games.taboo.view import Guess, Move, Role, Say, View
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
    if view.role is Role.ATTACKER:
        assert isinstance(move, Say)
        return (_explain_attack(near, view, move),)
    if isinstance(move, Guess):
        return (_explain_candidates(near, view, move.word),)
    return (_explain_candidates(near, view, None), _explain_answer(near, view, move))


def _explain_attack(near: WordVectors, view: View, move: Say) -> Explanation:
    assert view.target is not None
    k, said = view.options.k, find_known_words(near, move.line)
    ranking = (near.corpus[index] for index in near.rank(view.target, k) or ())
    words = shortlist(ranking, said)
    why = f"Words are drawn among the {k} nearest to the target that nobody has said."
    return Explanation(
        title="Words, and how near they are to the target",
        rows=words,
        columns=(view.target,),
        values=to_rows(compute_cosines(near, words, (view.target,))),
        measure=COSINE,
        chosen=frozenset((words.index(word), 0) for word in said),
        note=" ".join(filter(None, (why, note_unknown_words(near, (view.target,))))),
    )


def _explain_candidates(near: WordVectors, view: View, guess: str | None) -> Explanation:
    """Show the candidates after this line of the attacker, and after the one before."""
    now = list(rank_candidates(near, view, view.number))
    before = dict(rank_candidates(near, view, view.number - 1))
    marks = dict(now)
    words = shortlist((word for word, _ in now), (guess,) if guess in marks else ())
    both = bool(before)
    values = tuple((marks[word], before[word]) if both else (marks[word],) for word in words)
    return Explanation(
        title="Candidates, and how near they are to the words of the attacker in the mean",
        rows=words,
        columns=("now", "a line before") if both else ("now",),
        values=values,
        measure=COSINE,
        chosen=frozenset({(words.index(guess), 0)} if guess in words else ()),
        note=_describe_choice(near, view, guess, [word for word, _ in islice(now, LEADER_COUNT)]),
    )


def _describe_choice(near: WordVectors, view: View, guess: str | None, leaders: list[str]) -> str:
    if not leaders:
        return "Nothing that the space knows was heard from the attacker."
    first = find_leader(near, view, view.number)
    if guess is None:
        return (
            f"No candidate leads by {MARGIN} after two lines in a row, so the talk goes on; "
            f"{', '.join(leaders)} are not said."
        )
    if guess == first == find_leader(near, view, view.number - 1):
        return f"{guess} leads by {MARGIN} or more, and did after the line before."
    if guess == leaders[0]:
        return f"It is the last turn: {guess} is guessed, as it stands first."
    return "From these vectors another guess follows now."


def _explain_answer(near: WordVectors, view: View, move: Say) -> Explanation:
    """Compare the words of an answer with the words that it answers."""
    heard_words, said = find_known_words(near, view.talk[-1]), find_known_words(near, move.line)
    columns = heard_words[:SHORTLIST_LENGTH] or (view.talk[-1],)
    why = f"Words are drawn among the {view.options.k} nearest to each word of the last line."
    return Explanation(
        title="Words of the answer, and of the line before",
        rows=said,
        columns=columns,
        values=to_rows(compute_cosines(near, said, columns)),
        measure=COSINE,
        chosen=frozenset(product(range(len(said)), range(len(columns)))),
        note=why,
    )
