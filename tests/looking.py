"""Looking at screens in tests: what stands in the terminal, and waiting until it does."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from engine.seat import Seat
from screens.games.ui import GameUI, Headline
from screens.players.seat_names import SeatNames
from tests.patience import PATIENCE
from tui.app import ParlourApp

SIZES = ((80, 24), (160, 45), (200, 60))
"""The terminals that every screen must look right in."""


def frame(app: App[Any]) -> str:
    """Every character in the terminal, line by line, of all screens that show."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def draws_letters(app: App[Any]) -> bool:
    """Whether the screen shows large letters, which are made of blocks."""
    return any(block in frame(app) for block in "▀▄█")


async def until(pilot: Pilot[Any], holds: Callable[[], object]) -> None:
    """Let the app work until something holds.

    Raises:
        AssertionError: If it does not come to hold; with the frame.
    """
    end = monotonic() + PATIENCE
    while monotonic() < end:
        await pilot.pause()
        if holds():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"it never came to hold; the screen shows\n{frame(pilot.app)}")


async def appears(pilot: Pilot[Any], text: str) -> None:
    """Wait until `text` stands in the terminal."""
    await until(pilot, lambda: text in frame(pilot.app))


async def in_front(pilot: Pilot[Any], kind: type[Screen[Any]]) -> Any:
    """Wait for a screen of that kind, and give it."""
    await until(pilot, lambda: type(pilot.app.screen) is kind)
    return pilot.app.screen


class Lobby[Answer](Screen[None]):
    """Puts a screen in front of itself, and keeps its answer."""

    def __init__(self, screen: Callable[[], Screen[Answer]], answers: list[Answer | None]) -> None:
        """Keep what `screen` is dismissed with in `answers`."""
        super().__init__()
        self.opening = screen
        self.answers = answers

    def on_mount(self) -> None:
        """Put the screen in front."""
        self.app.push_screen(self.opening(), callback=self.answers.append)


class Opened[Answer](ParlourApp):
    """The app with one screen in it, which keeps its answer."""

    def __init__(self, screen: Callable[[], Screen[Answer]]) -> None:
        """Open with the screen that `screen` makes."""
        self.answers: list[Answer | None] = []
        super().__init__(lambda: Lobby(screen, self.answers))


def open_seat_form(ui: Any, view: Any, *others: Any) -> Any:
    """The private screen of a game's UI for a view."""
    return ui.choose_seat_form(view)(view, *others)


class PlainBoard(Static):
    """Shows a view as Python writes it: all there is to leak."""

    def show(self, view: Any) -> None:
        """Show all of `view`."""
        self.update(repr(view))


class PlainFront(GameUI[Any, Any]):
    """A front that shows whole views, so that a test sees whatever a screen was given."""

    rules = "# The rules\n\nHint, read and listen."

    def choose_seat_form(self, *_: Any) -> Any:
        """Nobody is asked for a move."""
        raise NotImplementedError

    def create_board(self, names: SeatNames) -> Any:
        """A board that hides nothing."""
        return PlainBoard(" ".join(map(names.get_full_name, map(Seat, range(3)))), markup=False)

    def create_result(self, view: Any, names: SeatNames, score: Any) -> Any:  # noqa: ARG002
        """A result that hides nothing."""
        board = self.create_board(names)
        board.show(view)
        return board

    def create_reveal(self, before: Any, after: Any, names: SeatNames) -> None:
        """Nothing to look at together."""

    def build_headline(self, view: Any, names: SeatNames) -> Headline:  # noqa: ARG002
        """All of the view, large."""
        return Headline("Some time", repr(view), ("Large",), "")
