"""LaTeX: whatever is in a cell, it is text, and no column leaves the page."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lab.report.latex import begin_document, end_document, escape_latex, format_latex_table
from lab.report.section import TextTable

HOSTILE = (
    "a%_&#\\~^$x$ {b} <c> [d] *e*",
    "\\input{/etc/passwd} \\end{longtable}",
    "\\\\[3cm]",
    "--- ``x'' ,,y !` ?`",
    "emoji \N{GRINNING FACE} \N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}",
    "\u05e9\u05dc\u05d5\u05dd \u202eabc\u202c",
    "\u4e2d\u6587" * 30,
    "\u0126 \u0141\u0151 stra\u00dfe \N{LATIN SMALL LIGATURE FI} e\u0301 \N{EURO SIGN}",
    "x" * 200,
    "llm:a,b=c/d" * 20,
    "\t\x00\x1b[31m\ufeff",
    "",
)
DOCUMENT = "\n".join(
    (
        begin_document(HOSTILE[0], HOSTILE[4]),
        format_latex_table(TextTable(HOSTILE[0], ("name {0}", "other", "ours"), [], 2, "")),
        format_latex_table(
            TextTable("T", HOSTILE[:3], [(one, one, "1.0") for one in HOSTILE], 2, HOSTILE[5])
        ),
        format_latex_table(TextTable("wide", HOSTILE[:1] * 40, [HOSTILE[1:2] * 40], 9, "")),
        end_document(),
    )
)


def test_what_latex_would_obey_is_text() -> None:
    bare = re.sub(r"\\[\\{}$&#%_]", "", "".join(map(escape_latex, HOSTILE)))
    assert not re.search(r"[$&#%~^_]", re.sub(r"\$\\\w+\$", "", bare))
    assert bare.count("{") == bare.count("}")
    assert escape_latex("\u4e2d") == "\\other{4E2D}{\u4e2d}"
    assert escape_latex("\u03c7\u00b2 \u2264 1") == "$\\chi$\u00b2 $\\leq$ 1"
    assert "\x1b" not in DOCUMENT
    assert "\u202e" not in DOCUMENT


def test_long_text_is_broken_before_numbers_are() -> None:
    rows = [("a line-up of many words, " * 9, "1.00 ± 0.10 [0.80, 1.20]", "96 games")]
    written = format_latex_table(TextTable("", ("what", "ours", "n"), rows, 1, "the note"))
    columns = re.search(r"\\begin\{longtable\}\{(.*)\}", written)
    assert columns is not None
    assert re.fullmatch(r">\{\\raggedright\\arraybackslash\}p\{0\.\d+\\linewidth\}rr", columns[1])
    assert written.endswith("the note\\par}")
    short = format_latex_table(TextTable("", ("what", "n"), [("a", "1")], 1, ""))
    assert r"\begin{longtable}{lr}" in short
    assert short.startswith(r"{\normalsize")


@pytest.mark.parametrize("program", ["pdflatex", "xelatex"])
def test_hostile_text_compiles(program: str, tmp_path: Path) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    (tmp_path / "hostile.tex").write_text(DOCUMENT)
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "hostile.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "hostile.pdf").stat().st_size > 1_000


def test_a_table_of_many_columns_is_split_and_each_part_begins_with_the_names() -> None:
    heads = ("player", *(f"figure-{n}" for n in range(40)))
    rows = [(one, *(f"0.{n:03} [0.000, 1.000]" for n in range(40))) for one in ("first", "second")]
    written = format_latex_table(TextTable("Wide", heads, rows, 1, "the note"))
    assert "resizebox" not in written
    parts = written.count(r"\begin{longtable}")
    assert parts > 1
    for number in range(1, parts + 1):
        assert rf"\caption{{Wide ({number} of {parts})}}" in written
    assert written.count("the note") == 1
    assert written.count("first & ") == parts
    found = [written.index(rf"0.{n:03} ") for n in range(40)]
    assert len(set(found)) == 40
