"""Dixit in the catalog."""

from random import Random

from engine.games.definition import GameDefinition, Material
from engine.games.dixit.deck import check_deck, draw_cards, kept_cards
from engine.games.dixit.rules import Dixit
from engine.games.dixit.view import Decoy, Options, Tell, Vote


def _draw(asked: Options, rng: Random) -> Material:  # noqa: ARG001
    return draw_cards(asked)


def _rules(asked: Options, material: Material) -> Dixit:
    cards, deck, fingerprint = kept_cards(material)
    return Dixit(cards, asked, deck, fingerprint)


DIXIT = GameDefinition(
    name="dixit",
    title="Dixit",
    summary="Say of a picture what some will find, but not all.",
    seated=lambda options: options.seats,
    options_type=Options,
    draw=_draw,
    rules=_rules,
    check=check_deck,
    move_types=(Tell, Decoy, Vote),
)
