"""What the screens rely on in every game: its hooks are called with views of matches played."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from inspect import Parameter, signature
from itertools import pairwise
from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from engine.game import GameType
from screens.games.board import NamedLines
from screens.games.ui import GameUI, Headline, load_own_ui
from screens.players.seat_names import SeatNames
from screens.widgets.move_news import PublicMove
from tests.looking import Opened

WIDTH = 80
"""The columns in which the lines of the table are laid out."""


def load_checked_ui(game: GameType) -> GameUI[Any, Any]:
    """Load a game's screens, and check that its hooks take the arguments of the default's."""
    try:
        ui = load_own_ui(game)
    except Exception as error:
        raise AssertionError(
            f"the screens cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    for name, default in vars(GameUI).items():
        if name.startswith("_") or not callable(default) or isinstance(default, type):
            continue
        needed = [
            one.name
            for one in signature(default).parameters.values()
            if one.default is Parameter.empty
        ]
        try:
            signature(getattr(type(ui), name)).bind(*needed)
        except TypeError as error:
            raise AssertionError(f"{name} of UI takes ({', '.join(needed)}): {error}") from None
    for name in ("table_lines", "reveal_lines"):
        lines = getattr(ui, name)
        assert (lines is None and name == "reveal_lines") or (
            isinstance(lines, type) and issubclass(lines, NamedLines)
        ), f"{name} of UI is a class that derives from NamedLines"
    return ui


def check_hooks(ui: GameUI[Any, Any], seats: Sequence[str], views: Sequence[Any]) -> None:
    """Call what the table shows with an onlooker's views, one after each turn."""
    names = name_players(seats)
    for turn, view in enumerate(views):
        headline = _call(ui.build_headline, turn, view, names)
        assert isinstance(headline, Headline), "build_headline of UI returns a Headline"
        assert not isinstance(headline.large, str), "`large` of a Headline is a tuple of texts"
    for turn, (before, after) in enumerate(pairwise(views), 1):
        news = _call(ui.list_news, turn, before, after, names)
        assert isinstance(news, list), "list_news of UI returns a list"
        assert all(isinstance(one, PublicMove) for one in news), "news are PublicMoves"
        for hook in (ui.create_reveal, ui.create_large_reveal):
            reveal = _call(hook, turn, before, after, names)
            assert reveal is None or isinstance(reveal, Widget), (
                f"{hook.__name__} of UI returns a widget, or None"
            )


def check_lines(ui: GameUI[Any, Any], seats: Sequence[str], views: Sequence[Any]) -> None:
    """Lay the lines of the table out for views, in an app, as lines may ask for its size."""
    names = name_players(seats)
    table = _call(ui.table_lines, 0, names)

    class Table(Screen[None]):
        def compose(self) -> ComposeResult:
            yield table

    async def lay_out() -> None:
        async with Opened(Table).run_test(size=(WIDTH, 24)):
            for turn, view in enumerate(views):
                table.show(view)
                for line in _call(table.layout_lines, turn, WIDTH):
                    assert isinstance(line, Content), "lines of the table are Contents"
                    assert line.cell_length <= WIDTH, (
                        f"after turn {turn}, a line of the table is {line.cell_length} columns "
                        f"wide, where it has {WIDTH}: wrap it"
                    )

    asyncio.run(lay_out())


def name_players(seats: Sequence[str]) -> SeatNames:
    """Name as many players as there are seats."""
    return SeatNames(tuple(seats), tuple(f"Player {n}" for n in range(1, len(seats) + 1)))


def _call(hook: Callable[..., Any], turn: int, *arguments: Any) -> Any:
    """Call a hook; what it raises is told in a sentence."""
    try:
        made = hook(*arguments)
        return list(made) if isinstance(made, Iterator) else made
    except Exception as error:
        raise AssertionError(
            f"after turn {turn}, {hook.__name__} of UI fails: {type(error).__name__}: {error}"
        ) from error
