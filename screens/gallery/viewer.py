"""The screen that shows one card as large as possible, beside its details."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from images.card import Card
from images.deck import Deck
from screens.gallery.card_details import describe_picture, render_details
from screens.pictures.card_picture import SHAPE, CardPicture
from screens.widgets.footer import KeyFooter

AROUND_PICTURE = 4
"""Rows above and beneath the picture."""


DETAILS_WIDTH = (34, 64)
"""The smallest and the largest width of the details, in cells."""


GAP = 4
"""Cells between the picture and the details."""


class CardViewer(Screen[int | None]):
    """A card and its details; dismissed with the index of the last card shown."""

    CSS_PATH = "gallery.tcss"
    HELP = (
        "One card, as large as it fits, with what the deck says about it. Left and Right go to "
        "the other cards. {describe_card} shows or hides the words. Esc goes back."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up,pageup", "go(-1)", "Before", tooltip="The card before", key_display="←"),
        Binding(
            "right,down,pagedown,space", "go(1)", "Next", tooltip="The next card", key_display="→"
        ),
        Binding("home", "end(False)", "First card", show=False),
        Binding("end", "end(True)", "Last card", show=False),
        Binding(
            "d",
            "words",
            "Words",
            key_display="D",
            tooltip="The picture alone, or with words",
            id="describe_card",
        ),
        Binding(
            "escape,enter", "back", "All cards", tooltip="Back to the gallery", key_display="Esc"
        ),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(self, deck: Deck, cards: Sequence[Card], index: int) -> None:
        """Show `cards[index]` of a deck."""
        super().__init__()
        self.deck = deck
        self.cards = cards
        self.index = index
        self.picture_only = False
        """Whether to hide the details."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="card"):
            yield CardPicture(self.deck.get_path(self.cards[self.index].id))
            yield Static(id="words", markup=False)
        yield KeyFooter()

    def on_resize(self) -> None:
        self.resize_picture()

    def resize_picture(self) -> None:
        """Resize the picture to the space there is, and show the card."""
        least, most = DETAILS_WIDTH
        width = self.size.width - 4 - (0 if self.picture_only else least + GAP)
        height = max(self.size.height - AROUND_PICTURE, 1)
        wide = max(min(width, round(height * SHAPE)), 1)
        picture, words = self.query_one(CardPicture), self.query_one("#words", Static)
        picture.styles.width, picture.styles.height = wide, min(height, round(wide / SHAPE))
        words.display = not self.picture_only
        words.styles.width = min(self.size.width - 4 - wide - GAP, most)
        words.styles.height = height
        self.show_card()

    def show_card(self) -> None:
        """Show the current card, and encode its neighbours ahead of time."""
        card = self.cards[self.index]
        picture, words = self.query_one(CardPicture), self.query_one("#words", Static)
        picture.picture, picture.alt_text = self.deck.get_path(card.id), describe_picture(card)
        width, height = words.styles.width, words.styles.height
        if width and height:
            words.update(render_details(card, int(width.value), int(height.value)))
        pictures, size = getattr(self.app, "pictures", None), picture.size
        if pictures and size:
            after = self.cards[self.index + 1 :][:1]
            before = self.cards[max(self.index - 1, 0) : self.index]
            paths = [self.deck.get_path(one.id) for one in (*after, *before)]
            pictures.prepare(paths, size.width, size.height)

    def action_go(self, by: int) -> None:
        """Show the next or the previous card."""
        self.index = max(min(self.index + by, len(self.cards) - 1), 0)
        self.show_card()

    def action_end(self, last: bool) -> None:
        """Show the first or the last card."""
        self.index = len(self.cards) - 1 if last else 0
        self.show_card()

    def action_words(self) -> None:
        """Hide or show the details."""
        self.picture_only = not self.picture_only
        self.resize_picture()

    def on_click(self) -> None:
        self.action_back()

    def on_mouse_scroll_down(self) -> None:
        self.action_go(1)

    def on_mouse_scroll_up(self) -> None:
        self.action_go(-1)

    def action_back(self) -> None:
        self.dismiss(self.index)
