"""CoMet in Adversarial Taboo: one module for each role."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.comet import taboo_attacker, taboo_defender
from engine.comet.log import restore_beliefs
from engine.comet.module import Frame, ModuleClient, Question
from engine.comet.settings import CometSettings
from engine.comet.taboo_attacker import AttackerLine
from engine.comet.taboo_beliefs import TabooBeliefs
from engine.comet.taboo_defender import DefenderLine
from engine.game import Game
from engine.games.taboo.prompt import build_frame
from engine.games.taboo.view import SEATS, Guess, Move, Role, Say, View
from engine.llm.calls_file import Call
from engine.llm.move_judging import Answer, Verdict
from engine.llm.reply import MAX_FIELD_CHARS
from engine.player_protocol import no_moves
from engine.text import clean
from engine.usage import Usage


class TabooAgent:
    """An attacker or a defender that keeps what it thought in earlier turns."""

    def __init__(
        self,
        client: ModuleClient,
        game: Game[Any, View, Move],
        settings: CometSettings,
        calls_file: Path | None = None,
        count_moves: Callable[[], int] = no_moves,
    ) -> None:
        """Create the agent; nothing is asked yet.

        Args:
            client: Asks the model.
            game: The rules, which say whether a move is legal.
            settings: The settings of the seat.
            calls_file: Where the beliefs of an earlier sitting are, if the game is resumed.
            count_moves: How many moves the seat has made.
        """
        self.client = client
        self.game = game
        self.settings = settings
        self.calls_file = calls_file
        self.count_moves = count_moves
        self.beliefs: TabooBeliefs | None = None
        self.answers: list[Answer[Move]] = []
        """The last answer with the move in it, whose thoughts an audience may be told."""
        self._answer: Answer[Any] | None = None

    @property
    def usage(self) -> Usage:
        """What has been used so far."""
        return self.client.usage

    @usage.setter
    def usage(self, usage: Usage) -> None:
        self.client.usage = usage

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask for a line.

        Raises:
            Unreadable: If there is no line in the reply.
            PlayerError: If there is no reply, or the call cannot be logged.
        """
        if self.beliefs is None:
            name = SEATS[view.role or 0]
            found = restore_beliefs(self.calls_file, name, self.count_moves(), TabooBeliefs.decode)
            self.beliefs = found or TabooBeliefs()
        if complaint is None:
            self._answer = None
        beliefs = self.beliefs
        question = ask_for_line(view, beliefs, metaphors=self.settings.met)
        question = replace(
            question, fault=lambda reply: self.game.fault(view, read_move(view, beliefs, reply))
        )

        def annotate(call: Call, verdict: Verdict[Any]) -> None:
            after = beliefs if verdict.move is None else enter_reply(view, beliefs, verdict.move)
            call.beliefs = after.encode()

        answer = await self.client.ask(question, self._answer, complaint, annotate)
        self._answer = answer
        if answer.verdict.error is not None:
            raise answer.verdict.error
        move = read_move(view, beliefs, answer.verdict.move)
        self.beliefs = enter_reply(view, beliefs, answer.verdict.move)
        self.answers = [replace(answer, verdict=Verdict(move, fault=answer.verdict.fault))]
        return move


def ask_for_line(view: View, beliefs: TabooBeliefs, *, metaphors: bool) -> Question:
    """The question of the seat's role."""
    prompt = build_frame(view)
    frame = Frame(prompt.system, prompt.user, prompt.prompt_hash)
    if view.role is Role.ATTACKER:
        return taboo_attacker.ask(frame, beliefs, metaphors=metaphors)
    return taboo_defender.ask(frame, beliefs, metaphors=metaphors)


def enter_reply(view: View, beliefs: TabooBeliefs, reply: object) -> TabooBeliefs:
    """The beliefs after a reply."""
    match reply:
        case AttackerLine():
            return taboo_attacker.apply(view, beliefs, reply)
        case DefenderLine():
            return taboo_defender.apply(view, beliefs, reply)
    raise TypeError(reply)


def read_move(view: View, beliefs: TabooBeliefs, reply: object) -> Move:
    """The move in a reply; a guess that was not suspected twice is a line instead."""
    match reply:
        case AttackerLine(line=line):
            return Say(clean(line, MAX_FIELD_CHARS))
        case DefenderLine(line=line):
            guess = taboo_defender.find_guess(view, beliefs, reply)
            return Say(clean(line, MAX_FIELD_CHARS)) if guess is None else Guess(guess)
    raise TypeError(reply)
