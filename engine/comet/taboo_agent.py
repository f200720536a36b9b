"""The CoMet agent for Adversarial Taboo."""

from collections.abc import Callable
from pathlib import Path

from engine.comet.agent import BaseAgent
from engine.comet.attacker import ATTACKER, AttackerLine, ask_attacker, enter_attack
from engine.comet.defender import DEFENDER, DefenderLine, ask_defender, enter_suspicions, find_guess
from engine.comet.module import Frame, ModuleQuestion
from engine.comet.module_client import ModuleClient
from engine.comet.taboo_beliefs import TabooBeliefs
from engine.games.comet_settings import CometSettings
from engine.games.taboo.moves import Guess, Move, Say
from engine.games.taboo.prompt import build_frame
from engine.games.taboo.view import Role, View
from engine.llm.reply import MAX_FIELD_CHARS
from engine.player import Table, count_no_moves
from engine.seat import Seat
from engine.text import clean


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
                found = enter_attack(view, self.beliefs, reply)
                return found.count_dropped(ATTACKER.name, reply.dropped)
            case DefenderLine():
                found = enter_suspicions(view, self.beliefs, reply)
                return found.count_dropped(DEFENDER.name, reply.dropped)
        raise TypeError(reply)


def ask_for_line(view: View, beliefs: TabooBeliefs, *, metaphors: bool) -> ModuleQuestion:
    """Build the question for the seat's role."""
    prompt = build_frame(view)
    frame = Frame(prompt.system, prompt.user, prompt.prompt_hash)
    if view.role is Role.ATTACKER:
        return ask_attacker(frame, beliefs, metaphors=metaphors)
    return ask_defender(frame, beliefs, metaphors=metaphors)
