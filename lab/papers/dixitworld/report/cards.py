"""Show the hardest items and confused cards with their pictures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from engine.games.dixit.card_pictures import encode_data_url
from engine.text import clean
from images.deck import Deck, DeckError
from lab.papers.dixitworld.bench_answers import APART, split_answers_apart
from lab.papers.dixitworld.confusions import find_hardest_items, tabulate_confusion
from lab.report.section import ReportSection, TextTable

DASH = "\N{EN DASH}"


TEMPLATE = "lab.papers.dixitworld.report/cards.html"
SHOWN_ITEMS = 6
"""Maximum number of hardest items, and of confused pairs, with pictures; of each strategy."""


def describe_cards(answers: pd.DataFrame, deck: Deck | None) -> Iterator[ReportSection]:
    """Show the hardest items and the pairs of cards that were confused, with their pictures.

    Both are apart by strategy and by what was shown.
    """
    parts = dict(split_answers_apart(answers))
    hardest = {key: find_hardest_items(some) for key, some in parts.items()}
    clues = answers.drop_duplicates("item").set_index("item")["clue"]
    found = [(key, *one) for key, items in hardest.items() for one in items.iterrows()]
    rows = [
        (
            *key,
            str(item),
            f"{row['right']:,} of {row['tries']:,}",
            str(row["lure"] or DASH),
            f"{row['lured']:,}",
        )
        for key, item, row in found
    ]
    firsts = [one for key, items in hardest.items() for one in _take_first(key, items)]
    figures = [
        _describe_group(
            deck,
            f"\N{LEFT DOUBLE QUOTATION MARK}{clues[item]}\N{RIGHT DOUBLE QUOTATION MARK}: "
            f"{row['right']} of {row['tries']} right ({row['tier']}; {', '.join(key)})",
            [("meant", row["target"]), ("chosen instead", row["lure"])],
        )
        for key, item, row in firsts
    ]
    heads = (*APART, "item", "right", "most chosen instead", "times")
    table = TextTable("Hardest items", heads, rows, 3)
    yield ReportSection(
        "Hardest items",
        [table],
        template=TEMPLATE,
        shown=_list_shown(figures),
        frames={"hardest_items": pd.concat(hardest, names=APART)},
    )
    pairs = {key: tabulate_confusion(some) for key, some in parts.items()}
    rows = [
        (
            *key,
            str(row["target"]),
            str(row["chosen"]),
            f"{row['times']:,}",
            f"{100 * row['share']:.1f}" if pd.notna(row["share"]) else DASH,
        )
        for key, confused in pairs.items()
        for _, row in confused.iterrows()
    ]
    figures = [
        _describe_group(
            deck,
            f"Taken for each other {row['times']} times ({', '.join(key)})",
            [("meant", row["target"]), ("chosen", row["chosen"])],
        )
        for key, confused in pairs.items()
        for _, _, row in _take_first(key, confused)
    ]
    heads = (*APART, "card meant", "card chosen", "times", "% of the times that both were shown")
    table = TextTable("Confused cards", heads, rows, 4)
    yield ReportSection(
        "Confused cards",
        [table],
        template=TEMPLATE,
        shown=_list_shown(figures),
        frames={"confusion": pd.concat(pairs, names=(*APART, "place"))},
    )


def _take_first(
    key: tuple[str, str], table: pd.DataFrame
) -> Iterator[tuple[tuple[str, str], Any, pd.Series]]:
    """Yield the rows of a table whose cards are shown as pictures."""
    for label, row in table.head(SHOWN_ITEMS).iterrows():
        yield key, label, row


def _list_shown(groups: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """List the groups of which a card has a picture."""
    return [group for group in groups if group["cards"]]


def _describe_group(
    deck: Deck | None, caption: str, cards: Sequence[tuple[str, Any]]
) -> Mapping[str, Any]:
    """Describe cards side by side under one caption; those without a picture are left out."""
    shown = []
    for role, card in cards:
        if deck is None or card not in deck.cards:
            continue
        try:
            source = encode_data_url(deck.get_path(card))
        except DeckError:
            continue
        title = clean(deck.cards[card].title or card)
        words = clean(", ".join(deck.cards[card].tags))
        shown.append({"source": source, "role": role, "title": title, "words": words})
    return {"caption": clean(caption, 300), "cards": shown}
