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
        chosen = self.presentation
        settings = Content.assemble(
            *((f"{status}   ", "bold $primary") for status in [self.status] if status),
            *_format_setting("+ -", f"pace: {chosen.pace:g} s a move"),
            *_format_setting("T", "thoughts: late" if chosen.thoughts else "thoughts: never"),
            *_format_setting("G", "polls: on" if chosen.polls else "polls: off"),
            *_format_setting("L", "large type: on" if chosen.large else "large type: off"),
        ).rstrip()
        lines = spread(settings, self.score, width)
        return lines if len(lines) == 1 else [settings.truncate(width, ellipsis=True)]


def _format_setting(key: str, value: str) -> tuple[tuple[str, str], ...]:
    return (f"{key} ", "bold $primary"), (f"{value}   ", "$muted")
