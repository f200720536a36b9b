"""The demonstration: games of machines that follow each other by themselves."""

from collections.abc import Callable, Iterator
from random import Random

from engine.config.settings import Settings
from engine.game import GameType
from engine.games.catalog import GAMES
from engine.options import parse_options
from engine.players.machine_names import STRENGTHS, choose_machines
from engine.session import Session
from screens.games.ui import load_game_ui
from screens.watch.presenter_settings import Presentation
from screens.watch.screen import WatchScreen

PACE = 1.7
"""Seconds between two moves of a demonstration."""


class Demo:
    """Creates one table after another; no two show the same game, and none leaves a file behind.

    All games of the catalog that Parlour's own player knows take about five minutes together; then
    they come again in another order, with other deals and players.
    """

    def __init__(
        self,
        settings: Settings,
        presentation: Presentation,
        seed: str,
        prepare: Callable[[Session], None] = lambda _: None,
    ) -> None:
        """Draw games, deals and players by `seed`, which is new for each demonstration.

        Args:
            settings: The settings in force.
            presentation: How the games are shown.
            seed: The seed of all that is drawn.
            prepare: Called with each session before its players are created.
        """
        self.settings = settings
        self.presentation = presentation
        self.rng = Random(f"{seed}/demo")
        self.prepare = prepare
        self.games = self._draw_games()

    def _draw_games(self) -> Iterator[GameType]:
        """Draw the games: all of them in turn, in another order each time."""
        known = [game for game in GAMES if game.brings("create_pragmatic_player")]
        last: GameType | None = None
        while True:
            order = self.rng.sample(known, len(known))
            if order[0] is last:  # never the same game twice in a row
                order.reverse()
            yield from order
            last = order[-1]

    def create_session(self) -> Session:
        """Deal the next game."""
        game = next(self.games)
        options = parse_options(game.options_type, load_game_ui(game.name).demo_options)
        seats = game.list_seats(options)
        names = [*STRENGTHS]
        absent = self.rng.sample(names, max(len(names) - len(seats), 0))
        machines = list(choose_machines(len(seats), absent))
        self.rng.shuffle(machines)
        seed = f"{self.rng.getrandbits(32):08x}"
        lineup = dict(zip(seats, machines, strict=True))
        session = Session.create(game, options, lineup, seed, settings=self.settings)
        self.prepare(session)
        return session

    def create_table(self) -> WatchScreen:
        """Create the table of the next game."""
        return WatchScreen(self.create_session(), self.presentation)
