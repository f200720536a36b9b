"""A study in which people guess and rate clues of Dixit, and its items."""

import json
import re
from functools import partial
from hashlib import sha256
from random import Random
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from engine.frozen_model import FrozenModel
from engine.text import clean
from engine.timestamp import format_utc_now

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


LONGEST_CLUE = 200


type Mode = Literal["rate", "guess"]
"""What raters do: guess and rate, or only guess."""


class StudyItem(FrozenModel):
    """A clue with its candidate cards, one of which is the target."""

    id: str = Field(min_length=1)
    clue: Annotated[str, AfterValidator(partial(clean, longest=LONGEST_CLUE))]
    target: str
    candidates: tuple[str, ...]
    player: str = ""
    """The player who gave the clue; raters never see it."""
    tier: str = ""
    """The tier of DixitBench, if it comes from there."""
    group: str = ""
    """Items of a group have the same clue and target, and a rater gets only one of them."""

    @model_validator(mode="after")
    def _check_target(self) -> Self:
        if self.target not in self.candidates:
            raise ValueError("the target is one of the candidates")
        if len(set(self.candidates)) < len(self.candidates):
            raise ValueError("a card is twice among the candidates")
        return self


class Study(FrozenModel):
    """The items of a study, and what raters are asked."""

    name: str = Field(pattern=rf"^{NAME.pattern}$")
    mode: Mode
    source: str
    """The source of its items."""
    deck: str
    fingerprint: str
    items: tuple[StudyItem, ...]
    made: str = Field(default_factory=format_utc_now)

    @model_validator(mode="after")
    def _check_items(self) -> Self:
        if len({one.id for one in self.items}) < len(self.items):
            raise ValueError("two items have the same id")
        return self

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
