"""Resolve and compare the settings that influence players, and check their models.

They are a model's parameters, prompt and server, or the versions of word vectors. A run stores
them, so that a change is noticed when the run is resumed.
"""

from collections.abc import Mapping
from typing import Any

from engine.comet.fingerprint import describe_agent
from engine.config.paths import get_vectors_folder
from engine.config.settings import Settings
from engine.errors import SetupError
from engine.game import GameType
from engine.games.prompt_texts import load_prompt_texts
from engine.players.spec import LineupError, Spec, find_model, parse_spec, read_game_settings
from engine.players.word_versions import list_word_versions
from words.space.errors import SpaceError
from words.space.folder import find_space

MODEL_FIELDS = (
    *("name", "temperature", "max_tokens", "reasoning_effort", "model_seed", "structured"),
    "extra_body",
)


def resolve_settings(
    specs: Mapping[str, str], definition: GameType, settings: Settings
) -> dict[str, Any]:
    """Describe the current settings that influence each player's decisions.

    A model or space that is missing here has none, because a remote worker may have it.
    """
    return {
        name: {"spec": spec, **_resolve(parse_spec(spec), definition, settings)}
        for name, spec in specs.items()
    }


def check_players(specs: Mapping[str, str], settings: Settings) -> None:
    """Check that all models and spaces of word vectors are available here.

    Raises:
        LineupError: If one is not; the message names the player and says what to set.
    """
    for name, spec in specs.items():
        parsed = parse_spec(spec)
        if parsed.asks_model:
            try:
                find_model(parsed, settings=settings)
            except SetupError as error:
                raise LineupError(f"Player {name} ({spec}): {error}") from None
        for space in parsed.spaces:
            try:
                find_space(space, get_vectors_folder(settings.data))
            except SpaceError as error:
                raise LineupError(f"Player {name} ({spec}): {error}") from None


def compare_settings(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Describe changed settings of players, one sentence each.

    A setting that only one side has is ignored: it was not recorded, or not available there.
    """
    changes = []
    for player in sorted(before.keys() & now.keys()):
        for setting in sorted(before[player].keys() & now[player].keys()):
            old, new = before[player][setting], now[player][setting]
            if old != new:
                changes.append(f"Player {player}: {setting} was {old!r} and is {new!r}.")
    return changes


def _resolve(spec: Spec, definition: GameType, settings: Settings) -> dict[str, Any]:
    if spec.spaces:
        found = list_word_versions((spec,), definition, data=settings.data)
        lists = {name: one for name, one in found.items() if name not in spec.spaces}
        if len(found) - len(lists) < len(spec.spaces):
            return {}  # a space cannot be opened
        return {"vectors": "+".join(found[name] for name in spec.spaces), **lists}
    if not spec.asks_model:
        return {}
    try:
        model = find_model(spec, settings=settings)
    except SetupError:
        return {}
    values = {name: getattr(model, name) for name in MODEL_FIELDS}
    values["extra_body"] = dict(model.extra_body)
    given = read_game_settings(spec, definition, data=settings.data)
    if spec.kind == "comet":
        del values["temperature"]  # each module has its own
        values |= describe_agent(definition, given)
    elif definition.prompt_settings is not None:  # else its prompt has no texts in files
        values["prompt_hash"] = load_prompt_texts(definition, **given).fingerprint
    return {**values, "server": model.server.host}
