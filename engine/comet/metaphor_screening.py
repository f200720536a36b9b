"""The metaphor screen: which statements are metaphors."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.comet.beliefs import Beliefs, Note
from engine.comet.metaphor_theory import THEORY
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.games.undercover.view import View
from engine.llm.reply import LooseReply
from engine.quotation import quote_text
from engine.text_list import number_lines


@dataclass(frozen=True, slots=True)
class ScreenedStatement:
    """Whether a statement is a metaphor."""

    statement: int
    """The number of the statement in the question."""
    metaphor: bool
    reason: Note


class ScreenedStatements(LooseReply):
    """The reply of the metaphor screen."""

    statements: tuple[ScreenedStatement, ...]


METAPHOR_SCREEN = Module(
    name="metaphor-screen",
    title="metaphor screen",
    sort="read",
    reply=ScreenedStatements,
    task="""\
{theory}

Which of these statements are metaphors? A statement that would be odd if it were meant literally \
probably is one; a plain description is none.
{statements}""",
    form='{"statements": [{"statement": <number>, "metaphor": <true|false>, "reason": "<why>"}]}',
)


def ask_for_metaphors(frame: Frame, beliefs: Beliefs, new: Sequence[int]) -> ModuleQuestion:
    """Ask about the statements at these indices of `beliefs.heard`."""
    heard = [beliefs.heard[index] for index in new]
    lines = [f"{one.speaker}: {quote_text(one.text)}" for one in heard]
    return METAPHOR_SCREEN.ask(
        frame,
        choices={
            "statements": {"maxItems": len(new)},
            "statements.statement": range(1, len(new) + 1),
        },
        theory=THEORY,
        statements=number_lines(lines),
    )


def enter_metaphors(
    view: View,  # noqa: ARG001
    beliefs: Beliefs,
    new: Sequence[int],
    reply: ScreenedStatements,
) -> Beliefs:
    """Store which statements are metaphors."""
    for screened in reply.statements:
        if 1 <= screened.statement <= len(new):
            beliefs = beliefs.read(new[screened.statement - 1], metaphor=screened.metaphor)
        else:
            beliefs = beliefs.count_dropped(METAPHOR_SCREEN.name, 1)
    return beliefs
