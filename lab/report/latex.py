"""Write a report as LaTeX."""

import re

import pandas as pd

from engine.text import clean
from lab.analysis.evaluation import Report
from lab.report.methods import describe_methods
from lab.report.section import TextTable
from lab.report.tables import build_tables

LONG = 40
"""Number of rows from which a LaTeX table may break across pages."""
WIDE = 6
"""Number of columns from which such a table is set in the smallest letters."""
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
    "\N{EN DASH}": "{--}",
    "[": "{[}",  # at the start of a row it would be an argument of the end of the row before
    "*": "{*}",  # and so would this
}
"""How characters are written that LaTeX would obey, or that its fonts lack."""
LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=`)(?=`)|(?<=,)(?=,)|(?<=[!?])(?=`)")
"""Matches between characters that fonts would join to another one."""


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
        r"\documentclass[a4paper]{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[utf8]{inputenc}",
        r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}",
        r"\usepackage{booktabs,graphicx,longtable}",
        r"\usepackage[margin=2cm]{geometry}",
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
    """Format a table with a caption; a long one may break across pages."""
    cells = pd.DataFrame([[escape_latex(cell) for cell in row] for row in table.rows])
    # They are templates of `str.format` to pandas.
    heads = [re.sub("[{}]", r"\g<0>\g<0>", escape_latex(head)) for head in table.heads]
    columns = "".join("r" if n >= table.numbers_from else "l" for n in range(len(heads)))
    caption = escape_latex(f"{table.title}. {table.note}".strip())
    if cells.empty:
        cells = pd.DataFrame(columns=range(len(heads)))
    if len(cells) >= LONG:
        size = r"\footnotesize" if len(heads) < WIDE else r"\tiny"
        body: str = cells.to_latex(
            index=False, header=heads, column_format=columns, longtable=True, caption=caption
        )
        return rf"{{{size}\setlength{{\tabcolsep}}{{3pt}}{body.rstrip()}}}"
    body = cells.to_latex(index=False, header=heads, column_format=columns)
    return "\n".join(
        [
            r"\begin{table}[ht]\centering",
            rf"\caption{{{caption}}}",
            r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%",
            rf"{body.rstrip()}}}",
            r"\end{table}",
        ]
    )


def escape_latex(text: str) -> str:
    """Escape text for a line of LaTeX; characters that its fonts may lack become question marks."""
    parts = LIGATURE.split(clean(text, 4 * len(text)))
    return "{}".join("".join(map(_write_character, part)) for part in parts)


def _write_character(one: str) -> str:
    return COMMANDS.get(one) or (one if one < "\u0100" and one.isprintable() else "?")
