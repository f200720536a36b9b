"""List the servers that may offer models: of the settings, of the environment, and local ones.

The usual addresses of local servers are asked on loopback alone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from engine.config.server_presets import PRESETS
from engine.errors import SetupError
from engine.llm.model import Model
from engine.llm.server import PLACEHOLDER, Server

if TYPE_CHECKING:
    from engine.config.settings import Settings

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
