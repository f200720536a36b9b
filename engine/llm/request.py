"""Build the request for a prompt: messages, settings, and the JSON schema of the answer.

Servers differ in the settings they accept. A setting that a server refuses is left out, or renamed,
in all later requests of the run. For the log, pictures in messages are replaced by digests.
"""

import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from engine.fields import Choices
from engine.llm.errors import build_vision_error
from engine.llm.model_lookup import Model
from engine.prompt import (
    KEPT_PICTURES,
    KIND,
    MOVE,
    THOUGHTS,
    Aliases,
    Message,
    Prompt,
    build_data_url,
)

SUPPORTED_KEYWORDS = ("type", "enum", "const", "minItems", "maxItems", "minimum", "maximum")
"""The keywords of JSON Schema that all strict servers support."""

type ChoicesByKind = Mapping[type[Any], Choices]
"""By kind of move: the choices of its fields."""

NO_CHOICES: ChoicesByKind = {}
NO_ALIASES: Aliases = {}
"""No aliases: every field is answered with its value."""
NOTHING: Mapping[str, Any] = {}
"""No further keys of the answer."""
ANSWER_FORMATS = {"schema": "a JSON schema", "json": "JSON by a switch"}
"""Response formats for JSON, strictest first; the last resort is plain text."""
ABOUT_TEMPERATURE = re.compile("temperature", re.IGNORECASE)
ABOUT_TOKENS = re.compile(r"max.?(completion.?|output.?|new.?)?tokens", re.IGNORECASE)
ABOUT_REASONING = re.compile("reasoning|effort|thinking", re.IGNORECASE)
ABOUT_SEED = re.compile(r"\bseed\b", re.IGNORECASE)
ABOUT_FORMAT = re.compile(r"response.?format|schema|json|grammar|guided|structured", re.IGNORECASE)
"""Matches error texts about the response format."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request for one answer."""

    model: Model
    messages: list[Message]
    settings: dict[str, object]
    """Further fields, such as `temperature` and `response_format`."""
    kinds: tuple[type[Any], ...]
    """The allowed kinds of move."""
    aliases: Aliases
    """By field: texts that the model may use instead of a value."""
    prompt_hash: str = ""
    """The hash of the texts of its prompt."""
    also: Mapping[str, Any] = field(default_factory=dict)
    """Further keys of the answer, with their schemas."""
    choices: ChoicesByKind = field(default_factory=dict)
    """By kind of move: the choices of its fields."""


@dataclass(slots=True)
class ServerLimits:
    """The settings that a model on a server accepts, as far as known."""

    answer_format: str
    """`schema`, `json` or `text`."""
    max_tokens_name: str = "max_tokens"
    """The server's name for the maximum tokens of an answer."""
    unsupported: set[str] = field(default_factory=set)
    """Settings that it refuses."""


LIMITS: dict[tuple[str, str, str], ServerLimits] = {}
"""The limits learned in this run, by address, model and configured answer format."""
_FIELDS: dict[type[Any], Mapping[str, Any]] = {}
"""The schema of each field, by kind of move."""


def find_server_limits(model: Model) -> ServerLimits:
    """Find the known limits of a model's server, shared by all seats and games of the run."""
    best = "schema" if model.structured == "auto" else model.structured
    return LIMITS.setdefault((model.server.url, model.name, model.structured), ServerLimits(best))


def build_request(
    model: Model,
    prompt: Prompt,
    kinds: tuple[type[Any], ...],
    correction: str = "",
    quote: str = "",
) -> Request:
    """Build the request for a prompt.

    Args:
        model: The model to ask.
        prompt: The prompt.
        kinds: The allowed kinds of move.
        correction: Why the last answer to this prompt was refused; empty the first time.
        quote: That answer, without reasoning, to show to the model.

    Raises:
        CallFailed: If the prompt has pictures, and the model is known not to accept any.
        PlayerError: If a picture cannot be read.
    """
    if prompt.pictures and model.vision is False:
        raise build_vision_error(model.server, model.name)
    if correction and quote:
        messages = [
            *prompt.list_messages(),
            {"role": "assistant", "content": quote},
            {"role": "user", "content": correction},
        ]
    else:  # some servers refuse two messages of the same role in a row
        messages = prompt.list_messages(correction)
    settings = build_settings(model, kinds, prompt.aliases, prompt.also, prompt.choices)
    return Request(
        model,
        messages,
        settings,
        kinds,
        prompt.aliases,
        prompt.prompt_hash,
        prompt.also,
        prompt.choices,
    )


def refresh_settings(request: Request) -> Request:
    """Rebuild the settings with the limits known by now."""
    settings = build_settings(
        request.model, request.kinds, request.aliases, request.also, request.choices
    )
    return request if settings == request.settings else replace(request, settings=settings)


def build_settings(
    model: Model,
    kinds: Sequence[type[Any]],
    aliases: Aliases,
    also: Mapping[str, Any] = NOTHING,
    choices: ChoicesByKind = NO_CHOICES,
) -> dict[str, object]:
    """Build the settings of a request, without those that the server does not accept.

    Args:
        model: The model to ask.
        kinds: The kinds of move that are invited.
        aliases: What may be answered instead of a field's value.
        also: Further keys of the answer, with their schemas.
        choices: The choices of the fields of each kind.
    """
    limits = find_server_limits(model)
    settings: dict[str, object] = {
        "temperature": model.temperature,
        limits.max_tokens_name: model.max_tokens,
        "reasoning_effort": model.reasoning_effort,
        "seed": model.model_seed,
    }
    if limits.answer_format == "schema":
        settings["response_format"] = build_response_format(kinds, aliases, also, choices)
    elif limits.answer_format == "json":
        settings["response_format"] = {"type": "json_object"}
    return {
        name: value
        for name, value in settings.items()
        if value is not None and name not in limits.unsupported
    }


def answer_schema(
    kinds: Sequence[type[Any]],
    aliases: Aliases = NO_ALIASES,
    also: Mapping[str, Any] = NOTHING,
    choices: ChoicesByKind = NO_CHOICES,
) -> dict[str, Any]:
    """Build the schema of an answer.

    Args:
        kinds: The kinds of move that are invited.
        aliases: What may be answered instead of a field's value.
        also: Further keys of the answer, with their schemas.
        choices: The choices of the fields of each kind.

    Returns:
        For one kind of move, an object with thoughts and the fields of the move. For
        several, or a kind without fields, an object with thoughts and a move, which is an
        object with its kind and its fields.
    """
    thoughts = {THOUGHTS: {"type": "string"}, **also}
    if len(kinds) == 1 and build_fields_schema(kinds[0]):
        return _build_strict_object(thoughts | _build_field_schemas(kinds[0], aliases, choices))
    moves = [
        _build_strict_object(
            {KIND: {"type": "string", "enum": [kind.__name__]}}
            | _build_field_schemas(kind, aliases, choices)
        )
        for kind in kinds
    ]
    return _build_strict_object(thoughts | {MOVE: {"anyOf": moves}})


def build_fields_schema(kind: type[Any]) -> Mapping[str, Any]:
    """Build the schema of each field of a move by name; cached, as it is slow."""
    if kind not in _FIELDS:
        whole = kind.model_json_schema()
        _FIELDS[kind] = {
            name: _simplify(field, whole.get("$defs", {}))
            for name, field in whole.get("properties", {}).items()
        }
    return _FIELDS[kind]


def build_response_format(
    kinds: Sequence[type[Any]],
    aliases: Aliases = NO_ALIASES,
    also: Mapping[str, Any] = NOTHING,
    choices: ChoicesByKind = NO_CHOICES,
) -> dict[str, Any]:
    """Build the `response_format` of the chat completions protocol."""
    schema = {
        "name": "answer",
        "strict": True,
        "schema": answer_schema(kinds, aliases, also, choices),
    }
    return {"type": "json_schema", "json_schema": schema}


def _build_field_schemas(
    kind: type[Any], aliases: Aliases, choices: ChoicesByKind
) -> dict[str, Any]:
    """Build the schema of each field; one with aliases or choices accepts one of them."""
    known = build_fields_schema(kind)
    enums = {
        name: {**known[name], "enum": list(one)} for name, one in choices.get(kind, {}).items()
    }
    enums |= {name: {"type": "string", "enum": list(one)} for name, one in aliases.items()}
    return {name: enums.get(name, schema) for name, schema in known.items()}


def _build_strict_object(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Build the schema of an object with exactly these properties, as strict servers require."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _simplify(node: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """Resolve references and tuples, which few strict servers support."""
    if "$ref" in node:
        return _simplify(shared[node["$ref"].rpartition("/")[2]], shared)
    if "properties" in node:
        return _build_strict_object(
            {name: _simplify(part, shared) for name, part in node["properties"].items()}
        )
    plain = {key: node[key] for key in SUPPORTED_KEYWORDS if key in node}
    if "anyOf" in node:
        plain["anyOf"] = [_simplify(part, shared) for part in node["anyOf"]]
    if "items" in node:
        plain["items"] = _simplify(node["items"], shared)
    if "prefixItems" in node:
        parts = [_simplify(part, shared) for part in node["prefixItems"]]
        same = all(part == parts[0] for part in parts)
        plain["items"] = parts[0] if same else {"anyOf": parts}
    return plain


def learn_from_refusal(  # noqa: PLR0911 - a return for each setting that a server may refuse
    model: Model, server_text: str, settings: Mapping[str, object]
) -> str | None:
    """Find the setting that a server refused; leave it out, or rename it, from now on.

    Args:
        model: The model that was asked.
        server_text: The server's error text.
        settings: The settings that were sent.

    Returns:
        A sentence about the change; `None` if no setting was the cause.
    """
    limits, who = find_server_limits(model), f"{model.name} on {model.server.host}"
    if "temperature" in settings and ABOUT_TEMPERATURE.search(server_text):
        limits.unsupported.add("temperature")
        return f"{who} takes no temperature: it has its own from now on."
    if limits.max_tokens_name in settings and ABOUT_TOKENS.search(server_text):
        if limits.max_tokens_name == "max_tokens" and "max_completion_tokens" in server_text:
            limits.max_tokens_name = "max_completion_tokens"
            return f"{who} takes max_tokens under the name max_completion_tokens."
        limits.unsupported.add(limits.max_tokens_name)
        return f"{who} takes no max_tokens: its answers are as long as it likes."
    if "reasoning_effort" in settings and ABOUT_REASONING.search(server_text):
        limits.unsupported.add("reasoning_effort")
        return f"{who} takes no reasoning_effort: it thinks as it likes."
    if "seed" in settings and ABOUT_SEED.search(server_text):
        limits.unsupported.add("seed")
        return f"{who} takes no seed: its answers vary by chance."
    auto = model.structured == "auto" and "response_format" in settings
    if auto and ABOUT_FORMAT.search(server_text):
        refused = ANSWER_FORMATS[limits.answer_format]
        limits.answer_format = "json" if limits.answer_format == "schema" else "text"
        rest = ANSWER_FORMATS.get(limits.answer_format, "the prompt alone")
        return f"{who} cannot be asked for {refused}: its answers are asked for by {rest} now."
    return None


def has_pictures(messages: list[Message]) -> bool:
    """Whether any message has a picture."""
    return any(isinstance(message["content"], list) for message in messages)


def digest_pictures(messages: list[Message]) -> list[Message]:
    """Replace each picture by the SHA-256 and the size in bytes of its PNG, for a log."""
    return [
        {**message, "content": [_digest(part) for part in message["content"]]}
        if isinstance(message["content"], list)
        else message
        for message in messages
    ]


def _digest(part: dict[str, Any]) -> dict[str, Any]:
    if part["type"] != "image_url":
        return part
    digest, size = _digest_url(part["image_url"]["url"])
    return {"type": "image_url", "sha256": digest, "bytes": size}


@lru_cache(maxsize=KEPT_PICTURES)
def _digest_url(url: str) -> tuple[str, int]:
    """Compute the SHA-256 and the size of the picture in a URL."""
    png = b64decode(url.partition(",")[2])
    return sha256(png).hexdigest(), len(png)


def prepare_picture(png: bytes) -> None:
    """Encode a picture for requests and logs in advance."""
    url = build_data_url(png)
    encode_url(url)
    _digest_url(url)


@lru_cache(maxsize=KEPT_PICTURES)
def encode_url(url: str) -> bytes:
    """Encode the URL of a picture; the same object for all requests that show it."""
    return url.encode()


def encode_json(value: object) -> bytes:
    """Encode as JSON without spaces, in UTF-8; several times as fast as the standard library.

    Raises:
        ValueError: If it is not JSON, or contains a lone surrogate.
    """
    from pydantic_core import to_json

    return to_json(value)
