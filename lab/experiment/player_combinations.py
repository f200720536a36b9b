"""Make a player of each combination of listed settings."""

from collections.abc import Mapping
from itertools import product
from typing import Any


def expand_players(data: Mapping[str, Any]) -> dict[str, Any]:
    """Make a player of each combination of listed settings, such as `model wording=2 ask=3`.

    A list of tables is a list of variants, each with several settings: `model system=2`, by number.

    In lists of players, the common name is replaced by all of them.

    Args:
        data: The parsed TOML of an experiment.
    """
    given: Mapping[str, Any] = data.get("players") or {}
    if not isinstance(given, Mapping):
        return dict(data)
    groups = {name: _expand_player(name, player) for name, player in given.items()}
    if all(len(group) == 1 for group in groups.values()):
        return dict(data)
    players = {name: player for group in groups.values() for name, player in group.items()}

    def replace_names(part: Any) -> Any:  # noqa: ANN401
        if isinstance(part, Mapping):
            return {key: replace_names(value) for key, value in part.items()}
        if isinstance(part, list) and all(isinstance(one, str) for one in part):
            return [new for name in part for new in groups.get(name, (name,))]
        return [replace_names(one) for one in part] if isinstance(part, list) else part

    lists = ("lineups", "replays", "questions", "teams", "bench", "sides", "readings", "self_play")
    named = {key: replace_names(data[key]) for key in lists if key in data}
    return {**data, "players": players, **named}


def _expand_player(name: str, player: Any) -> dict[str, Any]:  # noqa: ANN401
    """List the player, or one for each combination of its listed settings, by name."""
    if not isinstance(player, Mapping):
        return {name: player}
    swept = {setting: values for setting, values in player.items() if isinstance(values, list)}
    found = {}
    for values in product(*swept.values()):
        words, settings = [name], {key: one for key, one in player.items() if key not in swept}
        for key, value in zip(swept, values, strict=True):
            is_variant = isinstance(value, Mapping)
            words.append(f"{key}={swept[key].index(value) + 1 if is_variant else value}")
            settings |= value if is_variant else {key: value}
        found[" ".join(words)] = settings
    return found
