"""The presets, the headline, and the choice of screens of Adversarial Taboo."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from textual.content import Content

from engine.games.taboo.moves import Move
from engine.games.taboo.story import describe_outcome
from engine.games.taboo.view import Role, View, find_speaker
from engine.seat import Seat
from screens.games.taboo.board import TabooBoard
from screens.games.taboo.forms import AttackerForm, DefenderForm, TabooForm
from screens.games.taboo.result import TabooResult
from screens.games.taboo.reveal import TabooReveal
from screens.games.ui import GameUI, Headline
from screens.players.seat_names import SeatNames
from screens.widgets.move_news import PublicMove, build_spoken

if TYPE_CHECKING:
    from engine.call_log import CallLog, LoggedMove


class UI(GameUI[View, Move]):
    """The screens of Adversarial Taboo."""

    line_ups: Mapping[str, Mapping[str, str]] = {
        "Two people": {"attacker": "human", "defender": "human"},
        "You find what Parlour means": {"attacker": "pragmatic", "defender": "human"},
        "You trick Parlour": {"attacker": "human", "defender": "pragmatic"},
        "Machines only: watch": {"attacker": "pragmatic", "defender": "pragmatic"},
    }

    demo_options: Mapping[str, str] = {"turns": "4"}

    def choose_seat_form(self, view: View) -> type[TabooForm]:
        """Choose the form for a line, or for a guess."""
        return AttackerForm if view.role is Role.ATTACKER else DefenderForm

    def render_beliefs(
        self,
        call_log: "CallLog",
        logged: "LoggedMove",
        names: SeatNames,
        width: int,
    ) -> Iterator[Content]:
        """Render what the player believed, turn by turn, and why."""
        from screens.games.taboo.inspected_beliefs import render_beliefs  # noqa: PLC0415 - only the inspector shows beliefs

        return render_beliefs(call_log, logged, width)

    def create_board(self, names: SeatNames) -> TabooBoard:
        """Create the public table."""
        return TabooBoard(names)

    def create_reveal(self, before: View, after: View, names: SeatNames) -> TabooReveal | None:
        """Create the reveal of the target, if the game ended between two onlookers' views."""
        return TabooReveal(after, names) if after.over and not before.over else None

    def list_news(self, before: View, after: View, names: SeatNames) -> list[PublicMove]:
        """List the lines that were said."""
        spoken = enumerate(after.talk[len(before.talk) :], len(before.talk))
        return [build_spoken(names, Seat(find_speaker(place)), line) for place, line in spoken]

    def create_result(
        self, view: View, names: SeatNames, score: Mapping[Seat, float]
    ) -> TabooResult:
        """Create the result of a finished game."""
        return TabooResult(view, names, score)

    def build_headline(self, view: View, names: SeatNames) -> Headline:
        """Build the headline: the last line of the talk; at the end, the winner."""
        when = f"Turn {view.number} of {view.options.turns}"
        if view.outcome is not None:
            why = names.name_players(describe_outcome(view))
            revealed = (view.target or "", why)
            winner = view.outcome.winner
            won = "A draw" if winner == "draw" else f"{names.get_label(winner)} wins"
            target = f"“{view.target}”"
            told = "" if target in why else f"The target was {target}."
            return Headline(when, why, (won,), told, revealed)
        turn = names.get_label(Seat(view.turn))
        if not view.talk:
            style = names.get_style(Seat(view.turn))
            return Headline(when, "", (f"{turn} is to speak.",), "", style=style)
        last = Seat(find_speaker(len(view.talk) - 1))
        style, who = names.get_style(last), names.get_label(last)
        return Headline(when, f"{turn} is to answer.", (view.talk[-1],), "", style=style, who=who)
