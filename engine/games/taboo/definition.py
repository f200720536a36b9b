"""Adversarial Taboo in the catalog."""

from random import Random

from engine.games.definition import GameDefinition, Material
from engine.games.taboo.rules import Taboo
from engine.games.taboo.targets import draw_target, kept_target
from engine.games.taboo.view import SEATS, Guess, Options, Say


def _draw(asked: Options, rng: Random) -> Material:
    return {"target": draw_target(asked.word, asked.words, rng)}


def _rules(asked: Options, material: Material) -> Taboo:
    return Taboo(kept_target(material), asked)


TABOO = GameDefinition(
    name="taboo",
    title="Adversarial Taboo",
    summary="Make the other say a word that only you know, before they guess it.",
    seated=lambda _: SEATS,
    options_type=Options,
    draw=_draw,
    rules=_rules,
    move_types=(Say, Guess),
    listed="turns",
    unit="move",
)
