"""The mock model server's values: pydantic judges whether a schema of its own allows them."""

import json
from enum import IntEnum
from random import Random
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, TypeAdapter

from engine.comet.fingerprint import MODULES
from engine.games.catalog import CATALOG
from engine.llm.reply import parse_move
from engine.llm.schema import build_answer_schema
from lab.mock.answer_form import read_form
from lab.mock.chance import Chance
from lab.mock.schema_value import UnsupportedSchema, draw_value
from tests.single_questions import list_single_questions


class Pair(BaseModel, extra="forbid"):
    left: Annotated[str, Field(min_length=3, max_length=8)]
    right: int | None


class Tree(BaseModel, extra="forbid"):
    name: str
    children: list["Tree"]
    pair: Pair | None = None


class Kind(IntEnum):
    ONE = 1
    TWO = 2


TYPES: dict[str, Any] = {
    "integer": int,
    "bounded": Annotated[int, Field(ge=7, le=9)],
    "wide": Annotated[int, Field(ge=-1000, le=100_000)],
    "from": Annotated[int, Field(ge=250)],
    "below": Annotated[int, Field(lt=-3)],
    "between": Annotated[int, Field(gt=3, lt=5)],
    "multiple": Annotated[int, Field(ge=1, le=40, multiple_of=7)],
    "number": float,
    "fraction": Annotated[float, Field(gt=0, lt=0.004)],
    "quarter": Annotated[float, Field(ge=0, le=1, multiple_of=0.25)],
    "boolean": bool,
    "nothing": None,
    "text": str,
    "short": Annotated[str, Field(min_length=1, max_length=2)],
    "long": Annotated[str, Field(min_length=200, max_length=210)],
    "pattern": Annotated[str, Field(pattern=r"^[a-e]\w*$")],
    "no blanks": Annotated[str, Field(pattern=r"^\S+$", max_length=5)],
    "choice": Literal["a", "b", 3],
    "constant": Literal["only"],
    "enumeration": Kind,
    "either": int | list[bool] | None,
    "list": list[str],
    "full list": Annotated[list[Annotated[int, Field(ge=1, le=4)]], Field(min_length=3)],
    "few": Annotated[list[str], Field(max_length=1)],
    "none": Annotated[list[str], Field(max_length=0)],
    "tuple": tuple[int, str, Literal["x"]],
    "set": Annotated[set[Literal["a", "b", "c"]], Field(min_length=3)],
    "words": Annotated[set[str], Field(min_length=5, max_length=5)],
    "object": Pair,
    "objects": Annotated[list[Pair], Field(min_length=2, max_length=3)],
    "recursive": Tree,
    "codes": Literal[tuple("1234")],
}


@pytest.mark.parametrize("name", TYPES)
def test_values_are_what_their_schema_allows(name: str) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(TYPES[name])
    schema = adapter.json_schema()
    drawn = []
    for seed in range(40):
        value = draw_value(schema, Chance("m", Random(seed)))
        assert value == draw_value(schema, Chance("m", Random(seed)))
        drawn.append(json.dumps(value))
        adapter.validate_json(drawn[-1], strict=True)
    constant = {"nothing", "constant", "none", "between"}
    assert (len(set(drawn)) > 1) == (name not in constant)


PLAIN: dict[str, tuple[Any, set[str]]] = {
    "codes": ({"enum": [[1, 2, 3], [3, 2, 1]]}, {"[1, 2, 3]", "[3, 2, 1]"}),
    "different": (
        {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2, "uniqueItems": True},
        {'["a", "b"]', '["b", "a"]'},
    ),
    "as many as there are": (
        {"type": "array", "items": {"enum": ["a"]}, "maxItems": 9, "uniqueItems": True},
        {'["a"]'},
    ),
    "types": ({"type": ["null", "boolean"]}, {"null", "true", "false"}),
    "one of": ({"oneOf": [{"const": 1}, {"const": 2}]}, {"1", "2"}),
    "one of, besides": (
        {
            "type": "object",
            "properties": {"a": {"const": 1}},
            "anyOf": [{"properties": {"b": {"const": 2}}}],
        },
        {'{"a": 1, "b": 2}'},
    ),
    "all of": (
        {
            "allOf": [{"$ref": "#/$defs/a"}, {"maximum": 6}],
            "$defs": {"a": {"type": "integer", "minimum": 5}},
        },
        {"5", "6"},
    ),
    "reference": (
        {"$ref": "#/$defs/a~1b/c", "$defs": {"a/b": {"c": {"const": "x"}}}},
        {'"x"'},
    ),
    "prefix": (
        {"type": "array", "prefixItems": [{"const": 1}, {"const": 2}], "items": False},
        {"[1, 2]"},
    ),
    "no type": ({"minimum": 2, "maximum": 2}, {"2.0"}),
}


@pytest.mark.parametrize("name", PLAIN)
def test_every_value_of_a_small_schema_is_drawn(name: str) -> None:
    schema, values = PLAIN[name]
    drawn = {json.dumps(draw_value(schema, Chance("m", Random(seed)))) for seed in range(60)}
    assert drawn == values


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"enum": []}, "empty enumeration"),
        ({"type": []}, "no JSON schema"),
        ({"type": "array", "minItems": {}}, "no JSON schema"),
        ({"anyOf": []}, "no alternatives"),
        ({"type": "tuple"}, "unknown type 'tuple'"),
        ({"$ref": "#/$defs/x"}, "lacks '#/\\$defs/x'"),
        ({"$ref": "#"}, "refers to itself"),
        ({"type": "integer", "minimum": 3, "maximum": 2}, "leave no whole number"),
        ({"type": "number", "minimum": 3, "maximum": 2}, "leave no number"),
        ({"type": "string", "pattern": "("}, "pattern '\\('"),
        ({"type": "string", "pattern": "^0{40}$"}, "No text was found"),
        ({"type": "array", "items": {"const": 1}, "minItems": 2, "uniqueItems": True}, "too few"),
        ({"type": "object", "properties": {"a": False}}, "allows no value"),
        ({"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]}, "no end"),
    ],
)
def test_a_schema_without_a_value_is_explained(schema: Any, why: str) -> None:
    with pytest.raises(UnsupportedSchema, match=why):
        draw_value(schema, Chance("m", Random(1)))


def list_kinds() -> list[type[Any]]:
    """Every move, answer and reply that a model may be asked for."""
    kinds = [kind for game in CATALOG.values() for kind in game.move_types]
    for game in CATALOG.values():
        kinds += [one.answer_type for one in list_single_questions(game.list_questions())]
    return [*kinds, *(module.reply for module in MODULES)]


@pytest.mark.parametrize("kind", list_kinds(), ids=lambda kind: kind.__name__)
def test_every_question_of_ours_has_a_schema_that_can_be_answered(kind: type[Any]) -> None:
    schema = build_answer_schema([kind])
    for seed in range(20):
        value = draw_value(schema, Chance("m", Random(seed)))
        assert value["thoughts"] == "Rehearsed by m."
        assert isinstance(parse_move([kind], json.dumps(value)), kind)


@pytest.mark.parametrize(
    ("form", "values"),
    [
        ('{"line": "..."}', {"line": ["."]}),
        ('{"words": ["first hint", "..."], "sure": true}', {"sure": [True, False]}),
        ('{"code": [number of the hint, number of the other]}', {"code": [[1, 2], [2, 1]]}),
        ('{"card": "letter"}', {"card": ["A", "B"]}),
        ('{"card": "<letter of the card>"}', {"card": ["A", "B"]}),
        ('{"seat": "NAME", "side": "undecided"}', {"seat": ["p2", "p4"], "side": ["undecided"]}),
        ('{"move": {"kind": "Say"}}', {"move": [{"kind": "Say"}]}),
        ('{"card": "letter"}\n{"side": "mine"}', {"card": ["A", "B"], "side": ["mine"]}),
    ],
)
def test_a_form_is_read_as_a_schema(form: str, values: dict[str, list[Any]]) -> None:
    text = "In the game: p1, p2 and p4.\n\nThe cards A and B.\n\nVote for p2 or p4."
    found: dict[str, list[Any]] = {}
    for seed in range(200):
        schema = read_form(f"Answer with one object:\n{form}", text)
        assert schema is not None
        for name, value in draw_value(schema, Chance("m", Random(seed))).items():
            found.setdefault(name, []).append(value)
    for name, allowed in values.items():
        if allowed == ["."]:
            assert all(str(one).endswith(".") for one in found[name])
        elif name == "code":
            assert all(len({*one}) == 2 and {*one} <= {1, 2, 3, 4} for one in found[name])
        else:
            assert {json.dumps(one) for one in found[name]} == {json.dumps(one) for one in allowed}


def test_a_prompt_without_a_form_has_no_schema() -> None:
    for text in ("", "Say something.", "{", "{not: json", '{"a": }', "{}{"):
        assert read_form(text, "Hello.") is None
