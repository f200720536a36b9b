"""Write texts as a list: numbered, or with dashes."""

from collections.abc import Iterable, Sequence


def number_lines(lines: Sequence[str]) -> str:
    """Number lines from 1."""
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))


def format_bullets(lines: Iterable[str], without: str = "none") -> str:
    """List lines with dashes; if there are none, return `without`."""
    return "\n".join(f"- {line}" for line in lines) or f"- {without}"
