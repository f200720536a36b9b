"""The faults that the mock model server simulates, such as rate limits."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from engine.errors import OptionError
from engine.suggestion import explain_unknown

FAULTS = {
    "429": "too many questions, with Retry-After",
    "500": "the server is in trouble",
    "timeout": "no answer at all",
    "dropped": "the connection breaks in the middle of the answer",
    "truncated": "the answer is cut off",
    "garbage": "an answer without sense",
    "empty": "an answer without a word",
    "refusal": "the model declines",
    "error200": "an error with status 200",
    "ansi": "terminal escape sequences in a good answer",
    "markup": "markup in a good answer",
    "slow": "a good answer, late",
}
"""By name of a fault: what happens."""


GARBAGE = (
    "As a language model I see many possibilities here, and each of them has its charm.",
    "{{{{ }}}} [[[[ ]]]] null NaN \\u0000 \\ud800",
    '{"thoughts": "the braces of this answer never close", "words": ["one", "two"',
    '{"answer": {"to": {"everything": [42, [42, [42]]]}}}',
    "```json\n// nothing to see here\n```",
)
"""Nonsensical answers."""


@dataclass(slots=True)
class Faults:
    """The faults to simulate, their rate, and their seed."""

    names: Sequence[str] = ()
    rate: float = 1.0
    """The share of requests with a fault."""
    seed: str = "1"
    _met: Counter[bytes] = field(default_factory=Counter)

    def draw(self, question: bytes) -> tuple[str | None, Random]:
        """Draw the fault for a request, and a `Random` for its details.

        It depends on the request and the number of earlier requests of the same content, so it does
        not change if games are played concurrently.
        """
        key = sha256(question).digest()
        rng = Random(f"{self.seed}/{key.hex()}/{self._met[key]}")
        self._met[key] += 1
        happens = bool(self.names) and rng.random() < self.rate
        return (rng.choice(list(self.names)) if happens else None), rng


def parse_faults(text: str) -> tuple[str, ...]:
    """Parse names of faults, separated by commas.

    Raises:
        OptionError: At the first unknown name.
    """
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in FAULTS:
            raise OptionError(explain_unknown("fault", name, FAULTS))
    return names


def add_escapes(text: str) -> str:
    """Add terminal escape sequences: a colour, a title, a clear screen, a link."""
    return f"\x1b[31m{text}\x1b[0m\x1b]0;title\x07\x1b[2J\x1b]8;;http://example.invalid\x1b\\"


def add_markup(text: str) -> str:
    """Add markup."""
    return f"[b]{text}[/b]"
