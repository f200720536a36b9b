"""API keys: the variables that they come from, and how they are kept out of texts.

A text from outside is blacked out before it is written or shown. An answer is read as it came:
only what is kept and shown of it is redacted.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from engine.player_protocol import SetupError
from engine.text import clean
from engine.trust import DOTENV, SettingsError, read_dotenv

MIN_SECRET_CHARS = 12
"""A shorter value is no secret: local servers are given words such as `x` or `ollama` as keys."""
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
"""Values that stand in documentation where a key should; in lower case."""
REDACTED = "[key]"
"""What is shown instead of a key."""
KEY_SHAPE = re.compile(r"\b(?:sk|gsk|xai|hf)[-_][\w*.…-]{6,}")
"""What the keys of well-known servers look like, also partly blacked out by the server."""
UNUSUAL = re.compile(r"[^\n -\[\]-~]")
"""A backslash, or a character that is not printable ASCII: a key may be hidden by such."""
ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


class Variables(Mapping[str, str]):
    """Variables of the environment and of `.env`, each with its origin."""

    def __init__(self, process: Mapping[str, str], file: Mapping[str, str]) -> None:
        """Lay the variables of this process over those of the file."""
        self._process = process
        self._all = {**file, **process}

    def __getitem__(self, name: str) -> str:
        """The value of a variable."""
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        """All names."""
        return iter(self._all)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._all)

    def origin(self, name: str) -> str:
        """Where a variable comes from, as messages say it."""
        return "the environment" if name in self._process else str(DOTENV)


def read_environment() -> Variables:
    """The variables of this process, and beneath them those of `.env`.

    Variables of the file are not put into the environment, so that no program that is
    started here inherits a key from it.

    Raises:
        SetupError: If the file cannot be read, by its line.
    """
    try:
        return Variables(os.environ, read_dotenv().values)
    except SettingsError as error:
        raise SetupError(str(error)) from None


def are_apart(variables: Mapping[str, str], address: str, key: str) -> bool:
    """Whether the variables of an address and of a key come from different places.

    A key goes only to an address that the same place names: who can write a `.env` into a folder
    must not receive the key of the environment.
    """
    return (
        isinstance(variables, Variables)
        and bool(variables.get(address, "").strip())
        and bool(variables.get(key, "").strip())
        and variables.origin(address) != variables.origin(key)
    )


def find_secrets(values: Iterable[str]) -> tuple[str, ...]:
    """The values that are long enough to be secrets and no placeholders, the longest first."""
    found = {
        value
        for value in values
        if len(value) >= MIN_SECRET_CHARS
        and len(set(value)) > 3  # not xxxxxxxxxxxx
        and value.casefold() not in PLACEHOLDERS
    }
    return tuple(sorted(found, key=len, reverse=True))


def holds_secret(text: str, secrets: Collection[str]) -> bool:
    """Whether a text holds a secret, in any case, also by escapes or between invisible marks."""
    if not secrets:
        return False
    forms = [text]
    if UNUSUAL.search(text):
        plain = ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
        forms += [clean(form, len(form)) for form in (text, plain)]
    folded = [form.casefold() for form in forms]
    return any(secret.casefold() in form for secret in secrets for form in folded)


def redact(text: str, secrets: Collection[str]) -> str:
    """Black out each secret in a text; the whole text, if one is hidden in it."""
    for secret in secrets:
        text = text.replace(secret, REDACTED)
    return REDACTED if holds_secret(text, secrets) else text


def redact_all(value: Any, secrets: Collection[str]) -> Any:  # noqa: ANN401
    """Black out each secret in all strings of a value as JSON knows it."""
    if isinstance(value, str):
        return redact(value, secrets)
    if isinstance(value, list | tuple):
        return [redact_all(item, secrets) for item in value]
    if isinstance(value, dict):
        return {key: redact_all(item, secrets) for key, item in value.items()}
    return value


def move_holds_secret(fields: Any, secrets: Collection[str]) -> bool:  # noqa: ANN401
    """Whether a secret is in a string of a move, as JSON knows it."""
    if isinstance(fields, str):
        return holds_secret(fields, secrets)
    if isinstance(fields, Mapping):
        return any(move_holds_secret(part, secrets) for pair in fields.items() for part in pair)
    if isinstance(fields, list | tuple):
        return any(move_holds_secret(part, secrets) for part in fields)
    return False
