"""Find secrets in texts, and redact them.

Untrusted text is redacted before it is written or shown. Answers are parsed unredacted; only their
stored and shown text is redacted.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from engine.text import clean

MIN_SECRET_CHARS = 12
"""Shorter values are not secrets: keys of local servers are words such as `x` or `ollama`."""


PLACEHOLDERS = frozenset(
    {
        "placeholder",
        "not-required",
        "not_required",
        "no-key-needed",
        "no-key-required",
        "sk-no-key-required",
        "not-applicable",
        "your-api-key",
        "your_api_key",
        "your-api-key-here",
        "your_api_key_here",
        "openai_api_key",
        "openai-api-key",
        "change-me-please",
    }
)
"""Placeholders for keys in documentation, in lower case."""


REDACTED = "[key]"
"""The replacement of a key."""


UNUSUAL = re.compile(r"[^\n -\[\]-~]")
"""Matches a backslash or non-printable ASCII, which may hide a key."""


ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def find_secrets(values: Iterable[str]) -> tuple[str, ...]:
    """Find the values that are long enough to be secrets and not placeholders, longest first."""
    found = {
        value
        for value in values
        if len(value) >= MIN_SECRET_CHARS
        and len(set(value)) > 3  # not xxxxxxxxxxxx
        and value.casefold() not in PLACEHOLDERS
    }
    return tuple(sorted(found, key=len, reverse=True))


def holds_secret(text: str, secrets: Collection[str]) -> bool:
    """Whether a text contains a secret in any case, even escaped or with invisible characters."""
    if not secrets:
        return False
    forms = [text]
    if UNUSUAL.search(text):
        plain = ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
        forms += [clean(form, len(form)) for form in {text, plain}]
    folded = [form.casefold() for form in forms]
    return any(secret.casefold() in form for secret in secrets for form in folded)


def redact(text: str, secrets: Collection[str]) -> str:
    """Redact each secret in a text; redact the whole text if a secret is hidden in it."""
    for secret in secrets:
        text = text.replace(secret, REDACTED)
    return REDACTED if holds_secret(text, secrets) else text


def redact_all(value: Any, secrets: Collection[str]) -> Any:  # noqa: ANN401
    """Redact each secret in all strings of a JSON value."""
    if isinstance(value, str):
        return redact(value, secrets)
    if isinstance(value, list | tuple):
        return [redact_all(item, secrets) for item in value]
    if isinstance(value, dict):
        return {key: redact_all(item, secrets) for key, item in value.items()}
    return value


def move_holds_secret(fields: Any, secrets: Collection[str]) -> bool:  # noqa: ANN401
    """Whether a string in the JSON of a move contains a secret."""
    if isinstance(fields, str):
        return holds_secret(fields, secrets)
    if isinstance(fields, Mapping):
        return any(move_holds_secret(part, secrets) for pair in fields.items() for part in pair)
    if isinstance(fields, list | tuple):
        return any(move_holds_secret(part, secrets) for part in fields)
    return False
