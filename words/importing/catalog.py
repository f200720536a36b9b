"""The catalog of gensim's downloader: its models, and the server that has them."""

import json
import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from words.gensim_requirement import explain_missing_gensim
from words.importing.http import stream_bytes
from words.space.errors import SpaceError

PAPER = ("word2vec-google-news-300", "glove-wiki-gigaword-300")
"""The models for the name `paper`, after the Decrypto paper: its word2vec, and the largest GloVe in
the catalog. The paper's own GloVe (Common Crawl, 2.2 million words) is not in the catalog."""


NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")


LARGEST_CATALOG = 5_000_000
"""Maximum size of the catalog in bytes."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model of the catalog. Texts come from the server: clean them before they are shown."""

    name: str
    size: int
    """Bytes to download."""
    words: int
    """Number of words; 0 if unknown."""
    width: int
    """Numbers per vector; 0 if unknown."""
    licence: str
    trained_on: str
    description: str
    checksums: tuple[str, ...]
    """The MD5 of each file, in order."""

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files on the server."""
        whole = f"{self.name}/{self.name}.gz"
        if len(self.checksums) == 1:
            return (whole,)
        return tuple(f"{whole}_0{part}" for part in range(len(self.checksums)))


def find_server(server: str | None) -> tuple[str, str]:
    """The addresses of the catalog and of the folder with the files.

    Args:
        server: Another server than gensim's, with `list.json` and the files beneath it.
    """
    if server:
        base = server.rstrip("/")
        return f"{base}/list.json", base
    try:
        from gensim import downloader  # noqa: PLC0415 - optional, 0.6 s
    except ModuleNotFoundError:
        raise SpaceError(explain_missing_gensim("The catalog")) from None
    return downloader.DATA_LIST_URL, downloader.DOWNLOAD_BASE_URL


def read_catalog(server: str | None = None) -> dict[str, Model]:
    """Read the catalog of models, by name.

    Args:
        server: Another server than gensim's, see `find_server`.

    Raises:
        SpaceError: If it cannot be fetched, or is not a catalog.
    """
    address, _ = find_server(server)
    text = b"".join(stream_bytes(address, 0, LARGEST_CATALOG))
    try:
        models = json.loads(text)["models"]
        found = [_read_model(str(name), about) for name, about in models.items()]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SpaceError(f"{address} holds no catalog of gensim's downloader.") from None
    return {model.name: model for model in found if model is not None}


def _read_model(name: str, about: dict[str, Any]) -> Model | None:
    """Read an entry; `None` if it is not word vectors, such as gensim's own tests."""
    parts = int(about.get("parts", 1))
    keys = ["checksum"] if parts == 1 else [f"checksum-{part}" for part in range(parts)]
    sums = tuple(str(about.get(key, "")).lower() for key in keys)
    if not NAME.fullmatch(name) or not 1 <= parts <= 10 or not all(sums):
        return None
    parameters = about.get("parameters") or {}
    return Model(
        name=name,
        size=int(about.get("file_size") or 0),
        words=int(about.get("num_records") or 0),
        width=int(parameters.get("dimension") or 0) if isinstance(parameters, dict) else 0,
        licence=str(about.get("license") or "not stated"),
        trained_on=str(about.get("base_dataset") or ""),
        description=str(about.get("description") or ""),
        checksums=sums,
    )


def find_model(catalog: dict[str, Model], name: str) -> Model:
    """Find a model by name.

    Raises:
        SpaceError: If the catalog has none of that name; the message names the nearest.
    """
    if name in catalog:
        return catalog[name]
    close = get_close_matches(name, catalog, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise SpaceError(
        f"The catalog has no model {name!r}.{hint} `parlour vectors catalog` lists them all."
    )
