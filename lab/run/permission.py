"""Refuse what only a run from elsewhere names: programs to start, and files to read.

It may be named by the run's experiment, by its trials, or by journals of games in progress.
"""

import json
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.games.catalog import UnknownGame, find
from engine.journal.entries import ReseatEntry
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.llm.calls_file import SUFFIX
from engine.players.named_files import list_option_files, list_spec_files
from engine.players.spec import PROGRAMS, parse_spec
from engine.text import clean
from files.folder import Folder
from lab.errors import RunError
from lab.experiment.file import Experiment
from lab.experiment.sections import INVENTED
from lab.run.store import RunFile

UNFINISHED = """
SELECT content FROM trials LEFT JOIN outcomes o USING (number)
WHERE o.number IS NULL OR o.failure != ''
"""
"""The trials that may be run."""


def refuse_unchosen(run_file: RunFile, programs: Set[str] | None, files: Set[str] | None) -> None:
    """Refuse to start programs and to read files that the user has not chosen.

    Args:
        run_file: The run.
        programs: The SPECs of programs that the user has chosen; `None` for any.
        files: The files that the user has chosen; `None` for any.

    Raises:
        RunError: If a trial or a journal in progress names another; the message says how to allow
            it.
    """
    if programs is None and files is None:
        return
    started, read = set[str](), set[str]()
    for content in _list_contents(run_file):
        read.update(_list_trial_files(content))
        for text in _list_strings(content):
            program, named = _find_named(text)
            started.update(program)
            read.update(named)
    if programs is not None:
        _refuse(run_file.path, "start", started - programs, "--run-programs")
    if files is not None:
        _refuse(run_file.path, "read", read - files, "--read-files")


def refuse_named_programs(experiment: Experiment, run: Path, programs: Set[str]) -> None:
    """Refuse to write a run that would start programs that the user has not chosen.

    In the user's own folder of runs it would count as chosen the next time.

    Raises:
        RunError: If the experiment names others; the message says how to allow it.
    """
    _refuse(
        run, "start", {*select_programs(experiment.specs.values())} - programs, "--run-programs"
    )


def refuse_named_files(experiment: Experiment, run: Path) -> None:
    """Refuse to read the files that the experiment of a run from elsewhere names.

    Raises:
        RunError: If it names any; the message says how to allow it.
    """
    _refuse(run, "read", set(select_files(experiment)), "--read-files")


def _refuse(run: Path, what: str, named: Set[str], option: str) -> None:
    if named:
        shown = ", ".join(clean(one, 200) for one in sorted(named)[:3])
        more = f" and {len(named) - 3} more" if len(named) > 3 else ""
        raise RunError(
            f"{run} would {what} {shown}{more}, and may come from elsewhere. If that is what you "
            f"want, add {option}."
        )


def select_files(experiment: Experiment) -> Iterator[str]:
    """Yield the files and folders that an experiment names."""
    yield from list_option_files(experiment.options, experiment.definition)
    for spec in experiment.specs.values():
        yield from list_spec_files(parse_spec(spec))
    if experiment.bench is not None and experiment.bench.items:
        yield experiment.bench.items
    if experiment.recorded is not None and experiment.recorded.journals != INVENTED:
        yield experiment.recorded.journals


def select_programs(specs: Iterable[str]) -> Iterator[str]:
    """Yield the SPECs of programs, in canonical form."""
    for text in specs:
        yield from _find_named(text)[0]


def _list_contents(run_file: RunFile) -> Iterator[Any]:
    """List the contents of trials that may be run, and of journals in progress.

    They are looked through as a whole, as kinds of trial name players freely.
    """
    for (text,) in run_file.database.execute(UNFINISHED):
        yield json.loads(text)
    yield from _list_journal_contents(run_file)


def _list_trial_files(content: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    """List the files that the options of a trial name.

    The deck of an item is not among them: it is used only if it has the fingerprint in the trial.
    """
    if not isinstance(content, dict):
        return
    options, game = content.get("options"), content.get("game")
    if isinstance(options, dict) and isinstance(game, str):
        with suppress(UnknownGame):  # the trial fails
            yield from list_option_files(options, find(game))


@lru_cache(maxsize=4096)
def _find_named(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Find the program and the files that a text names if it is a SPEC."""
    try:
        spec = parse_spec(text)
    except ValueError:  # no SPEC, or one that no player can be created from
        return (), ()
    return (str(spec),) if spec.kind in PROGRAMS else (), tuple(list_spec_files(spec))


def _list_strings(value: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _list_strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _list_strings(one)


def _list_journal_contents(run_file: RunFile) -> Iterator[Any]:
    """List the players and options of games in progress."""
    folder = run_file.games_folder
    try:
        with Folder(folder) as opened:
            names = opened.list_names()
    except FileNotFoundError:
        return
    except OSError as error:
        raise RunError(f"{folder} cannot be used for games: {error.strerror}.") from None
    for name in names:
        if name.endswith(".jsonl") and not name.endswith(SUFFIX):
            try:
                record = read_record(folder / name)
            except JournalError:
                continue  # answers, or a damaged journal, which no trial goes on with
            reseated = (one.player for one in record.entries if isinstance(one, ReseatEntry))
            seats = [*record.header.seats.values(), *reseated]
            yield {"game": record.header.game, "options": record.header.options, "seats": seats}
