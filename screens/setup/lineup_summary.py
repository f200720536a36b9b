"""Say in a sentence who plays."""

from collections import Counter
from collections.abc import Iterable

from engine.joined_text import join_names

GROUPS = {
    "human": ("person", "people"),
    "pragmatic": ("machine", "machines"),
    "word2vec": ("machine", "machines"),
    "glove": ("machine", "machines"),
    "vectors": ("machine", "machines"),
    "llm": ("model", "models"),
    "comet": ("model", "models"),
    "exec": ("program", "programs"),
    "py": ("program", "programs"),
    "player": ("program", "programs"),
    "random": ("player of random moves", "players of random moves"),
    "script": ("script", "scripts"),
}
"""By kind of player: the singular and plural of its group."""


COUNTS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def summarize_lineup(kinds: Iterable[str]) -> str:
    """Summarise in a sentence who plays, and whether the curtain is used.

    Args:
        kinds: The kind of player in each seat, of `GROUPS`.
    """
    tally = Counter(GROUPS[kind] for kind in kinds)
    groups = sorted(tally.items(), key=_is_not_people)
    parts = [_format_count(count, *group) for group, count in groups]
    who = join_names(parts)
    people = tally[GROUPS["human"]]
    if people > 1:
        rest = "pass the keyboard when asked"
    elif people == 1:
        rest = "no need to pass the keyboard"
    else:
        rest = "you watch"
    return f"{who[0].upper()}{who[1:]}; {rest}."


def _is_not_people(item: tuple[tuple[str, str], int]) -> bool:
    return item[0] != GROUPS["human"]


def _format_count(count: int, one: str, several: str) -> str:
    if count == 1:
        return f"one {one}" if one == "person" else f"a {one}"
    return f"{COUNTS[count] if count < len(COUNTS) else count} {several}"
