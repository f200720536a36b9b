"""CoMet in Adversarial Taboo: one module for each role."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.comet import taboo_attacker, taboo_defender
from engine.comet.base_agent import BaseAgent
from engine.comet.beliefs import TabooBeliefs
from engine.comet.module import Frame, ModuleClient, Question
from engine.comet.settings import CometSettings
from engine.comet.taboo_attacker import AttackerLine
from engine.comet.taboo_defender import DefenderLine
from engine.game import Game, Seat
from engine.games.taboo.prompt import build_frame
from engine.games.taboo.view import Guess, Move, Role, Say, View
from engine.llm.reply import MAX_FIELD_CHARS
from engine.player_protocol import no_moves
from engine.text import clean


class TabooAgent(BaseAgent[View, Move, TabooBeliefs]):
    """An attacker or a defender that keeps what it thought in earlier turns."""

    def __init__(
        self,
        client: ModuleClient,
        game: Game[Any, View, Move],
        seat: Seat,
        settings: CometSettings,
        calls_file: Path | None = None,
        count_moves: Callable[[], int] = no_moves,
    ) -> None:
        """Create the agent, see `BaseAgent`; nothing is asked yet."""
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
        """The move in a reply; a guess that was not suspected twice is a line instead."""
        match reply:
            case AttackerLine(line=line):
                return Say(clean(line, MAX_FIELD_CHARS))
            case DefenderLine(line=line):
                guess = taboo_defender.find_guess(view, self.beliefs, reply)
                return Say(clean(line, MAX_FIELD_CHARS)) if guess is None else Guess(guess)
        raise TypeError(reply)

    def enter_reply(self, view: View, reply: object) -> TabooBeliefs:
        """The beliefs after a reply."""
        match reply:
            case AttackerLine():
                return taboo_attacker.apply(view, self.beliefs, reply)
            case DefenderLine():
                return taboo_defender.apply(view, self.beliefs, reply)
        raise TypeError(reply)


def ask_for_line(view: View, beliefs: TabooBeliefs, *, metaphors: bool) -> Question:
    """The question of the seat's role."""
    prompt = build_frame(view)
    frame = Frame(prompt.system, prompt.user, prompt.prompt_hash)
    if view.role is Role.ATTACKER:
        return taboo_attacker.ask(frame, beliefs, metaphors=metaphors)
    return taboo_defender.ask(frame, beliefs, metaphors=metaphors)
