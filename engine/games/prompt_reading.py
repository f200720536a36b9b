"""Reading prompts back into views, for the rehearsal server: what games share."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

QUOTED = r'"(?:[^"\\]|\\.)*"'
"""A JSON string, as prompts quote words from outside."""

START = r"(?:^|(?<=[.!?] ))"
"""The start of a sentence: a prompt that somebody has added words to is still read."""

_SENTENCE, _ANYWHERE = re.compile(START, re.MULTILINE), re.compile("")


class UnknownPrompt(ValueError):
    """A prompt that Parlour did not write."""


@dataclass(frozen=True, slots=True)
class SentPrompt:
    """A prompt as a model gets it."""

    system: str
    user: str
    """The text of the user's message, its parts in order."""
    pictures: tuple[tuple[str, bytes], ...] = ()
    """The label above each picture, and the file."""


@dataclass(frozen=True, slots=True)
class ReadPrompt:
    """A prompt read back."""

    view: Any
    """A view for which the game writes this prompt."""
    aliases: Mapping[Any, str] = field(default_factory=dict)
    """By value of a move's field: what the prompt calls it."""
    by_chance: bool = False
    """The view lacks what a word-vector baseline needs: answer at random."""
    answer: Callable[[str, str], Awaitable[Any]] | None = None
    """Answers in place of the game's baseline, given the space, or `random`, and the seed."""


def _search(pattern: str, text: str) -> re.Match[str] | None:
    """Search a text; what has to stand at the start of a sentence is found by its first letters.

    Tried as a part of the pattern, `START` would hold up the search at every character.
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
        UnknownPrompt: If it is not there and there is no default.
    """
    match = _search(pattern, text)
    if match is None and default is not None:
        return default
    return int(find_group(pattern, text))


def read_quoted(text: str) -> tuple[str, ...]:
    """Read every quoted word in a text.

    Raises:
        UnknownPrompt: If one of them is no JSON string.
    """
    try:
        return tuple(json.loads(word) for word in re.findall(QUOTED, text))
    except ValueError:
        raise UnknownPrompt from None
