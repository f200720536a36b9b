"""A language model in a seat: one question for each decision, and every call on paper."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from engine.game import Game
from engine.llm import learned
from engine.llm.answer import spoken, thought
from engine.llm.budget import Budget
from engine.llm.calls import LONGEST, Call, keep
from engine.llm.client import Reply, complete
from engine.llm.complaints import CutOff, Declined, Empty, Endless, again
from engine.llm.failures import PASSING, Failed, Refused, blind, too_long_a_wait
from engine.llm.models import Model
from engine.llm.prompt import Message, Prompt, without_pictures
from engine.llm.proposal import Proposal, Verdict, judge
from engine.play import ignore
from engine.players import (
    PlayerError,
    nothing_yet,
)
from engine.usage import Usage

QUOTED = 2_000
"""The most characters of its last answer that a model is shown again."""
TRIES = 3
"""How often the same question is put, if calls fail in a way that may pass."""
BACKOFF = 0.5
"""Seconds before the second try; twice as many before the next."""
LONGEST_WAIT = 60.0
"""The most seconds that a server may ask to wait; who asks for more is left alone."""
UNBIDDEN = 4
"""How many settings a server may refuse, one after another, in one question."""


@dataclass(frozen=True, slots=True)
class _Question[View]:
    """One question, however often it is put until it brings an answer."""

    view: View
    prompt: Prompt
    messages: list[Message]
    attempt: int
    assisted: str


class ModelPlayer[View, Move]:
    """A player that asks a chat model."""

    def __init__(
        self,
        model: Model,
        game: Game[Any, View, Move],
        prompt: Callable[[View], Prompt],
        seat_name: str,
        calls: Path | None,
        say: Callable[[str], None] = ignore,
        budget: Budget | None = None,
        made: Callable[[], int] = nothing_yet,
    ) -> None:
        """Take a seat; nothing is asked yet.

        Args:
            model: Whom to ask, and how.
            game: The rules, for the moves invited and what speaks against one.
            prompt: What the model is told of a view.
            seat_name: The name of the seat.
            calls: The file that keeps every call; `None` keeps none.
            say: Hears what was learned of the server, in a sentence for everybody.
            budget: What all models of the run may use together; `None` is no limit.
            made: How many moves the seat has made by now.

        Raises:
            SetupError: If the budget cannot be kept with this model.
        """
        if budget is not None:
            budget.admit(model)
        self.model = model
        self.game = game
        self.prompt = prompt
        self.seat_name = seat_name
        self.calls = calls
        self.say = say
        self.budget = budget
        self.made = made
        self.usage = Usage()
        """What has been used so far."""
        self.proposals: list[Proposal[Move]] = []
        """The answers to the question at hand, none of which has been accepted yet."""
        self._longest = 0

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask the model once; after a complaint, show it its last answer and what was wrong.

        Raises:
            Unreadable: If there is no move in the answer, or no answer.
            PlayerError: If the server gives none, or the call cannot be kept.
        """
        if complaint is None:
            self.proposals = []
        prompt, before = self.prompt(view), next(reversed(self.proposals), None)
        messages = self._messages(prompt, complaint, before)
        attempt = len(self.proposals) + 1
        proposal = await self._persist(_Question(view, prompt, messages, attempt, ""))
        self.proposals.append(proposal)
        if proposal.verdict.wrong is not None:
            raise proposal.verdict.wrong
        move: Move | None = proposal.verdict.move
        assert move is not None
        return move

    async def propose(
        self,
        view: View,
        prompt: Prompt,
        before: Proposal[Move] | None = None,
        *,
        assisted: str = "",
    ) -> Proposal[Move]:
        """Put one question without deciding; several may be put at the same time.

        Args:
            view: What the seat knows.
            prompt: The question, as it is or as the operator wants it.
            before: An answer that did not count, and is shown to the model again.
            assisted: What the operator did for this question to be put.

        Raises:
            PlayerError: If the server gives no answer, or the call cannot be kept.
        """
        complaint = before.verdict.complaint if before else None
        attempt = before.call.attempt + 1 if before and before.call else 1
        messages = self._messages(prompt, complaint, before)
        return await self._persist(_Question(view, prompt, messages, attempt, assisted))

    async def _persist(self, question: _Question[View]) -> Proposal[Move]:
        """Ask until there is an answer, or no hope of one."""
        if question.prompt.pictures and self.model.vision is False:
            raise blind(self.model.server, self.model.name)
        repeat = unbidden = 0
        while True:
            sent = self._settings(question)
            try:
                return await self._ask(question, sent, repeat)
            except Refused:
                unbidden += 1
                if sent == self._settings(question) or unbidden > UNBIDDEN:
                    raise
                wait = 0.0
            except Failed as error:
                repeat += 1
                if error.name not in PASSING or repeat == TRIES:
                    raise
                wait = self._pause(error, repeat)
            if wait > LONGEST_WAIT:
                raise too_long_a_wait(self.model.server, wait)
            await asyncio.sleep(wait)

    def _pause(self, error: Failed, repeat: int) -> float:
        """How many seconds to wait: as the server says, else longer each time.

        Seats that failed in the same moment do not all come back in the same moment.
        """
        if error.wait is not None:
            return error.wait
        spread = Random(f"{self.seat_name}/{self.usage.calls}").uniform(0.75, 1.25)
        return BACKOFF * 2.0 ** (repeat - 1) * spread

    def _settings(self, question: _Question[View]) -> dict[str, object]:
        """What is sent besides the messages, by what is known of the server now."""
        kinds = self.game.moves(question.view)
        return learned.settings(self.model, kinds, question.prompt.names)

    def _messages(
        self, prompt: Prompt, complaint: str | None, before: Proposal[Move] | None
    ) -> list[Message]:
        system = {"role": "system", "content": prompt.system}
        if complaint is None:
            return [system, prompt.asked()]
        words = again(before.verdict.wrong if before else None, complaint)
        if (
            before is None or not before.spoken
        ):  # two messages of one side in a row are too much for some servers
            return [system, prompt.asked(words)]
        last = {"role": "assistant", "content": before.spoken}
        return [system, prompt.asked(), last, {"role": "user", "content": words}]

    async def _ask(
        self, question: _Question[View], sent: dict[str, object], repeat: int
    ) -> Proposal[Move]:
        messages = question.messages
        call = Call(
            self.seat_name,
            self.model.name,
            self.model.server.host,
            question.attempt,
            repeat,
            without_pictures(messages),
            sent,
            assisted=question.assisted,
            move=self.made() + 1,
        )
        held = self.budget.hold(self.model, messages, self._longest) if self.budget else 0.0
        used = Usage(1)
        started = monotonic()
        try:
            reply = await complete(self.model, messages, sent)
            used = self._note(call, reply)
        except asyncio.CancelledError:
            call.verdict = "failed: nobody waited for the answer"
            with suppress(PlayerError):  # that it was called off counts for more
                self._keep(call, started)
            raise
        except Failed as error:
            call.failure = error.name
            call.verdict = " ".join(("failed:", str(error), error.private)).strip()
            if isinstance(error, Refused):
                call.learned = self._learn(question, error, sent)
            self._keep(call, started)
            raise
        finally:
            self.usage += used
            if self.budget:
                self.budget.settle(held, used)
        verdict = self._read(question, reply)
        call.verdict = str(verdict)
        self._keep(call, started)
        last = spoken(reply.content[:LONGEST])[-QUOTED:]
        return Proposal(verdict, call.reply or "", call, last, call.seconds, question.assisted)

    def _learn(
        self, question: _Question[View], error: Refused, sent: dict[str, object]
    ) -> str | None:
        """Learn from a refusal, unless another seat has done so while this one asked."""
        if sent != self._settings(question):
            return None
        sentence = learned.learn(self.model, error.words, sent)
        if sentence is not None:
            self.say(sentence)
        return sentence

    def _note(self, call: Call, reply: Reply) -> Usage:
        tokens_in, tokens_out = reply.tokens_in or 0, reply.tokens_out or 0
        cost = self.model.cost(tokens_in, tokens_out)
        call.cost = reply.cost if cost is None else cost
        self._longest = max(self._longest, tokens_out)
        call.reply = (reply.content or reply.refusal or "")[:LONGEST]
        call.reasoning = (reply.reasoning or thought(reply.content[:LONGEST]) or "")[
            :LONGEST
        ] or None
        call.finish = reply.finish
        call.tokens_in, call.tokens_out = reply.tokens_in, reply.tokens_out
        return Usage(1, tokens_in, tokens_out, call.cost)

    def _keep(self, call: Call, started: float) -> None:
        call.seconds = round(monotonic() - started, 3)
        if self.calls is not None:
            keep(self.calls, call)

    def _read(self, question: _Question[View], reply: Reply) -> Verdict[Move]:
        if reply.refusal or reply.finish == "content_filter":
            return Verdict(wrong=Declined())
        if reply.finish == "length":
            return Verdict(wrong=CutOff())
        if len(reply.content) > LONGEST:
            return Verdict(wrong=Endless(LONGEST))
        if not reply.content.strip():
            return Verdict(wrong=Empty(thinking=bool(reply.reasoning)))
        return judge(self.game, question.view, reply.content, question.prompt.names)
