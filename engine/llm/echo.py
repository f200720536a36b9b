"""Find out whether an answer only repeats what the model was told."""

from collections.abc import Iterator
from typing import Any

from engine.fields import list_fields, list_values
from engine.model import Model
from engine.prompt import Prompt

FEWEST_WORDS = 5
"""A part of the instructions with so many words is repeated, and not said again by chance."""


def repeats_prompt(text: str, prompt: Prompt) -> bool:
    """Whether all lines of an answer are lines of the prompt, such as the form of the answer."""
    lines = {*filter(None, map(_plain, text.splitlines()))}
    return bool(lines) and lines <= _list_lines(prompt)


def find_repeated(move: Model, prompt: Prompt) -> str | None:
    """Find the field of a move whose text repeats a description or the prompt.

    A text that other players may have said as well, such as a word, is no repetition.
    """
    described = {*map(_plain, _list_descriptions(type(move)))}
    lines, system = _list_lines(prompt), _plain(prompt.system)
    for name, value in list_values(move):
        if name in prompt.aliases:
            continue
        for text in map(_plain, _list_texts(value)):
            long = len(text.split()) >= FEWEST_WORDS
            if text in described or (" " in text and text in lines) or (long and text in system):
                return name
    return None


def _list_lines(prompt: Prompt) -> set[str]:
    return {_plain(one) for part in (prompt.system, prompt.user) for one in part.splitlines()}


def _list_descriptions(kind: type[Model]) -> Iterator[str]:
    """Yield the texts that describe a kind of move and its fields."""
    for text in (
        kind.__doc__ or "",
        *(one.get("description", "") for one in list_fields(kind, {}).values()),
    ):
        yield from filter(None, (text, text.strip().partition("\n")[0]))


def _list_texts(value: Any) -> Iterator[str]:  # noqa: ANN401
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _list_texts(one)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
