"""The form of an answer that a prompt shows, for requests without a JSON schema.

It is read loosely: a text of one word is an example to repeat, any other text asks for a text, and
words without quotes ask for a whole number.
"""

import json
import re
from typing import Any

from lab.mock.schema_value import Schema

FORM = re.compile(r"\{[^\n]*\}(?=\W*$)", re.MULTILINE)
"""Matches a form at the end of a line."""
BARE = re.compile(r'"(?:[^"\\]|\\.)*"|[^\W\d][^][{}:,"]*|<[^>\n]*>')
"""Matches a text, or words without quotes."""
CHOICES = re.compile(r"<(\w+(?:\|\w+)+)>")
"""Matches a text that lists the words to choose from."""
NAMES = {"letter": r"\b[A-Z]\b", "NAME": r"\bp\d+\b"}
"""By the word in a form that asks for a name: matches the names in the request."""


def find_forms(system: str, text: str) -> list[str]:
    """Find the forms of the answer: those in the request, or else in the system message."""
    return FORM.findall(text) or FORM.findall(system)


def read_form(system: str, text: str) -> Schema | None:
    """Read the forms as a schema; `None` if there are none."""
    parts = []
    for form in find_forms(system, text):
        try:
            example = json.loads(BARE.sub(_replace_bare, form))
        except ValueError:
            continue
        parts += [_describe(example, text)] if example else []
    return {"anyOf": parts} if parts else None


def _replace_bare(match: re.Match[str]) -> str:
    if match[0] == "<true|false>":
        return "false"
    return match[0] if match[0][0] == '"' or match[0] in ("true", "false", "null") else "0"


def _describe(value: Any, text: str) -> Schema:  # noqa: ANN401, PLR0911 - a case for each type
    """Build the schema of values like an example."""
    match value:
        case dict():
            parts = {name: _describe(one, text) for name, one in value.items()}
            return {"type": "object", "properties": parts, "required": list(parts)}
        case list():
            items = [_describe(one, text) for one in value]
            return {"type": "array", "prefixItems": items, "maxItems": len(items)}
        case int() | float():
            return {"type": "boolean" if isinstance(value, bool) else "integer"}
        case str() if names := _find_names(value, text):
            return {"enum": names}
        case str() if choices := CHOICES.fullmatch(value):
            return {"enum": choices[1].split("|")}
        case str() if re.fullmatch(r"\w+", value):
            return {"const": value}
    return {"type": "string"}


def _find_names(asked: str, text: str) -> list[str]:
    """Find the names that a part of a form asks for; none if it asks for something else.

    They stand in the last paragraph that has several, or else in the last that has one.
    """
    pattern = next((NAMES[word] for word in re.findall(r"\w+", asked) if word in NAMES), r"(?!)")
    found = [sorted(set(re.findall(pattern, one))) for one in reversed(text.split("\n\n"))]
    return next((one for one in found if len(one) > 1), []) or next(filter(None, found), [])
