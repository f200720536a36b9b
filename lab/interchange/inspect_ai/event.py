"""Questions to models and programs as events of Inspect AI, with deterministic ids."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from inspect_ai.event import InfoEvent, ModelEvent
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    ModelOutput,
    ModelUsage,
)

from engine.export.redaction import redact_server, redact_text
from engine.journal.entries import MoveEntry
from engine.llm.calls_file import list_message_texts

MESSAGES = {
    "system": ChatMessageSystem,
    "developer": ChatMessageSystem,
    "assistant": ChatMessageAssistant,
    "tool": ChatMessageTool,
}
"""By role: the class of a message; others are a user's."""
STOP_REASONS = {
    "stop": "stop",
    "length": "max_tokens",
    "content_filter": "content_filter",
    "tool_calls": "tool_calls",
}
"""By the server's word: the reason why a model stopped."""
CONFIG = ("temperature", "top_p", "seed", "max_tokens", "frequency_penalty", "presence_penalty")
"""The settings of a request that Inspect has a field for."""


def build_id(*parts: object) -> str:
    """Build an id that is the same whenever the same run is written."""
    return sha256("\n".join(map(str, parts)).encode(errors="replace")).hexdigest()[:22]


def convert_messages(trial: str, call: Mapping[str, Any]) -> list[ChatMessage]:
    """Convert what was sent; equal messages to one seat have equal ids."""
    found = []
    for message in call["messages"]:
        role, text = message.get("role", ""), "\n".join(list_message_texts(message))
        kind = MESSAGES.get(role, ChatMessageUser)
        name = build_id(trial, call["seat"], role, text)
        found.append(kind(id=name, content=text, metadata={"seat": call["seat"]}))
    return found


def convert_call(
    trial: str, number: int, call: Mapping[str, Any], specs: Mapping[str, str]
) -> ModelEvent:
    """Convert a question and its answer.

    Args:
        trial: The key of the trial.
        number: The number of the call in the trial.
        call: A line of the calls file.
        specs: By name of each player: the SPEC, which an error may quote.
    """
    started = datetime.fromisoformat(call["time"])
    settings = call["settings"]
    verdict = redact_text(call["verdict"], specs)
    told = ("attempt", "repeat", "move", "step", "assisted", "prompt_hash", "fingerprint")
    return ModelEvent(
        uuid=build_id(trial, number, "call"),
        timestamp=started,
        completed=started + timedelta(seconds=call["seconds"]),
        working_start=0,
        working_time=call["seconds"],
        model=call["model"],
        role=call["seat"],
        input=convert_messages(trial, call),
        tools=[],
        tool_choice="none",
        config=GenerateConfig(**{name: settings[name] for name in CONFIG if name in settings}),
        output=_convert_answer(trial, number, call),
        error=verdict if call.get("failure") else None,
        retries=call["repeat"],
        metadata={
            "verdict": verdict,
            "server": redact_server(call["server"]),
            **{name: call[name] for name in told if call.get(name) not in ("", None)},
        },
    )


def convert_move(trial: str, number: int, entry: MoveEntry) -> InfoEvent:
    """Convert a move of the journal."""
    return InfoEvent(
        uuid=build_id(trial, number, "move"),
        timestamp=datetime.fromisoformat(entry.time),
        working_start=0,
        source=entry.seat,
        data={
            "move": dict(entry.move),
            "attempts": entry.attempts,
            "made by": entry.provenance or "the seat's own player",
        },
    )


def convert_usage(call: Mapping[str, Any]) -> ModelUsage | None:
    """Convert the tokens of a call; `None` if the server does not say."""
    tokens_in, tokens_out = call.get("tokens_in"), call.get("tokens_out")
    if tokens_in is None or tokens_out is None:
        return None
    cached = call.get("tokens_cached")
    return ModelUsage(
        input_tokens=max(tokens_in - (cached or 0), 0),
        output_tokens=tokens_out,
        total_tokens=tokens_in + tokens_out,
        input_tokens_cache_read=cached,
        reasoning_tokens=call.get("tokens_reasoning"),
        total_cost=call.get("cost"),
    )


def _convert_answer(trial: str, number: int, call: Mapping[str, Any]) -> ModelOutput:
    model = call.get("served_model") or call["model"]
    known: dict[str, Any] = {
        "model": model,
        "usage": convert_usage(call),
        "time": call["seconds"],
        "response_id": call.get("response_id"),
    }
    if call.get("reply") is None:
        return ModelOutput(**known)
    content: list[Any] = [ContentText(text=call["reply"])]
    if call.get("reasoning"):
        content.insert(0, ContentReasoning(reasoning=call["reasoning"]))
    message = ChatMessageAssistant(
        id=build_id(trial, number, "answer"),
        content=content,
        model=model,
        source="generate",
        metadata={"seat": call["seat"]},
    )
    reason = STOP_REASONS.get(call.get("finish") or "", "unknown")
    return ModelOutput(choices=[ChatCompletionChoice(message=message, stop_reason=reason)], **known)
