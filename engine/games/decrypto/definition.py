"""Decrypto in the catalog."""

from random import Random

from engine.games.decrypto.deck import draw_keywords, kept_keywords
from engine.games.decrypto.rules import Decrypto
from engine.games.decrypto.view import SEATS, Guess, Hint, Options
from engine.games.definition import GameDefinition, Material


def _draw(asked: Options, rng: Random) -> Material:
    return {"keywords": list(draw_keywords(asked.keywords, rng))}


def _rules(asked: Options, material: Material) -> Decrypto:
    return Decrypto(kept_keywords(material), asked)


DECRYPTO = GameDefinition(
    name="decrypto",
    title="Decrypto",
    summary="Hint at a secret code so that your friend reads it and your foe does not.",
    seated=lambda _: SEATS,
    options_type=Options,
    draw=_draw,
    rules=_rules,
    move_types=(Hint, Guess),
)
