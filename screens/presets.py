"""What is agreed on before a game, and a few good ways to begin."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.games.catalog import find


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


PRESETS: dict[str, dict[str, dict[str, str]]] = {
    "decrypto": {
        "Three friends": {"encoder": "human", "decoder": "human", "interceptor": "human"},
        "You and a friend against word2vec": {
            "encoder": "human",
            "decoder": "human",
            "interceptor": "word2vec",
        },
        "You intercept two baselines": {
            "encoder": "word2vec",
            "decoder": "word2vec",
            "interceptor": "human",
        },
        "Baselines only, watch": {
            "encoder": "word2vec",
            "decoder": "word2vec",
            "interceptor": "glove",
        },
    },
    "dixit": {
        "Four friends": {"p1": "human", "p2": "human", "p3": "human", "p4": "human"},
        "You and a friend with two baselines": {
            "p1": "human",
            "p2": "human",
            "p3": "word2vec",
            "p4": "glove",
        },
        "You among three baselines": {
            "p1": "human",
            "p2": "word2vec",
            "p3": "glove",
            "p4": "word2vec",
        },
        "Baselines only, watch": {
            "p1": "word2vec",
            "p2": "glove",
            "p3": "word2vec",
            "p4": "glove",
        },
    },
    "undercover": {
        "Five friends": dict.fromkeys(("p1", "p2", "p3", "p4", "p5"), "human"),
        "You and a friend, three baselines": {
            "p1": "human",
            "p2": "human",
            "p3": "word2vec",
            "p4": "glove",
            "p5": "word2vec",
        },
        "You among four baselines": {
            "p1": "human",
            "p2": "word2vec",
            "p3": "glove",
            "p4": "word2vec",
            "p5": "glove",
        },
        "Baselines only, watch": {
            "p1": "word2vec",
            "p2": "glove",
            "p3": "word2vec",
            "p4": "glove",
            "p5": "word2vec",
        },
    },
    "taboo": {
        "Two friends": {"attacker": "human", "defender": "human"},
        "You find out what word2vec means": {"attacker": "word2vec", "defender": "human"},
        "You lead glove astray": {"attacker": "human", "defender": "glove"},
        "Baselines only, watch": {"attacker": "word2vec", "defender": "glove"},
    },
}
"""Line-ups by game and by the name to show; the second of each game is where newcomers begin."""

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
    """What a newcomer is offered: the second preset, else a person in every seat."""
    presets = list(PRESETS.get(game, {}).values())
    return Setup(game, presets[1] if presets else dict.fromkeys(find(game).seats, "human"))


def summary(kinds: Iterable[str]) -> str:
    """One sentence about a line-up: who plays, and whether the curtain is needed.

    Args:
        kinds: The kind of player in each seat, of `GROUPS`.
    """
    tally = Counter(GROUPS[kind] for kind in kinds)
    parts = [_counted(count, *group) for group, count in sorted(tally.items(), key=_people_first)]
    who = _joined(parts)
    people = tally[GROUPS["human"]]
    if people > 1:
        rest = "the curtain falls between you"
    elif people == 1:
        rest = "no curtain gets in your way"
    else:
        rest = "you watch"
    return f"{who[0].upper()}{who[1:]}; {rest}."


def _people_first(item: tuple[tuple[str, str], int]) -> bool:
    return item[0] != GROUPS["human"]


def _counted(count: int, one: str, several: str) -> str:
    if count == 1:
        return f"one {one}" if one == "person" else f"a {one}"
    return f"{COUNTS[count] if count < len(COUNTS) else count} {several}"


def _joined(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
