"""`Remark`, a sentence that a machine says to the table; it is no move and changes nothing."""

from random import Random
from typing import Annotated, Any, ClassVar, Protocol, runtime_checkable

from pydantic import WithJsonSchema

from engine.answer_placeholder import OWN_THOUGHTS
from engine.frozen_model import FrozenModel
from engine.text_pattern import build_sentence_pattern

REMARK = "remark"
"""The step of the call that asks a model for one, in the calls file."""
LONGEST_REMARK = 160
"""Maximum length of a remark in characters."""
REMARK_FORM = f'{{"thoughts": "{OWN_THOUGHTS}", "line": "<your sentence>"}}'
"""The form of a model's answer."""


class Remark(FrozenModel):
    """One sentence to the table."""

    NOUN: ClassVar[str] = "remark"
    line: Annotated[
        str,
        WithJsonSchema(
            {
                "type": "string",
                "maxLength": LONGEST_REMARK,
                "pattern": build_sentence_pattern(LONGEST_REMARK),
            }
        ),
    ]


@runtime_checkable
class ComposesRemarks(Protocol):
    """A player that says what it thinks itself, without a call."""

    def compose_remark(self, view: Any, rng: Random) -> str:  # noqa: ANN401
        """Compose a remark.

        Args:
            view: The view of its seat.
            rng: Draws how it is said.
        """
