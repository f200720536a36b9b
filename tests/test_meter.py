"""The meter on the table, and the question before a budget is passed; all of it by keys."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.config.start import load_start
from engine.journal.entries import UsageEntry
from engine.journal.reader import read_record
from engine.llm.budget import Budget
from engine.session import Session
from engine.usage import Usage
from screens.dialogs.failure import FailureDialog
from screens.dialogs.leave import LeaveDialog
from screens.operator.budget import BudgetDialog
from screens.setup.setup import Setup
from screens.table.screen import TableScreen
from screens.widgets.usage_meter import UsageMeter, UsageReading
from tests.chat_server import Answer, ChatServer, failed, said, serving
from tests.looking import Opened, appears, frame, in_front, until
from tests.test_table import leaks, session
from tui.home import create_home

pytestmark = pytest.mark.usefixtures("trusted_folder")
GUESS = said('{"thoughts": "t", "code": [4, 1, 2]}')
HANGING = Answer(b"", hang=True)
ONE = {"encoder": "random", "decoder": "llm:mine", "interceptor": "random"}
TWO = {**ONE, "interceptor": "llm:free"}


@pytest.fixture(autouse=True)
def chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    """A model with prices and one without, at a server that counts 100 tokens in and 20 out."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)
    monkeypatch.setattr("screens.widgets.usage_meter.REFRESH_SECONDS", 0.02)
    server = ChatServer([GUESS])
    with serving(server) as url:
        Path("parlour.toml").write_text(
            f'[models.mine]\nbase_url = "{url}"\nprice_in = 10\nprice_out = 50\nmax_tokens = 400\n'
            f'[models.free]\nbase_url = "{url}"\nmax_tokens = 400\n'
        )
        yield server


def at_table(sitting: Session, budget: str = "") -> Opened[bool]:
    sitting.budget = Budget.parse(budget) if budget else None
    return Opened(lambda: TableScreen(sitting))


async def test_the_meter_runs_while_models_think_and_counts_calls_that_failed(
    tmp_path: Path, chat: ChatServer
) -> None:
    chat.script = [failed(503), GUESS, GUESS, HANGING]
    app = at_table(session(tmp_path, ONE, play_on=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Meter   decoder 3 calls, 200 in, 40 out, 0.0040")
        assert not leaks(pilot)
        assert app.screen.query_one(UsageMeter).size.height == 1


async def test_it_unfolds_into_a_line_for_each_seat(tmp_path: Path, chat: ChatServer) -> None:
    chat.script = [GUESS, GUESS, HANGING]
    app = at_table(session(tmp_path, TWO), "9000tokens")
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "M meter   2 calls, 200 in, 40 out, 0.0020   budget 240 of 9,000 tok")
        await pilot.press("m")
        await appears(pilot, "M meter       calls   tokens in   tokens out     cost")
        assert "decoder           1         100           20   0.0020" in frame(app)
        assert "interceptor       1         100           20         " in frame(app)
        assert "all               2         200           40   0.0020" in frame(app)
        assert "budget 240 of 9,000 tokens" in frame(app)
        assert not leaks(pilot)
        await pilot.press("m")
        await until(pilot, lambda: "tokens in" not in frame(app))
    tall = at_table(session(tmp_path / "tall", TWO))
    async with tall.run_test(size=(160, 45)) as pilot:
        await appears(pilot, "tokens in")


async def test_there_is_none_where_no_model_sits(tmp_path: Path) -> None:
    app = at_table(session(tmp_path, {**ONE, "decoder": "human:Ada"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: type(app.screen) is not TableScreen)
        table = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
        assert not table.query_one(UsageMeter).display
        assert not table.check_action("meter", ())


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120, 200])
async def test_no_line_is_wider_than_its_room(width: int) -> None:
    used = Usage(1_234, 12_345_678, 987_654, 12.3456)
    reading = UsageReading({f"p{seat}": used for seat in range(1, 7)}, "74.0736 of 100.0000")
    meter = UsageMeter(lambda: reading)
    meter.reading = reading
    assert meter.build_line(width).cell_length <= width
    assert len(meter.build_table(width)) in (8, 9)


async def test_what_is_learned_of_a_server_is_told_to_everybody(
    tmp_path: Path, chat: ChatServer
) -> None:
    chat.script = [failed(400, "[b]temperature[/b] is zygomorph"), GUESS, HANGING]
    app = at_table(session(tmp_path, ONE))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._notifications)
        (note,) = app._notifications
        assert note.message.startswith("mine on 127.0.0.1")
        assert note.message.endswith("takes no temperature: it has its own from now on.")
        assert not note.markup
        assert not leaks(pilot)


async def test_the_operator_is_asked_before_a_budget_is_passed(
    tmp_path: Path, chat: ChatServer
) -> None:
    sitting = session(tmp_path, TWO, rounds=4, play_on=True)
    app = at_table(sitting, "2calls")
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, BudgetDialog)
        await appears(pilot, "The budget of 2 calls might be passed")
        assert not leaks(pilot)
        assert len(chat.questions) == 2
        await appears(pilot, "Allow 2 calls more")
        await pilot.press("enter")  # once: the other seat waits for the same, and goes on too
        await until(pilot, lambda: len(chat.questions) == 4)
        await in_front(pilot, BudgetDialog)
        await appears(pilot, "The budget of 4 calls might be passed")
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answers == [True])
    assert len(chat.questions) == 8
    assert str(sitting.budget) == "8 calls, no limit"


async def test_a_seat_without_money_can_be_handed_on_and_the_game_be_left(
    tmp_path: Path, chat: ChatServer
) -> None:
    sitting = session(tmp_path, TWO, rounds=4, play_on=True)
    app = at_table(sitting, "1calls")
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, BudgetDialog)
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: "word2vec" in map(str, sitting.specs.values()))
        await in_front(pilot, BudgetDialog)
        await pilot.press("up", "enter")
        await until(pilot, lambda: app.answers == [False])
    assert len(chat.questions) == 1


async def test_calls_that_brought_no_move_are_noted_and_counted_again(
    tmp_path: Path, chat: ChatServer
) -> None:
    chat.script = [failed(503), failed(503), failed(503), said("nonsense"), HANGING]
    sitting = session(tmp_path, ONE)
    app = at_table(sitting)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, FailureDialog)
        await pilot.press("enter")
        await until(pilot, lambda: len(chat.questions) == 5)
        await pilot.press("escape")
        await in_front(pilot, LeaveDialog)
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answers == [False])
    record = read_record(tmp_path / "game.jsonl")
    (noted,) = [line for line in record.entries if isinstance(line, UsageEntry)]
    assert (noted.usage.calls, noted.usage.estimated) == (5, 1), "the call that was called off"
    assert noted.usage.tokens_in > 100
    assert noted.usage.tokens_out == 20 + 400
    assert not any(moved.seat == "decoder" for moved in record.moves)
    again = Session.resume(record.path, settings=load_settings())
    assert again.usage == {"decoder": noted.usage}
    again.close()
    assert read_record(record.path).entries == record.entries


def test_a_seat_that_is_handed_on_takes_no_account_along(tmp_path: Path) -> None:
    class Asked:
        usage = Usage(3, 30, 3)

        async def decide(self, view: Any, complaint: str | None) -> Any: ...

    sitting = session(tmp_path, dict.fromkeys(ONE, "random"))
    asked, seat = Asked(), sitting.match.seats[1]
    sitting.create_players()
    sitting.usage_meter.add_player(seat, asked)
    sitting.reseat(seat, sitting.specs[seat])
    asked.usage += Usage(1)  # its last call was still under way
    assert sitting.usage == {"decoder": Usage(4, 30, 3)}
    sitting.close()
    spent = [
        line
        for line in read_record(tmp_path / "game.jsonl").entries
        if isinstance(line, UsageEntry)
    ]
    assert [line.usage for line in spent] == [Usage(3, 30, 3), Usage(1)]


def test_all_games_of_a_run_have_one_budget() -> None:
    budget = Budget.parse("5calls")
    house = create_home(load_start(), None, budget)
    table = house.open_table(Setup("decrypto", ONE, {}, "s"))
    assert table.session.budget is budget
    table.session.keeps_unplayed = True  # a game without a move would be deleted
    table.session.close()
    assert table.session.journal is not None
    again = house.resume(table.session.journal.path)
    assert again.session.budget is budget
    again.session.close()
