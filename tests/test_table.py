"""The table, played by keys: whose turn it is, who sees what, and what becomes of trouble."""

import signal
from asyncio import Event, sleep
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult, ScreenStackError
from textual.await_complete import AwaitComplete
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen

import screens.widgets.key_guard
from engine.config.settings import load_settings
from engine.config.start import Start
from engine.errors import PlayerError
from engine.games.catalog import CATALOG
from engine.games.decrypto.moves import Guess, Hint
from engine.games.decrypto.options import Options
from engine.journal.entries import ReseatEntry
from engine.journal.reader import read_record
from engine.players.scripted_player import ScriptedPlayer
from engine.players.spec import Spec
from engine.seat import Seat
from engine.session import Session
from screens.curtain import Curtain
from screens.dialogs.failure import FailureDialog
from screens.dialogs.leave import LeaveDialog
from screens.dialogs.modal_host import PAINT_HOLD
from screens.forms.confirmation import ConfirmDialog
from screens.forms.seat_screen import SeatScreen
from screens.games.decrypto.forms import EncoderForm, GuesserForm
from screens.games.taboo.forms import AttackerForm
from screens.help.screen import HelpScreen
from screens.operator.open_table_dialog import OpenTableDialog
from screens.players.seat_names import SeatNames
from screens.private_screen import PrivateLeaveDialog, PrivateScreen
from screens.setup.setup import Setup
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from screens.widgets.seat_line import SeatLine
from tests.looking import Opened, appears, frame, in_front, until
from tui.game_table import open_table

KEYWORDS = ("zygomorph", "quincunx", "vexillum", "ophicleide")
GIVEN = (("ash", "birch", "cedar"), ("elm", "fir", "holly"))
PEOPLE = {"encoder": "human:Ada", "decoder": "human:Ben", "interceptor": "human:Cyd"}


def session(tmp_path: Path, lineup: dict[str, str], **options: Any) -> Session:
    kind, _, name = zip(*[spec.partition(":") for spec in lineup.values()], strict=True)
    specs = {seat: Spec(k, n) for seat, k, n in zip(lineup, kind, name, strict=True)}
    asked = Options(keywords=",".join(KEYWORDS), **options)
    return Session.create(
        CATALOG["decrypto"],
        asked,
        specs,
        "canary",
        path=tmp_path / "game.jsonl",
        settings=load_settings(),
    )


def leaks(pilot: Pilot[Any]) -> list[str]:
    """The keywords that stand in the terminal, its title or its clipboard."""
    app = pilot.app
    seen = frame(app) + app.title + app.sub_title + app.clipboard
    seen += "".join(note.message + note.title for note in app._notifications)
    return [word for word in KEYWORDS if word in seen.casefold()]


async def lift(pilot: Pilot[Any], name: str) -> None:
    """Be fetched, and open the curtain."""
    curtain = await in_front(pilot, Curtain)
    assert name in curtain.person
    assert not leaks(pilot)
    await pilot.press("space")
    await until(pilot, lambda: curtain not in pilot.app.screen_stack)


async def give_hints(pilot: Pilot[Any], *hints: str) -> None:
    await in_front(pilot, EncoderForm)
    assert leaks(pilot)
    for hint in hints:
        await pilot.press(*hint, "enter")
    await in_front(pilot, ConfirmDialog)
    await pilot.press("enter")


async def guess(pilot: Pilot[Any], code: str) -> None:
    await in_front(pilot, GuesserForm)
    await pilot.press(*code, "enter")
    await in_front(pilot, ConfirmDialog)
    await pilot.press("enter")


async def test_three_people_play_a_game_and_only_the_team_sees_keywords(tmp_path: Path) -> None:
    sitting = session(tmp_path, PEOPLE, rounds=1)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await lift(pilot, "Ada")
        await give_hints(pilot, "ash", "birch", "cedar")
        await lift(pilot, "Ben")
        await in_front(pilot, GuesserForm)
        assert leaks(pilot)
        await guess(pilot, "123")
        await lift(pilot, "Cyd")
        await in_front(pilot, GuesserForm)
        assert not leaks(pilot)
        await guess(pilot, "124")
        await in_front(pilot, RoundSummary)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers)
    assert app.answers == [True]
    record = read_record(tmp_path / "game.jsonl")
    assert [moved.move for moved in record.moves] == [
        {"Hint": {"words": ["ash", "birch", "cedar"]}},
        {"Guess": {"code": [1, 2, 3]}},
        {"Guess": {"code": [1, 2, 4]}},
    ]
    assert all(moved.seconds > 0 for moved in record.moves)


async def test_the_summary_between_rounds_is_safe_for_everybody(tmp_path: Path) -> None:
    sitting = session(tmp_path, PEOPLE, rounds=2)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await lift(pilot, "Ada")
        await give_hints(pilot, "ash", "birch", "cedar")
        await lift(pilot, "Ben")
        await guess(pilot, "123")
        await lift(pilot, "Cyd")
        await guess(pilot, "124")
        await in_front(pilot, RoundSummary)
        assert "birch" in frame(pilot.app)
        assert not leaks(pilot)
        await pilot.press("enter")
        await lift(pilot, "Ada")


async def test_no_frame_shows_a_private_screen_before_its_curtain_is_lifted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that is written to the terminal is read: no keyword before the curtain is lifted."""
    written: list[str] = []
    display = App._display

    def kept(self: App[Any], screen: Screen[Any], drawn: Any) -> None:
        if drawn is not None:
            written.append(drawn.render_segments(self.console))
        display(self, screen, drawn)

    monkeypatch.setattr(App, "_display", kept)
    app = Opened(lambda: TableScreen(session(tmp_path, PEOPLE)))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, Curtain)
        await appears(pilot, "Pass the keyboard")
        await pilot.resize_terminal(100, 30)
        assert "Pass the keyboard" in "".join(written)
        assert not [word for word in KEYWORDS if word in "".join(written)]
        await lift(pilot, "Ada")
        await in_front(pilot, EncoderForm)
        await until(pilot, lambda: all(word in "".join(written) for word in KEYWORDS))
        assert app.screen.size == (100, 30)
        written.clear()
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        await appears(pilot, "Hidden by")
        written.clear()
        await pilot.resize_terminal(80, 24)
        await pilot.pause(0.2)
        assert written
        assert not [word for word in KEYWORDS if word in "".join(written)]


async def test_the_table_does_not_flash_between_the_curtain_and_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even on a slow machine, where the form takes long to come."""
    drawn: list[Screen[Any]] = []
    display, push, pop = App._display, App.push_screen_wait, App.pop_screen

    def note(self: App[Any], screen: Screen[Any], update: Any) -> None:
        if update is not None and screen is self.screen and not self._batch_count:
            drawn.append(screen)
        display(self, screen, update)

    async def push_slowly(self: App[Any], screen: Screen[Any]) -> Any:
        if isinstance(screen, EncoderForm):
            await sleep(4 * PAINT_HOLD)
        return await push(self, screen)

    def pop_and_tick(self: App[Any]) -> AwaitComplete:
        """Paint the screen behind if that is allowed, as its own timer may do just then."""
        popped = pop(self)
        self.screen.refresh(layout=True)
        self.screen._on_timer_update()
        return popped

    app = Opened(lambda: TableScreen(session(tmp_path, PEOPLE)))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, Curtain)
        await pilot.pause(0.3)
        monkeypatch.setattr(App, "_display", note)
        monkeypatch.setattr(App, "push_screen_wait", push_slowly)
        monkeypatch.setattr(App, "pop_screen", pop_and_tick)
        await lift(pilot, "Ada")
        await in_front(pilot, EncoderForm)
        await until(pilot, lambda: any(isinstance(screen, EncoderForm) for screen in drawn))
    assert not [screen for screen in drawn if isinstance(screen, TableScreen)]


async def test_the_first_form_of_a_game_is_laid_out_as_every_other(tmp_path: Path) -> None:
    """Its style sheet is read when it comes up, after its widgets are made."""
    places: list[list[Region]] = []
    app = Opened(
        lambda: TableScreen(session(tmp_path, PEOPLE | {"interceptor": "random"}, play_on=True))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            await lift(pilot, "Ada")
            screen = await in_front(pilot, EncoderForm)
            await appears(pilot, "give a hint for each digit")
            places.append([field.region for field in screen.fields])
            await give_hints(pilot, *GIVEN[len(places) - 1])
            await lift(pilot, "Ben")
            await guess(pilot, "123")
            await in_front(pilot, RoundSummary)
            await pilot.press("enter")
    first = places[0]
    assert [region.size for region in first] == [(52, 1)] * 3
    assert all(above.bottom < below.y for above, below in pairwise(first))
    assert all(other == first for other in places[1:])


async def test_one_person_needs_no_curtain(tmp_path: Path) -> None:
    sitting = session(
        tmp_path, {"encoder": "random", "decoder": "random", "interceptor": "human:Cyd"}, rounds=1
    )
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await guess(pilot, "124")
        await in_front(pilot, RoundSummary)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [True])


@pytest.mark.parametrize("key", ["f9", "ctrl+@"])
async def test_one_key_hides_a_private_screen_and_keeps_what_was_typed(
    tmp_path: Path, key: str
) -> None:
    sitting = session(tmp_path, PEOPLE)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await lift(pilot, "Ada")
        await in_front(pilot, EncoderForm)
        await pilot.press(*"ash")
        assert leaks(pilot)
        await pilot.press(key)
        await lift(pilot, "Ada")
        await in_front(pilot, EncoderForm)
        assert "ash" in frame(pilot.app)


async def test_two_idle_minutes_hide_a_private_screen_and_what_lies_over_it(
    tmp_path: Path,
) -> None:
    sitting = session(tmp_path, PEOPLE)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await lift(pilot, "Ada")
        await in_front(pilot, EncoderForm)
        app.cover_unattended()
        await pilot.pause()
        assert isinstance(app.screen, EncoderForm)
        app.last_input -= 121
        app.cover_unattended()
        await lift(pilot, "Ada")
        await pilot.press("escape")
        await in_front(pilot, PrivateLeaveDialog)
        app.last_input -= 121
        app.cover_unattended()
        await in_front(pilot, Curtain)
        assert not leaks(pilot)


async def test_leaving_from_a_private_screen_keeps_the_game_to_the_half_turn(
    tmp_path: Path,
) -> None:
    sitting = session(tmp_path, PEOPLE)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await lift(pilot, "Ada")
        await give_hints(pilot, "ash", "birch", "cedar")
        await lift(pilot, "Ben")
        await guess(pilot, "123")
        await lift(pilot, "Cyd")
        await in_front(pilot, GuesserForm)
        await pilot.press("escape")
        await in_front(pilot, PrivateLeaveDialog)
        await pilot.press("escape")
        await in_front(pilot, GuesserForm)
        await pilot.press("escape")
        await in_front(pilot, PrivateLeaveDialog)
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answers)
        assert not leaks(pilot)
        assert not any(isinstance(screen, PrivateScreen) for screen in app.screen_stack)
    assert app.answers == [False]
    again = Session.resume(tmp_path / "game.jsonl", settings=load_settings())
    assert again.match.sealed == {1}
    assert again.match.awaits == {2}
    again.close()


async def test_leaving_the_table_takes_private_screens_down(tmp_path: Path) -> None:
    sitting = session(tmp_path, PEOPLE)
    table: list[TableScreen] = []
    app = Opened(lambda: table.append(TableScreen(sitting)) or table[0])  # type: ignore[func-returns-value]
    async with app.run_test(size=(80, 24)) as pilot:
        await lift(pilot, "Ada")
        await in_front(pilot, EncoderForm)
        table[0].workers.cancel_group(table[0], "match")
        await in_front(pilot, TableScreen)
        assert not leaks(pilot)


class Failing:
    """A player that fails until it is let go."""

    def __init__(self) -> None:
        self.asked = 0

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ARG002
        self.asked += 1
        raise PlayerError("The server answered 503.", private=f"it said {KEYWORDS[0]}")


def failing(sitting: Session, seat: int) -> Failing:
    """Put a failing player into `seat` when it is first seated."""
    player = Failing()
    seated = sitting.create_players

    def players(ask: Any) -> Any:
        found = seated(ask)
        found[Seat(seat)] = player  # type: ignore[index]
        return found

    sitting.create_players = players  # type: ignore[method-assign, assignment]
    return player


async def test_trouble_waits_for_the_screen_and_hands_the_seat_on(tmp_path: Path) -> None:
    """The interceptor's model fails while the decoder types: nothing of that is lost."""
    sitting = session(
        tmp_path, {"encoder": "random", "decoder": "human:Ben", "interceptor": "random"}, rounds=1
    )
    player = failing(sitting, 2)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: player.asked)
        await guess(pilot, "123")
        await in_front(pilot, FailureDialog)
        assert "503" in frame(app)
        dialog = app.screen.query_one(".dialog").region
        assert abs(dialog.x - (80 - dialog.right)) <= 1  # a question over the table, in the middle
        assert dialog.y > 2
        assert not leaks(pilot)
        await pilot.press("enter")  # try again
        await until(pilot, lambda: player.asked == 2)
        await in_front(pilot, FailureDialog)
        await pilot.press("right", "right", "enter")  # word2vec takes over
        await in_front(pilot, RoundSummary)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [True])
    entries = read_record(tmp_path / "game.jsonl").entries
    assert [e.player for e in entries if isinstance(e, ReseatEntry)] == ["word2vec"]


async def test_a_person_can_take_over_and_the_game_can_be_left(tmp_path: Path) -> None:
    sitting = session(
        tmp_path, {"encoder": "random", "decoder": "human:Ben", "interceptor": "random"}, rounds=1
    )
    failing(sitting, 0)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, FailureDialog)
        await pilot.press("right", "enter")  # a person takes over
        await lift(pilot, "Encoder")
        await give_hints(pilot, "ash", "birch", "cedar")
        await lift(pilot, "Ben")
        await guess(pilot, "123")
        await in_front(pilot, RoundSummary)


async def test_a_full_disk_loses_no_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = session(tmp_path, PEOPLE, rounds=1)
    app = Opened(lambda: TableScreen(sitting))
    full = OSError(28, "No space left on device")

    def fail(*_: object) -> int:
        raise full

    async with app.run_test(size=(80, 24)) as pilot:
        await lift(pilot, "Ada")
        with monkeypatch.context() as patch:
            patch.setattr("files.line_file.os.write", fail)
            await give_hints(pilot, "ash", "birch", "cedar")
            await in_front(pilot, FailureDialog)
        await until(
            pilot, lambda: "No space left" in " ".join(frame(app).replace("│", " ").split())
        )
        assert len(read_record(tmp_path / "game.jsonl").moves) == 0
        await pilot.press("enter")  # try again: the same hints, not typed again
        await lift(pilot, "Ben")
    assert read_record(tmp_path / "game.jsonl").moves[0].move == {
        "Hint": {"words": ["ash", "birch", "cedar"]}
    }


async def test_who_thinks_is_shown(tmp_path: Path) -> None:
    sitting = session(
        tmp_path, {"encoder": "random", "decoder": "human:Ben", "interceptor": "random"}
    )
    go = Event()

    class Slow(ScriptedPlayer[Any, Any]):
        async def decide(self, view: Any, complaint: str | None) -> Any:
            await go.wait()
            return await super().decide(view, complaint)

    seated = sitting.create_players

    def players(ask: Any) -> Any:
        found = seated(ask)
        found[Seat(0)] = Slow([Hint(words=("ash", "birch", "cedar"))])  # type: ignore[index]
        found[Seat(2)] = ScriptedPlayer([Guess(code=(1, 2, 3))])  # type: ignore[index]
        return found

    sitting.create_players = players  # type: ignore[method-assign, assignment]
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: "is thinking" in frame(app))
        go.set()
        await until(pilot, lambda: isinstance(app.screen, SeatScreen))


async def test_a_crash_prints_no_values(capfd: pytest.CaptureFixture[str]) -> None:
    def breaks() -> Any:
        secret = KEYWORDS[0]
        raise RuntimeError(f"cannot do that to {secret}")

    app = Opened(breaks)
    with pytest.raises(RuntimeError):
        async with app.run_test():
            pass
    printed = capfd.readouterr().err
    assert "parlour resume" in printed
    assert "RuntimeError" in printed
    assert KEYWORDS[0] not in printed


async def test_a_held_key_lifts_no_curtain_sends_nothing_and_skips_no_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = session(tmp_path, PEOPLE, rounds=1)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:

        async def survives(kind: type[Any], key: str) -> None:
            """A key held since the screen before leaves this one as it is."""
            screen = await in_front(pilot, kind)
            with monkeypatch.context() as patch:
                patch.setattr(screens.widgets.key_guard, "ARM_AFTER", 3600.0)
                screen.ignore_held_keys()
                for _ in range(4):
                    await pilot.press(key)
                    await pilot.pause(0.05)
                    assert app.screen is screen
            await pilot.pause(0.2)  # a button that was just pressed takes no key
            screen.ignore_held_keys()

        await in_front(pilot, Curtain)  # tests/test_key_guard.py: it takes no held key
        await pilot.press("space")
        await in_front(pilot, EncoderForm)
        for hint in ("ash", "birch", "cedar"):
            await pilot.press(*hint, "enter")
        await survives(ConfirmDialog, "enter")
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        await pilot.press("space")
        await survives(ConfirmDialog, "space")  # the key that lifted the curtain sends nothing
        await pilot.press("enter")
        for code in ("123", "124"):
            await in_front(pilot, Curtain)
            await pilot.press("space")
            await in_front(pilot, GuesserForm)
            await pilot.press(*code, "enter")
            await survives(ConfirmDialog, "enter")
            await pilot.press("enter")
        await survives(RoundSummary, "enter")
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [True])


async def test_the_table_can_be_left_from_a_curtain_without_fetching_anybody(
    tmp_path: Path,
) -> None:
    sitting = session(tmp_path, PEOPLE)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, Curtain)
        await pilot.press("escape")
        await in_front(pilot, LeaveDialog)
        assert not leaks(pilot)
        await pilot.press("escape")
        await lift(pilot, "Ada")
        await in_front(pilot, EncoderForm)
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        await pilot.press("escape")  # what is hidden is left by its owner only
        await pilot.pause()
        await lift(pilot, "Ada")
        await give_hints(pilot, "ash", "birch", "cedar")
        await in_front(pilot, Curtain)
        await pilot.press("escape")
        await in_front(pilot, LeaveDialog)
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answers == [False])


async def test_an_app_told_to_end_leaves_in_order(tmp_path: Path) -> None:
    sitting = session(tmp_path, PEOPLE)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await lift(pilot, "Ada")
        await in_front(pilot, EncoderForm)
        signal.raise_signal(signal.SIGTERM)
        await until(pilot, lambda: app.return_code == 143)


async def test_what_is_done_by_the_clock_needs_no_screen(tmp_path: Path) -> None:
    """An app that ends takes its screens down before its timers."""
    sitting = session(tmp_path, PEOPLE)
    app = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await lift(pilot, "Ada")
        (table,) = (one for one in app.screen_stack if isinstance(one, TableScreen))
    with app._context(), pytest.raises(ScreenStackError):
        assert app.screen
    with app._context():
        table.resume_painting()
        table.refresh_table()  # a last move
        app.cover_unattended()


@pytest.mark.usefixtures("operator_tools")
@pytest.mark.parametrize(
    ("key", "kind", "back"),
    [
        ("escape", LeaveDialog, "enter"),
        ("w", OpenTableDialog, "enter"),
        ("i", OpenTableDialog, "enter"),
        ("f1", HelpScreen, "escape"),
    ],
)
async def test_a_game_that_ends_while_something_is_in_front_waits_until_that_is_closed(
    key: str, kind: type[Screen[Any]], back: str, tmp_path: Path
) -> None:
    lineup = {"encoder": "random", "decoder": "human:Ben", "interceptor": "random"}
    sitting = session(tmp_path, lineup, rounds=1)
    slow, table = Event(), TableScreen(sitting)
    interceptor = sitting.create_players(table.ask_person)[Seat(2)]

    class Slow:
        async def decide(self, view: Any, complaint: str | None) -> Any:
            await slow.wait()
            return await interceptor.decide(view, complaint)

    sitting.create_players(table.ask_person)[Seat(2)] = Slow()  # type: ignore[index]
    app = Opened(lambda: table)
    async with app.run_test(size=(80, 24)) as pilot:
        await guess(pilot, "123")
        await in_front(pilot, TableScreen)
        await pilot.press(key)
        asked = await in_front(pilot, kind)
        slow.set()
        await until(pilot, lambda: not sitting.match.awaits)
        await pilot.pause(0.1)
        assert app.screen is asked
        assert not app.answers
        await pilot.press(back)
        await in_front(pilot, RoundSummary)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [True])
        assert table not in app.screen_stack


@pytest.mark.parametrize("opened", [False, True])
async def test_no_seat_falls_off_the_line_of_seats(opened: bool) -> None:
    labels = ("word2vec", "glove", "word2vec", "glove", "Annabel", "Maximilian the Great", "random")
    names = SeatNames(tuple(f"p{number}" for number in range(1, 8)), labels)
    line = SeatLine("Adversarial Undercover")
    line.open = opened

    class Page(App[None]):
        def get_theme_variable_defaults(self) -> dict[str, str]:
            return {"faint": "grey"}

        def compose(self) -> ComposeResult:
            yield line

    app = Page()
    async with app.run_test(size=(80, 24)):
        line.show(names, frozenset({Seat(1)}), frozenset({Seat(0)}))
        told = line.render().plain
        assert cell_len(told) <= line.size.width
        assert all(mark in told for mark in "●▲■◆★✚▼")
        screens, before = app.screen_stack.copy(), line.frame
        line.tick()
        assert line.frame == before + 1
        app._screen_stack.clear()  # as the app closes: a timer may fire before its widget is gone
        line.tick()
        assert line.frame == before + 1
        app._screen_stack.extend(screens)
        assert "✓" in told
        assert "⠋" in told
        assert ("◇ open" in told) is opened


@pytest.mark.parametrize("moves", [0, 1])
async def test_a_game_without_a_move_leaves_nothing_behind(moves: int, tmp_path: Path) -> None:
    seats = {"attacker": "human:Ada", "defender": "human:Ben"}
    start = Start(load_settings().model_copy(update={"data": tmp_path}))
    app = Opened(lambda: open_table(Setup("taboo", seats, {"word": "apple"}), start))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(moves):
            await lift(pilot, "Ada")
            await in_front(pilot, AttackerForm)
            await pilot.press(*"hello", "enter")
            await in_front(pilot, ConfirmDialog)
            await pilot.press("enter")
        await in_front(pilot, Curtain)
        await pilot.press("escape")
        await in_front(pilot, LeaveDialog)
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answers == [False])
    assert count_files(tmp_path) == moves


def count_files(folder: Path) -> int:
    """Count the files of games."""
    return sum(path.is_file() and "games" in path.parts for path in folder.rglob("*"))
