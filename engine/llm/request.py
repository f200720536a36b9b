"""Build the request for a prompt: messages and settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from engine.control_token import remove_control_tokens
from engine.llm.error_builder import build_vision_error
from engine.llm.model import Model
from engine.llm.progress import Progress
from engine.llm.schema import NO_CHOICES, NOTHING, ChoicesByKind, build_response_format, build_tool
from engine.llm.server_limits import STREAMING, find_server_limits
from engine.prompt import Aliases, Message, Prompt


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
    progress: Progress = field(default_factory=Progress, compare=False)
    """How far the answer is; shown while it comes."""


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
        [_clean_message(one) for one in messages],
        settings,
        kinds,
        prompt.aliases,
        prompt.prompt_hash,
        prompt.also,
        prompt.choices,
    )


def _clean_message(message: Message) -> Message:
    """Remove control tokens from the texts of a message, whoever has written them."""
    content = message["content"]
    if isinstance(content, str):
        remove = _clean_system if message["role"] == "system" else remove_control_tokens
        return {**message, "content": remove(content)}
    parts = [
        {**part, "text": remove_control_tokens(part["text"])} if part["type"] == "text" else part
        for part in content
    ]
    return {**message, "content": parts}


@lru_cache(maxsize=64)
def _clean_system(text: str) -> str:
    """Remove control tokens from a system part, which is the same in every question of a seat."""
    return remove_control_tokens(text)


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
        **STREAMING,
    }
    if limits.answer_format == "schema":
        settings["response_format"] = build_response_format(kinds, aliases, also, choices)
    elif limits.answer_format == "json":
        settings["response_format"] = {"type": "json_object"}
    elif limits.answer_format == "tools":
        settings |= build_tool(kinds, aliases, also, choices)
    return {
        name: value
        for name, value in settings.items()
        if value is not None and name not in limits.unsupported
    }
