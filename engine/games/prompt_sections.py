"""The sections of a template file: parse them, check them and fill their gaps."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.errors import OptionError
from engine.suggestion import explain_unknown
from engine.text import clean

SECTION = re.compile(r"\[([a-z][a-z ]*)\]\s*")


GAP = re.compile(r"\{(\w+)\}")


class WordingError(OptionError):
    """A wording that does not exist, or whose file cannot be used."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a file: text with gaps."""

    text: str
    line: int
    """The number of the line `[name]` in the file."""
    first: int
    """The number of the first line of its text."""
    parts: tuple[tuple[str, ...], ...]
    """For each line: text and names of gaps alternately, beginning with text."""

    @property
    def gaps(self) -> frozenset[str]:
        """The names of its gaps."""
        return frozenset(name for line in self.parts for name in line[1::2])

    def fill(self, values: Mapping[str, object]) -> str:
        """Fill in the gaps; a line that consists of one gap is dropped if its value is empty."""
        names = (name for line in self.parts for name in line[1::2])
        return _fill(self.parts, tuple(str(values[name]) for name in names))


@lru_cache(maxsize=512)
def _fill(parts: tuple[tuple[str, ...], ...], values: tuple[str, ...]) -> str:
    """Fill in the gaps in order; cached, as the rules are the same in every prompt of a game."""
    rest = iter(values)
    lines = []
    for line in parts:
        filled = "".join(next(rest) if place % 2 else part for place, part in enumerate(line))
        if filled or len(line) == 1:
            lines.append(filled.rstrip())
    return "\n".join(lines)


def parse_sections(text: str, place: str) -> Mapping[str, Section]:
    """Parse the sections of a file.

    Args:
        text: The content of the file.
        place: Its name in messages.

    Raises:
        WordingError: If a section comes twice or is empty.
    """
    found: dict[str, Section] = {}
    heads = [
        (number, head[1])
        for number, line in enumerate(text.split("\n"), 1)
        if (head := SECTION.fullmatch(line))
    ]
    lines = text.split("\n")
    ends = [number - 1 for number, _ in heads[1:]]
    for (number, name), end in zip(heads, (*ends, len(lines)), strict=False):
        body = "\n".join(lines[number:end]).strip()
        first = next((n for n in range(number, end) if lines[n].strip()), number) + 1
        if name in found:
            raise WordingError(f"{place}, line {number}: the section [{name}] comes twice.")
        if not body:
            raise WordingError(f"{place}, line {number}: the section [{name}] is empty.")
        parts = tuple(tuple(GAP.split(line)) for line in body.split("\n"))
        found[name] = Section(body, number, first, tuple(map(_drop_empty_text, parts)))
    return found


def _drop_empty_text(parts: tuple[str, ...]) -> tuple[str, ...]:
    return parts if len(parts) > 1 or parts[0] else ("",)


def check_sections(
    found: Mapping[str, Section], model: Mapping[str, Section], place: str
) -> Mapping[str, Section]:
    """Check that a file has the sections and gaps of wording 1.

    Raises:
        WordingError: At the first section or gap that is missing or unknown, with its line.
    """
    place = clean(place)
    for name, section in found.items():
        if name not in model:
            why = explain_unknown("section", f"[{name}]", tuple(f"[{one}]" for one in model))
            raise WordingError(f"{place}, line {section.line}: {why}")
        allowed = model[name].gaps
        for number, gap in _list_gaps(section):
            if gap not in allowed:
                gaps = tuple(f"{{{one}}}" for one in sorted(allowed)) or ("none",)
                why = explain_unknown("gap", f"{{{gap}}}", gaps)
                raise WordingError(f"{place}, line {number}: {why}")
        if missing := sorted(allowed - section.gaps):
            gaps_ = ", ".join(f"{{{one}}}" for one in missing)
            raise WordingError(f"{place}, line {section.line}: [{name}] lacks the gap {gaps_}.")
    for name in model:
        if name not in found:
            raise WordingError(f"{place}: the section [{name}] is missing.")
    return found


def _list_gaps(section: Section) -> Iterator[tuple[int, str]]:
    """Yield the gaps of a section with their line numbers."""
    for number, parts in enumerate(section.parts, section.first):
        for gap in parts[1::2]:
            yield number, gap
