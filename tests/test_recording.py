"""Recordings: what is in them, what must not be, and that they play."""

import os
import resource
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.screen import Screen
from textual.widgets import Static

from engine.seat import Seat
from screens.pictures.cache import PictureCache
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.protocol import AUTO, Protocol
from screens.private_screen import PrivateScreen
from screens.table.screen import TableScreen
from screens.watch.screen import WatchScreen
from screens.widgets.seat_line import SPINNER, SeatLine
from tests.looking import Opened, appears, frame, in_front, until
from tests.painted import watched
from tests.played import Played
from tests.test_table import KEYWORDS, PEOPLE, give_hints, guess, lift, session
from tui.app import ParlourApp
from tui.recording import (
    BEGINNING,
    END,
    Recording,
    RecordingError,
    check_recordable,
    create_recording_driver,
)

CANARY = "sk-canary-quokka-4711"
SIZE = (60, 12)


class Words(Screen[None]):
    """A public screen that says something."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> Iterator[Static]:
        yield Static(self.words, markup=False)


class Secret(PrivateScreen[None]):
    """A screen for one person's eyes."""

    person = "Ada"

    def compose(self) -> Iterator[Static]:
        yield Static(CANARY, markup=False)


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(SIZE[0]))
    monkeypatch.setenv("LINES", str(SIZE[1]))


def new(folder: Path) -> Recording:
    return Recording.create(folder / "game.cast", "Parlour: Decrypto")


@contextmanager
def recording_apps(monkeypatch: pytest.MonkeyPatch, recording: Recording) -> Iterator[None]:
    """Let apps in tests write as to a real terminal, and be recorded."""
    with watched(monkeypatch), monkeypatch.context() as patch:
        driver = create_recording_driver(HeadlessDriver, recording)
        patch.setattr("textual.drivers.headless_driver.HeadlessDriver", driver)
        yield


def machines(folder: Path, screen: type[TableScreen] = WatchScreen) -> Opened[bool]:
    """The app, at a table without people."""
    sitting = session(folder, dict.fromkeys(PEOPLE, "random"), rounds=1)
    return Opened(lambda: screen(sitting))


async def test_the_last_frame_of_a_recording_is_that_of_the_app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = new(tmp_path)
    app = machines(tmp_path)
    with recording_apps(monkeypatch, recording):
        async with app.run_test(size=SIZE) as pilot:
            await in_front(pilot, WatchScreen)
            for screen in (Words("Ein Hinweis: 百 ▀▄ naïve"), Words("the last word 百 [b]")):
                app.push_screen(screen)
                await appears(pilot, screen.words)
            shown = frame(app)
            assert Played(recording.path).frames[-1] == shown  # while it is being recorded
            await pilot.resize_terminal(50, 10)
            await appears(pilot, "the last word")
            shown = frame(app)
    recording.close()
    played = Played(recording.path)
    assert [data for _, kind, data in played.events if kind == "r"] == ["50x10"]
    assert played.frames[-1] == shown
    assert (played.alternate, played.cursor) == (False, True)


def test_a_recording_tells_nothing_but_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setenv("TERM", "xterm-256color")
    recording = new(tmp_path)
    recording.close()
    header = Played(recording.path).header
    assert header["title"] == "Parlour: Decrypto"
    assert header["env"] == {"TERM": "xterm-256color"}
    assert set(header) == {
        *("version", "width", "height", "timestamp", "idle_time_limit", "title", "env")
    }
    assert stat.S_IMODE(recording.path.stat().st_mode) == 0o600
    written = recording.path.read_text(encoding="ascii")
    assert CANARY not in written
    assert str(Path.home()) not in written
    assert str(tmp_path) not in written


async def test_nothing_but_tables_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = new(tmp_path)
    app = ParlourApp(lambda: Words("before"))
    sitting = session(tmp_path, dict.fromkeys(PEOPLE, "random"), rounds=1)
    table = WatchScreen(sitting)
    with recording_apps(monkeypatch, recording):
        async with app.run_test(size=SIZE) as pilot:
            await appears(pilot, "before")
            app.push_screen(table)
            await until(pilot, lambda: "Decrypto" in Played(recording.path).frames[-1])
            table.dismiss()
            app.push_screen(Words("after"))
            await appears(pilot, "after")
    written = recording.path.read_text(encoding="ascii")
    assert "before" not in written
    assert "after" not in written


async def test_no_secret_of_a_game_between_people_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = new(tmp_path)
    sitting = session(tmp_path, PEOPLE, rounds=1)
    app = Opened(lambda: TableScreen(sitting))
    with recording_apps(monkeypatch, recording):
        async with app.run_test(size=(80, 24)) as pilot:
            await lift(pilot, "Ada")
            await give_hints(pilot, "ash", "birch", "cedar")
            await lift(pilot, "Ben")
            await guess(pilot, "123")
            await lift(pilot, "Cyd")
            await appears(pilot, "cedar")
    played = Played(recording.path)
    assert any("Ada" in frame for frame in played.frames)
    told = " ".join(data for *_, data in played.events).casefold()
    assert not [word for word in KEYWORDS if word in told]


async def test_what_is_opened_at_a_table_without_people_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = new(tmp_path)
    app = machines(tmp_path)
    with recording_apps(monkeypatch, recording):
        async with app.run_test(size=(80, 24)) as pilot:
            await in_front(pilot, WatchScreen)
            app.push_screen(Secret())
            await appears(pilot, CANARY)
    assert any(CANARY in frame for frame in Played(recording.path).frames)


async def test_a_pause_for_thought_is_a_pause_of_the_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = new(tmp_path)
    app = machines(tmp_path)
    with recording_apps(monkeypatch, recording):
        async with app.run_test(size=(80, 24)) as pilot:
            table = await in_front(pilot, WatchScreen)
            await pilot.press("enter", "space")  # the opening card, then the game
            await appears(pilot, "paused")
            seats = table.query_one(SeatLine)
            seats.show(seats.names, frozenset({Seat(1)}), frozenset())
            await until(pilot, lambda: set(SPINNER) & set(frame(app)))
            before, beat = len(Played(recording.path).events), seats.frame
            await until(pilot, lambda: seats.frame > beat + 3)
            assert len(Played(recording.path).events) == before


@pytest.mark.parametrize(
    "unseen",
    [
        "\x1b[?1003h",
        "\x1b[?1049h",
        "\x1b[?25h",
        "\x1b[?1006l",
        "\x1b[?2004h",
        "\x1b[?2026h",
        "\x1b[?2048$p",
        "\x1b[>25u",
        "\x1b[<u",
        f"\x1b]52;c;{CANARY}\x07",
        f"\x1b]0;{CANARY}\x1b\\",
        f"\x1b_Ga=t,f=100,i=7;{CANARY}\x1b\\",
        f"\x1bP0;1;0q{CANARY}\x1b\\",
        f"\x1b]1337;File=inline=1:{CANARY}",
        "\x07",
    ],
)
def test_what_is_not_to_be_seen_stays_out(unseen: str, tmp_path: Path) -> None:
    recording = new(tmp_path)
    recording.show(f"one {unseen}", SIZE)
    recording.show(unseen, SIZE)
    recording.show("two", SIZE)
    recording.close()
    played = Played(recording.path)
    shown = [data for _, kind, data in played.events if kind == "o"]
    assert shown == [BEGINNING, "one ", "two", END]


def test_a_recording_begins_clean_and_ends_as_it_began(tmp_path: Path) -> None:
    recording = new(tmp_path)
    begun = Played(recording.path)
    assert (begun.alternate, begun.cursor) == (True, False)
    assert not begun.frames[0].strip()
    recording.close()
    recording.close()
    ended = Played(recording.path)
    assert (ended.alternate, ended.cursor) == (False, True)
    assert len(ended.events) == 2


@pytest.mark.parametrize("words", ["é", "百", "👩🏽"])
def test_a_recording_cut_anywhere_has_no_torn_character(words: str, tmp_path: Path) -> None:
    recording = new(tmp_path)
    recording.show(words, SIZE)
    recording.close()
    written = recording.path.read_bytes()
    for end in range(len(written)):
        written[:end].decode("utf-8")
    assert Played(recording.path).events[1][2] == words


async def test_on_a_full_disk_the_game_goes_on_and_the_file_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = new(tmp_path)
    app = machines(tmp_path)
    with recording_apps(monkeypatch, recording):
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await in_front(pilot, WatchScreen)
            app.push_screen(Words("room for this"))
            await appears(pilot, "room for this")
            limits = resource.getrlimit(resource.RLIMIT_FSIZE)
            full = recording.path.stat().st_size + 700
            monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it would be cut short
            resource.setrlimit(resource.RLIMIT_FSIZE, (full, limits[1]))
            try:
                app.push_screen(Words("none for that"))
                await appears(pilot, "The recording ends here:")
                app.push_screen(Words("the game goes on"))
                await appears(pilot, "the game goes on")
                assert len(app._notifications) == 1
                recording.close()
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert recording.fault == "File too large"
    played = Played(recording.path)
    assert any("room for this" in frame for frame in played.frames)
    assert not any("game goes on" in frame for frame in played.frames)
    assert (played.alternate, played.cursor) == (False, True)  # there was room for that much


def test_no_file_is_written_over(tmp_path: Path) -> None:
    there = tmp_path / "game.cast"
    there.write_text("mine", encoding="utf-8")
    (tmp_path / "game-2.cast").touch()
    link = tmp_path / "link.cast"
    link.symlink_to(tmp_path / "nowhere")
    for path, word in ((there, "game-3.cast"), (link, "link-2.cast")):
        with pytest.raises(RecordingError, match=f"exists already.*{word}"):
            Recording.create(path, "Parlour")
    assert there.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("name", "said"),
    [(".", "is a folder"), ("", "is a folder"), ("none/game.cast", "There is no folder")],
)
def test_where_nothing_can_be_recorded_a_sentence_says_so(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RecordingError, match=said):
        check_recordable(Path(name))
    assert not list(tmp_path.iterdir())


def test_a_name_that_the_system_refuses_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot be written: File name too long"):
        Recording.create(tmp_path / ("x" * 300), "Parlour")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_not_ours_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RecordingError, match="nothing can be written"):
        check_recordable(tmp_path / "game.cast")


@pytest.mark.parametrize("best", [Protocol.KITTY, Protocol.SIXEL, Protocol.ITERM2])
@pytest.mark.parametrize("asked_for", [AUTO, *Protocol])
def test_a_recorded_screen_shows_pictures_as_blocks(best: Protocol, asked_for: str) -> None:
    pictures = PictureCache(GraphicsMode(best))
    pictures.choose(asked_for)
    pictures.restrict_to_blocks()
    wanted = asked_for if asked_for in pictures.choices else Protocol.QUAD
    assert pictures.protocol == wanted
    assert not pictures.protocol.pixels
    pictures.choose("kitty")
    assert (pictures.chosen, pictures.protocol) == (AUTO, Protocol.QUAD)
    assert "recording" in pictures.reason
