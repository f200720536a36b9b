"""Limit how deep JSON is nested."""

import re

MAX_DEPTH = 64
"""Maximum nesting of lists and objects in data from servers and files."""


BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)
"""Matches a string, or a bracket outside of strings."""


def is_too_deep(body: bytes) -> bool:
    """Whether JSON is nested more than `MAX_DEPTH` levels deep, without parsing it."""
    if body.count(b"[") + body.count(b"{") <= MAX_DEPTH:
        return False
    depth = 0
    for token in BRACKETS.finditer(body):
        first = body[token.start()]
        if first in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif first in b"]}":
            depth -= 1
    return False
