"""Taking the wheel: a held turn, from its player's own answer to what the operator seals."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from engine.agents.questions import Questioned
from engine.game import Game
from engine.llm.calls import Call
from engine.llm.player import ModelPlayer
from engine.llm.prompt import Names, Prompt
from engine.llm.proposal import Proposal, Verdict, judge, ruled
from engine.llm.schema import NO_NAMES
from engine.moves import encode
from engine.play import PATIENCE, ignore
from engine.players import Player, PlayerError, Unreadable
from engine.text import clean_lines

SHOWN = 20_000
"""The most characters of an answer that are shown, and can be edited."""


@dataclass(slots=True)
class Draft[View, Move]:
    """An answer, and what the operator has made of it so far."""

    game: Game[Any, View, Move]
    view: View
    names: Names
    proposal: Proposal[Move]
    original: str = field(init=False)
    """The answer as it is shown at first: plain text."""
    text: str = field(init=False)
    """The answer as it stands now."""
    verdict: Verdict[Move] = field(init=False)
    """What it comes to as it stands now."""

    def __post_init__(self) -> None:
        self.original = self.text = clean_lines(self.proposal.text, SHOWN)
        self.verdict = self.proposal.verdict

    def edit(self, text: str) -> None:
        """Take another text for the answer, and judge it."""
        if text == self.text:
            return
        self.text = text
        self.verdict = (
            judge(self.game, self.view, text, self.names) if self.edited else self.proposal.verdict
        )

    @property
    def edited(self) -> bool:
        """Does it differ from what the player said?"""
        return self.text != self.original

    @property
    def assisted(self) -> str:
        """What the operator would have done for this move to come about."""
        return "edited" if self.edited else self.proposal.assisted


class Turn[View, Move]:
    """The turn of a seat that is held: nothing is sealed before the operator says so."""

    def __init__(
        self,
        game: Game[Any, View, Move],
        player: Player[View, Move],
        view: View,
        *,
        again: bool,
        failure: PlayerError | None = None,
        begun: bool = False,
    ) -> None:
        """Take up a turn; nothing is asked yet.

        Args:
            game: The rules.
            player: Who sits there.
            view: What the seat knows.
            again: Whether the player might answer the same question differently.
            failure: Why it has failed to answer by itself already.
            begun: Whether it has been asked already, and its answers did not count.
        """
        self.game = game
        self.player = player
        self.view = view
        self.again = again
        self.failure = failure
        self.prompt: Prompt | None = None
        """What the player is asked by itself; `None` of one that is no model."""
        self.drafts: list[Draft[View, Move]] = []
        """What has been answered, in the order of arrival."""
        self.changed: Callable[[], object] = ignore
        """Hears that there is something new."""
        self.since: float | None = None
        """When the questions were put that are on their way; `None` if none are."""
        self.broken: BaseException | None = None
        """A mistake of ours that came up while asking; whoever looks at the turn raises it."""
        self.asked = 0.0
        """Seconds for which anything has been on its way."""
        self._task: asyncio.Task[None] | None = None
        if isinstance(player, ModelPlayer):
            self.prompt = player.prompt(view)
            if begun or failure is not None:
                self.drafts += map(self._draft, player.proposals)

    @property
    def attempts(self) -> int:
        """How often the seat has answered, at least once."""
        return max(1, len(self.drafts))

    @property
    def question(self) -> Call | None:
        """What a program was asked last; `None` of others."""
        return self.player.questions.last if isinstance(self.player, Questioned) else None

    def begin(self) -> None:
        """Have the player answer as it does by itself, unless it has failed to."""
        if self.failure is None:
            self._start(self._own())

    def take(self, move: Move) -> None:
        """Look at a move that the player has just answered with, instead of asking."""
        if isinstance(self.player, ModelPlayer):
            self.drafts = list(map(self._draft, self.player.proposals))
        else:
            self.drafts = [self._draft(self._moved(ruled(self.game, self.view, move)))]

    def ask(self, prompt: Prompt | None, count: int = 1) -> None:
        """Ask again, several times if need be; each answer is a draft of its own.

        Args:
            prompt: What to ask a model; `None` for others.
            count: How many answers are wanted.
        """
        own = not self.drafts and prompt == self.prompt and count == 1
        self._start(self._own() if own else self._several(prompt, count))

    def call_off(self) -> None:
        """Wait for no answer any more."""
        if self._task is not None:
            self._task.cancel()

    async def settled(self) -> None:
        """Wait until nothing is on its way."""
        if self._task is not None:
            await asyncio.wait([self._task])

    def _start(self, asking: Any) -> None:  # noqa: ANN401
        assert self._task is None
        self.failure = None
        self.since = monotonic()
        self._task = asyncio.create_task(asking)
        self._task.add_done_callback(self._done)
        self.changed()

    def _done(self, task: "asyncio.Task[None]") -> None:
        if self.since is not None:
            self.asked += monotonic() - self.since
        self.since = self._task = None
        error = None if task.cancelled() else task.exception()
        if isinstance(error, PlayerError):
            self.failure = error
        else:
            self.broken = error
        self.changed()

    async def _own(self) -> None:
        """Ask as the loop of the game would: until the answer is legal, or patience runs out."""
        before = self.drafts[-1].proposal if self.drafts else None
        for _ in range(max(1, PATIENCE - len(self.drafts))):
            before = await self._once(self.prompt, before, "")
            if before.verdict.legal:
                return

    async def _several(self, prompt: Prompt | None, count: int) -> None:
        if self.prompt is None:  # such a player answers one question after another
            for _ in range(count):
                await self._once(None, None, "asked")
            return
        asking = [self._once(prompt, None, "asked") for _ in range(count)]
        answers = await asyncio.gather(*asking, return_exceptions=True)
        for error in answers:
            if isinstance(error, BaseException):
                raise error

    async def _once(
        self, prompt: Prompt | None, before: Proposal[Move] | None, assisted: str
    ) -> Proposal[Move]:
        if isinstance(self.player, ModelPlayer):
            assert prompt is not None
            proposal = await self.player.propose(self.view, prompt, before, assisted=assisted)
        else:
            proposal = await self._decided(before, assisted)
        self.drafts.append(self._draft(proposal))
        self.changed()
        return proposal

    async def _decided(self, before: Proposal[Move] | None, assisted: str) -> Proposal[Move]:
        """The answer of a player that is no model."""
        started = monotonic()
        complaint = before.verdict.complaint if before else None
        verdict: Verdict[Move]
        try:
            verdict = ruled(self.game, self.view, await self.player.decide(self.view, complaint))
        except Unreadable as error:
            verdict = Verdict(wrong=error)
        return self._moved(verdict, monotonic() - started, assisted)

    def _moved(
        self, verdict: Verdict[Move], seconds: float = 0.0, assisted: str = ""
    ) -> Proposal[Move]:
        """What a player that is no model has answered."""
        call = self.question
        text = call.reply if call else None
        if text is None and verdict.move is not None:
            text = json.dumps(encode(verdict.move), ensure_ascii=False)
        return Proposal(verdict, text or "", call, seconds=seconds, assisted=assisted)

    def _draft(self, proposal: Proposal[Move]) -> Draft[View, Move]:
        names = self.prompt.names if self.prompt else NO_NAMES
        return Draft(self.game, self.view, names, proposal)
