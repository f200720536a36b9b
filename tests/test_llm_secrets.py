"""No key, token or header with one in any file, log, message or page, whatever a server does."""

import asyncio
import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.games.decrypto.options import Options
from engine.journal.reader import read_record
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.inspector.screen import PrivateInspectorScreen, create_inspector
from screens.operator.screen import TakeoverScreen
from screens.table.screen import TableScreen
from tests.chat_server import Answer, ChatServer, Question, failed, said, serving
from tests.looking import Opened, frame, in_front, until
from tui.command_line import run

pytestmark = pytest.mark.usefixtures("trusted_folder")
KEY = "canarykey-0123456789-abcdef"
TOKEN = "canarytoken-9876543210-fedcba"  # noqa: S105 (a canary)
SECRETS = (KEY, TOKEN, base64.b64encode(KEY.encode()).decode(), f"Bearer {KEY}")
SEATS = ["--seat", "encoder=llm:mine", "--seat", "decoder=llm:mine", "--seat", "interceptor=random"]


def echoing() -> list[Answer]:
    """Answers of a server that gives away all that it was sent, wherever it can."""
    told = f"You sent Authorization: Bearer {KEY}, x-team-token: {TOKEN}"
    body = {"error": {"message": told, "type": KEY, "code": KEY, "param": TOKEN}}
    return [
        *(failed(status, told, code=KEY, param=TOKEN) for status in (400, 401, 402, 403, 404)),
        *(failed(status, told) for status in (413, 422, 429, 500, 503)),
        Answer(json.dumps(body).encode()),
        Answer(json.dumps({"detail": told}).encode(), 400),
        Answer(told.encode(), 400, {"content-type": "text/plain"}),
        Answer(f"<html>{told}</html>".encode(), 200, {"content-type": "text/html"}),
        Answer(b"", 429, {"retry-after": "7000", "x-echo": TOKEN, "location": KEY}),
        Answer(b"", 302, {"location": f"http://127.0.0.1:1/?key={KEY}"}),
        Answer(b"", drop=True),
        Answer(told.encode(), cut=True),
        said(told),
        said(json.dumps({"thoughts": told, "words": [KEY, TOKEN, "x"], "code": [1, 2, 3]})),
        said(f"<think>{told}</think>", reasoning_content=told),
        said(None, refusal=told),
        said(told, finish_reason=f"stop {KEY}"),
        said([{"type": "text", "text": told}]),
        said("", finish_reason=TOKEN),
    ]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which all lies that a run writes."""
    monkeypatch.chdir(tmp_path)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setenv("TEAM_TOKEN", TOKEN)
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)
    return tmp_path


def written(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every file, and what is in it."""
    for root, _, names in os.walk(folder):
        for name in names:
            path = Path(root) / name
            yield path, path.read_bytes().decode("utf-8", "replace")


def test_no_secret_is_found_after_failing_runs(
    house: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """The canaries are in headers alone; every file, page and message after it is searched."""
    caplog.set_level("DEBUG")
    chat = ChatServer([])
    printed = []
    with serving(chat) as url:
        Path("parlour.toml").write_text(
            f'[models.mine]\nbase_url = "{url}"\napi_key_env = "MY_KEY"\ntimeout = 60\n'
            'extra_headers = { X-Team-Token = "$TEAM_TOKEN" }\n'
        )
        for number, answer in enumerate(echoing()):
            chat.questions.clear()
            chat.script = [answer]
            for way in ("stop", "random"):
                journal = f"{number}-{way}.jsonl"
                command = ["play", "decrypto", *SEATS, "--set", "rounds=4", "--journal", journal]
                run([*command, "--on-failure", way])
                for form in ("text", "json", "csv", "html"):
                    run(["show", journal, "--format", form])
            printed.append("".join(capsys.readouterr()))
            assert chat.headers[-1]["authorization"] == f"Bearer {KEY}"
            assert chat.headers[-1]["x-team-token"] == TOKEN
        run(["doctor"])
        run(["config", "show"])
    printed.append("".join(capsys.readouterr()))
    logged = [f"{record.getMessage()} {record.args!r}" for record in caplog.records]
    files = list(written(house))
    assert sum(path.name.endswith(".calls.jsonl") for path, _ in files) >= 40
    for secret in SECRETS:
        assert not [path.name for path, text in files if secret in text]
        assert not [text for text in printed if secret in text]
        assert not [line[:300] for line in logged if secret in line]


def test_an_answer_with_the_key_in_its_move_does_not_count(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def words(question: Question) -> Answer:
        rounds = question["messages"][1]["content"].count("Round ")
        return said(json.dumps({"words": [KEY, f"x{rounds}", f"y{rounds}"]}))

    with serving(ChatServer([words])) as url:
        Path("parlour.toml").write_text(
            f'[models.mine]\nbase_url = "{url}"\napi_key_env = "MY_KEY"\n'
        )
        seats = ["--seat", "encoder=llm:mine", "--seat", "decoder=random", *SEATS[4:]]
        run(["play", "decrypto", *seats, "--set", "reuse_hints=yes", "--journal", "g.jsonl"])
    out, err = capsys.readouterr()
    assert "No legal move in 3 tries" in err
    assert "unreadable: Your answer holds an API key" in Path("g.calls.jsonl").read_text()
    assert "[key]" in Path("g.calls.jsonl").read_text()
    assert KEY not in out + err + Path("g.jsonl").read_text() + Path("g.calls.jsonl").read_text()
    assert house.exists()


def test_no_secret_is_found_on_the_bench(
    house: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """With keys from `.env`: in takeover and inspector, after a check and after a branch."""
    caplog.set_level("DEBUG")
    kept = [f"{name}={os.environ.pop(name)}\n" for name in ("MY_KEY", "TEAM_TOKEN")]
    Path(".env").write_text("".join(kept))
    chat = ChatServer(echoing())
    with serving(chat) as url:
        Path("parlour.toml").write_text(
            f'[models.mine]\nbase_url = "{url}"\napi_key_env = "MY_KEY"\ntimeout = 60\n'
            'extra_headers = { X-Team-Token = "$TEAM_TOKEN" }\n'
        )
        run(["agents", "check", "llm:mine", "--game", "decrypto", "--positions", "4"])
        chat.questions.clear()
        frames = asyncio.run(held(house, chat))
        run(["show", "takeover.jsonl", "--calls"])
        run(["branch", "takeover.jsonl", "--at", "0", "--journal", "branched.jsonl"])
        run(["show", "branched.jsonl", "--calls", "--format", "json"])
    assert chat.headers[-1]["authorization"] == f"Bearer {KEY}"
    Path(".env").unlink()
    found = [*frames, *capsys.readouterr(), *(text for _, text in written(house))]
    found += [f"{record.getMessage()} {record.args!r}" for record in caplog.records]
    for secret in SECRETS:
        assert not [text[:300] for text in found if secret in text]


async def held(house: Path, chat: ChatServer) -> list[str]:
    """Every frame of a turn that is held until the server has said all that it can say."""
    lineup = {"encoder": "llm:mine", "decoder": "random", "interceptor": "random"}
    specs = {seat: parse_spec(spec) for seat, spec in lineup.items()}
    options = Options(rounds=1)
    sitting = Session.create(
        CATALOG["decrypto"],
        options,
        specs,
        "s",
        path=house / "takeover.jsonl",
        settings=load_settings(),
    )
    table, frames = TableScreen(sitting), []
    table.operator.taken_over = frozenset({Seat(0)})
    app = Opened(lambda: table)
    async with app.run_test(size=(100, 40)) as pilot:
        takeover = await in_front(pilot, TakeoverScreen)
        while len(chat.questions) < len(chat.script):
            await until(pilot, lambda: takeover.turn.asking_since is None)
            frames.append(frame(app))
            await pilot.press("f7")
        await until(pilot, lambda: takeover.turn.asking_since is None)
        frames.append(frame(app))
        app.push_screen(
            create_inspector(
                read_record(house / "takeover.jsonl"),
                CATALOG["decrypto"],
                data=load_settings().data,
            )
        )
        await in_front(pilot, PrivateInspectorScreen)
        for key in ("home", *["right", "pagedown", "right", "down"] * len(takeover.turn.drafts)):
            await pilot.press(key)
            frames.append(frame(app))
    assert "[key]" in "".join(frames)
    return frames
