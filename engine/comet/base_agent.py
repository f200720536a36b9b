"""What CoMet's agents of both games share: what they keep between moves, and the last question."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.comet.beliefs import AgentBeliefs, restore_beliefs
from engine.comet.module import ModuleClient, Question
from engine.game import Game, Seat
from engine.llm.calls_file import Call
from engine.llm.move_judging import Answer, Verdict
from engine.player_protocol import no_moves
from engine.usage import Usage


class BaseAgent[View, Move, Beliefs: AgentBeliefs]:
    """A player that thinks in modules; it knows its view and its beliefs alone."""

    def __init__(
        self,
        client: ModuleClient,
        game: Game[Any, View, Move],
        seat: Seat,
        beliefs: Beliefs,
        calls_file: Path | None = None,
        count_moves: Callable[[], int] = no_moves,
    ) -> None:
        """Create the agent; nothing is asked yet.

        Args:
            client: Asks the model.
            game: The rules, which say whether a move is legal.
            seat: The seat.
            beliefs: What is believed before the first move.
            calls_file: Where the beliefs of an earlier sitting are, if the game is resumed.
            count_moves: How many moves the seat has made.
        """
        self.client = client
        self.game = game
        self.seat = seat
        self.calls_file = calls_file
        self.count_moves = count_moves
        self.beliefs = beliefs
        """What is believed after the last move."""
        self.answers: list[Answer[Move]] = []
        """The last answer with the move in it, whose thoughts an audience may be told."""
        self._last_answer: Answer[Any] | None = None
        self._restored = False

    @property
    def usage(self) -> Usage:
        """What all steps have used so far."""
        return self.client.usage

    @usage.setter
    def usage(self, usage: Usage) -> None:
        self.client.usage = usage

    def read_move(self, view: View, reply: object) -> Move:
        """The move in the reply of the last step."""
        raise NotImplementedError

    def enter_reply(self, view: View, reply: object) -> Beliefs:
        """The beliefs after the reply of the last step."""
        raise NotImplementedError

    def restore_beliefs(self) -> None:
        """Go on with what was believed at the last move of an earlier sitting."""
        if not self._restored:
            name, made = self.game.seats[self.seat], self.count_moves()
            found = restore_beliefs(self.calls_file, name, made, type(self.beliefs).decode)
            self.beliefs = found or self.beliefs
            self._restored = True

    async def ask_for_move(self, view: View, question: Question, complaint: str | None) -> Move:
        """Ask for the move itself; its call is logged with the beliefs that led to it.

        Args:
            view: What the seat knows.
            question: The last question.
            complaint: What was wrong with the last answer; `None` for a new move.

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
