"""Find JSON values in a model's reply, despite comments, extra commas or a missing end."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from json import JSONDecoder
from typing import Any

from engine.llm.nesting import MAX_DEPTH

MAX_STARTS = 500
"""Maximum number of brackets, from the end, that are tried as the start of a value."""


MAX_STRICT_FAILURES = 20
"""After this many failures, the standard library is not tried again on the same text."""


MAX_LENIENT_CHARS = 40_000
"""Only this many characters at the end of a text are parsed leniently."""


SPACES = str.maketrans({"\ufeff": "", "\u200b": "", "\u00a0": " ", "\u3000": " "})


BLANK = re.compile(r"\s+")


QUOTED = re.compile(
    r"'([^'\\]*(?:\\.[^'\\]*)*)'|"
    r'[“”„‟«»]([^"“”„‟«»\\]*(?:\\.[^"“”„‟«»\\]*)*)["“”„‟«»]|'
    r"[\u2018\u2019]([^'\u2018\u2019\\]*(?:\\.[^'\u2018\u2019\\]*)*)['\u2018\u2019]",
    re.DOTALL,
)
"""Matches a string in single or typographic quotes."""


WORD = re.compile(r"[A-Za-z_][\w-]*")


CONSTANTS = {
    "true": True,
    "false": False,
    "null": None,
    "True": True,
    "False": False,
    "None": None,
    "NaN": float("nan"),
    "Infinity": float("inf"),
}


END = re.compile(r"[\s`*]*\Z")
"""Matches what may follow a value without its last brackets, such as the end of a code fence."""


_JSON = JSONDecoder(strict=False)


class NestedTooDeep(ValueError):
    """Values in a text are nested more than `MAX_DEPTH` levels deep."""

    def __init__(self) -> None:
        super().__init__(f"it is nested more than {MAX_DEPTH} levels deep")


def unwrap_json(text: str) -> str:
    """Undo encodings of a whole JSON text: quotation marks, escapes, entities."""
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


def find_values(text: str, opening: str, *, whole: bool = True) -> list[Any]:
    """Find the outermost JSON values in a text that start with a bracket.

    Objects may be lenient JSON, and their last brackets may be missing; lists must be strict.

    Args:
        text: Values with prose around them.
        opening: The bracket, `{` or `[`.
        whole: Whether the text is known to be complete. If it may have been cut off, a number at
            its very end may lack digits, and is not read.

    Returns:
        The values in the order of the text.

    Raises:
        NestedTooDeep: If a value is nested too deeply, and there is no other.
    """
    return Scanner(text, whole=whole).find_values(opening)


@dataclass(slots=True)
class _Container:
    """An object or a list that is being parsed."""

    start: int
    value: dict[str, Any] | list[Any]
    expects: str
    """The expected token: `key`, `colon`, `value` or `comma`."""
    key: str = ""
    depth: int = 1
    """Its levels of nesting, itself included."""
    loose: bool = False
    """Whether it is not strict JSON."""
    trailing_comma: bool = False
    """Whether the last token is a comma."""

    def add(self, value: object) -> None:
        """Add a value; in an object, under the current key."""
        if isinstance(self.value, dict):
            self.value[self.key] = value
        else:
            self.value.append(value)
        self.expects, self.trailing_comma = "comma", False


class Scanner:
    """Finds values in one text."""

    def __init__(self, text: str, *, whole: bool = True) -> None:
        self.text = text
        self.whole = whole
        self.tokens_read = 0
        """The number of tokens that the lenient parser has read."""
        self._found_too_deep = False
        self._strict_failures = 0
        self._parsed: dict[int, tuple[_Container, int]] = {}
        """Complete containers and their ends, by start."""
        self._failed: set[int] = set()
        """Starts of incomplete containers."""
        self._parsed_to = 0
        """The furthest position of the lenient parser."""
        self._parsed_again = 0
        """The number of characters that it has read more than once."""

    def find_values(self, opening: str) -> list[Any]:
        """Find the values that start with a bracket; see the function `find_values`."""
        values = []
        place = self._find_first_start(opening)
        while (start := self.text.find(opening, place)) >= 0:
            value, place = self._read_strictly(start)
            if value is None and place == start:
                value, place = self._read_leniently(start)
            if value is not None:
                values.append(value)
        if self._found_too_deep and not values:
            raise NestedTooDeep
        return values

    def _find_first_start(self, opening: str) -> int:
        """Find the first of the last `MAX_STARTS` brackets."""
        place = len(self.text)
        for _ in range(MAX_STARTS):
            if (before := self.text.rfind(opening, 0, place)) < 0:
                break
            place = before
        return place

    def _read_strictly(self, start: int) -> tuple[Any, int]:
        """Parse the value at `start`: value and end; `None` and `start` if it is not strict."""
        known = start in self._failed or start in self._parsed
        if known or self._strict_failures == MAX_STRICT_FAILURES:
            return None, start
        try:
            value, end = _JSON.raw_decode(self.text, start)
        except (ValueError, RecursionError):
            self._strict_failures += 1
            return None, start
        brackets = self.text.count("{", start, end) + self.text.count("[", start, end)
        if brackets > MAX_DEPTH and self._is_too_deep(start):
            self._found_too_deep = True
            return None, end
        return value, end

    def _is_too_deep(self, start: int) -> bool:
        container = self._parse(start)
        return container is None or container[0].depth > MAX_DEPTH

    def _read_leniently(self, start: int) -> tuple[Any, int]:
        """Parse the value at `start`: value and end; `None` and the next place if there is none."""
        if start in self._failed or start < len(self.text) - MAX_LENIENT_CHARS:
            return None, start + 1
        parsed = self._parsed.get(start) or self._parse(start)
        if parsed is None:
            return None, start + 1
        container, end = parsed
        if container.depth > MAX_DEPTH:
            self._found_too_deep = True
            return None, end
        if container.loose and (isinstance(container.value, list) or not container.value):
            return None, start + 1
        return container.value, end

    def _parse(self, start: int) -> tuple[_Container, int] | None:
        """Parse the container at `start`, and store all containers in it.

        Strings of a failed container may contain values. Searching them reads the same characters
        again, which is done until the total work has doubled.
        """
        if start < self._parsed_to and self._parsed_again > len(self.text):
            return None
        stack: list[_Container] = []
        place = start
        while (after := self._parse_token(place, stack)) is not None:
            place = after
            if not stack:
                break
        self._parsed_again += max(0, min(place, self._parsed_to) - start)
        self._parsed_to = max(self._parsed_to, place)
        self._found_too_deep |= len(stack) > MAX_DEPTH
        self._failed.update(container.start for container in stack)
        return self._parsed.get(start)

    def _parse_token(self, place: int, stack: list[_Container]) -> int | None:  # noqa: PLR0911 - a case for each kind of token
        """Parse one token; return its end, or `None` if it does not belong there."""
        self.tokens_read += 1
        letter = self.text[place : place + 1]
        if letter and letter in "{[":
            return self._open(place, stack)
        top = stack[-1]
        match letter:
            case "}" | "]":
                return self._close(place, stack)
            case ":" if top.expects == "colon":
                top.expects = "value"
            case "," if top.expects == "comma":
                top.expects = "key" if isinstance(top.value, dict) else "value"
                top.trailing_comma = True
            case "/":
                top.loose = True
                return self._find_comment_end(place)
            case _ if blank := BLANK.match(self.text, place):
                return blank.end()
            case _ if top.expects in ("key", "value"):
                return self._parse_scalar(place, top)
            case _:
                return self._close_at_end(place, stack)
        return place + 1

    def _open(self, place: int, stack: list[_Container]) -> int | None:
        if stack and stack[-1].expects != "value":
            return None
        is_object = self.text[place] == "{"
        stack.append(_Container(place, {} if is_object else [], "key" if is_object else "value"))
        return place + 1

    def _close(self, place: int, stack: list[_Container]) -> int | None:
        top = stack[-1]
        is_object = isinstance(top.value, dict)
        between = top.expects == ("key" if is_object else "value")  # at the start, or after a comma
        if (self.text[place] == "}") != is_object or not (between or top.expects == "comma"):
            return None
        top.loose |= between and top.trailing_comma
        self._pop(stack, place + 1)
        return place + 1

    def _close_at_end(self, place: int, stack: list[_Container]) -> int | None:
        """Close all containers at the end of the text, if each of them can end there."""
        after_number = place == len(self.text) and self.text[-1:].isdigit()
        if stack[-1].expects != "comma" or (after_number and not self.whole):
            return None
        if not END.match(self.text, place):
            return None
        while stack:
            stack[-1].loose = True
            self._pop(stack, len(self.text))
        return len(self.text)

    def _pop(self, stack: list[_Container], end: int) -> None:
        """Complete the innermost container, and add it to the one around it."""
        done = stack.pop()
        self._parsed[done.start] = (done, end)
        if stack:
            stack[-1].add(done.value)
            stack[-1].depth = max(stack[-1].depth, done.depth + 1)
            stack[-1].loose |= done.loose

    def _find_comment_end(self, place: int) -> int | None:
        if self.text.startswith("//", place):
            end = self.text.find("\n", place)
            return len(self.text) if end < 0 else end
        if self.text.startswith("/*", place) and place + 2 <= self._last_comment_end:
            return self.text.index("*/", place + 2) + 2
        return None

    @cached_property
    def _last_comment_end(self) -> int:
        return self.text.rfind("*/")

    def _parse_scalar(self, place: int, top: _Container) -> int | None:
        """Parse a string, a number, a constant or a bare key of the innermost container."""
        quoted, word = QUOTED.match(self.text, place), WORD.match(self.text, place)
        try:
            if quoted:
                inner = next(filter(None, quoted.groups()), "").replace("\\'", "'")
                inner = re.sub(r'(?<!\\)"', r"\"", inner)
                value, end = json.loads(f'"{inner}"', strict=False), quoted.end()
            elif word:
                value = word[0] if top.expects == "key" else CONSTANTS[word[0]]
                end = word.end()
            else:
                value, end = _JSON.raw_decode(self.text, place)
        except (ValueError, KeyError):
            return None
        top.loose |= bool(quoted or word)
        if top.expects == "value":
            top.add(value)
        elif isinstance(value, str):
            top.key, top.expects = value, "colon"
        else:
            return None
        return end
