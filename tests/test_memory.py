"""What a model remembers with memory=chat: its own questions and answers, also after a kill."""

from pathlib import Path
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.llm.memory import list_exchanges
from engine.match import Match
from engine.play import ask_until_legal
from engine.players.factory import create_player
from engine.players.spec import parse_spec
from engine.seat import Seat
from tests.chat_server import ChatServer, said, serving
from tests.samples.decrypto import SAMPLE as DECRYPTO

FIRST = '{"thoughts": "one", "words": ["orchard", "kettle", "violin"]}'
REFUSED = '{"thoughts": "two", "words": ["orchard", "orchard", "orchard"]}'
GAME = DECRYPTO.game({})
OPENING = Match(GAME, "models").view(Seat(0))


def _seat(calls: Path, memory: str, made: list[Any]) -> Any:
    spec = parse_spec(f"llm:model-1,memory={memory}", DECRYPTO.definition)
    common = (spec, DECRYPTO.definition, GAME, Seat(0), "s")
    count = made.__len__
    return create_player(*common, calls=calls, count_moves=count, settings=load_settings())


@pytest.mark.parametrize(("memory", "remembers"), [("chat", True), ("none", False)])
async def test_a_chat_has_the_moves_and_not_the_mistakes(
    memory: str, *, remembers: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat, calls = ChatServer([said(REFUSED), said(FIRST), said(FIRST), said(FIRST)]), tmp_path / "c"
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    with serving(chat) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        made: list[Any] = []
        for _ in range(2):  # the second player goes on after a kill
            player = _seat(calls, memory, made)
            made.append(await ask_until_legal(GAME, player, OPENING))
            made.append(await ask_until_legal(GAME, player, OPENING))
        assert [attempts for _, attempts in made] == [2, 1, 1, 1]
    asked = [question["messages"] for question in chat.questions]
    assert [one["role"] for one in asked[0]] == ["system", "user"]
    for number, messages in enumerate(asked[2:], 1):
        after = ["user", "assistant"] * (number if remembers else 0)
        assert [one["role"] for one in messages] == ["system", *after, "user"]
        assert messages[-1] == asked[0][-1]
        for message in messages[1:-1]:
            assert message["content"] in (FIRST, asked[0][-1]["content"])
    lines = calls.read_text().splitlines()
    found = list(list_exchanges(lines, GAME.seats[0], remembers=remembers))
    question = asked[0][-1]["content"]
    assert found == [(number, (question, FIRST)) for number in (1, 2, 3, 4)]
