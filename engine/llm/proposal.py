"""An answer that is not yet sealed: how it reads, and what speaks against it."""

from dataclasses import dataclass
from typing import Any

from engine.game import Game
from engine.llm.answer import read_answer
from engine.llm.calls import Call
from engine.llm.prompt import Names
from engine.llm.schema import NO_NAMES
from engine.players import Unreadable


@dataclass(frozen=True, slots=True)
class Verdict[Move]:
    """What an answer comes to under the rules."""

    move: Move | None = None
    """The move in it; `None` if none could be read."""
    wrong: Unreadable | None = None
    """Why none could be read."""
    fault: str | None = None
    """Why the move is against the rules, as its own seat can see them."""

    @property
    def legal(self) -> bool:
        """Is it a move that the rules take?"""
        return self.move is not None and self.fault is None

    @property
    def complaint(self) -> str | None:
        """What is wrong, as its own seat may hear it; `None` if nothing is."""
        return self.fault if self.wrong is None else self.wrong.private or str(self.wrong)

    def __str__(self) -> str:
        if self.legal:
            return "legal"
        return f"{'illegal' if self.wrong is None else 'unreadable'}: {self.complaint}"


@dataclass(frozen=True, slots=True)
class Proposal[Move]:
    """What a seat's player would do, before anything is sealed."""

    verdict: Verdict[Move]
    text: str
    """The raw answer; of a player that gives moves and no text, its move as JSON."""
    call: Call | None = None
    """The call as it is kept; `None` where no model was asked."""
    spoken: str = ""
    """What a model said aloud: what it is shown again, should it be asked once more."""
    seconds: float = 0.0
    """How long the answer took."""
    assisted: str = ""
    """What the operator did for it to come about; empty for the player's own first answer."""


def judge[View, Move](
    game: Game[Any, View, Move], view: View, text: str, names: Names = NO_NAMES
) -> Verdict[Move]:
    """Read a text as an answer to the question of a view.

    Args:
        game: The rules.
        view: The view that awaits a move.
        text: An answer, as a model gives it, or a move as JSON.
        names: What stands in it for what models do not learn.
    """
    try:
        move: Move = read_answer(game.moves(view), text, names)
    except Unreadable as error:
        return Verdict(wrong=error)
    return ruled(game, view, move)


def ruled[View, Move](game: Game[Any, View, Move], view: View, move: Move) -> Verdict[Move]:
    """What the rules say of a move."""
    return Verdict(move, fault=game.fault(view, move))
