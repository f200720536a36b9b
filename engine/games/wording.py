"""Counts, scores and quotations, as prompts, narration and pages word them."""

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def format_count(count: int, noun: str) -> str:
    """Count something: `1 round`, `8 rounds`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def spell_number(number: int) -> str:
    """Spell a number from 0 to 10 out, as it stands before a noun: `no`, `three`."""
    return NUMBERS[number]


def format_scores(names: Iterable[str], points: Iterable[int]) -> str:
    """List seats with their points: `p1 3, p2 0`."""
    return ", ".join(f"{name} {got}" for name, got in zip(names, points, strict=True))


@lru_cache(maxsize=4096)  # a prompt repeats all that was said before
def quote_text(text: str) -> str:
    """Quote text from outside as a JSON string, so that it cannot end its own quotation."""
    return json.dumps(text, ensure_ascii=False)


def join_paragraphs(*paragraphs: str) -> str:
    """Join paragraphs with a blank line between; empty ones are left out."""
    return "\n\n".join(filter(None, paragraphs))


def order_neutrally(choices: Iterable[str], *occasion: object) -> tuple[str, ...]:
    """Order choices by chance, but always the same for the same occasion.

    A model may prefer the first or the last of several choices, so the order should tell nothing
    about them: neither who sits where nor which card was drawn last.

    Args:
        choices: Distinct texts.
        occasion: What the seat knows and what tells its decisions apart.
    """
    salt = "/".join(map(str, occasion))
    return tuple(sorted(choices, key=lambda choice: sha256(f"{salt}/{choice}".encode()).digest()))
