"""What a model's seat can set of its prompts: the style, and the wording of each piece."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from engine.frozen_model import FrozenModel
from engine.options import Mark

type Style = Literal["plain", "coached", "naive", "cot"]
"""The values of the setting `prompt`."""


STYLES: tuple[str, ...] = get_args(Style.__value__)


NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,39}"
"""Matches the name of a wording."""


FORM = "the number of a wording, or the name of one of yours"


class PromptSettings(FrozenModel):
    """The settings of a model's seat for its prompts in every game."""

    prompt: Style = "plain"
    """How the model is asked: plain gives rules and table, coached also advice; naive wants a move
    without thoughts; cot lists steps to think through."""
    wording: Annotated[str, Mark(form=FORM)] = Field(default="1", pattern=NAME)
    """In which words: see parlour prompts list."""
    rules: Annotated[str | None, Mark(usual="wording", form=FORM)] = Field(
        default=None, pattern=NAME
    )
    """The wording of the rules."""
    role: Annotated[str | None, Mark(usual="wording", form=FORM)] = Field(
        default=None, pattern=NAME
    )
    """The wording of the role."""
    ask: Annotated[str | None, Mark(usual="wording", form=FORM)] = Field(default=None, pattern=NAME)
    """The wording of the question."""


class StepwisePromptSettings(PromptSettings):
    """The settings for a game whose default prompt asks the model to think step by step."""

    prompt: Style = "cot"
    """How the model is asked: cot lists steps to think through; coached gives advice; plain gives
    rules and table alone; naive wants a move without thoughts."""
