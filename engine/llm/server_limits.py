"""The settings that a model on a server accepts, learned from its refusals."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.llm.model import Model

ANSWER_FORMATS = {
    "schema": "a JSON schema",
    "json": "JSON by a switch",
    "tools": "the call of a function",
    "text": "the prompt alone",
}
"""The ways to ask for JSON, in the order in which they are tried."""


ABOUT_TEMPERATURE = re.compile("temperature", re.IGNORECASE)


ABOUT_TOKENS = re.compile(r"max.?(completion.?|output.?|new.?)?tokens", re.IGNORECASE)


ABOUT_REASONING = re.compile("reasoning|effort|thinking", re.IGNORECASE)


ABOUT_SEED = re.compile(r"\bseed\b", re.IGNORECASE)


ABOUT_STREAM_OPTIONS = re.compile(r"stream.?options|include.?usage", re.IGNORECASE)


ABOUT_STREAM = re.compile("stream", re.IGNORECASE)


ABOUT_TOOL_CHOICE = re.compile(r"tool.?choice", re.IGNORECASE)


ABOUT_TOOLS = re.compile(r"\btools?\b|function", re.IGNORECASE)


ABOUT_FORMAT = re.compile(r"response.?format|schema|json|grammar|guided|structured", re.IGNORECASE)
"""Matches error texts about the response format."""


@dataclass(slots=True)
class ServerLimits:
    """The settings that a model on a server accepts, as far as known."""

    answer_format: str
    """One of `ANSWER_FORMATS`."""
    max_tokens_name: str = "max_tokens"
    """The server's name for the maximum tokens of an answer."""
    unsupported: set[str] = field(default_factory=set)
    """Settings that it refuses."""
    cut: bool = False
    """Whether an answer was cut at a length of ours, and everybody was told."""


STREAMING: Mapping[str, object] = {"stream": True, "stream_options": {"include_usage": True}}
"""The settings that ask for an answer piece by piece."""


ENCODER = json.JSONEncoder(sort_keys=True, default=repr)
"""Created once, because `json.dumps` creates an encoder for each description."""


LIMITS: dict[tuple[str, str, str], ServerLimits] = {}
"""The limits learned in this run, by address, model and the settings that were asked for."""


def find_server_limits(model: Model) -> ServerLimits:
    """Find the known limits of a model with its settings, shared by seats and games of the run.

    A server may refuse a value but not another (a temperature of 0.2, the effort `high`), or two
    settings together but not each alone. So seats with other settings learn for themselves.
    """
    best = "schema" if model.structured == "auto" else model.structured
    key = model.server.url, model.name, _describe_settings(model)
    return LIMITS.setdefault(key, ServerLimits(best))


def note_whole_answer(model: Model) -> None:
    """Ask a server for whole answers from now on: it sends them although asked for streams."""
    find_server_limits(model).unsupported |= STREAMING.keys()


def _describe_settings(model: Model) -> str:
    """Describe the settings of a model; of a seed only whether there is one.

    A server takes any seed or none, and in an experiment each trial may have its own.
    """
    settings = {
        "structured": model.structured,
        "temperature": model.temperature,
        "max_tokens": model.max_tokens,
        "reasoning_effort": model.reasoning_effort,
        "seed": model.model_seed is not None,
        "extra_body": model.extra_body,
    }
    return ENCODER.encode(settings)


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
        if limits.max_tokens_name == "max_tokens":  # the older of two names
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
    if "stream_options" in settings and ABOUT_STREAM_OPTIONS.search(server_text):
        limits.unsupported.add("stream_options")
        return f"{who} takes no stream_options: what its answers use is estimated."
    if "stream" in settings and ABOUT_STREAM.search(server_text):
        limits.unsupported |= STREAMING.keys()
        return f"{who} cannot stream: its answers come as a whole."
    if "tool_choice" in settings and ABOUT_TOOL_CHOICE.search(server_text):
        limits.unsupported.add("tool_choice")
        return f"{who} cannot be told which function to call: it may call none."
    about = ABOUT_TOOLS if "tools" in settings else ABOUT_FORMAT
    if model.structured == "auto" and limits.answer_format != "text" and about.search(server_text):
        ways = [*ANSWER_FORMATS]
        refused = ANSWER_FORMATS[limits.answer_format]
        limits.answer_format = ways[ways.index(limits.answer_format) + 1]
        rest = ANSWER_FORMATS[limits.answer_format]
        return f"{who} cannot be asked for {refused}: its answers are asked for by {rest} now."
    return None
