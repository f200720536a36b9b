"""Model seats against a real server on loopback: what is asked, read, kept and said."""

import asyncio
import json
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.errors import PlayerError, SetupError, Unreadable
from engine.games.decrypto.moves import Hint
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import View
from engine.llm.calls_file import build_calls_path
from engine.llm.player import ModelPlayer
from engine.llm.requested_wait import parse_retry_after
from engine.llm.schema import build_answer_schema
from engine.llm.server import Server
from engine.match import Match
from engine.play import ask_until_legal, play
from engine.players.factory import create_player
from engine.players.spec import LineupError, Spec
from engine.seat import Seat
from tests.chat_server import Answer, ChatServer, Question, failed, said, serving
from tests.patience import PATIENCE
from tests.samples.decrypto import SAMPLE as DECRYPTO

KEY = "sk-canarykey-0123456789-abcdef"
HINTS = said('{"thoughts": "t", "words": ["orchard", "kettle", "violin"]}')
GUESS = said('{"thoughts": "t", "code": [4, 1, 2]}')
GAME = DECRYPTO.game({})
OPENING = Match(GAME, "models").view(Seat(0))


@dataclass
class Table:
    """A seated model, its server and its file of calls."""

    chat: ChatServer
    player: ModelPlayer[Any, Any]
    path: Path

    @property
    def calls(self) -> list[dict[str, Any]]:
        """What was kept, line by line."""
        return [json.loads(line) for line in self.path.read_text("ascii").splitlines()]

    async def hint(self) -> tuple[Hint, int]:
        """Ask for hints until they are legal."""
        move, attempts = await ask_until_legal(GAME, self.player, OPENING)
        assert isinstance(move, Hint)
        return move, attempts

    async def fails(self) -> PlayerError:
        """Ask once, which fails; nothing about it gives the key away."""
        with pytest.raises(PlayerError) as caught:
            await self.player.decide(OPENING, None)
        error = caught.value
        kept = self.path.read_text("ascii") if self.path.exists() else ""
        for text in (str(error), repr(error), error.private, repr(self.player.model.server), kept):
            assert "canarykey" not in text
            assert text.isprintable() or text is kept
        assert error.__context__ is None
        assert str(error).endswith(".")
        return error


class Tables:
    """Seats models at servers that do as their script says."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self.patch = patch
        self.folder = folder

    @contextmanager
    def __call__(self, *script: Any, role: Role = Role.ENCODER) -> Iterator[Table]:
        chat = ChatServer(script)
        with serving(chat) as url:
            self.patch.setenv("OPENAI_BASE_URL", url)
            path = self.folder / "game.calls.jsonl"
            player = _seat(role, path)
            yield Table(chat, player, path)


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tables:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "PARLOUR_TIMEOUT", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))  # loading certificates takes 40 ms a call
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)
    return Tables(monkeypatch, tmp_path)


def _seat(role: Role, path: Path | None) -> ModelPlayer[Any, Any]:
    player = create_player(
        Spec("llm", "model-1"),
        DECRYPTO.definition,
        GAME,
        Seat(role),
        "s",
        calls=path,
        settings=load_settings(),
    )
    assert isinstance(player, ModelPlayer)
    return player


# What is asked, and what is kept.


async def test_a_question_carries_prompt_schema_temperature_and_key(tables: Tables) -> None:
    with tables(HINTS) as table:
        assert await table.hint() == (Hint(words=("orchard", "kettle", "violin")), 1)
    (question,) = table.chat.questions
    prompt = DECRYPTO.definition.build_prompt(OPENING)
    assert question["model"] == "model-1"
    assert question["temperature"] == 0.7
    assert question["messages"] == [
        {"role": "system", "content": prompt.system},
        {"role": "user", "content": prompt.user},
    ]
    assert question["response_format"]["json_schema"]["schema"] == build_answer_schema((Hint,))
    assert not {"max_tokens", "max_completion_tokens"} & question.keys()
    assert (question["stream"], question["stream_options"]) == (True, {"include_usage": True})
    assert table.chat.headers[0]["authorization"] == f"Bearer {KEY}"


async def test_a_question_is_what_the_openai_package_would_send(tables: Tables) -> None:
    from openai import AsyncOpenAI

    with tables(HINTS) as table:
        await table.hint()
        url = table.player.model.server.url
        async with AsyncOpenAI(base_url=url, api_key=KEY) as client:
            await client.chat.completions.create(**table.chat.questions[0])
    assert table.chat.questions[0] == table.chat.questions[1]
    ours, theirs = table.chat.headers
    for name in ("host", "authorization", "content-type", "accept"):
        assert ours[name] == theirs[name]


async def test_a_call_is_one_line_in_a_file_for_its_owner_alone(tables: Tables) -> None:
    with tables(said('{"words": ["orchard", "kettle", "violin"]}', reasoning="Hm.")) as table:
        assert not table.path.exists()
        await table.hint()
        await table.hint()
    assert stat.S_IMODE(table.path.stat().st_mode) == 0o600
    first, second = table.calls
    assert first["messages"] == table.chat.questions[0]["messages"]
    assert first["settings"]["temperature"] == 0.7
    assert first["reply"] == '{"words": ["orchard", "kettle", "violin"]}'
    assert first["reasoning"] == "Hm."
    assert (first["seat"], first["model"], first["attempt"]) == ("encoder", "model-1", 1)
    assert (first["tokens_in"], first["tokens_out"], first["finish"]) == (100, 20, "stop")
    assert first["verdict"] == second["verdict"] == "legal"
    assert 0 < first["seconds"] < 10
    assert first["server"].startswith("127.0.0.1:")
    assert "canarykey" not in table.path.read_text("ascii")
    usage = table.player.usage
    assert (usage.calls, usage.tokens_in, usage.tokens_out) == (2, 200, 40)


async def test_a_call_says_which_model_answered_and_what_it_used(tables: Tables) -> None:
    body = json.loads(HINTS.body) | {
        "id": f"chatcmpl-9 {KEY}",
        "model": "model-1-2026-08-01",
        "system_fingerprint": "fp_\x1b[31m" + "x" * 5_000,
    }
    body["usage"] |= {
        "prompt_tokens_details": {"cached_tokens": 64, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 12},
    }
    odd = json.loads(HINTS.body) | {"id": 7, "model": ["m"], "system_fingerprint": {}}
    odd["usage"] |= {"prompt_tokens_details": [1], "completion_tokens_details": {"x": 10**400}}
    with tables(*(Answer(json.dumps(one).encode()) for one in (body, odd))) as table:
        await table.hint()
        await table.hint()
        first, second = table.calls
        assert "canarykey" not in table.path.read_text("ascii")
    assert (first["tokens_cached"], first["tokens_reasoning"]) == (64, 12)
    assert first["response_id"] == "chatcmpl-9 [key]"
    assert first["served_model"] == "model-1-2026-08-01"
    assert first["fingerprint"].startswith("fp_")
    assert len(first["fingerprint"]) == 200
    names = ("tokens_cached", "tokens_reasoning", "response_id", "served_model", "fingerprint")
    assert [second[name] for name in names] == [None] * 5


def test_the_file_of_calls_lies_beside_the_journal() -> None:
    assert build_calls_path(Path("a/game.jsonl")) == Path("a/game.calls.jsonl")
    assert build_calls_path(Path("a/10.15 game")) == Path("a/10.15 game.calls.jsonl")


async def test_calls_that_cannot_be_kept_are_a_failure(tables: Tables) -> None:
    with tables(HINTS) as table:
        table.path.mkdir()
        with pytest.raises(PlayerError, match=r"game.calls.jsonl cannot be written: Is a direct"):
            await table.player.decide(OPENING, None)


async def test_a_call_that_nobody_waits_for_is_kept(tables: Tables) -> None:
    with tables(Answer(b"", hang=True)) as table:
        thinking = asyncio.create_task(table.player.decide(OPENING, None))
        await asyncio.to_thread(table.chat.asked.wait, PATIENCE)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
    (call,) = table.calls
    assert call["verdict"] == "failed: nobody waited for the answer"
    assert call["reply"] is None


# Asking again.


async def test_an_illegal_hint_is_shown_again_with_the_reason(tables: Tables) -> None:
    illegal = '<think>hm</think>{"words": ["quarkfennel", "kettle", "violin"]}'
    with tables(said(illegal), HINTS) as table:
        assert await table.hint() == (Hint(words=("orchard", "kettle", "violin")), 2)
    first, second = table.chat.questions
    assert second["messages"][:2] == first["messages"]
    echo, complaint = second["messages"][2:]
    assert echo == {
        "role": "assistant",
        "content": '{"words": ["quarkfennel", "kettle", "violin"]}',
    }
    assert complaint["role"] == "user"
    assert "“quarkfennel” gives away keyword 1" in complaint["content"]
    verdicts = [(call["attempt"], call["verdict"]) for call in table.calls]
    assert verdicts[0][1].startswith("illegal: “quarkfennel” gives away")
    assert [attempt for attempt, _ in verdicts] == [1, 2]
    assert verdicts[1] == (2, "legal")


async def test_three_answers_without_sense_are_a_failure(tables: Tables) -> None:
    with tables(said("I would rather not say 1, 2, 3, 4.")) as table:
        with pytest.raises(PlayerError, match=r"^No legal move in 3 tries\.$") as caught:
            await table.hint()
        assert len(table.chat.questions) == 3
        assert "keys thoughts, words" in caught.value.private
        await _expect_fresh_start(table)
    assert [call["attempt"] for call in table.calls] == [1, 2, 3, 1]


async def _expect_fresh_start(table: Table) -> None:
    with pytest.raises(Unreadable):
        await table.player.decide(OPENING, None)
    assert len(table.chat.questions[-1]["messages"]) == 2


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (said(""), "The model's answer was empty."),
        (said(None), "The model's answer was empty."),
        (said("  \n"), "The model's answer was empty."),
        (said('{"words": ["a", "b', finish_reason="length"), "was cut off before its end."),
        (said(None, refusal="I cannot help."), "The model declined to answer."),
        (said("", finish_reason="content_filter"), "The model declined to answer."),
        (said("x" * 3_000_000), "answer is longer than 200,000 characters."),
        (said("<think>{}"), "The model's answer was empty."),
        (said("{" * 100_000), "The model's answer holds no move."),
        (said('{"a":' * 30_000), "The model's answer holds no move."),
        (said("[" * 100_000), "The model's answer holds no move."),
        (said("\ud800"), "The model's answer holds no move."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_cannot_be_read_is_asked_again(
    tables: Tables, answer: Answer, sentence: str
) -> None:
    with tables(answer, HINTS) as table:
        started = time.process_time()  # other programs may hold this one up
        assert (await table.hint())[1] == 2
        assert time.process_time() - started < 5
    first, second = table.calls
    assert first["verdict"].startswith("unreadable: ")
    assert len(first["reply"]) <= 200_000
    assert second["verdict"] == "legal"
    roles = [message["role"] for message in table.chat.questions[1]["messages"]]
    assert roles in (["system", "user", "assistant", "user"], ["system", "user"])
    with tables(answer) as again, pytest.raises(Unreadable) as caught:
        await again.player.decide(OPENING, None)
    assert str(caught.value).endswith(sentence)


# Servers that take less than OpenAI does.


async def test_a_server_that_refuses_the_schema_is_asked_without(tables: Tables) -> None:
    no = failed(400, "This response_format type is unavailable now")
    with tables(no, no, HINTS) as table:
        assert (await table.hint())[1] == 1
        assert (await table.hint())[1] == 1
    had = [question.get("response_format", {}).get("type") for question in table.chat.questions]
    assert had == ["json_schema", "json_object", None, None]
    assert [call["attempt"] for call in table.calls] == [1, 1, 1, 1]
    assert "refuses the question (error 400)" in table.calls[0]["verdict"]
    assert [call["failure"] for call in table.calls] == ["question refused"] * 2 + [None] * 2


async def test_a_model_with_a_temperature_of_its_own_is_left_it(tables: Tables) -> None:
    no = failed(400, "Unsupported value", param="temperature", code="unsupported_value")
    with tables(no, HINTS) as table:
        await table.hint()
        await table.hint()
    had = ["temperature" in question for question in table.chat.questions]
    assert had == [True, False, False]
    assert all("response_format" in question for question in table.chat.questions)


async def test_a_server_that_names_the_field_in_a_list_is_understood(tables: Tables) -> None:
    detail = {"detail": [{"loc": ["body", "response_format"], "msg": "extra fields"}]}
    with tables(Answer(json.dumps(detail).encode(), 422), HINTS) as table:
        await table.hint()
    assert len(table.chat.questions) == 2


async def test_a_question_refused_for_no_known_reason_is_not_repeated(tables: Tables) -> None:
    with tables(failed(400, f"Bad \x1b[31mthing near '{KEY}' and sk-canarykey-01***")) as table:
        error = await table.fails()
        host = table.player.model.server.host
    assert str(error) == f"{host} refuses the question (error 400)."
    assert error.private == f"{host} says: Bad thing near '[key]' and [key]"
    assert len(table.chat.questions) == 1


# Failures, one sentence each.


@pytest.mark.parametrize(
    ("answer", "sentence", "asked"),
    [
        (failed(401, f"Wrong key {KEY}"), "HOST does not accept the key: check OPENAI_API_KEY.", 1),
        (failed(403), "HOST does not let this key use model-1.", 1),
        (
            failed(404, "The model 'model-1' does not exist"),
            "HOST knows no model 'model-1', or OPENAI_BASE_URL is wrong; it usually ends in /v1.",
            1,
        ),
        (failed(402), "The account at HOST has no quota left.", 1),
        (
            failed(429, "You exceeded your quota", code="insufficient_quota"),
            "The account at HOST has no quota left.",
            1,
        ),
        (failed(429), "HOST has had too many questions; wait a moment.", 3),
        (failed(500), "HOST is in trouble (error 500).", 3),
        (failed(503), "HOST is in trouble (error 503).", 3),
        (
            failed(400, "maximum context length is 8192", code="context_length_exceeded"),
            "The game has become too long for model-1.",
            1,
        ),
        (
            Answer(b'{"error": {"message": "upstream broke"}}'),
            "HOST answered with an error and no move.",
            3,
        ),
        (
            Answer(b'{"error": {"message": "slow down", "code": 429}}'),
            "HOST has had too many questions; wait a moment.",
            3,
        ),
        (
            Answer(b"", 307, {"location": "http://127.0.0.1:9/v1/chat/completions"}),
            "HOST does not speak the chat completions protocol: check OPENAI_BASE_URL; "
            "it usually ends in /v1.",
            1,
        ),
        *(
            (
                Answer(body, headers={"content-type": kind}),
                "HOST does not speak the chat completions protocol: check OPENAI_BASE_URL; "
                "it usually ends in /v1.",
                1,
            )
            for body, kind in (
                (b"<html>Welcome</html>", "text/html"),
                (b"", "application/json"),
                (b"\xff\xfe{", "application/json"),
                (b"[]", "application/json"),
                (b'{"choices": []}', "application/json"),
                (b'{"choices": [{"text": "x"}]}', "application/json"),
            )
        ),
        (Answer(b"[" * 100_000), "HOST sent JSON nested more than 64 levels deep.", 1),
    ],
)
async def test_a_failure_is_one_plain_sentence(
    tables: Tables, answer: Answer, sentence: str, asked: int
) -> None:
    with tables(answer) as table:
        error = await table.fails()
        assert str(error) == sentence.replace("HOST", table.player.model.server.host)
    assert not isinstance(error, Unreadable)
    assert len(table.chat.questions) == asked
    assert [call["verdict"].startswith(f"failed: {error}") for call in table.calls] == [
        True
    ] * asked
    assert [call["repeat"] for call in table.calls] == list(range(asked))
    assert all(call["failure"] for call in table.calls)


async def test_too_many_questions_are_asked_again_when_the_server_says(tables: Tables) -> None:
    busy = Answer(b"{}", 429, {"retry-after": "0.05"})
    with tables(busy, HINTS) as table:
        assert (await table.hint())[1] == 1
    assert len(table.chat.questions) == 2
    assert table.player.usage.calls == 2
    assert table.chat.questions[0] == table.chat.questions[1]
    assert [(call["attempt"], call["repeat"]) for call in table.calls] == [(1, 0), (1, 1)]


async def test_a_server_that_wants_hours_of_peace_is_left_alone(tables: Tables) -> None:
    with tables(Answer(b"{}", 429, {"retry-after": "7200"})) as table:
        error = await table.fails()
    assert str(error).endswith(" takes no more questions for 120 minutes.")
    assert len(table.chat.questions) == 1


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "3", "retry-after-ms": "20"}, 0.02),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
    ],
)
def test_how_long_a_server_wants_to_be_left_alone(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert parse_retry_after(headers) == seconds
    ahead = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert 25 < (parse_retry_after({"retry-after": ahead}) or 0) <= 30


async def test_a_connection_that_drops_is_made_again(tables: Tables) -> None:
    with tables(Answer(b"", drop=True), Answer(b'{"choices": [', cut=True), HINTS) as table:
        assert (await table.hint())[1] == 1
    assert [call["failure"] for call in table.calls] == ["no connection"] * 2 + [None]


async def test_silence_ends_after_the_timeout(tables: Tables) -> None:
    tables.patch.setenv("PARLOUR_TIMEOUT", "0.3")
    with tables(Answer(b"", hang=True)) as table:
        started = time.monotonic()
        error = await table.fails()
        assert time.monotonic() - started > 0.25
        assert str(error) == (
            f"model-1 on {table.player.model.server.host} did not answer within 0.3 seconds; "
            f"PARLOUR_TIMEOUT sets how long to wait."
        )


async def test_nobody_listens(tables: Tables) -> None:
    with tables(HINTS) as table:
        pass
    error = await table.fails()
    assert str(error) == (
        f"There is no reaching {table.player.model.server.host}: check the network and that the "
        f"server runs, or set OPENAI_BASE_URL."
    )


async def test_a_base_url_without_its_path_is_told(tables: Tables) -> None:
    with tables(HINTS) as table:
        tables.patch.setenv("OPENAI_BASE_URL", table.player.model.server.url.removesuffix("/v1"))
        table.player = _seat(Role.ENCODER, table.path)
        error = await table.fails()
    assert str(error).endswith("it usually ends in /v1.")


async def test_a_proxy_that_cannot_be_used_is_told(tables: Tables) -> None:
    with tables(HINTS) as table:
        tables.patch.setenv("ALL_PROXY", "gopher://localhost:1")
        error = await table.fails()
    assert "HTTPS_PROXY" in str(error)


# Sitting down.


def _server(**environment: str) -> Server:
    return Server.from_environment(environment, 60)


def test_where_nothing_is_set_a_key_is_wanted() -> None:
    with pytest.raises(
        SetupError, match=r"^There is no key for api.openai.com: set OPENAI_API_KEY"
    ):
        _server()
    server = _server(OPENAI_API_KEY=f" {KEY}\n")
    assert (server.url, server.key, server.timeout) == ("https://api.openai.com/v1", KEY, 60)
    assert "canarykey" not in repr(server)


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "[::1]:8", "192.168.1.5:8", "ollama"])
def test_a_server_at_home_needs_no_key(host: str) -> None:
    server = _server(OPENAI_BASE_URL=f"http://{host}/v1")
    assert server.host == host
    assert server.key


@pytest.mark.parametrize("host", ["openrouter.ai", "8.8.8.8", "a.b.c:99", "localhost.evil.com"])
def test_a_server_elsewhere_needs_a_key(host: str) -> None:
    with pytest.raises(SetupError, match="There is no key for "):
        _server(OPENAI_BASE_URL=f"https://{host}/v1")


@pytest.mark.parametrize(
    "environment",
    [
        {"OPENAI_BASE_URL": "localhost:8080"},
        {"OPENAI_BASE_URL": "ftp://localhost"},
        {"OPENAI_BASE_URL": "http:///v1x"},
        {"OPENAI_BASE_URL": "http://[::1/v1"},
        {"OPENAI_BASE_URL": "http://host:99999999/v1"},
        {"OPENAI_BASE_URL": "http://a b/v1"},
        {"OPENAI_API_KEY": "sk-ключ"},
        {"OPENAI_API_KEY": "a b"},
    ],
)
def test_what_the_environment_has_wrong_is_named(environment: dict[str, str]) -> None:
    with pytest.raises(SetupError) as caught:
        Server.from_environment(environment, 60)
    name, value = next(iter(environment.items()))
    assert str(caught.value).startswith(name)
    assert value not in str(caught.value)


def test_the_host_is_shown_without_a_password() -> None:
    server = _server(OPENAI_BASE_URL="http://ada:secret@localhost:1/v1")
    assert server.host == "localhost:1"
    assert "secret" not in repr(server)


def test_a_lineup_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(LineupError, match="set OPENAI_API_KEY"):
        _seat(Role.ENCODER, None)


# Whole games.


def _mind(question: Question) -> Answer:
    """A model of sorts: it plays legally from what the prompt alone tells it."""
    schema = question["response_format"]["json_schema"]["schema"]["properties"]
    rng = Random(json.dumps(question["messages"]))
    if "words" in schema:
        words = ["".join(rng.choices("bcdfgklmnpr", k=7)) for _ in range(3)]
        return said(f"My hints: {json.dumps({'thoughts': '', 'words': words})}")
    return said(json.dumps({"code": rng.sample((1, 2, 3, 4), 3)}))


async def test_three_models_play_a_whole_game(tables: Tables) -> None:
    with tables(_mind) as table:
        match = Match(GAME, "whole")
        players = {seat: _seat(Role(seat), table.path) for seat in match.seats}
        await play(match, players)
    assert match.score is not None
    rounds = match.view(None).rounds
    assert len(rounds) >= 2
    assert len(table.calls) == 3 * len(rounds)
    assert {call["seat"] for call in table.calls} == {"encoder", "decoder", "interceptor"}
    assert {call["verdict"] for call in table.calls} == {"legal"}
    assert [players[Seat(0)].usage.calls, players[Seat(2)].usage.calls] == [len(rounds)] * 2


async def test_6_no_canary_in_what_the_interceptor_is_asked_or_keeps(tables: Tables) -> None:
    """No keyword, and no code of a running round, in its questions and its file of calls."""
    with tables(_mind, role=Role.INTERCEPTOR) as table:
        game = DECRYPTO.game({"play_on": "yes", "rounds": "6"})
        match = Match(game, "canary")
        rng = Random(1)
        players = {seat: _Dice(rng) for seat in match.seats[:2]} | {Seat(2): table.player}
        await play(match, players)
    kept = table.path.read_text("ascii").casefold()
    asked = json.dumps(table.chat.questions).casefold()
    assert "hints of this round" in asked
    for keyword in DECRYPTO.material["keywords"]:
        assert keyword.casefold() not in kept + asked
    rounds = match.view(None).rounds
    for number, question in enumerate(table.chat.questions):
        text = json.dumps(question["messages"])
        seen = [code for code in map(_spelled, (r.code for r in rounds)) if f"code {code}" in text]
        assert sorted(seen) == sorted(_spelled(r.code) for r in rounds[:number])
    assert len(rounds) == len(table.calls) == 6


def _spelled(code: tuple[int, ...]) -> str:
    return "-".join(map(str, code))


@dataclass
class _Dice:
    rng: Random

    async def decide(self, view: View, complaint: str | None) -> Any:
        assert complaint is None
        return DECRYPTO.move(view, self.rng)


async def test_neither_key_nor_keywords_are_logged(
    tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    with tables(failed(429), HINTS) as table:
        await table.hint()
    logged = caplog.text.casefold()
    for secret in ("canarykey", *(word.casefold() for word in DECRYPTO.material["keywords"])):
        assert secret not in logged
