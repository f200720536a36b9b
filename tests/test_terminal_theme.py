"""The theme of the terminal's own colours."""

import pytest
from rich.color import Color as RichColor
from textual.color import Color
from textual.filter import ANSIToTruecolor

from engine.config.start import load_start
from screens.widgets.large_text import build_span, render_letters
from tui.app import ParlourApp
from tui.home import create_home
from tui.theme import CONTRAST, DARK, TERMINAL


@pytest.mark.parametrize("theme", [TERMINAL.name, DARK.name, CONTRAST.name])
async def test_colours_are_the_terminals_own_from_the_first_frame_on(theme: str) -> None:
    app = ParlourApp(lambda: create_home(load_start()), theme=theme)
    assert app.native_ansi_color == (theme == TERMINAL.name)
    async with app.run_test() as pilot:
        for name in (theme, DARK.name, TERMINAL.name, theme):
            app.theme = name
            await pilot.pause()
            (converter,) = [one for one in app._filters if isinstance(one, ANSIToTruecolor)]
            assert converter.enabled == (name != TERMINAL.name)


def test_large_letters_leave_the_ground_of_the_terminal_blank() -> None:
    ground, ink = Color.parse("ansi_default"), Color.parse("ansi_red")
    assert ground.rich_color.is_default
    strips = render_letters("Ada", 4, ground, ink)
    spans = [build_span(text, style) for strip in strips for text, style, _ in strip.simplify()]
    for text, style in spans:
        if "█" in text:
            assert style.rich_style.color == ink.rich_color
    empty = [text for text, style in spans if style.rich_style.color in (None, RichColor.default())]
    assert empty
    assert not "".join(empty).strip()
