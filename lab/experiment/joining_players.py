"""Let further players join an experiment: each takes every seat that players take in turn."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from lab.errors import ExperimentError

NAME = re.compile(r"[^\s=\"'\\]{1,60}")
"""Matches the name of a player that joins by a command."""
LISTS = ("players", "civilian", "undercover")
"""Keys of sections that name players who take turns; an empty or missing list means all."""


def join_players(data: Mapping[str, Any]) -> dict[str, Any]:
    """Add the players of `join` to the players, and to every list of players who take turns.

    Seats with a fixed player keep it. What is wrong with the data is left for its validation.

    Args:
        data: The parsed TOML of an experiment.

    Raises:
        ValueError: If a player has joined before.
    """
    joining, players = data.get("join"), data.get("players")
    if not isinstance(joining, Mapping) or not isinstance(players, Mapping):
        return dict(data)
    if both := joining.keys() & players.keys():
        raise ValueError(f"join: there is a player {min(both)!r} already")
    names = list(joining)

    def extend(part: Any) -> Any:  # noqa: ANN401
        if isinstance(part, list):
            return [extend(one) for one in part]
        if not isinstance(part, Mapping):
            return part
        found = {}
        for key, value in part.items():
            seats = key == "seats" and isinstance(value, Mapping)
            if seats:
                found[key] = {seat: _add(one, names) for seat, one in value.items()}
            else:
                found[key] = _add(value, names) if key in LISTS else value
        return found

    sections = (
        "lineups",
        "replays",
        "questions",
        "teams",
        "bench",
        "sides",
        "readings",
        "self_play",
    )
    extended = {key: extend(data[key]) for key in sections if key in data}
    return {**data, "players": {**players, **joining}, **extended}


def _add(value: Any, names: Sequence[str]) -> Any:  # noqa: ANN401
    """Add names to a list of players; an empty one means all players already."""
    return [*value, *names] if isinstance(value, list) and value else value


def write_joining(text: str, given: Sequence[str]) -> str:
    """Write players that join into the text of an experiment, which they begin.

    Args:
        text: The text of the experiment's file.
        given: Players as `NAME=SPEC`.

    Raises:
        ExperimentError: If one is written in another way.
    """
    if not given:
        return text
    pairs = []
    for one in given:
        name, equals, spec = one.partition("=")
        if not equals or not spec.strip() or not NAME.fullmatch(name.strip()):
            raise ExperimentError(
                f"--join takes NAME=SPEC, such as gpt-4o=llm:gpt-4o, not {one!r}."
            )
        pairs.append(f"{json.dumps(name.strip())} = {json.dumps(spec.strip())}")
    return f"join = {{ {', '.join(pairs)} }}\n\n{text}"
