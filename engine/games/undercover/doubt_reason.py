"""Why a player doubts another: which line, how it fits, and whose lines fit better."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from random import Random

import numpy as np

from engine.forms.giveaway import match_in_line
from engine.games.line_words import collect_word_forms
from engine.games.undercover.line_fit import find_words, rate_line
from engine.games.undercover.phrases import strip_lead
from engine.games.undercover.pragmatic_beliefs import ODD, Beliefs
from engine.games.undercover.view import Line, View
from engine.joined_text import join_names
from engine.players.pragmatic.listeners import Listeners
from engine.remark import LONGEST_REMARK
from engine.seat import Seat

LONGEST_QUOTE = 60
"""Maximum length of a quoted line in characters."""
OTHER_FIT = 0.7
"""A line suits another word better from this difference in fit on, in standard deviations."""
BAD_FIT = 2.5
"""Below this fit, in standard deviations, a line suits a word badly."""
DISCUSSED = 3.0
"""A line of an earlier round, which was discussed then, is quoted only if it suits the word worse
than those of this round by so much, in standard deviations."""
PRAISED = 0.6
"""How often a player says whom it believes instead of whom it doubts."""
REPEATED = 0.75
"""A line repeats another if this share of its words is in it."""


class Fault(Enum):
    """What is wrong with a line."""

    SILENT = auto()
    """The seat has said nothing yet."""
    OTHER = auto()
    """It suits another word better."""
    COPIED = auto()
    """It repeats what another seat said before."""
    BAD = auto()
    """It suits the word badly."""
    WEAK = auto()
    """It suits the word less than the other lines."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks against a seat."""

    seat: Seat
    fault: Fault
    line: str = ""
    """The line that speaks against it; empty if there is none."""
    copied: Seat | None = None
    """Who said the same before."""
    allies: tuple[Seat, ...] = ()
    """Other seats whose lines suit the word better, best first."""


def find_doubt(listeners: Listeners, view: View, beliefs: Beliefs, seat: Seat) -> Doubt:
    """Find what speaks against a seat, from the lines of all living seats."""
    assert view.word is not None
    said = [line for line in view.said if line.seat in view.living]
    own = [place for place, line in enumerate(said) if line.seat == seat]
    if not own:
        return Doubt(seat, Fault.SILENT)
    rates = [rate_line(listeners, line.text, (view.word, *beliefs.words)) for line in said]
    theirs = [float(rate[1:] @ np.array(beliefs.chances)) for rate in rates]
    fits = [float(rate[0]) for rate in rates] if beliefs.odd <= ODD else theirs
    leads = [other - fit for other, fit in zip(theirs, fits, strict=True)]
    new = len(said) - len(view.lines)
    worst = min(
        own,
        key=lambda place: (fits[place] - leads[place] + DISCUSSED * (place < new), -place),
    )
    better = sorted(
        (
            place
            for place, line in enumerate(said)
            if line.seat not in (seat, view.seat) and fits[place] > fits[worst]
        ),
        key=lambda place: (leads[place] - fits[place], place),
    )
    allies = tuple(dict.fromkeys(said[place].seat for place in better))[:2]
    copies = {place: _find_source(listeners, said, place) for place in own}
    copied = next((place for place in reversed(own) if copies[place] is not None), None)
    if leads[worst] >= OTHER_FIT:
        fault = Fault.OTHER
    elif copied is not None:
        return Doubt(seat, Fault.COPIED, said[copied].text, copies[copied], allies)
    else:
        fault = Fault.BAD if fits[worst] < BAD_FIT else Fault.WEAK
    return Doubt(seat, fault, said[worst].text, None, allies)


def _find_source(listeners: Listeners, said: Sequence[Line], place: int) -> Seat | None:
    """Find another seat that said most of a line's words before."""
    words = find_words(listeners, said[place].text)
    for line in said[:place]:
        before = collect_word_forms((line.text,))
        again = [word for word in words if not before.isdisjoint(collect_word_forms((word,)))]
        if words and line.seat != said[place].seat and len(again) >= REPEATED * len(words):
            return line.seat
    return None


PHRASES = {
    Fault.SILENT: ("{name} has not told us anything yet",),
    Fault.OTHER: (
        "{their} {quote} suits another word better than {mine}",
        "{their} {quote} sounds more like another word than like {mine}",
        "with {quote}, {name} seems to speak of something else than {mine}",
    ),
    Fault.COPIED: (
        "{their} {quote} only repeats what {source} said",
        "{name} says nothing new: {quote} is what {source} had said already",
    ),
    Fault.BAD: (
        "{their} {quote} suits {mine} badly",
        "{their} {quote} hardly goes with {mine}",
        "I find little of {mine} in {their} {quote}",
    ),
    Fault.WEAK: (
        "{their} {quote} may go with {mine}, but not for sure",
        "{their} {quote} could suit {mine}, but I am not sure",
    ),
}
"""Clauses by fault; `{mine}` is the word."""
BETTER = (
    "{allies} came closer",
    "what {allies} said fits better",
    "I find more of {mine} with {allies}",
)
UNSPOKEN = (
    "{name}, what you said does not go with my word",
    "I cannot follow you, {name}",
    "{name}, you seem to speak of something else than I do",
)
UNQUOTED = "what {name} said does not go with {mine}"
"""Said instead if a quotation would say the word."""


def phrase_doubt(doubt: Doubt, view: View, rng: Random, mine: str = "my word") -> str:
    """Say what speaks against a seat, as a clause without a full stop.

    It never contains the seat's own word, which another seat may have said: then nothing is quoted.

    Args:
        doubt: What speaks against the seat.
        view: The view of the seat that doubts.
        rng: Draws the phrase.
        mine: What the word is called: "my word", or "the word of the others".
    """
    name = view.seats[doubt.seat]
    quote = f"“{shorten_quote(doubt.line)}”"
    hidden = view.word is not None and match_in_line(quote, view.word) is not None
    phrase = UNQUOTED if hidden else rng.choice(PHRASES[doubt.fault])
    source = "" if doubt.copied is None else view.seats[doubt.copied]
    if doubt.copied is not None and doubt.copied == view.seat:
        source = "I"
    text = phrase.format(name=name, their=f"{name}'s", quote=quote, mine=mine, source=source)
    if not doubt.allies or doubt.fault is Fault.SILENT:
        return text
    allies = join_names([view.seats[seat] for seat in doubt.allies])
    return f"{text}; {rng.choice(BETTER).format(allies=allies, mine=mine)}"


SPOKEN = {
    Fault.SILENT: ("{name}, you have not told us anything yet",),
    Fault.OTHER: (
        "{name}, {quote} sounds more like another word than like mine",
        "with {quote}, {name}, you seem to speak of something else than I do",
        "{name}, I know a better word for {quote} than mine",
        "if we have the same word, {name}, why did you say {quote}",
        "{quote} led me to another word, {name}",
    ),
    Fault.COPIED: (
        "{name}, {quote} only repeats what {source} said",
        "you say nothing new, {name}, as {source} told us {quote} before",
        "{name}, you hide behind {source} with {quote}",
    ),
    Fault.BAD: (
        "{name}, I find little of my word in {quote}",
        "{quote} hardly goes with my word, {name}",
        "{name}, how does {quote} go with the word",
        "I cannot make {quote} fit, {name}",
        "{name}, I would never have said {quote} of my word",
    ),
    Fault.WEAK: (
        "{name}, {quote} convinces me least so far",
        "{quote} may be right, {name}, but I am not sure of it",
        "{name}, you could say more than {quote}",
        "I have no better suspect than you, {name}, because of {quote}",
    ),
}
"""What a player says to the one that it doubts, by fault."""
CLOSER = ("I trust {allies} more", "{allies} came closer", "I would rather believe {allies}")
"""Whom it believes instead."""


def voice_doubt(doubt: Doubt, view: View, rng: Random) -> str:
    """Say a doubt to the table, in one sentence that is no longer than a remark may be.

    Seats that speak of the same fault begin at another phrase each, so that they do not echo each
    other.

    Args:
        doubt: What speaks against a seat.
        view: The view of the seat that speaks.
        rng: Draws whether others are praised.
    """
    name, quote = view.seats[doubt.seat], f"“{shorten_quote(doubt.line)}”"
    source = "" if doubt.copied is None else view.seats[doubt.copied]
    if doubt.copied is not None and doubt.copied == view.seat:
        source = "I"
    hidden = view.word is not None and match_in_line(quote, view.word) is not None
    phrases = UNSPOKEN if hidden else SPOKEN[doubt.fault]
    place = (view.seat or 0) + view.number
    text = phrases[place % len(phrases)].format(name=name, quote=quote, source=source)
    if not text.startswith((name, quote, "I ")):
        text = text[0].upper() + text[1:]
    end = "?" if re.search(r"\b(why|how) (did|does)\b", text) else "."
    if end == "." and doubt.allies and rng.random() < PRAISED:
        allies = join_names([view.seats[seat] for seat in doubt.allies])
        more = f"{text}; {CLOSER[place % len(CLOSER)].format(allies=allies)}."
        if len(more) <= LONGEST_REMARK:
            return more
    return f"{text}{end}"


def shorten_quote(line: str) -> str:
    """Shorten a line for a quotation, without the phrase before its statement and its last mark."""
    plain = strip_lead(line).rstrip(".!?… ")
    plain = plain[:1].upper() + plain[1:]
    if len(plain) <= LONGEST_QUOTE:
        return plain
    return plain[:LONGEST_QUOTE].rpartition(" ")[0].rstrip(",;: ") + "…"
