"""The base class of CoMet agents, which keep their beliefs between moves."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.comet.belief_log import restore_beliefs
from engine.comet.beliefs import AgentBeliefs
from engine.comet.module import ModuleQuestion
from engine.comet.module_client import ModuleClient
from engine.llm.answer import Answer
from engine.llm.calls_file import Call
from engine.llm.progress import Progress
from engine.llm.verdict import Verdict
from engine.player import Table, count_no_moves
from engine.seat import Seat
from engine.usage import Usage


class BaseAgent[View, Move, Beliefs: AgentBeliefs]:
    """A player that reasons in modules; it knows only its view and its beliefs."""

    def __init__(
        self,
        client: ModuleClient,
        game: Table[View, Move],
        seat: Seat,
        beliefs: Beliefs,
        calls_file: Path | None = None,
        count_moves: Callable[[], int] = count_no_moves,
    ) -> None:
        """Create the agent without asking anything.

        Args:
            client: Asks the model.
            game: The rules, for judging moves.
            seat: The seat.
            beliefs: The beliefs before the first move.
            calls_file: The file with the beliefs of an earlier session, if the game is resumed.
            count_moves: Counts the moves that the seat has made.
        """
        self.client = client
        self.game = game
        self.seat = seat
        self.calls_file = calls_file
        self.count_moves = count_moves
        self.beliefs = beliefs
        """The beliefs after the last move."""
        self.answers: list[Answer[Move]] = []
        """The last answer with a move, whose thoughts an audience may be shown."""
        self._last_answer: Answer[Any] | None = None
        self._restored = False

    @property
    def asking(self) -> list[Progress]:
        """How far the answers are that it waits for."""
        return self.client.asking

    @property
    def usage(self) -> Usage:
        """The usage of all steps so far."""
        return self.client.usage

    @usage.setter
    def usage(self, usage: Usage) -> None:
        self.client.usage = usage

    def read_move(self, view: View, reply: object) -> Move:
        """Read the move in the reply of the last step."""
        raise NotImplementedError

    def enter_reply(self, view: View, reply: object) -> Beliefs:
        """Update the beliefs with the reply of the last step."""
        raise NotImplementedError

    def restore_beliefs(self) -> None:
        """Restore the beliefs at the last move of an earlier session."""
        if not self._restored:
            name, made = self.game.seats[self.seat], self.count_moves()
            found = restore_beliefs(self.calls_file, name, made, type(self.beliefs).decode)
            self.beliefs = found or self.beliefs
            self._restored = True

    async def ask_for_move(
        self, view: View, question: ModuleQuestion, complaint: str | None
    ) -> Move:
        """Ask for the move itself; its call is logged with the beliefs that led to it.

        Args:
            view: The view of the seat.
            question: The last question.
            complaint: Why the last answer was refused; `None` for a new move.

        Raises:
            Unreadable: If there is no move in the reply.
            PlayerError: If there is no reply, or the call cannot be logged.
        """
        question = replace(
            question, fault=lambda reply: self.game.fault(view, self.read_move(view, reply))
        )
        if complaint is None:
            self._last_answer = None

        def annotate(call: Call, verdict: Verdict[Any]) -> None:
            after = self.enter_reply(view, verdict.move) if verdict.legal else self.beliefs
            call.beliefs = after.encode()

        answer = await self.client.ask(question, self._last_answer, complaint, annotate)
        self._last_answer = answer
        verdict = answer.verdict
        if not verdict.legal:
            self.beliefs = self.beliefs.count_loss(question.module.name)
        if verdict.error is not None:
            raise verdict.error
        move = self.read_move(view, verdict.move)
        if verdict.legal:
            self.beliefs = self.enter_reply(view, verdict.move)
        self.answers = [replace(answer, verdict=Verdict(move, fault=verdict.fault))]
        return move
