"""Let an experiment play as the published code of a paper does.

`protocol = "reference"` in an experiment plays as the published code does, as far as settings can:
options and settings that the file does not name get the values of the paper's protocol.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import PlayerError
from engine.games.catalog import UnknownGame, find
from engine.players.seat_settings import list_settings
from engine.players.spec import LineupError, Spec, parse_spec
from engine.stand_in import STAND_INS
from lab.papers.catalog import PAPERS
from lab.papers.protocol import find_protocol

REFERENCE = "reference"


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
        report, pooled = data.get("report", {}), set(protocol.pooled) - options.keys()
        added = {**protocol.report, **({"pool": sorted(pooled)} if pooled else {})}
        if added and isinstance(report, Mapping):
            filled["report"] = {**added, **report}
    for name, values in protocol.sections.items():
        if isinstance(given := data.get(name), Mapping):
            filled[name] = {**values, **given}
    players = data.get("players")
    if isinstance(players, Mapping):
        settings = protocol.choose_settings(data.keys())
        filled["players"] = {
            name: _add_settings(given, game, settings) for name, given in players.items()
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


@dataclass(frozen=True, slots=True)
class StandIns:
    """Who moves for players that fail."""

    usual: Spec | None
    """`None` if they end the game."""
    after_empty: Spec | None = None
    """Who moves if the last answer was empty; `None` if it is the same."""

    def choose(self, error: PlayerError) -> Spec | None:
        """Choose who moves for a player that failed so."""
        return self.after_empty if error.empty and self.after_empty is not None else self.usual


def find_stand_ins(game: str, on_failure: str) -> StandIns:
    """Find who moves for players that fail in an experiment.

    Args:
        game: The name of the game.
        on_failure: What the experiment says; `reference` is that of the paper's published code.
    """
    if on_failure != REFERENCE:
        return StandIns(STAND_INS[on_failure])
    protocol = find_protocol(game)
    assert protocol is not None
    other = protocol.after_empty
    return StandIns(parse_spec(protocol.stand_in), parse_spec(other) if other else None)


def list_own_stand_ins() -> frozenset[str]:
    """List the SPECs of all stand-ins, which are Parlour's own and always start."""
    stated = (find_protocol(game) for game in PAPERS)
    named = (spec for one in stated if one for spec in (one.stand_in, one.after_empty) if spec)
    return frozenset(str(parse_spec(one)) for one in named)
