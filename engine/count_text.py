"""Write counts in sentences."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


SIBILANTS = ("s", "x", "z", "ch", "sh")
"""Endings of nouns whose plural ends in -es."""


def format_count(count: int, noun: str) -> str:
    """Format a count: `1 round`, `8 rounds`, `2 guesses`."""
    return f"{count} {select_number(count, noun)}"


def select_number(count: int, noun: str) -> str:
    """Write a noun after a count: `round`, `rounds`, `guesses`."""
    return noun if count == 1 else f"{noun}{'es' if noun.endswith(SIBILANTS) else 's'}"


def format_counted(count: int, plural: str) -> str:
    """Format a count of what is named in the plural: `1 pair of raters`, `1,200 guesses`."""
    first, *rest = plural.split(" ")
    if count == 1:
        stem = first.removesuffix("es")
        first = stem if stem.endswith(("ss", "x", "ch", "sh")) else first.removesuffix("s")
    return " ".join((f"{count:,}", first, *rest))


def format_times(count: int) -> str:
    """Write how often: `once`, `twice`, `three times`."""
    return {1: "once", 2: "twice"}.get(count, f"{spell_number(count)} times")


def spell_number(number: int) -> str:
    """Spell out a number from 0 to 10 for use before a noun: `no`, `three`."""
    return NUMBERS[number]
