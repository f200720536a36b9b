"""The codes and moves of a Decrypto match that was recorded elsewhere.

Such a match can have moves that Parlour's rules would refuse; they are accepted as they were made.
"""

from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from engine.errors import OptionError
from engine.frozen_model import FrozenModel
from engine.games.decrypto.moves import CODES, Code, Hint, Move, Words
from engine.games.decrypto.view import View

MAX_ROUNDS = 24
MAX_HINT = 400
"""Maximum length of a hint in a recorded match, in characters."""


def check_code(code: Code) -> Code:
    """Check that three digits are a code."""
    if code not in CODES:
        raise ValueError("not a code")
    return code


class Irregular(FrozenModel):
    """A recorded move that our rules would refuse."""

    round: int
    seat: str
    made: tuple[str | int, str | int, str | int]
    """Its words or its digits."""


class Recorded(FrozenModel):
    """Codes and irregular moves of a recorded match."""

    codes: tuple[Annotated[Code, AfterValidator(check_code)], ...] = Field(
        min_length=1, max_length=MAX_ROUNDS
    )
    """The codes of its rounds, in order; later ones are drawn."""
    irregular: tuple[Irregular, ...]
    """They are accepted as they were made; every other move must follow the rules."""

    def accepts(self, view: View, move: Move) -> bool:
        """Whether this is a move of the record that our rules would refuse."""
        if view.seat is None or isinstance(move, Words):
            return False
        made = move.words if isinstance(move, Hint) else move.code
        return Irregular(round=view.number, seat=view.seats[view.seat], made=made) in self.irregular


def check_recorded(data: Any, read: ValidatorFunctionWrapHandler) -> Recorded | None:  # noqa: ANN401
    """Read what was recorded from the material in a journal.

    Raises:
        OptionError: If it is damaged; the message does not quote it.
    """
    try:
        recorded: Recorded | None = read(data)
    except ValidationError:
        raise OptionError("the recorded codes of the material are damaged.") from None
    return recorded


type MaybeRecorded = Annotated[Recorded | None, WrapValidator(check_recorded)]
"""What was recorded of a match that was played elsewhere, as a field of the game."""
