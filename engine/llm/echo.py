"""Find out whether an answer only repeats what the model was told."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from engine.fields import list_fields
from engine.frozen_model import FrozenModel
from engine.prompt import Prompt
from engine.values import list_values

FEWEST_WORDS = 5
"""A part of the instructions with so many words is repeated, and not said again by chance."""
FORM_LINE = re.compile(r"^\s*\{[^\n]*\}\s*$", re.MULTILINE)
"""Matches a line that shows a form; no player can write one, as their words are quoted."""
SPACES = re.compile(r"[\s<>]+")
"""Matches blanks, and the brackets of placeholders."""


def repeats_prompt(text: str, prompt: Prompt) -> bool:
    """Whether all lines of an answer are lines of the prompt, such as the form of the answer.

    The form is recognised even if the brackets of its placeholders were left out, or if it is
    written in several lines or without blanks.
    """
    lines = {*filter(None, map(_normalize, text.splitlines()))}
    if lines and _has_words(prompt, text) and lines <= _list_lines(prompt):
        return True
    answer = _squeeze(text[text.find("{") : text.rfind("}") + 1])
    return bool(answer) and any(answer == _squeeze(form) for form in _list_forms(prompt))


def find_repeated(move: FrozenModel, prompt: Prompt) -> str | None:
    """Find the field of a move whose text repeats a description, a placeholder or the prompt.

    A text that other players may have said as well, such as a word, is no repetition.
    """
    for name, value in list_values(move):
        if name in prompt.aliases:
            continue
        for text in map(_normalize, _list_texts(value)):
            if text in _list_descriptions(type(move)):
                return name
            if " " in text and any(f"<{text}>" in _normalize(one) for one in _list_forms(prompt)):
                return name
            if " " not in text or not _has_words(prompt, text):
                continue
            long = len(text.split()) >= FEWEST_WORDS
            if text in _list_lines(prompt) or (long and text in _normalize(prompt.system)):
                return name
    return None


def _list_forms(prompt: Prompt) -> list[str]:
    return [form for part in (prompt.system, prompt.user) for form in FORM_LINE.findall(part)]


def _squeeze(text: str) -> str:
    return SPACES.sub("", text).casefold()


def _list_lines(prompt: Prompt) -> set[str]:
    return {_normalize(one) for part in (prompt.system, prompt.user) for one in part.splitlines()}


def _has_words(prompt: Prompt, text: str) -> bool:
    """Whether the prompt holds each word of a text: if not, it is not repeated.

    Most answers have a word of their own, which is found in a tenth of the time of the whole test.
    """
    told = f"{prompt.system}\n{prompt.user}".casefold()
    return all(word in told for word in text.casefold().split())


@cache
def _list_descriptions(kind: type[FrozenModel]) -> frozenset[str]:
    """List the texts that describe a kind of move and its fields."""
    fields = list_fields(kind, {}).values()
    texts = [kind.__doc__ or "", *(one.get("description", "") for one in fields)]
    parts = (part for text in texts for part in (text, text.strip().partition("\n")[0]) if part)
    return frozenset(map(_normalize, parts))


def _list_texts(value: Any) -> Iterator[str]:  # noqa: ANN401
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _list_texts(one)


def _normalize(text: str) -> str:
    return " ".join(text.split()).casefold()
