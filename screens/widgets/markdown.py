"""Show Markdown as lines: headings, paragraphs, lists and tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from textual.content import Content

from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, lay_out_row

STYLES = {"strong_open": "bold", "em_open": "italic", "s_open": "strike"}


COLUMN_GAP = 2
"""Blank cells between two columns of a table."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading, an item of a list, or a table."""

    text: Content = BLANK
    first: str = ""
    """The prefix of its first line, such as `1. `; the other lines are indented by its width."""
    style: str = ""
    gap: bool = True
    """Whether a blank line precedes it."""
    rows: tuple[tuple[Content, ...], ...] = ()
    """The cells of a table, whose first row is its head."""

    def layout(self, width: int) -> list[Content]:
        """Lay out the block, no line wider than `width` cells."""
        if self.rows:
            return _layout_table(self.rows, width)
        indent = len(self.first) if len(self.first) < width // 2 else 0
        lines = self.text.wrap(max(width - indent, 1)) or [BLANK]
        marked = Content.styled(self.first[:indent], "$primary")
        laid = [(marked if not n else Content(" " * indent)) + line for n, line in enumerate(lines)]
        return [line.stylize(self.style) for line in laid] if self.style else laid


class MarkdownPage(Lines):
    """Shows headings, paragraphs, lists and tables; links and pictures only as their text."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.markdown = markdown

    def layout_lines(self, width: int) -> list[Content]:
        return list(_layout_page(self.markdown, width))


@lru_cache(maxsize=16)
def _layout_page(markdown: str, width: int) -> tuple[Content, ...]:
    lines: list[Content] = []
    for block in parse_blocks(markdown):
        if block.gap and lines:
            lines.append(BLANK)
        lines.extend(block.layout(width))
    return tuple(lines)


@lru_cache(maxsize=16)
def parse_blocks(markdown: str) -> tuple[Block, ...]:
    """Parse Markdown into blocks."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    return tuple(_read_blocks(tokens))


def _read_blocks(tokens: Sequence[Token]) -> Iterator[Block]:  # noqa: C901 - a case for each kind of token
    lists: list[int | None] = []  # the next number of each open list; `None` for bullets
    first, style, gap = "", "", True
    rows: list[tuple[Content, ...]] = []
    for token in tokens:
        match token.type:
            case "heading_open":
                style = "bold $primary" if token.tag == "h1" else "bold"
            case "bullet_list_open":
                lists.append(None)
            case "ordered_list_open":
                lists.append(int(token.attrs.get("start", 1)))
            case "list_item_open":
                number = lists[-1]
                first = "  " * (len(lists) - 1) + ("• " if number is None else f"{number}. ")
                lists[-1] = None if number is None else number + 1
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
                gap = not lists or gap
            case "tr_open":
                rows.append(())
            case "table_close":
                yield Block(rows=tuple(rows))
                rows = []
            case "inline" if rows:
                rows[-1] += (_read_inline(token),)
            case "inline":
                indent = first or "  " * len(lists)
                yield Block(_read_inline(token), indent, style, gap)
                first, style, gap = "", "", not lists
            case "code_block" | "fence":
                yield Block(Content.styled(token.content.rstrip(), "$muted"), "  ")


def _read_inline(token: Token) -> Content:
    parts: list[Content] = []
    styles: list[str] = []
    for child in token.children or ():
        if child.type in STYLES:
            styles.append(STYLES[child.type])
        elif child.type.endswith("_close") and styles and f"{child.type[:-6]}_open" in STYLES:
            styles.pop()
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(Content(" " if child.type == "softbreak" else "\n"))
        else:
            style = " ".join([*styles, "$primary"] if child.type == "code_inline" else styles)
            parts.append(Content.styled(child.content, style))
    return Content("").join(parts)


def _layout_table(rows: Sequence[Sequence[Content]], width: int) -> list[Content]:
    columns = max(map(len, rows))
    cells = [[*row, *[BLANK] * (columns - len(row))] for row in rows]
    widths = [
        max(cell.cell_length for cell in column) + COLUMN_GAP for column in zip(*cells, strict=True)
    ]
    total = sum(widths)
    if total > width:
        widths = [max(width * one // total, 2) for one in widths]
    laid = [line.stylize("bold") for line in lay_out_row(cells[0], widths)]
    for row in cells[1:]:
        laid.extend(lay_out_row(row, widths))
    return laid
