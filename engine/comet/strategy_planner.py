"""The strategy planner: how to speak in this round."""

from collections.abc import Mapping
from dataclasses import replace

from engine.comet.belief_mapper import describe_sides
from engine.comet.beliefs import MAX_TEXT, Beliefs, Note, Plan, Strategy
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.games.undercover.view import Role, View
from engine.llm.reply import LooseReply
from engine.quotation import quote_text
from engine.text import clean
from engine.text_list import format_bullets

STRATEGIES: Mapping[Strategy, str] = {
    "protect": "protect yourself: say something broad and vague that is true of your word. For the "
    "beginning, and as long as you do not know your role.",
    "reveal": "reveal cleverly: say something that those with your word recognise, and that tells "
    "the others little. For a civilian whose teammates are not sure of you.",
    "deceive": "deceive and integrate: say something that is true of the other word, as far as you "
    "can guess it, and stop describing your own. For an undercover player.",
    "metaphor": "metaphor: describe a feature of your word by a metaphor that those with your word "
    "can solve by comparing it with the word, and the others cannot.",
}
"""By strategy: its meaning, and when it helps."""


class PlannedStrategy(LooseReply):
    """The reply of the strategy planner."""

    strategy: Strategy
    advice: Note = ""
    later: Note = ""


STRATEGY_PLANNER = Module(
    name="strategy-planner",
    title="strategy planner",
    sort="plan",
    reply=PlannedStrategy,
    task="""\
Plan what you will say in this round. You can:
{strategies}

You take yourself for: {role}.
The other word may be: {guesses}.
{sides}

Your earlier plans:
{plans}

Under "advice" say what your statement should achieve and avoid; under "later" what you should \
remember in later rounds.""",
    form='{"strategy": "<protect|reveal|deceive|metaphor>", "advice": "<advice>", '
    '"later": "<for later>"}',
)


def ask_for_plan(
    frame: Frame, beliefs: Beliefs, *, metaphors: bool, told: Role | None = None
) -> ModuleQuestion:
    """Ask for a plan.

    Args:
        frame: The beginning of this decision's questions.
        beliefs: The current beliefs.
        metaphors: Whether the agent can speak in metaphors.
        told: Its true role, if it was told: then only civilians are offered metaphors.
    """
    metaphors = metaphors and told is not Role.UNDERCOVER
    offered = {name: help_ for name, help_ in STRATEGIES.items() if metaphors or name != "metaphor"}
    question = STRATEGY_PLANNER.ask(
        frame,
        aliases={"strategy": {name: name for name in offered}},
        strategies=format_bullets(offered.values()),
        role=told or beliefs.role or "unknown",
        guesses=", ".join(map(quote_text, beliefs.guesses or ())) or "not guessed yet",
        sides=describe_sides(beliefs),
        plans=format_bullets(
            (
                f"round {plan.round}: {plan.strategy}; {plan.advice} For later: {plan.later}"
                for plan in beliefs.plans
            ),
            "none yet",
        ),
    )

    def find_fault(reply: PlannedStrategy) -> str | None:
        if reply.strategy in offered:
            return None
        return f"The strategy is one of {', '.join(offered)}."

    return replace(question, fault=find_fault)


def enter_plan(view: View, beliefs: Beliefs, reply: PlannedStrategy) -> Beliefs:
    """Add the plan to the earlier ones."""
    plan = Plan(
        view.number, reply.strategy, clean(reply.advice, MAX_TEXT), clean(reply.later, MAX_TEXT)
    )
    earlier = tuple(one for one in beliefs.plans if one.round != view.number)
    return replace(beliefs, plans=(*earlier, plan))
