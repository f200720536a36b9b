"""Machines with names: Parlour's own player under a name, with a style of its own."""

from collections.abc import Iterable, Iterator
from itertools import count

from engine.game import GameType
from engine.players.spec import Spec
from engine.players.word_players import PRAGMATIC, USUAL_STRENGTH, VECTORS

STYLES = {1: "dreamy", 2: "gentle", 3: "steady", 4: "keen", 5: "sharp"}
"""By strength of Parlour's own player: its style in a word."""


STRENGTHS = {
    "Iris": 3,
    "Otto": 4,
    "Mabel": 2,
    "Hugo": 5,
    "Greta": 3,
    "Basil": 1,
    "Cora": 4,
    "Edgar": 2,
    "Flora": 5,
    "Jasper": 3,
}
"""By name: the strength of a machine. The SPEC decides how it plays; the name is a label."""


def choose_machines(number: int, taken: Iterable[str]) -> tuple[Spec, ...]:
    """Choose so many machines, whose names nobody has yet."""
    names = list_free_names(taken)
    return tuple(create_machine(next(names)) for _ in range(number))


def list_free_names(taken: Iterable[str]) -> Iterator[str]:
    """Yield names of machines that nobody has; once all are taken, `Iris 2`."""
    known = {name.casefold() for name in taken}
    for turn in count(1):
        for name in STRENGTHS:
            free = name if turn == 1 else f"{name} {turn}"
            if free.casefold() not in known:
                yield free


def create_machine(name: str) -> Spec:
    """Create the SPEC of a machine of that name."""
    strength = STRENGTHS.get(name.partition(" ")[0], USUAL_STRENGTH)
    settings = () if strength == USUAL_STRENGTH else (("strength", str(strength)),)
    return Spec(PRAGMATIC, name, settings)


def find_style(spec: Spec) -> str:
    """Find the style of Parlour's own player; empty for other players."""
    if spec.kind != PRAGMATIC:
        return ""
    return STYLES.get(int(dict(spec.settings).get("strength", USUAL_STRENGTH)), "")


def fit_machine(spec: Spec, definition: GameType) -> Spec:
    """Replace Parlour's own player by another machine in a game that it does not play."""
    if spec.kind != PRAGMATIC or plays_game(PRAGMATIC, definition):
        return spec
    return Spec("word2vec" if plays_game("word2vec", definition) else "random")


def plays_game(kind: str, definition: GameType) -> bool:
    """Whether a kind of player can play a game; a game need not bring those that know words."""
    if kind == PRAGMATIC:
        return definition.brings("create_pragmatic_player")
    if kind in VECTORS:
        return definition.brings("create_baseline")
    if kind == "comet":
        return definition.comet_settings is not None
    return True
