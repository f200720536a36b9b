"""What matters most in Adversarial Taboo: what was said last."""

from engine.game import Seat
from engine.taboo.story import decided
from engine.taboo.view import View, speaker
from screens.front import Cast, Essence

WON = {"attacker": "The attacker wins", "defender": "The defender wins", "draw": "A draw"}


def essence_of(view: View, cast: Cast) -> Essence:
    """The last line of the talk; in the end who has won."""
    when = f"Turn {view.number} of {view.options.turns}"
    if view.outcome is not None:
        told = (view.target or "", decided(view))
        score = f"The target was “{view.target}”"
        return Essence(when, decided(view), (WON[view.outcome.winner],), score, told)
    next_ = f"{cast.name(Seat(view.turn))} is to speak"
    if not view.talk:
        return Essence(when, f"{next_}.", (when.partition(" of ")[0],), "")
    last = cast.name(Seat(speaker(len(view.talk) - 1)))
    return Essence(when, f"{last} has spoken, {next_}.", (view.talk[-1],), "")
