"""The ways to ask for JSON: each is tried once for a model, and what it takes is remembered."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.errors import PlayerError
from engine.llm.player import ModelPlayer
from engine.match import Match
from engine.play import ask_until_legal
from engine.players.factory import create_player
from engine.players.spec import parse_spec
from engine.seat import Seat
from tests.chat_server import Answer, ChatServer, Question, failed, said, serving
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tests.test_stream import DONE, OPEN, Pieces

WORDS = {"thoughts": "t", "words": ["orchard", "kettle", "violin"]}
HINTS = json.dumps(WORDS)
GAME = DECRYPTO.game({})
OPENING = Match(GAME, "formats").view(Seat(0))


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "*")
    server = ChatServer([])
    with serving(server) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        yield server


def seat(settings: str = "", told: list[str] | None = None) -> ModelPlayer[Any, Any]:
    player = create_player(
        parse_spec(f"llm:m{settings}"),
        DECRYPTO.definition,
        GAME,
        Seat(0),
        "s",
        settings=load_settings(),
        notify=([] if told is None else told).append,
    )
    assert isinstance(player, ModelPlayer)
    return player


async def hint(player: ModelPlayer[Any, Any]) -> tuple[str, ...]:
    move, attempts = await ask_until_legal(GAME, player, OPENING)
    assert attempts == 1
    return tuple(move.words)


def call(arguments: Any, content: str | None = None) -> Answer:
    function = {"name": "answer", "arguments": arguments}
    calls = [{"id": "c", "type": "function", "function": function}]
    return said(content, tool_calls=calls, finish_reason="tool_calls")


def find_form(question: Question) -> str:
    """Which way of asking a question uses."""
    if "tools" in question:
        return "tools and choice" if "tool_choice" in question else "tools"
    return str(question.get("response_format", {}).get("type", "text"))


@pytest.mark.parametrize(
    ("taken", "tried"),
    [
        ("json_schema", ["json_schema"]),
        ("json_object", ["json_schema", "json_object"]),
        ("tools and choice", ["json_schema", "json_object", "tools and choice"]),
        ("tools", ["json_schema", "json_object", "tools and choice", "tools"]),
        ("text", ["json_schema", "json_object", "tools and choice", "text"]),
    ],
)
async def test_each_way_is_tried_once_and_the_one_that_is_taken_is_remembered(
    chat: ChatServer, taken: str, tried: list[str]
) -> None:
    def answer(question: Question) -> Answer:
        form = find_form(question)
        if form == taken:
            return call(HINTS) if "tools" in form else said(HINTS)
        if form == "tools and choice" and taken == "tools":
            return failed(400, "tool_choice: only auto is supported")
        what = "tools are" if "tools" in form else "response_format is"
        return failed(400, f"{what} not supported")

    chat.script = [answer]
    told: list[str] = []
    assert await hint(seat(told=told)) == ("orchard", "kettle", "violin")
    assert [find_form(one) for one in chat.questions] == tried
    assert len(told) == len(tried) - 1
    await hint(seat(told=told))
    assert find_form(chat.questions[-1]) == taken
    assert len(chat.questions) == len(tried) + 1


async def test_the_function_says_what_the_schema_says(chat: ChatServer) -> None:
    chat.script = [said(HINTS)]
    await hint(seat())
    chat.script = [call(HINTS)]
    await hint(seat(",structured=tools"))
    schema, tools = chat.questions
    (tool,) = tools["tools"]
    assert tool["function"]["parameters"] == schema["response_format"]["json_schema"]["schema"]
    assert tools["tool_choice"]["function"]["name"] == tool["function"]["name"]
    assert "response_format" not in tools
    chat.script = [failed(400, "tools are not supported")]
    with pytest.raises(PlayerError, match="refuses the question"):
        await seat(",structured=tools,temperature=1").decide(OPENING, None)


@pytest.mark.parametrize(
    "answer",
    [
        call(HINTS),
        call(WORDS),
        call(HINTS, content="I call the function {now}."),
        said(None, function_call={"name": "answer", "arguments": HINTS}),
        said(HINTS, tool_calls=[]),
        said(HINTS, tool_calls=None),
        said(HINTS),
    ],
)
async def test_an_answer_is_read_wherever_it_is(chat: ChatServer, answer: Answer) -> None:
    chat.script = [answer]
    assert await hint(seat(",structured=tools")) == ("orchard", "kettle", "violin")


@pytest.mark.parametrize(
    "calls", [None, [], [{}], [{"function": {}}], [{"function": {"arguments": 3}}], "x", {"a": 1}]
)
async def test_what_is_no_call_is_no_answer(chat: ChatServer, calls: Any) -> None:
    chat.script = [said(None, tool_calls=calls)]
    with pytest.raises(PlayerError, match="The model's answer was empty"):
        await seat(",structured=tools").decide(OPENING, None)


@pytest.mark.parametrize("size", [1, 9, 1000])
async def test_a_call_is_read_from_a_stream(size: int) -> None:
    from engine.llm.client import send_request

    pieces = [HINTS[start : start + size] for start in range(0, len(HINTS), size)]

    def event(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"

    def part(text: str, index: int) -> bytes:
        return event({"tool_calls": [{"index": index, "function": {"arguments": text}}]})

    sent = [
        event({"role": "assistant", "content": None}),
        part("", 0),
        *(part(one, 0) for one in pieces),
        part('{"words": ["another", "call", "here"]}', 1),
        event({}, "tool_calls"),
        DONE,
    ]
    async with Pieces(OPEN, *sent).serving() as request:
        reply = await send_request(request)
        assert request.progress.written == len(HINTS)
    assert reply.content == HINTS
    assert reply.finish == "tool_calls"


async def test_the_limit_of_tokens_is_sent_by_the_name_that_is_taken(chat: ChatServer) -> None:
    def answer(question: Question) -> Answer:
        if "max_tokens" in question:
            return failed(400, "Unsupported parameter: max_tokens")
        if "max_completion_tokens" in question and refuses_both:
            return failed(400, "Unknown field max_completion_tokens")
        return said(HINTS)

    chat.script = [answer]
    for refuses_both in (False, True):
        told: list[str] = []
        await hint(seat(f",max_tokens={700 + refuses_both}", told))
        sent = [{*one} & {"max_tokens", "max_completion_tokens"} for one in chat.questions]
        rest: list[set[str]] = [set()] if refuses_both else []
        assert sent == [{"max_tokens"}, {"max_completion_tokens"}, *rest]
        chat.questions.clear()
