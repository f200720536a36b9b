"""The settings of seats, such as `temperature=0.2` in `llm:gpt-4o,temperature=0.2`."""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from engine.config.api_key_shape import KEY_SHAPE
from engine.config.request_settings import RequestSettings
from engine.errors import OptionError
from engine.frozen_model import FrozenModel
from engine.game import GameType
from engine.options import NO, Mark, Option, list_declared_options
from engine.players.word_players import PRAGMATIC, VECTORS
from engine.suggestion import explain_unknown

CONFIGURABLE = frozenset({*VECTORS, PRAGMATIC, "llm", "comet", "random"})
"""The kinds of player whose SPEC takes settings."""


IN_FILES = frozenset(
    {"preset", "base_url", "model", "vision", "price_in", "price_out"}
    | {"price_cached", "price_reasoning", "extra_headers", "extra_body", "api_key_env"}
)
"""Settings of a model that only parlour.toml may have."""


SECRET = re.compile(r"auth|key|token(?!s)|secret|cookie|password", re.IGNORECASE)
"""Matches names whose values may be keys."""


type Pairs = tuple[tuple[str, str], ...]
"""Names and values as text, as a SPEC has them."""


class SeededSeat(FrozenModel):
    """The settings, in every game, of a seat that uses Parlour's random generators."""

    model_seed: Annotated[int | None, Mark(usual="the deal's")] = Field(
        default=None, ge=0, le=2**31 - 1
    )
    """The seed of the player's own chance: another number is another player of the deal."""


class ModelSeat(RequestSettings):
    """The settings of a language model's seat in every game."""

    memory: Literal["none", "chat"] = "none"
    """What it is shown of its own earlier moves: none, as the table says it all; chat, its
    questions and answers, refused ones included."""


OF_KIND: Mapping[str, type[Any]] = {
    **dict.fromkeys((*VECTORS, PRAGMATIC, "random"), SeededSeat),
    "llm": ModelSeat,
    "comet": RequestSettings,
}
"""By kind of player: its settings in every game."""


def add_model_seed(seed: str, settings: Iterable[tuple[str, str]]) -> str:
    """Build the seed of a player's own random generators; the deal does not change.

    Args:
        seed: The seed of the match.
        settings: The settings of the seat.
    """
    own = dict(settings).get("model_seed")
    return seed if own is None else f"{seed}/model {own}"


def list_settings(kind: str, definition: GameType | None) -> dict[str, Option]:
    """List the settings of seats of this kind in a game, or in every game, by name."""
    declared: list[type[Any]] = []
    if kind in CONFIGURABLE and definition is not None:
        of_game = {
            PRAGMATIC: definition.pragmatic_settings,
            "llm": definition.prompt_settings,
            "comet": definition.comet_settings,
            "random": None,
        }.get(kind, definition.vector_settings)
        declared += [of_game] if of_game else []
    if kind in OF_KIND:
        declared.append(OF_KIND[kind])
    return {name: one for group in declared for name, one in list_declared_options(group).items()}


def list_told_settings(
    kind: str, settings: Iterable[tuple[str, str]], definition: GameType | None
) -> dict[str, str]:
    """List a seat's settings as its SPEC has them, and those that tables tell in any case."""
    given = dict(settings)
    told = {
        name: one.format(one.default)
        for name, one in list_settings(kind, definition).items()
        if one.mark.told and one.default is not None and given.get(one.mark.needs) not in NO
    }
    return {**told, **given}


def parse_settings(kind: str, parts: Iterable[str], games: Iterable[GameType]) -> Pairs:
    """Parse the part of a SPEC after the first comma.

    Args:
        kind: The kind of player.
        parts: The texts between the commas.
        games: The games that may be played; a setting must belong to one of them. A value that
            only one setting has among its choices, such as `cautious`, needs no name.

    Returns:
        Names and values, in the order of declaration, values in their shortest form.

    Raises:
        OptionError: At the first unknown name or bad value; the message says what is allowed.
    """
    known: dict[str, list[Option]] = {}
    for definition in games:
        for name, option in list_settings(kind, definition).items():
            known.setdefault(name, []).append(option)
    given: dict[str, str] = {}
    for part in parts:
        name, equals, value = (text.strip() for text in part.partition("="))
        if not equals and (named := _find_owner(name, known)):
            name, equals, value = named, "=", name
        if not equals or not name:
            raise OptionError(
                f"After a comma, a player of kind {kind!r} takes a setting such as "
                f"{_give_example(known)}, not {_quote(part.strip())}."
            )
        if name in given:
            raise OptionError(f"{name} is set twice for one seat.")
        if name not in known:
            raise OptionError(_explain_unknown(kind, name, known))
        given[name] = _parse(known[name], value)
    return tuple((name, given[name]) for name in known if name in given)


def select_game_settings(
    kind: str, settings: Iterable[tuple[str, str]], definition: GameType
) -> dict[str, Any]:
    """Find the values of the settings that the game declares, for its prompts or baselines.

    Raises:
        OptionError: If the game has no such setting, or it does not take the value.
    """
    known = list_settings(kind, definition)
    for name, _ in settings:
        if name not in known:
            if not known:
                raise OptionError(
                    f"In {definition.title}, a player of kind {kind!r} has no settings."
                )
            raise OptionError(
                explain_unknown(f"setting of {kind!r} in {definition.title}", name, known)
            )
    values = {name: known[name].parse(text) for name, text in settings}
    general = OF_KIND[kind].model_fields if kind in OF_KIND else {}
    return {name: one for name, one in values.items() if name not in general}


def select_model_settings(settings: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Find the values of the settings that are part of each request to the model."""
    known = list_declared_options(RequestSettings)
    return {name: known[name].parse(text) for name, text in settings if name in known}


def collect_default_values(kind: str, games: Iterable[GameType]) -> Mapping[str, str]:
    """Map each setting that has the same default in all of these games to that default."""
    found: dict[str, set[str]] = {}
    for definition in games:
        for name, option in list_settings(kind, definition).items():
            if option.default is not None:
                found.setdefault(name, set()).add(option.format(option.default))
    return {name: next(iter(texts)) for name, texts in found.items() if len(texts) == 1}


def _find_owner(value: str, known: Mapping[str, list[Option]]) -> str | None:
    """Find the only setting that has a value among its choices."""
    owners = [
        name for name, options in known.items() if any(value in one.choices for one in options)
    ]
    return owners[0] if len(owners) == 1 else None


def _parse(options: list[Option], value: str) -> str:
    """Parse a value that one of several games takes; return its shortest text."""
    if KEY_SHAPE.search(value):
        raise OptionError(f"{options[0].name} is no place for an API key: {WHERE_KEYS_GO}")
    try:
        return options[0].format(options[0].parse(value))
    except OptionError:
        for option in options[1:]:
            try:
                return option.format(option.parse(value))
            except OptionError:
                continue
        raise


WHERE_KEYS_GO = (
    "a SPEC stands in journals and results. Put the key into the environment or .env; "
    "docs/models.md says under which name."
)


def _explain_unknown(kind: str, name: str, known: Mapping[str, list[Option]]) -> str:
    if SECRET.search(name):
        return f"A seat takes no keys and no passwords: {WHERE_KEYS_GO}"
    if kind in ("llm", "comet") and name in IN_FILES:
        return f"{name} is set for a model in parlour.toml, not for a seat."
    return explain_unknown(f"setting of {kind!r}", name, known)


def _give_example(known: Mapping[str, list[Option]]) -> str:
    for name, (option, *_) in known.items():
        if option.default is not None:
            return f"{name}={option.format(option.default)}"
    return "NAME=VALUE"


def _quote(text: str) -> str:
    return "an API key" if KEY_SHAPE.search(text) else repr(text[:40])
