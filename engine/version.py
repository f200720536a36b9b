"""The installed version of Parlour."""

from functools import cache
from importlib.metadata import version


@cache
def get_parlour_version() -> str:
    """Return the installed version of Parlour."""
    return version("parlour")  # cached, as it parses a file
