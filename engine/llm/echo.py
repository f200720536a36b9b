"""Find out whether an answer only repeats what the model was told."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from engine.fields import list_fields
from engine.frozen_model import FrozenModel
from engine.llm.thoughts import find_thoughts
from engine.prompt import THOUGHTS, Prompt
from engine.value_text import list_values

FEWEST_WORDS = 5
"""A part of the instructions with so many words is repeated, and not said again by chance."""
FORM_LINE = re.compile(r"^\s*\{[^\n]*\}\s*$", re.MULTILINE)
"""Matches a line that shows a form; no player can write one, as their words are quoted."""
SPACES = re.compile(r"[\s<>]+")
"""Matches blanks, and the brackets of placeholders."""
PLACEHOLDER_NAME = re.compile(r"<([^<>\n]+)>")
"""Matches a placeholder in a form; the group is what it says."""
WORD = re.compile(r"[^\W_]+")
"""Matches a word, also in `first_hint` and `first-hint`."""
FILLERS = frozenset(
    (
        *("a", "an", "the", "my", "your", "own", "this", "some"),
        *("insert", "enter", "write", "put", "fill", "add", "in", "with", "here"),
    )
)
"""Words that models put before or after what a placeholder says, or leave out of it."""
BRACKETS = ("(", "[", "{", "<", "*", "_", "$", "%", "'", '"', "\N{LEFT DOUBLE QUOTATION MARK}")
"""What models put before a placeholder in place of its bracket."""
TYPES = (("string",), ("text",))
"""What a schema says of a text."""


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


def find_repeated(move: FrozenModel, prompt: Prompt, answer: str = "") -> str | None:
    """Find the field of a move whose text repeats a description, a placeholder or the prompt.

    A text that other players may have said as well, such as a word, is no repetition. A single word
    that is also the name of its field or of a placeholder is one only if the thoughts are none.

    Args:
        move: The move.
        prompt: The prompt that it answers.
        answer: The answer that it was found in, with the thoughts beside it.
    """
    forms = frozenset().union(*map(_list_placeholders, (prompt.system, prompt.user)))
    labels = [WORD.findall(picture.label.casefold()) for picture in prompt.pictures]
    for name, value in list_values(move):
        if name in prompt.aliases:
            continue
        for text in map(_normalize, _list_texts(value)):
            if text in _list_descriptions(type(move)):
                return name
            if WORD.findall(text) in labels:
                return name
            content = _list_content(text)
            if content in forms and (len(content) > 1 or _is_filled_in(text)):
                return name
            if content in {*forms, tuple(WORD.findall(name)), *TYPES} and _thinks_nothing(answer):
                return name
            if " " not in text or not _has_words(prompt, text):
                continue
            long = len(text.split()) >= FEWEST_WORDS
            if text in _list_lines(prompt) or (long and text in _normalize(prompt.system)):
                return name
    return None


def _list_forms(prompt: Prompt) -> Iterator[str]:
    for part in (prompt.system, prompt.user):
        yield from _find_forms(part)


@lru_cache(maxsize=64)
def _find_forms(text: str) -> tuple[str, ...]:
    return tuple(FORM_LINE.findall(text))


@lru_cache(maxsize=64)
def _list_placeholders(text: str) -> frozenset[tuple[str, ...]]:
    """List what the placeholders in the forms of a part of the prompt say, without fillers."""
    said = (one for form in _find_forms(text) for one in PLACEHOLDER_NAME.findall(form))
    return frozenset(filter(None, map(_list_content, said)))


def _list_content(text: str) -> tuple[str, ...]:
    """List the words of a text but for the fillers, whatever stands between or around them."""
    return tuple(word for word in WORD.findall(text.casefold()) if word not in FILLERS)


def _thinks_nothing(answer: str) -> bool:
    """Whether there is a copy in place of the thoughts, too."""
    return _list_content(find_thoughts(answer)) in {(THOUGHTS,), *TYPES}


def _is_filled_in(text: str) -> bool:
    """Whether a text has more than the one word that says something: `your line`, `[line]`."""
    return text.startswith(BRACKETS) or len(WORD.findall(text)) > 1


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
