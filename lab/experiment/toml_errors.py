"""Turn errors of TOML into messages about an experiment file, which name the line."""

import re
from tomllib import TOMLDecodeError

from engine.text import clean

PLACE = re.compile(r"(?P<what>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)", re.DOTALL)
"""Matches tomllib's description of an error's position."""
GIVEN_TWICE = ("Cannot overwrite a value", "Cannot declare", "Cannot mutate", "Cannot redefine")
"""The beginnings of tomllib's messages about keys that are defined twice."""
MAX_SHOWN = 40
"""Characters of a line that are quoted."""


def explain_syntax(text: str, error: TOMLDecodeError) -> str:
    """Explain a TOML syntax error: the place, and the text there."""
    found = PLACE.fullmatch(str(error))
    if found is None:
        return f"{clean(str(error))}."
    number, column = int(found["line"]), int(found["column"])
    line = clean(text.split("\n")[number - 1].strip())
    shown = line if len(line) <= MAX_SHOWN else f"{line[:MAX_SHOWN]}..."
    what = f"{found['what'][:1].lower()}{found['what'][1:]}"
    if found["what"].startswith(GIVEN_TWICE):
        what = "this name is given a second time"
    return f"line {number}, column {column}: {what}: {shown}."
