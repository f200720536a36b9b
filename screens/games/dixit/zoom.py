"""A screen for one card, as large as it fits."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from screens.private_screen import PrivateScreen
from screens.widgets.cards.card_item import CardItem
from screens.widgets.cards.row import CardRow
from screens.widgets.footer import KeyFooter

MAX_WIDTH = 200
"""No bound but the terminal's own."""


class Zoom(PrivateScreen[int]):
    """A single card; dismissed with the index of the last card shown."""

    HELP = (
        "One card, as large as it fits. Left and Right go to the other cards, D shows what is on "
        "it in words. Esc goes back to where you were."
    )
    DEFAULT_CSS = """
    Zoom #caption { height: auto; padding: 0 2; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "left,up,shift+tab", "go(-1)", "Before", tooltip="The card before", key_display="←"
        ),
        Binding("right,down,tab", "go(1)", "Next", tooltip="The next card", key_display="→"),
        *(Binding(str(n % 10), f"show({n})", show=False) for n in range(1, 11)),
        Binding(
            "f5",
            "describe",
            "Words",
            key_display="F5",
            tooltip="Say what is to be seen",
            id="words",
        ),
        Binding("d", "describe", show=False),
        Binding("escape,enter,space,z", "back", "Back", key_display="Esc"),
        Binding("f4", "back", show=False, id="zoom"),
    ]

    def __init__(self, person: str, faces: Sequence[CardItem], at: int) -> None:
        """Show `person` one of their cards, by its index `at`."""
        super().__init__()
        self.person = person
        self.faces = faces
        self.at = at
        self.is_described = False
        self.words_opened = 0
        """How often the description of a card was opened."""
        self.row = CardRow(self.list_card(), caption_rows=1, widest=MAX_WIDTH)
        self.caption = Static(id="caption")

    def compose(self) -> ComposeResult:
        """The card, and its description if that was asked for."""
        yield self.row
        yield self.caption
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show the card, and its description if pictures are made of coarse blocks."""
        pictures = getattr(self.app, "pictures", None)
        self.is_described = pictures is not None and pictures.protocol.blocks
        self.words_opened += self.is_described
        self.show_card()

    def list_card(self) -> list[CardItem]:
        """List the current card."""
        return [self.faces[self.at]]

    def show_card(self) -> None:
        """Show the current card, and prepare its neighbours."""
        self.row.show(self.list_card())
        number = Content.styled(f"{self.at + 1} of {len(self.faces)}", "$muted")
        seen = Content.assemble(number, "   ", self.faces[self.at].alt_text)
        self.caption.update(seen if self.is_described else number)
        self.call_after_refresh(self.prepare)

    def prepare(self) -> None:
        """Prepare the pictures on both sides."""
        pictures, size = getattr(self.app, "pictures", None), self.row.slots[0].picture.size
        if pictures and size:
            beside = (self.faces[(self.at + by) % len(self.faces)] for by in (1, -1))
            paths = [one.picture for one in beside if one.picture]
            pictures.prepare(paths, size.width, size.height)

    def show_at(self, at: int) -> None:
        """Show another card."""
        self.at = at
        self.show_card()

    def action_go(self, by: int) -> None:
        """Show the next card, or the one before."""
        self.show_at((self.at + by) % len(self.faces))

    def action_show(self, number: int) -> None:
        """Show the card with this number."""
        if number <= len(self.faces):
            self.show_at(number - 1)

    def action_describe(self) -> None:
        """Show the description, or hide it."""
        self.is_described = not self.is_described
        self.words_opened += self.is_described
        self.show_card()

    @on(CardRow.Picked)
    def action_back(self) -> None:
        """Back to all cards."""
        self.dismiss(self.at)
