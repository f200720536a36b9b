"""Parse the SPEC of a player, such as `human:Ada` or `llm:gpt-4o,prompt=cot`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.config.api_key_shape import KEY_SHAPE
from engine.config.paths import get_vectors_folder
from engine.errors import OptionError, SetupError
from engine.game import GameType
from engine.games.catalog import find, list_games
from engine.games.prompt_texts import load_prompt_texts, locate_wordings
from engine.joined_text import join_names
from engine.journal.header import MAX_SPEC_LENGTH
from engine.llm.model import Model
from engine.players.process.command import get_program_name, split_command
from engine.players.seat_settings import (
    CONFIGURABLE,
    WHERE_KEYS_GO,
    Pairs,
    collect_default_values,
    list_settings,
    parse_settings,
    select_game_settings,
    select_model_settings,
)
from engine.players.word_players import PRAGMATIC, VECTORS
from engine.seat_codes import SEAT_CODE
from engine.suggestion import explain_unknown
from engine.text import clean
from words.space.folder import build_references
from words.space.names import add_spaces, parse_listeners

if TYPE_CHECKING:
    from engine.config.settings import Settings


KINDS = {
    "human": "a person at this keyboard; human:NAME gives a name",
    "word2vec": "a baseline with built-in word2vec vectors",
    "glove": "a baseline with built-in GloVe vectors",
    "pragmatic": "Parlour's own player, which thinks of what the others understand; pragmatic:NAME",
    "vectors": "vectors:NAME, vectors of your own (see: parlour vectors --help)",
    "llm": "llm:MODEL, a language model; llm:NAME, one that parlour.toml names",
    "comet": "comet:MODEL, a model that thinks in modules, in Undercover and Taboo",
    "exec": "exec:COMMAND, a program that speaks JSON lines",
    "py": "py:MODULE:FACTORY, a player in Python",
    "player": "player:NAME, a player that a package brings",
    "random": "legal moves at random",
    "script": "script:FILE, moves from a file, one JSON object a line",
}
"""By kind of player: what its SPEC means."""


ARGUMENTS = {
    "vectors": "NAME",
    "llm": "MODEL",
    "comet": "MODEL",
    "exec": "COMMAND",
    "py": "MODULE:FACTORY",
    "player": "NAME",
    "script": "FILE",
}
"""By kind whose SPEC needs an argument: the argument."""


PROGRAMS = frozenset({"exec", "py", "player"})
"""The kinds that run code from outside Parlour."""


NAMED = frozenset({"human", PRAGMATIC})
"""The kinds whose SPEC may have a name after the colon, which is only a label."""


MAX_NAME_LENGTH = 24


SHORTEST_KEY = 24
"""Minimum length of what is taken for a key in place of a model's name, in characters."""


MODEL_KINDS = frozenset({"llm", "comet"})
"""The kinds that ask a language model."""


PROPER_NAMES = {"glove": "GloVe", "random": "Random", "pragmatic": "Parlour"}
"""Display names of kinds that are not just capitalised."""


class LineupError(ValueError):
    """A SPEC that is wrong, or whose player cannot be created."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed SPEC: the player of one seat."""

    kind: str
    """One of `KINDS`."""
    argument: str = ""
    """The text after the colon."""
    settings: Pairs = ()
    """The settings after commas, as names and values, see `engine.players.seat_settings`."""

    def __str__(self) -> str:
        player = f"{self.kind}:{self.argument}" if self.argument else self.kind
        return ",".join((player, *(f"{name}={value}" for name, value in self.settings)))

    @property
    def is_human(self) -> bool:
        """Whether the player is a person at this keyboard."""
        return self.kind == "human"

    @property
    def space(self) -> str | None:
        """The name of the space of word vectors, for players that use one."""
        return (self.argument or self.kind) if self.kind in VECTORS else None

    @property
    def spaces(self) -> tuple[str, ...]:
        """The names of all spaces of word vectors that the player uses."""
        if self.kind == PRAGMATIC:
            return parse_listeners(self.listeners)[0]
        return () if self.space is None else (self.space,)

    @property
    def listeners(self) -> str:
        """The spaces of Parlour's own player, as for `parse_listeners`; empty for the usual."""
        given = dict(self.settings)
        return add_spaces(given.get("spaces", ""), given.get("space", ""))

    @property
    def uses_associations(self) -> bool:
        """Whether the player also uses word associations."""
        return self.kind == PRAGMATIC and parse_listeners(self.listeners)[1]

    @property
    def is_external(self) -> bool:
        """Whether a model or foreign code decides, so that the same seed may give other moves."""
        return self.asks_model or self.kind in PROGRAMS

    @property
    def asks_model(self) -> bool:
        """Whether its moves come from a language model."""
        return self.kind in MODEL_KINDS

    def display_name(self, seat: str, definition: GameType | None = None) -> str:
        """Format the name of the player of `seat`, with settings that differ from the default.

        Args:
            seat: The name of the seat.
            definition: The game, for its defaults; `None` for those of every game.
        """
        if self.kind == "human":
            code = SEAT_CODE.fullmatch(seat)
            return self.argument or (f"Player {code[1]}" if code else seat.capitalize())
        if self.kind == "script":
            return f"script {Path(self.argument).name}"
        if self.kind == "exec":
            return get_program_name(self.argument)
        if self.kind == PRAGMATIC and self.argument:
            return self.argument
        names = ("CoMet",) if self.kind == "comet" else ()
        return " ".join(
            (
                *names,
                self.argument or PROPER_NAMES.get(self.kind, self.kind),
                *self._list_unusual(definition),
            )
        )

    def _list_unusual(self, definition: GameType | None) -> Iterator[str]:
        if self.settings:
            defaults = _collect_default_values(self.kind, definition and definition.name)
            for name, value in self.settings:
                if defaults.get(name) != value:
                    yield f"{name}={value}"


@cache
def _collect_default_values(kind: str, game: str | None) -> Mapping[str, str]:
    return collect_default_values(kind, list_games().values() if game is None else (find(game),))


def parse_spec(text: str, definition: GameType | None = None) -> Spec:
    """Parse a SPEC.

    Args:
        text: The SPEC, such as `llm:gpt-4o,prompt=cot`.
        definition: The game; `None` allows the settings of every game.

    Raises:
        LineupError: If it is wrong; the message gives what is allowed and the nearest match.
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
    if len(argument) >= SHORTEST_KEY and KEY_SHAPE.fullmatch(argument):
        raise LineupError(f"{kind}: is followed by no API key: {WHERE_KEYS_GO}")
    if argument and kind not in ARGUMENTS and kind not in NAMED:
        raise LineupError(f"{kind!r} takes nothing after a colon, not {argument[:40]!r}.")
    if kind in NAMED and len(argument) > MAX_NAME_LENGTH:
        raise LineupError(f"A name has at most {MAX_NAME_LENGTH} characters.")
    if kind == "exec":
        try:
            split_command(argument)
        except SetupError as error:
            raise LineupError(str(error)) from None
    return Spec(kind, argument, _parse_settings(kind, parts, definition) if parts else ())


def _parse_settings(kind: str, parts: Iterable[str], definition: GameType | None) -> Pairs:
    games = list_games().values() if definition is None else (definition,)
    try:
        return parse_settings(kind, parts, games)
    except OptionError as error:
        raise LineupError(str(error)) from None


def read_game_settings(spec: Spec, definition: GameType, *, data: Path) -> dict[str, Any]:
    """Read the values of a seat's settings that a game declares, by name.

    Args:
        spec: The player of the seat.
        definition: The game.
        data: The data folder, for wordings; a wording in it becomes the folder of its texts.

    Raises:
        LineupError: If the game has no such setting, or it does not take the value.
    """
    if spec.kind == "comet" and definition.comet_settings is None:
        known = join_names(game.title for game in list_games().values() if game.comet_settings)
        raise LineupError(f"CoMet plays {known}, not {definition.title}.")
    if not spec.settings:
        return {}
    try:
        values = select_game_settings(spec.kind, spec.settings, definition)
        if spec.kind == "llm" and "wording" in list_settings("llm", definition):
            values = locate_wordings(definition.package, values, data)
            load_prompt_texts(definition, **values)
        return values
    except OptionError as error:
        raise LineupError(str(error)) from None


def move_options_to_seats(
    definition: GameType, given: Mapping[str, str], lineup: Mapping[str, Spec]
) -> dict[str, Spec]:
    """Move options that became settings of seats to the seats that take but do not set them.

    Args:
        definition: The game.
        given: Options as text, such as `k=64` of `--set`.
        lineup: The player of each seat.

    Raises:
        LineupError: If a value is not allowed.
    """
    moved = [f"{name}={given[name]}" for name in definition.list_moved_options() if name in given]
    return {seat: _add_settings(spec, moved, definition) for seat, spec in lineup.items()}


def _add_settings(spec: Spec, parts: Iterable[str], definition: GameType) -> Spec:
    known = list_settings(spec.kind, definition)
    taken = {name for name, _ in spec.settings}
    new = [part for part in parts if part.partition("=")[0] in known.keys() - taken]
    old = [f"{name}={value}" for name, value in spec.settings]
    return replace(spec, settings=_parse_settings(spec.kind, [*old, *new], definition))


def read_vector_settings(spec: Spec, definition: GameType, *, data: Path) -> dict[str, Any]:
    """Read the settings of a seat whose player uses word vectors, as the game takes them.

    Raises:
        LineupError: If the game has no such setting, or it does not take the value.
        SpaceError: If there is no such space.
    """
    settings = read_game_settings(spec, definition, data=data)
    if "spaces" in settings or "space" in settings:
        settings["spaces"] = build_references(spec.listeners, get_vectors_folder(data))
        settings.pop("space", None)
    return settings


def find_model(spec: Spec, *, settings: "Settings") -> "Model":
    """Find the model of a seat, with the seat's settings.

    Raises:
        SetupError: If its server, key or settings cannot be used.
    """
    return Model.find(spec.argument, settings=settings).with_settings(
        select_model_settings(spec.settings)
    )


def find_kind(spec: str) -> str:
    """Find the kind of player in a SPEC, even if it is otherwise wrong."""
    return spec.partition(":")[0].partition(",")[0].strip().lower()


def is_human_spec(spec: str) -> bool:
    """Whether a SPEC means a person, even if it is otherwise wrong."""
    return find_kind(spec) == "human"
