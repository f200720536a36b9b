"""CoMet modules that plan and write a move in Undercover.

The strategy planner decides how to speak. Then the metaphor generator chooses a feature and a kind
of metaphor and writes the sentence, or the speaker writes a plain one. The voter votes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.comet.base_agent_and_module_client import (
    THEORY,
    Frame,
    Module,
    Question,
    format_bullets,
)
from engine.comet.belief_modules import describe_sides
from engine.comet.beliefs import MAX_TEXT, Beliefs, Method, OwnMetaphor, Plan, Strategy
from engine.games.undercover.moves import LONGEST_LINE
from engine.games.undercover.view import View
from engine.llm.reply_parsing import LooseReply
from engine.text import clean, join_names, order_neutrally, quote_text

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
    advice: str = ""
    later: str = ""


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
    form='{"strategy": "protect", "advice": "...", "later": "..."}',
)


def ask_for_plan(frame: Frame, beliefs: Beliefs, *, metaphors: bool) -> Question:
    """Ask for a plan.

    Args:
        frame: The beginning of this decision's questions.
        beliefs: The current beliefs.
        metaphors: Whether the agent can speak in metaphors.
    """
    offered = {name: help_ for name, help_ in STRATEGIES.items() if metaphors or name != "metaphor"}
    question = STRATEGY_PLANNER.ask(
        frame,
        aliases={"strategy": {name: name for name in offered}},
        strategies=format_bullets(offered.values()),
        role=beliefs.role or "unknown",
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


METHODS: Mapping[Method, str] = {
    "ontological": """\
An ontological metaphor gives the target the existence of another thing: it becomes an object that \
can be held, a substance that can run out, a container, or a person who wants something. Choose a \
source whose most striking property is the feature; leave out what it is called.""",
    "structural": """\
A structural metaphor lets the target borrow the order of another thing: its parts, its roles and \
what follows from what. Choose a source in which something plays the part that the feature plays \
in the target; say how the parts go together, not what they are.""",
    "spatial": """\
A spatial metaphor puts the target into space: up and down, in and out, near and far, a path and \
its end. Choose a place or a movement that stands to its surroundings as the feature stands to \
the target.""",
}
"""By kind of metaphor: how to make one."""


class ChosenFeature(LooseReply):
    """The reply of the metaphor generator, when it chooses a feature."""

    feature: str
    method: Method
    reason: str


class WrittenMetaphor(LooseReply):
    """The reply of the metaphor generator, when it writes."""

    line: str
    explanation: str = ""


FEATURE_CHOOSER = Module(
    name="metaphor-feature",
    title="metaphor generator (feature)",
    sort="plan",
    reply=ChosenFeature,
    task="""\
You are going to describe your word by a metaphor. Players with your word shall understand that \
you have the same word; the others shall not find out what it is.

{theory}

What you know of the other word:
{mismatches}

Metaphors that worked, one of each kind:
{examples}

List features of your word for yourself. Choose one that is true of your word and not of the other \
one, and that nobody has described yet; and the kind of metaphor that carries it best.""",
    form='{"feature": "...", "method": "structural", "reason": "..."}',
)
METAPHOR_WRITER = Module(
    name="metaphor-sentence",
    title="metaphor generator (sentence)",
    sort="write",
    reply=WrittenMetaphor,
    task="""\
Describe this feature of your word by a metaphor of the {method} kind: {feature}

{theory}

Experiences of earlier games:
{experiences}

Write one concise sentence. Players with your word shall recognise the feature by comparing your \
sentence with their word; the others shall not be able to name it. The sentence may not contain \
your word or a form of it. Under "explanation" say how source and feature correspond; nobody else \
reads it.{advice}""",
    form='{"line": "...", "explanation": "..."}',
)


def ask_for_feature(frame: Frame, beliefs: Beliefs, examples: Iterable[str]) -> Question:
    """Ask for the feature, and for the kind of metaphor."""
    return FEATURE_CHOOSER.ask(
        frame,
        theory=THEORY,
        mismatches=format_bullets(quote_text(text) for _, text in beliefs.mismatches),
        examples=format_bullets(examples, "none yet"),
    )


def ask_for_metaphor(
    frame: Frame, chosen: ChosenFeature, experiences: Iterable[str], advice: str
) -> Question:
    """Ask for the sentence and its explanation."""
    return METAPHOR_WRITER.ask(
        frame,
        method=chosen.method,
        feature=quote_text(clean(chosen.feature, MAX_TEXT)),
        theory=METHODS[chosen.method],
        experiences=format_bullets(experiences, "none yet"),
        advice=f"\nYour plan: {advice}" if advice else "",
    )


def enter_metaphor(
    view: View,
    beliefs: Beliefs,
    chosen: ChosenFeature,
    reply: WrittenMetaphor,
    shown: Sequence[str],
) -> Beliefs:
    """Store the metaphor that was said."""
    said = OwnMetaphor(
        view.number,
        clean(reply.line, LONGEST_LINE),
        clean(chosen.feature, MAX_TEXT),
        chosen.method,
        clean(reply.explanation, MAX_TEXT),
        tuple(shown),
    )
    earlier = tuple(one for one in beliefs.metaphors if one.round != view.number)
    return replace(beliefs, metaphors=(*earlier, said))


class SpokenLine(LooseReply):
    """The reply of the speaker."""

    feature: str = ""
    """The feature that the sentence describes."""
    line: str


SPEAKER = Module(
    name="speaker",
    title="speaker",
    sort="write",
    reply=SpokenLine,
    task="""\
Say your sentence of this round. {strategy}
The other word may be: {guesses}.
What is known of it:
{mismatches}

Describe exactly one feature, which nobody has described yet, in one short sentence that calls the \
thing "it". The sentence may not contain your word or a form of it.""",
    form='{"feature": "...", "line": "..."}',
)


def ask_for_description(frame: Frame, view: View, beliefs: Beliefs) -> Question:
    """Ask for the sentence."""
    plan = beliefs.find_plan(view.number)
    strategy = "You have no plan: describe your word."
    if plan is not None:
        strategy = f"Your plan: {STRATEGIES[plan.strategy]} {plan.advice}"
    return SPEAKER.ask(
        frame,
        strategy=strategy,
        guesses=", ".join(map(quote_text, beliefs.guesses or ())) or "not guessed yet",
        mismatches=format_bullets(quote_text(text) for _, text in beliefs.mismatches),
    )


class CastVote(LooseReply):
    """The reply of the voter."""

    seat: str
    reason: str = ""


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
    form='{"seat": "NAME", "reason": "..."}',
)


def ask_for_vote(frame: Frame, view: View, beliefs: Beliefs) -> Question:
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
