"""Widgets that show text as lines."""

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget


class Lines(Widget):
    """A widget of text lines; subclasses lay them out for a width."""

    DEFAULT_CSS = "Lines { width: 1fr; height: auto; }"

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out the lines, none wider than `width` cells."""
        raise NotImplementedError

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return len(self.layout_lines(max(width, 1)))

    def render(self) -> Content:
        return Content("\n").join(self.layout_lines(max(self.content_size.width, 1)))


class ViewLines[View](Lines):
    """Lines built from a view; `show` replaces the view."""

    def __init__(self, view: View | None = None) -> None:
        super().__init__()
        self.view = view

    def show(self, view: View) -> None:
        """Show another view."""
        self.view = view
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The lines for the view; none before there is one."""
        return [] if self.view is None else self.build_lines(self.view, width)

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Build the lines for `view`, none wider than `width` cells."""
        raise NotImplementedError
