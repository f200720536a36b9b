"""`PageBody`: what the page of a match shows, as a template and its data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PageBody:
    """A part of a page: a template, and what it shows."""

    template: str
    """Its package and file: `engine.games.taboo/page.html` lies in the package's `templates`."""
    data: Mapping[str, Any]
    """The template's variables, all of which it must find here."""
