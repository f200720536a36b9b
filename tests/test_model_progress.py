"""What everybody sees while a model thinks or is waited for: how much, and no word of it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.llm.progress import Progress
from engine.session import Session
from screens.dialogs.failure import FailureDialog
from screens.table.screen import TableScreen
from screens.watch.screen import WatchScreen
from screens.widgets.seat_line import join_fitting
from tests.looking import Opened, appears, frame, in_front, until
from tests.test_plain import Typist
from tests.test_stream import OPEN, Pieces, event
from tests.test_table import leaks, session
from tui.plain.game import PlainGame
from tui.plain.prompter import Prompter

CANARY = "zygomorph "
SEATS = {"encoder": "random", "decoder": "llm:m", "interceptor": "random"}
THINKING = (OPEN, *[event(reasoning_content=CANARY)] * 8)
WRITING = (*THINKING, *[event(content=CANARY)] * 3)
LOADING = (
    b"HTTP/1.1 503 Busy\r\nconnection: close\r\ncontent-length: 27\r\n\r\n"
    b'{"error": "Loading model"} ',
)


@asynccontextmanager
async def playing(
    path: Path, patch: pytest.MonkeyPatch, pieces: Sequence[bytes]
) -> AsyncIterator[Session]:
    """A game whose decoder is a model on a server that sends this and then hangs."""
    patch.setenv("NO_PROXY", "*")
    patch.setenv("PARLOUR_PATIENCE", "60")
    patch.setattr("engine.llm.retry.BACKOFF", 8.0)
    server = await asyncio.start_server(
        Pieces(*pieces, hang=pieces is not LOADING).handle, "127.0.0.1", 0
    )
    patch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1")
    try:
        yield session(path, SEATS)
    finally:
        server.close()


@pytest.mark.parametrize("screen", [TableScreen, WatchScreen])
@pytest.mark.parametrize(
    ("pieces", "shown"),
    [(THINKING, "thinks, about 20 tokens"), (WRITING, "writes, 30 characters")],
)
async def test_the_table_shows_how_far_a_model_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, screen: Any, pieces: Any, shown: str
) -> None:
    async with playing(tmp_path, monkeypatch, pieces) as sitting:
        app = Opened(lambda: screen(sitting))
        async with app.run_test(size=(80, 24)) as pilot:
            await appears(pilot, shown)
            assert CANARY.strip() not in frame(app)
            assert not leaks(pilot)
            assert not app.screen.check_action("stop_waiting", ())


async def test_a_server_that_is_waited_for_is_shown_and_the_wait_can_be_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, monkeypatch, LOADING) as sitting:
        app = Opened(lambda: TableScreen(sitting))
        async with app.run_test(size=(80, 24)) as pilot:
            await appears(pilot, "loads its model, next try in ")
            await appears(pilot, "X Stop waiting")
            await until(pilot, lambda: app._notifications)
            assert not leaks(pilot)
            await pilot.press("x")
            await in_front(pilot, FailureDialog)
            await appears(pilot, "it still loads its model (error 503)")


def test_what_does_not_fit_is_counted() -> None:
    lines = [f"Model {number} thinks" for number in range(4)]
    assert join_fitting(lines, 80) == "   ".join(lines)
    assert join_fitting(lines, 60) == "Model 0 thinks   Model 1 thinks   and 2 more"
    assert join_fitting(lines, 5) == "Model 0 thinks   and 3 more"
    assert join_fitting([], 80) == ""


async def test_plain_lines_tell_how_far_a_model_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.plain.game.PROGRESS_SECONDS", 0.02)
    for pieces, shown in ((WRITING, "writes, 30 characters."), (LOADING, "next try in ")):
        folder = tmp_path / shown[:4]
        async with playing(folder, monkeypatch, pieces) as sitting:
            terminal = Typist(lambda _prompt: None)
            game = PlainGame(sitting, Prompter(terminal))
            played = asyncio.create_task(game.play())
            async with asyncio.timeout(20):
                while shown not in terminal.text:  # noqa: ASYNC110 - the text has no event
                    await asyncio.sleep(0.01)
            played.cancel()
            await asyncio.gather(played, return_exceptions=True)
            assert CANARY.strip() not in terminal.text
            if pieces is LOADING:
                assert "loads its model. It is asked again, for up to 60 seconds." in terminal.text


async def test_a_wait_ends_when_it_is_given_up() -> None:
    progress = Progress()
    waiting = asyncio.create_task(progress.wait(60, "host loads"))
    await asyncio.sleep(0)
    progress.give_up()
    assert await waiting is False
    assert await progress.wait(0.001, "host loads")
