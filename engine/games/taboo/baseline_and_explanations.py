"""Players of Adversarial Taboo that use word vectors or chance, and explanations of their moves.

A word-vector attacker says words near the target. A defender ranks the words of the corpus by their
similarity to the attacker's words. An explanation is a table of these similarities.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, product
from random import Random

import numpy as np

from engine.game import Seat
from engine.games.baselines import (
    COSINE,
    SHORTLIST_LENGTH,
    Explanation,
    SeededPlayer,
    VectorPlayer,
    build_shortlist,
    collect_word_forms,
    compose_line,
    compute_cosines,
    create_seat_random,
    find_known_words,
    find_near_words,
    note_unknown_words,
    rank_near_words,
    shuffle_items,
    skip_said_words,
    to_rows,
)
from engine.games.taboo.view_and_moves import (
    SEATS,
    Guess,
    Move,
    Role,
    Say,
    View,
    find_line_fault,
    find_slip,
    find_speaker,
)
from engine.options import override_options
from engine.word_forms import match_in_line
from engine.word_similarity_and_unknown_words import DIGITS, Floats, WordVectors, load_word_vectors
from words.word_lists import read_hint_corpus

ATTACKER_SENTENCES = (
    "What comes to you with {}?",
    "What would you add to {}?",
    "Say something about {}.",
    "Do you know anything like {}?",
    "How do you feel about {}?",
    "What goes well with {}?",
    "Where would you look for {}?",
    "What do you know about {}?",
)
"""An attacker's sentences; none of them contains a noun of the hint corpus."""
DEFENDER_SENTENCES = (
    "Rather {}, if you ask me.",
    "That seems to me like {}.",
    "I would say {}.",
    "Probably {}.",
    "Not far from {}, I believe.",
    "It could be {}.",
    "Perhaps {}?",
    "With {}, obviously.",
)
"""A defender's sentences; none of them contains a noun of the hint corpus."""
WORD_COUNTS = (1, 2)
"""The numbers of words that a line may be built from."""

LEADER_COUNT = 3
"""A defender never says any of this many leading candidates."""
GUESS_RATE = 0.1
"""Probability that a random defender guesses."""

MARGIN = 0.03
"""The lead, as a difference of cosines, that a candidate needs to be guessed."""
SORTED_FIRST = 64
"""Number of candidates that are sorted first."""


class Baseline(VectorPlayer):
    """A player that knows words only by their vectors; it keeps no state between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Say a line, or guess; the move is always legal, so there is never a complaint."""
        view = override_options(view, k=self.k)
        rng = create_seat_random(self.seed, SEATS[self.seat], view.number)
        if view.role is Role.ATTACKER:
            assert view.target is not None
            near = rank_near_words(self.word_vectors, view.target, view.options.k, rng)
            return say_line(view, skip_said_words(near, view.talk), rng)
        if (guess := self.choose_guess(view)) is not None:
            return Guess(guess)
        ranking = rank_candidates(self.word_vectors, view, view.number)
        leaders = [word for word, _ in islice(ranking, LEADER_COUNT)]
        words = skip_said_words(self.rank_answer_words(view, rng), view.talk)
        return say_line(view, words, rng, leaders)

    def rank_answer_words(self, view: View, rng: Random) -> Iterator[str]:
        """Yield the K words nearest to each word of the last line in random order, then others."""
        corpus, k = self.word_vectors.corpus, view.options.k
        words = find_known_words(self.word_vectors, view.talk[-1])
        near = {index for word in words for index in self.word_vectors.rank(word, k) or ()}
        yield from (corpus[index] for index in shuffle_items(sorted(near), rng))
        yield from shuffle_items(corpus, rng)

    def choose_guess(self, view: View) -> str | None:
        """Choose the candidate that leads by `MARGIN` now and did a turn before, if there is one.

        In the last turn, if the defender would lose without a guess, choose the leading candidate.
        """
        if view.number > 1:
            first = find_leader(self.word_vectors, view, view.number)
            if first is not None and first == find_leader(self.word_vectors, view, view.number - 1):
                return first
        if view.left == 0 and view.options.limit == "attacker":
            ranking = rank_candidates(self.word_vectors, view, view.number)
            return next((word for word, _ in ranking), None)
        return None


class RandomPlayer(SeededPlayer):
    """A player of random legal moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Say random words of the corpus in a sentence, or sometimes guess one of them."""
        rng, corpus = (
            create_seat_random(self.seed, SEATS[self.seat], view.number),
            read_hint_corpus(),
        )
        if view.role is Role.DEFENDER and rng.random() < GUESS_RATE:
            return Guess(rng.choice(corpus))
        return say_line(view, shuffle_items(corpus, rng), rng)


def say_line(view: View, words: Iterable[str], rng: Random, never: Iterable[str] = ()) -> Say:
    """Say the first one or two of these words that do no harm, in a sentence of the role.

    Args:
        view: The view of the seat.
        words: The words to try, best first; one of them must be harmless.
        rng: Draws the number of words, and the sentence.
        never: Words that the line must not contain in any form.
    """
    avoided = tuple(never)

    def is_harmless(text: str) -> bool:
        return not (
            find_line_fault(view, text)
            or find_slip(view, text)
            or any(match_in_line(text, word, view.word_rules) for word in avoided)
        )

    sentences = ATTACKER_SENTENCES if view.role is Role.ATTACKER else DEFENDER_SENTENCES
    return Say(compose_line(words, sentences, is_harmless, rng, WORD_COUNTS))


def rank_candidates(
    word_vectors: WordVectors, view: View, turns: int
) -> Iterator[tuple[str, float]]:
    """Yield the candidates for the target with their scores, greatest first.

    A candidate is a word of the corpus that nobody has said in any form, since saying the target
    ends the game. Its score is its mean cosine with the words heard from the attacker.

    Args:
        word_vectors: The space of word vectors.
        view: The defender's view.
        turns: The number of the attacker's lines to use, from the first.
    """
    lines = [said for place, said in enumerate(view.talk) if find_speaker(place) is Role.ATTACKER]
    words = [word for said in lines[:turns] for word in find_known_words(word_vectors, said)]
    if not words:
        return
    marks: Floats = np.mean([word_vectors.compute_similarities(word) for word in words], axis=0)
    gone = collect_word_forms(view.talk)
    for index in _sort_descending(marks):
        word = word_vectors.corpus[index]
        if gone.isdisjoint(collect_word_forms((word,))):
            yield word, float(marks[index])


def find_leader(word_vectors: WordVectors, view: View, turns: int) -> str | None:
    """Find the candidate that leads by `MARGIN` after this many lines of the attacker, if any."""
    ranking = rank_candidates(word_vectors, view, turns)
    first, second = next(ranking, None), next(ranking, None)
    if first is None:
        return None
    return first[0] if second is None or first[1] - second[1] >= MARGIN else None


def _sort_descending(marks: Floats) -> Iterator[int]:
    """Yield the indices of the marks, greatest first; the first few, usually enough, are cheap."""
    rounded = -marks.round(DIGITS)
    if len(marks) > SORTED_FIRST:
        first = np.flatnonzero(rounded <= np.partition(rounded, SORTED_FIRST)[SORTED_FIRST])
        yield from first[np.argsort(rounded[first], kind="stable")].tolist()
        rounded[first] = np.inf
    rest = np.argsort(rounded, kind="stable")
    yield from rest[rounded[rest] < np.inf].tolist()


def explain_move(
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
        return (_explain_candidates(near, view, move.word),)
    return (_explain_candidates(near, view, None), _explain_answer(near, view, move))


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
    )


def _explain_candidates(near: WordVectors, view: View, guess: str | None) -> Explanation:
    """Compare the candidates after the attacker's last line with those after the line before."""
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
