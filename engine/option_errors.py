"""What is wrong with an option, in words."""

from collections.abc import Mapping
from difflib import get_close_matches


class OptionError(ValueError):
    """An unknown option, or a bad value of an option."""


def explain_unknown(what: str, name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """Say that a name is unknown, with the nearest match and all known names."""
    near = get_close_matches(name.lower(), list(known), 1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    return f"There is no {what} {name[:60]!r}.{guess} There is: {', '.join(known)}."
