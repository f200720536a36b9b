"""Write names, counts and points in sentences."""

from collections.abc import Iterable


def join_names(names: Iterable[str]) -> str:
    """Join names: `p1, p2 and p3`."""
    *rest, last = names
    return " and ".join(filter(None, (", ".join(rest), last)))


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def format_count(count: int, noun: str) -> str:
    """Format a count: `1 round`, `8 rounds`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def format_times(count: int) -> str:
    """Write how often: `once`, `twice`, `three times`."""
    return {1: "once", 2: "twice"}.get(count, f"{spell_number(count)} times")


def spell_number(number: int) -> str:
    """Spell out a number from 0 to 10 for use before a noun: `no`, `three`."""
    return NUMBERS[number]


def format_scores(names: Iterable[str], points: Iterable[int]) -> str:
    """Format seats with their points: `p1 3, p2 0`."""
    return ", ".join(f"{name} {got}" for name, got in zip(names, points, strict=True))


def join_paragraphs(*paragraphs: str) -> str:
    """Join paragraphs with blank lines; empty ones are left out."""
    return "\n\n".join(filter(None, paragraphs))
