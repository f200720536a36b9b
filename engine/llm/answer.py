"""Finding the move in what a model said: the last JSON object that is one wins."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.llm.complaints import NoMove
from engine.llm.lenient import plain, values
from engine.llm.prompt import Names
from engine.llm.schema import KIND, MOVE, NO_NAMES, THOUGHTS, fields_schema
from engine.moves import BadMove, decode
from engine.text import clean

ENDED = re.compile(
    r"</(think|thinking|thought|thoughts|reasoning|reflection|scratchpad|seed:think)>|"
    r"\[/THINK\]|◁/think▷|<\|end_of_thought\|>|<\|channel\|>final<\|message\|>",
    re.IGNORECASE,
)
"""Where reasoning ends that a server left in the answer; templates may swallow its start."""
UNENDED = re.compile(
    r"<(think|thinking|thought|thoughts|reasoning|reflection|scratchpad|seed:think)>|"
    r"\[THINK\]|◁think▷|<\|begin_of_thought\|>|<\|channel\|>(analysis|commentary)<\|message\|>",
    re.IGNORECASE,
)
"""Where reasoning starts that was never finished."""
WRAPPERS = (
    MOVE,
    *("answer", "response", "result", "output", "final", "final_answer", "action", "data"),
    *("arguments", "parameters", "args", "input", "function", "function_call", "tool_call", "json"),
)
"""Keys under which models put an answer once more, as they do when they call functions."""
FIELD = 2_000
"""The most characters of a field: more than any game allows, so that none is cut to fit."""
DEEPEST = 4
"""How many such keys may lie in one another."""
DIGITS = re.compile(r"(?<!\d)\d(?:( - |, ?|[- \u2013/])\d(?:\1\d)*)?(?!\d)")
"""A row of single digits with one and the same separator: 3-1-4."""


def spoken(text: str) -> str:
    """What a model said aloud: its answer without reasoning in tags."""
    ends = [tag.end() for tag in ENDED.finditer(text)]
    aloud = text[ends[-1] :] if ends else text
    start = UNENDED.search(aloud)
    return aloud[: start.start() if start else None].strip()


def thought(text: str) -> str:
    """What a model thought in tags before its answer, where the server left that in."""
    ends = [tag.end() for tag in ENDED.finditer(text)]
    if ends:
        return text[: ends[-1]].strip()
    start = UNENDED.search(text)
    return text[start.start() :].strip() if start else ""


def read_answer(
    kinds: Sequence[type[Any]], text: str, names: Names = NO_NAMES, *, thoughts: bool = True
) -> Any:  # noqa: ANN401
    """The move in an answer; its strings are clean.

    Taken is the last JSON object that is a move, in prose, code fences or alone.
    Where the only kind of move is one list, the last JSON list will do, and of a
    list of digits also the only such row (3-1-4), if the text ends with it.

    Args:
        kinds: The kinds of move that are invited.
        text: What the model said.
        names: For a field the words that stand for its value: `B`, or `Card B`.
        thoughts: Were thoughts asked for beside the move, as models are?

    Raises:
        NoMove: If there is no move in it. Its message quotes nothing; what
            exactly was wrong is its private part, meant for the model.
    """
    text = plain(spoken(text))
    wrong = ""
    for data in reversed(list(values(text, "{"))):
        try:
            return _move(kinds, data, names)
        except BadMove as error:
            wrong = wrong or str(error)
    if not wrong and len(kinds) == 1 and len(fields := fields_schema(kinds[0])) == 1:
        ((name, shape),) = fields.items()
        lists = list(reversed(list(values(text, "[")))) or _rows(text, shape)
        for data in lists:
            try:
                return _move(kinds, {name: data}, names)
            except BadMove as error:
                wrong = wrong or str(error)
    raise NoMove(
        "The model's answer holds no move.",
        private=f"No move could be read from that answer{f' ({wrong})' if wrong else ''}. "
        f"Answer with one JSON object with {_keys(kinds, thoughts=thoughts)}.",
    )


def _keys(kinds: Sequence[type[Any]], *, thoughts: bool) -> str:
    """The keys of the object that was asked for, in words."""
    if len(kinds) > 1 and not thoughts:
        return f"one of the keys {', '.join(kind.__name__ for kind in kinds)}"
    keys = [MOVE] if len(kinds) > 1 else list(fields_schema(kinds[0]))
    if thoughts:
        keys.insert(0, THOUGHTS)
    return f"the key{'s' if len(keys) > 1 else ''} {', '.join(keys)}"


def _rows(text: str, shape: dict[str, Any]) -> list[list[int]]:
    """The row of as many digits as a list of this shape takes, if the text has one and ends so."""
    if shape.get("items") != {"type": "integer"}:
        return []
    if re.fullmatch(r"\W*\d+\W*", text, re.ASCII):  # nothing but 314
        found = [text]
    else:
        found = [row[0] for row in DIGITS.finditer(text)]
    rows = [[int(digit) for digit in re.findall(r"\d", row, re.ASCII)] for row in found]
    fitting = [row for row in rows if len(row) == shape.get("maxItems")]
    if any(row != fitting[0] for row in fitting) or rows[-1:] != fitting[-1:]:
        return []
    return fitting[-1:] if re.search(r"\d\W*\Z", text, re.ASCII) else []


def _move(kinds: Sequence[type[Any]], data: Any, names: Names, depth: int = 0) -> Any:  # noqa: ANN401
    """The move that an object means, in any of the forms that models give it.

    Raises:
        BadMove: If it means none.
    """
    if not isinstance(data, dict):
        raise BadMove("a move is an object")
    known = {str(key).strip(" *_`:").casefold(): value for key, value in data.items()}
    for kind in kinds:
        if isinstance(inner := known.get(kind.__name__.casefold()), dict):
            return _move((kind,), inner, names)
    named = str(known.get(KIND, "")).strip().casefold()
    meant = [kind for kind in kinds if kind.__name__.casefold() == named] or [
        kind for kind in kinds if known.keys() >= fields_schema(kind).keys()
    ]
    if len(meant) != 1 and depth < DEEPEST:
        for inner in filter(None, (_wrapped(known.get(key)) for key in WRAPPERS)):
            return _move(kinds, inner, names, depth + 1)
    if len(meant) != 1 and len(kinds) > 1:
        raise BadMove(f"{KIND} is one of {', '.join(kind.__name__ for kind in kinds)}")
    kind = meant[0] if meant else kinds[0]
    return decode((kind,), {kind.__name__: _fields(kind, known, names)})


def _wrapped(value: object) -> dict[str, Any] | None:
    """An object under the key of a wrapper: itself, as text, or alone in a list."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value, strict=False)
        except (ValueError, RecursionError):
            return None
    if isinstance(value, list) and len(value) == 1:
        (value,) = value
    return value if isinstance(value, dict) else None


def _fields(kind: type[Any], known: dict[str, Any], names: Names) -> dict[str, Any]:
    """The fields of a move among the keys of an object; an only field may bear the kind's name."""
    shapes = fields_schema(kind)
    found = {name: known[name.casefold()] for name in shapes if name.casefold() in known}
    if len(shapes) == 1 and not found:
        name, called = next(iter(shapes)), kind.__name__.casefold()
        for other in (called, called + "s", called + "es", "answer", MOVE):
            if other in known:
                found = {name: known[other]}
                break
    return {
        name: _meant(name, _cleaned(value), names[name])
        if name in names
        else _listed(_cleaned(value), shapes[name])
        for name, value in found.items()
    }


def _meant(field: str, value: Any, known: Mapping[str, str]) -> str:  # noqa: ANN401
    """What a name stands for: the whole value is one, or its last word is.

    Raises:
        BadMove: If it is none of those known.
    """
    words = re.findall(r"\w+", value) if isinstance(value, str) else []
    called = {name.casefold(): name for name in known}
    if words and (name := called.get(words[-1].casefold())):
        return known[name]
    raise BadMove(f"{field} is one of {', '.join(known)}")


def _listed(value: Any, shape: dict[str, Any]) -> Any:  # noqa: ANN401
    """A list of digits that came as text, or as one number."""
    if shape.get("items") == {"type": "integer"} and isinstance(value, str | int):
        return next(iter(_rows(str(value), shape)), value)
    return value


def _cleaned(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, str):
        return clean(value, FIELD)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {clean(str(key)): _cleaned(item) for key, item in value.items()}
    return value
