"""Reading JSON as models write it: with comments, loose commas, odd quotes, or its end missing."""

import json
import re
from collections.abc import Iterator
from html import unescape
from json import JSONDecoder
from typing import Any

STARTS = 500
"""How many brackets, from the end, are tried as the start of JSON."""
MENDED = 40
"""How many of them are mended where they start none, as mending takes time."""
LONGEST = 20_000
"""The most characters that are mended."""
QUOTES = str.maketrans(dict.fromkeys("“”„‟«»", '"') | dict.fromkeys("\u2018\u2019", "'"))
SPACES = str.maketrans({"\ufeff": "", "\u200b": "", "\u00a0": " ", "\u3000": " "})
STRING = r'"(?:\\.|[^"\\])*"|' + r"'(?:\\.|[^'\\])*'"
TOKENS = re.compile(rf"{STRING}|[{{}}\[\]]", re.DOTALL)
COMMENTS = re.compile(rf"({STRING})|//[^\n]*|/\*.*?\*/", re.DOTALL)
LOOSE = re.compile(rf"({STRING})|,(?=\s*[}}\]])|([A-Za-z_][\w-]*)(\s*:)?", re.DOTALL)
CONSTANTS = {"True": "true", "False": "false", "None": "null"}
CLOSING = {"{": "}", "[": "]"}

_JSON = JSONDecoder(strict=False)


def unwrap(text: str) -> str:
    """A text without what wraps JSON letter by letter: quotation marks, escapes, entities."""
    text = text.translate(SPACES).strip()
    if text.startswith('"') and text.endswith('"'):
        try:
            inner = json.loads(text, strict=False)
        except ValueError:
            inner = None
        if isinstance(inner, str):
            text = inner
    if "&quot;" in text and '"' not in text:
        text = unescape(text)
    if '\\"' in text and not re.search(r'(?<!\\)"', text):
        text = text.replace('\\"', '"').replace("\\n", "\n")
    if re.search(r'\{\{\s*["\']', text):
        text = text.replace("{{", "{").replace("}}", "}")
    return re.sub(r"(?m)^[ \t]*>[ \t]?", "", text)


def find_values(text: str, opening: str) -> Iterator[Any]:
    """The JSON values in a text that start with this bracket and lie in no other."""
    starts = _starts(text, opening)
    mended = len(starts) - MENDED
    end = 0
    for number, start in enumerate(starts):
        if start < end:
            continue
        try:
            value, end = _JSON.raw_decode(text, start)
        except (ValueError, RecursionError):
            found = _mended(text, start) if number >= mended and opening == "{" else None
            if found is None:
                continue
            value, end = found
        yield value


def _starts(text: str, opening: str) -> list[int]:
    """Where the last brackets of this kind stand, in order."""
    found: list[int] = []
    at = len(text)
    while len(found) < STARTS and (at := text.rfind(opening, 0, at)) >= 0:
        found.append(at)
    return found[::-1]


def _mended(text: str, start: int) -> tuple[Any, int] | None:
    """The object that was meant at `start`, and where it ends."""
    rest = text[start : start + LONGEST]
    for written in (rest, rest.translate(QUOTES)):
        segment, length = _balanced(written)
        try:
            value = json.loads(_strict(segment), strict=False)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and value:
            return value, start + length
    return None


def _balanced(text: str) -> tuple[str, int]:
    """The beginning of a text up to where its first bracket closes, or closed if nothing does."""
    text_without = COMMENTS.sub(lambda found: found[1] or " " * len(found[0]), text)
    open_: list[str] = []
    for token in TOKENS.finditer(text_without):
        if token[0] in CLOSING:
            open_.append(CLOSING[token[0]])
        elif token[0] in CLOSING.values():
            if not open_ or open_.pop() != token[0]:
                break
            if not open_:
                return text_without[: token.end()], token.end()
    closers = "".join(reversed(open_))
    bare = re.sub(r"[\s`*]+\Z", "", text_without)
    # A number may have lost digits; a string, a list and an object tell where they end.
    return (bare + closers if bare.endswith(('"', "]", "}")) else ""), len(text)


def _strict(text: str) -> str:
    """Loose JSON as strict JSON: keys and strings in double quotes, no comma before a bracket."""

    def mend(found: re.Match[str]) -> str:
        if string := found[1]:
            if string[0] == '"':
                return string
            inner = string[1:-1].replace("\\'", "'")
            return '"' + re.sub(r'(?<!\\)"', r"\"", inner) + '"'
        if word := found[2]:
            return f'"{word}"{found[3]}' if found[3] else CONSTANTS.get(word, word)
        return ""

    return LOOSE.sub(mend, text)
