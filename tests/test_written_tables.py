"""Tables as CSV, Markdown and LaTeX: a cell stays a cell, and is read back as it was."""

import csv
import re
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from engine.export.csv_cell import clean_cell, restore_cell
from engine.text import clean, clean_lines
from lab.csv import format_csv
from lab.report.latex import COMMANDS, LATIN, NOT_SET, escape_latex, format_latex_table
from lab.report.markdown import escape_markdown, format_markdown_table
from lab.report.section import TextTable

ROOT = Path(__file__).parent.parent
HOSTILE = (
    "=cmd|' /C calc'!A0",
    "+1-2",
    "-2+3",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    " =1+1",
    "\uff1d1+1",
    "-",
    "a,b\";\n'c'",
    "[2ex] \\\\ x",
    "*x",
    "\\input{/etc/passwd}",
    "$x$ %~^_&#{}",
    "a | b \\| c \\",
    "<script>alert(1)</script> &lt;b&gt; <!-- x",
    "![x](http://y) [a]: b `c` **d** __e__ ~~f~~",
    "# x #",
    "{{7*7}} ]]>",
    "\x1b[31mred\x1b]0;title\x07\u202eevil\x9b2J",
    "\N{EN DASH}- --- `` ''",
)
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
cells = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(codec="utf-8"), max_size=30),
    st.text("=+-@\t\r\n'\"|\\[]*_`<&{}$%#~^,; a1", max_size=12),
)
tables = st.lists(st.tuples(cells, cells), min_size=1, max_size=4)


def read_lines(text: str) -> str:
    return clean_lines(text, 4 * len(text))


def read_line(text: str) -> str:
    return clean(text, 4 * len(text))


@given(tables)
def test_a_csv_is_read_back_and_has_no_formula(rows: list[tuple[str, str]]) -> None:
    frame = pd.DataFrame(rows, columns=["=head", "plain"])
    frame.insert(0, "number", -1.5)
    text = format_csv(frame)
    head, *read = csv.reader(StringIO(text))
    assert head == ["number", "'=head", "plain"]
    assert len(read) == len(rows)
    for (number, *found), row in zip(read, rows, strict=True):
        assert number == "-1.5"
        assert found == [clean_cell(cell) for cell in row]
    again = pd.read_csv(StringIO(text), dtype=str, keep_default_na=False)
    assert again.iloc[:, 1:].to_numpy().tolist() == [row[1:] for row in read]


@given(cells)
def test_a_cell_is_no_formula_unless_it_is_a_number(cell: str) -> None:
    shown = clean_cell(cell)
    assert not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", shown
    )
    if shown.lstrip()[:1] in tuple("=+-@\uff1d\uff0b\uff0d\uff20"):
        float(shown)
    assert clean_cell(shown) == shown
    plain = read_lines(cell)
    assert shown in (plain, f"'{plain}")
    if not plain.startswith("'"):
        assert restore_cell(shown) == plain


@pytest.mark.parametrize("number", ["-1", "+1", "-.5", "-1.25e-07", "1.", "+0"])
def test_a_number_stays_a_number(number: str) -> None:
    assert clean_cell(number) == number


def test_other_values_are_left_alone() -> None:
    frame = pd.DataFrame({"a": [1, 2], "b": [True, False], "c": [None, "x"], "d": [0.5, None]})
    frame["e"] = pd.Series([1, None], dtype=object)
    assert format_csv(frame) == "a,b,c,d,e\n1,True,,0.5,1\n2,False,x,,\n"
    assert format_csv(frame[["d"]], "%.3f") == 'd\n0.500\n""\n'


def test_every_csv_is_written_with_clean_cells() -> None:
    for folder in ("engine", "lab", "screens", "tui"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if re.search(r"\.to_csv\(|csv\.writer\(|DictWriter\(", text):
                assert "clean_cell(" in text, path


def read_markdown(text: str) -> list[list[str]]:
    """Read the cells of a table as a browser would show them; any markup in them is an error."""
    rows: list[list[str]] = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            assert {one.type for one in token.children or ()} <= {"text", "text_special"}
            rows[-1].append("".join(one.content for one in token.children or ()))
        else:
            assert re.fullmatch(r"(table|thead|tbody|tr|th|td)_(open|close)", token.type)
    return rows


@given(tables)
@example([(cell, cell) for cell in HOSTILE])
def test_a_markdown_table_is_read_back(rows: list[tuple[str, str]]) -> None:
    table = TextTable("", ("head | one", "two"), rows, 1)
    read = read_markdown(format_markdown_table(table))
    wanted = [("head | one", "two"), *rows]
    assert read == [[read_line(cell) for cell in row] for row in wanted]


@given(cells)
def test_markdown_headings_are_text(cell: str) -> None:
    line = read_line(cell)
    tokens = MarkdownIt("commonmark").parse(f"# {escape_markdown(cell)}")
    assert [one.type for one in tokens] == ["heading_open", "inline", "heading_close"]
    assert "".join(one.content for one in tokens[1].children or ()) == line


ESCAPED = re.compile(
    r"\\text(backslash|asciicircum|asciitilde|less|greater)\{\}|\\[{}$&#%_]|\$(\\[a-z]+|-)\$|\\ldots\{\}"
    r"|\\other\{([0-9A-F]{4,6})\}\{.\}|\{(---?|``?|''?|[\[*])\}|\{\}"
)
"""Matches what `escape_latex` writes beside plain characters."""


@given(cells)
@example("".join(HOSTILE))
def test_latex_obeys_no_character_of_a_cell(cell: str) -> None:
    text = escape_latex(cell)
    plain = ESCAPED.sub("", text)
    assert not re.search(r"[\\{}$&#%_^~<>\[*\n\r\x00-\x1f\x7f-\x9f]", plain)
    assert not re.search(r"--|``|''|,,|[!?]`", plain.replace("\0", "")) or "{}" in text
    backwards = {command: one for one, command in COMMANDS.items()}

    def read(found: re.Match[str]) -> str:
        return chr(int(found[3], 16)) if found[3] else backwards.get(found[0], "")

    line = read_line(cell)
    assert ESCAPED.sub(read, text) == "".join(one if one.isprintable() else "?" for one in line)
    assert all(one in COMMANDS or (one < LATIN and one not in NOT_SET) for one in plain)


@given(tables)
@example([(cell, cell) for cell in HOSTILE])
@example([(HOSTILE[n % len(HOSTILE)], "[x") for n in range(40)])
def test_a_latex_table_has_its_rows_and_columns(rows: list[tuple[str, str]]) -> None:
    text = format_latex_table(TextTable("[t] & u", ("*head", "{0.__class__}"), rows, 1, "100 %"))
    assert r"{*}head & \{0.\_\_class\_\_\} \\" in text
    ends = re.findall(r"(?<!\\)\\\\(?![a-zA-Z])\s*(.)", text)
    assert not set(ends) & {"[", "*"}
    lines = [line for line in text.splitlines() if line.endswith(r" \\")]
    body = [line for line in lines if not line.startswith((r"\caption", r"\multicolumn"))]
    heads = 2  # of the first page and of the next ones
    assert len(body) == len(rows) + heads
    assert all(len(re.findall(r"(?<!\\)&", line)) == 1 for line in body)
    begun, ended = (re.findall(rf"\\{word}{{(\w+)}}", text) for word in ("begin", "end"))
    assert begun == ended[::-1]
    braces = re.sub(r"\\[{}]", "", text)
    assert braces.count("{") == braces.count("}")
