"""The options of a match of Adversarial Taboo."""

from typing import Annotated, Literal

from pydantic import Field

from engine.frozen_model import FrozenModel
from engine.options import Mark


class Options(FrozenModel):
    """The options of a match."""

    turns: Annotated[int, Mark(nouns=("turn each", "turns each"))] = Field(
        default=5, ge=1, le=20, title="Turns each"
    )
    """Number of turns each player has."""
    limit: Literal["draw", "attacker"] = Field(default="draw", title="After the last turn")
    """What happens when all turns are used up: a draw, or the attacker wins."""
    slip: Annotated[
        Literal["refuse", "lose"],
        Mark(names=(("refuse", "another try"), ("lose", "a defeat"))),
    ] = Field(default="refuse", title="If the target is said")
    """If the attacker says the target: ask again (refuse), or the attacker loses."""
    strict: bool = Field(default=False, title="Compounds count")
    """Compounds with the target and parts of it count as saying it: “brush” for toothbrush."""
    word: Annotated[str, Mark(usual="drawn by chance", secret=True)] = Field(
        default="", title="Own word"
    )
    """A target word of your own."""
    words: Annotated[str, Mark(usual="ours", secret=True)] = Field(
        default="", title="Own word list"
    )
    """The path of a file with target words, one per line; blank for the built-in list."""
    prompt: Annotated[Literal["cot", "naive"], Mark(moved=True)] = "cot"
    """How models are asked: cot (step by step) or naive (without advice on how to think)."""
    k: Annotated[int, Mark(moved=True)] = Field(default=16, ge=1, le=4096)
    """Near words that a word-vector seat chooses from (K)."""
