"""Let an experiment play as the published code of a paper does.

`protocol = "reference"` in an experiment plays as the published code does, as far as settings can:
options and settings that the file does not name get the values of the paper's protocol.
"""

from collections.abc import Mapping
from typing import Any

from engine.games.catalog import UnknownGame, find
from engine.players.seat_settings import list_settings
from engine.players.spec import LineupError, parse_spec
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
        if pooled and isinstance(report, Mapping):
            filled["report"] = {"pool": sorted(pooled), **report}
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
