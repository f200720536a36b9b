"""Takeover and inspector when disks, servers or files fail: nothing is lost."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.pilot import Pilot

from engine.config.settings import load_settings
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.journal.writer import Journal, JournalWriteError
from engine.seat import Seat
from screens.dialogs.failure import FailureDialog
from screens.inspector.screen import InspectorScreen, create_inspector
from screens.operator.screen import TakeoverScreen
from screens.widgets.private_text_area import PrivateTextArea
from screens.widgets.text_layout import lay_out_row
from tests.chat_server import said
from tests.kept_games import keep_game
from tests.looking import Opened, appears, in_front, until
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tests.test_takeover import (
    HINTS,
    MODEL,
    create_table,
    press_button,
    serving_script,
    takeover_screen,
    wait_for_end,
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-bench")


async def edits(pilot: Pilot[Any], text: str) -> None:
    """Put that in place of the answer."""
    screen = await takeover_screen(pilot)
    page = screen.query_one("#answer", PrivateTextArea)
    page.focus()
    page.select_all()
    await pilot.press(*text)
    await appears(pilot, "legal")


async def test_an_edited_move_stays_one_when_the_disk_has_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is offered again is the same move, as what it is; the model is not asked again."""
    written, full = Journal.write_move, [True]

    def moved(*line: Any) -> None:
        if full:
            raise JournalWriteError("The journal cannot be written: No space left on device.")
        written(*line)

    monkeypatch.setattr(Journal, "write_move", moved)
    with serving_script(HINTS) as chat:
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            await edits(pilot, '["fiddle", "b", "c"]')
            await pilot.press("f5")
            await in_front(pilot, FailureDialog)
            await press_button(pilot, "Try again")
            await in_front(pilot, FailureDialog)
            full.clear()
            await press_button(pilot, "Try again")
            await wait_for_end(pilot, app)
        assert len(chat.questions) == 1
    first = read_record(tmp_path / "game.jsonl").moves[0]
    assert first.move == {"Hint": {"words": ["fiddle", "b", "c"]}}
    assert first.provenance == "edited"


async def test_two_seats_of_one_turn_are_held_one_after_the_other(tmp_path: Path) -> None:
    lineup = {"encoder": "random", "decoder": "llm:m", "interceptor": "llm:m"}
    with serving_script(said('{"code": [4, 3, 2]}')):
        table = create_table(tmp_path, lineup)
        table.operator.taken_over = frozenset({Seat(1), Seat(2)})
        app = Opened(lambda: table)
        async with app.run_test(size=(80, 24)) as pilot:
            first = await takeover_screen(pilot)
            await pilot.press("f5")
            await until(
                pilot, lambda: isinstance(app.screen, TakeoverScreen) and app.screen != first
            )
            second = await takeover_screen(pilot)
            assert {first.player, second.player} == {"m, decoder", "m 2, interceptor"}
            await pilot.press("f5")
            await wait_for_end(pilot, app)
    assert [one.provenance for one in read_record(tmp_path / "game.jsonl").moves] == ["own"] * 3


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        (1, {"branched": {"journal": "a", "moves": -3}}),
        (1, {"branched": {"journal": "a"}}),
        (1, {"branched": "a"}),
        (2, {"assisted": "xyz"}),
        (2, {"assisted": None}),
        (2, {"attempts": 10**30}),
        (2, {"usage": {"calls": -1}}),
        (2, {"usage": {"calls": 1, "tokens_in": 10**30}}),
        (2, {"usage": {"calls": 1, "cost": 1e400}}),
        (2, {"usage": {"calls": 1, "cost": -0.5}}),
        (2, {"usage": "much"}),
        (3, {"table": "closed", "time": "now"}),
        (3, {"table": {"open": True}, "time": "now"}),
        (3, {"seat": "encoder", "usage": {"tokens_out": -4}, "time": "now"}),
        (3, {"seat": "nobody", "usage": {}, "time": "now"}),
    ],
)
def test_a_line_of_the_bench_that_was_edited_badly_is_named(
    line: int, changed: dict[str, Any], tmp_path: Path
) -> None:
    path = keep_game(tmp_path, "game")
    lines = [json.loads(one) for one in path.read_text("ascii").splitlines()]
    if line == 3:
        lines.insert(2, changed)
    else:
        lines[line - 1] |= changed
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines).replace("Infinity", "1e999"))
    with pytest.raises(JournalError, match=f"game.jsonl, line {line}: .*[.]$"):
        read_record(path)


@pytest.mark.parametrize("size", [(1, 1), (5, 24), (60, 2)])
async def test_a_sliver_of_a_terminal_does_not_end_the_app(
    size: tuple[int, int], tmp_path: Path
) -> None:
    path = keep_game(tmp_path, "game")
    app = Opened(
        lambda: create_inspector(read_record(path), DECRYPTO.definition, data=load_settings().data)
    )
    async with app.run_test(size=size) as pilot:
        await in_front(pilot, InspectorScreen)
        for to in ((80, 24), size, (80, 24)):
            await pilot.resize_terminal(*to)
            await pilot.press("down", "right")
        await appears(pilot, "Inspector")


@pytest.mark.parametrize("width", [1, 2, 5, 20])
def test_rows_of_a_table_are_laid_out_in_any_width(width: int) -> None:
    cells = (Content("a long name"), Content("what was said"))
    rows = lay_out_row(cells, (18, width - 17))
    assert "a long name" in " ".join(row.plain for row in rows)
