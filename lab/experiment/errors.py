"""Turn errors of TOML and pydantic into messages about an experiment file.

A message names the line or the key, what is allowed there, and the closest valid name.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from tomllib import TOMLDecodeError
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from engine.suggestion import explain_unknown
from engine.text import clean

PLACE = re.compile(r"(?P<what>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)", re.DOTALL)
"""Matches tomllib's description of an error's position."""
GIVEN_TWICE = ("Cannot overwrite a value", "Cannot declare", "Cannot mutate", "Cannot redefine")
"""The beginnings of tomllib's messages about keys that are defined twice."""
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "string": "a text in quotes",
    "bool": "true or false",
    "tuple": "a list in brackets",
    "dict": "a table",
    "model": "a table",
    "mapping": "a table",
}
"""By first word of pydantic's error type: the expected value."""
BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "too_short": ("min_length", "a list of at least"),
}
MAX_SHOWN = 40
"""Characters of a value or line that are quoted."""


def explain_syntax(text: str, error: TOMLDecodeError) -> str:
    """Explain a TOML syntax error: the place, and the text there."""
    found = PLACE.fullmatch(str(error))
    if found is None:
        return f"{clean(str(error))}."
    number, column = int(found["line"]), int(found["column"])
    line = clean(text.split("\n")[number - 1].strip())
    shown = line if len(line) <= MAX_SHOWN else f"{line[:MAX_SHOWN]}..."
    what = f"{found['what'][:1].lower()}{found['what'][1:]}"
    if found["what"].startswith(GIVEN_TWICE):
        what = "this name is given a second time"
    return f"line {number}, column {column}: {what}: {shown}"


def explain_mistake(model: type[BaseModel], data: Mapping[str, Any], error: ValidationError) -> str:
    """Explain the first error: the key, what is allowed, the nearest match.

    Args:
        model: The model of the whole experiment.
        data: The content of the file.
        error: The validation error.
    """
    first, *others = error.errors(include_url=False)
    where = _find_keys(first, data)
    place = ".".join(where)
    kind = first["type"]
    if kind == "extra_forbidden":
        known = _list_keys(model, where[:-1])
        return f"{'.'.join(where[:-1]) or 'the top level'}: " + explain_unknown(
            "key", where[-1], known
        )
    if kind == "missing":
        return f"{place} is missing."
    if place == "name" and kind == "string_pattern_mismatch":
        return "name: it has lower-case letters, digits and hyphens only, at most 60."
    if kind == "literal_error":
        return f"{place}: {_explain_choice(first)}"
    same = [one for one in others if _find_keys(one, data) == where]
    wanted = list(dict.fromkeys(filter(None, map(_describe_wanted, (first, *same)))))
    if wanted:
        return f"{place}: it is {' or '.join(wanted)}, not {_show(first['input'])}."
    why = str(first["msg"]).removeprefix("Value error, ")
    end = "" if why.endswith((".", "?")) else "."
    return f"{place}: {why}{end}" if where else f"{why}{end}"


def _find_keys(error: ErrorDetails, data: Any) -> list[str]:  # noqa: ANN401
    """Find the keys that lead to an error; indices count from 1, pydantic's own words go."""
    keys: list[str] = []
    for part in error["loc"]:
        if isinstance(part, int):
            keys.append(str(part + 1))
            data = data[part] if isinstance(data, list) and part < len(data) else None
        elif isinstance(data, Mapping) and part in data:
            keys.append(part)
            data = data[part]
        elif error["type"] == "missing":
            keys.append(part)
    return keys


def _describe_wanted(error: ErrorDetails) -> str:
    """Describe the expected value; empty if the message already does."""
    if error["type"] in BOUNDS:
        name, words = BOUNDS[error["type"]]
        return f"{words} {error['ctx'][name]:,}"
    return KINDS.get(error["type"].partition("_")[0], "") if _is_about_type(error) else ""


def _is_about_type(error: ErrorDetails) -> bool:
    return error["type"].endswith(("_type", "_parsing", "_from_float", "_attributes_type"))


def _explain_choice(error: ErrorDetails) -> str:
    allowed = error["ctx"]["expected"]
    near = get_close_matches(str(error["input"]), re.findall("'(.*?)'", allowed), 1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    return f"it is {allowed}, not {_show(error['input'])}.{guess}"


def _show(value: object) -> str:
    """Format a value as in TOML, shortened."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    shown = str(value).lower() if isinstance(value, bool) else clean(repr(value))
    return shown if len(shown) <= MAX_SHOWN else f"{shown[:MAX_SHOWN]}..."


def _list_keys(model: type[BaseModel], where: list[str]) -> tuple[str, ...]:
    """List the keys that the table at `where` takes."""
    for key in where:
        field = next(
            (f for name, f in model.model_fields.items() if (f.alias or name) == key), None
        )
        kinds = (field.annotation, *get_args(field.annotation)) if field else ()
        model = next(
            (one for one in kinds if isinstance(one, type) and issubclass(one, BaseModel)), model
        )
    return tuple(field.alias or name for name, field in model.model_fields.items())
