"""The console that prints tables to stdout."""

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from engine.text import escape_controls

FILE_WIDTH = 200
"""Width of a table that is not printed to a terminal, in columns."""


class CleanConsole(Console):
    """A console that prints nothing that a terminal obeys but its own styles."""

    def render_str(self, text: str, **how: Any) -> Text:  # noqa: ANN401 - as rich has them
        """Render text as rich does."""
        return super().render_str(escape_controls(text), **how)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render as rich does; a `Text` does not pass through `render_str`."""
        for one in super().render(renderable, options):
            yield one if one.control else one._replace(text=escape_controls(one.text))


def create_console() -> "Console":
    """Create a console for stdout; wide if stdout is no terminal."""
    width = None if sys.stdout.isatty() else FILE_WIDTH
    return CleanConsole(width=width, markup=False, emoji=False, highlight=False)
