"""Write a report as LaTeX, for pdflatex, xelatex and lualatex."""

import re
from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import pandas as pd

from engine.text import clean
from lab.analysis.evaluation import Report
from lab.report.methods import describe_methods
from lab.report.section import TextTable
from lab.report.tables import build_tables

SIZES = {r"\normalsize": 88, r"\footnotesize": 108, r"\scriptsize": 130, r"\tiny": 170}
"""Sizes of letters, and about how many characters of a table fit in a line."""
GAP = 2
"""The space between columns, in characters."""
GREEK = {
    "\N{GREEK SMALL LETTER ALPHA}": "alpha",
    "\N{GREEK SMALL LETTER CHI}": "chi",
    "\N{GREEK SMALL LETTER KAPPA}": "kappa",
    "\N{GREEK SMALL LETTER RHO}": "rho",
    "\N{GREEK SMALL LETTER TAU}": "tau",
}
"""Letters of statistics."""
COMMANDS = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "±": r"$\pm$",
    "\N{MULTIPLICATION SIGN}": r"$\times$",
    "\N{CHECK MARK}": r"$\surd$",
    "\N{MINUS SIGN}": "$-$",
    "\N{RIGHTWARDS ARROW}": r"$\to$",
    "\N{LESS-THAN OR EQUAL TO}": r"$\leq$",
    "\N{GREATER-THAN OR EQUAL TO}": r"$\geq$",
    "\N{HORIZONTAL ELLIPSIS}": r"\ldots{}",
    **{letter: f"$\\{name}$" for letter, name in GREEK.items()},
    "\N{EN DASH}": "{--}",
    "\N{EM DASH}": "{---}",
    "\N{LEFT SINGLE QUOTATION MARK}": "{`}",
    "\N{RIGHT SINGLE QUOTATION MARK}": "{'}",
    "\N{LEFT DOUBLE QUOTATION MARK}": "{``}",
    "\N{RIGHT DOUBLE QUOTATION MARK}": "{''}",
    "[": "{[}",  # at the start of a row it would be an argument of the end of the row before
    "*": "{*}",  # and so would this
}
"""How characters are written that LaTeX would obey, or that its fonts lack."""
LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=`)(?=`)|(?<=,)(?=,)|(?<=[!?])(?=`)")
"""Matches between characters that fonts would join to another one."""
LATIN = "\u0180"
"""All letters before this one have glyphs, but for these:"""
NOT_SET = frozenset("ĦħĸĿŀŉŦŧſ")
PIECE = re.compile(r"[^,=/_:;+-]{1,16}[,=/_:;+-]*|[,=/_:;+-]{1,16}")
"""Matches what a long word may be broken into."""
LONG_WORD = 16
WIDE = 1.15
"""The width of a figure or a capital, in characters."""
CODE = 6
"""How much wider the code of a character is than another character."""
MOST_OF_REST = 0.6
"""How much of the room that is left a column gets unbroken."""
PREAMBLE = r"""% Run pdflatex, xelatex or lualatex twice: the second run aligns tables over pages.
\documentclass[a4paper]{article}
\usepackage{iftex}
\iftutex
\usepackage{fontspec}
\DeclareRobustCommand{\other}[2]{\iffontchar\font"#1 #2\else U+#1\fi\allowbreak}
\else
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\DeclareRobustCommand{\other}[2]{U+#1\allowbreak}
\fi
\usepackage{array,booktabs,graphicx,longtable}
\usepackage[margin=2cm]{geometry}
\setlength{\LTcapwidth}{\linewidth}
\setlength{\tabcolsep}{3pt}
\sloppy"""
"""What every document begins with. `\\other` is a letter that fonts may lack: if so, its code."""


def to_latex(report: Report) -> str:
    """Write the report as a LaTeX document whose tables use booktabs."""
    parts = [begin_document(report.title, report.question)]
    for table in build_tables(report):
        parts += [format_latex_table(table), ""]
    parts += [r"\section*{Methods}", escape_latex(describe_methods(report)), end_document()]
    return "\n".join(parts)


def begin_document(title: str, text: str) -> str:
    """Begin a document with a title and a paragraph."""
    parts = [
        PREAMBLE,
        rf"\title{{{escape_latex(title)}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        escape_latex(text),
        "",
    ]
    return "\n".join(parts)


def end_document() -> str:
    return "\\end{document}\n"


def format_latex_table(table: TextTable) -> str:
    """Format a table, with its title above and its note below; it may break across pages.

    Columns that leave no room are broken into lines. A table of so many columns that none has room
    for a word is split into several, which all begin with the columns of names.
    """
    return "\n\n".join(map(_format_part, _split_columns(table)))


def _split_columns(table: TextTable) -> Sequence[TextTable]:
    """Split a table into as few as fit into a line; the last one has the note."""
    names = list(range(table.numbers_from))
    parts: list[list[int]] = [[]]
    for place in range(table.numbers_from, len(table.heads)):
        if parts[-1] and not _fit_columns(_take_columns(table, [*names, *parts[-1], place]))[0]:
            parts.append([])
        parts[-1].append(place)
    if len(parts) == 1:
        return [table]
    return [
        replace(
            _take_columns(table, [*names, *part]),
            title=f"{table.title} ({number} of {len(parts)})".lstrip(),
            note=table.note if number == len(parts) else "",
        )
        for number, part in enumerate(parts, 1)
    ]


def _take_columns(table: TextTable, places: Sequence[int]) -> TextTable:
    """Take some columns of a table."""
    heads, *rows = (tuple(row[place] for place in places) for row in (table.heads, *table.rows))
    return replace(table, heads=heads, rows=rows)


def _format_part(table: TextTable) -> str:
    """Format a table that fits into a line; if it does not, it is shrunk as a whole."""
    size, widths = _fit_columns(table)
    is_broken = [width is not None for width in widths]
    cells = pd.DataFrame(
        [
            [_break_words(cell) if broken else escape_latex(cell) for cell, broken in pairs]
            for pairs in (zip(row, is_broken, strict=True) for row in table.rows)
        ]
    )
    # They are templates of `str.format` to pandas.
    heads = [re.sub("[{}]", r"\g<0>\g<0>", escape_latex(head)) for head in table.heads]
    if cells.empty:
        cells = pd.DataFrame(columns=range(len(heads)))
    form = "".join(
        _format_column(width, is_number=place >= table.numbers_from)
        for place, width in enumerate(widths)
    )
    if size:
        body: str = cells.to_latex(
            index=False,
            header=heads,
            column_format=form,
            longtable=True,
            caption=escape_latex(table.title) or None,
        )
    else:
        body = cells.to_latex(index=False, header=heads, column_format=form)
        title = rf"{escape_latex(table.title)}\par\noindent " if table.title else ""
        body = rf"\noindent {title}\resizebox{{\linewidth}}{{!}}{{%{'\n'}{body.rstrip()}}}"
    note = f"\n\n{{\\footnotesize\\noindent {escape_latex(table.note)}\\par}}" if table.note else ""
    return f"{{{size} {body.rstrip()}}}{note}"


def _fit_columns(table: TextTable) -> tuple[str, list[int | None]]:
    """Fit the columns of a table into a line.

    Returns:
        The largest letters with which it fits, empty if it does not; and the width of each column
        in thousandths of a line, `None` if its text is not broken.
    """
    columns = list(zip(table.heads, *table.rows, strict=True))
    longest = [max(map(_measure_text, column)) for column in columns]
    gaps = GAP * len(longest)
    for size, room in list(SIZES.items())[:-1]:  # broken text is easier to read than tiny text
        if sum(longest) + gaps <= room:
            return size, [None] * len(longest)
    least = [
        max(
            _measure_text(piece)
            for cell in column
            for word in cell.split(" ")
            for piece in _cut_word(word)
        )
        for column in columns
    ]
    for size in (r"\scriptsize", r"\tiny"):
        room = SIZES[size] - gaps
        if sum(least) <= room:
            return size, [
                None if width is None else 1000 * width // SIZES[size]
                for width in _share_room(longest, least, room, table.numbers_from)
            ]
    return "", [None] * len(longest)


def _measure_text(text: str) -> int:
    """Measure the width of a text in characters, of which capitals and figures are wider."""
    codes = sum(not _has_glyph(one) for one in text)
    return ceil(sum(1 if one.islower() or one == " " else WIDE for one in text)) + CODE * codes


def _share_room(
    longest: Sequence[int], least: Sequence[int], room: int, numbers_from: int
) -> list[int | None]:
    """Share a line among columns: `None` for those whose text need not be broken.

    Text is broken before numbers are, and long text before short.

    Args:
        longest: The width of each column if its text is not broken.
        least: Its width if its text is broken wherever it may be.
        room: The width of the line.
        numbers_from: The first column of numbers.
    """
    widths: dict[int, int | None] = {}
    wide = sorted(range(len(longest)), key=lambda one: (one < numbers_from, longest[one]))
    while wide and longest[wide[0]] <= (room - sum(least[one] for one in wide[1:])) * MOST_OF_REST:
        widths[wide[0]] = None
        room -= longest[wide.pop(0)]
    spare = room - sum(least[one] for one in wide)
    wanted = [min(longest[one] - least[one], 2 * room) for one in wide]
    for one, more in zip(wide, wanted, strict=True):
        widths[one] = least[one] + spare * more // max(1, sum(wanted))
    return [widths[one] for one in range(len(longest))]


def _format_column(width: int | None, *, is_number: bool) -> str:
    if width is None:
        return "r" if is_number else "l"
    side = r"\raggedleft" if is_number else r"\raggedright"
    return rf">{{{side}\arraybackslash}}p{{0.{width:03}\linewidth}}"


def _break_words(text: str) -> str:
    """Escape text whose long words may be broken."""
    words = (map(escape_latex, _cut_word(word)) for word in text.split(" "))
    return " ".join(r"\allowbreak{}".join(pieces) for pieces in words)


def _cut_word(word: str) -> list[str]:
    """Cut a long word into what may stand in lines of its own."""
    return PIECE.findall(word) if len(word) > LONG_WORD else [word]


def escape_latex(text: str) -> str:
    """Escape text for a line of LaTeX; of a character that fonts lack the code is shown."""
    parts = LIGATURE.split(clean(text, 4 * len(text)))
    return "{}".join("".join(map(_write_character, part)) for part in parts)


def _write_character(one: str) -> str:
    if one in COMMANDS:
        return COMMANDS[one]
    if not one.isprintable():
        return "?"
    return one if _has_glyph(one) else rf"\other{{{ord(one):04X}}}{{{one}}}"


def _has_glyph(one: str) -> bool:
    """Whether the fonts of every kind of LaTeX have the character, as it is or by a command."""
    return one in COMMANDS or (one < LATIN and one not in NOT_SET)
