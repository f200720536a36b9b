"""Ask a model for a sentence to the table, apart from its moves."""

from copy import copy
from typing import Any

from engine.game import Game
from engine.llm.answer import Answer
from engine.llm.calls_file import Call
from engine.llm.player import ModelPlayer
from engine.llm.verdict import Verdict
from engine.remark import LONGEST_REMARK, REMARK, Remark
from engine.text import clean
from engine.usage import Usage

TRIES = 2
"""How often a model is asked; after that it says nothing."""


class Talk:
    """The discussion as a game whose only move is a remark, so that a model can be asked for it."""

    def __init__(self, game: Game[Any, Any, Any, Any]) -> None:
        self.game = game
        self.name = game.name
        self.seats = game.seats

    def moves(self, view: Any) -> tuple[type[Remark], ...]:  # noqa: ANN401, ARG002
        """The remark."""
        return (Remark,)

    def fault(self, view: Any, move: Remark) -> str | None:  # noqa: ANN401
        """Why a remark cannot be said; `None` if it can."""
        if move.line != clean(move.line, LONGEST_REMARK):
            return f"A remark is one line of at most {LONGEST_REMARK} plain characters."
        return self.game.find_remark_fault(view, move.line)


async def ask_for_remark(
    player: ModelPlayer[Any, Any],
    game: Game[Any, Any, Any, Any],
    view: Any,  # noqa: ANN401
) -> str | None:
    """Ask a seat's model for a remark; its calls count as those for the next move.

    Args:
        player: The player of the seat, which is not asked for a move meanwhile.
        game: The game.
        view: The view of the seat.

    Returns:
        The remark; `None` if no answer can be said.

    Raises:
        PlayerError: If there is no answer, or the call cannot be logged.
    """

    def note(call: Call, _: Verdict[Remark]) -> None:
        call.step = REMARK

    talker: ModelPlayer[Any, Any] = copy(player)
    talker.game, talker.usage = Talk(game), Usage()
    prompt = game.build_remark_prompt(view)
    answer: Answer[Remark] | None = None
    try:
        for _ in range(TRIES):
            answer = await talker.ask(view, prompt, answer, annotate=note)
            if answer.verdict.legal and answer.verdict.move is not None:
                return answer.verdict.move.line
    finally:
        player.usage += talker.usage
    return None
