"""The dialog that shows a move as it will be sent, and asks whether to send it."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from screens.pictures.card_picture import CardPicture
from screens.private_screen import PrivateScreen
from screens.widgets.cards.card_item import CardItem
from screens.widgets.footer import KeyFooter
from screens.widgets.guarded_button import GuardedButton
from screens.widgets.key_button import KeyButton
from screens.widgets.key_guard import GLANCE, KeyGuard
from screens.widgets.lines import Lines
from screens.widgets.text_layout import lay_out_row


class ConfirmDialog(PrivateScreen[bool], KeyGuard):
    """Shows the move that will be sent and its audience; dismissed with whether to send it.

    It is opaque and private: F9 hides it like the form beneath it.
    """

    HELP = (
        "Your move, exactly as it will be sent, and who will see it. Enter sends it; after that "
        "it cannot be changed. Esc goes back and keeps what you typed."
    )
    CSS_PATH = "seat_form.tcss"  # which is there by then: with a new one, Textual parses all anew
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-usual"), (36, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = "#send"
    READING_TIME = GLANCE
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", key_display="Esc", tooltip="Change it; nothing is lost"),
        Binding("right,down", "app.focus_next", show=False),
        Binding("left,up", "app.focus_previous", show=False),
    ]

    def __init__(
        self,
        person: str,
        title: str,
        rows: Sequence[tuple[str, str]],
        audience: str,
        card: CardItem | None = None,
    ) -> None:
        """Ask `person` whether to send.

        Args:
            person: The name of the player, as on the curtain.
            title: The question, such as `Send these hints?`.
            rows: Label and text of each part that will be sent.
            audience: Who will see it, and when.
            card: The card of the move, if it has one.
        """
        super().__init__()
        self.person = person
        self.heading = title
        self.rows = tuple(rows)
        self.audience = audience
        self.card = card

    def compose(self) -> ComposeResult:
        """The move, its audience, and two buttons."""
        with Vertical(classes="dialog -card" if self.card else "dialog"):
            yield Static(self.heading, classes="title", markup=False)
            with Horizontal(id="move"):
                if self.card and self.card.picture:
                    yield CardPicture(self.card.picture, self.card.alt_text)
                with Vertical(id="parts"):
                    yield MoveRows(self.rows)
                    yield Static(self.audience, id="audience", markup=False)
            with Horizontal(classes="buttons"):
                yield GuardedButton("Send", id="send", classes="primary", action="screen.send")
                yield KeyButton("Back", id="back", action="screen.back")
        yield KeyFooter()

    def action_send(self) -> None:
        """Send the move, unless the key was meant for the form."""
        self.press(partial(self.dismiss, True))

    def is_waiting(self, action: str) -> bool:
        """Enter waits while it would send."""
        sends = self.focused is not None and self.focused.id == "send"
        return sends and super().is_waiting(action)

    def action_back(self) -> None:
        """Go back to the form."""
        self.dismiss(False)


class MoveRows(Lines):
    """The parts of a move, in full, as literal text."""

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show `rows`: label and text of each part."""
        super().__init__()
        self.rows = rows

    def layout_lines(self, width: int) -> list[Content]:
        """A row for each part, wrapped where it is long."""
        label = min(max((cell_len(label) for label, _ in self.rows), default=0) + 3, width // 2)
        return [
            line
            for name, value in self.rows
            for line in lay_out_row(
                (Content.styled(name, "$muted"), Content.styled(value, "bold")),
                (label, width - label + 1),
            )
        ]
