"""What a paper's published code does otherwise than Parlour: the protocol of a paper.

Each paper states its protocol, with the source of every difference, in
`lab/papers/PAPER/protocol.py`; `lab/experiment/reference_protocol.py` lets an experiment follow it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lab.papers.catalog import find_part


@dataclass(frozen=True, slots=True)
class Difference:
    """What the paper, its code and Parlour do differently, and what the switch changes."""

    what: str
    paper: str
    """What the paper says."""
    code: str
    """What its published code does."""
    reference: str
    """What `protocol = "reference"` does here; empty if it changes nothing."""
    parlour: str
    """What `protocol = "parlour"` does, the default."""
    source: str
    """Where the code's behaviour is stated."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """The protocol of a paper's published code, as values for what an experiment leaves open."""

    differences: tuple[Difference, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of seats whose kind of player takes them."""
    top: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the top level of the file."""
    context: str = ""
    """The context of questions."""
    stand_in: str = ""
    """The SPEC of the player that `on_failure = "reference"` lets move; empty if there is none."""
    stand_in_options: Mapping[str, Any] = field(default_factory=dict)
    """The options without which its moves are illegal."""
    report: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the report."""
    pooled: tuple[str, ...] = ()
    """What the report pools, if the options that this sets vary over the experiment."""
    sections: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By section of the file, such as `bench`: its keys. Sections that the file lacks stay out."""

    @property
    def changes(self) -> bool:
        """Whether the switch changes anything."""
        return bool(self.options or self.settings or self.top or self.context or self.sections)


def find_protocol(game: str) -> Protocol | None:
    """Find the protocol of the paper that a game is from; `None` if none is stated."""
    module = find_part(game, "protocol")
    found: Protocol | None = getattr(module, "PROTOCOL", None)
    return found
