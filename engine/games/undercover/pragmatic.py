"""Parlour's own player of Undercover: beliefs over who shares its word, and lines about the thing.

The seat learns from the talk who shares its word, and which side it is on (`pragmatic_reading.py`).

It says the line that its own side recognises and the other side learns least from; if it is
probably undercover itself, the line that suits the others' word. It imagines the votes that follow,
and would rather not have them. Undercover, it votes where its vote is most likely to decide against
somebody with the other word.
"""

from dataclasses import dataclass, replace
from random import Random

import numpy as np

from engine.game import Seat
from engine.games.baselines import (
    Explanation,
    collect_word_forms,
    seat_random,
    shuffled,
)
from engine.games.undercover.pragmatic_reading import (
    MOST,
    PERSONS,
    Beliefs,
    find_words,
    foresee_votes,
    hear_literally,
    rate_line,
    read_table,
)
from engine.games.undercover.view import Accuse, Describe, Line, Move, Stage, View, find_line_fault
from engine.listeners import Listeners, ListeningPlayer, load_listeners, rate_plainness
from words.word_lists import word_facts

LITERAL = 3.0
"""What acceptance by the least friendly baseline weighs for a speaker."""
CAUTION = (0.1, 0.25, 0.45, 0.6, 0.8)
"""By strength: what a line costs that tells the own word from words near it."""
ASSOCIATED = 1.5
"""How much plainer a word is that people think of when they hear the own one."""
FEAR = 9.0
"""What a certain vote of each of the others costs a speaker, in standard deviations."""
IMAGINED = 16
"""For how many of the best lines the votes that follow are imagined."""
TALLIES = 300
"""How many votes of all the others an undercover seat imagines."""
SAME_VOTE = 0.7
"""How likely a person with the own word votes as the seat does."""
ODD = 0.5
"""From which probability of being undercover a seat votes for that side."""
SURELY_ODD = 0.8
"""From which probability of being undercover it speaks of the others' word."""
SUSPECTED = 0.04
"""From which probability on a word counts as one that the others may have."""
NAMED = 6.0
"""What it costs to say such a word if all others are surely persons: who has it learns that the
speaker has not. It costs little as long as they may be baselines, who like near words."""
NEAR_WORDS = 14
"""From how many words near the own one lines are made besides the facts."""
FRAMES = (
    "It goes with '{}'.",
    "It makes me think of '{}'.",
    "I think of '{}' when I hear it.",
    "Whoever thinks of it may think of '{}', too.",
    "It and '{}' belong together.",
    "It has something to do with '{}'.",
)
"""Lines around a word that no fact names; none of them holds a noun of the hint corpus."""
FRAME_COST = 2.0
"""How much less natural those are than facts."""


class PragmaticPlayer(ListeningPlayer):
    """A player that weighs what each line says of each word, and keeps nothing between moves."""

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
        marks = rate_suspects(self.listeners, view, beliefs, rng)
        most = max(marks.values())
        return Accuse(view.seats[rng.choice([one for one, mark in marks.items() if mark == most])])


def rate_suspects(
    listeners: Listeners, view: View, beliefs: Beliefs, rng: Random
) -> dict[Seat, float]:
    """How gladly a seat votes against each other living seat.

    A civilian votes against those with the other word. An undercover seat needs votes of others: it
    imagines them, and counts how often each vote of its own drives out the other word rather than
    its own.
    """
    suspects = [seat for seat in view.living if seat != view.seat]
    if beliefs.odd <= ODD:
        return {seat: beliefs.other[seat] for seat in suspects}
    votes = foresee_votes(listeners, view, beliefs)
    chance = np.random.default_rng(rng.getrandbits(64))
    drawn = np.stack([chance.choice(len(view.seats), TALLIES, p=one) for one in votes.values()])
    copies = np.array(
        [(1 - sum(beliefs.kinds[voter])) * (1 - beliefs.other[voter]) for voter in votes]
    )
    follows = chance.random(drawn.shape) < SAME_VOTE * copies[:, None]
    gains = np.array([2 * beliefs.other.get(Seat(one), 0.0) - 1 for one in range(len(view.seats))])
    found: dict[Seat, float] = {}
    for seat in suspects:
        cast = np.where(follows & (np.array(list(votes)) != seat)[:, None], seat, drawn)
        tally = (cast[:, :, None] == np.arange(len(view.seats))).sum(axis=0)
        tally[:, seat] += 1
        most = tally.max(axis=1, keepdims=True)
        decided = (tally == most).sum(axis=1) == 1
        found[seat] = round(float((gains[tally.argmax(axis=1)] * decided).mean()), 6)
    return found


@dataclass(frozen=True, slots=True)
class RatedLine:
    """A line that a seat may say."""

    text: str
    recognised: float
    """How well it suits the word of the side that the seat wants to be counted to."""
    revealing: float
    """How much better it suits the own word than words near it."""
    feared: float
    """How likely each of the others votes against the seat after it."""
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
        if own or beliefs.odd > SURELY_ODD:
            texts |= dict.fromkeys((f"It {fact}." for fact in word_facts().get(word, ())), 0.0)
            texts |= dict(_frame_words(listeners, word, view.number))
    alternatives = (view.word, *beliefs.words)
    chances = np.array(beliefs.chances)
    suspected = [word for word, one in zip(beliefs.words, chances, strict=True) if one >= SUSPECTED]
    others = collect_word_forms(suspected)
    persons = float(np.mean([1 - sum(one) for one in beliefs.kinds.values()]))
    named = NAMED * (1 - beliefs.odd) * max(0.0, (persons - PERSONS) / (1 - PERSONS)) ** 3
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
        value -= 0.0 if others.isdisjoint(collect_word_forms(words)) else named
        found.append(RatedLine(text, float(wanted), revealing, 0.0, round(float(value), 6)))
    found.sort(key=lambda one: -one.value)
    feared = [_fear_votes(listeners, view, beliefs, one) for one in found[:IMAGINED]]
    return [*sorted(feared, key=lambda one: -one.value), *found[IMAGINED:]]


def _fear_votes(listeners: Listeners, view: View, beliefs: Beliefs, rated: RatedLine) -> RatedLine:
    """Take off what the votes cost that are likely to follow a line."""
    assert view.seat is not None
    seen = replace(view, lines=(*view.lines, Line(view.seat, rated.text)))
    votes = foresee_votes(listeners, seen, beliefs)
    feared = float(np.mean([one[view.seat] for one in votes.values()]))
    return replace(rated, feared=feared, value=round(rated.value - FEAR * feared, 6))


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
            columns=("recognised", "revealing", "votes", "value"),
            values=tuple((one.recognised, one.revealing, one.feared, one.value) for one in lines),
            measure="standard deviations above usual",
            chosen=frozenset({(texts.index(move.line), 3)} if move.line in texts else ()),
            note="A line should suit the word of the side that the seat counts itself to, and "
            f"should not tell the own word from words near it (strength {strength}).",
        ),
    )
