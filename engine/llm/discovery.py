"""Find the models that the servers at hand offer; nobody asks before a person wants the list.

The servers are those of the settings and of the environment, and the usual addresses of local
servers, which are asked on loopback alone.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from engine.config.presets import PRESETS
from engine.config.variables import read_environment
from engine.errors import SetupError
from engine.llm.model import Model
from engine.llm.offers import Offer, read_offers
from engine.llm.server import PLACEHOLDER, Server
from engine.play import do_nothing

if TYPE_CHECKING:
    from engine.config.settings import Settings
    from engine.llm.listing import Lister

LOCAL_SECONDS = 2.0
"""Seconds a server on this computer has for its list."""
REMOTE_SECONDS = 6.0
"""Seconds another server has."""
LOCAL_TITLES = {
    "ollama": "Ollama",
    "llamacpp": "llama.cpp",
    "lmstudio": "LM Studio",
    "vllm": "vLLM",
}
"""The presets of local servers."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Source:
    """A server to ask."""

    title: str
    server: Server
    tables: Mapping[str, str]
    """The models that settings name on it: by NAME, the name on the server."""
    suffix: str | None
    """What follows a model's name in its SPEC; `None` if it needs a table in the settings."""
    expected: bool = True
    """Whether the server was set up, so that its silence is worth a word."""

    @property
    def is_local(self) -> bool:
        """Whether it is on this computer."""
        return (urlsplit(self.server.url).hostname or "") in LOOPBACK


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
    listing = await asyncio.to_thread(import_module, "engine.llm.listing")
    found = []

    async def ask(lister: "Lister", source: Source) -> None:
        offers = await _ask(lister, source, settings)
        if offers.answered or source.expected:
            found.append(offers)
            on_answer(offers)

    try:
        async with listing.open_lister() as lister:
            await asyncio.gather(*(ask(lister, source) for source in sources))
    except (ValueError, ImportError, OSError):
        raise SetupError(
            "The servers cannot be asked: check the proxy and the certificates that the "
            "environment names."
        ) from None
    return sorted(found, key=lambda one: sources.index(one.source))


def list_sources(settings: "Settings", variables: Mapping[str, str]) -> tuple[Source, ...]:
    """List the servers to ask: of the settings, of the environment, and the usual local ones."""
    sources: dict[tuple[object, ...], Source] = {}
    for source in (
        *_list_configured(settings, variables),
        *_list_environment(settings, variables),
        *_list_local(settings),
    ):
        key = _identify(source.server)
        known = sources.setdefault(key, source)
        if known is not source:
            suffix = source.suffix if known.suffix is None else known.suffix
            tables = {**known.tables, **source.tables}
            title = known.title if source.expected else source.title
            sources[key] = replace(known, title=title, tables=tables, suffix=suffix)
    return tuple(sources.values())


def _identify(server: Server) -> tuple[object, ...]:
    """Identify a server and what it is sent; all names of this computer are one."""
    parts = urlsplit(server.url)
    host = "localhost" if parts.hostname in LOOPBACK else parts.netloc
    return (host, parts.port, parts.path, parts.query, server.key, *server.headers.items())


def _list_configured(settings: "Settings", variables: Mapping[str, str]) -> Iterator[Source]:
    for name, table in settings.models.items():
        try:
            model = Model.find(name, variables, settings=settings)
        except SetupError:  # `parlour doctor` and the seat's row say what it lacks
            continue
        preset = PRESETS.get(table.preset or "")
        plain = not (table.base_url or table.api_key_env or table.extra_headers)
        suffix = f"@{table.preset}" if preset and plain else None
        yield Source(model.server.host, model.server, {name: model.name}, suffix)


def _list_environment(settings: "Settings", variables: Mapping[str, str]) -> Iterator[Source]:
    if any(variables.get(name, "").strip() for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY")):
        try:
            server = Server.from_environment(variables, settings.timeout)
        except SetupError:
            return
        yield Source(server.host, server, {}, "")


def _list_local(settings: "Settings") -> Iterator[Source]:
    for name, title in LOCAL_TITLES.items():
        url = PRESETS[name].url
        server = Server(url, PLACEHOLDER, urlsplit(url).netloc, settings.timeout)
        yield Source(title, server, {}, f"@{name}", expected=False)


async def _ask(lister: "Lister", source: Source, settings: "Settings") -> ServerOffers:
    """Ask one server for its list; those on this computer also for what they know of each model."""
    server, local = source.server, source.is_local
    seconds = LOCAL_SECONDS if local else REMOTE_SECONDS
    asked = ["/models"]
    if local:
        server = replace(server, url=_replace_host(server.url))
        root = urlunsplit(urlsplit(server.url)._replace(path="", query="", fragment=""))
        asked += [f"{root}/api/tags", f"{root}/api/v0/models"]
    answers = await asyncio.gather(
        *(lister.get(server, path, seconds, direct=local) for path in asked)
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
