"""The defender: answer, and guess a word that was suspected in two turns running."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from engine.comet.module import Frame, Module, ModuleQuestion
from engine.comet.taboo_beliefs import TabooBeliefs, TabooTurn, is_suspected_twice
from engine.games.taboo.moves import Line, Word
from engine.games.taboo.view import View
from engine.llm.reply import LooseReply
from engine.quotation import quote_text
from engine.text import clean
from engine.text_list import format_bullets

MAX_CANDIDATES = 3


class DefenderLine(LooseReply):
    """The reply of the defender."""

    candidates: Annotated[
        tuple[Word, ...], Field(json_schema_extra={"minItems": 1, "maxItems": MAX_CANDIDATES})
    ]
    """Suspected words, most likely first."""
    strategy: Literal["continue", "guess"]
    line: Line


DEFENDER = Module(
    name="taboo-defender",
    title="defender",
    sort="write",
    reply=DefenderLine,
    task="""\
Choose your answer.
1. Where do the last three turns lead? Which words may be the target? List one to three single \
words under "candidates", the likeliest first.
2. Compare them with what you suspected in your earlier turns:
{turns}
3. Guess ("strategy": "guess") only a candidate that you suspected in your last turn as well; your \
first candidate is then your guess, and it ends the game. Else go on ("strategy": "continue").
4. Under "line" answer honestly and on the topic; ask for no clues. Your line may contain none of \
the candidates nor a form of them{way}. Write a line in any case.""",
    form='{"candidates": ["<word>"], "strategy": "<continue|guess>", "line": "<your line>"}',
)


def ask_defender(frame: Frame, beliefs: TabooBeliefs, *, metaphors: bool) -> ModuleQuestion:
    """Ask for an answer."""
    return DEFENDER.ask(
        frame,
        turns=format_bullets(
            (
                f"turn {turn.number}: {', '.join(map(quote_text, turn.suspects)) or 'nothing'}"
                for turn in beliefs.turns
            ),
            "nothing yet",
        ),
        way="; speak of them in metaphors instead" if metaphors else "",
    )


def enter_suspicions(view: View, beliefs: TabooBeliefs, reply: DefenderLine) -> TabooBeliefs:
    """Store the candidates of this turn."""
    words = tuple(filter(None, (clean(word, 60) for word in reply.candidates[:MAX_CANDIDATES])))
    earlier = tuple(one for one in beliefs.turns if one.number != view.number)
    return replace(beliefs, turns=(*earlier, TabooTurn(view.number, words)))


def find_guess(view: View, beliefs: TabooBeliefs, reply: DefenderLine) -> str | None:
    """Find the allowed guess: the first candidate, if it was suspected in the last turn, too."""
    words = [clean(word, 60) for word in reply.candidates[:1]]
    if reply.strategy != "guess" or not words:
        return None
    return words[0] if is_suspected_twice(beliefs, view.number, words[0]) else None
