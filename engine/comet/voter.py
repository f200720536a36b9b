"""The voter: whom to vote for."""

from engine.comet.belief_mapper import describe_sides
from engine.comet.beliefs import Beliefs, Note
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.games.undercover.view import View
from engine.joined_text import join_names
from engine.llm.reply import LooseReply
from engine.neutral_order import order_neutrally
from engine.text_list import format_bullets


class CastVote(LooseReply):
    """The reply of the voter."""

    seat: str
    reason: Note = ""


VOTER = Module(
    name="voter",
    title="voter",
    sort="plan",
    reply=CastVote,
    task="""\
Vote for one of {suspects}, who are listed in random order.

You take yourself for: {role}.
{sides}
Your plans so far:
{plans}

As a civilian, vote for the player who most probably has the other word. If you are undercover, \
vote so that a civilian goes out and nobody suspects you. If you do not know your role, vote for \
the player who most probably has another word than most.""",
    form='{"seat": "<NAME>", "reason": "<why>"}',
)


def ask_for_vote(frame: Frame, view: View, beliefs: Beliefs) -> ModuleQuestion:
    """Ask for the vote."""
    names = order_neutrally((view.seats[one] for one in view.suspects), view.seat, view.number)
    return VOTER.ask(
        frame,
        aliases={"seat": {name: name for name in names}},
        suspects=join_names(names),
        role=beliefs.role or "unknown",
        sides=describe_sides(beliefs),
        plans=format_bullets(f"round {p.round}: {p.later or p.strategy}" for p in beliefs.plans),
    )
