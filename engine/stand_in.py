"""Stand-ins for players that fail, as options name them."""

from engine.errors import OptionError
from engine.players.spec import Spec
from engine.suggestion import explain_unknown

STAND_INS = {"stop": None, "random": Spec("random"), "baseline": Spec("word2vec")}
"""By value of `--on-failure`: the player that makes the move instead; `None` stops the game."""


def parse_stand_in(text: str) -> Spec | None:
    """Parse `--on-failure`: the stand-in for a player that failed.

    Raises:
        OptionError: If the value is unknown.
    """
    if text not in STAND_INS:
        raise OptionError(explain_unknown("way on for --on-failure", text, STAND_INS))
    return STAND_INS[text]
