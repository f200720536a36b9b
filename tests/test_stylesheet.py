"""Styles are found once for each kind of place, and are those that Textual finds."""

from collections.abc import Iterator
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.css.styles import Styles
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, Switch

import tui.app
from screens.dialogs_and_modal_host import LeaveDialog
from screens.move_entry_form import ConfirmDialog
from screens.private_screens_and_inputs import Curtain
from tests.looking import Opened, in_front, until
from tui.app import ParlourApp


def comparable(rules: Any) -> dict[str, Any]:
    """Rules by name; two layouts of the same kind are equal."""
    return {name: type(value) if name == "layout" else value for name, value in rules.items()}


class Finder(Stylesheet):
    """Finds the styles of widgets as Textual does, and leaves the widgets as they are."""

    found: dict[str, Any]

    def replace_rules(  # type: ignore[override]
        self,
        node: DOMNode,  # noqa: ARG002
        rules: Any,
        animate: bool = False,  # noqa: ARG002
    ) -> None:
        """Keep the rules as a widget would."""
        styles = Styles()
        for name, value in rules.items():
            setattr(styles, name, value)
        self.found = comparable(styles.get_rules())

    def _process_component_classes(self, node: DOMNode) -> None:
        """Leave the parts of the widget as they are."""


def wrong_styles(app: ParlourApp) -> Iterator[str]:
    """The widgets whose styles, or whose parts' styles, are not those that Textual finds."""
    finder = Finder(variables=app.get_css_variables())
    finder.source = dict(app.stylesheet.source)
    finder.parse()
    for widget in app.screen.walk_children(with_self=True):
        parts: list[Any] = [styles.node for styles in widget._component_styles.values()]
        for node in (widget, *parts):
            flags = vars(node).copy()
            finder.found = {}
            finder.apply(node)
            vars(node).update(
                {name: value for name, value in flags.items() if name.startswith("_has_")}
            )
            if comparable(node.styles.base.get_rules()) != finder.found:
                yield f"{node} in {app.screen}"


class Fields(Screen[None]):
    """Widgets that others do not have: parts, transitions, and rules for states."""

    CSS = "Fields Input:disabled { color: red; } Fields.-marked Button { color: green; }"

    def compose(self) -> ComposeResult:
        yield Input("text", id="one")
        yield Button("A button")
        yield Switch()


async def test_every_widget_has_the_styles_that_textual_finds() -> None:
    app = Opened(lambda: Curtain("Ada"))
    async with app.run_test(size=(100, 40)) as pilot:
        for screen in [
            *(Curtain("Ben"), Curtain("Cyd", notice="notice")),
            *(ConfirmDialog("Ada", "Send?", [("row", "text")], "All.") for _ in range(2)),
            *(LeaveDialog(), Fields(), Fields()),
        ]:
            await app.push_screen(screen)
            await pilot.press("tab")
            assert not list(wrong_styles(app))
        screen.add_class("-marked")
        screen.query_one(Input).disabled = True
        screen.query_one(Switch).value = True
        await pilot.pause()
        assert screen.query_one(Button).styles.color.css == "rgb(0,128,0)"
        assert not list(wrong_styles(app))
        screen.remove_class("-marked")
        screen.query_one(Input).disabled = False
        await pilot.press("f2")
        assert not list(wrong_styles(app))


async def test_the_second_screen_of_a_kind_is_styled_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[DOMNode] = []
    apply = Stylesheet.apply

    def search(sheet: Stylesheet, node: DOMNode, **how: Any) -> None:
        searched.append(node)
        apply(sheet, node, **how)

    monkeypatch.setattr(tui.app, "HELP_DELAY", 600)  # its style sheet would be read meanwhile
    monkeypatch.setattr(Stylesheet, "apply", search)
    app = Opened(lambda: Curtain("Ada"))
    async with app.run_test(size=(100, 40)) as pilot:
        for name in ("Ben", "Cyd"):
            searched.clear()
            await app.push_screen(Curtain(name))
            await pilot.pause()
    assert not [node for node in searched if isinstance(node, Widget)]


async def test_a_closed_screen_is_removed_after_a_moment_but_not_if_it_is_shown_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tui.app, "REMOVAL_DELAY", 0.01)
    app = Opened(lambda: Curtain("Ada"))
    async with app.run_test() as pilot:
        curtain = await in_front(pilot, Curtain)
        app.capture_mouse(curtain)
        curtain.dismiss(False)
        await until(pilot, lambda: app.mouse_captured is None)
        await until(pilot, lambda: not curtain.is_running)
        assert curtain not in app._registry
        other = Curtain("Ben")
        await app.push_screen(other)
        app.pop_screen()
        app.push_screen(other)
        await app.remove_closed(other)
        assert app.screen is other
        assert other.is_running
