"""One card of a deck, as large as the terminal allows, and all that the deck says of it."""

from collections.abc import Sequence
from itertools import batched
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from images.card import Card
from images.deck import Deck
from screens.pictures.card_picture import CardPicture
from screens.widgets.card_page import SHAPE
from screens.widgets.footer import KeyFooter

LABEL_WIDTH = 10
"""Width of the labels, in cells."""
SWATCH_WIDTH = 12
"""Width of a colour and its number, in cells."""


def card_title(card: Card) -> str:
    """Return the title of a card, or its id if it has none."""
    return card.title or card.id


def describe_picture(card: Card) -> str:
    """Describe what the picture shows, as alt text."""
    return ", ".join(card.tags) or f"{card.id}: nobody has said what is to be seen"


def matches_words(card: Card, query: str) -> bool:
    """Whether each word of a query begins a word in the card's description."""
    said = (card.id, card.title, card.caption, card.tone, card.device, card.place)
    texts = " ".join((*said, *card.tags, *card.themes, *card.echoes)).casefold()
    return all(f" {word}" in f" {texts.replace('_', ' ')}" for word in query.casefold().split())


def render_details(card: Card, width: int, height: int) -> Content:
    """Render all that the deck says of a card, in lines of `width` cells.

    If there are more than `height` lines, blank lines go first, then the last lines.
    """
    parts = [part for part in _render_parts(card, width) if part]
    lines = [line for part in parts for line in (*part, Content(""))][:-1]
    if len(lines) > height:
        lines = [line for part in parts for line in part]
    if len(lines) > height:
        lines = [*lines[: height - 1], Content("…")]
    return Content("\n").join(lines)


def _render_parts(card: Card, width: int) -> list[list[Content]]:
    """Render the parts of the details, the most interesting first."""
    texts = {
        "Seen": ", ".join(card.tags),
        "Themes": ", ".join(card.themes),
        "Echoes": "\n".join(card.echoes),
        "Picture": ", ".join(filter(None, (card.tone, card.device, card.place))),
    }
    caption = Content.styled(f"“{card.caption}”" if card.caption else "", "italic")
    side_by_side = max((width - LABEL_WIDTH) // SWATCH_WIDTH, 1)
    colours = Content("\n").join(
        Content.assemble(
            *(
                part
                for colour in line
                for part in (("██", colour), f" {colour}".ljust(SWATCH_WIDTH - 2))
            )
        )
        for line in batched(card.palette, side_by_side, strict=False)
    )
    bare = not (card.title or card.caption or any(texts.values()))
    return [
        Content.styled(card_title(card), "bold $primary").wrap(width),
        caption.wrap(width) if card.caption else [],
        Content("Nothing is said of this card in deck.toml yet.").wrap(width) if bare else [],
        *(_render_labelled(label, Content(text), width) for label, text in texts.items() if text),
        _render_labelled("Colours", colours, width) if card.palette else [],
        _render_labelled("Id", Content.styled(card.id, "$muted"), width),
    ]


def _render_labelled(label: str, text: Content, width: int) -> list[Content]:
    """Render a text beside its label, indented on every line."""
    first, *rest = text.wrap(max(width - LABEL_WIDTH, 10))
    return [
        Content.assemble((f"{label:{LABEL_WIDTH}}", "$muted"), first),
        *(line.pad_left(LABEL_WIDTH) for line in rest),
    ]


AROUND = 4
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
        "the other cards. D shows or hides the words. Esc goes back."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up,pageup", "go(-1)", "Before", key_display="←"),
        Binding("right,down,pagedown,space", "go(1)", "Next", key_display="→"),
        Binding("home", "end(False)", "First card", show=False),
        Binding("end", "end(True)", "Last card", show=False),
        Binding("d", "words", "Words", key_display="D", tooltip="The picture alone, or with words"),
        Binding("escape,enter", "back", "All cards", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1"),
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
            yield CardPicture(self.deck.path(self.cards[self.index].id))
            yield Static(id="words", markup=False)
        yield KeyFooter()

    def on_resize(self) -> None:
        self.resize_picture()

    def resize_picture(self) -> None:
        """Resize the picture to the space there is, and show the card."""
        least, most = DETAILS_WIDTH
        width = self.size.width - 4 - (0 if self.picture_only else least + GAP)
        height = max(self.size.height - AROUND, 1)
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
        picture.picture, picture.alt_text = self.deck.path(card.id), describe_picture(card)
        width, height = words.styles.width, words.styles.height
        if width and height:
            words.update(render_details(card, int(width.value), int(height.value)))
        pictures, size = getattr(self.app, "pictures", None), picture.size
        if pictures and size:
            after = self.cards[self.index + 1 :][:1]
            before = self.cards[max(self.index - 1, 0) : self.index]
            paths = [self.deck.path(one.id) for one in (*after, *before)]
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
        """Show the next card."""
        self.action_go(1)

    def on_mouse_scroll_up(self) -> None:
        """Show the card before."""
        self.action_go(-1)

    def action_back(self) -> None:
        self.dismiss(self.index)
