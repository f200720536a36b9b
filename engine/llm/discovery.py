"""Find the models that the servers at hand offer; nobody asks before a person wants the list."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from engine.config.model_variables import read_environment
from engine.errors import SetupError
from engine.llm.model_offers import Offer, read_offers
from engine.llm.offer_sources import Source, list_sources
from engine.play import do_nothing

if TYPE_CHECKING:
    from engine.config.settings import Settings
    from engine.llm.server_query import ServerQuery

LOCAL_SECONDS = 2.0
"""Seconds a server on this computer has for its list."""
REMOTE_SECONDS = 6.0
"""Seconds another server has."""


@dataclass(frozen=True, slots=True)
class Found:
    """A model that can be seated."""

    spec: str
    """Its SPEC; empty if it needs a table in the settings first."""
    offer: Offer
    source: str
    """The name of its server."""
    local: bool


@dataclass(frozen=True, slots=True)
class ServerOffers:
    """What one server offers."""

    source: Source
    found: tuple[Found, ...]
    answered: bool


async def find_offers(
    settings: "Settings",
    variables: Mapping[str, str] | None = None,
    on_answer: Callable[[ServerOffers], object] = do_nothing,
) -> list[ServerOffers]:
    """Ask all servers at the same time; a local one that nobody set up may be silent.

    Args:
        settings: The settings in force.
        variables: The environment; by default that of this process and `.env`.
        on_answer: Called as soon as a server has answered, or will not.

    Raises:
        SetupError: If `.env`, a proxy or the certificates cannot be used.
    """
    sources = list_sources(settings, read_environment() if variables is None else variables)
    module = await asyncio.to_thread(import_module, "engine.llm.server_query")
    found = []

    async def ask(query: "ServerQuery", source: Source) -> None:
        offers = await _ask(query, source, settings)
        if offers.answered or source.expected:
            found.append(offers)
            on_answer(offers)

    try:
        async with module.open_query() as query:
            await asyncio.gather(*(ask(query, source) for source in sources))
    except (ValueError, ImportError, OSError):
        raise SetupError(
            "The servers cannot be asked: check the proxy and the certificates that the "
            "environment names."
        ) from None
    return sorted(found, key=lambda one: sources.index(one.source))


async def _ask(query: "ServerQuery", source: Source, settings: "Settings") -> ServerOffers:
    """Ask one server for its list; those on this computer also for what they know of each model."""
    server, local = source.server, source.is_local
    seconds = LOCAL_SECONDS if local else REMOTE_SECONDS
    asked = ["/models"]
    if local:
        server = replace(server, url=_replace_host(server.url))
        root = urlunsplit(urlsplit(server.url)._replace(path="", query="", fragment=""))
        asked += [f"{root}/api/tags", f"{root}/api/v0/models"]
    answers = await asyncio.gather(
        *(query.get(server, path, seconds, direct=local) for path in asked)
    )
    offers = read_offers(*answers)
    by_name = {offer.model: offer for offer in offers}
    found = [
        Found(f"llm:{name}", by_name.get(model, Offer(model)), source.title, local)
        for name, model in source.tables.items()
    ]
    own = set(source.tables.values())
    found += [
        Found(_build_spec(source, offer.model, settings), offer, source.title, local)
        for offer in offers
        if offer.model not in own
    ]
    return ServerOffers(source, tuple(found), isinstance(answers[0], dict))


def _replace_host(url: str) -> str:
    """Replace the name of this computer by its address, which no resolver can lead elsewhere."""
    parts = urlsplit(url)
    if parts.hostname != "localhost":
        return url
    login, at, place = parts.netloc.rpartition("@")
    netloc = f"{login}{at}{place.replace('localhost', '127.0.0.1', 1)}"
    return urlunsplit(parts._replace(netloc=netloc))


def _build_spec(source: Source, model: str, settings: "Settings") -> str:
    """Build the SPEC of a model; empty if that name would lead to another one."""
    if source.suffix is None:
        return ""
    name = f"{model}{source.suffix}"
    taken = name in settings.models or (not source.suffix and "@" in name)
    return "" if taken else f"llm:{name}"
