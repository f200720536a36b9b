"""Ask the servers of a run what they say of their models, for its environment."""

import asyncio
import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from engine.config.settings import Settings
from engine.errors import SetupError
from engine.llm.model import Model
from engine.llm.server import Server
from engine.players.spec import find_model, parse_spec
from engine.text import clean

SECONDS = 6.0
"""Seconds a server has for its list."""
MAX_DEPTH, MAX_ITEMS, MAX_TEXT = 4, 40, 200
"""Bounds of what is kept of each model."""
MAX_CHARS = 20_000
"""Bound of what is kept of a server."""
CHANGING = frozenset(
    {"created", "permission", "loaded_at", "last_used", "expires_at", "uptime", "state", "status"}
)
"""Fields that differ from one question to the next, though the model is the same."""


async def describe_servers(
    specs: Mapping[str, str], settings: Settings
) -> dict[str, list[Any] | None]:
    """Ask the server of each model for its list.

    Returns:
        By server: what it says of the models that are asked; `None` if it gave no list.
    """
    asked: dict[str, tuple[Server, set[str]]] = {}
    for model in _list_models(specs, settings):
        asked.setdefault(model.server.host, (model.server, set()))[1].add(model.name)
    if not asked:
        return {}
    module = await asyncio.to_thread(import_module, "engine.llm.server_query")
    try:
        async with module.open_query() as query:
            answers = await asyncio.gather(
                *(
                    query.get(server, "/models", SECONDS, direct=False)
                    for server, _ in asked.values()
                )
            )
    except (ValueError, ImportError, OSError):  # as for calls, which say so
        return dict.fromkeys(asked)
    return {
        host: _select_models(answer, names, server)
        for (host, (server, names)), answer in zip(asked.items(), answers, strict=True)
    }


def _list_models(specs: Mapping[str, str], settings: Settings) -> list[Model]:
    found = []
    for spec in map(parse_spec, specs.values()):
        if spec.asks_model:
            try:
                found.append(find_model(spec, settings=settings))
            except SetupError:  # only the workers of another computer have its key
                continue
    return found


def _select_models(answer: object, names: set[str], server: Server) -> list[Any] | None:
    """Keep what a server says of the models that are asked, or of its only one."""
    listed = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(listed, list):
        return None
    models = [one for one in listed if isinstance(one, dict)]
    chosen = [one for one in models if one.get("id") in names] or models[:1]
    kept: list[Any] = []
    for model in chosen[:MAX_ITEMS]:
        kept.append(_clean_value(model, server, MAX_DEPTH))
        if len(json.dumps(kept)) > MAX_CHARS:
            kept.pop()
    return kept


def _clean_value(value: object, server: Server, depth: int) -> Any:  # noqa: ANN401
    """Clean and bound a JSON value; what is too deep or no number becomes `None`."""
    match value:
        case bool() | None:
            return value
        case int() | float():
            return value if abs(value) < 2**53 else None
        case str():
            return server.redact(clean(value, MAX_TEXT))
        case dict() if depth:
            return {
                server.redact(clean(name, MAX_TEXT)): _clean_value(one, server, depth - 1)
                for name, one in list(value.items())[:MAX_ITEMS]
                if name not in CHANGING
            }
        case list() if depth:
            return [_clean_value(one, server, depth - 1) for one in value[:MAX_ITEMS]]
    return None
