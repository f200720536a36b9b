"""The hints that were given for each keyword, in columns beneath the cards."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from textual.content import Content
from textual.geometry import Size

from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import View
from screens.games.decrypto.keyword_cards import (
    NUMBERS,
    SPACIOUS,
    join_cards,
    measure_card,
    measure_gaps,
)
from screens.widgets.lines import ViewLines
from screens.widgets.scroll import Scroll
from screens.widgets.text_layout import BLANK, lay_out_row

AIMS: Mapping[Role | None, str] = {
    Role.ENCODER: "Only you and your decoder see these keywords.",
    Role.DECODER: "Only you and your encoder see these keywords.",
    Role.INTERCEPTOR: "The others see the keywords. You see only the hints.",
}
"""By role: the text of the first round, in which there are no past hints."""
ROOMY = 16
"""From this many cells of a column on, a hint stands further from the number of its round."""
TEAM_AIM = "Only your team sees these keywords."
"""The same in two teams."""


class HintColumns(ViewLines[View]):
    """Under each card the hints that were given for it, with the numbers of their rounds."""

    DEFAULT_CSS = "HintColumns { width: 100%; }"

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return at least the visible height on a tall screen, if the rounds stand beside."""
        if self.view is None:
            return 0
        roomy = viewport.height >= SPACIOUS
        height = len(self.build_columns(self.view, max(width, 1), roomy=roomy))
        fills = roomy and self.view.rounds and not any(one.display for one in self.siblings)
        return max(height, container.height) if fills else height

    def render(self) -> Content:
        """The lines; on a tall screen the backgrounds reach down to the end."""
        lines = self.layout_lines(max(self.content_size.width, 1))
        if self.view is not None and self.view.rounds and self.is_roomy:
            ground = self.build_ground([BLANK] * 4, self.measure_cards(self.content_size.width))
            lines += [ground] * (self.content_size.height - len(lines))
        return Content("\n").join(lines)

    @property
    def is_roomy(self) -> bool:
        """Whether the screen is tall enough for backgrounds beneath the hints."""
        return self.is_mounted and self.screen.size.height >= SPACIOUS

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Four columns, as wide as the cards."""
        return self.build_columns(view, width, roomy=self.is_roomy)

    def build_columns(self, view: View, width: int, *, roomy: bool) -> list[Content]:
        """The columns, with backgrounds as wide as the cards if there is room."""
        if not view.rounds:
            aim = TEAM_AIM if view.team and view.role is not None else AIMS.get(view.role, "")
            return [BLANK, *Content.styled(aim, "$muted").wrap(width)] if aim else []
        whole = self.measure_cards(width)
        each = measure_card(whole) + 1
        if not roomy:
            *first, last = (each - 1 + gap for gap in (*measure_gaps(whole), 1))
            widths = (*first, last - (whole - width))  # a scroll bar stands at its end
            columns = [
                Content("\n").join(self.build_column(view, n, min(each, column)))
                for n, column in zip(NUMBERS, widths, strict=True)
            ]
            return lay_out_row(columns, widths)
        none = [Content.styled(" no hint yet", "$muted")]
        grounds = [[BLANK, *(self.build_column(view, n, each - 2) or none)] for n in NUMBERS]
        rows = zip_longest(*grounds, fillvalue=BLANK)
        return [self.build_ground(row, whole) for row in rows]

    def measure_cards(self, width: int) -> int:
        """Measure the cards above, which are wider than the columns beside a scroll bar."""
        parent = self.parent
        return parent.size.width if isinstance(parent, Scroll) and parent.size else width

    def build_ground(self, cells: Sequence[Content], width: int) -> Content:
        """One line of the backgrounds, as wide as the cards, with the text of each column."""
        each = measure_card(width)
        parts = [
            Content.assemble(" ", cell).pad_right(each + 1)[:each].stylize("on $surface")
            for cell in cells
        ]
        return join_cards(parts, [" " * gap for gap in measure_gaps(width)])

    def build_column(self, view: View, number: int, width: int) -> list[Content]:
        """The hints for one keyword, oldest first."""
        head, before = (4, " ") if width >= ROOMY else (2 + (len(view.rounds) > 9), "")
        return [
            line
            for round_, done in enumerate(view.rounds, 1)
            for digit, hint in zip(done.code, done.hints, strict=True)
            if digit == number
            for line in lay_out_row(
                (Content.styled(f"{before}{round_}", "$muted"), Content(hint)),
                (head, width - head),
            )
        ]
