"""The name of the program, written as playing cards."""

from itertools import cycle

from textual.content import Content
from textual.widgets import Static

LETTERS = {
    "P": ("####.", "#...#", "#...#", "####.", "#....", "#...."),
    "A": (".###.", "#...#", "#...#", "#####", "#...#", "#...#"),
    "R": ("####.", "#...#", "#...#", "####.", "#..#.", "#...#"),
    "L": ("#....", "#....", "#....", "#....", "#....", "#####"),
    "O": (".###.", "#...#", "#...#", "#...#", "#...#", ".###."),
    "U": ("#...#", "#...#", "#...#", "#...#", "#...#", ".###."),
}
"""Dots of each letter, 5 x 6; two dots, one above the other, make a character."""


BLOCKS = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


SUITS = "♠♥♦♣"


OFFSETS = (1, 0, 1, 0, 1, 0, 1)
"""By how many lines each card is lowered."""


HEIGHT = 7
"""Lines of a card, including its border."""


def render_card(letter: str, suit: str) -> list[Content]:
    """Render a card, line by line."""
    edge, pip, ink = "$outline", "$muted on $surface", "bold $primary on $surface"
    rows = LETTERS[letter]
    dots = [
        "".join(BLOCKS[a + b] for a, b in zip(*rows[n : n + 2], strict=True)) for n in (0, 2, 4)
    ]
    side = ("│", edge)
    return [
        Content.assemble(("╭───────╮", edge)),
        Content.assemble(side, (f"{suit}      ", pip), side),
        *(Content.assemble(side, (f" {line} ", ink), side) for line in dots),
        Content.assemble(side, (f"      {suit}", pip), side),
        Content.assemble(("╰───────╯", edge)),
    ]


def render_wordmark(word: str = "PARLOUR") -> Content:
    """Render a word as cards side by side."""
    cards = [render_card(letter, suit) for letter, suit in zip(word, cycle(SUITS), strict=False)]
    blank = Content(" " * 9)
    lines = []
    for line in range(HEIGHT + max(OFFSETS)):
        row = []
        for lines_of_card, offset in zip(cards, OFFSETS, strict=True):
            inside = 0 <= line - offset < HEIGHT
            row.append(lines_of_card[line - offset] if inside else blank)
        lines.append(Content(" ").join(row))
    return Content("\n").join(lines)


class Wordmark(Static):
    """The wordmark, 69 characters wide and 8 lines high."""

    DEFAULT_CSS = "Wordmark { width: 69; height: 8; }"

    def __init__(self) -> None:
        super().__init__(render_wordmark())
