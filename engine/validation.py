"""Say in one sentence what is wrong in values that a model refuses.

Everything that people and programs write is declared as a model: options, settings, moves,
experiments. `explain_mistake` is the only place that words pydantic's errors.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from engine.fields import describe_values, find_schema
from engine.suggestion import explain_unknown
from engine.text import clean

SHOWN = 60
"""The most characters of a value that a sentence quotes."""
EXPECTS = "Input should be "
"""The beginning of a validator's own message that says what is allowed."""


def explain_mistake(
    kind: type[BaseModel],
    error: ValidationError,
    data: Any = None,  # noqa: ANN401
    *,
    place: str = "",
    noun: str = "key",
    may_quote: Callable[[list[str], object], bool] = lambda *_: True,
) -> str:
    """Explain the first error: where, what is allowed, what was given, and the nearest name.

    Args:
        kind: The model of the whole value.
        error: The validation error.
        data: The value that was refused.
        place: What it belongs to, such as the kind of a move; empty for the top level.
        noun: What a field is called for whoever wrote it.
        may_quote: Whether a value at a path may be quoted; by default every value.

    Returns:
        A sentence, such as `lineups.only.2 must be a table, not 3.`
    """
    first, path = _choose_error(error, data)
    where = ".".join(filter(None, (place, *path)))
    if first["type"] == "extra_forbidden":
        above = ".".join(filter(None, (place, *path[:-1])))
        sentence = explain_unknown(noun, clean(path[-1], SHOWN), _list_keys(kind, path[:-1]))
        return f"{above}: {sentence}" if above else sentence
    if first["type"] == "missing":
        return f"{where} is missing."
    allowed, message = "", str(first["msg"]).removeprefix("Value error, ")
    if first["type"] != "value_error":
        allowed = describe_values(find_schema(kind, path))
    elif message.startswith(EXPECTS):
        allowed = message.removeprefix(EXPECTS)
    if not allowed:
        end = "" if message.endswith((".", "?")) else "."
        return f"{where}: {message}{end}" if where else f"{message}{end}"
    given = first["input"]
    if not may_quote(path, given):
        return f"{where} must be {allowed.rstrip('.')}."
    return f"{where} must be {allowed}, not {show_value(given)}.{_guess(kind, path, given)}"


def show_value(value: object) -> str:
    """Format a value that was given, shortened: texts in quotes, `true`, `a table`."""
    if isinstance(value, Mapping | BaseModel):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    shown = clean(repr(value[:SHOWN] if isinstance(value, str) else value))
    return shown if len(shown) <= SHOWN + 2 else f"{shown[:SHOWN]}..."


def _choose_error(error: ValidationError, data: object) -> tuple[ErrorDetails, list[str]]:
    """Choose the first error; of the alternatives for its value, the one that got furthest."""
    found = [(one, _find_path(one, data)) for one in error.errors(include_url=False)]
    _, start = found[0]
    same = [one for one in found if one[1][: len(start)] == start]
    return max(same, key=lambda one: len(one[1]))


def _find_path(error: ErrorDetails, data: Any) -> list[str]:  # noqa: ANN401
    """Find the keys that lead to an error; indices count from 1, pydantic's own words go."""
    path: list[str] = []
    for part in error["loc"]:
        if isinstance(part, int):
            path.append(str(part + 1))
            data = data[part] if isinstance(data, list | tuple) and part < len(data) else None
        elif isinstance(data, Mapping) and part in data:
            path.append(part)
            data = data[part]
        elif error["type"] == "missing":
            path.append(part)
    return path


def _guess(kind: type[BaseModel], path: list[str], given: object) -> str:
    choices = [str(one) for one in find_schema(kind, path).get("enum", ())]
    near = get_close_matches(str(given).lower(), choices, 1) if isinstance(given, str) else []
    return f" Did you mean {near[0]!r}?" if near else ""


def _list_keys(kind: type[BaseModel], path: list[str]) -> tuple[str, ...]:
    """List the keys that the table at a path takes."""
    return tuple(find_schema(kind, path).get("properties", ()))
