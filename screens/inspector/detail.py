"""The page of the inspector: the sections of a row, one of them open."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from screens.inspector.sections import Section
from screens.widgets.lines import BLANK, Lines, spread


class Tabs(Widget):
    """One line with the names of the sections, the open one marked; clicks choose."""

    DEFAULT_CSS = "Tabs { height: 1; width: 1fr; }"

    class Chosen(Message):
        """A section was clicked."""

        def __init__(self, name: str) -> None:
            """Open the section `name`."""
            super().__init__()
            self.name = name

    names: tuple[str, ...] = ()
    open: str = ""

    def show(self, names: tuple[str, ...], open_: str) -> None:
        """Offer other sections."""
        self.names, self.open = names, open_
        self.refresh()

    def choice(self, name: str) -> Content:
        """One of the sections, as it stands in the line."""
        if name == self.open:
            return Content.styled(f"◉ {name}", "bold $primary")
        return Content.styled(f"○ {name}", "$muted")

    def render(self) -> Content:
        """All of them."""
        return Content("   ").join(map(self.choice, self.names))

    def on_click(self, event: events.Click) -> None:
        """Open the section under the pointer."""
        end = 0
        for name in self.names:
            end += self.choice(name).cell_length + 3
            if event.x < end:
                self.post_message(self.Chosen(name))
                return


class Heading(Lines):
    """Whose move is looked at, and what came of it: in one line, or two."""

    whose = came = BLANK

    def show(self, whose: Content, came: Content) -> None:
        """Show another row."""
        self.whose, self.came = whose, came
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """Both at the ends of a line, or one beneath the other."""
        return spread(self.whose, self.came, width)


class SectionPage(Lines):
    """The lines of one section, laid out once for each width."""

    section: Section | None = None
    laid: tuple[int, list[Content]] = (-1, [])

    def show(self, section: Section) -> None:
        """Show another section."""
        self.section, self.laid = section, (-1, [])
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The section, none of its lines wider than `width` cells."""
        if self.section is None or width < 1:
            return []
        if self.laid[0] != width:
            self.laid = width, self.section(width)
        return self.laid[1]
