"""The gallery of a deck, a page of cards at a time, with a search."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from engine.text import clean
from images.card import Card
from images.deck import Deck
from images.deck_reader import open_deck
from screens.gallery.card_details import describe_picture, get_card_title
from screens.gallery.viewer import CardViewer
from screens.pictures.card_page import CardPage, NamedCard, arrange
from screens.widgets.footer import KeyFooter

AROUND_PAGE = 5
"""Rows above and beneath the cards."""


class Gallery(Screen[None]):
    """The cards of a deck, a page at a time."""

    CSS_PATH = "gallery.tcss"
    AUTO_FOCUS = ""
    HELP = (
        "All cards of the deck. The arrow keys go from card to card, Page Up and Page Down from "
        "page to page. Enter or a click enlarges a card. + and - change the size. / finds cards "
        "by title, by what they show, or by theme."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "look", "Look", key_display="Enter", tooltip="Look at this card"),
        Binding("left", "go(-1)", "Card before", show=False),
        Binding("right", "go(1)", "Next card", show=False),
        Binding("up", "row(-1)", "Row above", show=False),
        Binding("down", "row(1)", "Row beneath", show=False),
        Binding(
            "pagedown", "page(1)", "Next page", tooltip="More of the cards", key_display="PgDn"
        ),
        Binding(
            "pageup",
            "page(-1)",
            "Page before",
            tooltip="The cards before",
            key_display="PgUp",
            show=False,
        ),
        Binding("home", "end(False)", "First card", show=False),
        Binding("end", "end(True)", "Last card", show=False),
        Binding("slash,ctrl+f", "find", "Find", key_display="/", tooltip="Find cards by words"),
        Binding(
            "d",
            "describe",
            "Describe",
            key_display="D",
            tooltip="Say what is to be seen",
            id="describe_card",
        ),
        Binding("minus", "smaller(1)", "Smaller", key_display="-", tooltip="More on a page"),
        Binding(
            "plus,equals_sign",
            "smaller(-1)",
            "Larger",
            tooltip="Fewer and larger cards",
            key_display="+",
            show=False,
        ),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck
        self.found = list(deck.cards)
        """Ids of the cards that match the search."""
        self.index = 0
        """The index of the marked card among them."""
        self.smaller = 0
        """How many more rows of cards a page has than usual."""
        self.described = False
        """Whether to describe the picture instead of showing the caption."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(self.deck_title, id="title", markup=False)
            yield Input(placeholder="/ finds cards", compact=True, id="find")
            yield Static(id="where", markup=False)
        yield CardPage()
        yield Static(id="told", markup=False)
        yield KeyFooter()

    @property
    def deck_title(self) -> str:
        """The title of the deck: for the user's own deck, the name of its folder."""
        return "The deck" if self.deck is open_deck() else clean(self.deck.folder.name, 24)

    async def on_resize(self) -> None:
        await self.lay_out()

    async def lay_out(self) -> None:
        """Lay out the page for the size of the terminal."""
        width, height = self.size.width - 2, self.size.height - AROUND_PAGE
        await self.query_one(CardPage).lay_out(arrange(width, height, self.smaller))
        self.show_page()

    @property
    def per_page(self) -> int:
        arranged = self.query_one(CardPage).arranged
        return arranged.cards if arranged else 1

    def show_page(self) -> None:
        """Show the page with the marked card."""
        per_page, cards = self.per_page, self.deck.cards
        first = self.index - self.index % per_page
        shown = [
            NamedCard(
                self.deck.get_path(card), get_card_title(cards[card]), describe_picture(cards[card])
            )
            for card in self.found[first : first + per_page]
        ]
        self.query_one(CardPage).show(shown, self.index - first)
        self.query_one("#where", Static).update(self.format_position(first, per_page), layout=False)
        self.query_one("#told", Static).update(self.describe_card(), layout=False)
        self.refresh_bindings()
        self.prepare(first, per_page)

    def format_position(self, first: int, per_page: int) -> str:
        """Format which card and which page this is."""
        if not self.found:
            return f"none of {len(self.deck.cards)} cards"
        pages = -(-len(self.found) // per_page)
        all_ = "" if len(self.found) == len(self.deck.cards) else " found"
        card = f"card {self.index + 1} of {len(self.found)}{all_}"
        return f"{card}, page {first // per_page + 1} of {pages}"

    def describe_card(self) -> Content:
        """Describe the marked card in a line."""
        if not self.found:
            return Content("No card has all of these words. Esc shows them all again.")
        card = self.deck.cards[self.found[self.index]]
        caption = "" if self.described or not card.caption else f"“{card.caption}”"
        words = caption or f"Seen: {describe_picture(card)}"
        return Content.assemble((get_card_title(card), "bold $primary"), "   ", words)

    def prepare(self, first: int, per_page: int) -> None:
        """Encode the pictures of the next and the previous page ahead of time."""
        pictures, arranged = getattr(self.app, "pictures", None), self.query_one(CardPage).arranged
        if pictures and arranged:
            after = self.found[first + per_page : first + 2 * per_page]
            before = self.found[max(first - per_page, 0) : first]
            paths = [self.deck.get_path(card) for card in (*after, *before)]
            pictures.prepare(paths, arranged.width, arranged.height)

    def select_card(self, index: int) -> None:
        """Mark a card, or the nearest one that exists."""
        self.index = max(min(index, len(self.found) - 1), 0)
        self.show_page()

    def action_go(self, by: int) -> None:
        """Mark the next or the previous card."""
        self.select_card(self.index + by)

    def action_row(self, by: int) -> None:
        """Mark the card above or beneath."""
        arranged = self.query_one(CardPage).arranged
        self.select_card(self.index + by * (arranged.columns if arranged else 1))

    def action_page(self, by: int) -> None:
        self.select_card(self.index + by * self.per_page)

    def action_end(self, last: bool) -> None:
        """Mark the first or the last card."""
        self.select_card(len(self.found) - 1 if last else 0)

    def on_mouse_scroll_down(self) -> None:
        self.action_page(1)

    def on_mouse_scroll_up(self) -> None:
        self.action_page(-1)

    async def action_smaller(self, by: int) -> None:
        """Show more cards on a page, or fewer."""
        self.smaller += by
        before = self.query_one(CardPage).arranged
        await self.lay_out()
        if self.query_one(CardPage).arranged == before:  # the limit is reached
            self.smaller -= by

    def action_describe(self) -> None:
        """Switch between the description of the picture and the caption."""
        self.described = not self.described
        self.query_one("#told", Static).update(self.describe_card(), layout=False)

    def action_find(self) -> None:
        """Focus the search field."""
        self.query_one(Input).focus()

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        """Show the cards that match the search."""
        here = self.found[self.index] if self.found else ""
        self.found = [
            id_ for id_, card in self.deck.cards.items() if matches_words(card, event.value)
        ]
        self.index = self.found.index(here) if here in self.found else 0
        self.show_page()

    @on(Input.Submitted)
    def finish_search(self) -> None:
        """Leave the search field."""
        self.set_focus(None)

    @on(CardPage.Picked)
    def pick(self, event: CardPage.Picked) -> None:
        self.set_focus(None)
        self.select_card(self.index - self.index % self.per_page + event.index)
        self.action_look()

    @work
    async def action_look(self) -> None:
        """Show the marked card on a screen of its own."""
        cards = [self.deck.cards[card] for card in self.found]
        index = await self.app.push_screen_wait(CardViewer(self.deck, cards, self.index))
        if index is not None:
            self.select_card(index)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable the keys for cards if nothing was found."""
        return bool(self.found) or action not in ("look", "describe", "go", "row", "page", "end")

    def action_back(self) -> None:
        """Leave the search field, then clear the search, then leave the gallery."""
        field = self.query_one(Input)
        if self.focused is field and self.found:
            self.set_focus(None)
        elif field.value:
            field.value = ""
            self.set_focus(None)
        else:
            self.dismiss()


def matches_words(card: Card, query: str) -> bool:
    """Whether each word of a query begins a word in the card's description."""
    said = (card.id, card.title, card.caption, card.tone, card.device, card.place)
    texts = " ".join((*said, *card.tags, *card.themes, *card.echoes)).casefold()
    return all(f" {word}" in f" {texts.replace('_', ' ')}" for word in query.casefold().split())
