"""A text that may change, in lines that are about equally long."""

from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from screens.widgets.text_layout import wrap_evenly


class EvenText(Static):
    """A text without markup; if it needs several lines, none of them is left with one word."""

    def __init__(
        self,
        text: Content | str = "",
        *,
        id: str | None = None,  # noqa: A002 - as Textual calls it
        classes: str | None = None,
    ) -> None:
        """Show `text`, as it is."""
        super().__init__(text, id=id, classes=classes, markup=False)

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out the text for a width."""
        text = self.content if isinstance(self.content, Content) else Content(str(self.content))
        return wrap_evenly(text, max(width, 1))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return len(self.layout_lines(width))

    def render(self) -> Content:
        return Content("\n").join(self.layout_lines(self.content_size.width))
