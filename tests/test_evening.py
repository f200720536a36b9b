"""The scoreboard of an evening, which is read from the journals."""

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from textual.content import Content

from engine.config.remembered_choices import remember_choice
from engine.config.settings import load_settings
from engine.config.start import load_start
from engine.games.taboo.moves import Guess, Say
from engine.games.taboo.options import Options
from engine.games.taboo.rules import Taboo
from engine.journal.header import Header
from engine.journal.writer import Journal
from engine.match import MoveDetails
from engine.seat import Seat
from screens.dialogs.question import ChoiceDialog
from screens.home import HomeScreen
from screens.players.history import PlayerHistory, save_player_history
from screens.players.seat_names import SeatNames
from screens.saved.evening import Evening, load_evening, reset_evening
from screens.tally import Tally
from screens.widgets.text_layout import wrap_items
from tests.kept_games import keep_game
from tests.looking import appears, frame, in_front, until
from tui.app import ParlourApp
from tui.home import create_home

NOW = datetime.now(UTC)


@pytest.fixture(autouse=True)
def own_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    return folder


@pytest.fixture
def play(games: Path) -> Callable[..., None]:
    """Write the journal of a game of Taboo that ended some hours ago."""

    def play(attacker: str, defender: str, hours: float, *, finished: bool = True) -> None:
        ended = NOW - timedelta(hours=hours)
        begun = (ended - timedelta(minutes=10)).isoformat(timespec="seconds")
        seats = {"attacker": attacker, "defender": defender}
        options = Options(word="apple")
        game = Taboo(target="apple", options=options)
        path = games / f"{hours}.jsonl"
        header = Header(
            "taboo", "seed", options.model_dump(), {"target": "apple"}, seats, created=begun
        )
        with Journal.create(path, header, durable=False) as journal:
            journal.write_move(game.seats[0], Say(line="A pie?"), MoveDetails(1.0, 1))
            if finished:
                journal.write_move(game.seats[1], Guess(word="apple"), MoveDetails(1.0, 1))
        stamp = ended.isoformat(timespec="seconds")
        path.write_text(re.sub(r'("time": ?)"[^"]*"', rf'\g<1>"{stamp}"', path.read_text()))
        os.utime(path, (ended.timestamp(), ended.timestamp()))

    return play


def load(games: Path) -> Evening:
    return load_evening(games, load_settings().data, NOW)


def test_the_wins_of_an_evening_and_company_are_counted(
    games: Path, play: Callable[..., None]
) -> None:
    assert load(games) == Evening()
    play("human:Ada", "human:Ben", 1)
    play("human:Cleo", "human:Ben", 2)
    play("human:Ada", "pragmatic:Otto", 3)
    play("human:Ada", "pragmatic:Iris", 3.5, finished=False)
    play("human:Kid", "human:Child", 4)  # not with anybody of this company
    play("pragmatic:Iris", "pragmatic:Otto", 4.5)  # only watched
    evening = load(games)
    assert evening.games == 3
    assert dict(evening.wins) == {"Ben": 2, "Otto": 1, "Ada": 0, "Cleo": 0}
    assert list(evening.wins) == ["Ben", "Otto", "Ada", "Cleo"]


def test_the_tally_of_a_table_has_its_people_and_its_symbols(
    games: Path, play: Callable[..., None]
) -> None:
    play("human:Ada", "human:Ben", 1)
    play("human:Ben", "human:Ada", 2)
    play("human:Ada", "human:Ben", 3, finished=False)
    play("human:Cleo", "human:Ben", 4)  # another table of the same evening
    play("human:Ada", "pragmatic:Otto", 4.5)
    evening = load_evening(games, load_settings().data, NOW, ["ada", "Ben"])
    assert evening.games == 2
    names = SeatNames(("p1", "p2", "p3"), ("Ada", "Ben", "Iris"), (3, 1, 13), frozenset({Seat(2)}))
    tally = Tally(evening, names)
    assert {width: tally.layout_lines(width)[0].plain for width in (80, 49, 40, 30, 20)} == {
        80: "Wins after 2 games   ◆ Ada 1   ▲ Ben 1   ◇ Iris 0",
        49: "Wins after 2 games   ◆ Ada 1   ▲ Ben 1   ◇ Iris 0",
        40: "Wins   ◆ Ada 1   ▲ Ben 1   ◇ Iris 0",
        30: "Wins  ◆ 1  ▲ 1  ◇ 0",
        20: "Wins  ◆ 1  ▲ 1  ◇ 0",
    }


@pytest.mark.parametrize(("hours", "count"), [((1, 6.5, 12), 3), ((1, 7.5, 8), 1), ((6.5,), 0)])
def test_an_evening_ends_with_a_pause(
    games: Path, play: Callable[..., None], hours: tuple[float, ...], count: int
) -> None:
    for hour in hours:
        play("human:Ada", "human:Ben", hour)
    assert load(games).games == count


def test_a_reset_begins_a_new_scoreboard(games: Path, play: Callable[..., None]) -> None:
    play("human:Ada", "human:Ben", 2)
    play("human:Ada", "human:Ben", 1)
    data = load_settings().data
    reset_evening(data, NOW - timedelta(hours=1.5))
    assert load(games).games == 1
    reset_evening(data, NOW)
    assert load(games).games == 0


@pytest.mark.parametrize("text", ["", "soon", "2026-01-01", "\x00", "9" * 99])
def test_a_damaged_reset_is_not_used(games: Path, play: Callable[..., None], text: str) -> None:
    play("human:Ada", "human:Ben", 1)
    remember_choice("evening", text, load_settings().data)
    assert load(games).games == 1


def test_damaged_and_foreign_files_are_passed_over(games: Path, play: Callable[..., None]) -> None:
    play("human:Ada", "human:Ben", 1)
    (games / "broken.jsonl").write_text("{\n")
    (games / "gone.jsonl").symlink_to(games / "nowhere")
    assert load(games).games == 1


async def test_home_shows_who_has_won_tonight_and_begins_a_new_scoreboard(
    games: Path, play: Callable[..., None]
) -> None:
    save_player_history(PlayerHistory((), {"ben": 1, "ada": 0}), load_settings().data)
    play("human:Ada", "human:[b]Ben", 1)
    play("human:Ada", "human:[b]Ben", 0.5)
    keep_game(games, "open", moves=4)
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "[b]Ben 2")
        await appears(pilot, "· R resumes Decrypto")
        assert frame(app).count("Decrypto") == 1
        assert re.search(r"Resume +round 2, ", frame(app)), frame(app)
        await pilot.resize_terminal(40, 20)  # the names leave no room for it
        await appears(pilot, "Resume      Decrypto")
        assert "resumes" not in frame(app)
        await pilot.resize_terminal(80, 24)
        await appears(pilot, "· R resumes Decrypto")
        assert "Word games for people" not in frame(app)
        await pilot.press("x")
        await in_front(pilot, ChoiceDialog)
        await pilot.press("right", "enter")
        await in_front(pilot, HomeScreen)
        await until(pilot, lambda: "Ben" not in frame(app))
        await appears(pilot, "Word games for people")
        await pilot.press("x")  # there is nothing to reset
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("width", [24, 40, 69])
def test_the_lines_of_the_evening_break_only_between_players(width: int) -> None:
    items = [Content(f"● {name} 2") for name in ("Ada", "Benjamin", "Cleo", "Dan", "Eleanor")]
    lines = wrap_items(Content("Tonight: "), items, width, 9)
    told = " ".join(line.plain for line in lines)
    assert told.replace("Tonight:  ", "Tonight: ") == (
        "Tonight: ● Ada 2, ● Benjamin 2, ● Cleo 2, ● Dan 2, ● Eleanor 2"
    )
    assert all(line.cell_length <= width for line in lines)
    assert all(line.plain.startswith(("Tonight", "●")) for line in lines)


def test_players_for_whom_there_is_no_line_are_counted() -> None:
    items = [Content(f"● Player {number} 0") for number in range(10)]
    lines = wrap_items(Content("Tonight: "), items, 40, 2)
    assert len(lines) == 2
    assert lines[-1].plain.endswith("and 6 more")


async def test_esc_keeps_the_scoreboard(games: Path, play: Callable[..., None]) -> None:
    play("human:Ada", "human:Ben", 1)
    before = load_evening(games, games.parent, NOW)
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test() as pilot:
        home = await in_front(pilot, HomeScreen)
        await until(pilot, lambda: home.check_action("reset_scores", ()))
        await pilot.press("x")
        dialog = await in_front(pilot, ChoiceDialog)
        assert dialog.label_key(dialog.active_bindings["escape"].binding) == "Keep it"
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
    assert load_evening(games, games.parent, NOW) == before
