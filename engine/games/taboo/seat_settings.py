"""What a word-vector seat of Adversarial Taboo can set."""

from pydantic import Field

from engine.frozen_model import FrozenModel


class VectorSettings(FrozenModel):
    """The settings of a word-vector seat."""

    k: int = Field(default=16, ge=1, le=4096)
    """Near words that a word-vector seat chooses from (K)."""
