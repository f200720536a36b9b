"""A trial, its outcome, and the resources that it has while it runs.

A trial is one unit of work, such as a match or a question: it is run, stored and retried as a
whole. Trials with equal content have the same key, a hash of the content.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ValidationError

from engine.config.settings import Settings
from engine.journal.record import Record
from engine.llm.budget import Budget
from engine.llm.calls_file import SUFFIX
from engine.players.spec import Spec, parse_spec
from engine.text import clean
from lab.run.lineup import Lineup
from lab.run.question_gates import Gates

if TYPE_CHECKING:
    from engine.dry_run import Meter

KEY_LENGTH = 16
"""Length of a key in characters. In a run of ten million trials, the probability of a collision is
1 in 4 million."""


MODULES = {
    "match": "lab.trials.match",
    "replay": "lab.trials.reseated_match",
    "question": "lab.trials.position_question",
    "item": "lab.trials.bench_item",
    "reading": "lab.trials.metaphor_reading",
    "self_play": "lab.trials.self_play",
    "recorded": "lab.trials.recorded_game",
}
"""By kind of trial: the module that runs it."""
KINDS = tuple(MODULES)
"""The kinds of trial."""


class UnfitTrial(ValueError):
    """A trial that can never have an outcome."""


class Content(BaseModel, extra="allow", strict=True):
    """What the content of every kind of trial has."""

    game: str
    deal: int
    seed: str
    players: dict[str, str]
    seats: dict[str, str]
    options: dict[str, Any] = {}


@dataclass(frozen=True)
class Trial:
    """The definition of a trial as plain JSON; equal content means the same trial everywhere."""

    kind: str
    """Which module of `lab.trials` runs it."""
    content: Mapping[str, Any]
    """Everything that its outcome depends on, except the journal of the trial that it is about."""

    @cached_property
    def text(self) -> str:
        """The content in canonical form."""
        return json.dumps(self.content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @cached_property
    def key(self) -> str:
        """A hash of kind and content, which identifies the trial."""
        return build_key(self.kind, self.text)

    @property
    def about(self) -> str | None:
        """The key of the match whose journal it needs; `None` if it needs none."""
        about: str | None = self.content.get("about")
        return about

    @cached_property
    def lineup(self) -> Lineup:
        """Its line-up: what it shares with trials on other deals."""
        return Lineup.of_trial(self.kind, self.content)

    @property
    def specs(self) -> dict[str, Spec]:
        """By seat: the SPECs of the players that this trial asks."""
        return {seat: _parse_spec(spec) for seat, spec in self.content["seats"].items()}

    @property
    def is_costly(self) -> bool:
        """Whether a model or a program is asked, so that no answer may be lost or repeated."""
        return any(map(_is_external, self.content["seats"].values()))

    @classmethod
    def from_text(cls, kind: str, text: str) -> Self:
        """Create a trial from its kind and canonical content, as they stand in a run.

        Raises:
            UnfitTrial: If the content is not that of a trial.
        """
        if kind not in KINDS:
            raise UnfitTrial(f"There is no kind of trial {clean(kind, 40)!r}; the run is damaged.")
        try:
            content = json.loads(text)
            Content.model_validate(content)
        except (ValueError, RecursionError) as error:
            said = f": {join_places(error)}" if isinstance(error, ValidationError) else ""
            raise UnfitTrial(f"The content of a trial is damaged{said}.") from None
        return cls(kind, content)


def join_places(error: ValidationError) -> str:
    """Name the places of what a validation found, such as `seats.encoder`."""
    return clean(", ".join(".".join(map(str, one["loc"])) for one in error.errors()), 200)


def build_key(kind: str, text: str) -> str:
    """Build the key of a trial from its kind and the canonical form of its content."""
    return sha256(f"{kind} {text}".encode()).hexdigest()[:KEY_LENGTH]


@lru_cache(maxsize=4096)
def _parse_spec(spec: str) -> Spec:
    """Parse a SPEC; cached, as runs have few of them and many trials."""
    return parse_spec(spec)


def _is_external(spec: str) -> bool:
    """Whether a model or a program decides."""
    return _parse_spec(spec).is_external


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a trial."""

    figures: Mapping[str, Any]
    """Plain values under stable names: its row in the table of games."""
    turns: list[dict[str, Any]] = field(default_factory=list)
    """Its rows in the table of turns, one for each turn or question."""
    journal: str = ""
    """The lines of its journal, if a game was played."""
    calls: str = ""
    """The lines of its calls file."""


@dataclass(frozen=True, slots=True)
class TrialResources:
    """The environment of a trial while it runs."""

    gates: Gates
    """The gates of the worker, with the settings in force."""
    path: Path | None = None
    """The file of a costly trial's journal or answers; `None` keeps them in memory."""
    record: Record | None = None
    """The journal of the match that the trial is about."""
    record_calls: str = ""
    """The lines of that match's calls file, if the trial needs them."""
    budget: Budget | None = None
    """The budget of this trial's models."""
    meter: "Meter | None" = None
    """Counts questions to models and programs, while baselines answer in their place."""

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.gates.settings

    @property
    def calls_path(self) -> Path | None:
        """The calls file of a costly trial."""
        return self.path and self.path.with_name(self.path.name.removesuffix(".jsonl") + SUFFIX)

    def read_calls(self) -> str:
        """Read the lines of the calls file; empty if there is none."""
        path = self.calls_path
        return path.read_text("utf-8") if path and path.exists() else ""
