"""The belief mapper: whose word each other player has, and why."""

from dataclasses import dataclass, replace

from engine.comet.beliefs import MAX_TEXT, Beliefs, HeardStatement, Note, Opinion
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.games.undercover.belief_values import Side
from engine.games.undercover.view import View
from engine.llm.reply import LooseReply
from engine.quotation import quote_text
from engine.text import clean
from engine.text_list import format_bullets


@dataclass(frozen=True, slots=True)
class MappedPlayer:
    """A belief about whose word a player has."""

    seat: str
    side: Side
    reason: Note


class MappedPlayers(LooseReply):
    """The reply of the belief mapper."""

    players: tuple[MappedPlayer, ...]


BELIEF_MAPPER = Module(
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
    form='{"players": [{"seat": "<NAME>", "side": "<mine|other|undecided>", "reason": "<why>"}]}',
)


def ask_for_sides(frame: Frame, view: View, beliefs: Beliefs) -> ModuleQuestion:
    """Ask about all other players."""
    before = (
        f"{name}: {opinion.side} ({opinion.reason})"
        for name, opinion in (beliefs.players or {}).items()
    )
    others = [name for seat, name in enumerate(view.seats) if seat != view.seat]
    return BELIEF_MAPPER.ask(
        frame,
        choices={"players": {"maxItems": len(others)}, "players.seat": others},
        readings=format_bullets(map(describe_reading, beliefs.heard)),
        before=format_bullets(before, "nothing"),
    )


def enter_sides(view: View, beliefs: Beliefs, reply: MappedPlayers) -> Beliefs:
    """Store the beliefs about each player; unknown names are counted as dropped."""
    me = None if view.seat is None else view.seats[view.seat]
    known = dict(beliefs.players or {})
    for mapped in reply.players:
        name = mapped.seat.strip().lower()
        if name in view.seats and name != me:
            known[name] = Opinion(mapped.side, clean(mapped.reason, MAX_TEXT))
        else:
            beliefs = beliefs.count_dropped(BELIEF_MAPPER.name, 1)
    for name in view.seats:
        if name != me:
            known.setdefault(name, Opinion("undecided"))
    return replace(beliefs, players={name: known[name] for name in view.seats if name != me})


def describe_reading(heard: HeardStatement) -> str:
    """Describe a statement with the features and meaning found in it."""
    found = [f"{feature.kind}: {feature.text}" for feature in heard.features]
    if heard.fits is not None:
        whose = {"mine": "your word", "other": "another word", "undecided": "either word"}
        found.insert(0, f"a metaphor that fits {whose[heard.fits]}: {heard.meaning}")
    elif heard.metaphor:
        found.insert(0, "a metaphor")
    said = f"round {heard.round}, {heard.speaker}: {quote_text(heard.text)}"
    return f"{said} ({'; '.join(found)})" if found else said


def describe_sides(beliefs: Beliefs) -> str:
    """Describe who is believed to have which word; without a belief mapper, the features found."""
    if beliefs.players is None:
        return f"What you have found:\n{format_bullets(map(describe_reading, beliefs.heard))}"
    lines = {
        "mine": "Your word is believed to be also that of",
        "other": "The other word is believed to be that of",
        "undecided": "Undecided",
    }
    named = (
        f"{words}: {', '.join(n for n, one in beliefs.players.items() if one.side == side) or '-'}"
        for side, words in lines.items()
    )
    return format_bullets(named)
