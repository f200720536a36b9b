"""The line with the presenter's settings and their keys."""

from textual.content import Content

from screens.watch.presenter_settings import Presentation
from screens.widgets.lines import Lines
from screens.widgets.text_layout import spread

WIDE = 90
"""From this width on settings are in words, whatever the presentation waits for."""
NARROW = 76
"""On fewer columns the pace is left out."""


class SettingsLine(Lines):
    """A line with the presenter's settings and their keys, and the score if it fits."""

    DEFAULT_CSS = "SettingsLine { width: 100%; height: 1; padding: 0 2; }"

    def __init__(self) -> None:
        super().__init__()
        self.presentation = Presentation()
        self.status = ""
        self.hidden: frozenset[str] = frozenset()
        """The keys of settings that do nothing now."""
        self.score = Content("")

    def show(
        self,
        presentation: Presentation,
        score: Content,
        status: str,
        hidden: frozenset[str] = frozenset(),
    ) -> None:
        """Show what the presentation waits for, the settings, and the score of the audience.

        Args:
            presentation: The settings.
            score: The score of the audience.
            status: What the presentation waits for.
            hidden: The keys of settings that do nothing now, which are left out.
        """
        before = self.presentation, self.score, self.status, self.hidden
        self.presentation, self.score, self.status, self.hidden = (
            presentation,
            score,
            status,
            hidden,
        )
        if before != (presentation, score, status, hidden):
            self.refresh()

    def layout_lines(self, width: int) -> list[Content]:
        """One line; the score only if both fit."""
        settings = self.format_settings(short=width < WIDE)
        lines = spread(settings, self.score, width)
        if len(lines) == 1:
            return lines
        if settings.cell_length > width or width < NARROW:
            settings = self.format_settings(short=True, paced=False)
        return [settings.truncate(width, ellipsis=True)]

    def format_settings(self, *, short: bool = False, paced: bool = True) -> Content:
        """Format the settings, then what the presentation waits for: so nothing moves with it."""
        chosen = self.presentation
        on, off = ("on", "off") if paced else ("✓", "✗")
        colon = " " if short else ": "
        pace = f"pace {chosen.pace:g} s" if short else f"pace: {chosen.pace:g} s a move"
        settings = {
            "T": f"thoughts{colon}{on if chosen.thoughts else off}",
            "G": f"polls{colon}{on if chosen.polls else off}",
            "L": f"large{colon}{on if chosen.large else off}",
        }
        return Content.assemble(
            *(_format_setting("+ -", pace) if paced else ()),
            *(
                part
                for key, value in settings.items()
                if key not in self.hidden
                for part in _format_setting(key, value)
            ),
            (self.status, "bold $primary"),
        ).rstrip()


def _format_setting(key: str, value: str) -> tuple[tuple[str, str], ...]:
    return (f"{key} ", "bold $primary"), (f"{value}   ", "$muted")
