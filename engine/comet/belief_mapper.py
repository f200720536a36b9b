"""The belief mapper: who has the agent's own word, who the other one, and why."""

from dataclasses import dataclass, replace

from engine.comet.beliefs import MAX_TEXT, Beliefs, Heard, Opinion, Side
from engine.comet.module import Frame, Module, Question, bullet_lines
from engine.games.undercover.view import View
from engine.llm.reply import LooseReply
from engine.text import clean, quote_text


@dataclass(frozen=True, slots=True)
class MappedPlayer:
    """Whose word a player has."""

    seat: str
    side: Side
    reason: str


@dataclass(frozen=True, slots=True)
class MappedPlayers(LooseReply):
    """The reply."""

    players: tuple[MappedPlayer, ...]


MODULE = Module(
    name="belief-mapper",
    title="belief mapper",
    sort="read",
    reply=MappedPlayers,
    task="""\
Decide for each other player, those who are out included, whose word they have:
- mine: what they said describes your own word, closely and more than once if possible.
- other: something they said does not fit your word.
- undecided: what they said fits many words.
Consider also who voted for whom, and who went out. Give a reason in a few words.

What you have found in their statements:
{readings}

What you believed before:
{before}""",
    form='{"players": [{"seat": "NAME", "side": "undecided", "reason": "..."}]}',
)


def ask(frame: Frame, beliefs: Beliefs) -> Question:
    """Ask about all other players."""
    before = (
        f"{name}: {opinion.side} ({opinion.reason})"
        for name, opinion in (beliefs.players or {}).items()
    )
    return MODULE.ask(
        frame,
        readings=bullet_lines(map(describe_reading, beliefs.heard)),
        before=bullet_lines(before, "nothing"),
    )


def apply(view: View, beliefs: Beliefs, reply: MappedPlayers) -> Beliefs:
    """Enter what is believed of each player; names that do not exist are left out."""
    me = None if view.seat is None else view.seats[view.seat]
    known = dict(beliefs.players or {})
    for mapped in reply.players:
        name = mapped.seat.strip().lower()
        if name in view.seats and name != me:
            known[name] = Opinion(mapped.side, clean(mapped.reason, MAX_TEXT))
    for name in view.seats:
        if name != me:
            known.setdefault(name, Opinion("undecided"))
    return replace(beliefs, players={name: known[name] for name in view.seats if name != me})


def describe_reading(heard: Heard) -> str:
    """A statement with what was found in it."""
    found = [f"{feature.kind}: {feature.text}" for feature in heard.features]
    if heard.fits is not None:
        whose = {"mine": "your word", "other": "another word", "undecided": "either word"}
        found.insert(0, f"a metaphor that fits {whose[heard.fits]}: {heard.meaning}")
    elif heard.metaphor:
        found.insert(0, "a metaphor")
    said = f"round {heard.round}, {heard.speaker}: {quote_text(heard.text)}"
    return f"{said} ({'; '.join(found)})" if found else said
