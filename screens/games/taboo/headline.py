"""What matters most in Adversarial Taboo: what was said last."""

from engine.game import Seat
from engine.games.taboo.narration import decided
from engine.games.taboo.view import View, speaker
from screens.games.ui import Headline, SeatNames

WON = {"attacker": "The attacker wins", "defender": "The defender wins", "draw": "A draw"}


def build_headline(view: View, names: SeatNames) -> Headline:
    """The last line of the talk; in the end who has won."""
    when = f"Turn {view.number} of {view.options.turns}"
    if view.outcome is not None:
        told = (view.target or "", decided(view))
        score = f"The target was “{view.target}”"
        return Headline(when, decided(view), (WON[view.outcome.winner],), score, told)
    next_ = f"{names.name(Seat(view.turn))} is to speak"
    if not view.talk:
        return Headline(when, f"{next_}.", (when.partition(" of ")[0],), "")
    last = names.name(Seat(speaker(len(view.talk) - 1)))
    return Headline(when, f"{last} has spoken, {next_}.", (view.talk[-1],), "")
