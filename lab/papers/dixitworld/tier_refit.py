"""Fit the tiers of a bench again, when people and models have answered its items."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from engine.text import clean
from files.replacement import replace_file
from lab.analysis.tables import Run
from lab.csv import format_csv
from lab.errors import BenchError
from lab.papers.dixitworld.bench_answers import read_answers
from lab.papers.dixitworld.bench_files import BUILTIN, Bench, read_table, write_items
from lab.papers.dixitworld.clue_readings import LONGEST_NAME
from lab.papers.dixitworld.item_selection import fit_tiers
from lab.study.file import StudyFile
from lab.study.ratings_table import build_ratings

ANSWERS = "answers.csv"
"""The file of a bench with the answers that its tiers were fitted to."""
COLUMNS = ("solver", "source", "shown", "item", "chosen", "right")
"""Who answered, in which run or study, what was shown, and the answer."""


def collect_answers(
    where: str,
    bench: Bench,
    runs: Sequence[Run],
    studies: Sequence[StudyFile],
    files: Sequence[Path] = (),
) -> pd.DataFrame:
    """Collect answers to the items of a bench, each with who gave it.

    A player of two runs is two solvers, as is a rater of two studies. Only direct selection counts;
    an answer that could not be read is not right.

    Args:
        where: The folder of the bench; empty for the built-in one.
        bench: The bench.
        runs: Runs of it.
        studies: Studies of it.
        files: Tables with answers of others, see `read_given_answers`.

    Raises:
        BenchError: If a file is wrong, a run or study is of other items, or there are no answers.
    """
    known = {item.id: item for item in bench.items}
    path = (Path(where).expanduser() if where else BUILTIN) / ANSWERS
    parts = []
    if path.is_symlink():
        raise BenchError(f"{path} is a link: a bench reads no file from elsewhere.")
    if path.is_file():
        parts.append(_read_answers(path))
    parts += [read_given_answers(file.expanduser(), bench) for file in files]
    for run in runs:
        answers = read_answers(run)
        own = answers[answers["strategy"] == "direct"] if len(answers) else answers
        if own.empty or {*own["bench"]} != {bench.hash}:
            raise BenchError(
                f"{run.path.name} has no answers to {bench.label} by direct selection."
            )
        names = own["player"] + f" ({run.path.stem})"
        parts.append(_arrange(own.assign(solver=names, source=f"run {run.path.stem}")))
    for study in studies:
        ratings = build_ratings(study)
        fits = [
            known[row.item].target == row.target and {*known[row.item].cards} == {*row.candidates}
            if row.item in known
            else False
            for row in ratings.itertuples()
        ]
        if ratings.empty or not all(fits):
            raise BenchError(f"{study.study.name} has no answers yet, or not to {bench.label}.")
        names, source = ratings["rater"] + f" ({study.study.name})", f"study {study.study.name}"
        parts.append(_arrange(ratings.assign(solver=names, source=source, shown="pictures")))
    if not parts:
        raise BenchError(
            "There are no answers: name runs (--run), studies (--study) or files (--answers)."
        )
    return pd.concat(parts, ignore_index=True).drop_duplicates(["solver", "item"], keep="last")


def write_answers(folder: Path, rows: Sequence[Mapping[Any, object]]) -> None:
    """Write the answers that a bench keeps, each with who gave it.

    Args:
        folder: The folder of the bench.
        rows: The answers, with `COLUMNS`.

    Raises:
        OSError: If they cannot be written.
    """
    replace_file(folder / ANSWERS, format_csv(pd.DataFrame(rows, columns=list(COLUMNS))))


def read_given_answers(path: Path, bench: Bench) -> pd.DataFrame:
    """Read answers from a file of somebody else, in which some columns may be missing.

    Without `right` the card in `chosen` decides, without `source` the name of the file stands for
    it, and without `shown` the solver saw pictures.

    Raises:
        BenchError: If the table lacks a column, or names no item of the bench or no card of it.
    """
    rows = read_table(path)
    known = {item.id: item for item in bench.items}
    found = []
    for number, row in enumerate(rows, 2):
        place = f"{path}, line {number}"
        solver, name = clean(row.get("solver", ""), LONGEST_NAME), row.get("item", "")
        if not solver or not ("right" in row or "chosen" in row):
            raise BenchError(f"{path} needs the columns solver, item, and chosen or right.")
        if name not in known:
            raise BenchError(f"{place}: {bench.label} has no item {name[:60]!r}.")
        chosen = row.get("chosen", "")
        if chosen and chosen not in known[name].cards:
            raise BenchError(f"{place}: the item has no card {chosen[:60]!r}.")
        found.append(
            {
                "solver": solver,
                "source": clean(row.get("source") or path.name, LONGEST_NAME),
                "shown": row.get("shown") or "pictures",
                "item": name,
                "chosen": chosen,
                "right": row.get("right") or float(chosen == known[name].target),
            }
        )
    if not found:
        raise BenchError(f"{path} has no answers.")
    return _check_shares(path, pd.DataFrame(found, columns=list(COLUMNS)))


def _read_answers(path: Path) -> pd.DataFrame:
    """Read the answers that a bench keeps.

    Raises:
        BenchError: If the table lacks a column, or an answer is no share.
    """
    kept = pd.DataFrame(read_table(path))
    if missing := [name for name in COLUMNS if name not in kept]:
        raise BenchError(f"{path} has no column {missing[0]}.")
    return _check_shares(path, kept)


def _check_shares(path: Path, kept: pd.DataFrame) -> pd.DataFrame:
    right = pd.to_numeric(kept["right"], errors="coerce")
    if not right.between(0, 1).all():
        raise BenchError(f"{path} has a cell in the column right that is no number from 0 to 1.")
    return kept.assign(right=right.astype(float))


def _arrange(answers: pd.DataFrame) -> pd.DataFrame:
    """Arrange answers by solver and item; several tries at an item are a share."""
    right = answers.assign(right=answers["right"].astype(float))
    by = ["solver", "source", "shown", "item"]
    found = right.groupby(by, observed=True, sort=False).agg({"chosen": "last", "right": "mean"})
    return found.reset_index()[list(COLUMNS)]


def refit_bench(
    bench: Bench, answers: pd.DataFrame, out: Path | None
) -> tuple[pd.DataFrame, pd.DataFrame, Bench | None]:
    """Fit the tiers to answers, and write a bench with them.

    An item without an answer keeps its tier. The names of items stay, so that answers to them can
    be compared; their hash is a new one.

    Args:
        bench: The bench.
        answers: Answers, see `collect_answers`.
        out: The folder of the new bench; `None` writes nothing.

    Returns:
        The items with old and new tiers, the solvers, the new bench.

    Raises:
        OSError: If a file cannot be written.
    """
    table, fit = fit_tiers(answers)
    old = {item.id: item.tier for item in bench.items}
    table = table.loc[[item for item in old if item in table.index]]
    table.insert(0, "before", [old[item] for item in table.index])
    made = None
    if out is not None:
        tiers = dict(table["tier"])
        items = [replace(item, tier=tiers.get(item.id, item.tier)) for item in bench.items]
        about = {**bench.about, "tiers": f"by Rasch difficulty, of {len(fit.solvers):,} solvers"}
        made = write_items(
            out, bench.open_deck(), items, bench.similarity, about,
            where=bench.deck, name=bench.name,
        )  # fmt: skip
        write_answers(out, answers.to_dict("records"))
    return table, fit.solvers, made
