"""Render pages from templates: every text in them is cleaned and escaped."""

import re
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from engine.text import clean_lines

PLAIN = re.compile("[ -~\n]*")
"""Matches text in which nothing has to be cleaned."""


def render_page(template: str, **data: Any) -> str:  # noqa: ANN401 - a template takes any value
    """Render a page.

    Args:
        template: Its package and file: `engine.export/match.html` lies in the folder `templates`
            of the package `engine.export`.
        data: The variables of the template; one that is missing is an error.
    """
    return _build_environment().get_template(template).render(data)


def load_macro(template: str, name: str) -> Callable[..., str]:
    """Load a macro of a template, which returns markup."""
    macro: Callable[..., str] = getattr(_build_environment().get_template(template).module, name)
    return macro


@cache
def _build_environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_read_template),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_clean_value,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["digest"] = _compute_digest
    return environment


def _read_template(name: str) -> str | None:
    """Read a template of a package; `None` if there is none."""
    package, _, file = name.partition("/")
    if "/" in file:
        return None
    try:
        return files(package).joinpath("templates", file).read_text(encoding="utf-8")
    except (FileNotFoundError, ModuleNotFoundError):
        return None


def _clean_value(value: object) -> object:
    """Remove controls and direction marks from text that a template prints.

    Markup is left as it is: the output of macros, and our own charts.
    """
    if isinstance(value, str) and not isinstance(value, Markup) and not PLAIN.fullmatch(value):
        return clean_lines(value, 4 * len(value))  # a tab becomes up to four blanks
    return value


def _compute_digest(text: str) -> str:
    """Compute the digest by which a page's policy allows a style sheet."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
