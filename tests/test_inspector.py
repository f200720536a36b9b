"""The inspector: what it shows of every move, who may look, and what hostile answers come to."""

import errno
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any
from unicodedata import category

import pytest

from engine.call_log import NOT_INSPECTABLE, NotInspectable, build_call_log
from engine.config.settings import load_settings
from engine.errors import PlayerError
from engine.games.catalog import CATALOG
from engine.games.decrypto.baseline import Baseline
from engine.games.decrypto.options import Options
from engine.games.dixit.deck import get_card_title
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.journal.writer import Journal
from engine.llm.calls_file import MAX_FILE_BYTES, Call, append_call, build_calls_path, read_calls
from engine.match import MoveDetails
from engine.move_json import encode_move
from engine.options import parse_options
from engine.play import play
from engine.players.factory import create_player
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from engine.text import CONTROLS
from screens.curtain import Curtain
from screens.inspector.heading import render_heading
from screens.inspector.rows import format_column_titles, list_rows, render_rows
from screens.inspector.screen import (
    InspectorScreen,
    MoveList,
    PrivateInspectorScreen,
    create_inspector,
)
from screens.inspector.section_page import SectionPage
from screens.inspector.sections import list_sections
from screens.inspector.tabs import SectionTabs
from screens.operator.open_table_dialog import OpenTableDialog
from screens.replay.screen import ReplayScreen, open_replay
from screens.result import ResultScreen
from screens.table.screen import TableScreen
from tests.kept_games import SECRETS, SEED, keep_game
from tests.looking import Opened, appears, frame, in_front, until
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tui.command_line import run

ENTRY = CATALOG["decrypto"]
CANARY = "Xylophagous"
"""Stands in the calls and nowhere else."""
SIZES = ((80, 24), (100, 30), (160, 45))


def create_call(**more: Any) -> Call:
    """A call for the interceptor's first move."""
    messages = [
        {"role": "system", "content": f"You play. {CANARY} system"},
        {"role": "user", "content": f"The hints. {CANARY} user"},
    ]
    known: dict[str, Any] = {
        "seat": "interceptor",
        "model": "gpt-canary",
        "server": "here:1",
        "attempt": 1,
        "repeat": 0,
        "messages": messages,
        "settings": {"temperature": 0.7},
        "reply": '{"thoughts": "hm", "code": [1, 2, 3]}',
        "reasoning": f"I think {CANARY}",
        "finish": "stop",
        "seconds": 1.25,
        "tokens_in": 812,
        "tokens_out": 96,
        "cost": 0.0123,
        "verdict": "legal",
        "move": 1,
    }
    return Call(**known | more)


def write_calls(folder: Path, *calls: Call, moves: int | None = None) -> Path:
    """A game of two people and a machine, and calls for its first moves."""
    path = keep_game(folder, "game", moves=moves)
    for one in calls:
        append_call(build_calls_path(path), one)
    return path


def mark_opened(path: Path) -> None:
    """Open the table of a game that is kept."""
    with Journal.reopen(read_record(path), durable=False) as journal:
        journal.write_open_table()


def canaries_in(text: str) -> set[str]:
    return {word for word in (CANARY, *SECRETS, "gpt-canary") if word in text}


def open_inspector(path: Path, at: int | None = None) -> Opened[None]:
    return Opened(
        lambda: create_inspector(read_record(path), ENTRY, at=at, data=load_settings().data)
    )


# What is read.


def test_calls_belong_to_the_move_they_were_for(tmp_path: Path) -> None:
    calls = [
        create_call(attempt=1, verdict="unreadable: no move"),
        create_call(attempt=2),
        create_call(move=2, seat="decoder"),
        create_call(move=2),
    ]
    call_log = build_call_log(
        read_record(write_calls(tmp_path, *calls)), ENTRY, data=load_settings().data
    )
    by_move = {(s.seat_name, s.number): len(s.calls) for s in call_log.moves if s.calls}
    assert by_move == {("interceptor", 1): 2, ("decoder", 2): 1, ("interceptor", 2): 1}
    assert not call_log.file_error


def test_calls_after_the_last_move_are_for_the_move_to_come(tmp_path: Path) -> None:
    path = write_calls(tmp_path, create_call(verdict="failed: no"), create_call(), moves=1)
    mark_opened(path)
    call_log = build_call_log(read_record(path), ENTRY, data=load_settings().data)
    assert [(s.seat_name, s.moved is None, len(s.calls)) for s in call_log.moves] == [
        ("encoder", False, 0),
        ("decoder", True, 0),
        ("interceptor", True, 2),
    ]


def test_a_torn_last_line_is_left_out_and_a_half_of_a_pair_does_no_harm(tmp_path: Path) -> None:
    path = write_calls(tmp_path, create_call(reply="a \ud83d b"), create_call())
    file = build_calls_path(path)
    file.write_bytes(file.read_bytes()[:-20])
    (first,) = read_calls(read_record(path))
    assert first.reply == "a ? b"


def test_a_torn_line_is_cut_off_before_the_next_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether Parlour was killed in the middle of it or the disk was full: no call is lost."""
    path = write_calls(tmp_path, create_call())
    calls = build_calls_path(path)
    with calls.open("ab") as file:
        file.write(b'{"seat": "interc')
    append_call(calls, create_call(attempt=2))
    write = os.write

    def full(file: int, line: bytes) -> int:
        monkeypatch.setattr(os, "write", fail)
        return write(file, line[:20])

    def fail(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(PlayerError, match="cannot be written: No space left on device"):
        append_call(calls, create_call(attempt=3))
    monkeypatch.setattr(os, "write", write)
    append_call(calls, create_call(attempt=4))
    assert [one.attempt for one in read_calls(read_record(path))] == [1, 2, 4]


DAMAGE: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "not JSON": (lambda _: "{" + CANARY, "not JSON"),
    "no object": (lambda _: json.dumps([CANARY]), "not an object"),
    "deep": (lambda _: "[" * 100_000, "nested too deep"),
    "a field is missing": (lambda line: line.pop("messages") and line, "messages"),
    "messages are no list": (lambda line: line | {"messages": CANARY}, "messages"),
    "a message is no object": (lambda line: line | {"messages": [CANARY]}, "messages"),
    "the reply is a number": (lambda line: line | {"reply": {CANARY: 1}}, "reply"),
    "no such seat": (lambda line: line | {"seat": CANARY}, "no such seat"),
    "tokens below nothing": (lambda line: line | {"tokens_in": -1}, "out of range"),
    "cached tokens below nothing": (lambda line: line | {"tokens_cached": -1}, "out of range"),
    "endless": (lambda line: line | {"seconds": float("inf")}, "out of range"),
    "cost of nothing": (lambda line: line | {"cost": float("nan")}, "out of range"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_named_by_its_line_and_never_quoted(damage: str, tmp_path: Path) -> None:
    path = write_calls(tmp_path, create_call(), create_call())
    file = build_calls_path(path)
    whole, other = file.read_text().splitlines()
    change, said = DAMAGE[damage]
    changed = change(json.loads(other))
    line = changed if isinstance(changed, str) else json.dumps(changed)
    file.write_text(f"{whole}\n{line}\n")
    with pytest.raises(JournalError, match=f"line 2: .*{said}") as caught:
        read_calls(read_record(path))
    assert CANARY not in str(caught.value)
    call_log = build_call_log(
        read_record(path), ENTRY, data=load_settings().data
    )  # the moves are told nevertheless
    assert call_log.file_error == str(caught.value)
    assert len(call_log.moves) == len(read_record(path).moves)


def test_a_file_without_end_is_not_read(tmp_path: Path) -> None:
    path = write_calls(tmp_path)
    with build_calls_path(path).open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(JournalError, match="too long to show"):
        read_calls(read_record(path))


# Programs and Python players.

BOT = """
import json, sys
for number, line in enumerate(sys.stdin):
    print("what?" if number == 0 else json.dumps({"code": [1, 2, 3]}), flush=True)
"""
GUEST = """
class Player:
    def decide(self, view, complaint):
        return {"Guess": {"code": [1, 2, 2 if complaint is None else 3]}}
def make(game, seat, seed): return Player()
"""


async def test_what_programs_are_asked_and_answer_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "canaryguest.py").write_text(GUEST)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("CANARY_KEY", "sk-canary")
    specs = {
        "encoder": "word2vec",
        "decoder": f"exec:{sys.executable} {tmp_path / 'bot.py'}",
        "interceptor": "py:canaryguest:make",
    }
    lineup = {seat: parse_spec(spec) for seat, spec in specs.items()}
    path = tmp_path / "game.jsonl"
    session = Session.create(
        ENTRY, Options(tokens=4, play_on=True), lineup, "s", path=path, settings=load_settings()
    )
    await play(session.match, session.create_players(), before_move=session.record_move)
    session.close()
    call_log = build_call_log(read_record(path), ENTRY, data=load_settings().data)
    assert "sk-canary" not in build_calls_path(path).read_text()
    by_seat = {
        seat: [logged for logged in call_log.moves if logged.seat_name == seat] for seat in specs
    }
    assert all(not logged.calls for logged in by_seat["encoder"])
    program = by_seat["decoder"]
    assert [one.verdict.partition(":")[0] for one in program[0].calls] == ["unreadable", "legal"]
    assert [one.attempt for one in program[0].calls] == [1, 2]
    assert all([one.verdict for one in logged.calls] == ["legal"] for logged in program[1:])
    first = program[0].calls[0]
    assert (first.model, first.server, first.reply) == ("bot.py", "", "what?")
    asked = json.loads(first.messages[0]["content"])
    assert asked["game"] == "decrypto"
    assert asked["view"]["hints"] == list(program[0].view.hints)
    for logged in by_seat["interceptor"]:
        verdicts = [one.verdict.partition(":")[0] for one in logged.calls]
        assert verdicts == ["illegal", "legal"]
        assert json.loads(logged.calls[1].reply or "") == {"Guess": {"code": [1, 2, 3]}}
    assert all(moved.usage is None for moved in read_record(path).moves)  # no model has been asked
    assert not session.usage


async def test_a_program_that_fails_is_kept_as_failing(tmp_path: Path) -> None:
    player: Any = create_player(
        parse_spec("exec:false"),
        ENTRY,
        DECRYPTO.game({}),
        Seat(0),
        "s",
        calls=tmp_path / "g.calls.jsonl",
        settings=load_settings(),
    )
    view = next(DECRYPTO.matches(1)).view(Seat(0))
    with pytest.raises(Exception, match="ended"):
        await player.decide(view, None)
    (line,) = (tmp_path / "g.calls.jsonl").read_text().splitlines()
    assert json.loads(line)["verdict"].startswith("failed: false ended with exit code 1")


# What is shown.


@pytest.mark.parametrize("size", SIZES)
async def test_every_part_of_a_call_is_shown(tmp_path: Path, size: tuple[int, int]) -> None:
    path = write_calls(
        tmp_path,
        create_call(attempt=1, verdict="unreadable: no move", reply="Pass."),
        create_call(),
    )
    app = open_inspector(path, at=2)
    async with app.run_test(size=size) as pilot:
        screen = await in_front(pilot, InspectorScreen)
        await appears(pilot, "interceptor, move 1")
        for words in ("● legal", "1.2 s", "812 tokens in, 96 out", "cost 0.0123", "gpt-canary"):
            assert words in frame(app)
        await appears(pilot, f"{CANARY} system")
        await pilot.press("right")
        await appears(pilot, '"thoughts": "hm"')
        await pilot.press("tab")
        await appears(pilot, f"I think {CANARY}")
        await pilot.press("right")
        await appears(pilot, "Guess")
        await appears(pilot, "1 · 2 · 3")
        await pilot.press("right")
        await appears(pilot, "here:1")
        assert screen.query_one(SectionTabs).open_name == "Numbers"
        await pilot.press("right", "left", "left", "down")  # its first call, in the same section
        await appears(pilot, "✗ unreadable: no move")
        await appears(pilot, "No move was read.")
        assert "└ try 1" in frame(app)
        await pilot.press("left", "left")
        await appears(pilot, "Pass.")
        await pilot.click(SectionTabs, offset=(2, 0))
        assert screen.query_one(SectionTabs).open_name == "Prompt"
        await pilot.press("escape")
        await until(pilot, lambda: app.answers)


@pytest.mark.parametrize("size", SIZES)
async def test_a_baseline_shows_what_it_compared(tmp_path: Path, size: tuple[int, int]) -> None:
    lineup = dict.fromkeys(ENTRY.usual_seats(), parse_spec("word2vec"))
    path = tmp_path / "game.jsonl"
    session = Session.create(
        ENTRY, Options(), lineup, "s", path=path, durable=False, settings=load_settings()
    )
    await play(session.match, session.create_players(), before_move=session.record_move)
    session.close()
    app = open_inspector(path, at=1)
    async with app.run_test(size=size) as pilot:
        screen = await in_front(pilot, InspectorScreen)
        await appears(pilot, "Compared")
        (insight,) = screen.call_log.explain_move(screen.call_log.moves[1])
        for words in (*insight.rows, *insight.columns, "Similarity of hints"):
            await appears(pilot, words)
        page = screen.query_one(SectionPage)  # longer than the screen
        told = "\n".join(line.plain for line in page.layout_lines(page.size.width))
        for row, column in insight.chosen:
            assert f"● {insight.values[row][column]:6.3f}" in told
        marks = re.findall(r"● (?!word2vec)", told)  # ● is the mark of a player, too
        assert len(marks) == 4  # and one to say what it means


async def test_moves_are_gone_through_and_the_section_stays(tmp_path: Path) -> None:
    tries = [create_call(move=2, attempt=attempt, reply="another") for attempt in (1, 2)]
    path = write_calls(tmp_path, create_call(), *tries)
    app = open_inspector(path, at=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, InspectorScreen)
        moves = screen.query_one(MoveList)
        await appears(pilot, "A person made it.")
        await pilot.press("down", "down", "right", "down", "down", "down")
        await appears(pilot, "another")
        await pilot.press("end")
        assert moves.highlighted == len(screen.rows) - 1
        await pilot.press("home")
        await appears(pilot, "encoder, move 1")
        assert screen.query_one(SectionTabs).open_name == "Move"
        beneath = [place for place, row in enumerate(screen.rows) if row.beneath]
        assert beneath
        seen = []
        for _ in screen.rows:
            await pilot.press("n")
            seen.append(moves.highlighted)
        assert len(set(seen)) == len(screen.rows) - len(beneath) - 1
        assert not {*seen} & {*beneath}
        moves.highlighted = beneath[-1]
        await pilot.press("p")
        assert moves.highlighted == beneath[0] - 1


def list_hostile_calls() -> list[Call]:
    bad = "\x1b[31mred\x1b[0m [bold]markup[/] \u202eevil\u2066 \x07 \x1b]0;title\x07 \x9b2J"
    return [
        create_call(
            reply=bad, reasoning=bad, verdict=f"unreadable: {bad}", finish=bad, failure=bad
        ),
        create_call(attempt=2, reply="x" * 200_000, reasoning="漢" * 200_000, learned=bad),
        create_call(attempt=3, model=bad * 50, server=bad, time=bad, settings={bad: [bad, None]}),
        create_call(
            attempt=4, messages=[{"role": 7, "content": {"a": [bad]}}, {}, {"content": None}]
        ),
        create_call(
            attempt=5,
            messages=[
                {"role": "user", "content": [1, None, {"type": "image_url", "sha256": 5}, bad]}
            ],
            assisted=bad,
        ),
        create_call(attempt=10**30, repeat=10**30, tokens_in=10**300, seconds=1e300, cost=1e300),
        create_call(attempt=7, reply="\n" * 100_000, verdict=""),
        create_call(attempt=8, reply='{"code": [1, 2, 3]}' * 5_000, server=""),
    ]


@pytest.mark.parametrize("width", [20, 70, 150])
def test_hostile_answers_are_literal_text_within_the_width(tmp_path: Path, width: int) -> None:
    call_log = build_call_log(
        read_record(write_calls(tmp_path, *list_hostile_calls())), ENTRY, data=load_settings().data
    )
    seen = ""
    for row in list_rows(call_log):
        shown = [*render_rows([row]), *render_heading(row)]
        for name, section in list_sections(call_log, row).items():
            told = section(width)
            assert max(one.cell_length for one in told) <= width, name
            assert len(told) < 21_000
            shown += told
        text = "\n".join(one.plain for one in shown)
        assert not {c for c in text if c != "\n" and category(c) in CONTROLS}
        seen += " ".join(text.split())
    assert "[bold]markup[/] evil" in seen
    assert "do not show are left out" in seen
    assert "180,000 more characters stand in" in seen


async def test_hostile_answers_do_no_harm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_calls(tmp_path, *list_hostile_calls())
    app = open_inspector(path, at=2)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, InspectorScreen)
        for _ in list_hostile_calls():
            await pilot.press("down", "right")
            shown = frame(app)
            assert not {c for c in shown if c != "\n" and category(c) in CONTROLS}
        assert screen.query_one(MoveList).highlighted == 2 + len(list_hostile_calls())
    assert run(["show", str(path), "--calls"]) == 0
    out = capsys.readouterr().out
    assert not {c for c in out if c != "\n" and category(c) in CONTROLS}


def test_of_a_move_to_come_the_question_is_shown(tmp_path: Path) -> None:
    record = read_record(write_calls(tmp_path, moves=1))
    models = replace(record.header, seats=dict.fromkeys(record.header.seats, "llm:m"))
    call_log = build_call_log(replace(record, header=models), ENTRY, data=load_settings().data)
    *_, decoder, interceptor = list_rows(call_log)
    for row, secret in ((decoder, True), (interceptor, False)):
        assert row.logged.moved is None
        text = "\n".join(one.plain for one in list_sections(call_log, row)["Prompt"](200))
        assert "You play Decrypto" in text
        assert (SECRETS[0] in text) == secret


async def test_a_damaged_file_of_calls_is_said(tmp_path: Path) -> None:
    path = write_calls(tmp_path, create_call())
    build_calls_path(path).write_text("{" + CANARY + "\n")
    app = open_inspector(path)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, InspectorScreen)
        await until(pilot, lambda: any("line 1: not JSON" in n.message for n in app._notifications))
        assert CANARY not in frame(app)


# Who may look.


def test_nobody_looks_into_a_game_that_people_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_calls(tmp_path, create_call(), moves=4)
    with pytest.raises(NotInspectable):
        build_call_log(read_record(path), ENTRY, data=load_settings().data)
    for format_ in ("text", "json"):
        assert run(["show", str(path), "--calls", "--format", format_]) == 2
        out = capsys.readouterr()
        assert (out.out, out.err.strip()) == ("", NOT_INSPECTABLE)


def test_at_an_open_table_moves_of_people_stay_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_calls(tmp_path, create_call(), moves=2)
    mark_opened(path)
    record = read_record(path)
    own = [word for moved in record.moves for word in moved.move.get("Hint", {}).get("words", ())]
    assert own
    assert run(["show", str(path), "--calls", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    people = [m for m in told["moves"] if m["player"].startswith("human")]
    assert people
    assert all(move["move"] is None and not move["calls"] for move in people)
    assert all(
        logged.view is None
        for logged in build_call_log(record, ENTRY, data=load_settings().data).moves[:2]
    )
    assert told["moves"][2]["calls"][0]["reasoning"] == f"I think {CANARY}"


def test_where_nobody_plays_anybody_looks(tmp_path: Path) -> None:
    path = write_calls(tmp_path, create_call(), moves=2)
    record = read_record(path)
    machines = replace(record.header, seats=dict.fromkeys(record.header.seats, "word2vec"))
    assert build_call_log(replace(record, header=machines), ENTRY, data=load_settings().data).moves


async def test_the_replay_opens_it_only_when_it_may(tmp_path: Path) -> None:
    path = write_calls(tmp_path, create_call(), moves=4)
    app: Opened[Any] = Opened(lambda: open_replay(path, settings=load_settings()))
    async with app.run_test(size=(200, 60)) as pilot:
        await in_front(pilot, ReplayScreen)
        assert "I Inspect" not in frame(app)
        await pilot.press("end", "i")
        await until(pilot, lambda: [n.message for n in app._notifications] == [NOT_INSPECTABLE])
        assert not canaries_in(frame(app))
        assert SEED not in frame(app)
    mark_opened(path)
    app = Opened(lambda: open_replay(path, settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        await appears(pilot, "I Inspect")
        await pilot.press("right", "right", "right", "i")
        private = await in_front(pilot, PrivateInspectorScreen)
        await appears(pilot, "interceptor, move 1")
        await appears(pilot, CANARY)
        assert not private.ALLOW_SELECT
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        assert not canaries_in(frame(app))
        app.pop_screen()
        await pilot.press("escape")
        await in_front(pilot, ReplayScreen)


async def test_the_result_opens_it(tmp_path: Path) -> None:
    path = write_calls(tmp_path, create_call())
    session = Session.from_record(read_record(path), settings=load_settings())
    session.journal = Journal.reopen(read_record(path))
    app: Opened[Any] = Opened(lambda: ResultScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ResultScreen)
        await appears(pilot, "I Inspect")
        await pilot.press("i")
        await in_front(pilot, InspectorScreen)
        await pilot.press("home", "down", "down")
        await appears(pilot, CANARY)
    session.close()


def begin_session(path: Path, record: Record) -> Session:
    """The table of a game that goes on."""
    session = Session.from_record(record, settings=load_settings())
    session.journal = Journal.reopen(record, durable=False)
    assert session.journal.path == path
    return session


@asynccontextmanager
async def _setting(event: Event) -> AsyncIterator[None]:
    """Set an event in the end, whatever happens: the one thread of baselines waits for it."""
    try:
        yield
    finally:
        event.set()


@pytest.mark.usefixtures("operator_tools")
async def test_at_the_table_it_opens_the_table_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people and a machine; the machine's prompts are nobody's before the table is open."""
    path = write_calls(tmp_path, create_call(), moves=5)
    session = begin_session(path, read_record(path))

    left = Event()

    async def patient(*_: Any) -> Any:
        left.wait()  # in the thread in which baselines compute
        raise PlayerError("The test is over.")

    monkeypatch.setattr(Baseline, "decide", patient)
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with _setting(left), app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, TableScreen)
        await pilot.press("i")
        await in_front(pilot, OpenTableDialog)
        assert not canaries_in(frame(app))
        await pilot.press("enter")  # keep it closed
        assert await in_front(pilot, TableScreen) is table
        assert not read_record(path).table_open
        await pilot.press("i")
        await in_front(pilot, OpenTableDialog)
        await pilot.press("tab", "enter")
        await in_front(pilot, Curtain)
        assert read_record(path).table_open
        assert not canaries_in(frame(app))
        await pilot.press("space")
        await in_front(pilot, PrivateInspectorScreen)
        await pilot.press("home", "down", "down")  # the interceptor's first
        await until(pilot, lambda: CANARY in frame(app))


async def test_a_game_of_machines_goes_on_beneath_and_ends_when_it_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, decide = Event(), Baseline.decide

    async def patient(player: Any, view: Any, complaint: str | None) -> Any:
        begin.wait()
        return await decide(player, view, complaint)

    monkeypatch.setattr(Baseline, "decide", patient)
    path = tmp_path / "game.jsonl"
    lineup = dict.fromkeys(ENTRY.usual_seats(), parse_spec("word2vec"))
    session = Session.create(
        ENTRY, Options(), lineup, "s", path=path, durable=False, settings=load_settings()
    )
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with _setting(begin), app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, TableScreen)
        assert isinstance(table, TableScreen)
        await appears(pilot, "I Inspect")
        await pilot.press("i")
        screen: PrivateInspectorScreen = await in_front(pilot, PrivateInspectorScreen)
        await appears(pilot, "to come")
        begin.set()
        await until(pilot, lambda: not session.match.awaits)
        await pilot.press("r")
        assert app.screen_stack[-1] == screen
        assert screen.call_log.over
        assert len(screen.rows) == len(read_record(path).moves)
        await until(pilot, lambda: "not over" not in frame(app))
        assert app.answers == []
        await pilot.press("escape")
        await until(pilot, lambda: app.answers == [True])


def test_the_account_of_a_move_is_whole(tmp_path: Path) -> None:
    """A stand-in's move has the calls of the model that failed beneath it."""
    path = tmp_path / "game.jsonl"
    game = DECRYPTO.game({})
    header = DECRYPTO.header({}, "s")
    seat, move = DECRYPTO.finished(game, "s")[0]
    with Journal.create(path, header, durable=False) as journal:
        account = MoveDetails(1.0, 1, stand_in="glove")
        journal.write_move(game.seats[seat], move, account)
    append_call(build_calls_path(path), create_call(seat="encoder", verdict="failed: no"))
    (logged, *_) = build_call_log(read_record(path), ENTRY, data=load_settings().data).moves
    assert (logged.maker, len(logged.calls)) == ("glove", 1)


async def test_a_card_is_named_by_its_title_and_empty_columns_are_left_out(tmp_path: Path) -> None:
    definition = CATALOG["dixit"]
    options = parse_options(definition.options_type, {"rules": "boxed", "rounds": "1"})
    specs = dict.fromkeys(definition.list_seats(options), parse_spec("random"))
    path = tmp_path / "dixit.jsonl"
    session = Session.create(
        definition, options, specs, "cards", path=path, settings=load_settings()
    )
    await play(session.match, session.create_players(), before_move=session.record_move)
    session.close()
    record = read_record(path)
    call_log = build_call_log(record, definition, data=load_settings().data)
    rows = list(list_rows(call_log))
    assert "How" not in format_column_titles(rows)
    for row, shown in zip(rows, render_rows(rows), strict=True):
        ((_, fields),) = encode_move(row.logged.move).items()
        title = get_card_title(row.logged.view, fields["card"])
        assert title != fields["card"]
        assert title in shown.plain
        assert fields["card"] not in shown.plain
