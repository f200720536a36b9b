"""A study in which people guess and rate clues of Dixit, and its items."""

import json
import re
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Literal

from engine.timestamp import format_utc_now

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


type Mode = Literal["rate", "guess"]
"""What raters do: guess and rate, or only guess."""


@dataclass(frozen=True, slots=True)
class StudyItem:
    """A clue with its candidate cards, one of which is the target."""

    id: str
    clue: str
    target: str
    candidates: tuple[str, ...]
    player: str = ""
    """The player who gave the clue; raters never see it."""
    tier: str = ""
    """The tier of DixitBench, if it comes from there."""
    group: str = ""
    """Items of a group have the same clue and target, and a rater gets only one of them."""


@dataclass(frozen=True, slots=True)
class Study:
    """The items of a study, and what raters are asked."""

    name: str
    mode: Mode
    source: str
    """The source of its items."""
    deck: str
    fingerprint: str
    items: tuple[StudyItem, ...]
    made: str = field(default_factory=format_utc_now)

    @property
    def key(self) -> str:
        """A hash of what raters are asked, which identifies the study; its copies have the same."""
        asked = [[one.id, one.clue, one.target, *one.candidates] for one in self.items]
        text = json.dumps([self.name, self.mode, self.fingerprint, self.made, asked])
        return sha256(text.encode()).hexdigest()[:16]

    def order_for(self, rater: str) -> list[StudyItem]:
        """List the items for a rater in their random order: one of each group, tiers balanced."""
        groups: dict[str, list[StudyItem]] = {}
        for item in self.items:
            groups.setdefault(item.group or item.id, []).append(item)
        rng = Random(f"{self.key}/{rater}/order")
        names = rng.sample(sorted(groups), len(groups))
        start = rng.randrange(1_000)
        return [
            groups[name][(start + place) % len(groups[name])] for place, name in enumerate(names)
        ]

    def list_candidates(self, rater: str, item: StudyItem) -> tuple[str, ...]:
        """List the cards of an item in the order in which a rater sees them."""
        cards = sorted(item.candidates)
        return tuple(Random(f"{self.key}/{rater}/{item.id}").sample(cards, len(cards)))
