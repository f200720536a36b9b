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

LABELS = 10
"""Cells that the labels take."""
SWATCH = 12
"""Cells that a colour and its number take."""


def name(card: Card) -> str:
    """What the card is called: its id, if nobody gave it a title."""
    return card.title or card.id


def seen(card: Card) -> str:
    """What is literally to be seen, for those who see no pictures."""
    return ", ".join(card.tags) or f"{card.id}: nobody has said what is to be seen"


def matches(card: Card, asked: str) -> bool:
    """Whether all the words asked for, or beginnings of words, are said of the card."""
    said = (card.id, card.title, card.caption, card.tone, card.device, card.place)
    told = " ".join((*said, *card.tags, *card.themes, *card.echoes)).casefold()
    return all(f" {word}" in f" {told.replace('_', ' ')}" for word in asked.casefold().split())


def page(card: Card, width: int, height: int) -> Content:
    """Everything that the deck says of a card, in lines of `width` cells.

    Where they are more than `height`, they close up; what is too much still is left out.
    """
    parts = [part for part in _parts(card, width) if part]
    lines = [line for part in parts for line in (*part, Content(""))][:-1]
    if len(lines) > height:
        lines = [line for part in parts for line in part]
    if len(lines) > height:
        lines = [*lines[: height - 1], Content("…")]
    return Content("\n").join(lines)


def _parts(card: Card, width: int) -> list[list[Content]]:
    """What is said of a card, in order of what one wants to know first."""
    told = {
        "Seen": ", ".join(card.tags),
        "Themes": ", ".join(card.themes),
        "Echoes": "\n".join(card.echoes),
        "Picture": ", ".join(filter(None, (card.tone, card.device, card.place))),
    }
    caption = Content.styled(f"“{card.caption}”" if card.caption else "", "italic")
    side_by_side = max((width - LABELS) // SWATCH, 1)
    colours = Content("\n").join(
        Content.assemble(
            *(part for colour in line for part in (("██", colour), f" {colour}".ljust(SWATCH - 2)))
        )
        for line in batched(card.palette, side_by_side, strict=False)
    )
    bare = not (card.title or card.caption or any(told.values()))
    return [
        Content.styled(name(card), "bold $primary").wrap(width),
        caption.wrap(width) if card.caption else [],
        Content("Nothing is said of this card in deck.toml yet.").wrap(width) if bare else [],
        *(_labelled(label, Content(text), width) for label, text in told.items() if text),
        _labelled("Colours", colours, width) if card.palette else [],
        _labelled("Id", Content.styled(card.id, "$muted"), width),
    ]


def _labelled(label: str, text: Content, width: int) -> list[Content]:
    """A text beside its label, as far in on every line."""
    first, *rest = text.wrap(max(width - LABELS, 10))
    return [
        Content.assemble((f"{label:{LABELS}}", "$muted"), first),
        *(line.pad_left(LABELS) for line in rest),
    ]


AROUND = 4
"""Rows above and beneath the picture."""
WORDS = (34, 64)
"""Cells that the words beside it take, at least and at most."""
BETWEEN = 4
"""Cells between picture and words."""


class CardScreen(Screen[int | None]):
    """A card and its words; dismissed with the place of the card looked at last."""

    CSS_PATH = "gallery.tcss"
    HELP = (
        "The card as large as it can be, and what the deck says of it. Left and Right go to the "
        "next card and the one before; D shows the picture alone."
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

    def __init__(self, deck: Deck, cards: Sequence[Card], at: int) -> None:
        """Show one of some `cards` of a deck, that `at` a place from 0."""
        super().__init__()
        self.deck = deck
        self.cards = cards
        self.at = at
        self.alone = False
        """Whether the picture is shown without words."""

    def compose(self) -> ComposeResult:
        """The picture, and what is said of it."""
        with Horizontal(id="card"):
            yield CardPicture(self.deck.path(self.cards[self.at].id))
            yield Static(id="words", markup=False)
        yield KeyFooter()

    def on_resize(self) -> None:
        """Make the card as large as it can be now."""
        self.fit()

    def fit(self) -> None:
        """Make the card as large as it can be, and show it."""
        least, most = WORDS
        width = self.size.width - 4 - (0 if self.alone else least + BETWEEN)
        height = max(self.size.height - AROUND, 1)
        wide = max(min(width, round(height * SHAPE)), 1)
        picture, words = self.query_one(CardPicture), self.query_one("#words", Static)
        picture.styles.width, picture.styles.height = wide, min(height, round(wide / SHAPE))
        words.display = not self.alone
        words.styles.width = min(self.size.width - 4 - wide - BETWEEN, most)
        words.styles.height = height
        self.show_card()

    def show_card(self) -> None:
        """Show the card at hand, and make its neighbours ready."""
        card = self.cards[self.at]
        picture, words = self.query_one(CardPicture), self.query_one("#words", Static)
        picture.picture, picture.alt_text = self.deck.path(card.id), seen(card)
        width, height = words.styles.width, words.styles.height
        if width and height:
            words.update(page(card, int(width.value), int(height.value)))
        pictures, size = getattr(self.app, "pictures", None), picture.size
        if pictures and size:
            after, before = self.cards[self.at + 1 :][:1], self.cards[max(self.at - 1, 0) : self.at]
            paths = [self.deck.path(one.id) for one in (*after, *before)]
            pictures.prepare(paths, size.width, size.height)

    def action_go(self, by: int) -> None:
        """Show the next card, or the one before."""
        self.at = max(min(self.at + by, len(self.cards) - 1), 0)
        self.show_card()

    def action_end(self, last: bool) -> None:
        """Show the first card, or the last."""
        self.at = len(self.cards) - 1 if last else 0
        self.show_card()

    def action_words(self) -> None:
        """Show the picture alone, or with its words again."""
        self.alone = not self.alone
        self.fit()

    def on_click(self) -> None:
        """Back to all cards."""
        self.action_back()

    def on_mouse_scroll_down(self) -> None:
        """Show the next card."""
        self.action_go(1)

    def on_mouse_scroll_up(self) -> None:
        """Show the card before."""
        self.action_go(-1)

    def action_back(self) -> None:
        """Back to all cards."""
        self.dismiss(self.at)
