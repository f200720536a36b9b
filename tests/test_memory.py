"""What a model remembers with memory=chat: its own questions and answers, also after a kill."""

from pathlib import Path
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.llm.memory import MAX_ANSWER_CHARS, join_exchange, list_exchanges
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


LONG = f'{{"thoughts": "{"why " * 2_000}", "words": ["orchard", "kettle", "violin"]}}'


@pytest.mark.parametrize(("memory", "remembers"), [("chat", True), ("none", False)])
async def test_a_chat_has_all_that_was_said_also_after_a_kill(
    memory: str, *, remembers: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said_in_turn = [REFUSED, "nothing", f"<think>so</think>{LONG}", FIRST, FIRST, FIRST]
    chat, calls = ChatServer(list(map(said, said_in_turn))), tmp_path / "c"
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    with serving(chat) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        made: list[Any] = []
        for _ in range(2):  # the second player goes on after a kill
            player = _seat(calls, memory, made)
            made.append(await ask_until_legal(GAME, player, OPENING))
            made.append(await ask_until_legal(GAME, player, OPENING))
        assert [attempts for _, attempts in made] == [3, 1, 1, 1]
    asked = [question["messages"] for question in chat.questions]
    assert [one["role"] for one in asked[0]] == ["system", "user"]
    if remembers:
        for number, messages in enumerate(asked):  # each begins with all of the one before
            assert messages[: len(asked[number - 1])] == asked[number - 1] or not number
            answers = [one["content"] for one in messages if one["role"] == "assistant"]
            shown = [one.replace("<think>", " ").replace("</think>", " ") for one in said_in_turn]
            assert answers == shown[:number]  # no control tokens
    else:
        assert [len(messages) for messages in asked] == [2, 4, 4, 2, 2, 2]
    assert asked[3][-1] == asked[4][-1] == asked[5][-1] == asked[0][-1]
    lines = calls.read_text().splitlines()
    found = list(list_exchanges(lines, GAME.seats[0], remembers=remembers))
    legal = [(3, said_in_turn[2]), *((number, FIRST) for number in (4, 5, 6))]
    told = list(enumerate(said_in_turn, 1)) if remembers else legal
    assert [exchange[1] for _, exchange in found] == [answer for _, answer in told]
    assert [move for move, _ in found] == ([1, 1, 1, 2, 3, 4] if remembers else [1, 2, 3, 4])
    asked_for = {exchange[0] for move, exchange in found if move > 1}
    assert asked_for == {asked[0][-1]["content"]}


def test_of_an_endless_answer_the_end_is_remembered() -> None:
    question, answer = join_exchange({"role": "user", "content": "?"}, "a" * 300_000 + "the end")
    assert question == "?"
    assert len(answer) == MAX_ANSWER_CHARS
    assert answer.endswith("the end")


def test_pictures_are_not_remembered() -> None:
    parts = [
        {"type": "text", "text": "one"},
        {"type": "image_url", "sha256": "00ff", "bytes": 7},
        {"type": "text", "text": "two"},
    ]
    assert join_exchange({"role": "user", "content": parts}, "A") == ("one\n\ntwo", "A")
