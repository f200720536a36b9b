"""The prompts of a question, alone or as a continuation of the chat in which the model played."""

from dataclasses import replace
from functools import partial
from typing import Any

from engine.game import Game, GameType
from engine.games.position_question import PositionQuestion
from engine.journal.record import Record
from engine.players.spec import Spec
from engine.prompt import Prompt
from lab.run.trial import TrialResources
from lab.trials.seat_chat import list_exchanges


class EarlierMoves:
    """The exchanges of a seat before a turn, as a chat."""

    def __init__(
        self,
        record: Record,
        game: Game[Any, Any, Any, Any],
        definition: GameType,
        seat: str,
        spec: Spec,
        resources: TrialResources,
    ) -> None:
        own = record.header.seats[seat] == str(spec)
        self._list = partial(
            list_exchanges,
            record,
            game,
            definition,
            seat,
            spec,
            resources.record_calls if own else "",
            data=resources.settings.data,
        )
        self._found: list[tuple[int, tuple[str, str]]] | None = None

    def list_before(self, turn: int) -> tuple[tuple[str, str], ...]:
        """List the exchanges of earlier turns."""
        if self._found is None:
            self._found = list(self._list())
        return tuple(one for number, one in self._found if number < turn)


class PromptBuilder:
    """Builds the prompts of a question, alone or as a continuation of the seat's chat."""

    def __init__(self, question: PositionQuestion, earlier: EarlierMoves | None) -> None:
        self.question = question
        self.earlier = earlier
        self._turn = 0

    def begin_turn(self, turn: int) -> None:
        """Set the turn to ask about."""
        self._turn = turn

    def __call__(self, view: object, **settings: Any) -> Prompt:  # noqa: ANN401
        prompt = self.question.build_prompt(view, **settings)
        if self.earlier is None:
            return prompt
        return replace(prompt, earlier=self.earlier.list_before(self._turn))
