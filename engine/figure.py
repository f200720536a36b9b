"""A figure of a game: a column in the tables of experiments, with its meaning."""

from typing import Literal

from engine.frozen_model import FrozenModel


class Figure(FrozenModel):
    """What a column says of a match, of one of its turns, or of an answer about it."""

    meaning: str
    """A sentence about it."""
    kind: Literal["fact", "share", "mean", "time"] = "fact"
    """How matches are summed up by it: not at all; as the share of matches in which it is true; as
    its mean; or as the turn in which a match was decided, for survival."""
