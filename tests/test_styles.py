"""Style sheets and event handlers name things by strings: each of them must exist."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from inspect import getfile, isfunction
from pathlib import Path
from typing import Any

import pytest
from textual.css.model import SelectorType
from textual.css.parse import parse
from textual.css.tokenize import tokenize_values
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

import screens
from tui.app import ParlourApp

HERE = Path(screens.__file__).parent
ANY = "*"


def descend(kind: type[Any]) -> Iterator[type[Any]]:
    """A class, and all that are made from it."""
    yield kind
    for child in kind.__subclasses__():
        yield from descend(child)


@pytest.fixture(scope="module", autouse=True)
def _all_modules() -> None:
    for module in pkgutil.walk_packages(screens.__path__, "screens."):
        import_module(module.name)


def sheets() -> Iterator[tuple[str, str]]:
    """Every style sheet of our own: where it is, and its text."""
    for path in HERE.rglob("*.tcss"):
        yield str(path.relative_to(HERE)), path.read_text(encoding="utf-8")
    for kind in set(descend(Widget)):
        if kind.__module__.startswith("screens.") and "DEFAULT_CSS" in vars(kind):
            yield kind.__name__, kind.DEFAULT_CSS


def test_style_sheets_name_only_widgets_that_there_are() -> None:
    known = {name for kind in set(descend(Widget)) for name in kind._css_type_names}
    known |= {ANY, *ParlourApp._css_type_names}
    colours = tokenize_values(ParlourApp(Screen).get_css_variables())
    wrong = {
        (where, selector.name)
        for where, text in sheets()
        for rules in parse("", text, ("", ""), variable_tokens=colours)
        for selectors in rules.selector_set
        for selector in selectors.selectors
        if selector.type is SelectorType.TYPE and selector.name not in known
    }
    assert not wrong


def test_event_handlers_are_named_for_messages_that_there_are() -> None:
    known = {kind.handler_name for kind in set(descend(Message)) - {Message}}
    wrong = {
        f"{getfile(kind)}: {kind.__name__}.{name}"
        for kind in set(descend(MessagePump))
        if kind.__module__.startswith(("screens.", "tui."))
        for name, value in vars(kind).items()
        if isfunction(value) and name.startswith("on_") and name not in {*known, "on_event"}
    }
    assert not wrong


def test_every_style_sheet_that_a_screen_names_exists() -> None:
    for kind in descend(Screen):
        own = vars(kind).get("CSS_PATH") or []
        if kind.__module__.startswith("screens."):
            names = [own] if isinstance(own, str) else own
            missing = [one for one in names if not (Path(getfile(kind)).parent / one).is_file()]
            assert not missing, kind.__name__


KEPT_PRIVATE = {("PictureApp", "_display"), ("ParlourApp", "_fatal_error")}
"""Private methods of Textual's that are overridden, each with its reason beside it."""


def test_no_other_private_method_of_textual_s_is_overridden() -> None:
    found = {
        (kind.__name__, name)
        for kind in set(descend(MessagePump))
        if kind.__module__.startswith(("screens.", "tui."))
        for name, value in vars(kind).items()
        if isfunction(value) and name.startswith("_") and not name.startswith("__")
        if any(name in vars(base) for base in kind.__mro__ if base.__module__.startswith("textual"))
    }
    assert found == KEPT_PRIVATE
