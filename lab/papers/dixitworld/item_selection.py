"""Choose the items of a bench by how solvers read clues in the whole deck.

Distractors are the wrong cards that solvers took a clue to mean. Of each clue several items are
proposed, from many lures to few; kept are those that some solvers find and others miss, and that
able solvers find more often. A Rasch fit of these gives the tiers.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import pandas as pd

from lab.errors import BenchError
from lab.papers.dixitworld.clue_readings import MACHINE, READER, Reading
from lab.papers.dixitworld.item_drawing import DISTRACTORS, TIER_ORDER, Item
from lab.statistics.rasch import RaschFit, fit_rasch, split_tiers

LEAST, MOST = 0.3, 0.9
"""The shares of right answers between which an item is kept; kinds of solvers count alike."""
OF_CARD = 2
"""The most items of a card in a tier."""


@dataclass(frozen=True)
class Selection:
    """The chosen items, and what is known of all that were proposed."""

    items: tuple[Item, ...]
    proposed: pd.DataFrame
    """By item: `share` and `readers`, the share of right answers of all kinds of solvers and of
    readers; `rest`, `difficulty`, `kept`, `tier` (empty if it was not chosen)."""
    fit: RaschFit
    answers: pd.DataFrame
    """A row for each solver and proposed item: `solver`, `kind`, `item`, `right` (a chance),
    `named` (whether it had named one of the cards)."""


def weigh_lures(
    readings: Iterable[Reading], target: str, kinds: Sequence[str] = ()
) -> dict[str, float]:
    """Weigh the wrong cards that solvers took a clue to mean; each kind of solver counts alike.

    The likeliest wrong card of a solver counts 1, the next 1/2, then 1/4.

    Args:
        readings: The readings of the clue.
        target: Its card.
        kinds: The kinds of solvers that count; by default all.
    """
    of_kind: defaultdict[str, list[Reading]] = defaultdict(list)
    for one in readings:
        if not kinds or one.kind in kinds:
            of_kind[one.kind].append(one)
    weights: defaultdict[str, float] = defaultdict(float)
    for some in of_kind.values():
        for one in some:
            wrong = [card for card in one.ranking if card != target][: 2 * DISTRACTORS]
            for place, card in enumerate(wrong):
                weights[card] += 2.0**-place / len(some)
    return dict(weights)


def propose_items(readings: Sequence[Reading], cards: Sequence[str], seed: str) -> Iterator[Item]:
    """Propose items of one clue, from the strongest lures to those of readers alone and to few.

    Args:
        readings: The readings of the clue that choose.
        cards: The cards of the deck.
        seed: Draws the cards that are no lures.
    """
    target, clue = readings[0].target, readings[0].clue
    every, of_readers = (
        sorted(found, key=lambda card, found=found: (-found[card], card))  # type: ignore[misc]
        for found in (
            weigh_lures(readings, target),
            weigh_lures(readings, target, (READER,)),
        )
    )
    rng = Random(f"{seed}/{target}/{clue}")
    far = [
        card for card in sorted(cards) if card != target and card not in every[: len(cards) // 2]
    ]
    drawn = rng.sample(far, len(far))
    seen = set()
    for lures in (every, [*of_readers, *drawn], [*every[:2], *drawn], drawn):
        distractors = tuple(dict.fromkeys(lures))[:DISTRACTORS]
        if len(distractors) == DISTRACTORS and frozenset(distractors) not in seen:
            seen.add(frozenset(distractors))
            yield Item(f"{target}/{clue}/{len(seen)}", "", target, clue, distractors)


def answer_items(
    items: Iterable[Item], readings: Mapping[tuple[str, str], Sequence[Reading]], deck: int
) -> pd.DataFrame:
    """Find how each solver would answer items, from its readings of their clues."""
    rows = [
        {
            "solver": one.solver,
            "kind": one.kind,
            "item": item.id,
            "right": one.find_chance(item.target, item.cards, deck),
            "named": not {*one.ranking}.isdisjoint(item.cards),
        }
        for item in items
        for one in readings[item.target, item.clue]
    ]
    return pd.DataFrame(rows, columns=["solver", "kind", "item", "right", "named"])


def choose_items(
    readings: Sequence[Reading],
    cards: Sequence[str],
    *,
    held_out: Sequence[str] = (),
    count: int = 84,
    seed: str = "42",
) -> Selection:
    """Choose items in three tiers of equal size.

    Args:
        readings: All readings; those of solvers that are held out choose nothing.
        cards: The cards of the deck.
        held_out: Solvers that are kept apart, to validate the choice.
        count: The number of items of a tier.
        seed: Draws the cards that are no lures.

    Raises:
        BenchError: If too few clues have items that fit.
    """
    choosing = [one for one in readings if one.solver not in held_out]
    by_clue: defaultdict[tuple[str, str], list[Reading]] = defaultdict(list)
    for one in choosing:
        by_clue[one.target, one.clue].append(one)
    proposed = {
        item.id: item for some in by_clue.values() for item in propose_items(some, cards, seed)
    }
    answers = answer_items(proposed.values(), by_clue, len(cards))
    fit = fit_rasch(answers, weigh_solvers(answers))
    table = fit.items.copy()
    of_kind = answers.pivot_table(index="item", columns="kind", values="right", aggfunc="mean")
    table["share"] = of_kind.mean(axis=1)
    table["readers"] = of_kind[READER] if READER in of_kind else table["share"]
    fits = table["share"].between(LEAST, MOST) & (table["rest"] > 0)
    named = answers.loc[answers["named"] & (answers["kind"] == READER), "item"]
    table["kept"] = fits & (table.index.isin(named) if READER in of_kind else True)
    chosen = _pick_items(table[table["kept"]], proposed, count)
    tiers = {item.id: tier for tier, item in chosen}
    table["tier"] = [tiers.get(name, "") for name in table.index]
    numbers: defaultdict[tuple[str, str], int] = defaultdict(int)
    items = []
    for tier, item in chosen:
        numbers[item.target, tier] += 1
        number = numbers[item.target, tier]
        name = f"{item.target}-{tier}" + (f"-{number}" if number > 1 else "")
        items.append(Item(name, tier, item.target, item.clue, item.distractors))
    return Selection(tuple(items), table, fit, answers)


def list_answers(
    items: Iterable[Item], readings: Iterable[Reading], deck: int
) -> list[dict[str, object]]:
    """List how solvers would answer items, as rows of a bench's file of answers.

    An answer that follows from a reading is a chance, and names no card.
    """
    by_clue: defaultdict[tuple[str, str], list[Reading]] = defaultdict(list)
    for one in readings:
        by_clue[one.target, one.clue].append(one)
    return [
        {
            "solver": row.solver,
            "source": "a reading of the whole deck",
            "shown": "pictures" if row.kind == READER else "tags, themes",
            "item": row.item,
            "chosen": "",
            "right": round(row.right, 4),
        }
        for row in answer_items(items, by_clue, deck).itertuples()
    ]


def weigh_solvers(answers: pd.DataFrame) -> dict[str, float]:
    """Weigh solvers so that each kind counts as much as all readers do."""
    kinds = answers.drop_duplicates("solver").set_index("solver")["kind"]
    counts = kinds.value_counts()
    most = counts.get(READER, counts.max())
    return {solver: float(most / counts[kind]) for solver, kind in kinds.items()}


def _pick_items(
    kept: pd.DataFrame, proposed: Mapping[str, Item], count: int
) -> list[tuple[str, Item]]:
    """Pick the items of each tier: one of a clue, few of a card, from all degrees of difficulty.

    Raises:
        BenchError: If there are too few.
    """
    best: dict[tuple[str, str], Item] = {}
    marks = kept[["difficulty", "readers", "rest"]].round(3)
    for name in marks.sort_values(["readers", "rest"], ascending=[True, False]).index:
        item = proposed[name]
        best.setdefault((item.target, item.clue), item)
    difficulty = marks.loc[sorted(item.id for item in best.values())]
    if len(difficulty) < len(TIER_ORDER) * count:
        raise BenchError(
            f"{len(difficulty)} clues have an item that some solvers find and others miss; "
            f"{len(TIER_ORDER) * count} are needed. Give readings of more clues or solvers."
        )
    names = difficulty.sort_values(["difficulty", "readers"], ascending=[True, False]).index
    ranked, middle = [proposed[name] for name in names], len(names) // 2
    outward = sorted(range(len(ranked)), key=lambda place: abs(place - middle))
    by_middle = [ranked[place] for place in outward]
    found: dict[str, list[Item]] = {}
    taken: set[Item] = set()
    for tier, places in (("hard", ranked[::-1]), ("easy", ranked), ("medium", by_middle)):
        found[tier] = _take(places, count, taken)
        taken |= {*found[tier]}
    return [(tier, item) for tier in TIER_ORDER for item in sorted(found[tier], key=_name)]


def _take(places: Sequence[Item], count: int, taken: set[Item]) -> list[Item]:
    """Take the first items that are free: few of a card, then whatever is left."""
    of_card: defaultdict[str, int] = defaultdict(int)
    chosen: list[Item] = []
    for limit in (OF_CARD, count):
        for item in places:
            if len(chosen) == count:
                return chosen
            if item not in taken and item not in chosen and of_card[item.target] < limit:
                of_card[item.target] += 1
                chosen.append(item)
    return chosen


def _name(item: Item) -> tuple[str, str]:
    return item.target, item.clue


def describe_selection(found: Selection, given: Sequence[Reading], held_out: Sequence[str]) -> str:
    """Describe by whom items were chosen, in a line."""
    readers = sorted({one.solver for one in given if one.kind == READER} - {*held_out})
    machines = sorted({*found.answers["solver"]} - {*readers})
    return (
        f"by Rasch difficulty, from readings of the whole deck by {', '.join(readers)}, and by "
        f"machines: {', '.join(machines)}; held out: {', '.join(held_out) or 'nobody'}"
    )


def validate(
    found: Selection, readings: Iterable[Reading], held_out: Sequence[str], deck: int
) -> pd.DataFrame:
    """Find the share of right answers by tier, of solvers that chose and of those held out.

    Returns:
        By solver: whether it is held out, and the share in each tier.
    """
    by_clue: defaultdict[tuple[str, str], list[Reading]] = defaultdict(list)
    for one in readings:
        by_clue[one.target, one.clue].append(one)
    answers = answer_items(found.items, by_clue, deck)
    tiers = {item.id: item.tier for item in found.items}
    table = answers.assign(tier=answers["item"].map(tiers)).pivot_table(
        index="solver", columns="tier", values="right", aggfunc="mean"
    )
    table.insert(0, "held out", [solver in held_out for solver in table.index])
    return table[["held out", *(tier for tier in TIER_ORDER if tier in table)]]


def fit_tiers(answers: pd.DataFrame) -> tuple[pd.DataFrame, RaschFit]:
    """Fit the tiers of a bench's items again, by answers of solvers to the items themselves.

    As in the choice of items, all solvers who saw no pictures count as much as all who did.

    Args:
        answers: A row for each solver and item: `solver`, `shown`, `item`, `right`.

    Returns:
        By item: the columns of the fit, `tier`, and `fits`: whether its share of right answers and
        its correlation with the rest are those of an item that would be chosen; and the fit.
    """
    kinds = answers["shown"].eq("pictures").map({True: READER, False: MACHINE})
    fit = fit_rasch(answers, weigh_solvers(answers.assign(kind=kinds)))
    table = fit.items.copy()
    table["tier"] = pd.Series(split_tiers(table["difficulty"], TIER_ORDER))
    table["fits"] = table["share"].between(LEAST, MOST) & (table["rest"] > 0)
    return table, fit
