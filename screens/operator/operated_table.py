"""The interface of a table for the operator's tools."""

from collections.abc import Mapping
from typing import Any

from engine.player import Player
from engine.players.spec import Spec
from engine.seat import Seat
from engine.session import Session
from screens.dialogs.modal_host import ModalHost
from screens.players.seat_names import SeatNames
from screens.players.seat_naming import name_seats


class OperatedTable(ModalHost[bool]):
    """The interface of a table for the operator's tools."""

    players: Mapping[Seat, Player[Any, Any]]
    """The current player of each seat."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._named: tuple[tuple[Spec, ...], SeatNames] | None = None

    @property
    def names(self) -> SeatNames:
        """The names of the players."""
        specs = tuple(self.session.specs.values())
        if self._named is None or self._named[0] != specs:
            game, definition = self.session.match.game, self.session.definition
            self._named = (
                specs,
                name_seats(
                    game.seats,
                    specs,
                    definition,
                    data=self.session.settings.data,
                    teams=game.list_teams(game.options),
                ),
            )
        return self._named[1]

    @property
    def is_open(self) -> bool:
        """Whether the operator may inspect machines' prompts and answers."""
        return not self.session.human_count or self.session.table_open

    def reseat(self, seat: Seat, spec: Spec) -> str | None:
        """Give the seat to another player.

        Returns:
            Why this is impossible; `None` if it succeeded.
        """
        raise NotImplementedError

    def refresh_table(self) -> None:
        """Show the current state of the table."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave the table; the journal keeps the game."""
        self.workers.cancel_group(self, "match")
        self.dismiss(False)
