"""Create the player of a seat from its SPEC."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.config.paths import get_vectors_folder
from engine.errors import SetupError
from engine.game import Game, GameType, MissingPart
from engine.play import do_nothing
from engine.player import Player, count_no_moves
from engine.players.scripted_player import ScriptedPlayer, read_script
from engine.players.seat_settings import add_model_seed, select_model_settings
from engine.players.spec import LineupError, Spec, find_model, read_vector_settings
from engine.seat import Seat
from words.space.errors import SpaceError
from words.space.folder import build_reference

if TYPE_CHECKING:
    from engine.config.settings import Settings
    from engine.llm.budget import Budget


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
    company: Sequence[str] = (),
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
        company: The kinds of all players of the match, by seat, if they are known.

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
                known = definition.know_company(seat, company)
                return definition.create_pragmatic_player(seat, own_seed, **{**known, **values})
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
            from engine.llm.player import ModelPlayer  # noqa: PLC0415 - 15 ms, only for a model

            try:
                model = find_model(spec, settings=settings)
                name = game.seats[seat]
                ask = partial(definition.build_prompt, **values)
                remembers = dict(spec.settings).get("memory") == "chat"
                common = (model, game, ask, name, calls, notify, budget, count_moves)
                player = ModelPlayer(*common, remembers=remembers)
                if values.get("beliefs"):
                    from engine.comet.model_inquiry import attach_inquiry  # noqa: PLC0415 - only if asked

                    attach_inquiry(player, definition, dict(spec.settings).get("temperature"))
                return definition.ask_in_steps(player, own_seed, **values)
            except (MissingPart, SetupError) as error:
                raise LineupError(str(error)) from None
        case "comet":
            from engine.comet.agent_factory import create_agent  # noqa: PLC0415 - 18 ms, only for an agent

            try:
                return create_agent(
                    find_model(spec, settings=settings),
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
        from engine.players.program_player import ProgramPlayer  # noqa: PLC0415 - only for a program

        errors = calls and build_stderr_path(calls, seat_name)
        return ProgramPlayer(
            spec.argument, game, seat_name, errors, calls, count_moves, settings=settings
        )
    from engine.players.python_player import PythonPlayer, load_factory  # noqa: PLC0415 - only for a Python player

    make = load_factory(spec.kind, spec.argument, seat_name, settings)
    return PythonPlayer(spec.argument, make, game, seat_name, seed, calls, count_moves)


def build_stderr_path(calls: Path, seat_name: str) -> Path:
    """Build the path for a program's stderr: `game.decoder.stderr` for `game.calls.jsonl`."""
    return calls.with_name(f"{calls.name.removesuffix('.calls.jsonl')}.{seat_name}.stderr")
