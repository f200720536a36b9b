"""Create the player of a seat from a specification such as `llm:gpt-4o` or `script:FILE`.

`create_player` knows every kind of player except people. `CallbackPlayer` gets a person's moves
from a screen; `ScriptedPlayer` makes the moves that `read_script` reads from a file.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.config.paths import get_vectors_folder
from engine.game import Game, GameType, MissingPart
from engine.match import do_nothing
from engine.move_json import BadMove, decode_move
from engine.player_protocol import Player, PlayerError, SetupError, count_no_moves
from engine.player_specs import LineupError, Spec, find_model, read_vector_settings
from engine.seat import Seat
from engine.seat_settings import add_model_seed, select_model_settings
from files.regular import read_text
from words.space_file_format_and_folders import SpaceError, build_reference

if TYPE_CHECKING:
    from engine.config.settings import Settings
    from engine.usage_and_budget import Budget


def create_player(  # noqa: C901, PLR0911, PLR0912 - a case for each kind of player
    spec: Spec,
    definition: GameType,
    game: Game[Any, Any, Any, Any],
    seat: Seat,
    seed: str,
    *,
    settings: "Settings",
    count_moves: Callable[[], int] = count_no_moves,
    calls: Path | None = None,
    notify: Callable[[str], None] = do_nothing,
    budget: "Budget | None" = None,
) -> Player[Any, Any]:
    """Create the player of a seat, of any kind except a person.

    Args:
        spec: The player.
        definition: The game in the catalog.
        game: The rules in force.
        seat: The seat.
        seed: The seed of the match; the seat's random generators derive from it.
        settings: The settings in force.
        count_moves: Counts the moves that the seat has made: a script skips them, and calls
            are logged with the number of their move.
        calls: The file beside the journal for the calls of models and the questions to programs
            and Python players; the stderr of a program goes to a file beside it.
        notify: Called with messages for everybody, such as the limitations of a server.
        budget: The budget that all models of the run share.

    Raises:
        LineupError: If the player cannot be created: unknown vectors, file, key or setting.
    """
    own_seed = add_model_seed(seed, spec.settings)
    try:
        values = read_vector_settings(spec, definition, data=settings.data)
    except SpaceError as error:
        raise LineupError(str(error)) from None
    if spec.space is not None:
        try:
            space = build_reference(spec.space, get_vectors_folder(settings.data))
            return definition.create_baseline(space, seat, own_seed, **values)
        except (MissingPart, SpaceError) as error:
            raise LineupError(str(error)) from None
    match spec.kind:
        case "pragmatic":
            try:
                return definition.create_pragmatic_player(seat, own_seed, **values)
            except (MissingPart, SpaceError) as error:
                raise LineupError(str(error)) from None
        case "random":
            try:
                return definition.create_random_player(seat, own_seed)
            except MissingPart as error:
                raise LineupError(str(error)) from None
        case "script":
            path, done = Path(spec.argument), count_moves()
            left = list(read_script(path, definition))[done:]
            places = [f"{path}, line {number}" for number, _ in left]
            return ScriptedPlayer([move for _, move in left], done, places)
        case "llm":
            from engine.llm.player import ModelPlayer

            try:
                model = find_model(spec, settings=settings)
                name = game.seats[seat]
                ask = partial(definition.build_prompt, **values)
                return ModelPlayer(model, game, ask, name, calls, notify, budget, count_moves)
            except (MissingPart, SetupError) as error:
                raise LineupError(str(error)) from None
        case "comet":
            from engine.comet.agent_creation_and_description import create_agent

            try:
                return create_agent(
                    find_model(spec, settings=settings),
                    definition.name,
                    game,
                    seat,
                    seed,
                    values | select_model_settings(spec.settings),
                    calls,
                    notify,
                    budget,
                    count_moves,
                )
            except SetupError as error:
                raise LineupError(str(error)) from None
        case "exec" | "py" | "player":
            try:
                return _create_external_player(
                    spec, game, game.seats[seat], seed, settings, calls, count_moves
                )
            except SetupError as error:
                raise LineupError(str(error)) from None
    raise LineupError(f"{spec} is a person, and there is no keyboard for one here.")


def _create_external_player(
    spec: Spec,
    game: Game[Any, Any, Any, Any],
    seat_name: str,
    seed: str,
    settings: "Settings",
    calls: Path | None,
    count_moves: Callable[[], int],
) -> Player[Any, Any]:
    if spec.kind == "exec":
        from engine.agents.program_and_python_players import ProgramPlayer

        errors = calls and build_stderr_path(calls, seat_name)
        return ProgramPlayer(
            spec.argument, game, seat_name, errors, calls, count_moves, settings=settings
        )
    from engine.agents.program_and_python_players import (
        PythonPlayer,
        load_entry_point,
        load_factory,
    )
    from engine.agents.sandbox import refuse_isolation

    refuse_isolation(str(spec), settings)
    load = load_factory if spec.kind == "py" else load_entry_point
    make = load(spec.argument)
    return PythonPlayer(spec.argument, make, game, seat_name, seed, calls, count_moves)


def build_stderr_path(calls: Path, seat_name: str) -> Path:
    """Build the path for a program's stderr: `game.decoder.stderr` for `game.calls.jsonl`."""
    return calls.with_name(f"{calls.name.removesuffix('.calls.jsonl')}.{seat_name}.stderr")


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


class CallbackPlayer[View, Move]:
    """A player whose moves come from a callback: a person, asked by a screen."""

    def __init__(
        self, seat: Seat, ask: Callable[[Seat, View, str | None], Awaitable[Move]]
    ) -> None:
        self.seat = seat
        self.ask = ask

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Call the callback."""
        return await self.ask(self.seat, view, complaint)


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
