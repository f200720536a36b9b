"""Hold a seat's turn, so that a person can edit, repeat or replace the player's answers.

The person is the operator, who is outside the game. `HeldTurn` asks the player for answers; each
`DraftAnswer` is judged by the rules again after every edit.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from engine.errors import PlayerError, Unreadable
from engine.llm.answer import Answer
from engine.llm.calls_file import Call
from engine.llm.player import ModelPlayer
from engine.llm.schema import NO_ALIASES
from engine.llm.verdict import Verdict, judge_move, judge_text
from engine.move_json import encode_move
from engine.play import decide_aside, do_nothing
from engine.player import Player, Table
from engine.players.question_log import LogsQuestions
from engine.prompt import Aliases, Prompt
from engine.text import clean_lines
from engine.tries import MAX_TRIES

MAX_SHOWN_CHARS = 20_000
"""Characters of an answer that are shown and can be edited."""


@dataclass(slots=True)
class DraftAnswer[View, Move]:
    """A player's answer, which the operator can edit."""

    game: Table[View, Move]
    view: View
    aliases: Aliases
    answer: Answer[Move]
    """The player's answer."""
    original: str = field(init=False)
    """Its text, cleaned for the screen."""
    text: str = field(init=False)
    """The text as edited."""
    verdict: Verdict[Move] = field(init=False)
    """The verdict on the text as edited."""

    def __post_init__(self) -> None:
        self.original = self.text = clean_lines(self.answer.text, MAX_SHOWN_CHARS)
        self.verdict = self.answer.verdict

    def edit(self, text: str) -> None:
        """Replace the text, and judge it."""
        if text == self.text:
            return
        self.text = text
        self.verdict = (
            judge_text(self.game, self.view, text, self.aliases)
            if self.edited
            else self.answer.verdict
        )

    @property
    def edited(self) -> bool:
        """Whether the text differs from the player's."""
        return self.text != self.original

    @property
    def assisted(self) -> str:
        """The operator's part in this move: `edited`, `asked`, or empty if none."""
        return "edited" if self.edited else self.answer.assisted


class HeldTurn[View, Move]:
    """A seat's turn on hold: no move is played before the operator seals it."""

    def __init__(
        self,
        game: Table[View, Move],
        player: Player[View, Move],
        view: View,
        *,
        can_ask_again: bool,
        failure: PlayerError | None = None,
        already_asked: bool = False,
    ) -> None:
        """Hold a turn, without asking the player yet.

        Args:
            game: The rules.
            player: The seat's player.
            view: The view of the seat.
            can_ask_again: Whether the player may answer the same question differently.
            failure: The failure of the player, if it has failed.
            already_asked: Whether the player has already answered, but without a legal move.
        """
        self.game = game
        self.player = player
        self.view = view
        self.can_ask_again = can_ask_again
        self.failure = failure
        self.prompt: Prompt | None = None
        """The model's prompt; `None` if the player is not a model."""
        self.drafts: list[DraftAnswer[View, Move]] = []
        """The answers, in the order of arrival."""
        self.on_change: Callable[[], object] = do_nothing
        """Called after each change."""
        self.asking_since: float | None = None
        """The time of the question; `None` while no answer is awaited."""
        self.unexpected_error: BaseException | None = None
        """A bug that was raised while asking; the screen that shows the turn raises it again."""
        self.seconds = 0.0
        """The total time spent waiting for answers."""
        self._task: asyncio.Task[None] | None = None
        if isinstance(player, ModelPlayer):
            self.prompt = player.build_prompt(view)
            if already_asked or failure is not None:
                self.drafts += map(self._build_draft, player.answers)

    @property
    def attempts(self) -> int:
        """The number of answers of the player, at least 1."""
        return max(1, len(self.drafts))

    @property
    def last_call(self) -> Call | None:
        """The last call of a model or external player; `None` for other players."""
        return self.player.questions.last if isinstance(self.player, LogsQuestions) else None

    def start(self) -> None:
        """Ask the player as the game loop would, unless it has already failed."""
        if self.failure is None:
            self._start(self._ask_until_legal())

    def add_move(self, move: Move) -> None:
        """Add a move that the player chose before its turn was held."""
        if isinstance(self.player, ModelPlayer):
            self.drafts = list(map(self._build_draft, self.player.answers))
        else:
            verdict = judge_move(self.game, self.view, move)
            self.drafts = [self._build_draft(self._make_answer(verdict))]

    def ask(self, prompt: Prompt | None, count: int = 1) -> None:
        """Ask the player again.

        Args:
            prompt: The prompt for a model, possibly edited; `None` for other players.
            count: The number of answers to ask for.
        """
        untouched = not self.drafts and prompt == self.prompt and count == 1
        self._start(self._ask_until_legal() if untouched else self._ask_for(prompt, count))

    def cancel(self) -> None:
        """Stop waiting for answers."""
        if self._task is not None:
            self._task.cancel()

    async def wait(self) -> None:
        """Wait for all answers."""
        if self._task is not None:
            await asyncio.wait([self._task])

    def _start(self, asking: Coroutine[Any, Any, None]) -> None:
        assert self._task is None
        self.failure = None
        self.asking_since = monotonic()
        self._task = asyncio.create_task(asking)
        self._task.add_done_callback(self._finish)
        self.on_change()

    def _finish(self, task: "asyncio.Task[None]") -> None:
        if self.asking_since is not None:
            self.seconds += monotonic() - self.asking_since
        self.asking_since = self._task = None
        error = None if task.cancelled() else task.exception()
        if isinstance(error, PlayerError):
            self.failure = error
        else:
            self.unexpected_error = error
        self.on_change()

    async def _ask_until_legal(self) -> None:
        """Ask until an answer is legal, as often as the game loop would."""
        previous = self.drafts[-1].answer if self.drafts else None
        for _ in range(max(1, MAX_TRIES - len(self.drafts))):
            previous = await self._ask_once(self.prompt, previous, "")
            if previous.verdict.legal:
                return

    async def _ask_for(self, prompt: Prompt | None, count: int) -> None:
        """Ask for several answers: from a model concurrently, from others one by one."""
        if self.prompt is None:
            for _ in range(count):
                await self._ask_once(None, None, "asked")
            return
        asking = [self._ask_once(prompt, None, "asked") for _ in range(count)]
        answers = await asyncio.gather(*asking, return_exceptions=True)
        for error in answers:
            if isinstance(error, BaseException):
                raise error

    async def _ask_once(
        self, prompt: Prompt | None, previous: Answer[Move] | None, assisted: str
    ) -> Answer[Move]:
        if isinstance(self.player, ModelPlayer):
            assert prompt is not None
            answer = await self.player.ask(self.view, prompt, previous, assisted=assisted)
        else:
            answer = await self._decide(previous, assisted)
        self.drafts.append(self._build_draft(answer))
        self.on_change()
        return answer

    async def _decide(self, previous: Answer[Move] | None, assisted: str) -> Answer[Move]:
        """Ask a player that is not a model."""
        started = monotonic()
        complaint = previous.verdict.complaint if previous else None
        verdict: Verdict[Move]
        try:
            move = await decide_aside(self.player, self.view, complaint)
        except Unreadable as error:
            verdict = Verdict(error=error)
        else:
            verdict = judge_move(self.game, self.view, move)
        return self._make_answer(verdict, monotonic() - started, assisted)

    def _make_answer(
        self, verdict: Verdict[Move], seconds: float = 0.0, assisted: str = ""
    ) -> Answer[Move]:
        """Build the answer of a player that is not a model."""
        call = self.last_call
        text = call.reply if call else None
        if text is None and verdict.move is not None:
            text = json.dumps(encode_move(verdict.move), ensure_ascii=False)
        return Answer(verdict, text or "", call, seconds=seconds, assisted=assisted)

    def _build_draft(self, answer: Answer[Move]) -> DraftAnswer[View, Move]:
        aliases = self.prompt.aliases if self.prompt else NO_ALIASES
        return DraftAnswer(self.game, self.view, aliases, answer)
