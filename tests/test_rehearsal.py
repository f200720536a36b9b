"""The mock model server: requests of every kind, whole answers and streams, HTTP, the command."""

import asyncio
import json
import signal
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.games.catalog import CATALOG
from engine.llm.reply import parse_move
from engine.llm.schema import build_response_format
from engine.match import Match
from engine.prompt import Prompt
from lab.mock.http_server import serve_mock_model
from lab.mock.model_server import MockModelServer
from lab.mock.modes.catalog import MODES
from lab.mock.response import Response
from tests.patience import PATIENCE
from tests.rehearsing import PARLOUR, answer_in_process, rehearsing
from tests.samples import SAMPLES, Sample
from tui.command_line import run

every_game = pytest.mark.parametrize("sample", SAMPLES.values(), ids=list(SAMPLES))
TALK = tuple(name for name, sample in SAMPLES.items() if not sample.pictures)
"""The games without pictures, which take long to encode."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with rehearsing() as address:
        yield address


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("PARLOUR_TIMEOUT", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)


def list_awaited_views(sample: Sample) -> Iterator[tuple[Match[Any, Any, Any], Any]]:
    for match in sample.matches(2):
        for seat in sorted(match.awaits):
            yield match, match.view(seat)


def build_body(prompt: Prompt, model: str = "word2vec", **more: Any) -> dict[str, Any]:
    """The body of a request with a prompt; of its pictures only the labels."""
    user = prompt.build_user_message(blank=True)
    messages = [{"role": "system", "content": prompt.system}, user]
    return {"model": model, "messages": messages, **more}


def build_request(name: str, **more: Any) -> dict[str, Any]:
    """The question of a seat that is asked in a sample of this game."""
    sample = SAMPLES[name]
    match, view = next(list_awaited_views(sample))
    prompt = sample.definition.build_prompt(view)
    schema = build_response_format(match.game.moves(view), prompt.aliases)
    return build_body(prompt, response_format=schema) | more


def ask_rehearsal(rehearsal: MockModelServer, question: object) -> Response:
    return rehearsal.respond("POST", "/v1/chat/completions", json.dumps(question).encode())


def read_whole(said: Response) -> Any:
    assert said.status == 200
    return json.loads(b"".join(said.body))


def read_content(said: Response) -> str:
    return str(read_whole(said)["choices"][0]["message"]["content"])


# Answers.


def list_ways(schema: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The ways to ask for an answer, from the strictest on."""
    tool = {"name": "move", "parameters": schema["json_schema"]["schema"]}
    return {
        "schema": {"response_format": schema},
        "json": {"response_format": {"type": "json_object"}},
        "tools": {"tools": [{"type": "function", "function": tool}]},
        "text": {},
    }


@every_game
@pytest.mark.parametrize("way", ["schema", "json", "tools", "text"])
@pytest.mark.parametrize("model", ["word2vec", "random"])
def test_most_answers_are_legal_moves_however_they_are_asked_for(
    sample: Sample, way: str, model: str
) -> None:
    rehearsal = MockModelServer()
    verdicts = Counter[bool]()
    for match, view in islice(list_awaited_views(sample), 60):
        prompt = sample.definition.build_prompt(view)
        kinds = match.game.moves(view)
        asked = list_ways(build_response_format(kinds, prompt.aliases))[way]
        body = build_body(prompt, model, **asked)
        (choice,) = read_whole(ask_rehearsal(rehearsal, body))["choices"]
        said = choice["message"]["content"]
        if way == "tools":
            assert (choice["finish_reason"], said) == ("tool_calls", None)
            (function,) = (one["function"] for one in choice["message"]["tool_calls"])
            assert function["name"] == "move"
            said = function["arguments"]
        move = parse_move(kinds, said, prompt.aliases)
        verdicts[match.game.fault(view, move) is None] += 1
        assert json.loads(said)["thoughts"] == f"Rehearsed by {model}."
    assert verdicts[True] >= 0.95 * verdicts.total()


def test_an_encoder_is_read_by_its_own_decoder() -> None:
    """Words are near to what is quoted, and so are choices: hints lead to the code, nearly always.

    A model that chooses by chance would decode one of 24.
    """
    definition = CATALOG["decrypto"]
    options = definition.options_type(play_on=True)
    decoded = []
    for seed in "bcd":  # of the words of "a", "gravity" leads to "grave", a form of it
        match = Match(
            definition.create(options, definition.draw(options, Random(seed)).material), seed
        )
        while match.awaits:
            for seat in sorted(match.awaits):
                view = match.view(seat)
                kinds = match.game.moves(view)
                said = answer_in_process(definition.build_prompt(view), kinds)
                match.submit(seat, parse_move(kinds, said))
        decoded += [done.decoder == done.code for done in match.view(None).rounds]
    assert len(decoded) == 24
    assert sum(decoded) >= 18


def test_a_prompt_that_somebody_has_changed_is_answered_all_the_same() -> None:
    body = build_request("decrypto")
    for text in ("Hello.", "", "\x00", "3", '"', "{", '{"a": ', 'Say "moon".'):
        body["messages"][1]["content"] = text
        told = json.loads(read_content(ask_rehearsal(MockModelServer(), body)))
        assert len(told["words"]) == 3


def test_a_question_without_a_form_is_answered_with_a_sentence() -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": 'What is "rain"?'}]}
    said = read_content(ask_rehearsal(MockModelServer(), body))
    assert said.endswith(".")
    assert len(said.split()) > 1


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({}, "'messages' is a list"),
        ({"messages": []}, "'messages' is a list"),
        ({"messages": "hello"}, "'messages' is a list"),
        (
            {"messages": [{"role": "user", "content": [{"type": "audio"}]}]},
            "neither texts nor pictures",
        ),
        (
            {"messages": [{"role": "user"}], "response_format": {"type": "json_schema"}},
            "schema' is missing",
        ),
        (
            {
                "messages": [{"role": "user", "content": "x"}],
                "tools": [{"function": {"name": "f", "parameters": {"enum": []}}}],
            },
            "The schema of the answer has none. It has an empty enumeration.",
        ),
    ],
)
def test_a_request_that_is_none_is_explained(body: Any, why: str) -> None:
    said = ask_rehearsal(MockModelServer(), body)
    assert said.status == 400
    assert why in json.loads(b"".join(said.body))["error"]["message"]


def test_what_is_no_question_is_refused() -> None:
    rehearsal = MockModelServer()
    assert rehearsal.respond("POST", "/v1/chat/completions", b"[" * 100_000).status == 400
    assert rehearsal.respond("POST", "/v1/chat/completions", b"[]").status == 400
    assert rehearsal.respond("GET", "/v1/chat/completions", b"").status == 405
    assert rehearsal.respond("POST", "/v1/nothing", b"{}").status == 404
    models = read_whole(rehearsal.respond("GET", "/v1/models", b""))
    assert [model["id"] for model in models["data"]] == ["word2vec", "glove", "random"]


def test_a_server_with_models_of_its_own_has_no_others() -> None:
    rehearsal = MockModelServer(models=("tiny-1b", "tiny-3b"))
    models = read_whole(rehearsal.respond("GET", "/v1/models", b""))
    assert [model["id"] for model in models["data"]] == ["tiny-1b", "tiny-3b"]
    assert read_whole(ask_rehearsal(rehearsal, build_request("taboo", model="tiny-1b")))
    said = ask_rehearsal(rehearsal, build_request("taboo", model="word2vec"))
    assert said.status == 404
    assert json.loads(b"".join(said.body))["error"]["code"] == "model_not_found"


def test_a_question_that_comes_again_is_answered_by_another_chance_if_that_is_wished() -> None:
    def said(*, vary: bool) -> list[str]:
        rehearsal = MockModelServer(vary=vary)
        return [read_content(ask_rehearsal(rehearsal, build_request("decrypto"))) for _ in range(4)]

    assert len(set(said(vary=False))) == 1
    assert len(set(said(vary=True))) > 1
    assert said(vary=True) == said(vary=True)


def test_a_seed_and_a_complaint_change_the_answer() -> None:
    rehearsal = MockModelServer()
    plain = build_request("decrypto")
    other = build_request("decrypto", seed=3)
    complaint = build_request("decrypto")
    complaint["messages"] += [
        {"role": "assistant", "content": "No."},
        {"role": "user", "content": 'The hint "moon" was given before.'},
    ]
    said = [read_content(ask_rehearsal(rehearsal, body)) for body in (plain, other, complaint)]
    assert len(set(said)) == 3


def test_answers_are_as_long_as_is_wished_and_the_same_moves() -> None:
    question = build_request("decrypto")
    brief = ask_rehearsal(MockModelServer(), question)
    long = ask_rehearsal(MockModelServer(tokens=300), question)
    one, two = (json.loads(read_content(said)) for said in (brief, long))
    assert len(one.pop("thoughts")) < 30 < 1100 < len(two.pop("thoughts"))
    assert one == two
    assert read_whole(long)["usage"]["completion_tokens"] == 300


@pytest.mark.parametrize("limit", ["max_tokens", "max_completion_tokens"])
def test_an_answer_stops_at_the_limit_of_tokens(limit: str) -> None:
    question = build_request("decrypto")
    whole = read_content(ask_rehearsal(MockModelServer(), question))
    cut = read_whole(ask_rehearsal(MockModelServer(), {**question, limit: 5}))
    assert cut["choices"][0]["finish_reason"] == "length"
    assert cut["choices"][0]["message"]["content"] == whole[:20]
    assert cut["usage"]["completion_tokens"] == 5


# Streams.


async def test_the_package_reads_whole_answers_and_streams(url: str) -> None:
    from openai import AsyncOpenAI

    question = build_request("decrypto")
    async with AsyncOpenAI(base_url=url, api_key="none") as client:
        whole = await client.chat.completions.create(**question)
        said = ""
        streamed = await client.chat.completions.create(
            **question, stream=True, stream_options={"include_usage": True}
        )
        used = None
        async for chunk in streamed:
            used = chunk.usage or used
            said += (chunk.choices[0].delta.content or "") if chunk.choices else ""
            assert (chunk.id, chunk.system_fingerprint) == (whole.id, whole.system_fingerprint)
        models = [model.id async for model in client.models.list()]
    assert said == whole.choices[0].message.content
    assert used == whole.usage
    assert json.loads(said)["thoughts"] == "Rehearsed by word2vec."
    assert models == ["word2vec", "glove", "random"]


async def test_the_package_reads_calls_of_tools(url: str) -> None:
    from openai import AsyncOpenAI

    question = build_request("decrypto")
    schema = question.pop("response_format")["json_schema"]["schema"]
    question["tools"] = [{"type": "function", "function": {"name": "f", "parameters": schema}}]
    async with AsyncOpenAI(base_url=url, api_key="none") as client:
        whole = await client.chat.completions.create(**question)
        said, name, finish = "", None, None
        async for chunk in await client.chat.completions.create(**question, stream=True):
            (choice,) = chunk.choices
            finish = choice.finish_reason or finish
            for call in choice.delta.tool_calls or ():
                assert call.function is not None
                name = call.function.name or name
                said += call.function.arguments or ""
        silent = await client.chat.completions.create(**question, tool_choice="none")
    calls = whole.choices[0].message.tool_calls
    assert calls is not None
    (call_,) = calls
    assert call_.type == "function"
    assert (call_.function.name, name, finish) == ("f", "f", "tool_calls")
    assert said == call_.function.arguments
    assert len(json.loads(said)["words"]) == 3
    assert silent.choices[0].message.content


# Over the line.


def build_seat_arguments(name: str, spec: str) -> list[str]:
    return [word for seat in CATALOG[name].usual_seats() for word in ("--seat", f"{seat}={spec}")]


@pytest.mark.parametrize("name", TALK)
def test_a_game_of_models_is_played_through(
    name: str, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    assert (
        run(("play", name, *build_seat_arguments(name, "llm:glove"), "--seed", "1", "--json")) == 0
    )
    first = json.loads(capsys.readouterr().out)
    assert (
        run(("play", name, *build_seat_arguments(name, "llm:glove"), "--seed", "1", "--json")) == 0
    )
    second = json.loads(capsys.readouterr().out)
    assert first.pop("journal") != second.pop("journal")
    assert first == second
    assert first["outcome"]


def test_an_agent_check_over_the_line_is_mostly_legal(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    monkeypatch.setenv("PARLOUR_TIMEOUT", "600")  # it is about what is answered, not when
    for name, sample in SAMPLES.items():
        check = ("agents", "check", "llm:word2vec", "--game", name, "--positions", "1", "--json")
        assert run((*check, "--slow", "600")) in (0, 1)
        told = json.loads(capsys.readouterr().out)
        assert bool(told["server"]["pictures"]) == sample.pictures
        assert {row["game"] for row in told["roles"]} == {name}


def test_games_go_on_through_passing_trouble(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    trouble = ("429", "truncated", "garbage", "empty", "refusal", "error200", "ansi", "markup")
    modes = ",".join(f"{name}=0.04" for name in trouble)
    seats = build_seat_arguments("decrypto", "llm:glove")
    with rehearsing("--mode", modes, "--seed", "5") as address:
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        code = run(("play", "decrypto", *seats, "--games", "3", "--on-failure", "random", "--json"))
    out = capsys.readouterr()
    assert code == 0, out.err
    logs = (json.loads(line)["journal"] for line in out.out.splitlines())
    calls = "".join(Path(log).with_suffix(".calls.jsonl").read_text() for log in logs)
    verdicts = Counter(json.loads(line)["verdict"].split(":")[0] for line in calls.splitlines())
    assert verdicts["legal"] > 20
    assert verdicts["failed"] + verdicts["unreadable"] >= 1


def send_request(url: str, request: bytes, timeout: float = 60) -> bytes:
    """What comes back on a line of our own until it is closed."""
    host, port = url.removeprefix("http://").removesuffix("/v1").split(":")
    with socket.create_connection((host, int(port)), timeout) as line:
        line.sendall(request)
        said = b""
        while more := line.recv(65536):
            said += more
    return said


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n", b"200 OK"),
        (b"GET /v1/models HTTP/1.0\r\n\r\n", b"200 OK"),
        (b"nonsense\r\n\r\n", b"400 Bad Request"),
        (b"POST /v1/x HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"400 Bad Request"),
        (b"POST /v1/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", b"411 Length Required"),
        (b"POST /v1/x HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", b"413 "),
        (b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n", b"431 "),
    ],
)
def test_http_is_spoken_and_nonsense_survived(url: str, request_: bytes, status: bytes) -> None:
    try:
        said = send_request(url, request_)
    except ConnectionResetError:  # what it did not read is thrown back
        assert status == b"431 "
        said = b"HTTP/1.1 431 "
    assert said.startswith(b"HTTP/1.1 " + status)
    assert send_request(url, b"GET /v1/models HTTP/1.0\r\n\r\n").endswith(b"}")


def test_a_large_question_may_ask_whether_to_go_on(url: str) -> None:
    data = json.dumps(build_request("decrypto")).encode()
    head = (
        f"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: {len(data)}\r\n"
        "Expect: 100-continue\r\nConnection: close\r\n\r\n"
    ).encode()
    said = send_request(url, head + data)
    assert said.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n")


def test_half_an_answer_and_silence_come_over_the_line() -> None:
    data = json.dumps(build_request("decrypto")).encode()
    head = f"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: {len(data)}\r\n\r\n".encode()
    with rehearsing("--mode", "dropped") as url:
        said = send_request(url, head + data)
    top, _, rest = said.partition(b"\r\n\r\n")
    length = int(top.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    assert 0 < len(rest) < length
    with rehearsing("--mode", "timeout") as url:
        started = time.monotonic()
        with pytest.raises(TimeoutError):
            send_request(url, head + data, timeout=0.5)
        assert time.monotonic() - started > 0.4


def test_it_waits_as_long_as_it_is_told() -> None:
    data = json.dumps(build_request("decrypto")).encode()
    head = f"POST /v1/chat/completions HTTP/1.0\r\nContent-Length: {len(data)}\r\n\r\n".encode()
    with rehearsing("--delay", "0.3") as url:
        started = time.monotonic()
        assert b"200 OK" in send_request(url, head + data)
        assert time.monotonic() - started >= 0.3


async def test_the_time_that_it_takes_to_think_is_part_of_the_delay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Slow(MockModelServer):
        def respond(self, *_: object) -> Response:
            time.sleep(0.5)
            return Response(200, (b"{}",), wait=0.6)

    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await pause(seconds)

    pause = asyncio.sleep
    monkeypatch.setattr("lab.mock.http_server.asyncio.sleep", sleep)
    async with serve_mock_model(Slow(), "127.0.0.1", 0) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        started = time.monotonic()
        writer.write(b"GET / HTTP/1.0\r\n\r\n")
        assert b"200 OK" in await reader.read()
        assert time.monotonic() - started >= 0.6
        assert 0 <= max(pauses) <= 0.6 - 0.5
        writer.close()


def test_it_says_where_it_is_and_ends_at_ctrl_c() -> None:
    with subprocess.Popen(
        (*PARLOUR, "rehearse", "--port", "0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        assert process.stderr.readline() == f"Seat it with: export OPENAI_BASE_URL={address}\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert "Traceback" not in process.stderr.read()


def test_a_port_that_is_taken_is_explained(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    port = url.removesuffix("/v1").rpartition(":")[2]
    assert run(("rehearse", "--port", port)) == 2
    said = capsys.readouterr().err
    assert said == (
        f"Port {port} of 127.0.0.1 cannot be used: Address already in use. "
        "--port takes another one; --port 0 finds one that is free.\n"
    )


def test_help_lists_every_mode(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("rehearse", "--help")) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in MODES)
