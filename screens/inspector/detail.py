"""The right side of the inspector: a heading, tabs for the sections, and the open section."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from screens.inspector.sections import Section
from screens.widgets.lines import BLANK, Lines, spread


class SectionTabs(Widget):
    """One line with the names of the sections; a click opens one."""

    DEFAULT_CSS = "SectionTabs { height: 1; width: 1fr; }"

    class Opened(Message):
        """A section was clicked."""

        def __init__(self, name: str) -> None:
            """Ask to open the section `name`."""
            super().__init__()
            self.name = name

    names: tuple[str, ...] = ()
    open_name: str = ""

    def show(self, names: tuple[str, ...], open_name: str) -> None:
        """Show the names of other sections."""
        self.names, self.open_name = names, open_name
        self.refresh()

    def render_tab(self, name: str) -> Content:
        """The name of one section."""
        if name == self.open_name:
            return Content.styled(f"◉ {name}", "bold $primary")
        return Content.styled(f"○ {name}", "$muted")

    def render(self) -> Content:
        return Content("   ").join(map(self.render_tab, self.names))

    def on_click(self, event: events.Click) -> None:
        """Open the section under the pointer."""
        end = 0
        for name in self.names:
            end += self.render_tab(name).cell_length + 3
            if event.x < end:
                self.post_message(self.Opened(name))
                return


class Heading(Lines):
    """Whose move it is, and the verdict on it: in one line, or two."""

    whose = verdict = BLANK

    def show(self, whose: Content, verdict: Content) -> None:
        """Show another row."""
        self.whose, self.verdict = whose, verdict
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """Both in one line, or one beneath the other."""
        return spread(self.whose, self.verdict, width)


class SectionPage(Lines):
    """The lines of one section, laid out once for each width."""

    section: Section | None = None
    cached: tuple[int, list[Content]] = (-1, [])

    def show(self, section: Section) -> None:
        """Show another section."""
        self.section, self.cached = section, (-1, [])
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The lines of the section, none wider than `width` cells."""
        if self.section is None or width < 1:
            return []
        if self.cached[0] != width:
            self.cached = width, self.section(width)
        return self.cached[1]
