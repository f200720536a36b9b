"""The self-monitor: whether the agent itself is a civilian or undercover."""

from dataclasses import replace

from engine.comet.belief_mapper import describe_sides
from engine.comet.beliefs import MAX_TEXT, Beliefs, Note
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.games.undercover.belief_values import OwnRole
from engine.games.undercover.view import View
from engine.llm.reply import LooseReply
from engine.text import clean


class OwnRoleGuess(LooseReply):
    """The reply of the self-monitor."""

    role: OwnRole
    reason: Note = ""


SELF_MONITOR = Module(
    name="self-monitor",
    title="self-monitor",
    sort="read",
    reply=OwnRoleGuess,
    task="""\
Nobody has told you which side you are on. Infer it: of {players} players {civilians} are \
civilians and {undercover} undercover, so the word of most players is the civilians' word.
{sides}

If at least {majority} players, yourself included, seem to have your word, you are a civilian. If \
more than {undercover} others seem to have the other word, you are undercover. If neither can be \
told yet, your role is unknown.
Before, you took yourself for: {before}.""",
    form='{"role": "<civilian|undercover|unknown>", "reason": "<why>"}',
)


def ask_for_own_role(frame: Frame, view: View, beliefs: Beliefs) -> ModuleQuestion:
    """Ask for the agent's own role."""
    options = view.options
    agents = options.undercover
    return SELF_MONITOR.ask(
        frame,
        players=options.players,
        civilians=options.players - agents,
        undercover=agents,
        majority=agents + 1,
        sides=describe_sides(beliefs),
        before=beliefs.role or "unknown",
    )


def enter_own_role(view: View, beliefs: Beliefs, reply: OwnRoleGuess) -> Beliefs:  # noqa: ARG001
    """Store the agent's belief about its own role."""
    return replace(beliefs, role=reply.role, role_reason=clean(reply.reason, MAX_TEXT))
