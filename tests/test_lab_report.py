"""Reports: what a page tells, that nothing in it is parsed, and that no secret is in it."""

import json
import re
import shutil
import subprocess
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pandas as pd
import pytest

import lab
from lab.analysis.evaluation import Report
from lab.analysis.run_comparison import compare_runs
from lab.analysis.tables import Run
from lab.report.charts import draw_bars, draw_matrix
from lab.report.csv import tabulate_figures
from lab.report.latex import to_latex
from lab.report.markdown import to_markdown
from lab.report.page import Page
from lab.report.tables import build_tables
from lab.run.compression import compress_lines
from tests.test_lab_run import BASELINES
from tests.test_lab_run import run as run_trials
from tui.command_line import run

HOSTILE = '<script>alert("x")</script>\x1b[31m& $\\input{secret}$ \u202eevil'


class Reader(HTMLParser):
    """Collects what a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.add(str(value))
            if name.endswith("href") and str(value).startswith("#lineup"):
                self.links.add(str(value)[1:])
            if name in ("src", "onclick", "onload") or str(value).startswith("javascript"):
                raise AssertionError(name)

    def handle_data(self, data: str) -> None:
        """Note text."""
        self.text += data


def test_a_report_from_its_cells_to_raw_answers(  # noqa: PLR0915 - one report, read from front to back
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page with every part; hostile names and answers stay text, and no key is in it."""
    monkeypatch.setenv("LAB_PLAYER", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-key-1234567890")
    path = tmp_path / "tiny.run"
    text = BASELINES.replace('players = ["a"]', 'players = ["b"]')
    text = text.replace('b = "random"', '"<b>$x$\\\\" = "py:tests.lab_player:NotingPlayer"')
    text = text.replace('"b"', '"<b>$x$\\\\"').replace("rounds = 2", "rounds = [2, 3]")
    text += '[report]\ntitle = "<i>Tiny</i>"\nquestion = "Who & why?"\nrows = "encoder"\n'
    run_trials(path, text)
    with lab.open_run(path) as opened:
        _plant_hostile_answers(opened)
        journal = opened.journal(1)
        first = journal.index('"move":')
        line = journal.rindex("{", 0, first)
        journal = f'{journal[:line]}{{"stand_in": "random", {journal[line + 1 :]}'
        opened.file.database.execute(
            "UPDATE journals SET text = ? WHERE number = 1", (compress_lines(journal),)
        )
        report = Report(opened)
        page = Page(report).write()
        markdown, latex = to_markdown(report), to_latex(report)
        titles = [table.title for table in build_tables(report)]
    reader = Reader()
    reader.feed(page)
    assert {"script", "i", "b", "img", "link", "iframe"}.isdisjoint(reader.tags)
    assert reader.links
    assert reader.links <= reader.ids
    assert (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    ) in page
    assert reader.tags.count("svg") >= 3
    for expected in (
        "<i>Tiny</i>",
        "Who & why?",
        '<script>alert("x")</script>& $',
        "Deal 1",
        "Answer 1: legal",
        "Question predict-interceptor, asked <b>$x$",
        "Replay with interceptor a",
        "Encoder, moves that are not the player's own: 1 by a stand-in.",
        "Programs and Python players moved as <b>$x$",
        "Wilson's",
        "±",
        "commit" if (Path(__file__).parent.parent / ".git").exists() else "Python",
    ):
        assert expected in reader.text, expected
    assert titles[:-6] == [
        "Table 1, all recorded turns",
        "Table 2, who sat there",
        "Table 2, asked in its place",
    ]
    assert titles[-6:] == [
        "Line-ups",
        "Differences on the same deals",
        "Questions",
        "Left out",
        "Cost",
        "Players",
    ]
    assert "No model was called" not in reader.text
    assert "encoder, question 1" in reader.text  # the calls for questions
    for whole in (page, markdown, latex):
        assert "canary" not in whole
        assert "\x1b" not in whole
        assert "\u202e" not in whole
    assert "<i>" not in markdown.replace("\\<i>", "")
    assert r"\input" not in latex
    begun, ended = (sorted(re.findall(rf"\\{word}{{(\w+)}}", latex)) for word in ("begin", "end"))
    assert begun == ended
    assert latex.count("{") - latex.count(r"\{") == latex.count("}") - latex.count(r"\}")
    assert r"\textless{}b\textgreater{}\$x\$\textbackslash{}" in latex
    out = tmp_path / "paper"
    for form in ("html", "markdown", "latex", "csv"):
        assert run(["lab", "report", str(path), "--format", form, "--out", str(out)]) == 0
    names = {one.name for one in out.iterdir()}
    assert names >= {"report.html", "report.md", "report.tex", "figures.csv", "chart-1.svg"}
    assert run(["lab", "report", str(path)]) == 0
    written = {one: one.read_text() for one in (path.with_suffix(".html"), out / "report.html")}
    assert run(["lab", "report", str(path), "--kind", "replay"]) == 0
    assert run(["lab", "report", str(path), "--kind", "replay", "--out", str(out)]) == 0
    for matches, replays in zip(
        written, (path.with_suffix(".replays.html"), out / "replays" / "report.html"), strict=True
    ):
        assert matches.read_text() == written[matches]
        assert replays.read_text() != written[matches]
    capsys.readouterr()
    assert run(["lab", "report", str(path), "--format", "csv"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith("measure,")
    assert rows
    if shutil.which("pdflatex"):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex"]
        subprocess.run(command, cwd=out, check=True, capture_output=True)


def test_comparisons_power_and_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Runs on the same deals are compared."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    matches = BASELINES.partition("[[replays]]")[0].replace("games = 3", "games = 8")
    matches = matches.replace("rounds = 2", "rounds = 5")
    first, second, third = (tmp_path / f"{name}.run" for name in ("one", "two", "three"))
    run_trials(first, matches)
    run_trials(second, matches.replace('a = "word2vec"', 'a = "random"'))
    run_trials(third, matches.replace('"tiny"', '"other"'))
    with lab.open_run(first) as one, lab.open_run(second) as other:
        table = compare_runs(one, other)
        rounds = table[(table["measure"] == "rounds") & (table["lineup"] == "encoder a")].iloc[0]
        means = [
            opened.games().query("player_encoder == 'a'")["rounds"].mean()
            for opened in (one, other)
        ]
        assert rounds["value"] == pytest.approx(means[0] - means[1])
        assert (rounds["count"], rounds["unpaired"]) == (8, 0)
        figures = tabulate_figures(Report(one))
        assert (figures.query("measure == 'rounds'")["count"] == 8).all()
    assert run(["lab", "compare", str(first), str(second)]) == 0
    assert "encoder a" in capsys.readouterr().out
    assert run(["lab", "compare", str(first), str(third)]) == 2
    assert "same seed" in capsys.readouterr().err
    assert run(["lab", "power", "--rate", "0.5", "--within", "0.05"]) == 0
    assert capsys.readouterr().out == "381 games of each line-up\n"
    assert run(["lab", "power", "--rate", "0.5", "--difference", "0.1"]) == 0
    assert "deals that both line-ups play" in capsys.readouterr().out
    assert run(["lab", "power", str(first), "--within", "0.05"]) == 0
    assert "encoder a" in capsys.readouterr().out
    assert run(["lab", "power", "--rate", "0.5"]) == 2


def test_charts_can_be_read_without_eyes_and_without_colours() -> None:
    """A title and a description in each; numbers in cells; names are no markup; same bytes."""
    cells = pd.DataFrame([[0.1, 0.9], [float("nan"), 0.5]], ["$a$", "<b>"], ["x", "y"])
    texts: dict[tuple[object, object], str] = {
        ("$a$", "x"): "0.100",
        ("$a$", "y"): "0.900",
        ("<b>", "y"): "0.500",
    }
    draw = partial(
        draw_matrix,
        cells,
        texts,
        {("$a$", "x"): "#lineup-1"},
        title="T & t",
        labels=("rows", "columns"),
        scale=(0.0, 1.0),
        description="a < b",
    )
    chart = draw()
    root = fromstring(chart)  # noqa: S314 - it is our own
    assert root.attrib["role"] == "img"
    assert [one.text for one in root][:2] == ["T & t", "a < b"]
    shown = "".join(root.itertext())
    assert all(text in shown for text in ("0.100", "0.900", "0.500", "$a$", "<b>"))
    assert "#lineup-1" in chart
    assert "<image" not in chart
    assert draw() == chart
    bars = pd.DataFrame(
        {"value": [0.5, None], "low": [0.4, None], "high": [0.6, None]}, dtype=float
    )
    assert "<svg" in draw_bars(["a", "b"], bars, title="t", label="l", description="d")


def _plant_hostile_answers(opened: Run) -> None:
    """Replace the first answers of a run by what a model could have sent."""
    database = opened.file.database
    for (number,) in database.execute("SELECT number FROM calls").fetchall():
        lines = [json.loads(line) for line in opened.calls_text(number).splitlines()]
        for line in lines:
            line["reply"] = line["reasoning"] = HOSTILE
        packed = compress_lines("".join(f"{json.dumps(line)}\n" for line in lines))
        database.execute("UPDATE calls SET text = ? WHERE number = ?", (packed, number))
