"""A language model in a seat: one question for each decision, and every call on paper."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from engine.game import Game
from engine.llm.answer import read_answer, spoken
from engine.llm.calls import Call, Usage, keep
from engine.llm.client import Reply, complete
from engine.llm.failures import Refused
from engine.llm.prompt import Message, Prompt, without_pictures
from engine.llm.schema import response_format
from engine.llm.server import Server
from engine.players import PlayerError, Unreadable

TEMPERATURE = 0.7
"""As in the Decrypto benchmark."""
LONGEST = 200_000
"""The most characters of an answer that are read and kept."""
QUOTED = 2_000
"""The most characters of its last answer that a model is shown again."""
ABOUT_TEMPERATURE = re.compile("temperature", re.IGNORECASE)
"""What a server speaks of that takes no temperature but its own."""
ABOUT_SCHEMA = re.compile(r"response.?format|schema|json|grammar|guided|structured", re.IGNORECASE)
"""What a server speaks of that does not take a schema."""


class ModelPlayer[View, Move]:
    """A player that asks a chat model."""

    def __init__(
        self,
        model: str,
        game: Game[Any, View, Move],
        prompt: Callable[[View], Prompt],
        seat_name: str,
        calls: Path | None,
    ) -> None:
        """Take a seat; nothing is asked yet.

        Args:
            model: The name of the model on its server.
            game: The rules, for the moves invited and what speaks against one.
            prompt: What the model is told of a view.
            seat_name: The name of the seat.
            calls: The file that keeps every call; `None` keeps none.

        Raises:
            SetupError: If the environment names no usable server.
        """
        self.model = model
        self.game = game
        self.prompt = prompt
        self.seat_name = seat_name
        self.calls = calls
        self.server = Server.from_environment()
        self.usage = Usage()
        """What has been used so far."""
        self._settings: dict[str, Callable[[View, Prompt], object]] = {
            "temperature": lambda _, __: TEMPERATURE,
            "response_format": lambda view, asked: response_format(game.moves(view), asked.names),
        }
        """What is sent beside the messages; what the server refuses is taken out for good."""
        self._attempt = 0
        self._last = ""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask the model once; after a complaint, show it its last answer and what was wrong.

        Raises:
            Unreadable: If there is no move in the answer, or no answer.
            PlayerError: If the server gives none, or the call cannot be kept.
        """
        if complaint is None:
            self._attempt, self._last = 0, ""
        self._attempt += 1
        prompt = self.prompt(view)
        while True:
            try:
                return await self._ask(view, prompt, self._messages(prompt, complaint))
            except Refused as error:
                if not self._do_without(error.words):
                    raise

    def _messages(self, prompt: Prompt, complaint: str | None) -> list[Message]:
        system = {"role": "system", "content": prompt.system}
        if complaint is None:
            return [system, prompt.asked()]
        again = f"That answer does not count. {complaint} Answer again."
        if not self._last:  # two messages of one side in a row are too much for some servers
            return [system, prompt.asked(again)]
        last = {"role": "assistant", "content": self._last}
        return [system, prompt.asked(), last, {"role": "user", "content": again}]

    async def _ask(self, view: View, prompt: Prompt, messages: list[Message]) -> Move:
        settings = {name: value(view, prompt) for name, value in self._settings.items()}
        call = Call(
            self.seat_name,
            self.model,
            self.server.host,
            self._attempt,
            without_pictures(messages),
            settings,
        )
        self.usage.calls += 1
        started = monotonic()
        try:
            reply = await complete(self.server, self.model, messages, settings)
        except asyncio.CancelledError:
            call.verdict = "failed: nobody waited for the answer"
            with suppress(PlayerError):  # that it was called off counts for more
                self._keep(call, started)
            raise
        except PlayerError as error:
            call.verdict = " ".join(("failed:", str(error), error.private)).strip()
            self._keep(call, started)
            raise
        self._note(call, reply)
        try:
            move = self._read(view, prompt, reply)
        except Unreadable as error:
            call.verdict = f"unreadable: {error.private or error}"
            self._keep(call, started)
            raise
        fault = self.game.fault(view, move)
        call.verdict = "legal" if fault is None else f"illegal: {fault}"
        self._keep(call, started)
        return move

    def _note(self, call: Call, reply: Reply) -> None:
        self._last = spoken(reply.content)[-QUOTED:]
        self.usage.tokens_in += reply.tokens_in or 0
        self.usage.tokens_out += reply.tokens_out or 0
        call.reply = (reply.content or reply.refusal or "")[:LONGEST]
        call.reasoning = reply.reasoning and reply.reasoning[:LONGEST]
        call.finish = reply.finish
        call.tokens_in, call.tokens_out = reply.tokens_in, reply.tokens_out

    def _keep(self, call: Call, started: float) -> None:
        call.seconds = round(monotonic() - started, 3)
        if self.calls is not None:
            keep(self.calls, call)

    def _read(self, view: View, prompt: Prompt, reply: Reply) -> Move:
        if reply.refusal or reply.finish == "content_filter":
            raise Unreadable("The model declined to answer.")
        if reply.finish == "length":
            raise Unreadable("The model's answer was cut off before its end.")
        if len(reply.content) > LONGEST:
            raise Unreadable(f"The model's answer is longer than {LONGEST:,} characters.")
        if not reply.content.strip():
            raise Unreadable("The model's answer was empty.")
        move: Move = read_answer(self.game.moves(view), reply.content, prompt.names)
        return move

    def _do_without(self, words: str) -> bool:
        """Leave out what the server spoke of, if it was sent."""
        about = {"temperature": ABOUT_TEMPERATURE, "response_format": ABOUT_SCHEMA}
        for name, spoken_of in about.items():
            if spoken_of.search(words) and self._settings.pop(name, None):
                return True
        return False
