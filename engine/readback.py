"""Read a prompt back into the view that it was built from, for the mock model server."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

QUOTED = r'"(?:[^"\\]|\\.)*"'
"""Matches a JSON string, in which prompts quote untrusted words."""


START = r"(?:^|(?<=[.!?] ))"
"""Matches the start of a sentence, so that prompts with added sentences are still read."""


_SENTENCE, _ANYWHERE = re.compile(START, re.MULTILINE), re.compile("")


class UnknownPrompt(ValueError):
    """A prompt that Parlour did not build."""


@dataclass(frozen=True, slots=True)
class SentPrompt:
    """A prompt as a model receives it."""

    system: str
    user: str
    """The text of the user message, its parts in order."""
    pictures: tuple[tuple[str, bytes], ...] = ()
    """The label above each picture, and the picture file."""


@dataclass(frozen=True, slots=True)
class ReadPrompt:
    """A prompt read back."""

    view: Any
    """A view from which the game builds this prompt."""
    aliases: Mapping[Any, str] = field(default_factory=dict)
    """By value of a move's field: its name in the prompt."""
    by_chance: bool = False
    """Whether to answer at random, because the view lacks what a word-vector baseline needs."""
    answer: Callable[[str, str], Awaitable[Any]] | None = None
    """Answers in place of the game's baseline; takes the space (or `random`) and the seed."""


def _search(pattern: str, text: str) -> re.Match[str] | None:
    """Search a text; a pattern that begins with `START` is searched without it first.

    As a part of the pattern, `START` would be tried at every character, which is slow.
    """
    found = re.compile(pattern.removeprefix(START), re.MULTILINE)
    start = _SENTENCE if pattern.startswith(START) else _ANYWHERE
    match = found.search(text)
    while match and not start.match(text, match.start()):
        match = found.search(text, match.start() + 1)
    return match


def find_sentence(pattern: str, text: str) -> re.Match[str] | None:
    """Find the first sentence that begins with `pattern`."""
    return _search(START + pattern, text)


def find_group(pattern: str, text: str) -> str:
    """Find what the first group of `pattern` matches.

    Raises:
        UnknownPrompt: If it is not there.
    """
    match = _search(pattern, text)
    if match is None:
        raise UnknownPrompt
    return str(match[1])


def find_number(pattern: str, text: str, default: int | None = None) -> int:
    """Find the number that the first group of `pattern` matches.

    Raises:
        UnknownPrompt: If there is neither a match nor a default.
    """
    match = _search(pattern, text)
    if match is None and default is not None:
        return default
    return int(find_group(pattern, text))


def read_quoted(text: str) -> tuple[str, ...]:
    """Read every quoted word in a text.

    Raises:
        UnknownPrompt: If one of them is not a JSON string.
    """
    try:
        return tuple(json.loads(word) for word in re.findall(QUOTED, text))
    except ValueError:
        raise UnknownPrompt from None
