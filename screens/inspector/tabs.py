"""The line with the names of the sections."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget


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
