"""Templates: what they print is text, wherever it comes from."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from jinja2 import TemplateNotFound, UndefinedError

from engine.export.template import render_page
from engine.games.page import PageBody
from engine.journal.transcript_builder import build_transcript
from lab.papers.decrypto.counted_turns import Details
from lab.papers.dixitworld.report.cards import TEMPLATE as CARDS
from lab.report.section import ReportSection, TextTable
from tests.new_game import EVERY_SAMPLE
from tests.samples import Sample
from tests.test_export import write_journal

pytestmark = pytest.mark.usefixtures("new_game")
ROOT = Path(__file__).parent.parent
FOLDERS = ("engine", "lab", "screens", "tui", "words", "images", "files")
TEMPLATES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("templates/*.html"))
CANARIES = (
    "<script>alert(1)</script>",
    "{{7*7}}{% raw %}",
    "]]><!--",
    "\"><img src=x onerror='alert(1)'>",
    "' onload='alert(1)",
    "&lt;b&gt;",
    "</style></title></textarea>",
)
HIDDEN = "\u202e\u2066\u200b\x1b[31m\x07\x9b\x00"
"""Controls and direction marks, which no page may carry."""


class Tags(HTMLParser):
    """The tags of a page, the names of their attributes, and all texts and values."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.texts += [value or "" for _, value in attrs]

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.texts.append(data)


def spoil(value: Any, canary: str) -> Any:
    """Append a canary to every text in a value."""
    if isinstance(value, str):
        return f"{value}{canary}" if value else value
    if isinstance(value, Mapping):
        return {name: spoil(one, canary) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(spoil(one, canary) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in fields(value)]
        return replace(value, **{name: spoil(getattr(value, name), canary) for name in names})
    return value


def render_match(body: PageBody, canary: str = "") -> str:
    seat = {"role": "P1", "name": "Ada", "player": "Parlour's own player", "is_own": True}
    words = ("title", "mark", "heading", "viewpoint", "written")
    page = {name: name for name in words} | {
        "caveats": ["caveat"],
        "seats": [seat],
        "terms": [("Seed", "seed")],
        "moments": {"winners": "winners", "decisive": "decisive", "best": [("Best", "best")]},
    }
    data = spoil(body.data, canary)
    spoiled = spoil(page, canary)
    return render_page(
        "engine.export/match.html", page=spoiled, body=body.template, players=str, **data
    )


@pytest.mark.parametrize("sample", EVERY_SAMPLE.values(), ids=EVERY_SAMPLE)
def test_every_text_of_a_match_is_text_on_its_page(sample: Sample, tmp_path: Path) -> None:
    """Whatever a player, a journal or a deck says: the page keeps its tags, and shows the words."""
    record = write_journal(sample, tmp_path / "game")
    for length in (len(record.entries), len(record.entries) // 2):
        cut = replace(record, entries=record.entries[:length])
        for seat in (None, *sample.games[0].seats[:2]):
            body = sample.definition.build_page(build_transcript(cut, sample.games[0], seat))
            plain = Tags(render_match(body))
            for canary in CANARIES:
                page = render_match(body, canary + HIDDEN)
                spoiled = Tags(page)
                assert spoiled.tags == plain.tags
                assert sum(canary in text for text in spoiled.texts) > 10
                assert not set("\u202e\u2066\u200b\x1b\x07\x9b\x00") & set(page)


LONG = "a name that is too long to stay on one line"


def render_report(canary: str = "") -> str:
    table = TextTable(
        "Table of what is longer",
        (LONG, "right"),
        [(LONG, "0.5 [0.4, 0.6]")],
        1,
        "note",
        ("anchor",),
        ("games",),
    )
    card = {"source": "data:x", "role": "meant", "title": "Moon", "words": "night"}
    turns = {"anchor": "x-1", "title": "a", "counted": "1 turn", "more": "more", "table": table}
    sections = [
        ReportSection(
            "Cards",
            [table],
            note="note",
            template=CARDS,
            shown=[{"cards": [card], "caption": "clue"}],
        ),
        ReportSection("Turns", template=Details.template, shown=[turns]),
    ]
    call = {"summary": "Answer 1", "texts": [("reply", "text")]}
    beliefs = {"seat": "p1", "rows": [("", ["round 1"]), ("p2", ["mine"])], "lost": "none"}
    game: dict[str, Any] = {
        "facts": "Deal 1",
        "note": "note",
        "story": ["line"],
        "caveats": ["caveat"],
    }
    game |= {
        "beliefs": [{**beliefs, "lists": [("Why", ["reason"])]}],
        "moves": [{"seat": "p1", "made": "random", "move": "{}", "calls": [call]}],
        "questions": [{"title": "p1, question 1", "call": {"summary": "left out", "texts": None}}],
        "trials": [{"summary": "Replay", "turns": ["turn"], "questions": []}],
    }
    lineup = {"name": "a", "count": "1", "anchor": "lineup-1", "more": "more", "games": [game]}
    page = {name: name for name in ("title", "mark", "heading", "question", "facts")}
    shown = [
        replace(
            section,
            title=spoil(section.title, canary),
            note=spoil(section.note, canary),
            tables=spoil(section.tables, canary),
            shown=spoil(section.shown, canary),
        )
        for section in sections
    ]
    return render_page(
        "lab.report/report.html",
        page=spoil(page, canary),
        sections=shown,
        methods=f"methods{canary}",
        lineups=spoil([lineup], canary),
        games_note=f"note{canary}",
    )


def test_every_text_of_a_report_is_text_on_its_page() -> None:
    """Whatever a model, a deck or an experiment says, down to raw answers and captions."""
    plain = Tags(render_report())
    assert {"pre", "figcaption", "img", "code", "summary", "a"} <= {tag for tag, _ in plain.tags}
    for canary in CANARIES:
        page = render_report(canary + HIDDEN)
        spoiled = Tags(page)
        assert spoiled.tags == plain.tags
        assert sum(canary in text for text in spoiled.texts) > 40
        assert not set("\u202e\u2066\u200b\x1b\x07\x9b\x00") & set(page)


def test_a_name_that_is_not_given_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="sealed"):
        render_page("engine.defaults/page.html", score=None, turns=[])


def test_a_package_anywhere_brings_its_own_templates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "charades_of_mine" / "templates"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "page.html").write_text(
        '{% import "engine.games/parts.html" as parts %}'
        '<p class="{{ kind }}">{{ parts.secret(word) }}</p>'
    )
    monkeypatch.syspath_prepend(tmp_path)
    page = render_match(PageBody("charades_of_mine/page.html", {"kind": 'a" b', "word": "<b>"}))
    assert '<p class="a&#34; b"><bdi>&lt;b&gt;</bdi>' in page


@pytest.mark.parametrize(
    "name", ["engine.export/none.html", "no.such.package/page.html", "engine.export/../html.py"]
)
def test_only_templates_are_found(name: str) -> None:
    with pytest.raises(TemplateNotFound):
        render_page(name)


def test_no_template_prints_anything_raw_or_loads_anything() -> None:
    assert len(TEMPLATES) >= 14
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\bsafe\b|autoescape|<script|\bon\w+=|https?:|javascript:", text), (
            path
        )
        assert not re.search(r"=\s*\{\{|<\s*\{\{", text), f"{path}: an attribute without quotes"


def test_markup_is_made_at_one_place() -> None:
    """What pages print as it is: our own charts."""
    makers = {
        str(path.relative_to(ROOT))
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"\bMarkup\(", path.read_text(encoding="utf-8"))
    }
    assert makers <= {"lab/report/charts.py"}
