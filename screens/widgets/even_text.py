"""A text that may change, in lines that are about equally long."""

from textual.content import Content
from textual.widgets import Static

from screens.widgets.text_layout import wrap_evenly


class EvenText(Static):
    """A text without markup; if it needs several lines, none of them is left with one word."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - as Textual calls it
        super().__init__(id=id, markup=False)

    def render(self) -> Content:
        width = max(self.content_size.width, 1)
        return Content("\n").join(wrap_evenly(Content(str(self.content)), width))
