"""Write a report as LaTeX."""

from lab.analysis.evaluation import Report
from lab.report.methods import describe_methods
from lab.report.section import TextTable
from lab.report.tables import build_tables

LONG = 40
"""Number of rows from which a LaTeX table may break across pages."""


LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "±": r"$\pm$",
    "\N{EN DASH}": "--",
}


def to_latex(report: Report) -> str:
    """Write the report as a LaTeX document whose tables use booktabs."""
    parts = [
        r"\documentclass[a4paper]{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[utf8]{inputenc}",
        r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}",
        r"\usepackage{booktabs,graphicx,longtable}",
        r"\usepackage[margin=2cm]{geometry}",
        rf"\title{{{escape_latex(report.title)}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        escape_latex(report.question),
        "",
    ]
    for table in build_tables(report):
        parts += [_format_latex_table(table), ""]
    parts += [r"\section*{Methods}", escape_latex(describe_methods(report)), r"\end{document}"]
    return "\n".join(parts) + "\n"


def _format_latex_table(table: TextTable) -> str:
    columns = "".join("r" if n >= table.numbers_from else "l" for n in range(len(table.heads)))
    lines = [" & ".join(escape_latex(cell) for cell in row) + r" \\" for row in table.rows]
    head = " & ".join(escape_latex(cell) for cell in table.heads) + r" \\"
    caption = escape_latex(f"{table.title}. {table.note}".strip())
    if len(lines) >= LONG:
        size = r"\footnotesize" if len(columns) < 6 else r"\tiny"
        return "\n".join(
            [
                rf"{{{size}\setlength{{\tabcolsep}}{{3pt}}\begin{{longtable}}{{{columns}}}",
                rf"\caption{{{caption}}}\\",
                r"\toprule",
                head,
                r"\midrule\endhead",
                *lines,
                r"\bottomrule\end{longtable}}",
            ]
        )
    return "\n".join(
        [
            r"\begin{table}[ht]\centering",
            rf"\caption{{{caption}}}",
            r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            head,
            r"\midrule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}}",
            r"\end{table}",
        ]
    )


def escape_latex(text: str) -> str:
    """Escape text for LaTeX; characters that its fonts may lack become question marks."""
    known = (one if one in LATEX or ord(one) < 256 else "?" for one in text)
    return "".join(LATEX.get(one, one) for one in known)
