"""A list of cards as captions and descriptions, where there is room for one picture only."""

from collections.abc import Sequence

from textual.content import Content

from screens.widgets.cards.card_item import CardItem
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, lay_out_row, shorten

MOST_BLANK = 2
"""The most blank rows between cards in words."""


POINTER, BAR, INDENT = "▸ ", "▌ ", "  "
"""The signs before the marked card in the list, the one with a picture, and the others."""


def shorten_before(text: Content, note: Content, width: int, rows: int) -> list[Content]:
    """Wrap a text to at most so many rows, and end it with a note that is never cut."""
    lines = shorten(text, width, rows)
    if not note.plain:
        return lines
    room = max(width - note.cell_length - 2, 1)
    if lines[-1].cell_length > room and len(lines) < rows:
        return [*lines, note]
    return [*lines[:-1], Content.assemble(lines[-1].truncate(room, ellipsis=True), "  ", note)]


class CardWords(Lines):
    """A list of cards, each with its caption and what it shows."""

    DEFAULT_CSS = "CardWords { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.cards: Sequence[CardItem] = ()
        self.shown = 0
        """The card whose picture is beside the list."""
        self.marked: int | None = None
        self.places: list[int] = []
        """The card of each line."""

    def show(self, cards: Sequence[CardItem], shown: int, marked: int | None) -> None:
        """Show other cards, one of them in full, and point at the marked one."""
        if (cards, shown, marked) != (self.cards, self.shown, self.marked):
            self.cards, self.shown, self.marked = cards, shown, marked
            self.refresh()

    def build_heads(self) -> list[Content]:
        """Build what stands before the words of each card: its number, and its caption."""
        return [
            Content("  ").join(
                [*([Content.styled(card.number, "bold")] if card.number else []), *card.caption]
            )
            for card in self.cards
        ]

    def count_rows(self, width: int) -> int:
        """Count the rows of all words, two a card at most, beside their heads."""
        column = max((head.cell_length for head in self.build_heads()), default=0) + 2
        room = max(width - len(INDENT) - column, 1)
        texts = ((Content(card.alt_text), card.note) for card in self.cards)
        return sum(len(shorten_before(text, note, room, 2)) for text, note in texts)

    def layout_lines(self, width: int) -> list[Content]:
        """Each card's caption and what it shows: side by side, if all captions are short."""
        room = max(width - len(INDENT), 1)
        spare = max(self.size.height - 2 * len(self.cards), 1)
        others = 2 if self.count_rows(width) <= self.size.height else 1
        heads = self.build_heads()
        below = self.size.height - 2 * len(self.cards) + 1
        """Rows for the words of the card that is shown, if all words are below the captions."""
        column = max((head.cell_length for head in heads), default=0) + 2
        entries: list[list[Content]] = []
        for number, (head, card) in enumerate(zip(heads, self.cards, strict=True)):
            text = Content.styled(card.alt_text, "" if number == self.shown else "$muted")
            line = Content.assemble(head, "  ", text)
            if card.note.plain:
                line = Content.assemble(line, "  ", card.note)
            if column <= room // 4:
                rows = max(spare, others) if number == self.shown else others
                told = shorten_before(text, card.note, room - column, rows)
                entry = lay_out_row((head, Content("\n").join(told)), (column, room - column + 1))
            elif below >= 1:
                rows = below if number == self.shown else 1
                told = shorten_before(text, card.note, room, rows)
                entry = [head.truncate(room, ellipsis=True), *told]
            elif number == self.shown and line.cell_length > room:
                entry = [*head.wrap(room), *shorten(text, room, spare)]
            else:
                entry = [line.truncate(room, ellipsis=True)]
            entries.append(
                [self.point_at(number, place, row, width) for place, row in enumerate(entry)]
            )
        free = self.size.height - sum(map(len, entries))
        blank = min(max(free // max(len(entries) - 1, 1), 0), MOST_BLANK)
        self.places = [n for n, entry in enumerate(entries) for _ in range(len(entry) + blank)]
        lines = [row for entry in entries for row in (*entry, *[BLANK] * blank)]
        return lines[: len(lines) - blank]

    def point_at(self, number: int, place: int, row: Content, width: int) -> Content:
        """A row of a card's words, behind a bar or a pointer."""
        marked = number == self.marked
        if number != self.shown:
            return Content.assemble(
                (POINTER if marked and not place else INDENT, "bold $primary"), row
            )
        bar = Content.styled(BAR, "bold $primary" if marked else "$muted")
        if not marked:
            return Content.assemble(bar, row)
        whole = Content.assemble(bar, row.stylize_before("bold"))
        return whole.pad_right(max(width - whole.cell_length, 0)).stylize_before("on $panel")
