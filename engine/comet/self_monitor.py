"""The self-monitor: is the agent a civilian or undercover? Most players are civilians."""

from dataclasses import dataclass, replace

from engine.comet.belief_mapper import describe_reading
from engine.comet.beliefs import MAX_TEXT, Beliefs, OwnRole
from engine.comet.module import Frame, Module, Question, bullet_lines
from engine.games.undercover.view import View
from engine.llm.reply import LooseReply
from engine.text import clean


@dataclass(frozen=True, slots=True)
class OwnRoleGuess(LooseReply):
    """The reply."""

    role: OwnRole
    reason: str = ""


MODULE = Module(
    name="self-monitor",
    title="self-monitor",
    sort="read",
    reply=OwnRoleGuess,
    task="""\
Nobody has told you which side you are on. Infer it: of {seats} players {civilians} are civilians \
and {undercover} undercover, so the word of most players is the civilians' word.
{sides}

If at least {majority} players, yourself included, seem to have your word, you are a civilian. If \
more than {undercover} others seem to have the other word, you are undercover. If neither can be \
told yet, your role is unknown.
Before, you took yourself for: {before}.""",
    form='{"role": "unknown", "reason": "..."}',
)


def ask(frame: Frame, view: View, beliefs: Beliefs) -> Question:
    """Ask for the own role."""
    options = view.options
    agents = options.undercover
    return MODULE.ask(
        frame,
        seats=options.seats,
        civilians=options.seats - agents,
        undercover=agents,
        majority=agents + 1,
        sides=describe_sides(beliefs),
        before=beliefs.role or "unknown",
    )


def apply(view: View, beliefs: Beliefs, reply: OwnRoleGuess) -> Beliefs:  # noqa: ARG001
    """Enter what the agent takes itself for."""
    return replace(beliefs, role=reply.role, role_reason=clean(reply.reason, MAX_TEXT))


def describe_sides(beliefs: Beliefs) -> str:
    """Who is believed to have which word; without a belief mapper, what was found."""
    if beliefs.players is None:
        return f"What you have found:\n{bullet_lines(map(describe_reading, beliefs.heard))}"
    lines = {
        "mine": "Your word is believed to be also that of",
        "other": "The other word is believed to be that of",
        "undecided": "Undecided",
    }
    named = (
        f"{words}: {', '.join(n for n, one in beliefs.players.items() if one.side == side) or '-'}"
        for side, words in lines.items()
    )
    return bullet_lines(named)
