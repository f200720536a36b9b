"""How reliable each kind of evidence is, as learnt (`python -m tools.reliability`)."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from engine.frozen_model import FrozenModel
from engine.players.vectors.word_vectors import Floats


class Kinds(FrozenModel):
    """By kind of evidence: log-odds for a word by unit of evidence."""

    spaces: float
    """By standard deviation of similarity, on average over the spaces that know both words."""
    associations: float
    """By log-likelihood of a response in the word's list, times `associations.UNIT`."""
    thoughts: float
    """By standard deviation of similarity in the space of thoughts."""
    history: float
    """By standard deviation of similarity to past hints of the same number."""
    form: float
    """By log-likelihood of what is alike in sound or spelling."""

    def weigh(self, *, associations: Floats, thoughts: Floats, form: Floats) -> Floats:
        """Add up what speaks for a word beside spaces and past hints, as log-odds."""
        return self.associations * associations + self.thoughts * thoughts + self.form * form


class Reliabilities(FrozenModel):
    """What was learnt."""

    command: str
    date: str
    rounds: int
    """The number of rounds of written hints that the kinds were learnt on."""
    lapse: float
    """Probability that a code is meant for none of these reasons."""
    kinds: Kinds
    likenesses: Mapping[str, float]
    """By likeness of form: log(P(likeness | meant) / P(likeness by chance))."""


@cache
def read_reliabilities() -> Reliabilities:
    text = files("words").joinpath("reliability.toml").read_text(encoding="utf-8")
    return Reliabilities.model_validate(tomllib.loads(text))
