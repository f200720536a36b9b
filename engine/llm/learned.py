"""What a server takes beside the messages: learned from what it refuses, for the whole run."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.llm.models import Model
from engine.llm.prompt import Names
from engine.llm.schema import response_format

FORMS = {"schema": "a JSON schema", "json": "JSON by a switch"}
"""How an answer can be asked for, the strictest first; after them comes plain text."""
ABOUT_TEMPERATURE = re.compile("temperature", re.IGNORECASE)
ABOUT_TOKENS = re.compile(r"max.?(completion.?|output.?|new.?)?tokens", re.IGNORECASE)
ABOUT_REASONING = re.compile("reasoning|effort|thinking", re.IGNORECASE)
ABOUT_FORM = re.compile(r"response.?format|schema|json|grammar|guided|structured", re.IGNORECASE)
"""What a server speaks of that does not take one of these."""


@dataclass(slots=True)
class Manners:
    """How one model on one server wants to be asked."""

    form: str
    """`schema`, `json` or `text`."""
    tokens: str = "max_tokens"
    """The name that the server has for the most tokens of an answer."""
    without: set[str] = field(default_factory=set)
    """What it does not take at all."""


KNOWN: dict[tuple[str, str, str], Manners] = {}
"""What has been learned in this run, by address, model and the form that was wished for."""


def manners(model: Model) -> Manners:
    """What is known of a model so far, shared by all its seats and games."""
    first = "schema" if model.structured == "auto" else model.structured
    return KNOWN.setdefault((model.server.url, model.name, model.structured), Manners(first))


def settings(model: Model, kinds: Sequence[type[Any]], names: Names) -> dict[str, object]:
    """What is sent beside the messages.

    Args:
        model: Who is asked.
        kinds: The kinds of move that are invited.
        names: For a field what may be answered instead of its value.
    """
    known = manners(model)
    sent: dict[str, object] = {
        "temperature": model.temperature,
        known.tokens: model.max_tokens,
        "reasoning_effort": model.reasoning_effort,
    }
    if known.form == "schema":
        sent["response_format"] = response_format(kinds, names)
    elif known.form == "json":
        sent["response_format"] = {"type": "json_object"}
    return {
        name: value
        for name, value in sent.items()
        if value is not None and name not in known.without
    }


def learn(model: Model, words: str, sent: dict[str, object]) -> str | None:
    """Leave out, or call by another name, what the server spoke of.

    Args:
        model: Who was asked.
        words: What its server said.
        sent: The settings of that question.

    Returns:
        What was learned, in a sentence; `None` if nothing can be done.
    """
    known, who = manners(model), f"{model.name} on {model.server.host}"
    if "temperature" in sent and ABOUT_TEMPERATURE.search(words):
        known.without.add("temperature")
        return f"{who} takes no temperature: it has its own from now on."
    if known.tokens in sent and ABOUT_TOKENS.search(words):
        if known.tokens == "max_tokens" and "max_completion_tokens" in words:
            known.tokens = "max_completion_tokens"
            return f"{who} takes max_tokens under the name max_completion_tokens."
        known.without.add(known.tokens)
        return f"{who} takes no max_tokens: its answers are as long as it likes."
    if "reasoning_effort" in sent and ABOUT_REASONING.search(words):
        known.without.add("reasoning_effort")
        return f"{who} takes no reasoning_effort: it thinks as it likes."
    if model.structured == "auto" and "response_format" in sent and ABOUT_FORM.search(words):
        refused = FORMS[known.form]
        known.form = "json" if known.form == "schema" else "text"
        rest = FORMS.get(known.form, "the prompt alone")
        return f"{who} cannot be asked for {refused}: its answers are asked for by {rest} now."
    return None
