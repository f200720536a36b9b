"""Loose JSON is read in one pass, however hostile the text, and never recurses."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Unreadable
from engine.llm.json_scanner import NestedTooDeep, Scanner, find_values
from engine.llm.nesting import MAX_DEPTH
from engine.llm.reply import parse_move
from tests.test_llm_answers import Pick

OBJECTS: dict[str, list[Any]] = {
    '{"a": 1}': [{"a": 1}],
    'Well: {"a": 1} or {"b": [2]}.': [{"a": 1}, {"b": [2]}],
    '{"a": {"b": 2}}': [{"a": {"b": 2}}],
    '[{"a": 1}, {"b": 2}]': [{"a": 1}, {"b": 2}],
    '{"a": [1, 2,],}': [{"a": [1, 2]}],
    "{'a': True, 'b': None, 'c': 'it\\'s \"so\"'}": [{"a": True, "b": None, "c": 'it\'s "so"'}],
    "{“a”: “b”, \u2018c\u2019: \u2018d\u2019}": [{"a": "b", "c": "d"}],
    '{a: "b", c_d: null}': [{"a": "b", "c_d": None}],
    '{"a": 1, // one\n "b": /* two */ 2}': [{"a": 1, "b": 2}],
    '{"a": "http://x//y"}': [{"a": "http://x//y"}],
    '{"a": "b"': [{"a": "b"}],
    '{"a": ["b", {"c": "d"': [{"a": ["b", {"c": "d"}]}],
    '```json\n{"a": ["b"]\n```': [{"a": ["b"]}],
    '**{"a": "b"**': [{"a": "b"}],
    '{"a": true': [{"a": True}],
    '{"a": 12': [{"a": 12}],
    "{I use {braces} and [brackets]} {'a': 1}": [{"a": 1}],
    '{"a": "x {"b": ["c"]}': [{"b": ["c"]}],
    '{"a": [1 2]} {"b": 3}': [{"b": 3}],
    '{"a": 1]} {"b": 3}': [{"b": 3}],
    '{"a" "b"} {"c": "d"': [{"c": "d"}],
    '{"a": "b", "c': [],
    '{"a": "b", "c"': [],
    '{"a": "b", "c":': [],
    '{"a": "b",': [],
    '{"a": 1.': [],
    '{"a": 1,, "b": 2}': [],
    '{, "a": 1}': [],
    '{"a": maybe}': [],
    '{"a": /* not closed': [],
    "{1: 2}": [],
    "{": [],
    "": [],
}
"""What is found in a text."""
HOSTILE = {
    "brackets": "[",
    "braces": "{",
    "lists": "[1,",
    "objects": '{"a":',
    "objects in lists": '[{"a":',
    "objects with more": '{"a":1,',
    "quotes": '{"',
    "single quotes": "{'",
    "curly quotes": "{“",
    "escapes": '{"\\',
    "comments": "{/*",
    "comments to the end": "{//",
    "objects in strings": '{"x":"{a:[1,2,3],b:[1,2,3],", ',
    "strings in strings": "{'x':\"{'y':\\\"{",
    "closed objects": '{"a":1}',
    "loose objects": "{'a':1}",
    "commas": "{,",
    "words": "{a",
    "digits": "9",
}
"""Texts that are hard on a reader, when repeated."""


@pytest.mark.parametrize("text", OBJECTS)
def test_objects_are_found(text: str) -> None:
    assert find_values(text, "{") == OBJECTS[text]


@pytest.mark.parametrize(
    ("text", "lists"),
    [
        ("[1, 2] or [3]", [[1, 2], [3]]),
        ('{"a": [1], "b": [[2]]}', [[1], [[2]]]),
        ("[1, 2,]", []),
        ("['a']", []),
        ("[1, 2", []),
        ("[red] [1]", [[1]]),
    ],
)
def test_lists_are_strict(text: str, lists: list[Any]) -> None:
    assert find_values(text, "[") == lists


def test_a_number_at_the_end_counts_if_the_text_is_whole() -> None:
    for text in ('{"a": 1', '{"a": [1, 2', '{"a": -1.5'):
        assert find_values(text, "{")
        assert not find_values(text, "{", whole=False)
    assert find_values('{"a": 1\n', "{", whole=False) == [{"a": 1}]
    assert find_values('{"a": "1"', "{", whole=False) == [{"a": "1"}]


@pytest.mark.parametrize("opening", "{[")
@pytest.mark.parametrize("name", HOSTILE)
def test_the_work_grows_with_the_text(name: str, opening: str) -> None:
    """Each token is read at most twice, whatever the text and however long it is."""
    for chars in (5_000, 20_000, 200_000):
        scanner = Scanner((HOSTILE[name] * chars)[:chars])
        with suppress(NestedTooDeep):
            scanner.find_values(opening)
        assert scanner.tokens_read <= 2 * chars + 1_000


@pytest.mark.parametrize(
    ("start", "end"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"), ("{a:", "}")]
)
def test_no_depth_exhausts_the_stack(start: str, end: str) -> None:
    for levels in (MAX_DEPTH + 1, 3_000, 60_000):
        for text in (start * levels, f"{start * levels}1{end * levels}"):
            with pytest.raises(Unreadable, match="holds no move") as caught:
                parse_move((Pick,), f'{{"number": {text}')
            if levels <= 3_000:
                assert f"nested more than {MAX_DEPTH} levels deep" in caught.value.private


def test_json_in_a_string_may_not_be_deep_either() -> None:
    for levels in (MAX_DEPTH + 1, 3_000):
        inner = f'{{\\"number\\": {"[" * levels}{"]" * levels}}}'
        with pytest.raises(Unreadable, match="holds no move"):
            parse_move((Pick,), f'{{"answer": "{inner}"}}')
    assert parse_move((Pick,), '{"answer": "{\\"number\\": 3}"}') == Pick(number=3)


def test_a_move_after_something_deep_is_read() -> None:
    for deep in ("[" * 3_000, "[" * 3_000 + "]" * 3_000, '{"a":' * 3_000 + "1" + "}" * 3_000):
        assert parse_move((Pick,), f'{deep}\n\n{{"number": 3}}') == Pick(number=3)


def test_nesting_is_allowed_up_to_a_limit() -> None:
    for levels in (1, MAX_DEPTH - 1):
        assert len(find_values(f'{{"a": {"[" * levels}{"]" * levels}}}', "{")) == 1
        assert len(find_values(f"{{'a': {'[' * levels}{']' * levels}}}", "{")) == 1
    for quote in "\"'":
        with pytest.raises(NestedTooDeep):
            find_values(f"{{{quote}a{quote}: {'[' * MAX_DEPTH}{']' * MAX_DEPTH}}}", "{")


FRAGMENTS = (
    *(
        "{",
        "}",
        "[",
        "]",
        '"',
        "'",
        "“",
        "”",
        "\u2018",
        "\u2019",
        "\\",
        '\\"',
        "\\'",
        "\\u",
        ",",
        ":",
    ),
    *("//", "/*", "*/", "\n", " ", "`", "```", "```json\n", "*", "a", "true", "NaN", "null", "²"),
    *("0", "-", "1e", "1.5", "9" * 50, '"a"', '"a":', "'a':", '{"a":', "[1,", '{"x":"{', "}]"),
    *("{{", "}}", "&quot;", "> ", "<think>", "</think>", "\u200b", "\ud800", "\\ud800", "\x1b["),
    *('{"number": 3}', '{"answer": "{\\"number\\": 3}"}', '"thoughts": "', "1-2-3", "\u0661"),
)


@given(
    pieces=st.lists(st.sampled_from(FRAGMENTS), max_size=12),
    around=st.lists(st.sampled_from(FRAGMENTS), max_size=6),
    times=st.sampled_from((1, 3, 100, 2_000)),
    opening=st.sampled_from("{["),
    whole=st.booleans(),
)
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_in_time(
    pieces: list[str], around: list[str], times: int, opening: str, whole: bool
) -> None:
    """No text takes more tokens than twice its length, or raises another error."""
    text = "".join(around) + "".join(pieces) * times + "".join(reversed(around))
    scanner = Scanner(text, whole=whole)
    with suppress(NestedTooDeep):
        scanner.find_values(opening)
    assert scanner.tokens_read <= 2 * len(text) + 1_000
    with suppress(Unreadable):
        assert isinstance(parse_move((Pick,), text, whole=whole), Pick)


@pytest.mark.parametrize(
    "value",
    ["1" + "0" * 5_000, "-1" + "0" * 5_000, "1e5000", "NaN", "-Infinity", "1.5", '"\\ud800"',
     "[" * 3_000, "[" * 70 + "]" * 70, "9" * 4_301, "0." + "1" * 5_000, "true", "{}", "[[[3]]]",
     "null", '"²"', '{"' + "k" * 5_000 + '": 1}'],
)  # fmt: skip
def test_a_value_that_is_no_move_is_unreadable(value: str) -> None:
    texts = (f'{{"number": {value}}}', f"{{'number': {value},}}", f'{{"number": {value}', value)
    for text in (*texts, f'{{"{value[:9]}": {value}, "number": [{value}]}}'):
        with pytest.raises(Unreadable):
            parse_move((Pick,), text)
