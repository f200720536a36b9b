"""Finding the move in what models say, and never one that is not there."""

from collections.abc import Iterable
from itertools import permutations
from typing import Any, Literal

import pytest

from engine.errors import Unreadable
from engine.frozen_model import FrozenModel
from engine.games.decrypto.moves import Guess, Hint
from engine.llm.reply import LooseReply, parse_move
from engine.llm.schema import build_answer_schema


@pytest.mark.parametrize(
    "text",
    [
        '{"thoughts": "no", "code": [3, 1, 4]}',
        '{"code": ["3", "1", "4"]}',
        '{"code": "3-1-4"}',
        '{"code": "314"}',
        '{"code": 314}',
        '{"Code": [3, 1, 4]}',
        '{"guess": [3, 1, 4]}',
        '{"Guess": {"code": [3, 1, 4]}}',
        '{"move": {"code": [3, 1, 4]}}',
        '{"thoughts": "two\nlines", "code": [3, 1, 4]}',
        'Sure!\n```json\n{"code": [3, 1, 4]}\n```\nGood luck.',
        'First {"code": [1, 2, 3]}, no: {"code": [3, 1, 4]}',
        '{"code": [3, 1, 4]} and {"note": "done"}',
        '{"a": {"code": [1, 2, 3]}, "code": [3, 1, 4]}',
        '<think>{"code": [1, 2, 3]}</think>{"code": [3, 1, 4]}',
        'hm {"code": [1, 2, 3]}</think>\n{"code": [3, 1, 4]}',
        '{"code": [3, 1, 4]}<think>or {"code": [1, 2, 3]}',
        "**[3, 1, 4]**",
        "My guess is **3-1-4**.",
        "I say 3, 1, 4",
        "3 1 4",
        "314",
        '{"code": [3, 1, 4]',
        "{code} is 3-1-4, so: 3-1-4",
    ],
)
def test_a_guess_is_found(text: str) -> None:
    assert parse_move((Guess,), text) == Guess(code=(3, 1, 4))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "no idea",
        "1, 2, 3, 4",
        "1-2-3-4",
        "Either 1-2-3 or 3-1-4.",
        "Not 1-2-3; 2. 3-1",
        "Not 1-2-3, I think.",
        "31 4",
        "In 314 games",
        "12-3-4",
        '{"code": [3, 1]}',
        '{"code": [3, 1, 4, 2]}',
        '{"code": null}',
        '{"code": 3.5}',
        '{"code": ' + "9" * 5000 + "}",
        '{"code": [3, 1, "x"]} 3-1-4',
        '{"thoughts": "3-1-4"}',
        "<think>3-1-4",
    ],
)
def test_no_guess_is_made_up(text: str) -> None:
    with pytest.raises(Unreadable, match=r"^The model's answer holds no move\.$") as caught:
        parse_move((Guess,), text)
    assert caught.value.private.endswith("with the keys thoughts, code.")


@pytest.mark.parametrize(
    "text",
    [
        '{"words": ["red", "ice cream", "x"]}',
        '{"hints": ["red", "ice cream", "x"]}',
        '{"Hint": ["red", "ice cream", "x"]}',
        'The hints: ["red", "ice cream", "x"]',
        '{"words": [" red\\u001b[31m", "ice \\u202ecream\\u200b", "\\u0007x\\ud800"]}',
    ],
)
def test_hints_are_found_and_clean(text: str) -> None:
    assert parse_move((Hint,), text) == Hint(words=("red", "ice cream", "x"))


def test_markup_stays_text() -> None:
    found = parse_move((Hint,), '{"words": ["[red]a[/]", "<b>b</b>", "$c"]}')
    assert found == Hint(words=("[red]a[/]", "<b>b</b>", "$c"))


class Say(FrozenModel):
    text: str
    loud: bool = False


class Accuse(FrozenModel):
    who: int


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ('{"thoughts": "", "move": {"kind": "Say", "text": "hi\\u0007"}}', Say(text="hi")),
        ('{"kind": "accuse", "who": 2}', Accuse(who=2)),
        ('{"Accuse": {"who": 2}}', Accuse(who=2)),
        ('{"who": 2}', Accuse(who=2)),
        ('{"text": "hi", "loud": true}', Say(text="hi", loud=True)),
    ],
)
def test_one_of_several_kinds_is_found(text: str, move: object) -> None:
    assert parse_move((Say, Accuse), text) == move


@pytest.mark.parametrize("text", ['{"kind": "Sing"}', '{"a": 1}', '["hi"]', "2"])
def test_none_of_several_kinds_is_made_up(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_move((Say, Accuse), text)
    assert "keys thoughts, move" in caught.value.private
    with pytest.raises(Unreadable) as caught:
        parse_move((Say, Accuse), text, thoughts=False)
    assert caught.value.private.endswith("with one of the keys Say, Accuse.")


def test_a_schema_has_nothing_that_strict_servers_do_not_know() -> None:
    for kinds in ((Hint,), (Guess,), (Say, Accuse)):
        schema = build_answer_schema(kinds)
        assert schema["type"] == "object"
        for node in _objects(schema):
            assert not {"$ref", "$defs", "prefixItems", "default", "title"} & node.keys()
            assert not {"minLength", "maxLength", "uniqueItems"} & node.keys()
            if node.get("type") == "object":
                assert node["additionalProperties"] is False
                assert node["required"] == list(node["properties"])
    code = build_answer_schema((Guess,))["properties"]["code"]
    legal = ["-".join(map(str, code)) for code in permutations((1, 2, 3, 4), 3)]
    assert code == {"type": "string", "enum": legal}
    kinds = build_answer_schema((Say, Accuse))["properties"]["move"]["anyOf"]
    assert [kind["properties"]["kind"]["enum"] for kind in kinds] == [["Say"], ["Accuse"]]


def _objects(node: Any) -> Iterable[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for part in node.values():
            yield from _objects(part)


class Found(FrozenModel):
    """An item of a loose reply."""

    number: int
    kind: Literal["broad", "detailed"]
    true: bool
    text: str


class Reading(LooseReply):
    """A loose reply."""

    found: tuple[Found, ...]
    words: tuple[str, ...]
    note: str = ""


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ('{"found": [], "words": "bee", "note": 7}', Reading(found=(), words=("bee",))),
        ('{"found": [], "words": ["bee", 3, null, {"a": 1}]}', Reading(found=(), words=("bee",))),
        (
            '{"found": {"number": "2", "kind": " Broad.", "true": "false", "sure": 0.9}, '
            '"words": [], "more": []}',
            Reading(found=(Found(number=2, kind="broad", true=False, text=""),), words=()),
        ),
        (
            '{"found": [{"number": 1, "kind": "loud", "true": true}, "x", '
            '{"number": 2.0, "kind": "detailed", "true": true, "text": "flies"}], "words": []}',
            Reading(found=(Found(number=2, kind="detailed", true=True, text="flies"),), words=()),
        ),
    ],
)
def test_what_can_be_used_of_a_loose_reply_counts(text: str, known: Reading) -> None:
    assert parse_move((Reading,), text) == known


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{}", "found is missing"),
        ('{"words": []}', "found is missing"),
        ('{"found": [], "words": null}', "words must be a list of texts"),
        ('{"found": [], "words": [3]}', "words.1 must be text"),
        ('{"found": ["x"], "words": []}', "found.1 must be a table"),
        ('{"found": [{"number": true, "kind": "broad", "true": 1}], "words": []}', "found.1"),
    ],
)
def test_a_loose_reply_without_anything_to_use_is_refused(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_move((Reading,), text)
    assert f"Reading.{why}" in caught.value.private
