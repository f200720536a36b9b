"""Keys never change a move; long ones are in nothing that is kept or shown of an answer."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.errors import Unreadable
from engine.games.decrypto.moves import Hint
from engine.llm.player import ModelPlayer
from engine.llm.secrets import MIN_SECRET_CHARS, find_secrets, holds_secret, redact, redact_all
from engine.llm.server import Server
from engine.llm.thoughts import extract_thoughts
from engine.match import Match
from engine.players.factory import create_player
from engine.players.spec import Spec
from engine.seat import Seat
from tests.chat_server import ChatServer, failed, said, serving
from tests.samples.decrypto import SAMPLE as DECRYPTO

GAME = DECRYPTO.game({})
OPENING = Match(GAME, "models").view(Seat(0))
SHORT = ("x", "e", "EMPTY", "ollama", "none", "key", "test", "token", "influx", "words", "12345")
LONG = "canarykey-0123456789-abcdef"
WORDS = ("influx", "tokenize", "keystone")
type Seating = Callable[..., AbstractContextManager[ModelPlayer[Any, Any]]]


@pytest.fixture
def seating(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Seating:
    """Seat a model with a key at a server with a script."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))

    @contextmanager
    def seat(key: str, *script: Any) -> Iterator[ModelPlayer[Any, Any]]:
        monkeypatch.setenv("OPENAI_API_KEY", key)
        with serving(ChatServer(script)) as url:
            monkeypatch.setenv("OPENAI_BASE_URL", url)
            calls = tmp_path / "game.calls.jsonl"
            seated = create_player(
                Spec("llm", "m"),
                DECRYPTO.definition,
                GAME,
                Seat(0),
                "s",
                calls=calls,
                settings=load_settings(),
            )
            assert isinstance(seated, ModelPlayer)
            yield seated

    return seat


def read_calls(player: ModelPlayer[Any, Any]) -> list[dict[str, Any]]:
    assert player.calls_file is not None
    return [json.loads(line) for line in player.calls_file.read_text("ascii").splitlines()]


@pytest.mark.parametrize("key", SHORT)
async def test_a_short_key_changes_no_move_and_no_record(seating: Seating, key: str) -> None:
    text = json.dumps({"thoughts": f"the {key} is test", "words": WORDS})
    with seating(key, said(text, reasoning_content=f"a {key}")) as player:
        assert await player.decide(OPENING, None) == Hint(words=WORDS)
        (call,) = read_calls(player)
    assert (call["reply"], call["reasoning"], call["finish"]) == (text, f"a {key}", "stop")


async def test_a_word_that_looks_like_a_key_stays_a_move(seating: Seating) -> None:
    words = ("sk-ihuette", "hf_orchestra", "kettle")
    with seating("none", said(json.dumps({"words": words}))) as player:
        assert await player.decide(OPENING, None) == Hint(words=words)


@pytest.mark.parametrize(
    "answer",
    [
        said(json.dumps({"thoughts": f"It is {LONG}.", "words": WORDS})),
        said(json.dumps({"words": WORDS}), reasoning_content=f"It is {LONG}"),
        said(f"<think>{LONG}</think>" + json.dumps({"words": WORDS})),
        said(json.dumps({"thoughts": LONG.upper(), "words": WORDS})),
        said(f'{{"thoughts": "\\u0063{LONG[1:]}", "words": {json.dumps(WORDS)}}}'),
        said(json.dumps({"thoughts": f"{LONG[:9]}\u200b{LONG[9:]}", "words": WORDS})),
        said(json.dumps({"thoughts": f"{LONG[:9]}\x1b[1m{LONG[9:]}", "words": WORDS})),
    ],
)
async def test_a_key_beside_the_move_is_in_no_record(seating: Seating, answer: Any) -> None:
    with seating(LONG, answer) as player:
        assert await player.decide(OPENING, None) == Hint(words=WORDS)
        (call,) = player.answers
    assert call.call is not None
    assert LONG not in extract_thoughts(call.call).casefold()
    assert not holds_secret(call.text + json.dumps(read_calls(player)), (LONG,))


@pytest.mark.parametrize(
    "content",
    [
        json.dumps({"words": [LONG, "kettle", "violin"]}),
        json.dumps({"words": [LONG.upper(), "kettle", "violin"]}),
        json.dumps({"words": [f"{LONG[:4]}\u200b{LONG[4:]}", "kettle", "violin"]}),
        f'{{"words": ["\\u0063{LONG[1:]}", "kettle", "violin"]}}',
        json.dumps({"words": WORDS, LONG: 1, "wordz": 2}).replace('"words"', f'"{LONG}-"'),
        f"My key is {LONG}.",
    ],
)
async def test_a_key_in_the_move_is_shown_to_nobody(seating: Seating, content: str) -> None:
    good = said(json.dumps({"words": WORDS}))
    with seating(LONG, said(content, finish_reason=f"stop {LONG}"), good) as player:
        with pytest.raises(Unreadable) as caught:
            await player.decide(OPENING, None)
        assert str(caught.value) == "The model's answer holds an API key."
        assert await player.decide(OPENING, caught.value.private) == Hint(words=WORDS)
    assert not holds_secret(json.dumps(read_calls(player)), (LONG,))


async def test_a_key_in_an_error_is_blacked_out(seating: Seating) -> None:
    for text in (f"no {LONG}!", f"no {LONG[:9]}\x1b[1m{LONG[9:]}!", "x" * 290 + LONG):
        with seating(LONG, failed(400, text)) as player:
            with pytest.raises(Exception, match="refuses the question") as caught:
                await player.decide(OPENING, None)
            private = str(getattr(caught.value, "private", ""))
            assert not holds_secret(private, (LONG[:MIN_SECRET_CHARS],))
            assert not holds_secret(json.dumps(read_calls(player)), (LONG,))


def test_what_is_a_secret() -> None:
    assert find_secrets(("x" * 40, "placeholder", "ollama", "", "Your-API-Key")) == ()
    assert find_secrets(("abcd-efgh-ijkl", LONG)) == (LONG, "abcd-efgh-ijkl")
    assert find_secrets(("abcdefghijk",)) == ()
    server = Server("http://me:pass-word-1234@h/v1", LONG, "h", 1.0, secrets=("token-123456",))
    assert set(server.known_secrets) == {LONG, "pass-word-1234", "token-123456"}


def test_redacting_leaves_other_text_alone() -> None:
    text = 'é "quoted" \\u0041 \\ text'
    assert redact(text, (LONG,)) == text
    assert redact(f"a {LONG} b", (LONG,)) == "a [key] b"
    assert redact_all({"a": [LONG, 1, None, {"b": LONG}]}, (LONG,)) == {
        "a": ["[key]", 1, None, {"b": "[key]"}]
    }
