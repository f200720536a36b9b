"""What matters most in Adversarial Taboo: what was said last."""

from engine.game import Seat
from engine.games.taboo.narration import describe_outcome
from engine.games.taboo.view import View, find_speaker
from screens.games.ui import Headline, SeatNames

WON = {"attacker": "The attacker wins", "defender": "The defender wins", "draw": "A draw"}


def build_headline(view: View, names: SeatNames) -> Headline:
    """The last line of the talk; in the end who has won."""
    when = f"Turn {view.number} of {view.options.turns}"
    if view.outcome is not None:
        told = (view.target or "", describe_outcome(view))
        score = f"The target was “{view.target}”"
        return Headline(when, describe_outcome(view), (WON[view.outcome.winner],), score, told)
    next_ = f"{names.name(Seat(view.turn))} is to speak"
    if not view.talk:
        return Headline(when, f"{next_}.", (when.partition(" of ")[0],), "")
    last = names.name(Seat(find_speaker(len(view.talk) - 1)))
    return Headline(when, f"{last} has spoken, {next_}.", (view.talk[-1],), "")
