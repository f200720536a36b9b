"""How a paper's published code plays, beside how Parlour does, as settings of an experiment.

`protocol = "reference"` in an experiment plays as the published code does, as far as settings can:
options and settings that the file does not name get the values of the paper's protocol. Each paper
states its protocol, with the source of every difference, in `lab/papers/PAPER/protocol.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.games.catalog import UnknownGame, find
from engine.players.seat_settings import list_settings
from engine.players.spec import LineupError, parse_spec
from lab.papers.catalog import find_part

REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class Difference:
    """What the paper, its code and Parlour do differently, and what the switch changes."""

    what: str
    paper: str
    """What the paper says."""
    code: str
    """What its published code does."""
    reference: str
    """What `protocol = "reference"` does here; empty if it changes nothing."""
    parlour: str
    """What `protocol = "parlour"` does, the default."""
    source: str
    """Where the code's behaviour is stated."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """The protocol of a paper's published code, as values for what an experiment leaves open."""

    differences: tuple[Difference, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of seats whose kind of player takes them."""
    top: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the top level of the file."""
    context: str = ""
    """The context of questions."""

    @property
    def changes(self) -> bool:
        """Whether the switch changes anything."""
        return bool(self.options or self.settings or self.top or self.context)


def find_protocol(game: str) -> Protocol | None:
    """Find the protocol of the paper that a game is from; `None` if none is stated."""
    module = find_part(game, "protocol")
    found: Protocol | None = getattr(module, "PROTOCOL", None)
    return found


def apply_protocol(data: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in what an experiment with `protocol = "reference"` leaves open.

    What is wrong with the data is left for its validation.

    Args:
        data: The parsed file, with a player for each combination of settings.

    Raises:
        ValueError: If no paper of the game states a protocol.
    """
    if data.get("protocol") != REFERENCE:
        return dict(data)
    game = str(data.get("game"))
    protocol = find_protocol(game)
    if protocol is None or not protocol.changes:
        raise ValueError(f"protocol: nothing of {game} can be switched to a reference yet")
    filled = {**protocol.top, **data}
    options = data.get("options", {})
    if isinstance(options, Mapping):
        filled["options"] = {**protocol.options, **options}
    players = data.get("players")
    if isinstance(players, Mapping):
        filled["players"] = {
            name: _add_settings(given, game, protocol.settings) for name, given in players.items()
        }
    questions = data.get("questions")
    if protocol.context and isinstance(questions, list):
        filled["questions"] = [
            {"context": protocol.context, **one} if isinstance(one, Mapping) else one
            for one in questions
        ]
    return filled


def _add_settings(given: Any, game: str, settings: Mapping[str, str]) -> Any:  # noqa: ANN401
    """Add the settings that a player takes and does not set."""
    text = given.get("spec") if isinstance(given, Mapping) else given
    if not isinstance(text, str):
        return given
    try:
        definition = find(game)
        spec = parse_spec(text, definition)
    except (UnknownGame, LineupError):
        return given
    known = list_settings(spec.kind, definition)
    named = {*dict(spec.settings), *(given if isinstance(given, Mapping) else ())}
    added = {name: one for name, one in settings.items() if name in known and name not in named}
    if isinstance(given, Mapping):
        return {**given, **added}
    return ",".join((text, *(f"{name}={value}" for name, value in added.items())))
