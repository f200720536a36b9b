"""A text in the longest of several forms for which there is room."""

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from screens.widgets.text_layout import wrap_evenly


class FittingText(Widget):
    """The longest of several texts that fits into the line, or into the lines."""

    DEFAULT_CSS = "FittingText { height: 1; }"
    texts: reactive[tuple[str, ...]] = reactive(())

    def show(self, *texts: str) -> None:
        """Show the first of these that fits, or the last."""
        self.texts = texts

    def render(self) -> Content:
        width, height = self.content_size
        fitting = (
            text
            for text in self.texts
            if cell_len(text) <= width or len(Content(text).wrap(max(width, 1))) <= height
        )
        told = next(fitting, self.texts[-1] if self.texts else "")
        return Content("\n").join(wrap_evenly(Content(told), max(width, 1)))
