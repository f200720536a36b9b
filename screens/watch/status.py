"""What the presenter has chosen, with the keys that change it, in one line."""

from textual.content import Content

from screens.watch.presentation import Presentation
from screens.widgets.lines import Lines, spread


class Status(Lines):
    """The pace, what is told and asked, how large; and the score of the audience, where it fits."""

    DEFAULT_CSS = "Status { width: 100%; height: 1; padding: 0 1; }"

    def __init__(self) -> None:
        """Tell nothing yet."""
        super().__init__()
        self.chosen = Presentation()
        self.going = True
        self.score = Content("")

    def show(self, chosen: Presentation, score: Content, *, going: bool) -> None:
        """Tell something else."""
        self.chosen, self.score, self.going = chosen, score, going
        self.refresh()

    def lines(self, width: int) -> list[Content]:
        """One line."""
        chosen = self.chosen
        pace = f"a move every {chosen.pace:g} s"
        told = Content.assemble(
            *(("paused   ", "bold $primary") for _ in range(not self.going)),
            *_setting("+-", pace if self.going else f"{chosen.pace:g} s"),
            *_setting("T", "thoughts late" if chosen.thoughts else "thoughts never"),
            *_setting("G", "guesses on" if chosen.polls else "guesses off"),
            *_setting("L", "large type" if chosen.large else "whole table"),
        ).rstrip()
        lines = spread(told, self.score, width)
        return lines if len(lines) == 1 else [told.truncate(width, ellipsis=True)]


def _setting(key: str, value: str) -> tuple[tuple[str, str], ...]:
    return (f"{key} ", "bold $primary"), (f"{value}   ", "$muted")
