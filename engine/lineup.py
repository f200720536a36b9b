"""Who sits where, as text: `human:Ada`, `word2vec`, `llm:gpt-4o`, `exec:./bot.sh`."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.agents.command import called, words_of
from engine.game import Game, Seat
from engine.games.definition import VECTORS, GameDefinition
from engine.games.parts import MissingPart
from engine.moves import BadMove, decode
from engine.options import unknown
from engine.play import ignore
from engine.players import Player, Scripted, SetupError, nothing_yet
from engine.record import LONGEST_SPEC
from engine.text import clean
from words.space_format import SpaceError

if TYPE_CHECKING:
    from engine.llm.budget import Budget

KINDS = {
    "human": "a person at this keyboard; human:NAME gives a name",
    "word2vec": "the embedded word2vec vectors",
    "glove": "the embedded GloVe vectors",
    "vectors": "vectors:NAME, vectors of your own (see: parlour vectors --help)",
    "llm": "llm:MODEL, a language model; llm:NAME, one that parlour.toml names",
    "exec": "exec:COMMAND, a program that speaks JSON lines",
    "py": "py:MODULE:FACTORY, a player in Python",
    "player": "player:NAME, a player that a package brings",
    "random": "legal moves at random",
    "script": "script:FILE, moves from a file, one JSON object a line",
}
"""Every kind of player, and what a SPEC of it means."""
NEEDS = {
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
LONGEST_NAME = 24


class LineupError(ValueError):
    """A SPEC or a seat that means nothing."""


@dataclass(frozen=True, slots=True)
class Spec:
    """Who sits in one seat."""

    kind: str
    """One of `KINDS`."""
    argument: str = ""
    """What follows the colon."""

    def __str__(self) -> str:
        return f"{self.kind}:{self.argument}" if self.argument else self.kind

    @property
    def human(self) -> bool:
        """A person at this keyboard."""
        return self.kind == "human"

    @property
    def space(self) -> str | None:
        """The name of its space, of a player that knows words by their vectors."""
        return (self.argument or self.kind) if self.kind in VECTORS else None

    @property
    def outside(self) -> bool:
        """Somebody outside Parlour thinks: the same seed need not bring the same moves again."""
        return self.kind == "llm" or self.kind in PROGRAMS

    def label(self, seat: str) -> str:
        """The name to show for who sits in `seat`."""
        if self.kind == "human":
            return self.argument or seat.capitalize()
        if self.kind == "script":
            return f"script {Path(self.argument).name}"
        if self.kind == "exec":
            return called(self.argument)
        return self.argument or self.kind


def parse_spec(text: str) -> Spec:
    """The SPEC that `text` stands for.

    Raises:
        LineupError: With what is allowed, and the nearest match.
    """
    plain = clean(text, LONGEST_SPEC)
    kind, _, argument = plain.partition(":")
    kind, argument = kind.strip().lower(), argument.strip()
    if kind not in KINDS:
        raise LineupError(unknown("player", kind or plain, KINDS))
    if kind in NEEDS and not argument:
        raise LineupError(f"{kind!r} needs a {NEEDS[kind]}: {KINDS[kind]}.")
    if argument and kind not in NEEDS and kind != "human":
        raise LineupError(f"{kind!r} takes nothing after a colon, not {argument[:40]!r}.")
    if kind == "human" and len(argument) > LONGEST_NAME:
        raise LineupError(f"A name has at most {LONGEST_NAME} characters.")
    if kind == "exec":
        try:
            words_of(argument)
        except SetupError as error:
            raise LineupError(str(error)) from None
    return Spec(kind, argument)


def is_person(spec: str) -> bool:
    """Does a SPEC mean a person, even one that this Parlour would not take?"""
    return spec.partition(":")[0].strip().lower() == "human"


def sit(
    spec: Spec,
    definition: GameDefinition,
    game: Game[Any, Any, Any],
    seat: Seat,
    seed: str,
    *,
    made: Callable[[], int] = nothing_yet,
    calls: Path | None = None,
    say: Callable[[str], None] = ignore,
    budget: "Budget | None" = None,
) -> Player[Any, Any]:
    """The player that takes `seat`, for every kind but a person.

    Args:
        spec: Who it is.
        definition: The game in the catalog.
        game: The rules in force.
        seat: The seat to take.
        seed: The seed of the match, from which the seat's own chance is derived.
        made: How many moves the seat has made by now: a script skips them, and calls tell
            for which move they were.
        calls: The file beside the journal that keeps every call of a model, and what players
            from outside are asked; what a program writes to stderr goes to one beside it.
        say: Hears what is learned of a model's server, in a sentence for everybody.
        budget: What all models of the run may use together.

    Raises:
        LineupError: If the player cannot sit down: no such vectors, file or key.
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
            moves = list(script(Path(spec.argument), definition))
            return Scripted(moves[made() :], made())
        case "llm":
            from engine.llm.models import Model
            from engine.llm.player import ModelPlayer

            try:
                definition.require_prompt()
                model = Model.find(spec.argument)
                name = game.seats[seat]
                return ModelPlayer(
                    model, game, definition.build_prompt, name, calls, say, budget, made
                )
            except (MissingPart, SetupError) as error:
                raise LineupError(str(error)) from None
        case "exec" | "py" | "player":
            try:
                return _outsider(spec, game, game.seats[seat], seed, calls, made)
            except SetupError as error:
                raise LineupError(str(error)) from None
    raise LineupError(f"{spec} is a person, and there is no keyboard for one here.")


def _outsider(
    spec: Spec,
    game: Game[Any, Any, Any],
    seat_name: str,
    seed: str,
    calls: Path | None,
    made: Callable[[], int],
) -> Player[Any, Any]:
    if spec.kind == "exec":
        from engine.agents.program import ProgramPlayer

        errors = calls and stderr_path(calls, seat_name)
        return ProgramPlayer(spec.argument, game, seat_name, errors, calls, made)
    from engine.agents.guest import Guest, announced, factory

    make = factory(spec.argument) if spec.kind == "py" else announced(spec.argument)
    return Guest(spec.argument, make, game, seat_name, seed, calls, made)


def stderr_path(calls: Path, seat_name: str) -> Path:
    """The file for a program's stderr: `game.decoder.stderr` beside `game.calls.jsonl`."""
    return calls.with_name(f"{calls.name.removesuffix('.calls.jsonl')}.{seat_name}.stderr")


def script(path: Path, definition: GameDefinition) -> Iterator[Any]:
    """The moves of a script file, one JSON object a line, as in a journal.

    Raises:
        LineupError: If the file cannot be read, or a line is no move, by its number.
    """
    try:
        lines = path.expanduser().read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError, RuntimeError) as error:  # not there; not text; no such ~user
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        if isinstance(error, RuntimeError):
            why = "there is no such home folder"
        raise LineupError(f"The script {path} cannot be read: {why}.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield decode(definition.move_types, json.loads(line))
        except (ValueError, RecursionError) as error:
            why = str(error) if isinstance(error, BadMove) else "not JSON"
            raise LineupError(f"The script {path}, line {number}: {why}.") from None
