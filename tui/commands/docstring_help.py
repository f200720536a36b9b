"""Build the help of a command from its docstring."""

from collections.abc import Callable
from inspect import getdoc


def build_help(command: Callable[..., None]) -> str:
    r"""Return a command's docstring as its help; lines after a line with \b keep their breaks."""
    return (getdoc(command) or "").replace(r"\b", "\b")
