"""Faults on demand: what can go wrong with a model and its server."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from engine.options import OptionError, explain_unknown

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
"""Every fault by name, and what happens."""
GARBAGE = (
    "As a language model I see many possibilities here, and each of them has its charm.",
    "{{{{ }}}} [[[[ ]]]] null NaN \\u0000 \\ud800",
    '{"thoughts": "the braces of this answer never close", "words": ["one", "two"',
    '{"answer": {"to": {"everything": [42, [42, [42]]]}}}',
    "```json\n// nothing to see here\n```",
)
"""Answers that make no sense."""


@dataclass(slots=True)
class Faults:
    """Which faults happen, how often, and by which seed."""

    names: Sequence[str] = ()
    rate: float = 1.0
    """The share of questions that meet a fault."""
    seed: str = "1"
    _met: Counter[bytes] = field(default_factory=Counter)

    def draw(self, question: bytes) -> tuple[str | None, Random]:
        """Draw the fault that a question meets, and a `Random` for its details.

        It depends on the question and on how often the same question has come, not on other
        questions: so it is the same when games are played at once.
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
