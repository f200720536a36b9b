"""Players whose unexpected errors stop the game, which no stand-in may hide."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from traceback import extract_tb
from typing import Any

from engine.errors import GameStopped, PlayerError
from engine.player import Player
from engine.players.callback_player import CallbackPlayer
from engine.seat import Seat
from engine.session import Session
from words.space.errors import SpaceError


class PlayerDefect(GameStopped):
    """The code of a player raised an unexpected error, which no stand-in may hide."""


class GuardedPlayer[View, Move]:
    """A player whose unexpected errors become a `PlayerDefect`."""

    def __init__(self, player: Player[View, Move], session: Session, seat: Seat) -> None:
        self.player = player
        self.session = session
        self.seat = seat

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Pass the question on.

        Raises:
            PlayerDefect: If the player raises an error that players may not raise. The message
                gives its kind and place, but not its text, which may quote a secret.
        """
        try:
            return await self.player.decide(view, complaint)
        except (PlayerError, SpaceError):
            raise
        except Exception as error:
            session = self.session
            who = f"{session.match.game.seats[self.seat]} ({session.specs[self.seat]})"
            kind, place = type(error).__name__, extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}, line {place.lineno}"
            why = f"in {session.definition.title}, its code raised {kind} ({where})"
            raise PlayerDefect(f"The {who} failed: {why}.", str(error)) from error


class GuardedPlayers(Mapping[Seat, Player[Any, Any]]):
    """The players of a session; people are not guarded, as they may raise errors to leave."""

    def __init__(self, players: Mapping[Seat, Player[Any, Any]], session: Session) -> None:
        self.players = players
        self.session = session

    def __getitem__(self, seat: Seat) -> Player[Any, Any]:
        """The present player of a seat, which a stand-in may have replaced."""
        player = self.players[seat]
        if isinstance(player, CallbackPlayer):
            return player
        return GuardedPlayer(player, self.session, seat)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.players)

    def __len__(self) -> int:
        return len(self.players)
