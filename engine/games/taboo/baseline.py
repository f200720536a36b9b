"""A player of Adversarial Taboo that knows words by their vectors."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

import numpy as np

from engine.forms.giveaway import match_in_line
from engine.games.composed_line import compose_line
from engine.games.line_words import collect_word_forms, find_known_words, skip_said_words
from engine.games.nearest_words import rank_near_words
from engine.games.seeded_player import create_seat_random
from engine.games.taboo.moves import Guess, Move, Say
from engine.games.taboo.view import SEATS, Role, View, find_line_fault, find_slip, find_speaker
from engine.games.vector_player import VectorPlayer
from engine.options import override_options
from engine.players.vectors.word_vectors import DIGITS, Floats, WordVectors
from engine.shuffle import shuffle_items

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

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Say a line, or guess; the move is always legal, so there is never a complaint."""
        view = override_options(view, k=self.k)
        rng = create_seat_random(self.seed, SEATS[self.seat], view.number)
        if view.role is Role.ATTACKER:
            assert view.target is not None
            near = rank_near_words(self.word_vectors, view.target, view.options.k, rng)
            return say_line(view, skip_said_words(near, view.talk), rng)
        if (guess := self.choose_guess(view)) is not None:
            return Guess(word=guess)
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
            or any(match_in_line(text, word) for word in avoided)
        )

    sentences = ATTACKER_SENTENCES if view.role is Role.ATTACKER else DEFENDER_SENTENCES
    return Say(line=compose_line(words, sentences, is_harmless, rng, WORD_COUNTS))


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
