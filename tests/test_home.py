"""The title, the shelf of kept games, what is remembered, help and result."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import current_thread, main_thread
from types import SimpleNamespace
from typing import Any

import pytest
from textual.widgets import OptionList

from engine.config.paths import get_games_folder
from engine.config.settings import load_settings
from engine.config.start import load_start
from engine.games.catalog import CATALOG
from engine.journal.errors import JournalError
from engine.options import parse_options
from engine.players.spec import LineupError
from engine.session import Session
from screens.dialogs.question import ChoiceDialog
from screens.help.screen import HelpScreen
from screens.home import HomeScreen
from screens.relative_time import format_time
from screens.replay.screen import ReplayScreen
from screens.result import ResultScreen
from screens.saved.folder import find_latest_unfinished, list_journals, load_saved_games
from screens.saved.screen import GameChoice, GamesList
from screens.saved.summary import DamagedGame, SavedGame, load_saved_game
from screens.setup.company import NameField
from screens.setup.details import DetailsScreen
from screens.setup.last_setup import (
    LastSetupError,
    get_last_setup_path,
    load_last_setup,
    save_last_setup,
)
from screens.setup.lineup_summary import summarize_lineup
from screens.setup.screen import SetupScreen, create_first_setup
from screens.setup.setup import Setup
from screens.watch.end_card import EndCard
from screens.watch.presenter_settings import Presentation
from tests.kept_games import SECRETS, SEED, keep_game
from tests.looking import SIZES, Opened, PlainFront, appears, frame, in_front, until
from tui.app import ParlourApp
from tui.home import create_home


@pytest.fixture(autouse=True)
def own_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    ui = SimpleNamespace(UI=PlainFront)
    monkeypatch.setitem(sys.modules, "screens.games.decrypto.ui", ui)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "games"
    folder.mkdir(parents=True)
    return folder


class Refused:
    """Opens no table, and says why; notes what it was asked for."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.asked: list[Any] = []

    def __call__(self, what: object) -> Any:
        self.asked.append(what)
        raise self.error


def open_home(refused: Refused | None = None) -> Callable[[], HomeScreen]:
    opens = refused or Refused(LineupError("Nobody came."))
    return lambda: HomeScreen(opens, opens, opens, load_start())


FIRST_FRAME = """
import asyncio, sys
from engine.config.start import Start
from screens.home import HomeScreen
from tui.app import ParlourApp

async def main():
    app = ParlourApp(lambda: HomeScreen(None, None, None, Start()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "New game" in "".join(
            segment.text for strip in app.screen._compositor.render_strips() for segment in strip
        )
        print(" ".join(sorted({name.partition(".")[0] for name in sys.modules})))

asyncio.run(main())
"""


def test_the_first_frame_waits_for_no_heavy_import() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_FRAME], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "textual" in loaded
    # The latest game is looked for right after the frame, which needs pydantic.
    assert not loaded & {"httpx2", "gensim", "scipy", "numpy", "PIL", "typer"}


@pytest.mark.parametrize("size", SIZES)
async def test_home_shows_its_whole_menu_at_every_size(size: tuple[int, int]) -> None:
    app = ParlourApp(open_home())
    async with app.run_test(size=size) as pilot:
        await appears(pilot, "no unfinished game")
        shown = frame(app)
        for word in ("New game", "Resume", "Saved games", "Rules", "Quit", "Parlour 0."):
            assert word in shown
        assert app.screen.query_one(OptionList).max_scroll_y == 0


async def test_resume_is_dimmed_until_there_is_a_game_to_take_up() -> None:
    refused = Refused(JournalError("no"))
    app = ParlourApp(open_home(refused))
    async with app.run_test() as pilot:
        await appears(pilot, "no unfinished game")
        assert app.screen.query_one(OptionList).get_option("resume").disabled
        await pilot.press("r")
        await pilot.pause()
        assert refused.asked == []


async def test_resume_takes_up_the_latest_unfinished_game(games: Path) -> None:
    keep_game(games, "old", moves=2)
    latest = keep_game(games, "new", moves=4)
    keep_game(games, "whole")
    refused = Refused(JournalError("It is being played elsewhere."))
    app = ParlourApp(open_home(refused))
    async with app.run_test() as pilot:
        await appears(pilot, "Decrypto, round 2, today")
        assert not set(SECRETS) & set(frame(app).split())
        await pilot.press("down", "down", "down", "enter")
        await in_front(pilot, ChoiceDialog)
        await appears(pilot, "It is being played elsewhere.")
        assert refused.asked == [latest]
        await pilot.press("enter")
        await in_front(pilot, HomeScreen)


async def test_names_that_were_typed_are_there_again_when_new_game_is_left() -> None:
    app = ParlourApp(open_home())
    async with app.run_test() as pilot:
        await in_front(pilot, HomeScreen)
        await pilot.press("n")
        form = await in_front(pilot, SetupScreen)
        for name in ("Zoe", "Yan", "Xia"):
            await pilot.press(*name, "enter")
        await until(pilot, lambda: form.company.labels == ("Zoe", "Yan", "Xia"))
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
        await pilot.press("n")
        again = await in_front(pilot, SetupScreen)
        assert again is not form
        assert again.company.labels == ("Zoe", "Yan", "Xia")


async def test_home_is_left_with_a_key() -> None:
    app = ParlourApp(open_home())
    async with app.run_test() as pilot:
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)


async def test_a_line_up_that_fails_comes_back_to_the_form_with_nothing_lost() -> None:
    refused = Refused(LineupError("The model [b]m1[/b] does not answer."))
    app = ParlourApp(open_home(refused))
    async with app.run_test() as pilot:
        await pilot.press("n")
        await in_front(pilot, SetupScreen)
        form = app.screen
        await until(pilot, lambda: isinstance(app.focused, NameField))
        await pilot.press(*"Ada", "enter", *"Ben", "enter", *"Cleo", "enter", "f4")
        await in_front(pilot, DetailsScreen)
        app.screen.query_one("#seed").focus()
        await pilot.press(*"moon", "f5")
        await in_front(pilot, SetupScreen)
        await pilot.press("f5")
        await until(pilot, lambda: app.screen is not form and isinstance(app.screen, SetupScreen))
        await appears(pilot, "The model [b]m1[/b] does not answer.")
        await appears(pilot, "seed moon")
        await pilot.press("f5")
        await until(pilot, lambda: len(refused.asked) == 2)
        assert refused.asked[0] == refused.asked[1]
        assert refused.asked[0].seed == "moon"


async def test_what_was_chosen_is_offered_again() -> None:
    seats = {"encoder": "human:Ada", "decoder": "glove", "interceptor": "llm:m1"}
    save_last_setup(Setup("decrypto", seats, {"rounds": "3"}), data=load_settings().data)
    app = ParlourApp(open_home())
    async with app.run_test() as pilot:
        await pilot.press("n")
        form = await in_front(pilot, SetupScreen)
        assert form.setup == Setup("decrypto", seats, {"rounds": "3"})


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe",
        b"[1]",
        b"null",
        b'{"game": 3}',
        b'{"game": "decrypto", "seats": 1}',
        b"{",
        b"",
        b"[" * 90_000,
    ],
)
def test_damaged_memories_are_refused(data: bytes) -> None:
    get_last_setup_path(data=load_settings().data).parent.mkdir(parents=True)
    get_last_setup_path(data=load_settings().data).write_bytes(data)
    with pytest.raises(LastSetupError, match="is damaged and not used"):
        load_last_setup(data=load_settings().data)


async def test_damaged_memories_are_said_and_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    get_last_setup_path(data=load_settings().data).parent.mkdir(parents=True)
    get_last_setup_path(data=load_settings().data).write_bytes(b"{")
    app, notified = ParlourApp(open_home()), list[str]()
    monkeypatch.setattr(app, "notify", lambda message, **_: notified.append(message))
    async with app.run_test() as pilot:
        await pilot.press("n")
        form = await in_front(pilot, SetupScreen)
        assert form.setup == create_first_setup("decrypto")
    assert [message for message in notified if "damaged" in message]


def test_memories_hold_no_secret_and_are_nobody_elses() -> None:
    seats = dict.fromkeys(("encoder", "decoder", "interceptor"), "human:Ada")
    options = {"keywords": "Quarkfennel,b,c,d", "rounds": "3"}
    save_last_setup(Setup("decrypto", seats, options, SEED), data=load_settings().data)
    text = get_last_setup_path(data=load_settings().data).read_text()
    assert "Quarkfennel" not in text
    assert SEED not in text
    assert get_last_setup_path(data=load_settings().data).stat().st_mode & 0o777 == 0o600
    assert load_last_setup(data=load_settings().data) == Setup("decrypto", seats, {"rounds": "3"})


@pytest.mark.parametrize(
    ("game", "encoder", "options"),
    [
        ("canasta", "human", {}),
        ("decrypto", "telepath", {}),
        ("decrypto", "human", {"rounds": "99"}),
    ],
)
def test_memories_that_mean_nothing_any_more_are_left_out(
    game: str, encoder: str, options: dict[str, str]
) -> None:
    get_last_setup_path(data=load_settings().data).parent.mkdir(parents=True)
    seats = {"encoder": encoder, "decoder": "human", "interceptor": "human"}
    get_last_setup_path(data=load_settings().data).write_text(
        json.dumps({"game": game, "seats": seats, "options": options})
    )
    assert load_last_setup(data=load_settings().data) is None


def test_memories_of_options_that_are_gone_are_left_out() -> None:
    get_last_setup_path(data=load_settings().data).parent.mkdir(parents=True)
    seats = {"encoder": "human", "decoder": "human", "interceptor": "glove"}
    data = {"game": "decrypto", "seats": seats, "options": {"gone": "1", "rounds": "3"}}
    get_last_setup_path(data=load_settings().data).write_text(json.dumps(data))
    assert load_last_setup(data=load_settings().data) == Setup("decrypto", seats, {"rounds": "3"})


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (
            ("human", "human", "glove"),
            "Two people and a machine; pass the keyboard when asked.",
        ),
        (("human", "llm", "llm"), "One person and two models; no need to pass the keyboard."),
        (("glove", "word2vec", "vectors"), "Three machines; you watch."),
        (("human",) * 11, "11 people; pass the keyboard when asked."),
        (
            ("llm", "human", "glove"),
            "One person, a model and a machine; no need to pass the keyboard.",
        ),
    ],
)
def test_a_line_up_is_summed_up(kinds: tuple[str, ...], said: str) -> None:
    assert summarize_lineup(kinds) == said


def test_newcomers_are_offered_games_for_an_evening_and_commands_keep_their_defaults() -> None:
    for game, definition in CATALOG.items():
        offered = create_first_setup(game)
        options = parse_options(definition.options_type, offered.options)
        assert offered.seats == {}, "nobody is here yet"
        assert definition.parse_seats(offered.options)
        if game == "dixit":
            assert (options.rules, options.round_limit) == ("boxed", 8)
            assert parse_options(definition.options_type, {}).round_limit == 24
        else:
            assert offered.options == {}


@pytest.mark.parametrize(
    ("when", "said"),
    [
        (datetime(2026, 3, 5, 14, 5, tzinfo=UTC), "today 14:05"),
        (datetime(2026, 3, 4, 9, 0, tzinfo=UTC), "yesterday 9:00"),
        (datetime(2026, 1, 2, 9, 30, tzinfo=UTC), "2 January 9:30"),
        (datetime(2025, 1, 2, 9, 30, tzinfo=UTC), "2 January 2025"),
    ],
)
def test_times_are_spoken(when: datetime, said: str) -> None:
    assert format_time(when, datetime(2026, 3, 5, 18, 0, tzinfo=UTC)) == said


def test_the_shelf_tells_what_an_onlooker_may_know(games: Path) -> None:
    keep_game(games, "a", moves=5)
    keep_game(games, "b")
    (games / "c.jsonl").write_text("{broken\n")
    (games / "b.calls.jsonl").write_text("Quarkfennel\n")
    (games / "b.html").write_text("a page")
    told = {one.path.stem: one for one in load_saved_games(games)}
    assert set(told) == {"a", "b", "c"}
    unfinished, whole, damaged = told["a"], told["b"], told["c"]
    assert isinstance(unfinished, SavedGame)
    assert (unfinished.standing, unfinished.over) == ("round 2", False)
    assert unfinished.who == ("[red]Ada", "Ben", "word2vec")
    assert isinstance(whole, SavedGame)
    assert (whole.standing, whole.over) == ("word2vec won", True)
    assert whole.reason.startswith("In round 2 Ben read ")
    assert isinstance(damaged, DamagedGame)
    assert "line 1" in damaged.why
    assert not any(secret in repr(unfinished) for secret in SECRETS)
    latest = find_latest_unfinished(games)
    assert latest == unfinished


async def test_the_list_opens_resumes_and_hides_what_is_secret(games: Path) -> None:
    unfinished = keep_game(games, "a", moves=5)
    whole = keep_game(games, "b")
    app: Opened[GameChoice | None] = Opened(lambda: GamesList(games))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "round 2")
        await appears(pilot, "● [red]Ada  ▲ Ben  ◇ word2vec")
        assert not any(secret in frame(app) for secret in SECRETS)
        await pilot.press("r")  # the finished game is on top: nothing to resume
        await pilot.pause()
        assert isinstance(app.screen, GamesList)
        await pilot.press("end")
        await appears(pilot, "Not finished")
        assert not any(secret in frame(app) for secret in SECRETS)
        await pilot.press("r")
        await until(pilot, lambda: app.answers)
        app.push_screen(GamesList(games), callback=app.answers.append)
        await appears(pilot, "word2vec won")
        await pilot.press("enter")
        await until(pilot, lambda: len(app.answers) == 2)
    assert app.answers == [GameChoice(unfinished, resume=True), GameChoice(whole, resume=False)]


@pytest.mark.parametrize(("width", "shown"), [(110, "● Benjamin"), (80, "● Be"), (60, "●")])
async def test_everybody_has_a_mark_in_the_list_however_narrow(
    games: Path, width: int, shown: str
) -> None:
    names = ("Benjamin Franklin", "Cleopatra", "Dan", "Eleanor")
    game = SavedGame(
        path=games / "a.jsonl",
        title="Undercover",
        when=datetime.now().astimezone() - timedelta(days=1),
        who=names,
        machines=frozenset(),
        standing="Benjamin Franklin and Eleanor won",
        reason="",
        over=True,
        branched=None,
    )
    app: Opened[GameChoice | None] = Opened(lambda: GamesList(games))
    async with app.run_test(size=(width, 24)) as pilot:
        await appears(pilot, "No games are saved")
        app.screen.add_game(game)  # type: ignore[attr-defined]
        await appears(pilot, "Undercover")
        line = next(one for one in frame(app).split("\n") if "Undercover" in one)
        assert shown in line
        assert all(mark in line for mark in "●▲■◆")
        await appears(pilot, "● Benjamin Franklin   ▲ Cleopatra   ■ Dan   ◆ Eleanor")


async def test_names_that_fit_are_whole_and_the_others_have_marks(games: Path) -> None:
    who = ("word2vec", "GloVe", "Iris", "Otto")
    game = SavedGame(
        path=games / "a.jsonl",
        title="Undercover",
        when=datetime.now().astimezone(),
        who=who,
        machines=frozenset(range(4)),
        standing="Civilians won",
        reason="",
        over=True,
        branched=None,
    )
    app: Opened[GameChoice | None] = Opened(lambda: GamesList(games))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, GamesList)
        assert screen.fit_who(game, 40, gap=2).plain == "◇ word2vec  ♧ GloVe  ○ Iris  △ Otto"
        assert screen.fit_who(game, 27).plain == "◇ word2vec ♧ GloVe ○ Iris △"
        assert screen.fit_who(game, 16).plain == "◇ word2vec ♧ ○ △"
        assert screen.fit_who(game, 15).plain == "◇ ♧ ○ △"


async def test_a_game_is_deleted_after_asking_and_not_while_it_is_played(games: Path) -> None:
    path = keep_game(games, "a", moves=5)
    calls = path.with_suffix(".calls.jsonl")
    calls.write_text("{}\n")
    app: Opened[GameChoice | None] = Opened(lambda: GamesList(games))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "round 2")
        await pilot.press("d")
        await in_front(pilot, ChoiceDialog)
        await pilot.press("enter")
        await in_front(pilot, GamesList)
        assert path.exists()
        session = Session.resume(path, settings=load_settings())
        await pilot.press("d")
        await in_front(pilot, ChoiceDialog)
        await pilot.press("tab", "enter")
        await until(pilot, lambda: any("another Parlour" in n.message for n in app._notifications))
        assert path.exists()
        session.close()
        await pilot.press("d")
        await in_front(pilot, ChoiceDialog)
        await pilot.press("tab", "enter")
        await appears(pilot, "No games are saved in")
    assert not path.exists()
    assert not calls.exists()


async def test_an_empty_shelf_says_so(games: Path) -> None:
    app: Opened[GameChoice | None] = Opened(lambda: GamesList(games / "none"))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "No games are saved in")
        await pilot.press("enter", "r", "d", "escape")
        await until(pilot, lambda: app.answers)
    assert app.answers == [None]


async def test_the_list_can_be_left_while_it_is_being_read(games: Path) -> None:
    for number in range(30):
        keep_game(games, f"{number}")
    app: Opened[GameChoice | None] = Opened(lambda: GamesList(games))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, GamesList)
        await pilot.press("escape")
        await until(pilot, lambda: app.answers)
    assert app.answers == [None]


async def test_a_damaged_file_on_the_shelf_says_which_line_and_why(games: Path) -> None:
    path = keep_game(games, "a", moves=5)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3]) + lines[2] + "".join(lines[3:]))
    assert isinstance(load_saved_game(path), DamagedGame)
    app: Opened[GameChoice | None] = Opened(lambda: GamesList(games))
    async with app.run_test(size=(160, 45)) as pilot:
        await appears(pilot, "damaged")
        await appears(pilot, "line 4")
        await pilot.press("enter")
        await pilot.pause()
        assert app.answers == []


async def test_replays_lead_to_a_replay_and_back(games: Path) -> None:
    keep_game(games, "b")
    app = ParlourApp(open_home())
    async with app.run_test() as pilot:
        await pilot.press("p")
        await appears(pilot, "word2vec won")
        await pilot.press("enter")
        await in_front(pilot, ReplayScreen)
        await pilot.press("escape")
        await in_front(pilot, GamesList)
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)


async def test_an_evening_leads_from_set_up_to_result_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("screens.watch.screen.DEFAULT_PRESENTATION", Presentation(pace=0))
    everybody = dict.fromkeys(("encoder", "decoder", "interceptor"), "random")
    save_last_setup(Setup("decrypto", everybody), data=load_settings().data)
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await in_front(pilot, SetupScreen)
        await pilot.press("f5")
        await in_front(pilot, EndCard)
        await pilot.press("x")
        first = (await in_front(pilot, ResultScreen)).session.header
        await pilot.press("d")
        await until(
            pilot, lambda: len(list_journals(get_games_folder(data=load_settings().data))) == 2
        )
        await in_front(pilot, EndCard)
        await pilot.press("x")
        again = (await in_front(pilot, ResultScreen)).session.header
        assert (again.seed, again.material) == (first.seed, first.material)
        await pilot.press("R")
        await until(
            pilot, lambda: len(list_journals(get_games_folder(data=load_settings().data))) == 3
        )
        await in_front(pilot, EndCard)
        await pilot.press("x")
        assert "Wins after" not in frame(app), "nobody played"
        assert (await in_front(pilot, ResultScreen)).session.header.seed != first.seed
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
        await appears(pilot, "no unfinished game")


async def test_a_click_on_the_menu_does_what_it_says() -> None:
    app = ParlourApp(open_home())
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "no unfinished game")
        await pilot.click("#menu", offset=(5, 6))
        await in_front(pilot, HelpScreen)


async def test_help_tells_the_keys_and_the_rules() -> None:
    app = ParlourApp(open_home())
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("f1")
        await in_front(pilot, HelpScreen)
        await appears(pilot, "New game")
        assert "Focus" not in frame(app)
        await pilot.press("tab")
        await appears(pilot, "Hint, read and listen.")
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)


async def test_a_result_offers_a_rematch_the_same_deal_and_a_page(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep_game(games, "b")
    off_screen = property(lambda _: [f"Thread of screens: {current_thread() is main_thread()}"])
    monkeypatch.setattr(Session, "caveats", off_screen)
    app: Opened[Setup | None] = Opened(
        lambda: ResultScreen(Session.resume(path, settings=load_settings()))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Quarkfennel")
        await appears(pilot, "Thread of screens: False")
        await pilot.press("w")
        await until(pilot, lambda: path.with_suffix(".html").exists())
        assert "Quarkfennel" in path.with_suffix(".html").read_text()
        await pilot.press("p")
        await in_front(pilot, ReplayScreen)
        await pilot.press("escape")
        await in_front(pilot, ResultScreen)
        await pilot.press("D")
        await until(pilot, lambda: app.answers)
    (again,) = app.answers
    assert again is not None
    assert again.seed == SEED
    assert dict(again.seats)["encoder"] == "human:[red]Ada"
    assert again.options == {}


@pytest.mark.parametrize(("key", "seed"), [("r", ""), ("h", None), ("escape", None)])
async def test_a_result_is_left_with_keys(games: Path, key: str, seed: str | None) -> None:
    path = keep_game(games, "b")
    app: Opened[Setup | None] = Opened(
        lambda: ResultScreen(Session.resume(path, settings=load_settings()))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Quarkfennel")
        await pilot.press(key)
        await until(pilot, lambda: app.answers)
    assert [answer and answer.seed for answer in app.answers] == [seed]


async def test_a_key_held_since_the_last_summary_begins_no_rematch(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 3600.0)
    path = keep_game(games, "b")
    app: Opened[Setup | None] = Opened(
        lambda: ResultScreen(Session.resume(path, settings=load_settings()))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Quarkfennel")
        await pilot.press("enter", "r", "h")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)
        assert not app.answers
