"""The attacker: lead the defender to the target without saying it."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field, WithJsonSchema

from engine.comet.metaphor_theory import THEORY
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.comet.taboo_beliefs import TabooBeliefs, TabooTurn
from engine.games.taboo.moves import Line, Word
from engine.games.taboo.view import View
from engine.llm.reply import LooseReply
from engine.quotation import quote_text
from engine.text import clean
from engine.text_list import format_bullets

MAX_TEXT = 300
"""Maximum length of a text kept from a reply, in characters."""

type Situation = Annotated[str, WithJsonSchema({"type": "string", "maxLength": MAX_TEXT})]
"""A text of a reply; longer ones are cut."""
type Suspects = Annotated[tuple[Word, ...], Field(json_schema_extra={"maxItems": 3})]
"""Up to three words; further ones are ignored."""


class AttackerLine(LooseReply):
    """The reply of the attacker."""

    suspects: Suspects = ()
    """The words that the defender seems to suspect."""
    focus: Situation = ""
    distract: Situation = ""
    line: Line


ATTACKER = Module(
    name="taboo-attacker",
    title="attacker",
    sort="write",
    reply=AttackerLine,
    task="""\
Choose your next line.
1. Read the defender's last two answers: which words may they suspect? List them under "suspects".
2. If a suspected word is near your target, go on by {way}, or bring in something that fits the \
talk and is another thing than the target.
3. If what they suspect is far from it, think of the situations in which the target is used, and \
lead there, following on from your last turn.
Everything you say is true: you may not lead on purpose to a certain wrong word.
{theory}
What you did in your turns so far:
{turns}

Under "focus" name the situation that you lead to, under "distract" what draws attention away, \
and under "line" what you say; it uses both, and never the target or a form of it.""",
    form='{"suspects": ["<word>"], "focus": "<situation>", "distract": "<situation>", '
    '"line": "<your line>"}',
)


def ask_attacker(frame: Frame, beliefs: TabooBeliefs, *, metaphors: bool) -> ModuleQuestion:
    """Ask for a line."""
    return ATTACKER.ask(
        frame,
        way="metaphors" if metaphors else "hints",
        theory=f"\n{THEORY}\n" if metaphors else "",
        turns=format_bullets(
            (
                f"turn {turn.number}: focus {quote_text(turn.focus)}, distraction "
                f"{quote_text(turn.distract)}"
                for turn in beliefs.turns
            ),
            "nothing yet",
        ),
    )


def enter_attack(view: View, beliefs: TabooBeliefs, reply: AttackerLine) -> TabooBeliefs:
    """Store focus, distraction, and the words that the defender seems to suspect."""
    turn = TabooTurn(
        view.number,
        tuple(filter(None, (clean(word, 60) for word in reply.suspects[:3]))),
        clean(reply.focus, MAX_TEXT),
        clean(reply.distract, MAX_TEXT),
    )
    earlier = tuple(one for one in beliefs.turns if one.number != view.number)
    return replace(beliefs, turns=(*earlier, turn))
