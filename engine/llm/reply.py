"""Find the move in a model's reply."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from engine.answer_placeholder import find_placeholder
from engine.control_token import remove_control_tokens
from engine.frozen_model import FrozenModel
from engine.llm.answer_errors import (
    AnswerCutOff,
    AnswerDeclined,
    AnswerEmpty,
    AnswerRepeats,
    AnswerTooLong,
    AnswerUnbounded,
    NoMove,
)
from engine.llm.calls_file import MAX_REPLY_CHARS
from engine.llm.invented_turns import cut_to_turn
from engine.llm.json_scanner import NestedTooDeep, find_values, unwrap_json
from engine.llm.reasoning import split_reasoning
from engine.llm.schema import NO_ALIASES, build_fields_schema
from engine.move_json import BadMove, decode_move
from engine.prompt import KIND, MOVE, THOUGHTS, Aliases
from engine.text import clean

WRAPPERS = (
    MOVE,
    *("answer", "response", "result", "output", "final", "final_answer", "action", "data"),
    *("arguments", "parameters", "args", "input", "function", "function_call", "tool_call", "json"),
)
"""Keys under which models wrap an answer, as in function calls."""


MAX_WRAPPERS = 4
"""Maximum number of nested keys of this kind."""


MAX_FIELD_CHARS = 2_000
"""Maximum length of a field in characters: more than any game allows, so that none is cut to
fit."""


ENDED = ("stop", "tool_calls", "function_call")
"""Why a model stops that has said all that it wanted."""


DIGIT_ROW = re.compile(r"(?<!\d)\d(?:( - |, ?|[- \u2013/])\d(?:\1\d)*)?(?!\d)")
"""Matches single digits with the same separator throughout: 3-1-4."""


type Fields = Mapping[type[Any], Mapping[str, Any]]
"""By kind of move that is invited: the JSON schema of each of its fields."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's reply, as the server sent it."""

    content: str
    """The answer; empty if there is none."""
    reasoning: str | None
    """The reasoning, if the server sends it separately."""
    refusal: str | None
    """Why the model declined, in its own words."""
    finish: str | None
    """Why the model stopped: `stop`, `length`, `content_filter` ...

    `repeats`, `bound` and `time` are ours, if a stream was cut.
    """
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None = None
    """The cost, if the server reports it."""
    tokens_cached: int | None = None
    """Tokens of the prompt that the server had cached, if it reports them."""
    tokens_reasoning: int | None = None
    """Tokens of reasoning in `tokens_out`, if the server reports them."""
    response_id: str | None = None
    served_model: str | None = None
    """The name of the model that answered, in the server's words."""
    fingerprint: str | None = None
    """The `system_fingerprint`: the server's name for its model and configuration."""


class LooseReply(FrozenModel):
    """An answer that is not a move, such as an opinion; it is parsed leniently.

    A single value is read as a list, and a choice may be written in any case. Invalid items of
    lists and unknown keys are ignored. A field with a default may be missing.
    """

    @cached_property
    def dropped(self) -> int:
        """The number of items of its lists that were invalid and left out; no part of the value."""
        return 0

    def count_dropped(self, said: Mapping[str, Any], read: Mapping[str, Any]) -> Self:
        """Count the items of lists that were said, and are not among those that were read."""
        kept = {name: value for name, value in read.items() if isinstance(value, list)}
        vars(self)["dropped"] = sum(
            (len(said[name]) if isinstance(said[name], list) else 1) - len(value)
            for name, value in kept.items()
            if name in said and said[name] != value
        )
        return self


def read_reply(
    kinds: Sequence[type[Any]], reply: Reply, aliases: Aliases, names: Sequence[str] = ()
) -> Any:  # noqa: ANN401
    """Find the move in a reply.

    Args:
        kinds: The allowed kinds of move.
        reply: The reply, not cleaned.
        aliases: Texts that the model may use instead of a field's value.
        names: The names of the seats, whose turns the model may invent.

    Raises:
        Unreadable: If the model declined, or its answer is empty, too long, cut off or without a
            move.
    """
    if reply.refusal or reply.finish == "content_filter":
        raise AnswerDeclined
    if reply.finish == "repeats":
        raise AnswerRepeats
    if reply.finish == "bound":
        raise AnswerUnbounded
    if reply.finish in ("length", "time"):
        raise AnswerCutOff
    if len(reply.content) > MAX_REPLY_CHARS:
        raise AnswerTooLong(MAX_REPLY_CHARS)
    thought, answer = split_reasoning(reply.content)
    if not answer:
        raise AnswerEmpty(thinking=bool(reply.reasoning or thought))
    return parse_move(kinds, reply.content, aliases, whole=reply.finish in ENDED, names=names)


def parse_move(
    kinds: Sequence[type[Any]],
    text: str,
    aliases: Aliases = NO_ALIASES,
    *,
    thoughts: bool = True,
    whole: bool = True,
    names: Sequence[str] = (),
) -> Any:  # noqa: ANN401
    """Find the move in a text; its strings are cleaned.

    The last JSON object that is a move counts, in prose, in a code fence or alone. If the only kind
    of move is one list, the last JSON list is accepted, too; for a list of digits, also the only
    such row (3-1-4) if the text ends with it.

    Args:
        kinds: The allowed kinds of move.
        text: The model's answer.
        aliases: By field: the texts that stand for its values, such as `B` or `Card B`.
        thoughts: Whether thoughts were asked for, too, as from models.
        whole: Whether the text is known to be complete, see `find_values`.
        names: The names of the seats, whose turns a model may invent.

    Raises:
        NoMove: If there is no move in it. The message quotes nothing; the private part tells the
            model the reason.
    """
    fields = {kind: build_fields_schema(kind) for kind in kinds}
    text = unwrap_json(cut_to_turn(text, names))
    wrong = ""
    try:
        for data in reversed(find_values(text, "{", whole=whole)):
            try:
                return _decode(fields, data, aliases)
            except BadMove as error:
                wrong = wrong or str(error)
        only = next(iter(fields.values())) if len(fields) == 1 else {}
        if not wrong and len(only) == 1:
            ((name, schema),) = only.items()
            for data in find_values(text, "[")[::-1] or _find_digit_rows(text, schema):
                try:
                    return _decode(fields, {name: data}, aliases)
                except BadMove as error:
                    wrong = wrong or str(error)
    except NestedTooDeep as error:
        wrong = str(error)
    raise NoMove(
        "The model's answer holds no move.",
        private=f"No move could be read from that answer{f' ({wrong})' if wrong else ''}. "
        f"Answer with one JSON object with {_describe_keys(fields, thoughts=thoughts)}.",
    )


def _describe_keys(fields: Fields, *, thoughts: bool) -> str:
    """Describe the keys of the requested object in words."""
    kinds = list(fields)
    names_kind = len(kinds) > 1 or not fields[kinds[0]]
    if names_kind and not thoughts:
        names = ", ".join(kind.__name__ for kind in kinds)
        return f"one of the keys {names}" if len(kinds) > 1 else f"the key {names}"
    keys = [MOVE] if names_kind else list(fields[kinds[0]])
    if thoughts:
        keys.insert(0, THOUGHTS)
    return f"the key{'s' if len(keys) > 1 else ''} {', '.join(keys)}"


def _holds_digits(schema: Mapping[str, Any]) -> bool:
    return bool(schema.get("items", {}).get("type") == "integer")


def _find_digit_rows(text: str, schema: Mapping[str, Any]) -> list[list[int]]:
    """Find the row of digits at the end of the text, if it fits this list and is the only one."""
    if not _holds_digits(schema):
        return []
    if re.fullmatch(r"\W*\d+\W*", text, re.ASCII):  # only digits, such as 314
        found = [text]
    else:
        found = [row[0] for row in DIGIT_ROW.finditer(text)]
    rows = [[int(digit) for digit in re.findall(r"\d", row, re.ASCII)] for row in found]
    matching = [row for row in rows if len(row) == schema.get("maxItems")]
    if any(row != matching[0] for row in matching) or rows[-1:] != matching[-1:]:
        return []
    return matching[-1:] if re.search(r"\d\W*\Z", text, re.ASCII) else []


def _decode(fields: Fields, data: Any, aliases: Aliases, depth: int = 0) -> Any:  # noqa: ANN401
    """Decode a move in any of the forms that models use.

    Raises:
        BadMove: If the data is not a move.
    """
    if not isinstance(data, dict):
        raise BadMove("a move is an object")
    known = {str(key).strip(" *_`:").casefold(): value for key, value in data.items()}
    for kind in fields:
        if isinstance(inner := known.get(kind.__name__.casefold()), dict):
            if not fields[kind]:
                return decode_move((kind,), {kind.__name__: inner})
            return _decode({kind: fields[kind]}, inner, aliases)
    named = str(known.get(KIND) or known.get(MOVE)).strip().casefold()
    meant = [kind for kind in fields if kind.__name__.casefold() == named] or [
        kind for kind, schemas in fields.items() if schemas and known.keys() >= schemas.keys()
    ]
    if len(meant) != 1 and depth < MAX_WRAPPERS:
        for inner in filter(None, (_unwrap_object(known.get(key)) for key in WRAPPERS)):
            return _decode(fields, inner, aliases, depth + 1)
    kind = meant[0] if len(meant) == 1 else next(iter(fields))
    if len(meant) != 1 and (len(fields) > 1 or not fields[kind]):
        raise BadMove(f"{KIND} is one of {', '.join(kind.__name__ for kind in fields)}")
    read = _read_fields(kind, fields[kind], known, aliases)
    move = decode_move((kind,), {kind.__name__: read})
    return move.count_dropped(known, read) if isinstance(move, LooseReply) else move


def _unwrap_object(value: object) -> dict[str, Any] | None:
    """Unwrap the object under a wrapper's key: an object, JSON text, or a list of one object."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = find_values(value, "{")
        except NestedTooDeep:
            return None
    if isinstance(value, list) and len(value) == 1:
        (value,) = value
    return value if isinstance(value, dict) else None


def _read_fields(
    kind: type[Any], schemas: Mapping[str, Any], known: Mapping[str, Any], aliases: Aliases
) -> dict[str, Any]:
    """Read a move's fields from an object; the key of a single field may be the kind's name."""
    found = {name: known[name.casefold()] for name in schemas if name.casefold() in known}
    if len(schemas) == 1 and not found:
        name, called = next(iter(schemas)), kind.__name__.casefold()
        for other in (called, called + "s", called + "es", "answer", MOVE):
            if other in known:
                found = {name: known[other]}
                break
    optional = {name for name, one in kind.model_fields.items() if not one.is_required()}
    found = {name: _clean(value) for name, value in found.items()}
    for name, value in [*found.items()]:
        if (held := find_placeholder(value)) is None:
            continue
        if not (issubclass(kind, LooseReply) and name in optional):
            raise BadMove(f"{name}: {held} stands for a value of your own")
        del found[name]
    read = {
        name: _resolve_alias(name, value, aliases[name])
        if name in aliases
        else _split_digits(value, schemas[name])
        for name, value in found.items()
    }
    if not issubclass(kind, LooseReply):
        return read
    fitted = {
        name: value if name in aliases else _fit_to_schema(value, schemas[name])
        for name, value in read.items()
    }
    return {
        name: read[name] if value is None else value
        for name, value in fitted.items()
        if value is not None or name not in optional
    }


def _fit_to_schema(value: Any, schema: Mapping[str, Any]) -> Any:  # noqa: ANN401, PLR0911 - a case for each type of the schema
    """Convert a value to its schema; `None` if this is impossible."""
    match schema:
        case {"enum": [*choices]}:
            said = value.strip(" .*_`\"'").casefold() if isinstance(value, str) else None
            return next((one for one in choices if one.casefold() == said), None)
        case {"type": "array", "items": inner}:
            if value is None:
                return None
            items = value if isinstance(value, list) else [value]
            fitted = [
                one for one in (_fit_to_schema(item, inner) for item in items) if one is not None
            ]
            return fitted if fitted or not items else None
        case {"type": "object", "properties": properties} if isinstance(value, dict):
            parts = {name: _fit_to_schema(value.get(name), one) for name, one in properties.items()}
            for name, one in properties.items():
                if parts[name] is None and one.get("type") == "string" and "enum" not in one:
                    parts[name] = ""
            return None if None in parts.values() else parts
        case {"type": "string"}:
            return value if isinstance(value, str) else None
        case {"type": "integer"}:
            is_number = re.fullmatch(r"\d{1,9}(\.0)?", str(value)) if value is not True else None
            return int(float(str(value))) if is_number else None
        case {"type": "boolean"}:
            return {"true": True, "false": False}.get(str(value).casefold())
    return None


def _resolve_alias(field: str, value: Any, known: Mapping[str, str]) -> str:  # noqa: ANN401
    """Find the value of an alias, which is the whole text or its last word.

    A text that names several, such as `A | B | C`, is a list to choose from and no choice.

    Raises:
        BadMove: If the alias is unknown, or one of several.
    """
    words = re.findall(r"\w+", value) if isinstance(value, str) else []
    if len(set(words) & known.keys()) > 1:
        raise BadMove(f"{field} is one of {', '.join(known)}, and not several")
    by_word = {alias.casefold(): value for alias, value in known.items()}
    if words and (meant := by_word.get(words[-1].casefold())) is not None:
        return meant
    raise BadMove(f"{field} is one of {', '.join(known)}")


def _split_digits(value: Any, schema: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Split digits given as text or as one number into a list."""
    if _holds_digits(schema) and isinstance(value, str | int):
        return next(iter(_find_digit_rows(str(value), schema)), value)
    return value


def _clean(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, str):
        return clean(remove_control_tokens(value[:MAX_REPLY_CHARS]), MAX_FIELD_CHARS)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {clean(str(key)): _clean(item) for key, item in value.items()}
    return value
