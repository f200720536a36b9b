"""The widgets of one card: its picture or its back, and its caption."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from textual.content import Content
from textual.widget import Widget

from screens.pictures.card_picture import CardPicture
from screens.widgets.cards.card_item import CardItem

MARK = "━"
"""The line under the marked card."""
BROAD = 25
"""From this many cells on, the number of a card stands before its caption, not in the mark."""


class CardBack(Widget):
    """The back of a card that is face down, or the place of one to come."""

    DEFAULT_CSS = """
    CardBack { border: round $primary; hatch: cross $faint; }
    CardBack { content-align: center middle; color: $primary; }
    CardBack.-empty { border: dashed $outline; hatch: none; }
    """

    def render(self) -> Content:
        return Content("" if self.has_class("-empty") else " ◇ ")


def number_caption(number: str, lines: Sequence[Content], width: int) -> Sequence[Content]:
    """Put the number of a card before its caption if there is room for both."""
    if not number or width < BROAD:
        return lines
    return (Content.assemble((f"{number}  ", "bold"), *lines[:1]).rstrip(), *lines[1:])


class CardCaption(Widget):
    """The mark under a card, and its caption."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[Content, ...] = ()
        self.marked = False
        self.number = ""
        self.card_width = 0

    def show(self, lines: tuple[Content, ...], number: str, *, marked: bool) -> None:
        """Show a caption, the number, and the mark above them if the card is marked."""
        if (lines, number, marked) != (self.lines, self.number, self.marked):
            self.lines, self.number, self.marked = lines, number, marked
            self.refresh()

    def render(self) -> Content:
        """Render the lines, wrapped and centred; lines that do not fit are left out."""
        width, height = self.size
        mark = MARK * min(self.card_width, width) if self.marked else ""
        number = f" {self.number} " if self.number and width < BROAD else ""
        side = max((len(mark) - len(number)) // 2, 0)
        left, right = mark[:side], mark[side + len(number) :]
        lines = [Content.assemble((left, "$primary"), (number, "bold"), (right, "$primary"))]
        for line in number_caption(self.number, self.lines, width):
            lines += line.wrap(width) if line.cell_length > width else [line]
        if len(lines) > height:
            rest = Content(" ").join(lines[height - 1 :])
            lines = [*lines[: height - 1], rest.truncate(width, ellipsis=True)]
        return Content("\n").join(line.pad_left((width - line.cell_length) // 2) for line in lines)


class CardSlot(NamedTuple):
    """The widgets of one card: its picture or its back, and its caption."""

    picture: CardPicture
    back: CardBack
    caption: CardCaption

    def show(self, card: CardItem | None, *, marked: bool) -> None:
        """Show a card, or nothing for `None`."""
        self.picture.display = card is not None and card.picture is not None
        self.back.display = card is not None and card.picture is None
        self.back.set_class(card is not None and card.empty, "-empty")
        self.caption.display = card is not None
        if card is None:
            return
        if card.picture is not None:
            self.picture.dim = card.dim
            self.picture.alt_text = card.alt_text
            self.picture.picture = card.picture
        caption = card.caption
        if card.note.plain:
            caption = (Content(" ").join([*caption[:1], card.note]), *caption[1:])
        self.caption.show(caption, card.number, marked=marked)


def create_slot() -> CardSlot:
    return CardSlot(CardPicture(Path()), CardBack(), CardCaption())
