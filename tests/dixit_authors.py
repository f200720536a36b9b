"""Scripted players of Dixit and DixitBench whose figures are known in closed form.

In a game, clues name the storyteller's card, so that whoever wants to finds it. Items are looked up
in the bench: these players know the answers, which no other player does.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.games.dixit.bench_item import Choose, ItemView, Rate
from lab.papers.dixitworld.bench_files import open_bench
from lab.papers.dixitworld.item_drawing import Item

HIGH, LOW = 80, 20
"""The scores of the card that is chosen, and of each other."""


@cache
def list_items() -> dict[tuple[str, frozenset[str]], Item]:
    """The items of the bench by clue and cards."""
    return {(item.clue, frozenset(item.cards)): item for item in open_bench().items}


@cache
def list_targets() -> dict[str, str]:
    return {item.clue: item.target for item in open_bench().items}


@dataclass
class Author:
    """A player that finds the card, or misses it."""

    finds: bool

    def decide(self, view: Any, *_: object) -> dict[str, Any]:
        """Play."""
        match view.stage.value:
            case "tell":
                card = view.hand[0]
                return {"Tell": {"card": card, "clue": f"{card} in round {view.number}"}}
            case "decoy":
                return {"Decoy": {"card": view.hand[0]}}
            case _:
                named = view.clue.split(" ")[0]
                found = (card for card in view.choices if (card == named) == self.finds)
                return {"Vote": {"card": next(found)}}


def finder(*_: str) -> Author:
    """Finds every card."""
    return Author(finds=True)


def misser(*_: str) -> Author:
    """Misses every card."""
    return Author(finds=False)


@dataclass
class Reader:
    """Answers items in this process: right on some tiers, else the first other card."""

    tiers: tuple[str, ...]
    """The tiers on which it chooses the right card. If there are any, it rates targets highest."""

    async def decide(self, view: ItemView, _: str | None) -> Choose | Rate:
        """Choose among cards, or rate a card alone."""
        if len(view.cards) == 1:
            is_target = view.cards[0] == list_targets()[view.clue]
            return Rate(score=HIGH if is_target == bool(self.tiers) else LOW)
        item = list_items()[view.clue, frozenset(view.cards)]
        right = item.tier in self.tiers
        return Choose(card=next(one for one in view.cards if (one == item.target) == right))


class First:
    """Takes the first card of each item, and rates all alike."""

    async def decide(self, view: ItemView, _: str | None) -> Choose | Rate:
        """Choose among cards, or rate a card alone."""
        return Rate(score=0) if len(view.cards) == 1 else Choose(card=view.cards[0])


READERS = {
    "py:finder": Reader(("easy", "medium", "hard")),
    "py:misser": Reader(()),
    "py:halfway": Reader(("easy",)),
    "py:first": First(),
}
"""By SPEC: who answers items."""
