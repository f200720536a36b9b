"""A trial: one unit of work. It is run, stored and retried as a whole."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, Self

from engine.lineup import Spec, parse_spec

KEY_LENGTH = 16
"""Characters of a key. Among ten million trials, two share one in 1 of 4 million runs."""


class UnfitTrial(ValueError):
    """A trial that cannot have an outcome, however often it is run."""


@dataclass(frozen=True)
class Trial:
    """What is to be done, as plain JSON; equal content is the same trial everywhere."""

    kind: str
    """The module of `lab.kinds` that runs it."""
    content: Mapping[str, Any]
    """All that its outcome depends on, except the journal of the trial that it is about."""

    @cached_property
    def text(self) -> str:
        """The content in its canonical form."""
        return json.dumps(self.content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @cached_property
    def key(self) -> str:
        """A hash of kind and content, by which runs recognise the trial."""
        return sha256(f"{self.kind} {self.text}".encode()).hexdigest()[:KEY_LENGTH]

    @property
    def about(self) -> str | None:
        """The key of the match whose journal it needs; `None` if it needs none."""
        about: str | None = self.content.get("about")
        return about

    @property
    def specs(self) -> dict[str, Spec]:
        """By seat: the players that this trial asks."""
        return {seat: parse_spec(spec) for seat, spec in self.content["seats"].items()}

    @property
    def is_costly(self) -> bool:
        """A model or a program is asked, so no answer may be lost or asked for again."""
        return any(map(_is_external, self.content["seats"].values()))

    @classmethod
    def from_text(cls, kind: str, text: str) -> Self:
        """The trial of that kind with that canonical content."""
        return cls(kind, json.loads(text))


@lru_cache(maxsize=4096)
def _is_external(spec: str) -> bool:
    """Whether a model or a program decides; runs have few SPECs, and many trials."""
    return parse_spec(spec).is_external


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a trial brought."""

    figures: Mapping[str, Any]
    """A few plain values under stable names: its row in the table of games."""
    turns: list[dict[str, Any]] = field(default_factory=list)
    """Its rows in the table of turns: one for each turn, or for each question."""
    journal: str = ""
    """The lines of its journal, if a game was played."""
    calls: str = ""
    """The lines of its calls file."""
