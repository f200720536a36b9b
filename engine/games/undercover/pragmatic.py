"""Parlour's own player of Undercover: beliefs over who shares its word, and lines about the thing.

The seat knows its own word and how many seats are undercover. It imagines which words the others
may have: its own, and one of the words near it. A line suits a word as far as the spaces hear its
words near (`engine.listeners`); each division of the seats in two sides and each other word is as
likely as all lines together suit it. So it learns who shares its word, and which side it is on.

It says the line that its own side recognises and the other side learns least from; if it is
probably undercover itself, the line that suits the others' word.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from engine.game import Seat
from engine.games.baselines import (
    Explanation,
    SeededPlayer,
    collect_word_forms,
    seat_random,
    shuffled,
)
from engine.games.undercover.baseline import average_heard, average_neighbourhood
from engine.games.undercover.legality import find_line_fault
from engine.games.undercover.view import Accuse, Describe, Move, Stage, View
from engine.listeners import Listeners, load_listeners, rate_plainness
from engine.text import fold_words, lemma
from engine.word_vectors import Floats
from words.word_lists import word_facts

OTHER_WORDS = 24
"""How many words near the own one the others may have."""
SHARPNESS = 0.9
"""How surely a line is said of a word that it suits better by a standard deviation."""
ANY_WORD = 1.0
"""How well a line suits the other word if that is none of these."""
MOST = 4.0
"""The most standard deviations that count."""
HEARD_WORDS = 3
"""How many words of a line count, those that suit best."""
NEIGHBOURS = 16
"""From how many near words the neighbourhood of a word consists, for baselines that listen."""
NEIGHBOURHOOD = 2.0
"""What a cosine of 1 with the neighbourhood of a word counts in standard deviations."""
LITERAL = 3.0
"""What acceptance by the least friendly baseline weighs for a speaker."""
CAUTION = (0.1, 0.25, 0.45, 0.6, 0.8)
"""By strength: what a line costs that tells the own word from words near it."""
ASSOCIATED = 1.5
"""How much plainer a word is that people think of when they hear the own one."""
NEAR_WORDS = 14
"""From how many words near the own one lines are made besides the facts."""
FRAMES = (
    "It goes with “{}”.",
    "It makes me think of “{}”.",
    "I think of “{}” when I hear it.",
    "Whoever has it knows “{}”, too.",
    "“{}” and it belong together.",
    "It has something to do with “{}”.",
)
"""Lines around a word that no fact names; none of them holds a noun of the hint corpus."""
FRAME_COST = 2.0
"""How much less natural those are than facts."""
EMPTY_WORDS = frozenset(
    (
        *("it", "is", "a", "an", "the", "of", "kind", "sort", "some", "rather", "has", "have"),
        *("and", "or", "to", "in", "on", "for", "with", "from", "by", "as", "at", "that", "this"),
        *("used", "use", "made", "make", "comes", "come", "belongs", "belong", "be", "are", "was"),
        *("often", "people", "you", "would", "not", "thing", "something", "one", "can", "many"),
        *(
            "like",
            "i",
            "my",
            "me",
            "think",
            "there",
            "where",
            "very",
            "usually",
            "found",
            "find",
            "close",
            "name",
            "together",
            "far",
            "hear",
            "say",
            "almost",
        ),
    )
)
"""Words that say nothing of a thing."""


class PragmaticPlayer(SeededPlayer):
    """A player that weighs what each line says of each word, and keeps nothing between moves."""

    def __init__(self, seat: Seat, seed: str, spaces: str, strength: int) -> None:
        """Load the listeners.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(seat, seed)
        self.listeners = load_listeners(spaces)
        self.strength = strength

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Describe, or vote; the move is always legal, so complaints never come."""
        rng = seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
        beliefs = read_table(self.listeners, view)
        if view.stage is Stage.DESCRIBE:
            lines = rank_lines(self.listeners, view, beliefs, self.strength)
            if lines:
                return Describe(lines[0].text)
            words = shuffled(self.listeners.corpus, rng)
            texts = (FRAMES[0].format(word) for word in words)
            return Describe(next(text for text in texts if find_line_fault(view, text) is None))
        marks = rate_suspects(view, beliefs)
        most = max(marks.values())
        return Accuse(view.seats[rng.choice([one for one, mark in marks.items() if mark == most])])


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What a seat believes of the table."""

    other: dict[Seat, float]
    """For each other seat: the probability that it has the other word."""
    odd: float
    """The probability that the own word is that of the undercover side."""
    words: tuple[str, ...]
    """The words that the others may have."""
    chances: tuple[float, ...]
    """The probability of each."""


def read_table(listeners: Listeners, view: View) -> Beliefs:
    """Weigh every division of the seats and every other word by all lines that were said.

    Args:
        listeners: The listeners, whose readings are added.
        view: The view of a living seat.
    """
    assert view.word is not None
    assert view.seat is not None
    words = list_other_words(listeners, view.word)
    others = [Seat(seat) for seat in range(len(view.seats)) if seat != view.seat]
    suits = np.zeros((len(others), 1 + len(words)))
    for line in view.said:
        if line.seat in others:
            suits[others.index(line.seat)] += rate_line(listeners, line.text, (view.word, *words))
    suits *= SHARPNESS
    sides, civilian = list_divisions(len(view.seats), view.options.undercover)
    spoken = np.array([[sum(line.seat == seat for line in view.said)] for seat in others])
    own, theirs = suits[:, 0], np.hstack([suits[:, 1:], SHARPNESS * ANY_WORD * spoken])
    # sides: 1 where a seat has the other word; shape (divisions, others)
    logs = (1 - sides) @ own[:, None] + sides @ theirs  # (divisions, words)
    chances = np.exp(logs - logs.max())
    chances /= chances.sum()
    by_side, by_word = chances.sum(axis=1), chances.sum(axis=0)
    return Beliefs(
        dict(zip(others, (by_side @ sides).round(6).tolist(), strict=True)),
        round(float(by_side @ (1 - civilian)), 6),
        words,
        tuple(by_word[: len(words)].round(6).tolist()),
    )


@lru_cache(maxsize=32)
def list_divisions(seats: int, undercover: int) -> tuple[Floats, Floats]:
    """List who of the others may have the other word.

    Returns:
        For each division, 1 for each of the others with the other word, else 0; shape (divisions,
        others). And for each whether the own side is the civilian one, 1 or 0.
    """
    rows, civilian = [], []
    for count, own in ((undercover, 1.0), (seats - undercover, 0.0)):
        for chosen in combinations(range(seats - 1), count):
            rows.append([float(place in chosen) for place in range(seats - 1)])
            civilian.append(own)
    return np.array(rows), np.array(civilian)


@lru_cache(maxsize=512)
def list_other_words(listeners: Listeners, word: str) -> tuple[str, ...]:
    """The words of the corpus nearest to a word, other than its own forms."""
    near = listeners.compare_with_corpus(word).mean(axis=0)
    forms = collect_word_forms((word,))
    found = (listeners.corpus[place] for place in np.argsort(-near, kind="stable"))
    different = (one for one in found if forms.isdisjoint(collect_word_forms((one,))))
    return tuple(one for _, one in zip(range(OTHER_WORDS), different, strict=False))


def rate_line(listeners: Listeners, line: str, words: tuple[str, ...]) -> Floats:
    """How well a line suits each word, in standard deviations; shape (words,)."""
    heard = find_words(listeners, line)
    if not heard:
        return np.zeros(len(words))
    near = listeners.compare(heard, words).clip(0, MOST).mean(axis=0)
    near = near + listeners.associate(heard, words)
    counted = min(HEARD_WORDS, len(heard))
    rates: Floats = np.sort(near, axis=0)[-counted:].mean(axis=0)
    return rates + NEIGHBOURHOOD * hear_literally(listeners, line, words).mean(axis=0)


def hear_literally(listeners: Listeners, line: str, words: tuple[str, ...]) -> Floats:
    """How near a line is to the neighbourhood of each word, as the baselines of each space hear it.

    Returns:
        Cosines; shape (spaces, words).
    """
    return np.stack(
        [
            np.array([average_neighbourhood(space, word, NEIGHBOURS) for word in words])
            @ average_heard(space, (line,))
            for space in listeners.spaces
        ]
    )


@lru_cache(maxsize=4096)
def find_words(listeners: Listeners, line: str) -> tuple[str, ...]:
    """The words of a line that say something, in their basic form."""
    words = (word for word in fold_words(line) if word not in EMPTY_WORDS)
    found = (word if word in listeners.place else lemma(word) for word in words)
    return tuple(dict.fromkeys(word for word in found if listeners.is_known(word)))


def rate_suspects(view: View, beliefs: Beliefs) -> dict[Seat, float]:
    """How gladly a seat votes against each other living seat.

    It votes against those with the other word, whichever side that is.
    """
    return {seat: beliefs.other[seat] for seat in view.living if seat != view.seat}


@dataclass(frozen=True, slots=True)
class RatedLine:
    """A line that a seat may say."""

    text: str
    recognised: float
    """How well it suits the word of the side that the seat wants to be counted to."""
    revealing: float
    """How much better it suits the own word than words near it."""
    value: float


def rank_lines(
    listeners: Listeners, view: View, beliefs: Beliefs, strength: int
) -> list[RatedLine]:
    """Rate every line that the seat may say, the best first."""
    assert view.word is not None
    said = collect_word_forms(line.text for line in view.said)
    likely = int(np.argmax(beliefs.chances)) if beliefs.chances else 0
    texts: dict[str, float] = {}
    for word in dict.fromkeys((view.word, *(beliefs.words[likely : likely + 1]))):
        own = word == view.word
        if own or beliefs.odd > 0.5:
            texts |= dict.fromkeys((f"It {fact}." for fact in word_facts().get(word, ())), 0.0)
            texts |= dict(_frame_words(listeners, word, view.number))
    alternatives = (view.word, *beliefs.words)
    chances = np.array(beliefs.chances)
    found = []
    for text, cost in texts.items():
        words = find_words(listeners, text)
        fresh = [word for word in words if said.isdisjoint(collect_word_forms((word,)))]
        if not fresh or find_line_fault(view, text) is not None:
            continue
        rates = rate_line(listeners, text, alternatives)
        theirs = float(rates[1:] @ chances)
        wanted = (1 - beliefs.odd) * rates[0] + beliefs.odd * theirs
        revealing = float(max(0.0, rates[0] - np.sort(rates[1:])[-6:].mean()))
        stale = 0.4 * (1 - len(fresh) / len(words))
        literal = hear_literally(listeners, text, alternatives)
        of_theirs = literal[:, 1:] @ chances
        accepted = float(((1 - beliefs.odd) * literal[:, 0] + beliefs.odd * of_theirs).min())
        wanted += LITERAL * accepted
        value = wanted - CAUTION[strength - 1] * revealing - cost - stale
        found.append(RatedLine(text, float(wanted), revealing, round(float(value), 6)))
    return sorted(found, key=lambda one: -one.value)


def _frame_words(listeners: Listeners, word: str, number: int) -> list[tuple[str, float]]:
    """Lines around words near a word; the frame depends on the word, and on the round."""
    near = listeners.compare_with_corpus(word).mean(axis=0).clip(max=MOST)
    near = near + ASSOCIATED * (listeners.associate_with_corpus(word) > 0)
    order = np.argsort(-(near + rate_plainness(listeners)), kind="stable")[:NEAR_WORDS]
    return [
        (FRAMES[(place + number) % len(FRAMES)].format(listeners.corpus[index]), FRAME_COST)
        for place, index in enumerate(order.tolist())
    ]


def explain_pragmatic_move(
    seat: Seat,  # noqa: ARG001
    seed: str,  # noqa: ARG001
    view: View,
    move: Move,
    spaces: str,
    strength: int,
) -> tuple[Explanation, ...]:
    """Show what the player believed of each seat, and the best lines with their values."""
    listeners = load_listeners(spaces)
    beliefs = read_table(listeners, view)
    seats = tuple(view.seats[one] for one in beliefs.other)
    accused = move.seat if isinstance(move, Accuse) else None
    words = sorted(zip(beliefs.chances, beliefs.words, strict=True), reverse=True)[:3]
    unknown = "" if view.word and listeners.is_known(view.word) else " No space knows its word."
    table = Explanation(
        title="How likely each seat has another word",
        rows=seats,
        columns=("another word",),
        values=tuple((chance,) for chance in beliefs.other.values()),
        measure="probability",
        chosen=frozenset({(seats.index(accused), 0)} if accused in seats else ()),
        note=f"The own word is the odd one with probability {beliefs.odd:.2f}. The other word may "
        f"be {', '.join(f'{word} ({chance:.0%})' for chance, word in words)}.{unknown}",
    )
    if isinstance(move, Accuse):
        return (table,)
    lines = rank_lines(listeners, view, beliefs, strength)[:8]
    texts = tuple(one.text for one in lines)
    return (
        table,
        Explanation(
            title="The best lines",
            rows=texts,
            columns=("recognised", "revealing", "value"),
            values=tuple((one.recognised, one.revealing, one.value) for one in lines),
            measure="standard deviations above usual",
            chosen=frozenset({(texts.index(move.line), 2)} if move.line in texts else ()),
            note="A line should suit the word of the side that the seat counts itself to, and "
            f"should not tell the own word from words near it (strength {strength}).",
        ),
    )
