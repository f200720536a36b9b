"""Write names, counts, points and quotations in sentences."""

import json
from collections.abc import Iterable
from functools import lru_cache


def join_names(names: Iterable[str]) -> str:
    """Join names: `p1, p2 and p3`."""
    *rest, last = names
    return " and ".join(filter(None, (", ".join(rest), last)))


def describe_winners(outcome: str) -> str:
    """Write who has won: `p1 and p2 have won` for the outcome `p1, p2`."""
    known = {"draw": "It is a draw", "nobody": "Nobody has won", "everybody": "Everybody has won"}
    names = outcome.split(", ")
    verb = "has" if len(names) == 1 else "have"
    return known.get(outcome, f"{join_names(names)} {verb} won")


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def format_count(count: int, noun: str) -> str:
    """Format a count: `1 round`, `8 rounds`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def spell_number(number: int) -> str:
    """Spell out a number from 0 to 10 for use before a noun: `no`, `three`."""
    return NUMBERS[number]


def format_scores(names: Iterable[str], points: Iterable[int]) -> str:
    """Format seats with their points: `p1 3, p2 0`."""
    return ", ".join(f"{name} {got}" for name, got in zip(names, points, strict=True))


@lru_cache(maxsize=4096)  # a prompt repeats all earlier lines
def quote_text(text: str) -> str:
    """Quote untrusted text as a JSON string, so that it cannot end its own quotation."""
    return json.dumps(text, ensure_ascii=False)


SINGLE_QUOTES = str.maketrans("“”", "\u2018\u2019")


def quote_line(line: str) -> str:
    """Quote a line in prose; quotation marks in it become single ones."""
    return f"“{line.translate(SINGLE_QUOTES)}”"


def join_paragraphs(*paragraphs: str) -> str:
    """Join paragraphs with blank lines; empty ones are left out."""
    return "\n\n".join(filter(None, paragraphs))
