"""Adversarial Taboo on screens, as `screens.games.GameUI` declares it."""

from collections.abc import Mapping

from engine.game import Seat
from engine.games.taboo.match_report import describe_outcome
from engine.games.taboo.view import Role, View, find_speaker
from screens.games import Headline
from screens.games.taboo.board_and_result import TabooBoard, TabooResult, TabooReveal
from screens.games.taboo.forms import AttackerForm, DefenderForm, TabooForm
from screens.players import SeatNames

WON = {"attacker": "The attacker wins", "defender": "The defender wins", "draw": "A draw"}

presets = {
    "Two people": {"attacker": "human", "defender": "human"},
    "You find what Parlour means": {"attacker": "pragmatic", "defender": "human"},
    "You trick Parlour": {"attacker": "human", "defender": "pragmatic"},
    "Machines only: watch": {"attacker": "word2vec", "defender": "glove"},
}


def choose_seat_form(view: View) -> type[TabooForm]:
    """Choose the form for a line, or for a guess."""
    return AttackerForm if view.role is Role.ATTACKER else DefenderForm


def create_board(names: SeatNames) -> TabooBoard:
    """Create the public table."""
    return TabooBoard(names)


def create_reveal(before: View, after: View, names: SeatNames) -> TabooReveal | None:
    """Create the end, between two onlookers' views; `None` before the game is over."""
    return TabooReveal(after, names) if after.over and not before.over else None


def create_result(view: View, names: SeatNames, score: Mapping[Seat, float]) -> TabooResult:
    """Create the account of a finished game."""
    return TabooResult(view, names, score)


def build_headline(view: View, names: SeatNames) -> Headline:
    """Build the last line of the talk; in the end who has won."""
    when = f"Turn {view.number} of {view.options.turns}"
    if view.outcome is not None:
        revealed = (view.target or "", describe_outcome(view))
        score = f"The target was “{view.target}”"
        return Headline(when, describe_outcome(view), (WON[view.outcome.winner],), score, revealed)
    next_ = f"{names.name(Seat(view.turn))} speaks next"
    if not view.talk:
        return Headline(when, f"{next_}.", (when.partition(" of ")[0],), "")
    last = names.name(Seat(find_speaker(len(view.talk) - 1)))
    return Headline(when, f"{last} has spoken, {next_}.", (view.talk[-1],), "")
