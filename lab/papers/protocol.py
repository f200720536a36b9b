"""What a paper's published code does otherwise than Parlour: the protocol of a paper.

Each paper states its protocol, with the source of every difference, in
`lab/papers/PAPER/protocol.py`; `lab/experiment/reference_protocol.py` lets an experiment follow it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.players.word_players import PRAGMATIC, VECTORS
from lab.papers.catalog import PAPERS, find_module

MODELS = ("llm", "comet")
"""The kinds of player that ask a model."""
WORDS = (*VECTORS, PRAGMATIC)
"""The kinds of player that compare word vectors."""
PLAYED = frozenset({"teams", "lineups"})
"""The sections of a file by which matches are played."""
FAILING = (*MODELS, "exec", "py", "player")
"""The kinds of player that may have no legal move."""


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
    decided: tuple[str, ...] = ()
    """The keys of an experiment that decide it: `options.tries`, `settings.memory` of its players,
    `top.on_failure`, `questions.context`, `bench.ties`; without one, nothing does."""
    usual: str = ""
    """The value of its key in Parlour's own experiments, if the key has no default."""
    remains: str = ""
    """What differs from the published code although the reference is followed."""
    same: bool = False
    """Whether Parlour's default is what the published code does."""
    kinds: tuple[str, ...] = ()
    """The kinds of player that it concerns; empty for all."""
    sections: tuple[str, ...] = ()
    """The sections without any of which an experiment is not concerned, such as `teams`."""
    bears: tuple[str, ...] | None = None
    """The tables and figures that it bears on; `None` for all."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """The protocol of a paper's published code, as values for what an experiment leaves open."""

    differences: tuple[Difference, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of seats whose kind of player takes them."""
    section_settings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By section of the file: the settings of seats in its place."""
    top: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the top level of the file."""
    context: str = ""
    """The context of questions."""
    stand_in: str = ""
    """The SPEC of the player that `on_failure = "reference"` lets move; empty if there is none."""
    after_empty: str = ""
    """The SPEC of the one that moves instead after an empty answer; empty if it is the same."""
    stand_in_options: Mapping[str, Any] = field(default_factory=dict)
    """The options without which its moves are illegal."""
    report: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the report."""
    pooled: tuple[str, ...] = ()
    """What the report pools, if the options that this sets vary over the experiment."""
    sections: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By section of the file, such as `bench`: its keys. Sections that the file lacks stay out."""
    told: tuple[str, ...] = ()
    """Options, and settings of players, that rows of the paper's tables tell by themselves."""
    told_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By exhibit: further ones that its rows tell."""

    def choose_settings(self, sections: Collection[str]) -> Mapping[str, str]:
        """Choose the settings of seats for an experiment by the sections that it has.

        Where matches are played, too, the settings are those of matches.
        """
        if not PLAYED.isdisjoint(sections):
            return self.settings
        found = (one for name, one in self.section_settings.items() if name in sections)
        return next(found, self.settings)

    @property
    def changes(self) -> bool:
        """Whether the switch changes anything."""
        return bool(self.options or self.settings or self.top or self.context or self.sections)


def find_stated_protocol(paper: str, game: str) -> Protocol:
    """Find what differs in a game of a paper; nothing in a game of which nothing is stated."""
    module = find_module(paper, "protocol")
    found: Protocol = getattr(module, "PROTOCOLS", {}).get(game, Protocol(()))
    return found


def find_protocol(game: str) -> Protocol | None:
    """Find the protocol of the paper that a game is from; `None` if none is stated."""
    return find_stated_protocol(PAPERS[game], game) if game in PAPERS else None
