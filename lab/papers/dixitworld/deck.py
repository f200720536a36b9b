"""Find the deck of a run, and the tone of its cards."""

from collections.abc import Mapping
from typing import Any

from images.deck import Deck, DeckError
from images.reader import open_deck
from lab.analysis.tables import Run
from lab.errors import BenchError
from lab.papers.dixitworld.bench import open_bench


def read_categories(run: Run) -> Mapping[str, str]:
    """Read the tone of each card of the bench's deck: metaphorical, literal, or empty."""
    deck = find_deck(run)
    return {} if deck is None else {card.id: card.tone for card in deck.cards.values()}


def find_deck(run: Run) -> Deck | None:
    """Find the deck of a run's items, or of its matches; `None` if it is missing."""
    where: Any = ""
    if run.experiment.bench is not None:
        try:
            where = open_bench(run.experiment.bench.items).deck
        except BenchError:
            return None
    else:
        where = run.experiment.options.get("deck", "")
    try:
        return open_deck(where if isinstance(where, str) else "")
    except DeckError:
        return None
