"""The samples of all games, for tests that run over every game."""

from importlib import import_module

from engine.games.catalog import CATALOG
from tests.samples.sample import Sample, everyone, turns

__all__ = ["SAMPLES", "Sample", "everyone", "turns"]


def load_sample(game: str) -> Sample:
    """Load the sample of the game of that name; a game may do without one."""
    name = f"tests.samples.{game}"
    try:
        sample: Sample = import_module(name).SAMPLE
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return Sample(CATALOG[game])
    return sample


SAMPLES: dict[str, Sample] = {name: load_sample(name) for name in CATALOG}
"""The sample of every game in the catalog, by its name."""
