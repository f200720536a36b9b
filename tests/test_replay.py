"""Looking back at games: steps, viewpoints, the pace, and what stays hidden."""

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.duration import format_duration
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.journal.writer import Journal
from engine.seat import Seat
from screens.curtain import Curtain
from screens.dialogs.question import ChoiceDialog
from screens.games.decrypto.large_reveal import LargeDecryptoReveal
from screens.replay.screen import PrivateReplay, ReplayScreen, open_replay
from screens.replay.stage import Stage
from screens.replay.steps import ReplaySteps
from screens.replay.timeline import Timeline
from screens.replay.viewpoint import ViewpointLine
from screens.watch.large_headline import LargeTable
from screens.widgets.large_text import LargeText
from tests.kept_games import SECRETS, keep_game
from tests.looking import SIZES, Opened, PlainBoard, PlainFront, appears, frame, in_front, until


@pytest.fixture(autouse=True)
def plain_front(monkeypatch: pytest.MonkeyPatch) -> None:
    ui = SimpleNamespace(UI=PlainFront)
    monkeypatch.setitem(sys.modules, "screens.games.decrypto.ui", ui)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return keep_game(tmp_path, "whole")


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    return keep_game(tmp_path, "unfinished", moves=5)


def shown(app: Opened[Any]) -> Any:
    """The view that the board shows, as text."""
    return str(app.screen.query_one(PlainBoard).render())


def secrets_in(text: str) -> set[str]:
    return {secret for secret in SECRETS if secret in text}


@pytest.mark.parametrize("size", SIZES)
async def test_a_replay_goes_back_and_forth(whole: Path, size: tuple[int, int]) -> None:
    app: Opened[Any] = Opened(lambda: open_replay(whole, settings=load_settings()))
    async with app.run_test(size=size) as pilot:
        screen = await in_front(pilot, ReplayScreen)
        last = len(screen.replay.steps) - 1
        await appears(pilot, f"Step 0 of {last}")
        await appears(pilot, "the game starts")
        await pilot.press("left")
        assert screen.position == 0
        await pilot.press("right")
        await appears(pilot, "[red]Ada, encoder: hints, after 41 s, 2 tries")
        await pilot.press("end", "right")
        await appears(pilot, f"Step {last} of {last}")
        await appears(pilot, "  the result")
        assert app.screen.query("#result > *")
        await pilot.press("left")
        await until(pilot, lambda: not app.screen.query("#result"))
        assert "over=True" in shown(app)
        assert screen.check_action("branch", ()) is False
        await pilot.press("home")
        await appears(pilot, "Step 0 of")
        await pilot.press("escape")
        await until(pilot, lambda: app.answers)


async def test_a_click_on_the_line_goes_there(whole: Path) -> None:
    app: Opened[Any] = Opened(lambda: open_replay(whole, settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, ReplayScreen)
        line = screen.query_one(Timeline)
        await pilot.click(line, offset=(line.size.width - 1, 0))
        assert screen.position == len(screen.replay.steps) - 1
        await pilot.click(line, offset=(2, 0))
        assert screen.position == 0


async def test_finished_games_are_seen_through_any_eyes(whole: Path) -> None:
    app: Opened[Any] = Opened(lambda: open_replay(whole, settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, ReplayScreen)
        for key, role in (("1", "ENCODER"), ("2", "DECODER"), ("3", "INTERCEPTOR")):
            await pilot.press(key)
            assert f"Role.{role}" in shown(app)
        await pilot.press("tab")
        assert screen.viewpoint is None
        await pilot.press("7")
        assert screen.viewpoint is None
        await pilot.click(ViewpointLine, offset=(16, 0))
        assert screen.viewpoint == Seat(0)
        assert "Quarkfennel" in frame(app)


async def test_a_replay_runs_by_itself_to_the_end(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.replay.screen.PACES", (0.02, 600.0, 900.0))
    app: Opened[Any] = Opened(lambda: open_replay(whole, settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, ReplayScreen)
        await pilot.press("space")
        assert screen.timer
        await pilot.press("plus")
        assert screen.pace == 0
        await until(pilot, lambda: screen.position == len(screen.replay.steps) - 1)
        assert screen.timer is None
        await pilot.press("minus", "space")  # so slow that it cannot end before it is seen
        await until(pilot, lambda: screen.position < len(screen.replay.steps) - 1)
        await pilot.press("space", "minus", "minus")
        assert (screen.timer, screen.pace) == (None, 2)


@pytest.mark.parametrize("own", [False, True])
async def test_an_onlooker_of_an_unfinished_game_sees_no_secret(
    unfinished: Path, monkeypatch: pytest.MonkeyPatch, *, own: bool
) -> None:
    if own:  # the game's own looks, instead of the front that shows whole views
        monkeypatch.delitem(sys.modules, "screens.games.decrypto.ui")
    app: Opened[Any] = Opened(lambda: open_replay(unfinished, settings=load_settings()))
    async with app.run_test(size=(200, 60)) as pilot:
        screen = await in_front(pilot, ReplayScreen)
        for number, _ in enumerate(screen.replay.steps):
            await appears(pilot, f"Step {number} of 5")
            large = [text.text for text in screen.query(LargeText)]  # drawn as blocks
            assert any(large)
            assert not secrets_in(frame(app) + " ".join(large))
            await pilot.press("right")
        assert not secrets_in(frame(app))
        assert not secrets_in(app.title + app.sub_title)


async def test_a_hall_sees_what_an_audience_saw(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "screens.games.decrypto.ui")
    app: Opened[Any] = Opened(lambda: open_replay(whole, settings=load_settings()))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await in_front(pilot, ReplayScreen)
        stage = screen.query_one(Stage)
        assert stage.display
        assert not screen.board.display
        await pilot.press("right")
        hints = read_record(whole).moves[0].move["Hint"]["words"]
        await until(pilot, lambda: [*hints] == [w.text for w in stage.query_one(LargeTable).words])
        while stage.reveal is None:
            await pilot.press("right")
        reveal = stage.reveal
        await until(pilot, lambda: screen.query(LargeDecryptoReveal))
        assert reveal.is_complete
        assert not stage.query_one(LargeTable).display
        await pilot.press("1")
        assert not stage.display
        assert screen.board.display
        await pilot.press("0", "l")
        assert screen.board.display
        await pilot.press("l", "right")
        await until(pilot, lambda: not screen.query(LargeDecryptoReveal))
        assert stage.query_one(LargeTable).display
        await pilot.press("end")
        await until(pilot, lambda: screen.query("#result > *"))
        assert not stage.display


async def test_large_type_follows_the_size_of_the_screen_until_it_is_chosen(whole: Path) -> None:
    app: Opened[Any] = Opened(lambda: open_replay(whole, settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, ReplayScreen)
        stage = screen.query_one(Stage)
        assert not stage.display
        await pilot.resize_terminal(130, 44)
        await until(pilot, lambda: stage.display)
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: not stage.display)
        await pilot.press("l")
        await until(pilot, lambda: stage.display)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: screen.size.width == 80)
        assert stage.display


async def test_a_replay_that_runs_shows_each_reveal_as_a_whole(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "screens.games.decrypto.ui")
    monkeypatch.setattr("screens.replay.screen.PACES", (900.0, 900.0))
    monkeypatch.setattr("screens.widgets.gradual_reveal.PACE", 900.0)
    app: Opened[Any] = Opened(lambda: open_replay(whole, settings=load_settings()))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await in_front(pilot, ReplayScreen)
        stage = screen.query_one(Stage)
        await pilot.press("space")
        while stage.reveal is None:
            screen.advance()
        position = screen.position
        await until(pilot, lambda: screen.query(LargeDecryptoReveal))
        screen.advance()
        assert screen.position == position
        assert stage.reveal.reveal_rest()
        screen.advance()
        assert screen.position == position + 1


async def test_a_seat_of_an_unfinished_game_is_shown_after_asking_and_hides(
    unfinished: Path,
) -> None:
    app: Opened[Any] = Opened(lambda: open_replay(unfinished, settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        await pilot.press("2")
        await in_front(pilot, ChoiceDialog)
        await appears(pilot, "Look from the viewpoint of Ben, decoder?")
        assert not secrets_in(frame(app))
        await pilot.press("enter")
        await in_front(pilot, ReplayScreen)
        assert not secrets_in(frame(app))
        await pilot.press("2")
        await in_front(pilot, ChoiceDialog)
        await pilot.press("tab", "enter")
        private = await in_front(pilot, PrivateReplay)
        await appears(pilot, "Quarkfennel")
        await appears(pilot, "viewpoint of ▲ Ben, decoder")
        assert not private.ALLOW_SELECT
        await pilot.press("1", "3", "tab")
        assert private.viewpoint == Seat(1)
        await pilot.press("f9")
        curtain = await in_front(pilot, Curtain)
        assert curtain.person == "Ben, decoder"
        assert not secrets_in(frame(app))
        app.pop_screen()
        await in_front(pilot, PrivateReplay)
        await pilot.press("escape")
        await in_front(pilot, ReplayScreen)
        await until(pilot, lambda: not secrets_in(frame(app)))


async def test_eyes_left_alone_are_covered(unfinished: Path) -> None:
    app: Opened[Any] = Opened(lambda: open_replay(unfinished, settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        await pilot.press("1")
        await in_front(pilot, ChoiceDialog)
        await pilot.press("tab", "enter")
        await in_front(pilot, PrivateReplay)
        app.idle = 0
        await in_front(pilot, Curtain)


def test_a_film_asks_each_seat_for_no_more_than_its_view(whole: Path) -> None:
    replay_steps = load_steps(whole)
    assert replay_steps.over
    for number, step in enumerate(replay_steps.steps[:-2]):
        assert not secrets_in(repr(step.views[None])), number
        assert not secrets_in(repr(step.views[Seat(2)])), number
        assert secrets_in(repr(step.views[Seat(1)]))
        assert "code=None" in repr(step.views[Seat(1)])


def load_steps(path: Path) -> ReplaySteps:
    return open_replay(path, settings=load_settings()).replay


def test_captions_tell_who_and_when_and_never_what(whole: Path) -> None:
    replay_steps = load_steps(whole)
    moves = read_record(whole).moves
    assert len(replay_steps.steps) == len(moves) + 2  # the start, and the result
    for number, move in enumerate(moves, 1):
        caption = replay_steps.describe_step(number)
        for words in move.move.values():
            said = words.get("words", ())
            assert not any(word in caption for word in said)


def test_a_caption_tells_a_time_from_a_second_on_and_a_number_where_steps_have_another(
    unfinished: Path,
) -> None:
    steps = load_steps(unfinished)
    assert steps.describe_step(1) == "[red]Ada, encoder: hints, after 41 s, 2 tries"
    quick = replace(steps.steps[1].entry, seconds=0.4, attempts=1)  # type: ignore[type-var]
    quickly = replace(steps, steps=(steps.steps[0], replace(steps.steps[1], entry=quick)))
    assert quickly.describe_step(1) == "[red]Ada, encoder: hints"
    with Journal.reopen(steps.record, durable=False) as journal:
        journal.write_reseat("decoder", "glove")
    assert load_steps(unfinished).describe_step(1).startswith("move 1, [red]Ada, encoder: hints")


def test_who_sat_down_later_is_told(unfinished: Path) -> None:
    with Journal.reopen(read_record(unfinished), durable=False) as journal:
        journal.write_reseat("decoder", "glove")
    replay_steps = load_steps(unfinished)
    assert replay_steps.names.labels == ("[red]Ada", "GloVe", "word2vec")
    assert "seat changed: GloVe, decoder" in replay_steps.describe_step(6)


@pytest.fixture
def torn(unfinished: Path) -> Path:
    unfinished.write_bytes(unfinished.read_bytes()[:-7])
    return unfinished


async def test_a_torn_line_is_said(torn: Path) -> None:
    app: Opened[Any] = Opened(lambda: open_replay(torn, settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: any("was left out" in n.message for n in app._notifications))
        await appears(pilot, "Step 0 of 4")


def test_a_damaged_journal_says_which_line(whole: Path) -> None:
    lines = whole.read_bytes().splitlines(keepends=True)
    for damage, said in ((b"{nonsense\n", "line 3: not JSON"), (lines[1], "line 3: it was not")):
        whole.write_bytes(b"".join([*lines[:2], damage, *lines[3:]]))
        with pytest.raises(JournalError, match=said):
            open_replay(whole, settings=load_settings())


def test_a_damaged_time_stamp_is_no_crash(whole: Path) -> None:
    text = whole.read_text()
    stamp = read_record(whole).moves[1].time
    whole.write_text(text.replace(stamp, "once upon a time"))
    with pytest.raises(JournalError, match="time"):
        open_replay(whole, settings=load_settings())


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.04, "0.0 s"), (9.96, "10.0 s"), (41.2, "41 s"), (185, "3 min 5 s")]
)
def test_times_to_think_are_spoken(seconds: float, said: str) -> None:
    assert format_duration(seconds) == said


async def test_a_result_that_does_not_fit_is_scrolled_by_keys(whole: Path) -> None:
    app: Opened[Any] = Opened(lambda: open_replay(whole, settings=load_settings()))
    async with app.run_test(size=(80, 12)) as pilot:
        screen = await in_front(pilot, ReplayScreen)
        await pilot.press("end")
        await until(pilot, lambda: "PgUp/PgDn Scroll" in frame(app))
        table = screen.query_one("#table")
        await pilot.press("pagedown")
        await until(pilot, lambda: table.scroll_offset.y > 0)
        await pilot.press(*["pageup"] * 3)
        await until(pilot, lambda: table.scroll_offset.y == 0)
