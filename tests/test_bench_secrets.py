"""The agent bench where people play: what machines think is theirs, whichever way one comes."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.catalog import CATALOG
from engine.decrypto.view import Options
from engine.lineup import parse_spec
from engine.record import read
from engine.session import Session
from screens.confirm import Confirm
from screens.decrypto.encoder import EncoderScreen
from screens.dialogs import Trouble
from screens.watch.presentation import Presentation
from screens.watch.screen import WatchScreen
from tests.chat_server import Answer, ChatServer, Question, failed, said, serving
from tests.looking import Opened, frame, in_front
from tests.test_wheel import KEYWORDS, press_button

CANARY = "Xanthippe"
"""In the reasoning of a machine and nowhere else."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setattr("engine.llm.player.BACKOFF", 0.001)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-bench")


def encoder_fails(question: Question) -> Answer:
    """Who guesses thinks aloud; who gives hints may not use the server."""
    if "encoder" in question["model"]:
        return failed(401)
    return said('{"code": [4, 3, 2]}', reasoning_content=f"{CANARY} thinks of nothing secret.")


def sitting(folder: Path, lineup: dict[str, str], **options: Any) -> Session:
    asked = Options(keywords=",".join(KEYWORDS), **options)
    specs = {seat: parse_spec(spec) for seat, spec in lineup.items()}
    return Session.open(CATALOG["decrypto"], asked, specs, "bench", path=folder / "game.jsonl")


async def gives_hints(pilot: Pilot[Any], *hints: str) -> None:
    await in_front(pilot, EncoderScreen)
    for hint in hints:
        await pilot.press(*hint, "enter")
    await in_front(pilot, Confirm)
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
            await in_front(pilot, Trouble)
            await press_button(pilot, "A person takes over")

            async def until_asked() -> None:
                for _ in range(400):
                    seen.append(frame(app))
                    if type(app.screen) is EncoderScreen:
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
    assert not read(tmp_path / "game.jsonl").opened
    assert len([one for one in seen if "miscommunication" in one.lower()]) > 3
    assert not [one for one in seen if CANARY in one]
