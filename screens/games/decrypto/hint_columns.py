"""The hints that were given for each keyword, in columns beneath the cards."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from textual.content import Content
from textual.geometry import Size

from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import View
from screens.games.decrypto.keyword_cards import NUMBERS, SPACIOUS, measure_card
from screens.widgets.lines import ViewLines
from screens.widgets.text_layout import BLANK, lay_out_row

AIMS: Mapping[Role | None, str] = {
    Role.ENCODER: "Your decoder sees these keywords; the interceptor sees only hints.",
    Role.DECODER: "The interceptor sees the hints, too, but no keyword.",
    Role.INTERCEPTOR: "The others see a keyword on each card. You see only the hints.",
}
"""By role: the text of the first round, in which there are no past hints."""
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
            ground = self.build_ground([BLANK] * 4, measure_card(self.content_size.width) + 1)
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
            return Content.styled(aim, "$muted").wrap(width) if aim else []
        each = measure_card(width) + 1
        if not roomy:
            columns = [Content("\n").join(self.build_column(view, n, each)) for n in NUMBERS]
            return lay_out_row(columns, [each] * 4)
        none = [Content.styled(" no hint yet", "$muted")]
        grounds = [[BLANK, *(self.build_column(view, n, each - 2) or none)] for n in NUMBERS]
        rows = zip_longest(*grounds, fillvalue=BLANK)
        return [self.build_ground(row, each) for row in rows]

    def build_ground(self, cells: Sequence[Content], width: int) -> Content:
        """One line of the backgrounds, with the text of each column."""
        return Content(" ").join(
            Content.assemble(" ", cell).pad_right(width)[: width - 1].stylize("on $surface")
            for cell in cells
        )

    def build_column(self, view: View, number: int, width: int) -> list[Content]:
        """The hints for one keyword, oldest first."""
        return [
            line
            for round_, done in enumerate(view.rounds, 1)
            for digit, hint in zip(done.code, done.hints, strict=True)
            if digit == number
            for line in lay_out_row(
                (Content.styled(f" {round_}", "$muted"), Content(hint)), (4, width - 4)
            )
        ]
