"""Choose the items of a bench by how solvers read clues in the whole deck, and answered items.

Distractors are the wrong cards that solvers took a clue to mean. Of each clue several items are
proposed, from many lures to few, and those that readers have answered before; kept are those that
fit (`item_fit`). The same fit of the chosen ones gives the tiers. Nothing but the readings, the
choices, the deck's cards and the seed is used.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import pandas as pd

from lab.errors import BenchError
from lab.papers.dixitworld.clue_readings import LURES, READER, Reading
from lab.papers.dixitworld.item_choices import Choice, Place, list_items
from lab.papers.dixitworld.item_drawing import DISTRACTORS, TIER_ORDER, Item
from lab.papers.dixitworld.item_fit import assign_tiers, fit_items
from lab.statistics.rasch import RaschFit

OF_CARD = 3
"""The most items of a card that are picked for a tier, as long as there are others."""
MOST_OF_READERS = 0.8
"""The share of choosing readers who may find an item, where only readings choose: readers who see
six cards find more of what these missed. Where some have answered items, the fit knows how much."""
LEAST_REST = 0.15
"""The least correlation with the rest: one near 0 may be negative for others."""
NEAR = 1
"""Decimal places to which items of a clue are equally hard for readers."""
ROW = ("solver", "kind", "item", "right", "named", "choice", "clue")
"""What is known of an answer; `clue` is that of the item, with its card."""
PLACES = 4
"""Decimal places of chances, which are kept in a file."""


@dataclass(frozen=True)
class Selection:
    """The chosen items, and what is known of all that were proposed."""

    items: tuple[Item, ...]
    proposed: pd.DataFrame
    """By proposed item: the columns of `fit_items`, and whether it was `chosen`."""
    table: pd.DataFrame
    """By chosen item: the columns of `fit_items` of the chosen ones, and `tier`."""
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
            wrong = [card for card in one.ranking if card != target][:LURES]
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


def group_by_clue(readings: Iterable[Reading]) -> dict[tuple[str, str], list[Reading]]:
    """Group readings by card and clue."""
    by_clue: defaultdict[tuple[str, str], list[Reading]] = defaultdict(list)
    for one in readings:
        by_clue[one.target, one.clue].append(one)
    return dict(by_clue)


def answer_items(
    items: Iterable[Item],
    readings: Mapping[tuple[str, str], Sequence[Reading]],
    choices: Iterable[Choice] = (),
) -> pd.DataFrame:
    """Find how each solver would answer items, from its readings of their clues, or has done."""
    known = {(item.target, item.clue, frozenset(item.cards)): item for item in items}
    rows: list[dict[str, object]] = [
        {
            "solver": one.solver,
            "kind": one.kind,
            "item": item.id,
            "right": round(one.find_chance(item.target, item.cards), PLACES),
            "named": not {*one.ranking}.isdisjoint(item.cards),
            "choice": False,
            "clue": f"{item.target}/{item.clue}",
        }
        for item in known.values()
        for one in readings.get((item.target, item.clue), ())
    ]
    rows += [
        {
            "solver": one.solver,
            "kind": READER,
            "item": known[one.place].id,
            "right": one.right,
            "named": bool(one.chosen),
            "choice": True,
            "clue": f"{one.target}/{one.clue}",
        }
        for one in choices
        if one.place in known
    ]
    return pd.DataFrame(rows, columns=[*ROW])


def choose_items(
    readings: Sequence[Reading],
    cards: Sequence[str],
    *,
    choices: Sequence[Choice] = (),
    held_out: Sequence[str] = (),
    count: int = 84,
    seed: str = "42",
) -> Selection:
    """Choose items in three tiers of equal size.

    Items are picked by the fit of all that were proposed. The chosen ones are then fitted without
    those that nobody has answered, as they will be when others have answered them; those that do
    not fit there are replaced.

    Args:
        readings: All readings; those of solvers that are held out choose nothing.
        cards: The cards of the deck.
        choices: All choices; likewise. Those of clues that nobody has read are left out.
        held_out: Solvers that are kept apart, to validate the choice.
        count: The number of items of a tier.
        seed: Draws the cards that are no lures.

    Raises:
        BenchError: If too few clues have items that fit.
    """
    by_clue = group_by_clue(one for one in readings if one.solver not in held_out)
    if not by_clue:
        raise BenchError("There are no readings of solvers that choose.")
    own = [
        one for one in choices if one.solver not in held_out and (one.target, one.clue) in by_clue
    ]
    proposed = {item.id: item for item in _propose_all(by_clue, own, cards, seed)}
    answers = answer_items(proposed.values(), by_clue, own)
    pool, _ = fit_items(answers)
    free = pool["fits"] & pool["found"] & (pool["rest"] >= LEAST_REST)
    if not own:
        free &= ~(pool["readers"] > MOST_OF_READERS)
    if (answers["kind"] == READER).any():  # else nobody has seen the cards
        named = answers.loc[answers["named"] & (answers["kind"] == READER), "item"]
        free = free & pool.index.isin(named)
    pool["asked"] = answers.groupby("item")["choice"].sum()
    while True:
        picked = [item.id for item in _pick_items(pool[free], proposed, count)]
        answered = answers["item"].isin({*picked, *pool.index[pool["asked"] > 0]})
        table, fit = fit_items(answers[answered])
        table = table.loc[picked]
        fits = table["fits"] & table["found"] & (table["rest"] >= LEAST_REST)
        unfit = table.index[~fits]
        if unfit.empty:
            break
        free = free & ~free.index.isin(unfit)
    table["tier"] = assign_tiers(table, picked)
    items, names = _name_items([(table["tier"][name], proposed[name]) for name in picked])
    pool["chosen"] = pool.index.isin(picked)
    table = table.rename(index=names).loc[[item.id for item in items]]
    return Selection(tuple(items), pool, table, fit, answers)


def _propose_all(
    by_clue: Mapping[tuple[str, str], Sequence[Reading]],
    choices: Iterable[Choice],
    cards: Sequence[str],
    seed: str,
) -> Iterator[Item]:
    """Propose items of all clues, and those that readers have answered."""
    found: dict[Place, Item] = {}
    for some in by_clue.values():
        for item in propose_items(some, cards, seed):
            found[item.target, item.clue, frozenset(item.cards)] = item
    for item in list_items(choices):
        found.setdefault((item.target, item.clue, frozenset(item.cards)), item)
    yield from found.values()


def _name_items(picked: Sequence[tuple[str, Item]]) -> tuple[list[Item], dict[str, str]]:
    """Name items after their cards and tiers, and order them; also by their old names."""
    items, names = [], {}
    numbers: defaultdict[tuple[str, str], int] = defaultdict(int)
    for tier in TIER_ORDER:
        own = [item for of, item in picked if of == tier]
        for item in sorted(own, key=lambda item: (item.target, item.clue)):
            target, clue = item.target, item.clue
            numbers[target, tier] += 1
            number = numbers[target, tier]
            name = f"{target}-{tier}" + (f"-{number}" if number > 1 else "")
            names[item.id] = name
            items.append(Item(name, tier, target, clue, item.distractors))
    return items, names


def _pick_items(kept: pd.DataFrame, proposed: Mapping[str, Item], count: int) -> Iterator[Item]:
    """Pick items: one of a clue, few of a card.

    The hardest and the easiest, and those between: readers find of medium items as many fewer than
    of easy ones as they find more than of hard ones.

    Raises:
        BenchError: If there are too few.
    """
    best: dict[tuple[str, str], Item] = {}
    marks = kept[["difficulty", "share", "readers", "rest"]].astype(float).round(3)
    marks["near"], marks["asked"] = marks["readers"].round(NEAR), kept["asked"]
    by = ["near", "asked", "readers", "rest"]  # of alike ones of a clue, that which was answered
    for name in marks.sort_values(by, ascending=[True, False, True, False]).index:
        item = proposed[name]
        best.setdefault((item.target, item.clue), item)
    difficulty = marks.loc[sorted(item.id for item in best.values())]
    if len(difficulty) < len(TIER_ORDER) * count:
        raise BenchError(
            f"{len(difficulty)} clues have an item that some solvers find and others miss; "
            f"{len(TIER_ORDER) * count} are needed. Give readings of more clues or solvers."
        )
    order = difficulty.sort_values(["difficulty", "readers"], ascending=[True, False])
    ranked = [proposed[name] for name in order.index]
    found, taken = dict[str, list[Item]](), set[Item]()
    for tier, places in ((TIER_ORDER[-1], ranked[::-1]), (TIER_ORDER[0], ranked)):
        found[tier] = _take(places, count, taken)
        taken |= {*found[tier]}
    shares = order["readers"].fillna(order["share"])
    ends = [shares[[item.id for item in some]].mean() for some in found.values()]
    gaps = (shares - sum(ends) / len(ends)).abs().round(PLACES)
    inward = [proposed[name] for name in gaps.sort_values(kind="stable").index]
    found[TIER_ORDER[1]] = _take(inward, count, taken)
    for tier in TIER_ORDER:
        yield from sorted(found[tier], key=lambda item: (item.target, item.clue))


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


def describe_selection(found: Selection) -> str:
    """Describe by whom items were chosen, in a line; who is held out stands with the answers."""
    solvers = found.answers.drop_duplicates(["solver", "choice"]).sort_values("solver")
    seen = solvers["kind"] == READER
    ways = [
        f"{told} {', '.join(some['solver']) or 'nobody'}"
        for told, some in (
            ("readings of the whole deck by", solvers[seen & ~solvers["choice"]]),
            ("choices among six cards by", solvers[seen & solvers["choice"]]),
            ("and by machines:", solvers[~seen]),
        )
    ]
    return f"by Rasch difficulty, from {', '.join(ways)}"
