"""What a seat of Undercover can set: a model's, a word-vector seat's and a CoMet seat's."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from engine.frozen_model import FrozenModel
from engine.games.comet_settings import BUILT_IN, BUILT_IN_POOL, NO_POOL, CometSettings
from engine.games.prompt_settings import StepwisePromptSettings
from engine.options import Mark


class VectorSettings(FrozenModel):
    """The settings of a word-vector seat."""

    k: int = Field(default=16, ge=1, le=4096)
    """Near words that a word-vector seat chooses from (K)."""


class UndercoverPromptSettings(StepwisePromptSettings):
    """The settings of a model's seat."""

    beliefs: bool = False
    """Ask after each move, in a call of its own, what the model believes; for CoMet's metrics."""


class UndercoverCometSettings(CometSettings):
    """The settings of a CoMet seat."""

    stand_in = "random"
    """In `comet-ablation` the games of random players have 26 moves on average, those of word2vec,
    which finds the odd word sooner, 23. CoMet's depend on its model, 22 on the mock model server;
    an estimate had better be too high."""

    fe: bool = True
    """Extract features of the words from what others say."""
    bm: bool = True
    """Map beliefs: who has which word."""
    sm: bool = True
    """Monitor the own role."""
    sp: bool = True
    """Plan a strategy before speaking."""
    reasoning: Literal["hypothesis", "direct", "replace"] = "hypothesis"
    """How metaphors are read: by hypotheses, directly, or by replacing them."""
    verdict: Literal["weighed", "yes-no"] = "weighed"
    """Whether a metaphor is for the own word: weighed, by all pairs, or undecided; yes-no, by the
    best pair alone and never undecided, as in the published code of the CoMet paper."""
    pool: Annotated[
        str, Mark(form="built-in, none, or the path of a pool", told=True, needs="met")
    ] = Field(default=BUILT_IN, pattern="[^,]{1,400}")
    """Experiences with metaphors: built-in ones, none, or a file; parlour pool new FILE."""
    beliefs: bool = False
    """Ask after each move, in a call of its own, what the model believes, as other models are
    asked; its own modules stay as they are."""
    learn: bool = True
    """Add this game's metaphors to the pool after the game."""

    def locate_pool(self) -> Path | None:
        """Return the file of the pool."""
        if self.pool == BUILT_IN:
            return BUILT_IN_POOL
        return None if self.pool == NO_POOL else Path(self.pool).expanduser()
