"""Let other models take the place of those that an experiment's players ask."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from lab.errors import ExperimentError

ASKS_MODEL = re.compile(r"(?P<kind>llm|comet):(?P<model>[^,]+)(?P<settings>,.*)?", re.DOTALL)
"""Matches the SPEC of a player that asks a model."""
NAME = re.compile(r"[^\s,=\"'\\]{1,200}")
"""Matches the name of a model."""
SECTIONS = ("lineups", "replays", "questions", "teams", "bench", "sides", "readings", "self_play")
"""The sections that name players."""


def replace_models(data: Mapping[str, Any]) -> dict[str, Any]:
    """Ask the models of `models` in place of those that the players name, in their order.

    If the players ask more models than there are, the last one stands for the rest, and of players
    in a list that become equal only the first one plays.

    Args:
        data: The parsed TOML of an experiment.

    Raises:
        ValueError: If no player asks a model.
    """
    models, players = data.get("models"), data.get("players")
    if not isinstance(models, list) or not models or not isinstance(players, Mapping):
        return dict(data)
    asked = {name: found for name, one in players.items() if (found := _match_spec(one))}
    if not asked:
        raise ValueError("models: no player asks a model; let one join")
    known = list(dict.fromkeys(found["model"] for found in asked.values()))
    new = {one: models[min(place, len(models) - 1)] for place, one in enumerate(known)}
    replaced = dict(players)
    for name, found in asked.items():
        spec = f"{found['kind']}:{new[found['model']]}{found['settings'] or ''}"
        one = players[name]
        replaced[name] = {**one, "spec": spec} if isinstance(one, Mapping) else spec
    changed = {name for name in asked if asked[name]["model"] != new[asked[name]["model"]]}

    def drop_twins(part: Any) -> Any:  # noqa: ANN401
        if isinstance(part, Mapping):
            return {key: drop_twins(value) for key, value in part.items()}
        if not isinstance(part, list) or not all(isinstance(one, str) for one in part):
            return [drop_twins(one) for one in part] if isinstance(part, list) else part
        return list(_list_distinct(part, players, replaced, changed))

    sections = {key: drop_twins(data[key]) for key in SECTIONS if key in data}
    return {**data, "players": replaced, **sections}


def _list_distinct(
    names: Sequence[str],
    players: Mapping[str, Any],
    replaced: Mapping[str, Any],
    changed: Set[str],
) -> Iterator[str]:
    """Yield names without those of players that have become equal to an earlier one."""
    for place, name in enumerate(names):
        twins = (one for one in names[:place] if replaced.get(one) == replaced.get(name))
        if name not in changed or all(players.get(one) == players[name] for one in twins):
            yield name


def _match_spec(player: object) -> re.Match[str] | None:
    spec = player.get("spec") if isinstance(player, Mapping) else player
    return ASKS_MODEL.fullmatch(spec.strip()) if isinstance(spec, str) else None


def write_models(text: str, models: Sequence[str]) -> str:
    """Write models into the text of an experiment, which they begin.

    Args:
        text: The text of the experiment's file.
        models: Their names, as after `llm:`.

    Raises:
        ExperimentError: If one is no name.
    """
    if not models:
        return text
    names = [one.strip().removeprefix("llm:").removeprefix("comet:") for one in models]
    for given, name in zip(models, names, strict=True):
        if not NAME.fullmatch(name):
            raise ExperimentError(
                f"--model takes the name of a model, such as gpt-4o, not {given!r}."
            )
    return f"models = {json.dumps(names)}\n\n{text}"
