"""Read files of words."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from zlib import crc32


def read_words(name: str) -> tuple[str, ...]:
    return tuple(files("words").joinpath(name).read_text(encoding="ascii").split())


def read_pairs(name: str) -> Iterator[tuple[str, str]]:
    words = iter(read_words(name))
    return zip(words, words, strict=True)


@cache
def list_version(name: str) -> str:
    """Compute the version of a list, such as `associations` or `kinds`: its file's checksum."""
    paths = (files("words").joinpath(name + suffix) for suffix in (".tsv", ".txt"))
    path = next(path for path in paths if path.is_file())
    return f"{crc32(path.read_bytes()):08x}"
