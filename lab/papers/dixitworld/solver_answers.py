"""The answers of solvers to the items of a bench: read, write and check them.

Each says who gave it, in which run, study or file, and what the solver was shown. Solvers that are
held out for validation choose no item and fit no tier.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pandas as pd

from engine.count_text import format_count
from engine.text import clean
from files.replacement import replace_file
from lab.analysis.tables import Run
from lab.csv import format_csv
from lab.errors import BenchError
from lab.papers.dixitworld.bench_answers import read_answers
from lab.papers.dixitworld.bench_files import Bench, read_table, refuse_link
from lab.papers.dixitworld.clue_readings import (
    LONGEST_NAME,
    MACHINE,
    READER,
    Reading,
    read_kept_readings,
)
from lab.papers.dixitworld.item_choices import Choice, list_items, merge_choices, read_kept_choices
from lab.papers.dixitworld.item_drawing import Item
from lab.papers.dixitworld.item_selection import answer_items, group_by_clue
from lab.study.file import StudyFile
from lab.study.ratings_table import build_ratings

ANSWERS = "answers.csv"
"""The file of a bench with answers to its items."""
COLUMNS = ("solver", "use", "source", "shown", "item", "chosen", "right")
FIT, VALIDATION = "fit", "validation"
"""What answers are used for."""
PICTURES = "pictures"
DECK = "a reading of the whole deck"
"""The source of an answer that a reading gives; others chose among the cards of the item."""


def answer_by_readings(
    items: Iterable[Item], readings: Iterable[Reading], held_out: Sequence[str]
) -> pd.DataFrame:
    """Answer items as solvers would, by their readings: a chance, which names no card."""
    found = answer_items(items, group_by_clue(readings))
    return found.assign(
        use=[VALIDATION if solver in held_out else FIT for solver in found["solver"]],
        source=DECK,
        shown=[PICTURES if kind == READER else "tags, themes" for kind in found["kind"]],
        chosen="",
    )[list(COLUMNS)]


def answer_by_choices(
    items: Iterable[Item], choices: Iterable[Choice], held_out: Sequence[str]
) -> pd.DataFrame:
    """Find how readers answered these items, whatever they were called then."""
    names = {(item.target, item.clue, frozenset(item.cards)): item.id for item in items}
    rows = [
        {
            "solver": one.solver,
            "use": VALIDATION if one.solver in held_out else FIT,
            "source": one.source,
            "shown": PICTURES,
            "item": names[one.place],
            "chosen": one.chosen,
            "right": one.right,
        }
        for one in choices
        if one.place in names
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype({"right": float})


def list_known_answers(
    items: Sequence[Item],
    readings: Iterable[Reading],
    choices: Iterable[Choice],
    held_out: Sequence[str],
) -> pd.DataFrame:
    """List all that is known of these items: answers by readings, then those of choices."""
    read, chose = (
        answer_by_readings(items, readings, held_out),
        answer_by_choices(items, choices, held_out),
    )
    return pd.concat([read, chose], ignore_index=True) if len(chose) else read


def list_choices(bench: Bench, cards: Iterable[str]) -> list[Choice]:
    """List the choices that a bench keeps: of items of other benches, and of its own.

    Raises:
        BenchError: If a file is a link or damaged.
    """
    known = {item.id: item for item in bench.items}
    kept = read_kept_answers(bench)
    chose = kept[(kept["shown"] == PICTURES) & (kept["source"] != DECK)]
    own = [
        Choice(row.solver, row.source, item.target, item.clue, item.cards, row.chosen)
        for row in chose.itertuples()
        if (item := known.get(row.item)) is not None and (row.chosen or not row.right)
    ]
    return merge_choices(read_kept_choices(bench.folder, cards), own)


def describe_answers(answers: pd.DataFrame, items: Iterable[Item]) -> pd.DataFrame:
    """Add what a fit asks: `kind` (whoever saw pictures is a reader), `choice` and `clue`."""
    clues = {item.id: f"{item.target}/{item.clue}" for item in items}
    return answers.assign(
        kind=[READER if shown == PICTURES else MACHINE for shown in answers["shown"]],
        choice=answers["source"] != DECK,
        clue=[clues.get(name, name) for name in answers["item"]],
    )


def answer_other_items(bench: Bench, held_out: Sequence[str]) -> pd.DataFrame:
    """Find how solvers answered, or would, items of other benches that readers have answered.

    Raises:
        BenchError: If a file of the bench is a link or damaged.
    """
    cards = bench.open_deck().cards
    places = {(item.target, item.clue, frozenset(item.cards)) for item in bench.items}
    choices = [
        one for one in read_kept_choices(bench.folder, cards)
        if one.place not in places and one.solver not in held_out
    ]  # fmt: skip
    readings = [
        one for one in (read_kept_readings(bench.folder, cards) if choices else ())
        if one.solver not in held_out
    ]  # fmt: skip
    by_clue = group_by_clue(readings)
    items = [item for item in list_items(choices) if (item.target, item.clue) in by_clue]
    return answer_items(items, by_clue, choices)


def read_kept_answers(bench: Bench) -> pd.DataFrame:
    """Read the answers that a bench keeps; none, if it keeps none.

    Raises:
        BenchError: If the file is a link, lacks a column, or an answer is wrong.
    """
    path = bench.folder / ANSWERS
    refuse_link(path)
    if not path.is_file():
        return pd.DataFrame(columns=list(COLUMNS)).astype({"right": float})
    kept = pd.DataFrame(read_table(path))
    if missing := [name for name in COLUMNS if name not in kept]:
        raise BenchError(f"{path} has no column {missing[0]}.")
    if wrong := sorted({*kept["use"]} - {FIT, VALIDATION}):
        raise BenchError(f"{path}: an answer is for {FIT} or {VALIDATION}, not {wrong[0][:40]!r}.")
    _check_uses(path, kept)
    return _check_shares(path, kept)[list(COLUMNS)]


def list_held_out(bench: Bench) -> list[str]:
    """List the solvers that a bench holds out for validation."""
    kept = read_kept_answers(bench)
    return list(dict.fromkeys(kept.loc[kept["use"] == VALIDATION, "solver"]))


def _check_uses(path: Path, kept: pd.DataFrame) -> None:
    uses = kept.groupby("solver")["use"].nunique()
    if (uses > 1).any():
        raise BenchError(f"{path}: {clean(uses.idxmax(), LONGEST_NAME)} is for both uses.")


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
                "use": FIT,
                "source": clean(row.get("source") or path.name, LONGEST_NAME),
                "shown": clean(row.get("shown") or PICTURES, LONGEST_NAME),
                "item": name,
                "chosen": chosen,
                "right": row.get("right") or float(chosen == known[name].target),
            }
        )
    if not found:
        raise BenchError(f"{path} has no answers.")
    return _check_shares(path, pd.DataFrame(found, columns=list(COLUMNS)))


def read_run_answers(run: Run, bench: Bench) -> pd.DataFrame:
    """Read the answers of a run by direct selection; one that cannot be read is not right.

    A player is called after the run, too: in another run it is another solver.

    Raises:
        BenchError: If the run is of other items.
    """
    answers = read_answers(run)
    own = answers[answers["strategy"] == "direct"] if len(answers) else answers
    if own.empty or {*own["bench"]} != {bench.hash}:
        raise BenchError(f"{run.path.name} has no answers to {bench.label} by direct selection.")
    names = own["player"] + f" ({run.path.stem})"
    return _arrange(own.assign(solver=names, source=f"run {run.path.stem}"))


def read_study_answers(study: StudyFile, bench: Bench) -> pd.DataFrame:
    """Read the answers of a study's raters, who are called after the study, too.

    Raises:
        BenchError: If the study is of other items, or has no answers yet.
    """
    known = {item.id: item for item in bench.items}
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
    return _arrange(ratings.assign(solver=names, source=source, shown=PICTURES))


def collect_answers(
    bench: Bench, runs: Sequence[Run], studies: Sequence[StudyFile], files: Sequence[Path]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Collect the answers that a bench keeps, and those of files, runs and studies.

    A later answer of a solver to an item replaces an earlier one.

    Returns:
        The kept answers, and the others.

    Raises:
        BenchError: If a file is wrong, a run or study is of other items, or there are no answers.
    """
    kept = read_kept_answers(bench)
    added = [
        *(read_given_answers(file.expanduser(), bench) for file in files),
        *(read_run_answers(run, bench) for run in runs),
        *(read_study_answers(study, bench) for study in studies),
    ]
    if kept.empty and not added:
        raise BenchError(
            "There are no answers: name runs (--run), studies (--study) or files (--answers)."
        )
    others = pd.concat(added, ignore_index=True) if added else kept.iloc[:0]
    return kept, others.drop_duplicates(["solver", "item"], keep="last")


def merge_answers(kept: pd.DataFrame, added: pd.DataFrame) -> pd.DataFrame:
    """Merge answers: an added one replaces a kept one; who was held out stays so."""
    if added.empty:
        return kept
    uses = dict(zip(kept["solver"], kept["use"], strict=True))
    own = added.assign(use=[uses.get(solver, FIT) for solver in added["solver"]])
    both = pd.concat([kept, own], ignore_index=True) if len(kept) else own
    return both.drop_duplicates(["solver", "item"], keep="last").reset_index(drop=True)


def describe_added(added: pd.DataFrame) -> Iterator[str]:
    """Say who has answered how many items, where no bench has kept it before."""
    for (solver, source), some in added.groupby(["solver", "source"], sort=False):
        count = format_count(some["item"].nunique(), "item")
        yield f"Added: {solver}, {count} ({source}; shown: {', '.join(sorted({*some['shown']}))})."


def hold_out_solvers(
    answers: pd.DataFrame, solvers: Sequence[str], *, others: bool
) -> pd.DataFrame:
    """Hold solvers out for validation.

    Args:
        answers: The answers.
        solvers: The solvers to hold out.
        others: Whether those that are held out already stay so.

    Raises:
        BenchError: If a solver is unknown, or nobody is left.
    """
    if unknown := sorted({*solvers} - {*answers["solver"]}):
        known = ", ".join(dict.fromkeys(answers["solver"]))
        raise BenchError(f"No solver is called {unknown[0][:60]!r}. There are: {known}.")
    held = answers["solver"].isin(solvers)
    if others:
        held |= answers["use"] == VALIDATION
    if held.all():
        raise BenchError("All solvers are held out: nobody is left to fit the tiers.")
    return answers.assign(use=held.map({True: VALIDATION, False: FIT}))


def write_answers(folder: Path, answers: pd.DataFrame) -> None:
    """Write the answers that a bench keeps, with `COLUMNS`.

    Raises:
        OSError: If they cannot be written.
    """
    replace_file(folder / ANSWERS, format_csv(answers[list(COLUMNS)]))


def _check_shares(path: Path, kept: pd.DataFrame) -> pd.DataFrame:
    right = pd.to_numeric(kept["right"], errors="coerce")
    if not right.between(0, 1).all():
        raise BenchError(f"{path} has a cell in the column right that is no number from 0 to 1.")
    return kept.assign(right=right.astype(float))


def _arrange(answers: pd.DataFrame) -> pd.DataFrame:
    """Arrange answers by solver and item; several tries at an item are a share."""
    right = answers.assign(right=answers["right"].astype(float), use=FIT)
    by = ["solver", "use", "source", "shown", "item"]
    found = right.groupby(by, observed=True, sort=False).agg({"chosen": "last", "right": "mean"})
    return found.reset_index()[list(COLUMNS)]
