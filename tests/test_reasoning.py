"""Reasoning: wherever a server puts it, it is in the call log, and in no move, prompt or frame."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.errors import PlayerError
from engine.llm.client import send_request
from engine.llm.player import ModelPlayer
from engine.llm.reasoning import REASONING_END, REASONING_START, split_reasoning
from engine.llm.response import parse_reply
from engine.llm.server import Server
from engine.match import Match
from engine.play import ask_until_legal
from engine.players.factory import create_player
from engine.players.spec import parse_spec
from engine.seat import Seat
from tests.chat_server import Answer, ChatServer, said, serving
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tests.test_stream import DONE, FINISH, OPEN, Pieces, event

CANARY = "zygomorph"
DRAFT = f'I doubt: {{"thoughts": "{CANARY}", "words": ["{CANARY}", "draft", "third"]}} or not. '
HINTS = '{"thoughts": "t", "words": ["orchard", "kettle", "violin"]}'
WORDS = ("orchard", "kettle", "violin")
GAME = DECRYPTO.game({})
OPENING = Match(GAME, "reasoning").view(Seat(0))

MIXED = {
    "tags": f"<think>{DRAFT}</think>{HINTS}",
    "other tags": f"<Thinking>\n{DRAFT}\n</Thinking>\n{HINTS}",
    "no start": f"{DRAFT}</think>\n\n{HINTS}",
    "twice": f"<think>{DRAFT}</think><think>{DRAFT}</think>{HINTS}",
    "after the answer": f"<think>a</think>{HINTS}<think>{DRAFT}</think>",
    "after the answer, without an end": f"{HINTS}\n<think>{DRAFT}",
    "an end within": f"<think>I write </think> and then {DRAFT}</think>{HINTS}",
    "a start within": f"<think>I opened <think> and {DRAFT}</think>{HINTS}",
    "empty": f"<think>\n\n</think>\n\n{HINTS}",
    "brackets": f"[THINK]{DRAFT}[/THINK]{HINTS}",
    "Cohere": f"<|START_THINKING|>{DRAFT}<|END_THINKING|><|START_RESPONSE|>{HINTS}",
    "harmony": f"<|channel|>analysis<|message|>{DRAFT}<|end|>"
    f"<|start|>assistant<|channel|>final<|message|>{HINTS}<|return|>",
    "harmony, as JSON": f"<|channel|>analysis<|message|>{DRAFT}<|end|>"
    f"<|start|>assistant<|channel|>final <|constrain|>json<|message|>{HINTS}",
    "harmony, as a call": f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant"
    f"<|channel|>commentary to=functions.answer <|constrain|>json<|message|>{HINTS}<|call|>",
    "harmony, with a preamble": f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant"
    f"<|channel|>commentary<|message|>{DRAFT}<|end|>"
    f"<|start|>assistant<|channel|>final<|message|>{HINTS}",
    "harmony without its tokens": f"analysisWe need words. {DRAFT}assistantfinal{HINTS}",
}
"""Replies with reasoning in the text."""
ONLY_THOUGHT = {
    "no end": f"<think>{DRAFT}",
    "no answer": f"<think>{DRAFT}</think>",
    "an end alone": f"{DRAFT}</think>",
    "harmony": f"<|channel|>analysis<|message|>{DRAFT}",
    "harmony without its tokens": f"analysisWe need words. {DRAFT}",
}
"""Replies without an answer."""


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "*")
    server = ChatServer([])
    with serving(server) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        yield server


def seat(calls: Path | None = None, spec: str = "llm:m") -> ModelPlayer[Any, Any]:
    player = create_player(
        parse_spec(spec),
        DECRYPTO.definition,
        GAME,
        Seat(0),
        "s",
        calls=calls,
        settings=load_settings(),
    )
    assert isinstance(player, ModelPlayer)
    return player


@pytest.mark.parametrize("text", MIXED.values(), ids=MIXED)
async def test_what_was_thought_is_logged_and_not_played(
    chat: ChatServer, tmp_path: Path, text: str
) -> None:
    chat.script = [said(text)]
    move, attempts = await ask_until_legal(GAME, seat(tmp_path / "calls"), OPENING)
    assert (tuple(move.words), attempts) == (WORDS, 1)
    call = json.loads((tmp_path / "calls").read_text())
    assert call["reply"] == text
    assert (CANARY in (call["reasoning"] or "")) == (CANARY in text)


@pytest.mark.parametrize("text", ONLY_THOUGHT.values(), ids=ONLY_THOUGHT)
async def test_a_thought_is_no_answer_and_is_not_shown_to_the_model_again(
    chat: ChatServer, tmp_path: Path, text: str
) -> None:
    chat.script = [said(text), said(HINTS)]
    player = seat(tmp_path / "calls")
    move, attempts = await ask_until_legal(GAME, player, OPENING)
    assert (tuple(move.words), attempts) == (WORDS, 2)
    assert CANARY not in json.dumps(chat.questions[1]["messages"])
    assert "You thought, but said nothing" in json.dumps(chat.questions[1]["messages"])
    first, _ = map(json.loads, (tmp_path / "calls").read_text().splitlines())
    assert CANARY in first["reasoning"]


@pytest.mark.parametrize(
    "extra",
    [
        {"reasoning_content": DRAFT},
        {"reasoning": DRAFT},
        {"reasoning": DRAFT, "reasoning_details": [{"type": "reasoning.text", "text": DRAFT}]},
        {"reasoning_details": [{"type": "reasoning.summary", "summary": DRAFT}]},
        {"content": [{"type": "thinking", "thinking": DRAFT}, {"type": "text", "text": HINTS}]},
        {
            "content": [
                {"type": "thinking", "thinking": [{"type": "text", "text": DRAFT}]},
                {"type": "text", "text": HINTS},
            ]
        },
    ],
)
async def test_reasoning_in_a_field_is_logged_and_nothing_else(
    chat: ChatServer, tmp_path: Path, extra: dict[str, Any]
) -> None:
    content = extra.pop("content", HINTS)
    chat.script = [said(content, **extra), said('{"words": ["quarkfennel"]}', **extra), said(HINTS)]
    player = seat(tmp_path / "calls")
    move, _ = await ask_until_legal(GAME, player, OPENING)
    assert tuple(move.words) == WORDS
    (call,) = map(json.loads, (tmp_path / "calls").read_text().splitlines())
    assert call["reasoning"] == DRAFT
    assert CANARY not in call["reply"]
    assert (await ask_until_legal(GAME, player, OPENING))[1] == 2
    assert CANARY not in json.dumps(chat.questions)
    async with Pieces(OPEN, event(content=content, **extra), FINISH + DONE).serving() as request:
        reply = await send_request(request)
    assert (reply.content, reply.reasoning) == (HINTS, DRAFT)


@pytest.mark.parametrize("text", [*MIXED.values(), *ONLY_THOUGHT.values()])
async def test_a_stream_may_be_cut_anywhere(text: str) -> None:
    for size in (1, 2, 7):
        pieces = [text[start : start + size] for start in range(0, len(text), size)]
        sent = b"".join(event(content=one) for one in pieces)
        async with Pieces(OPEN, sent, FINISH + DONE).serving() as request:
            reply = await send_request(request)
        assert reply.content == text


@pytest.mark.parametrize(
    "text",
    [
        HINTS,
        '{"thoughts": "My analysis: assistants think", "words": ["a", "b", "c"]}',
        "analysis of the words: none",
        "I think <b>so</b>.",
        "",
    ],
)
def test_what_only_sounds_like_reasoning_is_the_answer(text: str) -> None:
    assert split_reasoning(text) == ("", text)


def test_marks_are_found_in_a_long_text_at_once() -> None:
    for text in ("<think>" * 20_000, "</think>" * 20_000, "<|channel|> " * 15_000, "<" * 200_000):
        thought, answer = split_reasoning(text)
        assert len(thought) + len(answer) <= len(text)
        assert REASONING_START.match(text[-5:]) is REASONING_END.match(text[-5:]) is None


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"prompt_tokens": 10, "completion_tokens": 9}, (10, 9, None, None)),
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 9,
                "total_tokens": 19,
                "prompt_tokens_details": {"cached_tokens": 4},
                "completion_tokens_details": {"reasoning_tokens": 7},
            },
            (10, 9, 4, 7),
        ),
        (  # reasoning is no part of the answer's tokens: xAI
            {
                "prompt_tokens": 10,
                "completion_tokens": 9,
                "total_tokens": 26,
                "completion_tokens_details": {"reasoning_tokens": 7},
            },
            (10, 16, None, 7),
        ),
        ({"prompt_tokens": 10, "completion_tokens": 9, "total_tokens": 26}, (10, 16, None, 7)),
        ({"prompt_tokens": 10, "completion_tokens": 9, "total_tokens": 3}, (10, 9, None, None)),
        ({"prompt_tokens": 10, "completion_tokens": 9, "total_tokens": "x"}, (10, 9, None, None)),
        (
            {"prompt_tokens": 10, "completion_tokens": 9, "prompt_cache_hit_tokens": 3},
            (10, 9, 3, None),
        ),
        (None, (None, None, None, None)),
    ],
)
def test_reasoning_and_cached_tokens_are_counted(usage: Any, counted: tuple[Any, ...]) -> None:
    server = Server("http://x/v1", "none", "x", 1.0)
    body = {"choices": [{"message": {"content": "a"}}], "usage": usage}
    reply = parse_reply(server, "m", json.dumps(body), pictures=False)
    found = (reply.tokens_in, reply.tokens_out, reply.tokens_cached, reply.tokens_reasoning)
    assert found == counted


async def test_an_effort_is_sent_with_the_settings_of_a_seat(chat: ChatServer) -> None:
    chat.script = [said(HINTS)]
    await ask_until_legal(GAME, seat(spec="llm:m,reasoning_effort=low,max_tokens=900"), OPENING)
    (question,) = chat.questions
    assert question["reasoning_effort"] == "low"
    assert question["max_tokens"] == 900


async def test_thoughts_without_an_answer_end_after_three_tries(chat: ChatServer) -> None:
    chat.script = [Answer(said("", reasoning_content=DRAFT).body)]
    with pytest.raises(PlayerError) as caught:
        await ask_until_legal(GAME, seat(), OPENING)
    assert len(chat.questions) == 3
    assert CANARY not in f"{caught.value}{caught.value.private}{chat.questions}"
