"""The mock model server: prompts read back, answers of baselines, streams, faults, HTTP."""

import asyncio
import json
import signal
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.errors import OptionError
from engine.games.catalog import CATALOG
from engine.llm.reply import parse_move
from engine.llm.schema import build_response_format
from engine.match import Match
from engine.readback import SentPrompt, UnknownPrompt
from images.deck import Deck
from images.reader import open_deck
from lab.mock.baseline import answer_question
from lab.mock.completion import build_completion, stream_completion
from lab.mock.faults import FAULTS, Faults, parse_faults
from lab.mock.model import MockModelServer, Response
from lab.mock.question import Question
from lab.mock.server import serve_mock_model
from tests.rehearsing import PARLOUR, rehearsing
from tests.samples import SAMPLES, Sample
from tui.command_line import run

READ = {name: one for name, one in SAMPLES.items() if one.definition.brings("read_prompt")}
"""The games whose prompts the server reads."""
every_game = pytest.mark.parametrize("sample", READ.values(), ids=list(READ))
TALK = tuple(name for name, sample in READ.items() if not sample.pictures)
"""The games without pictures, which take long to encode."""


@pytest.fixture(scope="session")
def house() -> Deck:
    return open_deck("")


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


def build_request(name: str, **more: Any) -> dict[str, Any]:
    """The question of a seat that is asked in a sample of this game."""
    sample = SAMPLES[name]
    match, view = next(list_awaited_views(sample))
    prompt = sample.definition.build_prompt(view)
    kinds = match.game.moves(view)
    return {
        "model": "word2vec",
        "messages": [{"role": "system", "content": prompt.system}, prompt.build_user_message()],
        "response_format": build_response_format(kinds, prompt.aliases),
        **more,
    }


def ask_rehearsal(rehearsal: MockModelServer, question: object) -> Response:
    return rehearsal.respond("POST", "/v1/chat/completions", json.dumps(question).encode())


def read_content(said: Response) -> str:
    assert said.status == 200
    whole = json.loads(b"".join(said.body))
    return str(whole["choices"][0]["message"]["content"])


# Prompts.


@every_game
def test_a_prompt_is_read_back_into_a_view_of_which_the_same_would_be_said(sample: Sample) -> None:
    """Nothing that a prompt tells is lost; no word of ours is hidden in it."""
    module = import_module(f"{sample.definition.package}.prompt")
    count = 0
    for _, view in list_awaited_views(sample):
        prompt = sample.definition.build_prompt(view)
        deck = (list(view.choices), view.deck, view.fingerprint) if prompt.pictures else ()
        again = sample.definition.build_prompt(module.read_view(prompt.system, prompt.user, *deck))
        assert (again.system, again.user) == (prompt.system, prompt.user)
        count += 1
    assert count > 50


@pytest.mark.parametrize("name", TALK)
@pytest.mark.parametrize("model", ["word2vec", "glove", "random", "gpt-whatever"])
def test_answers_are_legal_moves_in_the_form_that_was_asked_for(name: str, model: str) -> None:
    sample = SAMPLES[name]
    for match, view in islice(list_awaited_views(sample), 40):
        prompt = sample.definition.build_prompt(view)
        said = answer_question(Question(model, SentPrompt(prompt.system, prompt.user)), ())
        assert json.loads(said).keys() >= {"thoughts"}
        move = parse_move(match.game.moves(view), said, prompt.aliases)
        assert match.game.fault(view, move) is None
        assert answer_question(Question(model, SentPrompt(prompt.system, prompt.user)), ()) == said


def test_an_encoder_is_read_by_its_own_decoder() -> None:
    """Answers come from what stands in the prompt: hints lead to the code, nearly always."""
    definition = CATALOG["decrypto"]
    options = definition.options_type(play_on=True)
    match = Match(
        definition.create(options, definition.draw(options, Random("m")).material), "team"
    )
    while match.awaits:
        for seat in sorted(match.awaits):
            view = match.view(seat)
            prompt = definition.build_prompt(view)
            said = answer_question(Question("word2vec", SentPrompt(prompt.system, prompt.user)), ())
            match.submit(seat, parse_move(match.game.moves(view), said))
    assert [done.decoder for done in match.view(None).rounds] == [
        done.code for done in match.view(None).rounds
    ]


def test_cards_are_known_by_their_pictures(house: Deck) -> None:
    definition = CATALOG["dixit"]
    options = definition.options_type()
    match = Match(
        definition.create(options, definition.draw(options, Random("m")).material), "pictures"
    )
    (seat,) = match.awaits
    view = match.view(seat)
    prompt = definition.build_prompt(view)
    question = Question.parse(
        {
            "model": "word2vec",
            "messages": [{"role": "system", "content": prompt.system}, prompt.build_user_message()],
        }
    )
    move = parse_move(match.game.moves(view), answer_question(question, [house]), prompt.aliases)
    assert match.game.fault(view, move) is None
    baseline: Any = definition.create_baseline("word2vec", seat, "rehearsal")
    hand = tuple(prompt.aliases["card"].values())  # in the order of the letters
    assert move == asyncio.run(baseline.decide(view.model_copy(update={"hand": hand}), None))
    strange = answer_question(question, [])
    told = json.loads(strange)
    assert told["thoughts"] == "Rehearsed by random."
    assert (
        match.game.fault(view, parse_move(match.game.moves(view), strange, prompt.aliases)) is None
    )


@pytest.mark.parametrize(
    "messages",
    [
        None,
        [],
        [{"role": "user", "content": "hello"}],
        [{"role": "system", "content": "You are helpful."}, {"role": "user", "content": "hello"}],
        [
            {"role": "system", "content": "You play Decrypto, a game"},
            {"role": "user", "content": "The code of this round is 3-1-4"},
        ],
        [
            {"role": "system", "content": "You play Dixit, a game, for nine players."},
            {
                "role": "user",
                "content": [{"type": "image_url", "image_url": {"url": "%"}}],
            },
        ],
        [{"role": "system", "content": "x"}, {"role": "user", "content": [{"type": "audio"}]}],
    ],
)
def test_other_questions_are_refused(messages: Any) -> None:
    with pytest.raises(UnknownPrompt):
        answer_question(Question.parse({"messages": messages}), ())
    said = ask_rehearsal(MockModelServer((), Faults()), {"model": "x", "messages": messages})
    assert said.status == 400
    assert "no question of one of Parlour's games" in said.body[0].decode()


def test_what_is_no_question_is_refused() -> None:
    rehearsal = MockModelServer((), Faults())
    assert rehearsal.respond("POST", "/v1/chat/completions", b"[" * 100_000).status == 400
    assert rehearsal.respond("POST", "/v1/chat/completions", b"[]").status == 400
    assert rehearsal.respond("GET", "/v1/chat/completions", b"").status == 405
    assert rehearsal.respond("POST", "/v1/nothing", b"{}").status == 404
    models = json.loads(rehearsal.respond("GET", "/v1/models", b"").body[0])
    assert [model["id"] for model in models["data"]] == ["word2vec", "glove", "random"]


@pytest.mark.parametrize("game", TALK)
def test_a_prompt_that_somebody_has_added_words_to_is_still_read(game: str) -> None:
    sample = SAMPLES[game]
    prompt = sample.definition.build_prompt(next(list_awaited_views(sample))[1])

    def said(system: str, user: str) -> str:
        return answer_question(Question("word2vec", SentPrompt(system, user)), ())

    own = said(prompt.system, prompt.user)
    for more in ("Think twice. ", "Think twice!\n\n"):
        assert said(prompt.system, more + prompt.user) == own
        assert said(more + prompt.system, prompt.user) == own
    assert said(f"{prompt.system}\nBe bold.", f"{prompt.user} Be bold.") == own
    with pytest.raises(UnknownPrompt):
        said(prompt.system, "Think twice.")


def test_a_question_that_comes_again_is_answered_by_another_chance_if_that_is_wished() -> None:
    def said(*, vary: bool) -> list[str]:
        rehearsal = MockModelServer((), Faults(seed="7"), vary=vary)
        return [read_content(ask_rehearsal(rehearsal, build_request("decrypto"))) for _ in range(4)]

    assert len(set(said(vary=False))) == 1
    assert len(set(said(vary=True))) > 1
    assert said(vary=True) == said(vary=True)


# Streams.


def test_answers_are_as_long_as_is_wished_and_the_same_moves(house: Deck) -> None:
    question = build_request("decrypto")
    brief = ask_rehearsal(MockModelServer([house], Faults()), question)
    long = ask_rehearsal(MockModelServer([house], Faults(), tokens=300), question)
    one, two = (json.loads(read_content(said)) for said in (brief, long))
    assert len(one.pop("thoughts")) < 30 < 1100 < len(two.pop("thoughts"))
    assert one == two
    assert json.loads(long.body[0])["usage"]["completion_tokens"] == 300


def test_a_stream_says_the_same_in_pieces() -> None:
    whole = build_completion("m", {"content": "x" * 100 + "é"}, "stop", 7)
    events = b"".join(stream_completion(whole, with_usage=True)).decode().split("\n\n")
    assert events[-2:] == ["data: [DONE]", ""]
    chunks = [json.loads(event.removeprefix("data: ")) for event in events[:-2]]
    assert chunks[-1]["usage"] == whole["usage"]
    assert chunks[-1]["choices"] == []
    text = "".join(c["choices"][0]["delta"].get("content", "") for c in chunks[:-1])
    assert text == "x" * 100 + "é"
    assert chunks[-2]["choices"][0]["finish_reason"] == "stop"


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
        models = [model.id async for model in client.models.list()]
    assert said == whole.choices[0].message.content
    assert used == whole.usage
    assert json.loads(said)["thoughts"] == "Rehearsed by word2vec."
    assert models == ["word2vec", "glove", "random"]


# Faults.


def test_faults_are_drawn_by_question_seed_and_rate() -> None:
    questions = [str(n).encode() for n in range(1000)]
    first, second = Faults(("429", "empty"), 0.2, "1"), Faults(("429", "empty"), 0.2, "1")
    drawn = {q: first.draw(q)[0] for q in questions}
    assert {q: second.draw(q)[0] for q in reversed(questions)} == drawn
    assert [Faults(("429",), 0.2, "2").draw(q)[0] for q in questions] != [*drawn.values()]
    count = Counter(drawn.values())
    assert 150 < count["429"] + count["empty"] < 250
    assert 60 < count["429"] < 140
    assert Faults(("429",), 1.0).draw(b"x")[0] == "429"
    assert Faults(("429",), 0.0).draw(b"x")[0] is None
    assert Faults((), 1.0).draw(b"x")[0] is None
    assert len({first.draw(b"again")[0] for _ in range(60)}) == 3, "asking again may help"


def test_a_fault_that_there_is_not_is_explained() -> None:
    assert parse_faults(" 429, slow ,429,") == ("429", "slow")
    with pytest.raises(OptionError, match="Did you mean 'timeout'"):
        parse_faults("timeot")


def test_every_fault_spoils_the_answer_in_its_own_way() -> None:
    def met(fault: str) -> Response:
        return ask_rehearsal(MockModelServer((), Faults((fault,), 1.0)), build_request("decrypto"))

    good = read_content(ask_rehearsal(MockModelServer((), Faults()), build_request("decrypto")))
    assert met("429").status == 429
    assert met("429").headers["retry-after-ms"] == "200"
    assert met("500").status == 500
    assert met("timeout").silent
    assert met("dropped").dropped
    assert met("slow").wait > 1
    assert read_content(met("slow")) == good
    assert read_content(met("empty")) == ""
    assert good.startswith(read_content(met("truncated")))
    assert json.loads(met("truncated").body[0])["choices"][0]["finish_reason"] == "length"
    assert json.loads(met("refusal").body[0])["choices"][0]["message"]["refusal"]
    assert json.loads(met("error200").body[0])["error"]["message"]
    assert met("error200").status == 200
    assert "\x1b[31m" in read_content(met("ansi"))
    assert "[b]" in read_content(met("markup"))
    assert read_content(met("garbage")) != good
    for fault in FAULTS:
        assert met(fault) == met(fault), "the same fault looks the same"


@pytest.mark.parametrize("name", TALK)
def test_moves_survive_escapes_and_markup(name: str) -> None:
    sample = SAMPLES[name]
    for fault in ("ansi", "markup"):
        rehearsal = MockModelServer((), Faults((fault,), 1.0))
        match, view = next(list_awaited_views(sample))
        names = sample.definition.build_prompt(view).aliases
        said = read_content(ask_rehearsal(rehearsal, build_request(name)))
        move = parse_move(match.game.moves(view), said, names)
        assert match.game.fault(view, move) is None
        assert "\x1b" not in repr(move)


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


def test_an_agent_check_over_the_line_is_all_legal(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    monkeypatch.setenv("PARLOUR_TIMEOUT", "600")  # it is about what is answered, not when
    for name in READ:
        check = ("agents", "check", "llm:word2vec", "--game", name, "--positions", "1", "--json")
        assert run((*check, "--slow", "600")) == 0
        told = json.loads(capsys.readouterr().out)
        assert bool(told["server"]["pictures"]) == READ[name].pictures
        assert {row["game"] for row in told["roles"]} == {name}


def test_a_game_goes_on_through_passing_faults(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    faults = "429,truncated,garbage,empty,refusal,error200,ansi,markup"
    with rehearsing("--fault", faults, "--rate", "0.3", "--seed", "5") as address:
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        code = run(
            (
                "play",
                "decrypto",
                *build_seat_arguments("decrypto", "llm:glove"),
                "--seed",
                "1",
                "--json",
            )
        )
    out = capsys.readouterr()
    assert code == 0, out.err
    calls = Path(json.loads(out.out)["journal"]).with_suffix(".calls.jsonl").read_text()
    verdicts = Counter(json.loads(line)["verdict"].split(":")[0] for line in calls.splitlines())
    assert verdicts["legal"] > 10
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
    with rehearsing("--fault", "dropped", "--rate", "1") as url:
        said = send_request(url, head + data)
    top, _, rest = said.partition(b"\r\n\r\n")
    length = int(top.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    assert 0 < len(rest) < length
    with rehearsing("--fault", "timeout", "--rate", "1") as url:
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


async def test_the_time_that_it_takes_to_think_is_part_of_the_delay() -> None:
    class Slow(MockModelServer):
        def respond(self, *_: object) -> Response:
            time.sleep(0.5)
            return Response(200, (b"{}",), wait=0.6)

    async with serve_mock_model(Slow((), Faults()), "127.0.0.1", 0) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        started = time.monotonic()
        writer.write(b"GET / HTTP/1.0\r\n\r\n")
        assert b"200 OK" in await reader.read()
        assert 0.6 <= time.monotonic() - started < 1.05
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
        assert process.wait(5) == 0
        assert "Traceback" not in process.stderr.read()


def test_a_port_that_is_taken_is_explained(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    port = url.removesuffix("/v1").rpartition(":")[2]
    assert run(("rehearse", "--port", port)) == 2
    said = capsys.readouterr().err
    assert said == (
        f"Port {port} of 127.0.0.1 cannot be used: Address already in use. "
        "--port takes another one; --port 0 finds one that is free.\n"
    )


def test_help_lists_every_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("rehearse", "--help")) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in FAULTS)
