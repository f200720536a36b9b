"""Takeover and inspector where people play: nobody sees what their seat may not know."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.games.decrypto.options import Options
from engine.journal.reader import read_record
from engine.journal.writer import Journal
from engine.llm.budget import Budget
from engine.llm.calls_file import Call
from engine.llm.thoughts import MAX_THOUGHTS_CHARS, extract_thoughts
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.curtain import Curtain
from screens.dialogs.failure import FailureDialog
from screens.dialogs.leave import LeaveDialog
from screens.forms.confirmation import ConfirmDialog
from screens.games.decrypto.forms import EncoderForm
from screens.help.screen import PrivateHelp
from screens.inspector.screen import PrivateInspectorScreen, create_inspector
from screens.operator.open_table_dialog import OpenTableDialog
from screens.operator.screen import TakeoverScreen
from screens.operator.takeover_dialog import TakeoverDialog
from screens.private_screen import PrivateScreen
from screens.table.screen import TableScreen
from screens.watch.presenter_settings import Presentation
from screens.watch.screen import WatchScreen
from tests.chat_server import Answer, ChatServer, Question, failed, said, serving
from tests.kept_games import keep_game
from tests.looking import Opened, appears, frame, in_front, until
from tests.played import Played
from tests.test_recording import recording_apps
from tests.test_takeover import KEYWORDS, press_button
from tui.command_line import run
from tui.recording import Recording

CANARY = "Xanthippe"
"""In the reasoning of a machine and nowhere else."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-bench")


def encoder_fails(question: Question) -> Answer:
    """Who guesses thinks aloud; who gives hints may not use the server."""
    if "encoder" in question["model"]:
        return failed(401)
    return said('{"code": [4, 3, 2]}', reasoning_content=f"{CANARY} thinks of nothing secret.")


def sitting(folder: Path, lineup: dict[str, str], **options: Any) -> Session:
    asked = Options(keywords=",".join(KEYWORDS), **options)
    specs = {seat: parse_spec(spec) for seat, spec in lineup.items()}
    return Session.create(
        CATALOG["decrypto"],
        asked,
        specs,
        "bench",
        path=folder / "game.jsonl",
        settings=load_settings(),
    )


async def gives_hints(pilot: Pilot[Any], *hints: str) -> None:
    await in_front(pilot, EncoderForm)
    for hint in hints:
        await pilot.press(*hint, "enter")
    await in_front(pilot, ConfirmDialog)
    await pilot.press("enter")


async def test_a_person_who_takes_over_while_machines_are_watched_hears_none_of_them_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has opened the table, and nobody has looked: it is closed from then on."""
    chat = ChatServer([encoder_fails])
    with serving(chat) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        lineup = {"encoder": "llm:encoder", "decoder": "llm:m", "interceptor": "llm:m"}
        session = sitting(tmp_path, lineup, rounds=3, tokens=4)
        app = Opened(lambda: WatchScreen(session, Presentation(pace=0, polls=True)))
        seen: list[str] = []
        async with app.run_test(size=(100, 40)) as pilot:
            await in_front(pilot, FailureDialog)
            await press_button(pilot, "A person takes over")

            async def until_asked() -> None:
                for _ in range(400):
                    seen.append(frame(app))
                    if type(app.screen) is EncoderForm:
                        return
                    await pilot.press("enter")
                    await pilot.pause(0.01)
                raise AssertionError(frame(app))

            for hints in (
                ("ash", "birch", "cedar"),
                ("oak", "pine", "elm"),
                ("rye", "oat", "rice"),
            ):
                await until_asked()
                await gives_hints(pilot, *hints)
            while not app.answers:
                text = frame(app)
                if "won" not in text and session.match.awaits:
                    seen.append(text)
                await pilot.press("enter")
                await pilot.pause(0.01)
    assert not read_record(tmp_path / "game.jsonl").table_open
    assert len([one for one in seen if "miscommunication" in one.lower()]) > 3
    assert not [one for one in seen if CANARY in one]


async def test_nothing_of_a_person_who_takes_over_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was to be seen before they sat down stays in the recording, and the table does."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    recording = Recording.create(tmp_path / "game.cast", "Parlour")
    with serving(ChatServer([encoder_fails])) as url, recording_apps(monkeypatch, recording):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        lineup = {"encoder": "llm:encoder", "decoder": "llm:m", "interceptor": "llm:m"}
        session = sitting(tmp_path, lineup, rounds=3)
        app = Opened(lambda: WatchScreen(session, Presentation(pace=0)))
        async with app.run_test(size=(100, 40)) as pilot:
            await in_front(pilot, FailureDialog)
            await press_button(pilot, "A person takes over")
            await in_front(pilot, EncoderForm)
            await appears(pilot, KEYWORDS[0])
            await pilot.press("f1")
            await in_front(pilot, PrivateHelp)
            await pilot.press("escape")
            await gives_hints(pilot, "ash", "birch", "cedar")
            await in_front(pilot, EncoderForm)
    recording.close()
    frames = Played(recording.path).frames
    assert any("Trouble" in one for one in frames)
    assert not [word for word in KEYWORDS if any(word in one.lower() for one in frames)]


@pytest.mark.parametrize("room", range(MAX_THOUGHTS_CHARS - 12, MAX_THOUGHTS_CHARS + 2))
def test_thoughts_are_not_cut_in_the_middle_of_a_word(room: int) -> None:
    """Half of a secret word would pass for none."""
    padding = "ab " * (room // 3) + "c" * (room % 3)
    text = f"{padding}{KEYWORDS[0]} {padding}"

    def told(**answer: Any) -> str:
        return extract_thoughts(Call("encoder", "m", "s", 1, 0, [], {}, **answer))

    for shown in (told(reasoning=text), told(reply=json.dumps({"thoughts": text}))):
        words = shown.strip("…").split()
        assert len(shown) <= MAX_THOUGHTS_CHARS
        assert {*words} <= {"ab", "c", "cc", KEYWORDS[0], padding.split()[-1] + KEYWORDS[0]}


@pytest.mark.usefixtures("operator_tools")
async def test_who_is_being_fetched_while_the_table_is_opened_is_told_before_they_move(
    tmp_path: Path,
) -> None:
    lineup = {"encoder": "human:Ada", "decoder": "random", "interceptor": "human:Cyd"}
    app = Opened(lambda: TableScreen(sitting(tmp_path, lineup, rounds=1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, Curtain)
        await pilot.press("escape")
        await in_front(pilot, LeaveDialog)
        await press_button(pilot, "Take over")
        await in_front(pilot, OpenTableDialog)
        await pilot.press("right", "enter")
        await in_front(pilot, TakeoverDialog)
        await pilot.press("enter")
        await in_front(pilot, Curtain)
        await pilot.press("space")
        await appears(pilot, "The table is open")
        assert type(app.screen) is Curtain
        assert app.screen.person == "Ada, encoder"
        await pilot.press("space")
        await in_front(pilot, EncoderForm)


LEADS = (
    (),
    ("f8",),
    ("f6",),
    ("f4",),
    ("f4", "escape"),
    ("escape",),
    ("f1",),
    ("f3",),
    ("f7",),
)
"""The keys that lead to each private screen of a takeover; F7 asks about the budget here."""


async def test_every_screen_in_a_takeover_can_be_hidden_and_hides_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By F9 and after two idle minutes; it is the operator who is fetched then."""
    lineup = {"encoder": "llm:m", "decoder": "random", "interceptor": "human:Cyd"}
    with serving(ChatServer([said(f"{CANARY} knows {KEYWORDS[0]}")])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        session = sitting(tmp_path, lineup, rounds=1)
        session.budget = Budget.parse("1calls")
        session.open_table()
        table = TableScreen(session)
        table.operator.taken_over = frozenset({Seat(0)})
        app = Opened(lambda: table)
        async with app.run_test(size=(100, 40)) as pilot:
            takeover = await in_front(pilot, TakeoverScreen)
            await until(pilot, lambda: takeover.turn.asking_since is None)
            assert CANARY in frame(app)
            hidden = set()
            for keys in LEADS:
                for key in keys:
                    before = app.screen
                    await pilot.press(key)
                    await until(pilot, partial(another, app, before))
                there = app.screen
                hidden.add(type(there))
                if keys == ("f1",):
                    await appears(pilot, "Nothing counts until you send it")
                await pilot.press("f9")
                await covered(pilot)
                await in_front(pilot, type(there))
                app.idle = 0
                app.cover_unattended()
                app.idle = 600
                await covered(pilot)
                while app.screen is not takeover:
                    app.screen.dismiss(None)
                    await pilot.pause()
            assert len(hidden) == len(LEADS)


async def test_the_inspector_of_a_game_that_goes_on_can_be_hidden_and_hides_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lineup = {"encoder": "llm:m", "decoder": "human:Ben", "interceptor": "human:Cyd"}
    hints = said('{"words": ["ash", "oak", "elm"]}', reasoning_content=CANARY)
    with serving(ChatServer([hints])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        session = sitting(tmp_path, lineup, rounds=2)
        session.open_table()
        table = TableScreen(session)
        app = Opened(lambda: table)
        async with app.run_test(size=(100, 40)) as pilot:
            await in_front(pilot, Curtain)
            inspected = create_inspector(
                read_record(tmp_path / "game.jsonl"), session.definition, data=load_settings().data
            )
            app.push_screen(inspected)
            await in_front(pilot, PrivateInspectorScreen)
            await pilot.press("home", "right", "right")
            await appears(pilot, CANARY)
            for key in ("", "f1", "f3"):
                if key:
                    await pilot.press(key)
                    await until(pilot, partial(another, app, inspected))
                there = app.screen
                assert isinstance(there, PrivateScreen)
                await pilot.press("f9")
                await covered(pilot)
                app.idle = 0
                app.cover_unattended()
                app.idle = 600
                await covered(pilot)
                assert app.screen is there
                if key:
                    there.dismiss(None)
                    await until(pilot, partial(another, app, there))


def another(app: Opened[Any], screen: object) -> bool:
    """Has another screen come to the front?"""
    return app.screen is not screen


async def covered(pilot: Pilot[Any]) -> None:
    """Nothing shows but whom to fetch; they open it again."""
    await in_front(pilot, Curtain)
    await appears(pilot, "the operator")
    assert not [word for word in (*KEYWORDS, CANARY) if word in frame(pilot.app)]
    await pilot.press("space")
    await until(pilot, lambda: type(pilot.app.screen) is not Curtain)


def test_results_and_exports_tell_whether_the_table_was_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = keep_game(tmp_path, "game")
    for opened in (False, True):
        assert run(["resume", str(path), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["open"] is opened
        assert run(["show", str(path), "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["open"] is opened
        with Journal.reopen(read_record(path), durable=False) as journal:
            journal.write_open_table()
