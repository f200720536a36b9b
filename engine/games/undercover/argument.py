"""One sentence of Parlour's own player in the public talk: a doubt or a defence, with a reason."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.forms.giveaway import match_in_line
from engine.games.seeded_player import create_seat_random
from engine.games.undercover.doubt import Doubt, find_doubt, phrase_doubt, shorten_quote
from engine.games.undercover.pragmatic_beliefs import infer_beliefs
from engine.games.undercover.suspicion import rate_suspects
from engine.games.undercover.view import Line, View
from engine.players.pragmatic.listeners import Listeners
from engine.remark import LONGEST_REMARK
from engine.seat import Seat
from engine.seat_codes import split_seat_codes

SUSPECTED = 0.4
"""From this value of `rate_suspects` on, a seat is doubted outright."""
AGREEMENT = (
    "I agree with {ally}: {doubt}.",
    "So do I, {ally}: {doubt}.",
    "I see it as {ally} does: {doubt}.",
)
DOUBT = (
    "{Doubt}.",
    "I doubt {name}: {doubt}.",
    "My doubt is about {name}: {doubt}.",
    "To me it is {name}: {doubt}.",
)
WEAK_DOUBT = (
    "I am not sure of anybody yet, but {doubt}.",
    "It is close, but {doubt}.",
    "I would not swear to it, but {doubt}.",
)
DEFENCE = (
    "{accuser}, I stand by {quote}; look at {name} instead.",
    "{accuser}, {quote} is true of my word; I doubt {name} more.",
)
BARE = "{accuser}, I have said nothing yet; look at {name} instead."


def argue(listeners: Listeners, view: View, talk: Sequence[Line], seed: str, times: int = 0) -> str:
    """Say one sentence in the public talk, from what a living seat knows.

    A seat that was accused in the talk defends itself. Otherwise it says whom it doubts most, and
    why. It never says its own word, and names only seats and lines that everybody has heard.

    Args:
        listeners: The spaces and associations that lines are compared with.
        view: The view of the seat.
        talk: What was said in the talk so far, oldest first.
        seed: The seed of the match.
        times: How often the seat has spoken in this talk.
    """
    assert view.seat is not None
    rng = create_seat_random(seed, view.seats[view.seat], view.number, "talk", times)
    beliefs = infer_beliefs(listeners, view)
    marks = rate_suspects(
        listeners, view, beliefs, create_seat_random(seed, view.seats[view.seat], view.number)
    )
    suspect = max(marks, key=lambda seat: (marks[seat], -seat))
    accuser = find_accuser(view, talk)
    if accuser is not None and not times:
        sentences = [_defend(view, accuser, suspect, rng)]
    else:
        doubt = find_doubt(listeners, view, beliefs, suspect)
        sure = marks[suspect] >= SUSPECTED
        sentences = [
            _say_doubt(view, talk, one, sure, rng) for one in (doubt, replace(doubt, allies=()))
        ]
    fitting = (one for one in sentences if len(one) <= LONGEST_REMARK)
    sentence = next(fitting, f"I doubt {view.seats[suspect]} most.")
    if view.word and match_in_line(sentence, view.word):
        return f"I doubt {view.seats[suspect]} most."
    return sentence


def _say_doubt(view: View, talk: Sequence[Line], doubt: Doubt, sure: bool, rng: Random) -> str:
    """Say a doubt; agree with whoever has spoken against the same seat."""
    name = view.seats[doubt.seat]
    allies = [line.seat for line in talk if line.seat not in (view.seat, doubt.seat)]
    allies = [seat for seat in allies if doubt.seat in find_accused(view, talk, seat)]
    frames = AGREEMENT if allies else DOUBT if sure else WEAK_DOUBT
    clause = phrase_doubt(doubt, view, rng)
    return rng.choice(frames).format(
        name=name,
        doubt=clause,
        Doubt=clause if clause.startswith(name) else clause[0].upper() + clause[1:],
        ally=view.seats[allies[-1]] if allies else "",
    )


def find_accused(view: View, talk: Sequence[Line], speaker: Seat) -> set[Seat]:
    """Find the seats that a speaker names in the talk."""
    texts = [line.text for line in talk if line.seat == speaker]
    parts = (part for text in texts for part in split_seat_codes(text, view.seats))
    return {Seat(part) for part in parts if not isinstance(part, str)}


def find_accuser(view: View, talk: Sequence[Line]) -> Seat | None:
    """Find the seat that last spoke of this one."""
    speakers = (line.seat for line in reversed(talk) if line.seat != view.seat)
    return next((one for one in speakers if view.seat in find_accused(view, talk, one)), None)


def _defend(view: View, accuser: Seat, suspect: Seat, rng: Random) -> str:
    """Answer an accusation with a line of one's own, and name whom the seat doubts."""
    own = [line for line in view.said if line.seat == view.seat]
    name = view.seats[accuser]
    if own:
        quote = f"“{shorten_quote(own[-1].text)}”"
        return rng.choice(DEFENCE).format(accuser=name, quote=quote, name=view.seats[suspect])
    return BARE.format(accuser=name, name=view.seats[suspect])
