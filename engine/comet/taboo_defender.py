"""CoMet's defender in Adversarial Taboo: candidates, and a guess only if it was suspected twice."""

from dataclasses import dataclass, replace
from typing import Literal

from engine.comet.beliefs import TabooBeliefs, TabooTurn, is_suspected_twice
from engine.comet.module import Frame, Module, Question, bullet_lines
from engine.games.taboo.view import View
from engine.llm.reply import LooseReply
from engine.text import clean, quote_text

MAX_CANDIDATES = 3


@dataclass(frozen=True, slots=True)
class DefenderLine(LooseReply):
    """The reply."""

    candidates: tuple[str, ...]
    """Suspected words, the likeliest first."""
    strategy: Literal["continue", "guess"]
    line: str


MODULE = Module(
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
    form='{"candidates": ["..."], "strategy": "continue", "line": "..."}',
)


def ask(frame: Frame, beliefs: TabooBeliefs, *, metaphors: bool) -> Question:
    """Ask for an answer."""
    return MODULE.ask(
        frame,
        turns=bullet_lines(
            (
                f"turn {turn.number}: {', '.join(map(quote_text, turn.suspects)) or 'nothing'}"
                for turn in beliefs.turns
            ),
            "nothing yet",
        ),
        way="; speak of them in metaphors instead" if metaphors else "",
    )


def apply(view: View, beliefs: TabooBeliefs, reply: DefenderLine) -> TabooBeliefs:
    """Remember the candidates of this turn."""
    words = tuple(filter(None, (clean(word, 60) for word in reply.candidates[:MAX_CANDIDATES])))
    earlier = tuple(one for one in beliefs.turns if one.number != view.number)
    return replace(beliefs, turns=(*earlier, TabooTurn(view.number, words)))


def find_guess(view: View, beliefs: TabooBeliefs, reply: DefenderLine) -> str | None:
    """The guess that is allowed now: the first candidate, if it was suspected in both turns."""
    words = [clean(word, 60) for word in reply.candidates[:1]]
    if reply.strategy != "guess" or not words:
        return None
    return words[0] if is_suspected_twice(beliefs, view.number, words[0]) else None
