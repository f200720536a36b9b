"""Parlour's own player of Undercover: it rates statements by what they reveal, and votes.

Beliefs about who shares its word, and which side it is on, come from `pragmatic_beliefs.py`.

A civilian says the line that its own side recognises and that tells the other side least. A seat
that is probably undercover says a line that fits the word of the others. Both predict the votes
that follow a line, and avoid lines that draw votes. A civilian votes for the seat that most
probably has the other word; an undercover seat votes where its vote is most likely to eliminate
a player with the other word.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from engine.games.line_words import collect_word_forms, find_known_words
from engine.games.seeded_player import create_seat_random
from engine.games.undercover.aspect import Aspect, find_aspect
from engine.games.undercover.doubt_phrases import voice_doubt
from engine.games.undercover.doubt_reason import find_doubt
from engine.games.undercover.line_fit import MOST, compare_literally, find_words, rate_line
from engine.games.undercover.moves import Accuse, Describe, Move
from engine.games.undercover.phrases import VAGUE, begins_alike, frame_word, strip_lead, voice_fact
from engine.games.undercover.pragmatic_beliefs import PERSONS, Beliefs, infer_beliefs
from engine.games.undercover.suspicion import rate_suspects
from engine.games.undercover.view import Line, Stage, View, find_line_fault
from engine.games.undercover.vote_prediction import predict_votes
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.player import ListeningPlayer
from engine.players.pragmatic.word_plainness import rate_plainness
from engine.seat import Seat
from engine.shuffle import shuffle_items
from words.knowledge import read_word_facts

LITERAL = 3.0
"""Weight of a line's smallest cosine over all spaces, that of the baseline that trusts it least."""
CAUTION = (0.1, 0.25, 0.45, 0.6, 0.8)
"""By strength: the penalty per standard deviation by which a line favours the seat's own word over
similar words."""
ASSOCIATED = 1.5
"""The bonus, in standard deviations, for words that people associate with the seat's own word."""
FEAR = 9.0
"""The penalty, in standard deviations, if all others were certain to vote against the speaker."""
IMAGINED = 16
"""Votes are predicted for this many of the best lines."""
SURELY_ODD, KNOWN = 0.75, 0.5
"""Above the first probability of being undercover, a seat also considers lines about the likeliest
other word, if that is at least as likely as the second; a wrong one would sound absurd."""
SUSPECTED = 0.04
"""Minimum probability of a candidate for the other word that lines should not name."""
NAMED = 6.0
"""The penalty for naming such a candidate if all others are certainly persons: a player who has
that word learns that the speaker does not. It is small if they may be baselines, which prefer
similar words."""
NEAR_WORDS = 14
"""Besides the facts, lines are built from this many words near the seat's own word."""
NAMED_TO_PERSONS = 3.0
"""Added to it, whatever the seat's side, if the others are certainly persons."""
PHRASE_COST = 2.0
"""The penalty for lines that are not facts, as they sound less natural."""
DULL = 3.0
"""Added to it unless most of the others are baselines, which understand one noun better: persons
find it dull to hear what a word makes one think of."""
DULL_TO_PERSONS = 3.0
"""Added to both if the others are certainly persons."""
STALE = 0.4
"""The penalty if all words of a line were said before."""
STALE_TO_PERSONS = 2.2
"""Added to it if the others are certainly persons."""
SAME_ASPECT = 0.5
"""The penalty for each line of this round, and of the seat itself, that spoke of the same side, if
the others are certainly persons."""
LEAST_BEFORE = 2
"""From this many lines of a round on, a line may say that it adds a side."""
MOST_SAME = 3
"""Maximum number of lines that count for that."""


class PragmaticPlayer(ListeningPlayer):
    """A player that rates every line by what it tells each side, without state between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Describe, or vote; the move is always legal, so there is never a complaint."""
        beliefs = infer_beliefs(self.listeners, view)
        if view.stage is Stage.DESCRIBE:
            rng = create_seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
            lines = rank_lines(self.listeners, view, beliefs, self.strength)
            if lines:
                return Describe(line=voice_line(self.listeners, view, lines[0].text, self.seed))
            words = shuffle_items(self.listeners.corpus, rng)
            vague = shuffle_items(VAGUE, rng)
            texts = (*vague, *(frame_word(word, 0) for word in words))
            return Describe(
                line=next(text for text in texts if find_line_fault(view, text) is None)
            )
        return Accuse(seat=view.seats[self.choose_suspect(view, beliefs)])

    def choose_suspect(self, view: View, beliefs: Beliefs) -> Seat:
        """Choose the seat to vote for; the same before the vote and in it."""
        rng = create_seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
        marks = rate_suspects(self.listeners, view, beliefs, rng)
        most = max(marks.values())
        return rng.choice([one for one, mark in marks.items() if mark == most])

    def compose_remark(self, view: View, rng: Random) -> str:
        """Say to the table whom it will vote for, and what speaks against that seat."""
        beliefs = infer_beliefs(self.listeners, view)
        doubt = find_doubt(self.listeners, view, beliefs, self.choose_suspect(view, beliefs))
        return voice_doubt(doubt, view, rng)


@dataclass(frozen=True, slots=True)
class RatedLine:
    """A line that a seat may say, before `voice_line`."""

    text: str
    recognised: float
    """How well it fits the word of the side that the seat wants to appear to be on."""
    revealing: float
    """How much better it fits the seat's own word than similar words."""
    feared: float
    """Mean probability that another seat votes against the speaker after it."""
    value: float


def rank_lines(
    listeners: Listeners, view: View, beliefs: Beliefs, strength: int
) -> list[RatedLine]:
    """Rate every line that the seat may say, best first."""
    assert view.word is not None
    said = collect_word_forms(line.text for line in view.said)
    likely = int(np.argmax(beliefs.chances)) if beliefs.chances else -1
    facts: list[str] = []
    framed: list[str] = []
    spoken = [view.word]
    if likely >= 0 and beliefs.odd > SURELY_ODD and beliefs.chances[likely] >= KNOWN:
        spoken.append(beliefs.words[likely])
    for word in spoken:
        facts += [f"It {fact}." for fact in read_word_facts().get(word, ())]
        framed += _frame_words(listeners, view, word)
    alternatives = (view.word, *beliefs.words)
    chances = np.array(beliefs.chances)
    suspected = [word for word, one in zip(beliefs.words, chances, strict=True) if one >= SUSPECTED]
    others = collect_word_forms(suspected)
    persons = float(np.mean([1 - sum(one) for one in beliefs.kinds.values()]))
    surely = max(0.0, (persons - PERSONS) / (1 - PERSONS))
    hardly = float(np.clip(2 * persons / PERSONS - 1, 0.0, 1.0))
    dull = PHRASE_COST + hardly * DULL + surely * DULL_TO_PERSONS
    named = NAMED * (1 - beliefs.odd) * surely**3
    named += surely * NAMED_TO_PERSONS
    aspects = count_aspects(view)
    found = []
    for text in dict.fromkeys((*facts, *framed)):
        words = find_words(listeners, text)
        fresh = [word for word in words if said.isdisjoint(collect_word_forms((word,)))]
        if not fresh or find_line_fault(view, text) is not None:
            continue
        rates = rate_line(listeners, text, alternatives)
        theirs = float(rates[1:] @ chances)
        wanted = (1 - beliefs.odd) * rates[0] + beliefs.odd * theirs
        revealing = float(max(0.0, rates[0] - np.sort(rates[1:])[-6:].mean()))
        stale = (STALE + surely * STALE_TO_PERSONS) * (1 - len(fresh) / len(words))
        stale += surely * SAME_ASPECT * min(aspects[find_aspect(text)], MOST_SAME)
        literal = compare_literally(listeners, text, alternatives)
        of_theirs = literal[:, 1:] @ chances
        accepted = float(((1 - beliefs.odd) * literal[:, 0] + beliefs.odd * of_theirs).min())
        wanted += LITERAL * accepted
        value = wanted - CAUTION[strength - 1] * revealing - stale
        value -= dull if text in framed else 0.0
        value -= 0.0 if others.isdisjoint(collect_word_forms(words)) else named
        found.append(RatedLine(text, float(wanted), revealing, 0.0, round(float(value), 6)))
    found.sort(key=lambda one: -one.value)
    feared = [_subtract_vote_risk(listeners, view, beliefs, one) for one in found[:IMAGINED]]
    return [*sorted(feared, key=lambda one: -one.value), *found[IMAGINED:]]


def _subtract_vote_risk(
    listeners: Listeners, view: View, beliefs: Beliefs, rated: RatedLine
) -> RatedLine:
    """Subtract the penalty for the votes that are predicted after a line."""
    assert view.seat is not None
    seen = view.model_copy(update={"lines": (*view.lines, Line(view.seat, rated.text))})
    votes = predict_votes(listeners, seen, beliefs)
    feared = float(np.mean([one[view.seat] for one in votes.values()]))
    return replace(rated, feared=feared, value=round(rated.value - FEAR * feared, 6))


def count_aspects(view: View) -> Counter[Aspect | None]:
    """Count, by side of the word, the lines of this round and the seat's own lines about it."""
    own = (line for done in view.rounds for line in done.lines if line.seat == view.seat)
    return Counter(find_aspect(line.text) for line in (*view.lines, *own))


def is_fact(text: str) -> bool:
    """Whether a line is a statement on the word, and not on what it makes one think of."""
    return text.startswith("It ") and find_aspect(text) not in (Aspect.THOUGHT, Aspect.COMPANY)


def voice_line(listeners: Listeners, view: View, text: str, seed: str) -> str:
    """Say a line as a person does who has listened; all listeners understand the same.

    At most one line of a round gets a phrase before its statement, never the first.
    """
    assert view.seat is not None
    if not view.lines:
        return text
    led = any(strip_lead(line.text) != line.text.strip() for line in view.lines)
    if led or not is_fact(text):
        return text
    fact = text.removeprefix("It ").removesuffix(".")
    rng = create_seat_random(seed, view.seats[view.seat], view.number, "voice")
    aspect = find_aspect(text)
    before = [find_aspect(line.text) for line in view.said]
    heard = find_words(listeners, text)
    known = [find_known_words(space, text) for space in listeners.spaces]

    def is_fit(voiced: str) -> bool:
        return (
            find_line_fault(view, voiced) is None
            and not any(begins_alike(voiced, line.text) for line in view.said)
            and find_words(listeners, voiced) == heard
            and [find_known_words(space, voiced) for space in listeners.spaces] == known
        )

    is_new = len(view.lines) >= LEAST_BEFORE and aspect not in before and not repeats(view, heard)
    return voice_fact(fact, is_new, rng, is_fit)


def repeats(view: View, heard: Sequence[str]) -> bool:
    """Whether a line has a content word that somebody said before."""
    said = collect_word_forms(line.text for line in view.said)
    return any(not said.isdisjoint(collect_word_forms((word,))) for word in heard)


def _frame_words(listeners: Listeners, view: View, word: str) -> list[str]:
    """Build lines from words near a word, if people associate some from those.

    There are none for a word that no space knows.
    """
    if not listeners.is_known(word):
        return []
    near = listeners.compare_with_corpus(word).mean(axis=0).clip(max=MOST)
    associated = listeners.associate_with_corpus(word) > 0
    near = near + ASSOCIATED * associated + rate_plainness(listeners)
    order = np.argsort(-near, kind="stable")[: 2 * NEAR_WORDS].tolist()
    known = [place for place in order if associated[place]]
    said = [line.text for line in view.said]
    return [
        frame_word(listeners.corpus[index], place + view.number, said)
        for place, index in enumerate((known or order)[:NEAR_WORDS])
    ]
