"""Exported matches: complete for viewers who may know, silent for others, safe to open."""

import csv
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from io import StringIO
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.config.paths import get_default_data_folder
from engine.defaults.page import build_page
from engine.errors import OptionError
from engine.export.format import FORMATS, Format, export_match
from engine.export.match_head import describe_player, format_options
from engine.export.people import People
from engine.games.catalog import CATALOG, find
from engine.games.move_effort import format_effort
from engine.games.page import PageBody
from engine.journal.entries import MoveEntry
from engine.journal.errors import JournalError
from engine.journal.header import Header
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.journal.replay import load_game, replay_match
from engine.journal.transcript import TranscriptMove
from engine.journal.transcript_builder import build_transcript
from engine.journal.writer import Journal
from engine.match import Match, MoveDetails
from engine.move_json import encode_move
from engine.seat import Seat
from screens.players.colours import DARK_COLOURS, LIGHT_COLOURS
from tests.new_game import EVERY_SAMPLE
from tests.samples import Sample
from tests.samples.decrypto import SAMPLE as DECRYPTO

pytestmark = pytest.mark.usefixtures("new_game")
SEED = "canaryseed"
every_game = pytest.mark.parametrize("sample", EVERY_SAMPLE.values(), ids=EVERY_SAMPLE)
every_format = pytest.mark.parametrize("format", FORMATS)


def write_journal(sample: Sample, path: Path, *, header: Header | None = None) -> Record:
    """The journal of a whole random match, in which each move took some time of its own."""
    game = sample.games[0]
    with Journal.create(
        path, header or sample.header(sample.variants[0], SEED), durable=False
    ) as journal:
        for number, (seat, move) in enumerate(sample.finished(game, SEED)):
            journal.write_move(game.seats[seat], move, MoveDetails(1000.125 + number, 1))
    return read_record(path)


def cut_record(record: Record) -> Iterator[Record]:
    """The journal after each of its lines."""
    for length in range(len(record.entries) + 1):
        yield replace(record, entries=record.entries[:length])


def render_export(record: Record, seat: str | None, format: Format) -> str:  # noqa: A002
    game = CATALOG[record.header.game]
    return export_match(record, game, seat, format, data=get_default_data_folder())


# Every game.


@every_game
@every_format
def test_nothing_secret_is_printed_for_eyes_that_may_not_see_it(
    sample: Sample,
    format: Format,  # noqa: A002
    tmp_path: Path,
) -> None:
    """Neither material nor seed, at any moment; and the end of the match opens the material."""
    asked = ",".join(str(word) for word in next(iter(sample.material.values())))
    header = sample.header(sample.variants[0], SEED)
    secret = {
        name: asked for name, one in sample.definition.list_options().items() if one.mark.secret
    }
    header = replace(header, options={**header.options, **secret})
    record = write_journal(sample, tmp_path / "game", header=header)
    hidden_somewhere = 0
    for cut in cut_record(record):
        *_, match = replay_match(cut, sample.games[0])
        for seat in (None, *match.seats):
            name = None if seat is None else match.game.seats[seat]
            text = render_export(cut, name, format)
            whole = match.score is not None and seat is None
            seeded = format != "csv" or not sample.definition.has_own_columns
            assert (SEED in text) == (whole and seeded)
            hidden = () if match.score else sample.hidden(match._state, seat)
            hidden_somewhere += len(hidden)
            if sample.other_material is not None and hidden:
                truth = replace(cut, header=replace(cut.header, material=sample.other_material))
                assert render_export(truth, name, format) == text
            else:
                assert not [word for word in hidden if word.casefold() in text.casefold()]
    assert bool(hidden_somewhere) is sample.hides_words


@every_game
def test_a_sealed_move_is_told_to_its_own_seat_alone(sample: Sample, tmp_path: Path) -> None:
    record = write_journal(sample, tmp_path / "game")

    def build_default_page(record: Record, name: str | None) -> PageBody:
        transcript = build_transcript(record, sample.games[0], name)
        return build_page(transcript, sample.definition.narrate)

    @cache
    def render(cut: int, name: str | None, format_: Format) -> str:
        return render_export(cuts[cut], name, format_)

    cuts = [*cut_record(record)]
    for length, (before, cut) in enumerate(pairwise(cuts), 1):
        *_, match = replay_match(cut, sample.games[0])
        if not match.sealed:
            continue
        mover = cut.moves[-1].seat
        for name in (None, *sample.definition.usual_seats()):
            told, told_before = (build_default_page(one, name) for one in (cut, before))
            assert (told == told_before) == (name != mover), "the default page"
            for format_ in FORMATS:
                same = render(length, name, format_) == render(length - 1, name, format_)
                what = f"{format_}, read as {name or 'an onlooker'}, after {mover} moved"
                assert same == (name != mover), f"{what}: a sealed move is told to its mover alone"


@every_game
def test_the_whole_truth_as_json_holds_every_move(sample: Sample, tmp_path: Path) -> None:
    record = write_journal(sample, tmp_path / "game")
    told = json.loads(render_export(record, None, "json"))
    assert told["seed"] == SEED
    assert told["options"] == dict(record.header.options)
    assert told["seats"] == dict(record.header.seats)
    assert told["over"] is True
    assert set(told["score"]) == set(sample.definition.usual_seats())
    for name, value in sample.material.items():
        assert told[name] == value
    assert [(m["seat"], m["move"]) for m in told["moves"]] == [
        (m.seat, m.move) for m in record.moves
    ]
    assert [m["seconds"] for m in told["moves"]] == [m.seconds for m in record.moves]
    assert len(told["views"]) == told["moves"][-1]["turn"] + 2


@every_game
def test_a_seats_json_holds_its_views_and_its_own_moves(sample: Sample, tmp_path: Path) -> None:
    from engine.type_adapter import get_type_adapter

    record = write_journal(sample, tmp_path / "game")
    for seat, name in enumerate(sample.definition.usual_seats()):
        told = json.loads(render_export(record, name, "json"))
        views, turn = [], -1
        for match in replay_match(record, sample.games[0]):
            if match.turn > turn:
                view = match.view(Seat(seat))
                views.append(json.loads(get_type_adapter(type(view)).dump_json(view)))
                turn = match.turn
        assert told["views"] == views
        assert [m["move"] for m in told["moves"]] == [
            m.move for m in record.moves if m.seat == name
        ]
        assert "seed" not in told


@every_game
def test_text_is_the_story_from_start_to_end(sample: Sample, tmp_path: Path) -> None:
    record = write_journal(sample, tmp_path / "game")
    *_, match = replay_match(record, sample.games[0])
    lines = render_export(record, None, "text").splitlines()
    people = People.of_transcript(build_transcript(record, sample.games[0], None))
    told = sample.definition.narrate(None, match.view(None))
    assert {people.name_players(line) for line in told} <= set(lines)
    assert f"Seed: {SEED}" in lines
    cut = replace(record, entries=record.entries[:-1], torn=True)
    unfinished = render_export(cut, None, "text").splitlines()
    assert "\n".join(unfinished).count("not over") == 1
    assert "The game is not over: this is what an onlooker may see." in unfinished[0]
    assert "The last line of the journal was cut short and is left out." in unfinished


@pytest.mark.parametrize(
    ("spec", "described"),
    [
        ("human:Ada", ""),
        ("pragmatic:Otto,strength=4", "Parlour's own player, keen"),
        ("pragmatic:Iris,space=mine", "Parlour's own player, steady, space: mine"),
        ("word2vec", ""),
        ("llm:gpt-4o,temperature=0", "llm:gpt-4o,temperature=0"),
        ("no such player", "no such player"),
    ],
)
def test_a_page_says_in_words_what_plays(spec: str, described: str) -> None:
    assert describe_player(spec, "p1") == described


def test_options_name_only_what_was_changed() -> None:
    definition = find("undercover")
    usual = definition.options_type().model_dump()
    assert format_options(usual, definition) == "as usual"
    told = format_options({**usual, "nested": False, "rounds": 3}, definition)
    assert told == "rounds: 3, one word in the other: no; the others as usual"


@every_game
@every_format
def test_a_journal_against_the_rules_is_refused_by_its_line(
    sample: Sample,
    format: Format,  # noqa: A002
    tmp_path: Path,
) -> None:
    record = write_journal(sample, tmp_path / "game")
    kinds = [encode_move(move) for move in sample.faulty]
    first, *rest = record.moves
    for wrong in (*kinds, {}, {"Nothing": {}}):
        entries = (replace(first, move=wrong), *rest)
        with pytest.raises(JournalError, match="line 2: "):
            render_export(replace(record, entries=entries), None, format)
    *_, match = replay_match(replace(record, entries=(first,)), sample.games[0])
    idle = next(name for seat, name in enumerate(match.game.seats) if seat not in match.awaits)
    entries = (first, replace(first, seat=idle), *rest)
    with pytest.raises(JournalError, match=r"line 3: .* not the turn"):
        render_export(replace(record, entries=entries), None, format)


@every_game
def test_an_unknown_seat_or_format_is_named_with_its_nearest(
    sample: Sample, tmp_path: Path
) -> None:
    record = write_journal(sample, tmp_path / "game")
    name = sample.definition.usual_seats()[0]
    with pytest.raises(OptionError, match=f"There is no seat .* Did you mean '{name}'"):
        render_export(record, name + "x", "text")
    wrong: Any = "jsn"
    with pytest.raises(OptionError, match=r"no format 'jsn'. Did you mean 'json'\?"):
        render_export(record, None, wrong)


# The page.


class Page(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.style = ""
        self._inside: list[str] = []
        self.feed(text)
        self.close()
        assert not self._inside, "a tag is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img"):
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._inside.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._inside and self._inside[-1] == "style":
            self.style += data
        else:
            self.text.append(data)


def test_a_page_tells_the_time_of_a_move_from_a_second_on() -> None:
    def made(seconds: float, attempts: int) -> TranscriptMove:
        stamp = "2026-11-28T07:52:52.857+00:00"
        entry = MoveEntry("p1", {"Line": {}}, stamp, seconds, attempts)
        return TranscriptMove(0, "word2vec", None, entry)

    assert format_effort(made(0.4, 1)) == ""
    assert format_effort(made(0.4, 3)) == "3 tries"
    assert format_effort(made(1.2, 2)) == "1.2 s, 2 tries"
    assert format_effort(None) == ""


TAGS = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "section", "footer"),
    "mark",
    *("h1", "h2", "h3", "p", "strong", "i", "small", "span", "bdi", "ul", "ol", "li"),
    *("dl", "div", "dt", "dd", "table", "caption", "thead", "tbody", "tr", "th", "td", "img"),
}
"""Every element a page may have; none of them loads or runs anything."""


@every_game
def test_a_page_loads_nothing_and_runs_nothing(sample: Sample, tmp_path: Path) -> None:
    record = write_journal(sample, tmp_path / "game")
    for cut in (record, replace(record, entries=record.entries[:4])):
        for seat in (None, *sample.definition.usual_seats()):
            text = render_export(cut, seat, "html")
            page = Page(text)
            assert {tag for tag, _ in page.tags} <= TAGS
            names = {name for _, attributes in page.tags for name in attributes}
            assert names <= {
                *("lang", "charset", "http-equiv", "content", "name", "class", "scope"),
                *("aria-hidden", "src", "alt", "width", "height"),
            }
            for tag, attributes in page.tags:
                assert (tag == "img") == ("src" in attributes)
                if tag == "img":
                    assert (attributes["src"] or "").startswith("data:image/webp;base64,")
                    assert attributes["alt"]
            assert not re.search(r"url\(|@import|https?:|//", page.style)
            assert text.startswith('<!doctype html>\n<html lang="en">')
            policy = next(a["content"] for _, a in page.tags if a.get("http-equiv") is not None)
            digest = b64encode(sha256(page.style.encode()).digest()).decode()
            assert policy == (
                f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; "
                "base-uri 'none'; form-action 'none'"
            )
            for part in ("prefers-color-scheme: dark", "@media print", "max-width"):
                assert part in page.style


@every_game
def test_a_page_has_headings_in_order_and_named_columns(sample: Sample, tmp_path: Path) -> None:
    """What a screen reader finds its way by."""
    record = write_journal(sample, tmp_path / "game")
    page = Page(render_export(record, None, "html"))
    levels = [int(tag[1]) for tag, _ in page.tags if tag in ("h1", "h2", "h3")]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all("scope" in attributes for tag, attributes in page.tags if tag == "th")
    assert all(tag in {t for t, _ in page.tags} for tag in ("header", "main", "footer"))


# Decrypto.

HOSTILE = (
    "<script>x</script>",
    '"><img src=x>',
    "=cmd|calc!A0",
    "@SUM(A1)",
    "+1-2",
    "[red]markup[/]",
    "a&amp;b</td>",
    "-2+3",
    "'quoted'",
    "javascript:x",
    "{{7*7}}",
    "שלום עולם",
)


def write_hostile_journal(path: Path, moves: int = 12) -> Record:
    """A match of people with bad names who give bad hints."""
    header = replace(
        DECRYPTO.header({"keywords": "a,b,c,d"}, "<b>seed</b>"),
        material={"keywords": ["<i>ink", "=owl", "&lt;ox", "[o]it"]},
        seats={
            "encoder": "human:<script>alert(1)",
            "decoder": "llm:</title><script>",
            "interceptor": "=1+1",
        },
    )
    game = load_game(DECRYPTO.definition, Record(path, header, (), 0, torn=False))
    match = Match(game, header.seed)
    hints = iter(HOSTILE)
    with Journal.create(path, header, durable=False) as journal:
        for _ in range(moves):
            seat = min(match.awaits)
            code = match._state.code
            move: Any = (
                DECRYPTO.definition.move_types[0](words=(next(hints), next(hints), next(hints)))
                if seat == 0
                else DECRYPTO.definition.move_types[1](code=code if seat == 1 else code[::-1])
            )
            match.submit(seat, move)
            journal.write_move(game.seats[seat], move, MoveDetails(1.0, 1))
    return read_record(path)


def test_hostile_names_and_hints_are_text_on_the_page(tmp_path: Path) -> None:
    record = write_hostile_journal(tmp_path / "game")
    text = render_export(record, "encoder", "html")
    page = Page(text)
    assert {tag for tag, _ in page.tags} <= TAGS
    shown = " ".join(page.text)
    for hint in HOSTILE:
        assert hint in shown
    for name in ("<script>alert(1)", "</title><script>", "=1+1", "<i>ink"):
        assert name in shown
    assert "<script" not in text.lower()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]", text)


def test_a_spreadsheet_runs_none_of_it(tmp_path: Path) -> None:
    record = write_hostile_journal(tmp_path / "game")
    text = render_export(record, "encoder", "csv")
    rows = list(csv.DictReader(StringIO(text)))
    cells = [cell for row in rows for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert {"'=cmd|calc!A0", "'@SUM(A1)", "'+1-2", "'-2+3", "'=1+1", "'=owl"} <= set(cells)
    assert "<script>x</script>" in cells


@every_format
def test_no_print_carries_a_control_or_an_override(format: Format, tmp_path: Path) -> None:  # noqa: A002
    """Even if the file was made by hand to carry some."""
    path = tmp_path / "game"
    write_hostile_journal(path)
    text = path.read_text(encoding="utf-8")
    evil = "\\u001b[31m\\u001b]52;c;QUJD\\u0007\\u202e\\u200b\\u009b"
    text = text.replace("human:<", f"human:{evil}<").replace('"version": "', f'"version": "{evil}')
    text = text.replace('"time": "', f'"time": "{evil}')
    text = text.replace('"keywords": "a,b,c,d"', f'"keywords": "{evil}a,b,c,d"')
    assert text.count(evil) > 10
    path.write_text(text, encoding="utf-8")
    for seat in (None, *DECRYPTO.definition.usual_seats()):
        out = render_export(read_record(path), seat, format)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]", out)
        assert "QUJD" not in out
        assert "\\u001b" not in out


@every_format
def test_what_is_printed_does_not_depend_on_what_it_hides(
    format: Format,  # noqa: A002
    tmp_path: Path,
) -> None:
    """Same moves, other keywords: who may not know them gets the very same paper.

    In the first round, when no code has been open yet, the same for another seed.
    """
    record = write_journal(DECRYPTO, tmp_path / "game")
    others = {"keywords": ["other", "truths", "than", "these"]}
    same_codes = replace(record, header=replace(record.header, material=others))
    for first, seed in ((same_codes, SEED), *((same_codes, f"seed{n}") for n in range(5))):
        length = len(record.entries) if seed == SEED else 3
        other = replace(first, header=replace(first.header, seed=seed))
        for cut, another in islice(zip(cut_record(record), cut_record(other), strict=True), length):
            for seat in (None, "interceptor"):
                assert render_export(cut, seat, format) == render_export(another, seat, format)
            if seed == SEED and len(cut.entries) >= 3:
                assert render_export(cut, "decoder", format) != render_export(
                    another, "decoder", format
                )


@every_format
def test_a_decoder_cannot_read_the_code_of_this_round(
    format: Format,  # noqa: A002
    tmp_path: Path,
) -> None:
    record = write_journal(DECRYPTO, tmp_path / "game")
    seeds = [replace(record, header=replace(record.header, seed=f"seed{n}")) for n in range(6)]
    for length in range(3):
        papers = [render_export(list(cut_record(one))[length], "decoder", format) for one in seeds]
        assert len(set(papers)) == 1
    papers = [render_export(next(cut_record(one)), "encoder", format) for one in seeds]
    assert format == "csv" or len(set(papers)) > 1  # the table has no row for it yet


def test_the_table_has_a_row_for_each_round_and_seat(tmp_path: Path) -> None:
    record = write_journal(DECRYPTO, tmp_path / "game")
    told = json.loads(render_export(record, None, "json"))
    rows = list(csv.DictReader(StringIO(render_export(record, None, "csv"))))
    assert len(rows) == 3 * len(told["rounds"]) == len(record.moves)
    for place, (row, moved) in enumerate(zip(rows, record.moves, strict=True)):
        done = told["rounds"][place // 3]
        assert row["round"] == str(place // 3 + 1)
        assert (row["seat"], row["seconds"]) == (moved.seat, str(moved.seconds))
        assert (row["game"], row["seed"], row["player"]) == ("decrypto", SEED, "random")
        assert [int(row[f"code{n}"]) for n in (1, 2, 3)] == done["code"]
        words = [told["keywords"][digit - 1] for digit in done["code"]]
        assert [row[f"keyword{n}"] for n in (1, 2, 3)] == words
        if moved.seat == "encoder":
            assert [row[f"hint{n}"] for n in (1, 2, 3)] == done["hints"]
            assert row["guess1"] == row["correct"] == ""
        else:
            assert [int(row[f"guess{n}"]) for n in (1, 2, 3)] == done[moved.seat]
            assert row["correct"] == str(int(done[moved.seat] == done["code"]))


def test_a_seats_table_times_its_own_moves_alone(tmp_path: Path) -> None:
    record = write_journal(DECRYPTO, tmp_path / "game")
    for seat in DECRYPTO.definition.usual_seats():
        rows = list(csv.DictReader(StringIO(render_export(record, seat, "csv"))))
        assert {row["seat"] for row in rows if row["seconds"]} == {seat}
        assert {row["seed"] for row in rows} == {""}


def test_who_took_over_a_seat_is_named_from_then_on(tmp_path: Path) -> None:
    path = tmp_path / "game"
    moves = DECRYPTO.finished(DECRYPTO.games[0], SEED)
    with Journal.create(path, DECRYPTO.header({}, SEED), durable=False) as journal:
        for number, (seat, move) in enumerate(moves):
            if number == 4:
                journal.write_reseat("decoder", "human:Ada")
            journal.write_move(DECRYPTO.definition.usual_seats()[seat], move, MoveDetails(1.0, 1))
    record = read_record(path)
    rows = list(csv.DictReader(StringIO(render_export(record, "interceptor", "csv"))))
    players = [row["player"] for row in rows if row["seat"] == "decoder"]
    assert players[:2] == ["random", "human:Ada"]
    assert "Decoder: Ada" in render_export(record, None, "text")
    told = json.loads(render_export(record, None, "json"))
    assert [m["move"] for m in told["moves"]] == [
        json.loads(json.dumps(encode_move(move))) for _, move in moves
    ]


@every_game
def test_people_read_names_and_marks_and_programs_read_seats(
    sample: Sample, tmp_path: Path
) -> None:
    record = write_journal(sample, tmp_path / "game")
    seats = sample.games[0].seats
    labels = [f"● Person {number}" for number in range(1, len(seats) + 1)]
    for kind in FORMATS:
        text = export_match(record, sample.definition, None, kind, data=tmp_path, labels=labels)
        named = [label for label in labels if label in text]
        assert named == (labels if kind in ("text", "html") else [])
        plain = re.sub("“[^”]*”", "", text)
        if kind == "text":
            assert not re.search(r"\bp\d\b|\b[Tt]he (encoder|decoder|attacker)\b", plain)
        if kind == "html":
            assert "Best" in text or not sample.definition.brings("find_highlights")
            assert not re.search(r">p\d\b", plain)


def test_players_have_their_colours_on_the_page_as_in_the_app(tmp_path: Path) -> None:
    record = write_hostile_journal(tmp_path / "game")
    labels = ["● <b>Ada", "▲ <b>Ada & Ben", "◇ Ann"]
    text = export_match(
        record, DECRYPTO.definition, None, "html", data=tmp_path, labels=labels, colours=(1, 2, 10)
    )
    assert '<bdi class="player player-1">● &lt;b&gt;Ada</bdi>' in text
    assert '<bdi class="player player-2">▲ &lt;b&gt;Ada &amp; Ben</bdi>' in text
    assert '<bdi class="player player-10">◇ Ann</bdi>' in text
    assert "<b>Ada" not in text
    style = Page(text).style
    for number, (light, dark) in enumerate(zip(LIGHT_COLOURS, DARK_COLOURS, strict=True), 1):
        assert re.findall(rf"--player-{number}: (\S+);", style) == [light, dark]
        assert f".player-{number} {{ color: var(--player-{number}); }}" in style
