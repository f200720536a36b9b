"""Read which models a server says that it offers; everything in its answers is hostile."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.text import clean

MAX_OFFERS = 200
"""The most models of a server that are listed."""
MAX_NAME = 200
"""The longest name of a model."""
MAX_WORDS = 40
"""Characters of a family or a number of parameters."""
MAX_SIZE = 10**15
"""The largest size in bytes that is believed."""
NAME = re.compile(r"[^\s,]+")
"""Matches names that a SPEC can hold."""
EMBEDDING = re.compile(r"embed|^(nomic-)?bert$", re.IGNORECASE)
"""Matches names, types and families of models that write no text."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that a server offers."""

    model: str
    family: str = ""
    parameters: str = ""
    """The number of parameters, such as `8.2B`."""
    size: int | None = None
    """The size of its file in bytes."""

    def describe_size(self) -> str:
        """Describe parameters and size, such as `8.2B, 5.2 GB`, as far as they are known."""
        size = "" if self.size is None else f"{self.size / 1e9:.1f} GB"
        return ", ".join(filter(None, (self.parameters, size)))


def read_offers(listed: object, tags: object = None, details: object = None) -> tuple[Offer, ...]:
    """Read the models of a server, in its order.

    Args:
        listed: The answer to `/v1/models`, with the `meta` of llama.cpp.
        tags: The answer of Ollama to `/api/tags`.
        details: The answer of LM Studio to `/api/v0/models`.
    """
    known = {**_read_table(tags, "models"), **_read_table(details, "data")}
    offers: dict[str, Offer] = {}
    for name, item in _read_table(listed, "data").items():
        more = _read_table(listed, "models").get(name, {})
        parts = (item, more, known.get(name, {}))
        offer = _read_offer(name, parts)
        kinds = (name, offer.family, *(str(part.get("type", "")) for part in parts))
        if not any(EMBEDDING.search(kind) for kind in kinds):
            offers[name] = offer
        if len(offers) == MAX_OFFERS:
            break
    return tuple(offers.values())


def _read_table(answer: object, key: str) -> dict[str, Mapping[str, object]]:
    """Read a list of objects by the names of their models; what is no such list is empty."""
    items = answer.get(key) if isinstance(answer, dict) else None
    found: dict[str, Mapping[str, object]] = {}
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and (name := _read_name(item)):
            found.setdefault(name, item)
    return found


def _read_name(item: Mapping[str, object]) -> str:
    """Read the name of a model; empty if no SPEC can hold it."""
    name = next((item[key] for key in ("id", "model", "name") if item.get(key)), "")
    plain = isinstance(name, str) and len(name) <= MAX_NAME and NAME.fullmatch(name)
    return str(name) if plain and clean(str(name), MAX_NAME) == name else ""


def _read_offer(name: str, parts: tuple[Mapping[str, object], ...]) -> Offer:
    found: dict[str, object] = {}
    for table in _list_tables(parts):
        found |= {key: value for key, value in table.items() if value not in (None, "")}
    count = _read_number(found.get("n_params"))
    return Offer(
        name,
        _read_words(found.get("family")) or _read_words(found.get("arch")),
        _read_words(found.get("parameter_size")) or (f"{count / 1e9:.1f}B" if count else ""),
        _read_number(found.get("size")),
    )


def _list_tables(parts: tuple[Mapping[str, object], ...]) -> Iterator[Mapping[str, object]]:
    for part in parts:
        yield part
        for key in ("meta", "details"):
            inner = part.get(key)
            if isinstance(inner, dict):
                yield inner


def _read_words(value: object) -> str:
    return clean(value, MAX_WORDS) if isinstance(value, str) else ""


def _read_number(value: object) -> int | None:
    return value if type(value) is int and 0 < value < MAX_SIZE else None
