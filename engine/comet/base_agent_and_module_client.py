"""The base class of CoMet agents, and the client that asks a model for each step.

A `Module` is one step of reasoning: a prompt, and the type of the reply. `ModuleClient` asks a
model for replies, and asks again if a reply cannot be used. `BaseAgent` is shared by the agents of
both games; it keeps their beliefs between moves, and asks for the move itself.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from copy import copy
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.comet.beliefs import AgentBeliefs, restore_beliefs
from engine.llm.calls_file import Call
from engine.llm.move_legality import Answer, Verdict
from engine.llm.player import ModelPlayer
from engine.llm.reply_parsing import LooseReply
from engine.llm.request import NO_ALIASES
from engine.match import MAX_TRIES, do_nothing
from engine.player_protocol import Table, count_no_moves
from engine.prompt import Aliases, Prompt
from engine.seat import Seat
from engine.seat_settings import CometSettings, Sort, find_temperature
from engine.text import join_paragraphs
from engine.usage_and_budget import Usage

STEP = "CoMet step"
"""The beginning of the line in a prompt that names its module; the mock model server looks for
it."""
THEORY = """\
A metaphor speaks of one thing, the target, in terms of another, the source, and carries parts of \
the source over: what moves, holds, feeds or separates in the source stands for what does so in \
the target. By their source there are three kinds:
- ontological: something is spoken of as if it were an object, a substance or a person.
- structural: something is spoken of in terms of a thing or an activity with a clear structure.
- spatial: something is spoken of in terms of place, direction, distance or movement."""
"""The theory of conceptual metaphor (Lakoff and Johnson), for prompts."""

FORM_NOTE = "Answer with one JSON object and nothing else, of this form:"


@dataclass(frozen=True, slots=True)
class Module[Reply: LooseReply]:
    """A step of the agent: a prompt, and the type of its answer."""

    name: str
    """The name in logs, prompts and tables."""
    title: str
    """The name for people."""
    sort: Sort
    """The kind of step, which determines the temperature."""
    reply: type[Reply]
    """A frozen dataclass whose fields are the keys of the answer; those with a default are
    optional."""
    task: str
    """The text of the question, with placeholders in braces."""
    form: str
    """An example of the answer's JSON, without thoughts."""

    def ask(self, frame: "Frame", aliases: Aliases = NO_ALIASES, **gaps: object) -> "Question":
        """Build the question: the frame, the task with its gaps filled, and the form."""
        task = self.task.format(**gaps).strip()
        user = join_paragraphs(
            frame.user,
            f"{STEP}: {self.name}.",
            task,
            f'{FORM_NOTE}\n{{"thoughts": "...", {self.form.removeprefix("{")}',
        )
        text = sha256("\n".join((frame.texts, self.name, self.task, self.form)).encode())
        prompt = Prompt(frame.system, user, aliases=aliases, prompt_hash=text.hexdigest()[:16])
        return Question(self, prompt)


@dataclass(frozen=True, slots=True)
class Frame:
    """The common beginning of a decision's questions: the rules, and the game in its view."""

    system: str
    user: str
    texts: str = ""
    """The hash of the texts that it was built from."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a module; for the model's client, it is the view of a game."""

    module: Module[Any]
    prompt: Prompt
    fault: Callable[[Any], str | None] = do_nothing
    """Returns why a reply of the right type cannot be used, or `None`."""


class ReplyGame:
    """Questions as a game whose only move is the reply, so that the model's client can ask them."""

    def __init__(self, name: str, seats: tuple[str, ...]) -> None:
        self.name = name
        self.seats = seats

    def moves(self, question: Question) -> tuple[type[Any], ...]:
        """The type of the reply."""
        return (question.module.reply,)

    def fault(self, question: Question, reply: object) -> str | None:
        """Say why a reply cannot be used; `None` if it can."""
        return question.fault(reply)


type Gate = Callable[[], AbstractAsyncContextManager[Any]]
"""Opens the context in which a call runs; experiments limit concurrent calls with it."""


class ModuleClient:
    """Asks one model for the replies of modules; each kind of step has its own temperature."""

    def __init__(
        self,
        player: ModelPlayer[Question, Any],
        settings: CometSettings,
        common_temperature: float | str | None,
    ) -> None:
        """Create the client without sending a request.

        Args:
            player: Asks the model, whose game is a `ReplyGame`.
            settings: The settings of the seat.
            common_temperature: The seat's setting `temperature`; `None` if it is not set.
        """
        self._players: dict[Sort, ModelPlayer[Question, Any]] = {}
        for sort in ("read", "plan", "write"):
            warmth = find_temperature(settings, sort, common_temperature)
            tuned = self._players[sort] = copy(player)
            tuned.model = replace(
                player.model, temperature=None if isinstance(warmth, str) else warmth
            )
        self.gate: Gate = nullcontext

    @property
    def usage(self) -> Usage:
        """The usage of all steps so far."""
        return sum((one.usage for one in self._players.values()), Usage())

    @usage.setter
    def usage(self, usage: Usage) -> None:
        for player in self._players.values():
            player.usage = Usage()
        self._players["read"].usage = usage

    async def ask(
        self,
        question: Question,
        previous: Answer[Any] | None = None,
        complaint: str | None = None,
        annotate: Callable[[Call, Verdict[Any]], None] = do_nothing,
    ) -> Answer[Any]:
        """Ask once.

        Args:
            question: The question.
            previous: The last answer to the same question, which was refused.
            complaint: Why it was refused.
            annotate: Called with the call and its verdict before the call is logged.

        Raises:
            PlayerError: If there is no answer, or the call cannot be logged.
        """

        def note(call: Call, verdict: Verdict[Any]) -> None:
            call.step = question.module.name
            annotate(call, verdict)

        async with self.gate():
            return await self._players[question.module.sort].ask(
                question, question.prompt, previous, complaint=complaint, annotate=note
            )

    async def ask_for_reply(self, question: Question) -> Any:  # noqa: ANN401
        """Ask until the reply can be used.

        Returns:
            The reply; `None` if none of `MAX_TRIES` answers can be used.

        Raises:
            PlayerError: If there is no answer, or the call cannot be logged.
        """
        answer: Answer[Any] | None = None
        for _ in range(MAX_TRIES):
            answer = await self.ask(question, answer)
            if answer.verdict.legal:
                return answer.verdict.move
        return None


def get_prompt(question: Question) -> Prompt:
    """Return the prompt of a question, for the model's client."""
    return question.prompt


async def ask_together(asking: Iterable[Awaitable[Any]]) -> list[Any]:
    """Ask independent questions concurrently.

    Raises:
        PlayerError: If a question fails; the first error is raised, and the others are cancelled.
    """
    tasks = [asyncio.ensure_future(one) for one in asking]
    if len(tasks) == 1:
        return [await tasks[0]]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise


def number_lines(lines: Sequence[str]) -> str:
    """Number lines from 1."""
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))


def format_bullets(lines: Iterable[str], without: str = "none") -> str:
    """List lines with dashes; if there are none, return `without`."""
    return "\n".join(f"- {line}" for line in lines) or f"- {without}"


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

    async def ask_for_move(self, view: View, question: Question, complaint: str | None) -> Move:
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
