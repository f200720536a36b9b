"""Say that a name is unknown, and suggest the nearest known one."""

from collections.abc import Mapping
from difflib import get_close_matches


def explain_unknown(what: str, name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """Say that a name is unknown, with the nearest match and all known names."""
    near = get_close_matches(name.lower(), list(known), 1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    others = f" There is: {', '.join(known)}." if known else ""
    return f"There is no {what} {name[:60]!r}.{guess}{others}"
