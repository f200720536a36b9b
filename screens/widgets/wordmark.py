"""The name of the house, dealt face up."""

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
"""Five dots wide and six high; two dots, one above the other, make a character."""
BLOCKS = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
SUITS = "♠♥♦♣"
DEALT = (1, 0, 1, 0, 1, 0, 1)
"""How many lines lower each card lies."""
HEIGHT = 7
"""Lines of a card, its border included."""


def card(letter: str, suit: str) -> list[Content]:
    """One card, line by line."""
    edge, pip, ink = "$faint", "$muted on $surface", "bold $primary on $surface"
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


def wordmark(word: str = "PARLOUR") -> Content:
    """The word in cards side by side, as many lines as the lowest card reaches."""
    cards = [card(letter, suit) for letter, suit in zip(word, cycle(SUITS), strict=False)]
    blank = Content(" " * 9)
    lines = []
    for line in range(HEIGHT + max(DEALT)):
        row = []
        for lies, dealt in zip(cards, DEALT, strict=True):
            inside = 0 <= line - dealt < HEIGHT
            row.append(lies[line - dealt] if inside else blank)
        lines.append(Content(" ").join(row))
    return Content("\n").join(lines)


class Wordmark(Static):
    """The wordmark, 69 characters wide and 8 lines high."""

    DEFAULT_CSS = "Wordmark { width: 69; height: 8; }"

    def __init__(self) -> None:
        super().__init__(wordmark())
