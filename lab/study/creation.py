"""Create a study from the clues of DixitBench or another bench, of a Dixit run, or of a CSV file.

It takes all clues, or draws some of them by a seed.
"""

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from random import Random

import lab
from engine.text import clean
from files.regular import read_bytes
from images.deck import DeckError
from images.deck_reader import open_deck
from lab.errors import RunError, StudyError
from lab.papers.dixitworld.bench_files import BUILTIN, MANIFEST, open_bench
from lab.papers.dixitworld.rounds import read_rounds
from lab.study.study import LONGEST_CLUE, Mode, Study, StudyItem

MAX_CSV_BYTES = 20_000_000


def create_study(
    name: str, source: str, mode: Mode, *, clues: int = 0, seed: str = "42", deck: str = ""
) -> Study:
    """Create a study with items from a source.

    Args:
        name: The name of the study.
        source: `dixitbench`, the folder of a bench, a CSV file, or a run of the laboratory.
        mode: Whether raters rate, or only guess.
        clues: The maximum number of clues (for a run, of each storyteller); 0 for all.
        seed: The seed for choosing them.
        deck: For CSV files: the folder of the deck; empty for the built-in one.

    Raises:
        StudyError: If the source has no such items.
        BenchError: If it is a bench that cannot be used.
    """
    path = Path(source).expanduser()
    if source == "dixitbench" or (path / MANIFEST).is_file():
        return _create_from_bench(name, "" if source == "dixitbench" else source, mode, clues, seed)
    if path.suffix == ".csv":
        return _create_from_csv(name, path, mode, clues, seed, deck)
    return _create_from_run(name, source, mode, clues, seed)


def _create_from_bench(name: str, where: str, mode: Mode, clues: int, seed: str) -> Study:
    bench = open_bench(where or str(BUILTIN))
    bench.open_deck()
    targets = _choose(sorted({card for card, _ in bench.clues}), clues, seed)
    items = tuple(
        StudyItem(
            id=one.id,
            clue=one.clue,
            target=one.target,
            candidates=tuple(sorted(one.cards)),
            tier=one.tier,
            group=one.target,
        )
        for one in bench.items
        if one.target in targets
    )
    return Study(
        name=name,
        mode=mode,
        source=bench.label,
        deck=bench.deck,
        fingerprint=bench.fingerprint,
        items=items,
    )


def _create_from_run(name: str, source: str, mode: Mode, clues: int, seed: str) -> Study:
    """Use the clues of a run's matches, equally many of each storyteller."""
    try:
        with lab.open_run(source) as run:
            if run.experiment.game != "dixit":
                raise StudyError(f"{source} is a run of {run.experiment.game}, not of dixit.")
            rounds, turns = read_rounds(run, "leave-out"), run.turns("match", every=True)
            where = str(run.experiment.options.get("deck", ""))
    except RunError as error:
        raise StudyError(
            f"{error} A source is dixitbench, the folder of a bench, a CSV file, or a run."
        ) from None
    if rounds.empty:
        raise StudyError(f"{source} has no finished matches.")
    told = rounds[(rounds["role"] == "storyteller") & ~rounds["failed"].astype(bool)]
    cards = {
        (row.trial, row.round): tuple(sorted(one["card"] for one in row.candidates))
        for row in turns.itertuples()
    }
    items = []
    for player, some in told.groupby("player", observed=True):
        found = [
            StudyItem(
                id=f"match-{row.match}-round-{row.round}",
                clue=str(row.clue),
                target=row.target,
                candidates=cards[row.match, row.round],
                player=str(player),
            )
            for row in some.itertuples()
        ]
        items += _choose(found, clues, f"{seed}/{player}")
    deck = open_deck(where)
    return Study(
        name=name,
        mode=mode,
        source=f"run {Path(source).stem}",
        deck=where,
        fingerprint=deck.fingerprint,
        items=tuple(items),
    )


def _create_from_csv(name: str, path: Path, mode: Mode, clues: int, seed: str, where: str) -> Study:
    """Use the items of a file with columns clue, target, card_1 to card_N, and possibly others."""
    heads, rows = _read_rows(path)
    try:
        deck = open_deck(where)
    except DeckError as error:
        raise StudyError(str(error)) from None
    columns = sorted(one for one in heads if one.startswith("card_"))
    if not {"clue", "target"} <= set(heads) or len(columns) < 2:
        raise StudyError(
            f"{path} needs the columns clue, target and card_1, card_2 and so on; item, player and "
            "tier are optional."
        )
    items = []
    for number, row in enumerate(rows, 2):
        cards = tuple(dict.fromkeys(row[one] for one in columns if row[one]))
        clue, target = clean(row["clue"] or "", LONGEST_CLUE), row["target"]
        place = f"{path}, line {number}"
        if unknown := [card for card in (*cards, target) if card not in deck.cards]:
            raise StudyError(f"{place}: the deck has no card {(unknown[0] or '')[:60]!r}.")
        if not clue:
            raise StudyError(f"{place}: the clue is empty.")
        if target not in cards or len(cards) < 2:
            raise StudyError(f"{place}: the target is one of at least two cards.")
        identity = clean(row.get("item") or f"line-{number}", 60)
        player, tier = clean(row.get("player") or "", 60), clean(row.get("tier") or "", 20)
        items.append(
            StudyItem(
                id=identity,
                clue=clue,
                target=target,
                candidates=tuple(sorted(cards)),
                player=player,
                tier=tier,
            )
        )
    if len({one.id for one in items}) < len(items):
        raise StudyError(f"{path}: two lines have the same item.")
    chosen = tuple(_choose(items, clues, seed))
    return Study(
        name=name,
        mode=mode,
        source=path.name,
        deck=where,
        fingerprint=deck.fingerprint,
        items=chosen,
    )


def _read_rows(path: Path) -> tuple[Sequence[str], list[dict[str, str]]]:
    try:
        text = read_bytes(path, MAX_CSV_BYTES).decode("utf-8-sig")
        reader = csv.DictReader(StringIO(text), strict=True)
        return reader.fieldnames or [], list(reader)
    except OSError as error:
        raise StudyError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise StudyError(f"{path} is not UTF-8 text.") from None
    except csv.Error as error:
        raise StudyError(f"{path} is no table: {error}.") from None


def _choose[One](every: list[One], count: int, seed: str) -> list[One]:
    """Choose `count` at random, in their order; all if there are fewer, or `count` is 0."""
    if not count or count >= len(every):
        return every
    places = sorted(Random(seed).sample(range(len(every)), count))
    return [every[place] for place in places]
