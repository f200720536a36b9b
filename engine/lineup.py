"""SPECs of players, such as `human:Ada`, `word2vec` or `llm:gpt-4o`: parse them, create players."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.agents.process import program_name, split_command
from engine.game import Game, Seat
from engine.games.definition import VECTORS, GameDefinition
from engine.games.part_protocols import MissingPart
from engine.journal_reader import MAX_SPEC_LENGTH
from engine.match import do_nothing
from engine.moves import BadMove, decode_move
from engine.options import explain_unknown
from engine.player_protocol import Player, ScriptedPlayer, SetupError, no_moves
from engine.text import clean
from words.file_access import read_text
from words.space_format import SpaceError

if TYPE_CHECKING:
    from engine.llm.budget import Budget

KINDS = {
    "human": "a person at this keyboard; human:NAME gives a name",
    "word2vec": "a baseline with built-in word2vec vectors",
    "glove": "a baseline with built-in GloVe vectors",
    "vectors": "vectors:NAME, vectors of your own (see: parlour vectors --help)",
    "llm": "llm:MODEL, a language model; llm:NAME, one that parlour.toml names",
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
    "exec": "COMMAND",
    "py": "MODULE:FACTORY",
    "player": "NAME",
    "script": "FILE",
}
"""The kinds whose SPEC needs an argument."""
PROGRAMS = frozenset({"exec", "py", "player"})
"""The kinds that run code which is not Parlour's own."""
MAX_NAME_LENGTH = 24


class LineupError(ValueError):
    """A SPEC that is wrong, or whose player cannot be created."""


@dataclass(frozen=True, slots=True)
class Spec:
    """The player of one seat, as text means it."""

    kind: str
    """One of `KINDS`."""
    argument: str = ""
    """What follows the colon."""

    def __str__(self) -> str:
        return f"{self.kind}:{self.argument}" if self.argument else self.kind

    @property
    def is_human(self) -> bool:
        """A person at this keyboard."""
        return self.kind == "human"

    @property
    def space(self) -> str | None:
        """The name of the space of word vectors, for players that use one."""
        return (self.argument or self.kind) if self.kind in VECTORS else None

    @property
    def is_external(self) -> bool:
        """A model or foreign code decides: the same seed need not bring the same moves again."""
        return self.kind == "llm" or self.kind in PROGRAMS

    def display_name(self, seat: str) -> str:
        """The name to show for the player of `seat`."""
        if self.kind == "human":
            return self.argument or seat.capitalize()
        if self.kind == "script":
            return f"script {Path(self.argument).name}"
        if self.kind == "exec":
            return program_name(self.argument)
        return self.argument or self.kind


def parse_spec(text: str) -> Spec:
    """Parse a SPEC.

    Raises:
        LineupError: If it is wrong, with what is allowed and the nearest match.
    """
    plain = clean(text, MAX_SPEC_LENGTH)
    kind, _, argument = plain.partition(":")
    kind, argument = kind.strip().lower(), argument.strip()
    if kind not in KINDS:
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
    return Spec(kind, argument)


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
        LineupError: If the player cannot be created: no such vectors, file or key.
    """
    if spec.space is not None:
        try:
            return definition.create_baseline(spec.space, seat, seed)
        except (MissingPart, SpaceError) as error:
            raise LineupError(str(error)) from None
    match spec.kind:
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
            from engine.llm.model_lookup import Model
            from engine.llm.player import ModelPlayer

            try:
                definition.require_prompt()
                model = Model.find(spec.argument)
                name = game.seats[seat]
                return ModelPlayer(
                    model, game, definition.build_prompt, name, calls, notify, budget, count_moves
                )
            except (MissingPart, SetupError) as error:
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
