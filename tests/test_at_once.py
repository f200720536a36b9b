"""Games of a series side by side."""

import asyncio
import json
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from engine.llm import connections
from lab.mock.model_server import MockModelServer
from tests.chat_server import Answer, ChatServer, Question, failed, said, serving
from tests.patience import PATIENCE, come_true
from tui.command_line import run

RANDOM = [
    word for seat in ("encoder", "decoder", "interceptor") for word in ("--seat", f"{seat}=random")
]
MODELS = ["--seat", "attacker=llm:word2vec", "--seat", "defender=llm:word2vec"]


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "games"


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, dict[str, Any]]:
    """Each game's result by its seed, without where the journal lies."""
    assert run(("play", *arguments, "--json")) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for one in found:
        del one["journal"]
    results = {one["seed"]: one for one in found}
    assert len(results) == len(found)
    return results


def test_a_game_is_the_same_whatever_plays_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    series = ("decrypto", *RANDOM, "--seed", "S", "--games", "7")
    one_by_one = told(capsys, *series)
    assert told(capsys, *series, "--at-once", "3") == one_by_one
    assert told(capsys, *series, "--at-once", "64") == one_by_one
    assert list(one_by_one) == [f"S/{number}" for number in range(1, 8)]


def test_the_table_is_in_the_order_of_the_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("play", "decrypto", *RANDOM, "--seed", "S", "--games", "9", "--at-once", "4")) == 0
    seeds = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line[:2] == "S/"]
    assert seeds == [f"S/{number}" for number in range(1, 10)]


def test_models_think_side_by_side(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    series = ("taboo", *MODELS, "--seed", "S", "--set", "turns=2", "--games", "6")
    model, all_ask = MockModelServer(), Barrier(6)

    def answer(question: Question) -> Answer:
        body = json.dumps(question).encode()
        response = model.respond("POST", "/v1/chat/completions", body)
        headers = {"content-type": response.content_type}
        return Answer(b"".join(response.body), response.status, headers)

    def answer_together(question: Question) -> Answer:
        all_ask.wait(PATIENCE)
        return answer(question)

    with serving(ChatServer([answer])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        one_by_one = told(capsys, *series)
    with serving(ChatServer([*[answer_together] * 6, answer])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert told(capsys, *series, "--at-once", "6") == one_by_one
    assert len(list(games.glob("*.calls.jsonl"))) == 12
    assert not connections._POOLS


def test_certificates_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    connections._load_certificates.cache_clear()

    async def use() -> None:
        async def use_once() -> None:
            async with connections.use_pool():
                pass

        await asyncio.gather(*(use_once() for _ in range(5)))

    for _ in range(3):
        asyncio.run(use())
    assert connections._load_certificates.cache_info().misses == 1
    monkeypatch.setenv("SSL_CERT_FILE", "nowhere.pem")
    for _ in range(2):
        with pytest.raises(OSError, match="No such file"):
            asyncio.run(use())
    monkeypatch.delenv("SSL_CERT_FILE")
    asyncio.run(use())
    assert not connections._POOLS


def test_connections_are_kept_until_the_loop_ends() -> None:
    pools: list[connections.Pool] = []

    async def ask(entered: asyncio.Event | None = None) -> None:
        async with connections.use_pool() as pool:
            pools.append(pool)
            if entered:
                entered.set()
                await asyncio.Event().wait()

    async def run_loop() -> None:
        for _ in range(5):
            await ask()
        entered = asyncio.Event()
        asking = asyncio.create_task(ask(entered))
        await entered.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        events = [asyncio.Event() for _ in range(20)]
        asked = [asyncio.create_task(ask(event)) for event in events]
        await asyncio.gather(*(event.wait() for event in events))
        assert len(set(pools)) == 1
        assert not any(task.done() for task in asked), "they are called off with the loop"
        assert not pools[0].parts[0].connections.is_closed

    asyncio.run(run_loop())
    assert pools[0].parts[0].connections.is_closed
    assert not connections._POOLS


async def test_connections_that_nobody_uses_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "KEEP_SECONDS", 0.02)
    async with connections.use_pool() as pool:
        await asyncio.sleep(0.1)
        assert not pool.parts[0].connections.is_closed
    await come_true(lambda: pool.parts[0].connections.is_closed)
    assert not connections._POOLS


def test_a_failure_stops_all_and_says_how_each_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = said('{"line": "What is that?"}')
    with serving(ChatServer([good, good, failed(401)])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        series = ("play", "taboo", *MODELS, "--games", "3", "--at-once", "2")
        assert run((*series, "--on-failure", "stop")) == 3
    err = capsys.readouterr().err
    assert "After 0 of 3 games: " in err
    assert "Traceback" not in err
    assert err.count("resume it with: parlour resume") == 2
    assert not connections._POOLS


def test_a_seat_that_cannot_be_taken_is_explained(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = (*RANDOM[:4], "--seat", "interceptor=exec:./nothing")
    assert run(("play", "decrypto", *seats, "--games", "4", "--at-once", "4")) == 2
    assert "There is no program './nothing'" in capsys.readouterr().err
    assert not list(games.glob("*.jsonl"))


def test_at_once_is_for_several_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("play", "decrypto", *RANDOM, "--at-once", "4")) == 2
    assert "--at-once is for several games" in capsys.readouterr().err
