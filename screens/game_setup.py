"""What people choose before a game, and the sentence that sums up who plays."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from screens.games.ui import load_game_ui


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that people choose before a game, as text that has been checked."""

    game: str
    """Its name in the catalog."""
    seats: Mapping[str, str]
    """Who sits where: seat name to line-up SPEC, in table order."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that differ from the default."""
    seed: str = ""
    """Blank for a new one."""


GROUPS = {
    "human": ("person", "people"),
    "word2vec": ("baseline", "baselines"),
    "glove": ("baseline", "baselines"),
    "vectors": ("baseline", "baselines"),
    "llm": ("model", "models"),
    "exec": ("program", "programs"),
    "py": ("program", "programs"),
    "player": ("program", "programs"),
    "random": ("player of random moves", "players of random moves"),
    "script": ("script", "scripts"),
}
"""What one, and what several players of a kind are called together."""
COUNTS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def first_setup(game: str) -> Setup:
    """What newcomers are offered: the second of the game's presets."""
    _first, second, *_rest = load_game_ui(game).presets.values()
    return Setup(game, second)


def summarize_lineup(kinds: Iterable[str]) -> str:
    """Say in one sentence who plays, and whether the curtain is needed.

    Args:
        kinds: The kind of player in each seat, of `GROUPS`.
    """
    tally = Counter(GROUPS[kind] for kind in kinds)
    groups = sorted(tally.items(), key=_is_not_people)
    parts = [_format_count(count, *group) for group, count in groups]
    who = _join(parts)
    people = tally[GROUPS["human"]]
    if people > 1:
        rest = "the curtain falls between you"
    elif people == 1:
        rest = "no curtain gets in your way"
    else:
        rest = "you watch"
    return f"{who[0].upper()}{who[1:]}; {rest}."


def _is_not_people(item: tuple[tuple[str, str], int]) -> bool:
    return item[0] != GROUPS["human"]


def _format_count(count: int, one: str, several: str) -> str:
    if count == 1:
        return f"one {one}" if one == "person" else f"a {one}"
    return f"{COUNTS[count] if count < len(COUNTS) else count} {several}"


def _join(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
