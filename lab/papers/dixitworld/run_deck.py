"""Find the bench and the deck of a run, if they are still those that its items were made of."""

from collections.abc import Mapping

from images.deck import Deck, DeckError
from images.deck_reader import open_deck
from lab.analysis.tables import Run
from lab.errors import BenchError
from lab.papers.dixitworld.bench_files import Bench, open_bench

ASKED = """
SELECT DISTINCT content ->> 'bench', content ->> 'deck', content ->> 'fingerprint'
FROM trials WHERE kind = 'item'
"""


def read_categories(run: Run) -> Mapping[str, str]:
    """Read the tone of each card of the items' deck: metaphorical, literal, or empty."""
    deck = find_deck(run)
    return {} if deck is None else {card.id: card.tone for card in deck.cards.values()}


def find_deck(run: Run) -> Deck | None:
    """Find the deck of a run's items; `None` if it is missing or has changed.

    A run from elsewhere may name any folder: it is not shown unless it has the run's fingerprint.
    """
    for _, folder, fingerprint in run.file.database.execute(ASKED):
        try:
            deck = open_deck(str(folder or ""))
            return deck if deck.can_continue(str(fingerprint)) else None
        except DeckError:
            return None
    return None


def find_bench(run: Run) -> Bench | None:
    """Find the bench of a run; `None` if it is missing or has changed since."""
    asked = run.experiment.bench
    try:
        opened = open_bench(asked.items) if asked is not None else None
    except BenchError:
        return None
    hashes = {found for found, *_ in run.file.database.execute(ASKED)}
    return opened if opened is not None and hashes == {opened.hash} else None
