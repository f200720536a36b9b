"""The samples of all games, for tests that run over every game."""

from importlib import import_module

from engine.games.catalog import CATALOG, NAMES
from tests.samples.sample import Sample, everyone, turns

__all__ = ["SAMPLES", "Sample", "everyone", "turns"]


def load_sample(game: str) -> Sample:
    """Load the sample of the game of that name.

    Raises:
        LookupError: If there is none.
    """
    name = f"tests.samples.{game}"
    try:
        sample: Sample = import_module(name).SAMPLE
    except (ModuleNotFoundError, AttributeError) as error:
        if getattr(error, "name", None) not in (name, "SAMPLE"):
            raise
        title = CATALOG[game].title
        raise LookupError(
            f"{title} has no sample: write tests/samples/{game}.py with SAMPLE."
        ) from None
    return sample


SAMPLES: dict[str, Sample] = {name: load_sample(name) for name in NAMES}
"""The sample of every game in the catalog, by its name."""
