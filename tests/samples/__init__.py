"""One sample for each game, from the module that bears the game's name."""

from importlib import import_module

from engine.games.catalog import NAMES
from tests.samples.sample import Sample, everyone, turns

__all__ = ["SAMPLES", "Sample", "everyone", "turns"]

SAMPLES: dict[str, Sample] = {name: import_module(f"tests.samples.{name}").SAMPLE for name in NAMES}
"""The sample of every game in the catalog, by its name."""
