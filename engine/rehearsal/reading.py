"""Reading a prompt back: what several games write in the same way."""

import json
import re

QUOTED = r'"(?:[^"\\]|\\.)*"'
"""A JSON string, as prompts quote words from outside."""

START = r"(?:^|(?<=[.!?] ))"
"""Where a sentence starts: a prompt that somebody has added words to is still read."""


class Unknown(ValueError):
    """A question that is none of Parlour's."""


def sentence(pattern: str, text: str) -> re.Match[str] | None:
    """The first sentence that begins as `pattern` does, if there is one."""
    return re.search(START + pattern, text, re.MULTILINE)


def found(pattern: str, text: str) -> str:
    """What the first group of `pattern` matches.

    Raises:
        Unknown: If it is not there.
    """
    match = re.search(pattern, text, re.MULTILINE)
    if match is None:
        raise Unknown
    return str(match[1])


def number(pattern: str, text: str, otherwise: int | None = None) -> int:
    """The whole number that the first group of `pattern` matches.

    Raises:
        Unknown: If it is not there and there is nothing instead.
    """
    match = re.search(pattern, text, re.MULTILINE)
    if match is None and otherwise is not None:
        return otherwise
    return int(found(pattern, text))


def unquoted(text: str) -> tuple[str, ...]:
    """Every quoted word in a text.

    Raises:
        Unknown: If one of them is no JSON string.
    """
    try:
        return tuple(json.loads(word) for word in re.findall(QUOTED, text))
    except ValueError:
        raise Unknown from None
