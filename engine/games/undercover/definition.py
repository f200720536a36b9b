"""Undercover in the catalog."""

from random import Random

from engine.games.definition import GameDefinition, Material
from engine.games.undercover.pairs import draw_pair, kept_pair
from engine.games.undercover.rules import Undercover
from engine.games.undercover.view import Accuse, Describe, Options


def _draw(asked: Options, rng: Random) -> Material:
    return {"pair": list(draw_pair(asked, rng))}


def _rules(asked: Options, material: Material) -> Undercover:
    return Undercover(kept_pair(material), asked)


UNDERCOVER = GameDefinition(
    name="undercover",
    title="Undercover",
    summary="Describe your word without knowing whether the others have the same.",
    seated=lambda options: options.names,
    options_type=Options,
    draw=_draw,
    rules=_rules,
    move_types=(Describe, Accuse),
    known_table=True,
)
