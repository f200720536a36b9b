"""A player that makes the moves of a file."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.errors import PlayerError
from engine.game import GameType
from engine.move_json import BadMove, decode_move
from engine.players.spec import LineupError
from files.regular import read_text


def read_script(path: Path, definition: GameType) -> Iterator[tuple[int, Any]]:
    """Read the moves of a script, one JSON object a line, as in a journal.

    Yields:
        The number of each line with a move, from 1, and the move.

    Raises:
        LineupError: If the file cannot be read, or a line is not a move; with its number.
    """
    try:
        lines = read_text(path.expanduser()).split("\n")
    except (OSError, ValueError, RuntimeError) as error:  # missing; not text; no such ~user
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        if isinstance(error, RuntimeError):
            why = "there is no such home folder"
        raise LineupError(f"The script {path} cannot be read: {why}.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield number, decode_move(definition.move_types, json.loads(line))
        except (ValueError, RecursionError) as error:
            why = str(error) if isinstance(error, BadMove) else "not JSON"
            raise LineupError(f"The script {path}, line {number}: {why}.") from None


class ScriptedPlayer[View, Move]:
    """A player that makes the moves of a script, in order."""

    def __init__(self, moves: Iterable[Move], done: int = 0, places: Sequence[str] = ()) -> None:
        """Store the moves of the script.

        Args:
            moves: The remaining moves.
            done: The number of moves of the script that the seat has already made.
            places: The place of each of `moves` in its file, for messages; empty without a file.
        """
        self.moves = iter(moves)
        self.first = done
        self.places = places
        self.done = done
        """The number of moves of the script that the seat has made."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Make the next move of the script.

        A refused move ends the script. If the next line were used instead, the game could not be
        resumed, because the number of moves made tells which lines are done.

        Raises:
            PlayerError: If the script has ended, or its last move was refused.
        """
        if complaint is not None:
            place = self.done - self.first - 1
            where = f" ({self.places[place]})" if 0 <= place < len(self.places) else ""
            why = f"Move {self.done} of the script is against the rules{where}."
            raise PlayerError(why, complaint)
        try:
            move = next(self.moves)
        except StopIteration:
            raise PlayerError("The script has no move left for this seat.") from None
        self.done += 1
        return move
