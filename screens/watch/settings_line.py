"""The line with the presenter's settings and their keys."""

from textual.content import Content

from screens.watch.presenter_settings import Presentation
from screens.widgets.lines import Lines
from screens.widgets.text_layout import spread


class SettingsLine(Lines):
    """A line with the presenter's settings and their keys, and the score if it fits."""

    DEFAULT_CSS = "SettingsLine { width: 100%; height: 1; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.presentation = Presentation()
        self.status = ""
        self.score = Content("")

    def show(self, presentation: Presentation, score: Content, status: str) -> None:
        """Show what the presentation waits for, the settings, and the score of the audience."""
        before = self.presentation, self.score, self.status
        self.presentation, self.score, self.status = presentation, score, status
        if before != (presentation, score, status):
            self.refresh()

    def layout_lines(self, width: int) -> list[Content]:
        """One line; the score only if both fit."""
        settings = self.format_settings()
        lines = spread(settings, self.score, width)
        if len(lines) == 1:
            return lines
        if settings.cell_length > width:
            settings = self.format_settings(short=True)
        if settings.cell_length > width:
            settings = self.format_settings(short=True, paced=False)
        return [settings.truncate(width, ellipsis=True)]

    def format_settings(self, *, short: bool = False, paced: bool = True) -> Content:
        """Format what the presentation waits for, and the settings."""
        chosen = self.presentation
        colon, on, off = (" ", "✓", "✗") if short else (": ", "on", "off")
        pace = f"{chosen.pace:g} s" if short else f"pace: {chosen.pace:g} s a move"
        late, never = (on, off) if short else ("late", "never")
        return Content.assemble(
            *((f"{status}   ", "bold $primary") for status in [self.status] if status),
            *(_format_setting("+ -", pace) if paced else ()),
            *_format_setting("T", f"thoughts{colon}{late if chosen.thoughts else never}"),
            *_format_setting("G", f"polls{colon}{on if chosen.polls else off}"),
            *_format_setting("L", f"large{colon}{on if chosen.large else off}"),
        ).rstrip()


def _format_setting(key: str, value: str) -> tuple[tuple[str, str], ...]:
    return (f"{key} ", "bold $primary"), (f"{value}   ", "$muted")
