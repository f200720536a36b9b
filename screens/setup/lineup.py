"""A named line-up to choose."""

from textual.content import Content

from screens.setup.choice import Choice


class LineupChoice(Choice):
    """A named line-up."""

    DEFAULT_CSS = """
    LineupChoice { height: 1; width: 1fr; border-left: blank; padding: 0 1; }
    LineupChoice:hover { background: $surface; }
    LineupChoice:focus { border-left: outer $primary; background: $panel; text-style: bold; }
    """

    def __init__(self, name: str, number: int) -> None:
        """Show the line-up of that name."""
        super().__init__(id=f"preset-{number}")
        self.label = name
        self.number = number

    def render(self) -> Content:
        if self.chosen:
            return Content.assemble(("◉ ", "$primary"), (self.label, "bold $primary"))
        return Content.assemble("○ ", self.label)

    def watch_chosen(self) -> None:
        self.refresh()
