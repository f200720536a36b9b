"""Draw the items of a bench: a clue, its card, and five distractors by their similarity."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import pandas as pd

from lab.errors import BenchError

DISTRACTORS = 5


@dataclass(frozen=True, slots=True)
class Tier:
    """A tier of difficulty: the ranks of similarity to the target of its distractors."""

    name: str
    first: int
    """The first rank; 1 is the most similar card."""
    last: int
    """The last rank."""


TIERS = (Tier("hard", 1, 5), Tier("medium", 10, 20), Tier("easy", 30, 80))
"""The tiers of the paper (appendix E)."""


TIER_ORDER = ("easy", "medium", "hard")
"""The order in tables."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item: which of six cards does the clue mean?"""

    id: str
    tier: str
    target: str
    clue: str
    distractors: tuple[str, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """All its cards, target first; not the order in which they are shown."""
        return (self.target, *self.distractors)


def parse_tiers(given: Iterable[str]) -> tuple[Tier, ...]:
    """Parse tiers with other ranks, such as `medium=8-15`.

    Raises:
        BenchError: If a text is invalid, or its tier is unknown.
    """
    tiers = {one.name: one for one in TIERS}
    for text in given:
        name, _, ranks = text.partition("=")
        first, _, last = ranks.partition("-")
        if name not in tiers or not (first.isdecimal() and last.isdecimal()):
            raise BenchError(
                f"A tier is hard, medium or easy with its ranks: medium=8-15, not {text[:40]!r}."
            )
        if not 1 <= int(first) <= int(last) - DISTRACTORS + 1:
            raise BenchError(f"{text[:40]}: a tier has at least {DISTRACTORS} ranks, from 1 on.")
        tiers[name] = Tier(name, int(first), int(last))
    return tuple(tiers.values())


def build_items(
    similarity: pd.DataFrame,
    clues: Mapping[str, str],
    seed: str = "42",
    tiers: Sequence[Tier] = TIERS,
) -> list[Item]:
    """Draw distractors for each target and tier by their rank of similarity (appendix E).

    Ranks are those of the other cards by falling similarity to the target; equally similar cards
    are ranked by their ids. Where a deck has fewer cards than a tier has ranks, its last ranks are
    missing.

    Args:
        similarity: A square table with ids of cards as index and columns.
        clues: By id of a card: its clue. A card without a clue is a distractor only.
        seed: Decides which cards of the tier's ranks are drawn.
        tiers: The tiers, in the order of the items of a target.

    Raises:
        BenchError: If the deck is too small for a tier.
    """
    items = []
    for target, clue in clues.items():
        ranked = rank_others(similarity, target)
        for tier in tiers:
            near = ranked[tier.first - 1 : tier.last]
            if len(near) < DISTRACTORS:
                raise BenchError(
                    f"The tier {tier.name} needs {tier.first + DISTRACTORS} cards; there are "
                    f"{len(ranked) + 1}. Give other ranks, such as --tier {tier.name}=6-12."
                )
            rng = Random(f"{seed}/{target}/{tier.name}")
            drawn = near if len(near) == DISTRACTORS else rng.sample(near, DISTRACTORS)
            items.append(Item(f"{target}-{tier.name}", tier.name, target, clue, tuple(drawn)))
    return items


def rank_others(similarity: pd.DataFrame, target: str) -> list[str]:
    """Rank all cards but the target, the most similar first."""
    row = similarity.loc[target].drop(target)
    return sorted(row.index, key=lambda card: (-row[card], card))


def order_candidates(item: Item, seed: str) -> tuple[str, ...]:
    """Order an item's cards as they are shown: the same for every player and strategy."""
    cards = sorted(item.cards)
    return tuple(Random(f"{seed}/{item.id}").sample(cards, len(cards)))


def order_tiers(names: Iterable[str]) -> list[str]:
    """Order names of tiers without repetition: easy, medium, hard, then others in their order."""
    return sorted(dict.fromkeys(names), key=lambda name: (*TIER_ORDER, name).index(name))


def describe_similarity(similarity: pd.DataFrame, items: Iterable[Item]) -> pd.DataFrame:
    """Describe the similarity of all pairs of cards, and of target and distractor by tier (app. F).

    Returns:
        Rows `all pairs` and each tier: `pairs`, `mean`, `median`, `sd` (of the population), `min`,
        `max`; and `ratio`, the mean of the tier over the mean of `easy`, where there is one.
    """
    above = similarity.to_numpy(float)[np.triu_indices(len(similarity), 1)]
    groups: dict[str, list[float]] = {}
    for item in items:
        found = similarity.loc[item.target, list(item.distractors)]
        groups.setdefault(item.tier, []).extend(float(one) for one in found)
    order = order_tiers(groups)
    rows = {"all pairs": above, **{name: np.array(groups[name]) for name in order}}
    table = pd.DataFrame(
        {
            name: {
                "pairs": len(values),
                "mean": values.mean() if len(values) else np.nan,
                "median": np.median(values) if len(values) else np.nan,
                "sd": values.std() if len(values) else np.nan,
                "min": values.min() if len(values) else np.nan,
                "max": values.max() if len(values) else np.nan,
            }
            for name, values in rows.items()
        }
    ).T.astype({"pairs": int})
    easy = table["mean"].get("easy", float("nan"))
    table["ratio"] = [table["mean"][name] / easy if name in groups else np.nan for name in rows]
    return table
