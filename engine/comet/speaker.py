"""The speaker: a plain sentence about the word."""

from engine.comet.beliefs import Beliefs, Note
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.comet.strategy_planner import STRATEGIES
from engine.games.undercover.moves import Sentence
from engine.games.undercover.view import View
from engine.llm.reply import LooseReply
from engine.quotation import quote_text
from engine.text_list import format_bullets


class SpokenLine(LooseReply):
    """The reply of the speaker."""

    feature: Note = ""
    """The feature that the sentence describes."""
    line: Sentence


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
    form='{"feature": "<feature>", "line": "<your sentence>"}',
)


def ask_for_description(frame: Frame, view: View, beliefs: Beliefs) -> ModuleQuestion:
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
