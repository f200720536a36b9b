"""How a player words its doubt of another, for itself and to the table."""

import re
from random import Random

from engine.forms.giveaway import match_in_line
from engine.games.undercover.doubt_reason import Doubt, Fault
from engine.games.undercover.phrases import strip_lead
from engine.games.undercover.view import View
from engine.joined_text import join_names
from engine.remark import LONGEST_REMARK

LONGEST_QUOTE = 60
"""Maximum length of a quoted line in characters."""
PRAISED = 0.6
"""How often a player says whom it believes instead of whom it doubts."""
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
    statement = strip_lead(line)
    plain = statement.rstrip(".!?… ")
    if statement != line:  # it began within the line
        plain = plain[:1].upper() + plain[1:]
    if len(plain) <= LONGEST_QUOTE:
        return plain
    return plain[:LONGEST_QUOTE].rpartition(" ")[0].rstrip(",;: ") + "…"
