"""The gallery: a deck to look through, in pages of cards and one at a time."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from engine.text import clean
from images.deck import Deck, open_deck
from screens.gallery_card import CardScreen, matches, name, seen
from screens.widgets.card_page import CardPage, Shown, arrange
from screens.widgets.footer import KeyFooter

AROUND = 5
"""Rows above and beneath the cards."""


class Gallery(Screen[None]):
    """A deck in pages; dismissed when it has been looked at."""

    CSS_PATH = "gallery.tcss"
    AUTO_FOCUS = ""
    HELP = (
        "The arrow keys go from card to card, Page Up and Page Down from page to page; Enter or a "
        "click looks at a card. Plus and minus make the cards larger and smaller. A slash finds "
        "cards: by title, by what is to be seen, by what they are about."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "look", "Look", key_display="Enter", tooltip="Look at this card"),
        Binding("left", "go(-1)", "Card before", show=False),
        Binding("right", "go(1)", "Next card", show=False),
        Binding("up", "row(-1)", "Row above", show=False),
        Binding("down", "row(1)", "Row beneath", show=False),
        Binding("pagedown", "page(1)", "Next page", key_display="PgDn"),
        Binding("pageup", "page(-1)", "Page before", key_display="PgUp", show=False),
        Binding("home", "end(False)", "First card", show=False),
        Binding("end", "end(True)", "Last card", show=False),
        Binding("slash,ctrl+f", "find", "Find", key_display="/", tooltip="Find cards by words"),
        Binding("d", "describe", "Describe", key_display="D", tooltip="Say what is to be seen"),
        Binding("minus", "smaller(1)", "Smaller", key_display="-", tooltip="More on a page"),
        Binding("plus,equals_sign", "smaller(-1)", "Larger", key_display="+", show=False),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, deck: Deck) -> None:
        """Look through `deck`."""
        super().__init__()
        self.deck = deck
        self.found = list(deck.cards)
        """The ids of the cards that were asked for."""
        self.at = 0
        """Which of them is pointed at."""
        self.smaller = 0
        """How many more rows of cards there are on a page than usual."""
        self.described = False
        """Whether a card is told by what is to be seen, not by its caption."""

    def compose(self) -> ComposeResult:
        """Where we are, the cards, and what is said of one."""
        with Horizontal(id="head"):
            yield Static(self.called, id="title", markup=False)
            yield Input(placeholder="/ finds cards", compact=True, id="find")
            yield Static(id="where", markup=False)
        yield CardPage()
        yield Static(id="told", markup=False)
        yield KeyFooter()

    @property
    def called(self) -> str:
        """What this deck is called: a deck of one's own after its folder."""
        return "The deck" if self.deck is open_deck() else clean(self.deck.folder.name, 24)

    async def on_resize(self) -> None:
        """Lay out the page anew."""
        await self.lay_out()

    async def lay_out(self) -> None:
        """Lay out the page for this terminal."""
        width, height = self.size.width - 2, self.size.height - AROUND
        await self.query_one(CardPage).lay_out(arrange(width, height, self.smaller))
        self.show_page()

    @property
    def per_page(self) -> int:
        """Cards on a page."""
        arranged = self.query_one(CardPage).arranged
        return arranged.cards if arranged else 1

    def show_page(self) -> None:
        """Show the page with the card that is pointed at."""
        per_page, cards = self.per_page, self.deck.cards
        first = self.at - self.at % per_page
        shown = [
            Shown(self.deck.path(card), name(cards[card]), seen(cards[card]))
            for card in self.found[first : first + per_page]
        ]
        self.query_one(CardPage).show(shown, self.at - first)
        self.query_one("#where", Static).update(self.where(first, per_page), layout=False)
        self.query_one("#told", Static).update(self.told(), layout=False)
        self.refresh_bindings()
        self.prepare(first, per_page)

    def where(self, first: int, per_page: int) -> str:
        """Which card and which page this is."""
        if not self.found:
            return f"none of {len(self.deck.cards)} cards"
        pages = -(-len(self.found) // per_page)
        all_ = "" if len(self.found) == len(self.deck.cards) else " found"
        card = f"card {self.at + 1} of {len(self.found)}{all_}"
        return f"{card}, page {first // per_page + 1} of {pages}"

    def told(self) -> Content:
        """A line on the card that is pointed at."""
        if not self.found:
            return Content("No card has all of these words. Esc shows them all again.")
        card = self.deck.cards[self.found[self.at]]
        caption = "" if self.described or not card.caption else f"“{card.caption}”"
        words = caption or f"Seen: {seen(card)}"
        return Content.assemble((name(card), "bold $primary"), "   ", words)

    def prepare(self, first: int, per_page: int) -> None:
        """Make the pictures of the next page and of the one before ready."""
        pictures, arranged = getattr(self.app, "pictures", None), self.query_one(CardPage).arranged
        if pictures and arranged:
            after = self.found[first + per_page : first + 2 * per_page]
            before = self.found[max(first - per_page, 0) : first]
            paths = [self.deck.path(card) for card in (*after, *before)]
            pictures.prepare(paths, arranged.width, arranged.height)

    def go_to(self, place: int) -> None:
        """Point at a card, or at the nearest there is."""
        self.at = max(min(place, len(self.found) - 1), 0)
        self.show_page()

    def action_go(self, by: int) -> None:
        """Point at the next card, or the one before."""
        self.go_to(self.at + by)

    def action_row(self, by: int) -> None:
        """Point at the card above, or beneath."""
        arranged = self.query_one(CardPage).arranged
        self.go_to(self.at + by * (arranged.columns if arranged else 1))

    def action_page(self, by: int) -> None:
        """Turn the page."""
        self.go_to(self.at + by * self.per_page)

    def action_end(self, last: bool) -> None:
        """Go to the first card, or to the last."""
        self.go_to(len(self.found) - 1 if last else 0)

    def on_mouse_scroll_down(self) -> None:
        """Turn the page."""
        self.action_page(1)

    def on_mouse_scroll_up(self) -> None:
        """Turn the page back."""
        self.action_page(-1)

    async def action_smaller(self, by: int) -> None:
        """Show more cards on a page, or fewer."""
        self.smaller += by
        before = self.query_one(CardPage).arranged
        await self.lay_out()
        if self.query_one(CardPage).arranged == before:  # they cannot be any smaller, or larger
            self.smaller -= by

    def action_describe(self) -> None:
        """Tell of a card what is to be seen, or its caption again."""
        self.described = not self.described
        self.query_one("#told", Static).update(self.told(), layout=False)

    def action_find(self) -> None:
        """Let the person say which cards to show."""
        self.query_one(Input).focus()

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        """Show the cards that were asked for."""
        here = self.found[self.at] if self.found else ""
        self.found = [id_ for id_, card in self.deck.cards.items() if matches(card, event.value)]
        self.at = self.found.index(here) if here in self.found else 0
        self.show_page()

    @on(Input.Submitted)
    def found_enough(self) -> None:
        """Go on with the cards that were found."""
        self.set_focus(None)

    @on(CardPage.Picked)
    def pick(self, event: CardPage.Picked) -> None:
        """Look at the card that was clicked."""
        self.set_focus(None)
        self.go_to(self.at - self.at % self.per_page + event.place)
        self.action_look()

    @work
    async def action_look(self) -> None:
        """Look at one card."""
        cards = [self.deck.cards[card] for card in self.found]
        place = await self.app.push_screen_wait(CardScreen(self.deck, cards, self.at))
        if place is not None:
            self.go_to(place)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Nothing to look at where nothing was found."""
        return bool(self.found) or action not in ("look", "describe", "go", "row", "page", "end")

    def action_back(self) -> None:
        """Leave the field, then show all cards again, then leave the gallery."""
        field = self.query_one(Input)
        if self.focused is field and self.found:
            self.set_focus(None)
        elif field.value:
            field.value = ""
            self.set_focus(None)
        else:
            self.dismiss()
