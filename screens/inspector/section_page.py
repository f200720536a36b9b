"""The page that shows one section."""

from textual.content import Content

from screens.inspector.sections import Section
from screens.widgets.lines import Lines


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
