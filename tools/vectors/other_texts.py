"""Texts that no space of Parlour learns from, for spaces of other corpora.

Sayings, essays and handbooks of Debian packages, read where spaces are trained to measure Parlour's
own player against. Neither the texts nor what is trained on them is shipped.
"""

import gzip
import re
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path

from tools.lists.sources import Sources
from tools.lists.vocabulary import Vocabulary
from tools.vectors.corpora import Sentences

PACKAGES: Mapping[str, str] = {
    "fortunes": "usr/share/games/fortunes/people",
    "anarchism": "usr/share/doc/anarchism/markdown/secA1.md.gz",
    "dict-jargon": "usr/share/dictd/jargon.dict.dz",
    "dict-foldoc": "usr/share/dictd/foldoc.dict.dz",
    "debian-handbook": "usr/share/doc/debian-handbook/html/en-US/index.html",
}
"""By Debian package: a file of it."""


def _read_fortunes(folder: Path) -> Iterator[str]:
    """Read sayings, jokes and verses, each of them a text."""
    for path in sorted((folder / "usr/share/games/fortunes").iterdir()):
        if not path.suffix and not path.is_symlink():
            yield from path.read_text("utf-8", "replace").split("\n%\n")


def _read_essays(folder: Path) -> Iterator[str]:
    """Read the paragraphs of An Anarchist FAQ."""
    for path in sorted((folder / "usr/share/doc/anarchism/markdown").glob("*.md.gz")):
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
            yield from _split(file.read())


def _read_computing(folder: Path) -> Iterator[str]:
    """Read the paragraphs of two dictionaries of computing."""
    for name in ("dict-jargon", "dict-foldoc"):
        with gzip.open(folder / PACKAGES[name], "rt", encoding="utf-8", errors="replace") as file:
            yield from _split(file.read())


def _read_handbook(folder: Path) -> Iterator[str]:
    """Read the pieces of text of the Debian handbook's pages."""
    for path in sorted((folder / PACKAGES["debian-handbook"]).parent.glob("*.html")):
        page = _Page()
        page.feed(path.read_text("utf-8", "replace"))
        yield from _split("".join(page.texts))


class _Page(HTMLParser):
    """The text of a page, an empty line between its blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs  # a name that HTMLParser gives it
        if tag in ("p", "div", "li", "dt", "dd", "pre", "h1", "h2", "h3", "td"):
            self.texts.append("\n\n")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def _split(text: str) -> list[str]:
    return re.split(r"\n\s*\n", text)


READERS: Mapping[str, Callable[[Path], Iterator[str]]] = {
    "fortunes": _read_fortunes,
    "essays": _read_essays,
    "computing": _read_computing,
    "handbook": _read_handbook,
}


def read(sources: Sources, vocabulary: Vocabulary) -> Mapping[str, Sentences]:
    """Read the texts, by name."""
    return {
        name: Sentences.of(filter(None, map(vocabulary.read, read(sources.folder))))
        for name, read in READERS.items()
    }
