"""A model's move in several calls: the card before the clue, or each candidate rated alone."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from copy import copy
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from engine.comet.module_client import ask_together
from engine.errors import Unreadable
from engine.frozen_model import FrozenModel
from engine.games.dixit.bench_item import QUESTIONS, Choose, ItemTable, ItemView
from engine.games.dixit.moves import Clue, Move, Tell, Vote
from engine.games.dixit.prompt import build_card_prompt, build_clue_prompt, build_prompt
from engine.games.dixit.view import Stage, View
from engine.llm.answer import Answer
from engine.llm.answer_errors import AnswerHoldsKey
from engine.llm.calls_file import Call
from engine.llm.player import ModelPlayer
from engine.llm.progress import Progress
from engine.llm.verdict import Verdict
from engine.player import Player, Table
from engine.prompt import Prompt
from engine.text import clean
from engine.usage import Usage

type Step = Literal["move", "card", "clue", "rating"]
"""What a call asks for, as the calls file names it; `move` for a whole move."""


class WrittenClue(FrozenModel):
    """A clue for the card that the storyteller has chosen."""

    clue: Clue


@dataclass(frozen=True, slots=True)
class _StepTable:
    """A step as a game whose only move is its answer."""

    game: Table[View, Move]
    kind: type[Any]
    complete: Callable[[Any], Move | None]
    """Completes an answer to a move, whose fault is that of the answer; `None` if it cannot."""

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats

    def moves(self, _: View) -> tuple[type[Any], ...]:
        return (self.kind,)

    def fault(self, view: View, answer: Any) -> str | None:  # noqa: ANN401
        move = self.complete(answer)
        if move is not None:
            return self.game.fault(view, move)
        return None if answer.card in view.choices else "That card is not in your hand."


class Gate:
    """What every call passes; experiments limit concurrent calls with it."""

    def __init__(self) -> None:
        self.gate: Callable[[], AbstractAsyncContextManager[Any]] = nullcontext


class SteppedPlayer:
    """A model that is asked in several calls for some of its moves."""

    def __init__(
        self,
        player: ModelPlayer[Any, Any],
        seed: str,
        settings: Mapping[str, str],
    ) -> None:
        """Create the player.

        Args:
            player: Asks the model for whole moves.
            seed: The seed of the match, for ties.
            settings: The settings of the seat for its prompts.
        """
        self.player = player
        self.game: Table[View, Move] = player.game
        self.seed = seed
        self.settings = settings
        self.client = Gate()
        self.answers: list[Answer[Any]] = []
        """The last answer with a move, whose thoughts an audience may be shown."""
        self._parts: list[ModelPlayer[Any, Any]] = [player]
        self._card: str | None = None
        self._last: Answer[Any] | None = None
        self._ratings: dict[str, Answer[Any]] = {}

    @property
    def asking(self) -> list[Progress]:
        """How far the answers are that it waits for; all steps share the list."""
        return self.player.asking

    @property
    def usage(self) -> Usage:
        """The usage of all steps so far."""
        return sum((one.usage for one in self._parts), Usage())

    @usage.setter
    def usage(self, usage: Usage) -> None:
        self._parts = [self.player]
        self.player.usage = usage

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask for the steps of a move; after a complaint, ask only what was refused.

        Raises:
            Unreadable: If an answer cannot be read.
            PlayerError: If there is no answer, or a call cannot be logged.
        """
        if complaint is None:
            self._card, self._last, self._ratings, self.answers = None, None, {}, []
        if view.stage is Stage.TELL and self.settings.get("tell") == "card-first":
            return await self._tell(view, complaint)
        if view.stage is Stage.VOTE and self.settings.get("vote") == "entailment":
            return await self._vote(view)
        async with self.client.gate():
            move: Move = await self.player.decide(view, complaint)
        self.answers = self.player.answers
        return move

    async def _tell(self, view: View, complaint: str | None) -> Tell:
        if self._card is None:
            table: Any = _StepTable(self.game, Choose, lambda _: None)
            prompt = build_card_prompt(view, **self.settings)
            answer = await self._ask("card", table, view, prompt, self._last, complaint)
            self._last = answer
            self._card = _read_answer(answer).card
            self._last = complaint = None
        card = self._card
        table = _StepTable(self.game, WrittenClue, lambda one: Tell(card=card, clue=one.clue))
        prompt = build_clue_prompt(view, card, **self.settings)
        answer = await self._ask("clue", table, view, prompt, self._last, complaint)
        self._last = answer
        if answer.verdict.move is not None:
            clue = answer.verdict.move.clue
        elif not (clue := self._take_raw_clue(view, answer)):
            raise answer.verdict.error or Unreadable("The model's answer holds no clue.")
        move = Tell(card=card, clue=clue)
        self.answers = [replace(answer, verdict=Verdict(move, fault=answer.verdict.fault))]
        return move

    def _take_raw_clue(self, view: View, answer: Answer[Any]) -> str:
        """Take an unreadable answer as the clue if the seat's settings say so; none with a key."""
        if not self.settings.get("raw_clue") or isinstance(answer.verdict.error, AnswerHoldsKey):
            return ""
        return clean(answer.text, view.options.clue_length)

    async def _vote(self, view: View) -> Vote:
        """Rate each candidate alone, and vote for the best.

        Raises:
            Unreadable: If a rating cannot be read; the others are not asked for again.
        """
        left = [card for card in view.choices if not self._is_rated(card)]
        await ask_together(self._rate(view, card) for card in left)
        scores = {card: _read_answer(self._ratings[card]).score for card in view.choices}
        best = [card for card, score in scores.items() if score == max(scores.values())]
        if self.settings.get("ties") == "first":
            return Vote(card=best[0])
        return Vote(card=Random(f"{self.seed}/tie/{view.seat}/{view.number}").choice(best))

    def _is_rated(self, card: str) -> bool:
        return card in self._ratings and self._ratings[card].verdict.legal

    async def _rate(self, view: View, card: str) -> None:
        assert view.clue is not None
        question = QUESTIONS["entailment"]
        item = ItemView(view.clue, (card,), "pictures", view.deck, view.fingerprint)
        prompt = question.build_prompt(item, prompt=self.settings.get("prompt", "plain"))
        table, last = ItemTable(question, seats=self.game.seats), self._ratings.get(card)
        self._ratings[card] = await self._ask("rating", table, item, prompt, last, None)

    async def _ask(
        self,
        step: Step,
        table: Any,  # noqa: ANN401
        view: Any,  # noqa: ANN401
        prompt: Prompt,
        previous: Answer[Any] | None,
        complaint: str | None,
    ) -> Answer[Any]:
        part: Any = copy(self.player)
        part.game, part.usage = table, Usage()
        self._parts.append(part)

        def annotate(call: Call, _: Verdict[Any]) -> None:
            call.step = step

        async with self.client.gate():
            answer: Answer[Any] = await part.ask(
                view, prompt, previous, complaint=complaint, annotate=annotate
            )
        return answer


def _read_answer(answer: Answer[Any]) -> Any:  # noqa: ANN401
    """Return the value of an answer to a step.

    Raises:
        Unreadable: If it has none that counts.
    """
    verdict = answer.verdict
    if verdict.error is not None:
        raise verdict.error
    if verdict.fault is not None:
        raise Unreadable("The model's answer holds no card or rating.", verdict.fault)
    return verdict.move


def ask_in_steps(player: ModelPlayer[Any, Any], seed: str, **settings: str) -> Player[View, Move]:
    """Let a model be asked in several calls, if the settings of its seat say so."""
    apart = settings.get("tell") == "card-first" or settings.get("vote") == "entailment"
    return SteppedPlayer(player, seed, settings) if apart else player


def list_prompts(view: View, **settings: str) -> list[Prompt]:
    """List the prompts of a move, to estimate its cost."""
    if view.stage is Stage.TELL and settings.get("tell") == "card-first":
        card = view.choices[0]
        return [build_card_prompt(view, **settings), build_clue_prompt(view, card, **settings)]
    if view.stage is Stage.VOTE and settings.get("vote") == "entailment":
        assert view.clue is not None
        items = (
            ItemView(view.clue, (card,), "pictures", view.deck, view.fingerprint)
            for card in view.choices
        )
        style = settings.get("prompt", "plain")
        return [QUESTIONS["entailment"].build_prompt(one, prompt=style) for one in items]
    return [build_prompt(view, **settings)]
