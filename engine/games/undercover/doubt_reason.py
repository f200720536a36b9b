"""Why a player doubts another: which line, how it fits, and whose lines fit better."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from engine.games.line_words import collect_word_forms
from engine.games.undercover.line_fit import find_words, rate_line
from engine.games.undercover.pragmatic_beliefs import ODD, Beliefs
from engine.games.undercover.view import Line, View
from engine.players.pragmatic.listeners import Listeners
from engine.seat import Seat

OTHER_FIT = 0.7
"""A line suits another word better from this difference in fit on, in standard deviations."""
BAD_FIT = 2.5
"""Below this fit, in standard deviations, a line suits a word badly."""
DISCUSSED = 3.0
"""A line of an earlier round, which was discussed then, is quoted only if it suits the word worse
than those of this round by so much, in standard deviations."""
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
