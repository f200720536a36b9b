"""Show the hardest items and confused cards with their pictures."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import pandas as pd

from engine.games.dixit.pictures import encode_data_url
from engine.text import clean
from images.deck import Deck, DeckError
from lab.papers.dixitworld.confusions import find_hardest_items, tabulate_confusion
from lab.report.section import ReportSection, TextTable

DASH = "\N{EN DASH}"


SHOWN_ITEMS = 6
"""Maximum number of hardest items, and of confused pairs, that are shown with their cards."""


def describe_cards(answers: pd.DataFrame, deck: Deck | None) -> Iterator[ReportSection]:
    """Show the hardest items and the pairs of cards that were confused, with their pictures."""
    items = find_hardest_items(answers)
    rows = [
        (
            str(item),
            f"{row['right']:,} of {row['tries']:,}",
            str(row["lure"] or DASH),
            f"{row['lured']:,}",
        )
        for item, row in items.iterrows()
    ]
    clues = answers.drop_duplicates("item").set_index("item")["clue"]
    figures = [
        _show_cards(
            deck,
            f"\N{LEFT DOUBLE QUOTATION MARK}{clues[item]}\N{RIGHT DOUBLE QUOTATION MARK}: "
            f"{row['right']} of {row['tries']} right ({row['tier']})",
            [("meant", row["target"]), ("chosen instead", row["lure"])],
        )
        for item, row in items.head(SHOWN_ITEMS).iterrows()
    ]
    heads = ("item", "right", "most chosen instead", "times")
    table = TextTable("Hardest items", heads, rows, 1)
    yield ReportSection(
        "Hardest items", [table], html=_wrap_gallery(figures), frames={"items": items}
    )
    pairs = tabulate_confusion(answers)
    rows = [
        (
            str(row["target"]),
            str(row["chosen"]),
            f"{row['times']:,}",
            f"{100 * row['share']:.1f}" if pd.notna(row["share"]) else DASH,
        )
        for _, row in pairs.iterrows()
    ]
    figures = [
        _show_cards(
            deck,
            f"Taken for each other {row['times']} times",
            [("meant", row["target"]), ("chosen", row["chosen"])],
        )
        for _, row in pairs.head(SHOWN_ITEMS).iterrows()
    ]
    heads = ("card meant", "card chosen", "times", "% of the times that both were shown")
    table = TextTable("Confused cards", heads, rows, 2)
    yield ReportSection(
        "Confused cards", [table], html=_wrap_gallery(figures), frames={"confusion": pairs}
    )


def _wrap_gallery(figures: Sequence[str]) -> str:
    shown = "".join(figures)
    return f'<div class="cards">{shown}</div>' if shown else ""


def _show_cards(deck: Deck | None, caption: str, cards: Sequence[tuple[str, Any]]) -> str:
    """Show cards side by side under one caption; nothing if a picture is missing."""
    parts = []
    for role, card in cards:
        if deck is None or card not in deck.cards:
            continue
        try:
            source = encode_data_url(deck.get_path(card))
        except DeckError:
            continue
        title = escape(clean(deck.cards[card].title or card))
        words = escape(clean(", ".join(deck.cards[card].tags)))
        picture = f'<img src="{source}" alt="{title}: {words}">'
        parts.append(f"<span>{picture}<small>{role}: {title}</small></span>")
    if not parts:
        return ""
    return (
        f"<figure>{''.join(parts)}<figcaption>{escape(clean(caption, 300))}</figcaption></figure>"
    )
