"""SPECs of players, such as `human:Ada` or `llm:gpt-4o,prompt=cot`: parse them, create players."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.agents.process import program_name, split_command
from engine.comet.settings import GAMES as COMET_GAMES
from engine.game import Game, Seat
from engine.games.definition import PRAGMATIC, VECTORS, GameDefinition
from engine.games.part_protocols import MissingPart
from engine.journal_reader import MAX_SPEC_LENGTH
from engine.match import do_nothing
from engine.moves import BadMove, decode_move
from engine.options import OptionError, explain_unknown
from engine.player_protocol import Player, ScriptedPlayer, SetupError, no_moves
from engine.seat_settings import (
    CONFIGURABLE,
    Pairs,
    add_model_seed,
    default_values,
    list_settings,
    parse_settings,
    settings_of_game,
    settings_of_model,
)
from engine.text import clean, join_names
from words.file_access import read_text
from words.space_folders import EMBEDDED_SPACES, open_space, parse_spaces
from words.space_format import SpaceError

if TYPE_CHECKING:
    from engine.games.baselines import Explanation
    from engine.llm.budget import Budget
    from engine.llm.model_lookup import Model

KINDS = {
    "human": "a person at this keyboard; human:NAME gives a name",
    "word2vec": "a baseline with built-in word2vec vectors",
    "glove": "a baseline with built-in GloVe vectors",
    "pragmatic": "Parlour's own player, which thinks of what the others understand",
    "vectors": "vectors:NAME, vectors of your own (see: parlour vectors --help)",
    "llm": "llm:MODEL, a language model; llm:NAME, one that parlour.toml names",
    "comet": "comet:MODEL, a model that thinks in modules, in Undercover and Taboo",
    "exec": "exec:COMMAND, a program that speaks JSON lines",
    "py": "py:MODULE:FACTORY, a player in Python",
    "player": "player:NAME, a player that a package brings",
    "random": "legal moves at random",
    "script": "script:FILE, moves from a file, one JSON object a line",
}
"""Every kind of player, and what a SPEC of it means."""
ARGUMENTS = {
    "vectors": "NAME",
    "llm": "MODEL",
    "comet": "MODEL",
    "exec": "COMMAND",
    "py": "MODULE:FACTORY",
    "player": "NAME",
    "script": "FILE",
}
"""The kinds whose SPEC needs an argument."""
PROGRAMS = frozenset({"exec", "py", "player"})
"""The kinds that run code which is not Parlour's own."""
MAX_NAME_LENGTH = 24
MODEL_KINDS = frozenset({"llm", "comet"})
"""The kinds that ask a language model."""
PROPER_NAMES = {"glove": "GloVe", "random": "Random", "pragmatic": "Parlour"}
"""Names to show for players whose kind is written differently."""
SEAT_CODE = re.compile(r"p(\d+)")
"""The name of a seat without a role: `p3`."""


class LineupError(ValueError):
    """A SPEC that is wrong, or whose player cannot be created."""


@dataclass(frozen=True, slots=True)
class Spec:
    """The player of one seat, as text means it."""

    kind: str
    """One of `KINDS`."""
    argument: str = ""
    """What follows the colon."""
    settings: Pairs = ()
    """What is set after commas, as names and values, see `engine.seat_settings`."""

    def __str__(self) -> str:
        player = f"{self.kind}:{self.argument}" if self.argument else self.kind
        return ",".join((player, *(f"{name}={value}" for name, value in self.settings)))

    @property
    def is_human(self) -> bool:
        """A person at this keyboard."""
        return self.kind == "human"

    @property
    def space(self) -> str | None:
        """The name of the space of word vectors, for players that use one."""
        return (self.argument or self.kind) if self.kind in VECTORS else None

    @property
    def spaces(self) -> tuple[str, ...]:
        """The names of all spaces of word vectors that the player uses."""
        if self.kind == PRAGMATIC:
            return parse_spaces(dict(self.settings).get("spaces", "")) or EMBEDDED_SPACES
        return () if self.space is None else (self.space,)

    @property
    def is_external(self) -> bool:
        """A model or foreign code decides: the same seed need not bring the same moves again."""
        return self.asks_model or self.kind in PROGRAMS

    @property
    def asks_model(self) -> bool:
        """Its moves come from a language model."""
        return self.kind in MODEL_KINDS

    def display_name(self, seat: str, definition: GameDefinition | None = None) -> str:
        """The name to show for the player of `seat`, with the settings that are not the default.

        Args:
            seat: The seat.
            definition: The game, whose defaults count; `None` for those of every game.
        """
        if self.kind == "human":
            code = SEAT_CODE.fullmatch(seat)
            return self.argument or (f"Player {code[1]}" if code else seat.capitalize())
        if self.kind == "script":
            return f"script {Path(self.argument).name}"
        if self.kind == "exec":
            return program_name(self.argument)
        names = ("CoMet",) if self.kind == "comet" else ()
        return " ".join(
            (
                *names,
                self.argument or PROPER_NAMES.get(self.kind, self.kind),
                *self._list_unusual(definition),
            )
        )

    def _list_unusual(self, definition: GameDefinition | None) -> Iterator[str]:
        if self.settings:
            defaults = _default_values(self.kind, definition and definition.name)
            for name, value in self.settings:
                if defaults.get(name) != value:
                    yield f"{name}={value}"


@cache
def _default_values(kind: str, game: str | None) -> Mapping[str, str]:
    from engine.games.catalog import CATALOG

    return default_values(kind, (one for name, one in CATALOG.items() if game in (None, name)))


def parse_spec(text: str, definition: GameDefinition | None = None) -> Spec:
    """Parse a SPEC.

    Args:
        text: The SPEC, such as `llm:gpt-4o,prompt=cot`.
        definition: The game that it is for; `None` allows the settings of every game.

    Raises:
        LineupError: If it is wrong, with what is allowed and the nearest match.
    """
    plain = clean(text, MAX_SPEC_LENGTH)
    kind, _, argument = plain.partition(":")
    if kind.partition(",")[0].strip().lower() in CONFIGURABLE:
        player, *parts = plain.split(",")
        kind, _, argument = player.partition(":")
    else:
        parts = []
    kind, argument = kind.strip().lower(), argument.strip()
    if kind not in KINDS:
        name, comma, _ = kind.partition(",")
        if comma and name in KINDS:
            raise LineupError(f"A player of kind {name!r} has no settings.")
        raise LineupError(explain_unknown("player", kind or plain, KINDS))
    if kind in ARGUMENTS and not argument:
        raise LineupError(f"{kind!r} needs a {ARGUMENTS[kind]}: {KINDS[kind]}.")
    if argument and kind not in ARGUMENTS and kind != "human":
        raise LineupError(f"{kind!r} takes nothing after a colon, not {argument[:40]!r}.")
    if kind == "human" and len(argument) > MAX_NAME_LENGTH:
        raise LineupError(f"A name has at most {MAX_NAME_LENGTH} characters.")
    if kind == "exec":
        try:
            split_command(argument)
        except SetupError as error:
            raise LineupError(str(error)) from None
    return Spec(kind, argument, _parse_settings(kind, parts, definition) if parts else ())


def _parse_settings(kind: str, parts: Iterable[str], definition: GameDefinition | None) -> Pairs:
    from engine.games.catalog import CATALOG

    games = CATALOG.values() if definition is None else (definition,)
    try:
        return parse_settings(kind, parts, games)
    except OptionError as error:
        raise LineupError(str(error)) from None


def read_game_settings(spec: Spec, definition: GameDefinition) -> dict[str, Any]:
    """The values of a seat's settings that a game declares, by name.

    Raises:
        LineupError: If the game has no such setting, or it does not take the value.
    """
    if spec.kind == "comet" and definition.name not in COMET_GAMES:
        known = join_names(COMET_GAMES.values())
        raise LineupError(f"CoMet plays {known}, not {definition.title}.")
    if not spec.settings:
        return {}
    try:
        values = settings_of_game(spec.kind, spec.settings, definition)
        if spec.kind == "llm" and "wording" in list_settings("llm", definition):
            definition.load_prompt_texts(**values)
        return values
    except OptionError as error:
        raise LineupError(str(error)) from None


def move_options_to_seats(
    definition: GameDefinition, given: Mapping[str, str], lineup: Mapping[str, Spec]
) -> dict[str, Spec]:
    """Give options that became settings of seats to the seats that take them and do not set them.

    Args:
        definition: The game.
        given: Options as text, such as `k=64` of `--set`.
        lineup: The player of each seat.

    Raises:
        LineupError: If a value is not allowed.
    """
    moved = [f"{name}={given[name]}" for name in definition.moved_options if name in given]
    return {seat: _add_settings(spec, moved, definition) for seat, spec in lineup.items()}


def _add_settings(spec: Spec, parts: Iterable[str], definition: GameDefinition) -> Spec:
    known = list_settings(spec.kind, definition)
    taken = {name for name, _ in spec.settings}
    new = [part for part in parts if part.partition("=")[0] in known.keys() - taken]
    old = [f"{name}={value}" for name, value in spec.settings]
    return replace(spec, settings=_parse_settings(spec.kind, [*old, *new], definition))


def explain_move(
    spec: Spec,
    definition: GameDefinition,
    seat: Seat,
    seed: str,
    view: Any,  # noqa: ANN401
    move: Any,  # noqa: ANN401
) -> "tuple[Explanation, ...]":
    """How a player that uses word vectors chose a move; nothing for any other player.

    Raises:
        LineupError: If its settings are none of the game's.
        SpaceError: If the vectors are gone, or damaged.
        DeckError: If the cards are gone, or have changed.
    """
    if not spec.spaces:
        return ()
    settings = read_game_settings(spec, definition)
    seed = add_model_seed(seed, spec.settings)
    if spec.space is None:
        return definition.explain_pragmatic_move(seat, seed, view, move, **settings)
    return definition.explain_move(spec.space, seat, seed, view, move, **settings)


def name_space_versions(specs: Iterable[Spec]) -> dict[str, str]:
    """By name: the version of each space of word vectors that these players use.

    A version is the checksum of the file. A space that cannot be opened is left out.
    """
    found = {}
    for name in dict.fromkeys(space for spec in specs for space in spec.spaces):
        with suppress(SpaceError):
            found[name] = f"{open_space(name).header.crc:08x}"
    return found


def find_model(spec: Spec) -> "Model":
    """The model of a seat that asks one, with the seat's settings.

    Raises:
        SetupError: If its server, its key or its settings cannot be used.
    """
    from engine.llm.model_lookup import Model

    return Model.find(spec.argument).with_settings(settings_of_model(spec.settings))


def is_human_spec(spec: str) -> bool:
    """Whether a SPEC means a person, even if it is otherwise wrong."""
    return spec.partition(":")[0].strip().lower() == "human"


def create_player(
    spec: Spec,
    definition: GameDefinition,
    game: Game[Any, Any, Any],
    seat: Seat,
    seed: str,
    *,
    count_moves: Callable[[], int] = no_moves,
    calls: Path | None = None,
    notify: Callable[[str], None] = do_nothing,
    budget: "Budget | None" = None,
) -> Player[Any, Any]:
    """Create the player of a seat, of every kind but a person.

    Args:
        spec: The player.
        definition: The game in the catalog.
        game: The rules in force.
        seat: The seat.
        seed: The seed of the match, from which the seat's own chance is derived.
        count_moves: Counts the moves that the seat has made: a script skips them, and calls
            are logged with the number of their move.
        calls: The file beside the journal for the calls of models and the questions to programs
            and Python players; the stderr of a program goes to a file beside it.
        notify: Called with a sentence for everybody, such as what a server cannot do.
        budget: What all models of the run may use together.

    Raises:
        LineupError: If the player cannot be created: no such vectors, file, key or setting.
    """
    settings = read_game_settings(spec, definition)
    own_seed = add_model_seed(seed, spec.settings)
    if spec.space is not None:
        try:
            return definition.create_baseline(spec.space, seat, own_seed, **settings)
        except (MissingPart, SpaceError) as error:
            raise LineupError(str(error)) from None
    match spec.kind:
        case "pragmatic":
            try:
                return definition.create_pragmatic_player(seat, own_seed, **settings)
            except (MissingPart, SpaceError) as error:
                raise LineupError(str(error)) from None
        case "random":
            try:
                return definition.create_random_player(seat, seed)
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
                definition.require_prompt()
                model = find_model(spec)
                name = game.seats[seat]
                ask = partial(definition.build_prompt, **settings)
                return ModelPlayer(model, game, ask, name, calls, notify, budget, count_moves)
            except (MissingPart, SetupError) as error:
                raise LineupError(str(error)) from None
        case "comet":
            from engine.comet.agents import create_agent

            try:
                return create_agent(
                    find_model(spec),
                    definition.name,
                    game,
                    seat,
                    seed,
                    settings | settings_of_model(spec.settings),
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
                    spec, game, game.seats[seat], seed, calls, count_moves
                )
            except SetupError as error:
                raise LineupError(str(error)) from None
    raise LineupError(f"{spec} is a person, and there is no keyboard for one here.")


def _create_external_player(
    spec: Spec,
    game: Game[Any, Any, Any],
    seat_name: str,
    seed: str,
    calls: Path | None,
    count_moves: Callable[[], int],
) -> Player[Any, Any]:
    if spec.kind == "exec":
        from engine.agents.program import ProgramPlayer

        errors = calls and stderr_path(calls, seat_name)
        return ProgramPlayer(spec.argument, game, seat_name, errors, calls, count_moves)
    from engine.agents.isolation import refuse_isolation
    from engine.agents.python_player import PythonPlayer, load_entry_point, load_factory

    refuse_isolation(str(spec))
    load = load_factory if spec.kind == "py" else load_entry_point
    make = load(spec.argument)
    return PythonPlayer(spec.argument, make, game, seat_name, seed, calls, count_moves)


def stderr_path(calls: Path, seat_name: str) -> Path:
    """The file for a program's stderr, such as `game.decoder.stderr` for `game.calls.jsonl`."""
    return calls.with_name(f"{calls.name.removesuffix('.calls.jsonl')}.{seat_name}.stderr")


def read_script(path: Path, definition: GameDefinition) -> Iterator[tuple[int, Any]]:
    """Read the moves of a script, one JSON object a line, as in a journal.

    Yields:
        The number of each line with a move, from 1, and the move.

    Raises:
        LineupError: If the file cannot be read, or a line is no move, by its number.
    """
    try:
        lines = read_text(path.expanduser()).split("\n")
    except (OSError, ValueError, RuntimeError) as error:  # not there; not text; no such ~user
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
