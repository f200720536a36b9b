"""What goes wrong with the mock model server: each mode, whole and streamed, and their shares."""

import asyncio
import json
import time
from collections import Counter
from itertools import islice
from typing import Any

import pytest
from httpx2 import HTTPError
from openai import APIStatusError, AsyncOpenAI, OpenAIError

from engine.errors import OptionError
from engine.llm.reply import parse_move
from engine.llm.schema import build_response_format
from lab.mock.answer_form import find_forms
from lab.mock.http_server import serve_mock_model
from lab.mock.model_server import MockModelServer
from lab.mock.modes import delivery, refusals
from lab.mock.modes.answers import GARBAGE, OTHER_MODEL
from lab.mock.modes.catalog import MODES, Modes, parse_modes
from lab.mock.modes.texts import FAMILIES, FOREIGN_WORDS
from lab.mock.response import EVENTS, Response
from tests.patience import PATIENCE
from tests.samples import SAMPLES

GAMES = tuple(SAMPLES)
TOKENS = {token.strip() for family in FAMILIES for token in family}


def build_question(game: str = "decrypto", **more: Any) -> tuple[dict[str, Any], Any, Any, Any]:
    """The body of a request, with the match, the view and the prompt that it was built from."""
    sample = SAMPLES[game]
    match = next(sample.matches(1))
    view = match.view(min(match.awaits))
    prompt = sample.definition.build_prompt(view)
    messages = [{"role": "system", "content": prompt.system}]
    body = {
        "model": "word2vec",
        "messages": [*messages, prompt.build_user_message(blank=True)],
        "response_format": build_response_format(match.game.moves(view), prompt.aliases),
        **more,
    }
    return body, match, view, prompt


def meet(mode: str, game: str = "decrypto", **more: Any) -> Response:
    server = MockModelServer(Modes(parse_modes(mode)))
    body = build_question(game, **more)[0]
    return server.respond("POST", "/v1/chat/completions", json.dumps(body).encode())


def read(response: Response) -> dict[str, Any]:
    """The first choice of a whole answer."""
    assert response.status == 200
    choice: dict[str, Any] = json.loads(b"".join(response.body))["choices"][0]
    return choice


def read_content(mode: str, game: str = "decrypto") -> str:
    return str(read(meet(mode, game))["message"]["content"])


def read_events(response: Response, most: int = 10_000) -> list[dict[str, Any]]:
    """The events of a stream, without its end mark."""
    assert response.content_type == EVENTS
    lines = (piece.decode().removeprefix("data: ") for piece in islice(response.body, most))
    return [json.loads(line) for line in lines if not line.startswith("[DONE]")]


def join_deltas(events: list[dict[str, Any]], name: str = "content") -> str:
    deltas = (event["choices"][0]["delta"] for event in events if event["choices"])
    return "".join(delta.get(name) or "" for delta in deltas)


# Modes of the server.


def test_trouble_of_the_server_has_its_status() -> None:
    assert meet("429").status == 429
    assert meet("429").headers == {"retry-after": "1", "retry-after-ms": "200"}
    assert meet("500").status == 500
    assert meet("error200").status == 200
    assert json.loads(b"".join(meet("error200").body))["error"]["code"] == 503
    assert meet("timeout").silent
    assert meet("dropped").dropped


def test_a_model_is_loaded_for_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    server = MockModelServer(Modes(parse_modes("loading")))
    body = json.dumps(build_question()[0]).encode()

    def ask() -> Response:
        return server.respond("POST", "/v1/chat/completions", body)

    said = ask()
    assert said.status == 503
    assert json.loads(b"".join(said.body))["error"]["message"] == "Loading model"
    assert server.respond("GET", "/v1/models", b"").status == 200
    monkeypatch.setattr(refusals, "LOADING_SECONDS", 0.0)
    assert ask().status == 200


def test_a_server_refuses_only_what_it_does_not_support() -> None:
    plain: dict[str, Any] = {"response_format": {"type": "json_object"}}
    tools = [{"function": {"name": "f"}}]
    assert meet("no-schema").status == 400
    assert meet("no-schema", **plain).status == 200
    assert meet("tools-only").status == meet("tools-only", **plain).status == 400
    assert meet("tools-only", response_format=None, tools=tools).status == 200
    assert meet("no-format").status == 400
    assert meet("no-format", **plain).status == 400
    assert meet("no-format", response_format=None, tools=tools).status == 400
    assert meet("no-format", response_format=None).status == 200
    assert meet("no-streaming", stream=True).status == 400
    assert meet("no-streaming").status == 200
    assert meet("no-schema,no-streaming", stream=True, **plain).status == 400


# Modes of the model.


@pytest.mark.parametrize("game", GAMES)
def test_a_copycat_returns_the_form_as_it_stands(game: str) -> None:
    prompt = build_question(game)[3]
    said = read_content("copycat", game)
    assert said in find_forms(prompt.system, prompt.user)
    assert said in prompt.system


def test_a_copycat_without_a_form_copies_what_it_was_told_last() -> None:
    server = MockModelServer(Modes(parse_modes("copycat")))
    body = {"messages": [{"role": "user", "content": "Hello.\n\nSay something."}]}
    said = server.respond("POST", "/v1/chat/completions", json.dumps(body).encode())
    assert read(said)["message"]["content"] == "Say something."


@pytest.mark.parametrize("mode", ["endless", "repeats"])
def test_an_answer_without_an_end_is_cut_by_its_limit_or_by_nobody(mode: str) -> None:
    assert meet(mode).silent, "the whole of it never comes"
    limited = meet(mode, max_tokens=500)
    assert limited.wait > 2
    assert read(limited)["finish_reason"] == "length"
    content = read(meet(mode, max_tokens=500))["message"]["content"]
    assert len(content) == 2000
    streamed = meet(mode, stream=True)
    assert streamed.pause > 0
    events = read_events(streamed, 3000)
    assert len(events) == 3000
    assert join_deltas(events).startswith(content[:1000])
    pieces = [join_deltas([event]) for event in events[10:]]
    assert (len(set(pieces)) == 1) == (mode == "repeats")


def test_an_answer_in_the_reasoning_is_no_content() -> None:
    message = read(meet("reasoning-only"))["message"]
    assert message["content"] == ""
    assert '"words"' in message["reasoning_content"]
    events = read_events(meet("reasoning-only", stream=True, stream_options={"include_usage": 1}))
    assert join_deltas(events) == ""
    assert join_deltas(events, "reasoning_content") == message["reasoning_content"]
    used = events[-1]["usage"]
    assert used["completion_tokens_details"]["reasoning_tokens"] == used["completion_tokens"] > 0


def test_a_model_says_nothing_or_nonsense_or_declines_or_stops() -> None:
    good = read_content("")
    assert read_content("empty") == ""
    assert read_content("garbage") in GARBAGE
    stopped = read(meet("truncated"))
    assert (stopped["finish_reason"], good.startswith(stopped["message"]["content"])) == (
        "length",
        True,
    )
    declined = [read(meet("refusal", seed=seed))["message"] for seed in range(20)]
    assert {bool(message["refusal"]) for message in declined} == {True, False}
    assert all("can't help" in (one["refusal"] or one["content"]) for one in declined)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["prose", "duplicate-keys", "markup", "ansi"])
def test_the_good_answer_is_still_there(mode: str, game: str) -> None:
    _, match, view, prompt = build_question(game)
    move = parse_move(match.game.moves(view), read_content(mode, game), prompt.aliases)
    assert match.game.fault(view, move) is None
    assert "\x1b" not in repr(move)


def test_keys_come_twice_with_other_values() -> None:
    pairs = json.loads(read_content("duplicate-keys"), object_pairs_hook=list)
    assert Counter(name for name, _ in pairs) == {"thoughts": 2, "words": 2}
    words = [value for name, value in pairs if name == "words"]
    assert words[0] != words[1]


def test_turns_are_invented_after_a_good_answer() -> None:
    good, said = read_content(""), read_content("invented-turns")
    assert said.startswith(good)
    invented = said.removeprefix(good)
    assert "Next round, please." in invented
    assert json.loads(invented[invented.index("{") :])["words"] != json.loads(good)["words"]


@pytest.mark.parametrize("game", GAMES)
def test_control_tokens_stand_in_the_texts_and_around_the_answer(game: str) -> None:
    body, *_ = build_question(game)
    server = MockModelServer(Modes(parse_modes("control-tokens")))
    texts = []
    for seed in range(20):
        data = json.dumps(body | {"seed": seed}).encode()
        content = read(server.respond("POST", "/v1/chat/completions", data))["message"]["content"]
        assert any(token in content[: content.index("{")] for token in TOKENS)
        assert any(token in content[content.rindex("}") :] for token in TOKENS)
        texts.append(content[content.index("{") : content.rindex("}") + 1])
    assert all(any(token in text for token in TOKENS) for text in texts)


def test_a_wrong_language_is_in_the_texts_alone() -> None:
    told = json.loads(read_content("wrong-language"))
    assert set(told["words"]) <= set(FOREIGN_WORDS)
    assert len(set(told["words"])) == 3
    assert json.loads(read_content("wrong-language", "dixit"))["card"] in "ABCDEFGH"


def test_another_model_answers() -> None:
    whole = json.loads(b"".join(meet("wrong-model").body))
    assert whole["model"] == OTHER_MODEL
    assert {event["model"] for event in read_events(meet("wrong-model", stream=True))} == {
        OTHER_MODEL
    }


# On the way.


def test_an_answer_is_late_or_slow_or_cut_off() -> None:
    good, late, slow = meet(""), meet("slow"), meet("slow-stream")
    assert late.wait == delivery.LATE_SECONDS
    assert slow.wait > 1
    assert [*good.body] == [*late.body] == [*slow.body]
    assert meet("slow-stream", stream=True).pause == delivery.PIECE_SECONDS
    with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
        json.loads(b"".join(meet("truncated-stream").body))
    events = read_events(meet("truncated-stream", stream=True))
    assert join_deltas(events)
    assert all(event["choices"][0]["finish_reason"] is None for event in events)


async def ask(mode: str, *, stream: bool, patience: float = 20) -> str:
    """What the `openai` package gets: the text, the status of an error, or nothing usable."""
    body = build_question()[0]
    said = ""
    async with (
        serve_mock_model(MockModelServer(Modes(parse_modes(mode))), "127.0.0.1", 0) as port,
        AsyncOpenAI(
            base_url=f"http://127.0.0.1:{port}/v1", api_key="none", max_retries=0, timeout=patience
        ) as client,
    ):
        try:
            if not stream:
                whole = await client.chat.completions.create(**body)
                return whole.choices[0].message.content or ""
            async with await client.chat.completions.create(**body, stream=True) as chunks:
                async for chunk in chunks:
                    said += chunk.choices[0].delta.content or ""
                    if len(said) > ENOUGH:
                        return "endless"
        except APIStatusError as error:
            return f"status {error.status_code}"
        except (OpenAIError, HTTPError, ValueError, TypeError):  # no answer can be read
            return "broken"
        return said


ENOUGH = 5000
"""From this many characters on, an answer counts as one without an end."""


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("mode", sorted(MODES))
async def test_every_mode_comes_over_the_line(
    mode: str, *, stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "LATE_SECONDS", 0.05)
    monkeypatch.setattr(delivery, "PIECE_SECONDS", 0.01)
    unending = mode in ("endless", "repeats")
    silent = mode == "timeout" or (unending and not stream)
    good = read_content("")
    said = await ask(mode, stream=stream, patience=0.5 if silent else 20)
    kinds = {"429": "status 429", "500": "status 500", "loading": "status 503"}
    kinds |= dict.fromkeys(("no-schema", "tools-only", "no-format"), "status 400")
    kinds |= dict.fromkeys(("dropped", "timeout", "error200"), "broken")
    kinds |= dict.fromkeys(("endless", "repeats"), "endless" if stream else "broken")
    kinds |= dict.fromkeys(("slow", "slow-stream", "wrong-model"), good)
    kinds["no-streaming"] = "status 400" if stream else good
    if not stream:
        kinds["truncated-stream"] = "broken"
    if mode in kinds:
        assert said == kinds[mode]
    else:
        assert said not in (good, "broken", "endless")
        assert not said.startswith("status ")


async def test_a_stream_comes_in_pieces_and_ends_with_its_client() -> None:
    """Pieces come when they are said, and an endless answer does not go on for nobody."""
    server = MockModelServer(Modes(parse_modes("endless")))
    body = json.dumps(build_question(stream=True)[0]).encode()
    async with serve_mock_model(server, "127.0.0.1", 0) as port:
        for _ in range(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            head = f"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n"
            started = time.monotonic()
            writer.write(head.encode() + body)
            times: list[float] = []
            while len(times) < 6:
                await reader.readuntil(b"\n\n")
                times.append(time.monotonic() - started)
            assert times[-1] - times[0] > 0.15
            writer.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        _, going_on = await asyncio.wait(others, timeout=PATIENCE)
        assert not going_on


# Which request meets which mode.


def test_modes_are_drawn_by_question_seed_and_share() -> None:
    questions = [str(number) for number in range(1000)]

    def draw(modes: Modes, question: str) -> tuple[str, ...]:
        return tuple(mode.what for mode in modes.draw(question)[0])

    def create(seed: str = "1") -> Modes:
        return Modes({"429": 0.1, "empty": 0.3}, seed)

    first, second = create(), create()
    drawn = {one: draw(first, one) for one in questions}
    assert {one: draw(second, one) for one in reversed(questions)} == drawn
    other = create("2")
    assert [draw(other, one) for one in questions] != [*drawn.values()]
    count = Counter(what for met in drawn.values() for what in met)
    assert 60 < count[MODES["429"].what] < 140
    assert 250 < count[MODES["empty"].what] < 350
    assert any(len(met) == 2 for met in drawn.values())
    assert len({draw(first, "again") for _ in range(60)}) > 2, "asking again may help"
    assert draw(Modes({"429": 0.0}), "x") == ()
    assert draw(Modes({"429": 1.0}), "x") == (MODES["429"].what,)


def test_the_same_request_meets_the_same_trouble() -> None:
    for mode in MODES.keys() - {"endless", "repeats"}:
        one, other = meet(mode), meet(mode)
        assert [*one.body] == [*other.body]
        assert (one.status, one.wait) == (other.status, other.wait)


def test_a_mode_that_there_is_not_is_explained() -> None:
    assert parse_modes(" 429=0.25, slow ,") == {"429": 0.25, "slow": 1.0}
    with pytest.raises(OptionError, match="Did you mean 'timeout'"):
        parse_modes("timeot")
    for share in ("2", "-1", "x", "", "nan"):
        with pytest.raises(OptionError, match="The share of slow is a number from 0 to 1"):
            parse_modes(f"slow={share}")
