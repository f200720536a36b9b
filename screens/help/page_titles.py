"""The line of titles of pages."""

from collections.abc import Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget


class PageTitles(Widget):
    """A line of titles of pages, the open one underlined; a click opens another."""

    DEFAULT_CSS = """
    PageTitles {
        height: auto;
        width: 1fr;
        link-style: none;
        link-color: $muted;
        link-background: transparent;
        link-style-hover: bold;
        link-color-hover: $primary;
        link-background-hover: transparent;
    }
    """
    opened: reactive[int] = reactive(0)

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self.titles = titles

    def render(self) -> Content:
        return Content("   ").join(map(self.render_title, range(len(self.titles))))

    def render_title(self, place: int) -> Content:
        """One title, which cannot be broken between its words."""
        title = Content(self.titles[place].replace(" ", "\N{NO-BREAK SPACE}"))
        if place == self.opened:
            return title.stylize("bold underline $primary")
        return title.stylize(Style.from_meta({"@click": f"screen.open_page({place})"}))
