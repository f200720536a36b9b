"""The CoMet agent for Adversarial Taboo, and the prompts of its attacker and its defender.

The agent asks a model for a line, and keeps the thoughts in each reply for its later prompts. A
defender may guess a word only if it has suspected the word in two turns running.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from engine.comet.base_agent_and_module_client import (
    THEORY,
    BaseAgent,
    Frame,
    Module,
    ModuleClient,
    Question,
    format_bullets,
)
from engine.comet.beliefs import TabooBeliefs, TabooTurn, is_suspected_twice
from engine.games.taboo.moves import Guess, Move, Say
from engine.games.taboo.prompt import build_frame
from engine.games.taboo.view import Role, View
from engine.llm.reply_parsing import MAX_FIELD_CHARS, LooseReply
from engine.player_protocol import Table, count_no_moves
from engine.seat import Seat
from engine.seat_settings import CometSettings
from engine.text import clean, quote_text

MAX_TEXT = 300


class AttackerLine(LooseReply):
    """The reply of the attacker."""

    suspects: tuple[str, ...] = ()
    """The words that the defender seems to suspect."""
    focus: str = ""
    distract: str = ""
    line: str


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
    form='{"suspects": ["..."], "focus": "...", "distract": "...", "line": "..."}',
)


def ask_attacker(frame: Frame, beliefs: TabooBeliefs, *, metaphors: bool) -> Question:
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


MAX_CANDIDATES = 3


class DefenderLine(LooseReply):
    """The reply of the defender."""

    candidates: tuple[str, ...]
    """Suspected words, most likely first."""
    strategy: Literal["continue", "guess"]
    line: str


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
    form='{"candidates": ["..."], "strategy": "continue", "line": "..."}',
)


def ask_defender(frame: Frame, beliefs: TabooBeliefs, *, metaphors: bool) -> Question:
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


class TabooAgent(BaseAgent[View, Move, TabooBeliefs]):
    """An attacker or a defender that keeps its thoughts of earlier turns."""

    def __init__(
        self,
        client: ModuleClient,
        game: Table[View, Move],
        seat: Seat,
        settings: CometSettings,
        calls_file: Path | None = None,
        count_moves: Callable[[], int] = count_no_moves,
    ) -> None:
        """Create the agent, see `BaseAgent`."""
        super().__init__(client, game, seat, TabooBeliefs(), calls_file, count_moves)
        self.settings = settings

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask for a line.

        Raises:
            Unreadable: If there is no line in the reply.
            PlayerError: If there is no reply, or the call cannot be logged.
        """
        self.restore_beliefs()
        question = ask_for_line(view, self.beliefs, metaphors=self.settings.met)
        return await self.ask_for_move(view, question, complaint)

    def read_move(self, view: View, reply: object) -> Move:
        """Read the move in a reply: a guess if its word was suspected twice, else a line."""
        match reply:
            case AttackerLine(line=line):
                return Say(line=clean(line, MAX_FIELD_CHARS))
            case DefenderLine(line=line):
                guess = find_guess(view, self.beliefs, reply)
                return (
                    Say(line=clean(line, MAX_FIELD_CHARS)) if guess is None else Guess(word=guess)
                )
        raise TypeError(reply)

    def enter_reply(self, view: View, reply: object) -> TabooBeliefs:
        """Update the beliefs with a reply."""
        match reply:
            case AttackerLine():
                return enter_attack(view, self.beliefs, reply)
            case DefenderLine():
                return enter_suspicions(view, self.beliefs, reply)
        raise TypeError(reply)


def ask_for_line(view: View, beliefs: TabooBeliefs, *, metaphors: bool) -> Question:
    """Build the question for the seat's role."""
    prompt = build_frame(view)
    frame = Frame(prompt.system, prompt.user, prompt.prompt_hash)
    if view.role is Role.ATTACKER:
        return ask_attacker(frame, beliefs, metaphors=metaphors)
    return ask_defender(frame, beliefs, metaphors=metaphors)
