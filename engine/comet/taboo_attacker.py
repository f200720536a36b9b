"""CoMet's attacker in Adversarial Taboo: a focus to lead to, a distraction, and a line."""

from dataclasses import dataclass, replace

from engine.comet.beliefs import TabooBeliefs, TabooTurn
from engine.comet.module import THEORY, Frame, Module, Question, bullet_lines
from engine.games.taboo.view import View
from engine.llm.reply import LooseReply
from engine.text import clean, quote_text

MAX_TEXT = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackerLine(LooseReply):
    """The reply."""

    suspects: tuple[str, ...] = ()
    """What the defender seems to suspect."""
    focus: str = ""
    distract: str = ""
    line: str


MODULE = Module(
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
    form='{"suspects": ["..."], "focus": "...", "distract": "...", "line": "..."}',
)


def ask(frame: Frame, beliefs: TabooBeliefs, *, metaphors: bool) -> Question:
    """Ask for a line."""
    return MODULE.ask(
        frame,
        way="metaphors" if metaphors else "hints",
        theory=f"\n{THEORY}\n" if metaphors else "",
        turns=bullet_lines(
            (
                f"turn {turn.number}: focus {quote_text(turn.focus)}, distraction "
                f"{quote_text(turn.distract)}"
                for turn in beliefs.turns
            ),
            "nothing yet",
        ),
    )


def apply(view: View, beliefs: TabooBeliefs, reply: AttackerLine) -> TabooBeliefs:
    """Remember focus and distraction, and what the defender seems to suspect."""
    turn = TabooTurn(
        view.number,
        tuple(filter(None, (clean(word, 60) for word in reply.suspects[:3]))),
        clean(reply.focus, MAX_TEXT),
        clean(reply.distract, MAX_TEXT),
    )
    earlier = tuple(one for one in beliefs.turns if one.number != view.number)
    return replace(beliefs, turns=(*earlier, turn))
