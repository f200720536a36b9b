"""Ask a model for the replies of modules."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.comet.module import ModuleQuestion
from engine.comet.settings import Sort, create_comet_settings, find_temperature
from engine.game import GameType
from engine.games.comet_settings import CometSettings
from engine.llm.answer import Answer
from engine.llm.budget import Budget
from engine.llm.calls_file import Call
from engine.llm.model import Model
from engine.llm.player import ModelPlayer
from engine.llm.progress import Progress
from engine.llm.verdict import Verdict
from engine.play import do_nothing
from engine.player import count_no_moves
from engine.prompt import Prompt
from engine.tries import MAX_TRIES
from engine.usage import Usage


class ReplyGame:
    """Questions as a game whose only move is the reply, so that the model's client can ask them."""

    def __init__(self, name: str, seats: tuple[str, ...]) -> None:
        self.name = name
        self.seats = seats

    def moves(self, question: ModuleQuestion) -> tuple[type[Any], ...]:
        """The type of the reply."""
        return (question.module.reply,)

    def fault(self, question: ModuleQuestion, reply: object) -> str | None:
        """Say why a reply cannot be used; `None` if it can."""
        return question.fault(reply)


type Gate = Callable[[], AbstractAsyncContextManager[Any]]
"""Opens the context in which a call runs; experiments limit concurrent calls with it."""


class ModuleClient:
    """Asks one model for the replies of modules; each kind of step has its own temperature."""

    def __init__(
        self,
        player: ModelPlayer[ModuleQuestion, Any],
        settings: CometSettings,
        common_temperature: float | str | None,
    ) -> None:
        """Create the client without sending a request.

        Args:
            player: Asks the model, whose game is a `ReplyGame`.
            settings: The settings of the seat.
            common_temperature: The seat's setting `temperature`; `None` if it is not set.
        """
        self._players: dict[Sort, ModelPlayer[ModuleQuestion, Any]] = {}
        for sort in ("read", "plan", "write"):
            warmth = find_temperature(settings, sort, common_temperature)
            tuned = self._players[sort] = copy(player)
            tuned.model = replace(
                player.model, temperature=None if isinstance(warmth, str) else warmth
            )
        self.gate: Gate = nullcontext

    @property
    def asking(self) -> list[Progress]:
        """How far the answers of all steps are; the players share it."""
        return self._players["read"].asking

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
        question: ModuleQuestion,
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

    async def ask_for_reply(
        self,
        question: ModuleQuestion,
        annotate: Callable[[Call, Verdict[Any]], None] = do_nothing,
    ) -> Any:  # noqa: ANN401
        """Ask until the reply can be used.

        Args:
            question: The question.
            annotate: Called with each call and its verdict before the call is logged.

        Returns:
            The reply; `None` if none of `MAX_TRIES` answers can be used.

        Raises:
            PlayerError: If there is no answer, or the call cannot be logged.
        """
        answer: Answer[Any] | None = None
        for _ in range(MAX_TRIES):
            answer = await self.ask(question, answer, annotate=annotate)
            if answer.verdict.legal:
                return answer.verdict.move
        return None


def create_client(
    model: Model,
    definition: GameType,
    seats: tuple[str, ...],
    seat_name: str,
    values: Mapping[str, Any],
    calls_file: Path | None,
    on_learned: Callable[[str], None],
    budget: Budget | None,
    count_moves: Callable[[], int] = count_no_moves,
) -> ModuleClient:
    """Create what asks a model for the replies of modules.

    Args:
        model: The model to ask, with the seat's settings.
        definition: The game in the catalog.
        seats: The names of all seats.
        seat_name: The name of the seat.
        values: The settings of the seat by name.
        calls_file: The file that every call is appended to; `None` logs none.
        on_learned: Called with a message for everybody when a server refuses a setting.
        budget: The budget that all models of the run share.
        count_moves: Counts the moves that the seat has made.

    Raises:
        SetupError: If the budget is money and the model has no price.
    """
    replies: Any = ReplyGame(definition.name, seats)
    player: ModelPlayer[ModuleQuestion, Any] = ModelPlayer(
        model, replies, get_prompt, seat_name, calls_file, on_learned, budget, count_moves
    )
    settings = create_comet_settings(definition, values)
    return ModuleClient(player, settings, values.get("temperature"))


def get_prompt(question: ModuleQuestion) -> Prompt:
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
