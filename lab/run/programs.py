"""Refuse to start programs that only a run from elsewhere names, in its trials or journals."""

import json
from collections.abc import Iterable, Iterator, Set
from typing import Any

from engine.journal.entries import ReseatEntry
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.llm.calls_file import SUFFIX
from engine.players.spec import PROGRAMS, parse_spec
from engine.text import clean
from files.folder import Folder
from lab.errors import RunError
from lab.run.store import RunFile

UNFINISHED = """
SELECT content FROM trials LEFT JOIN outcomes o USING (number)
WHERE o.number IS NULL OR o.failure != ''
"""
"""The trials that may be run."""


def refuse_programs(run_file: RunFile, trusted: Set[str]) -> None:
    """Refuse to start programs that the user has not chosen.

    Args:
        run_file: The run.
        trusted: The SPECs that the user has chosen.

    Raises:
        RunError: If a trial or a journal in progress names another; the message says how to allow
            it.
    """
    named = set(_list_trial_programs(run_file)) | set(_list_journal_programs(run_file))
    if untrusted := sorted(named - trusted):
        shown = ", ".join(clean(spec) for spec in untrusted[:3])
        more = f" and {len(untrusted) - 3} more" if len(untrusted) > 3 else ""
        raise RunError(
            f"{run_file.path} would start {shown}{more}, and may come from elsewhere. If that is "
            "what you want, add --run-programs."
        )


def select_programs(specs: Iterable[str]) -> Iterator[str]:
    """Yield the SPECs of programs, in canonical form."""
    for text in specs:
        try:
            spec = parse_spec(text)
        except ValueError:  # no SPEC, or one that no player can be created from
            continue
        if spec.kind in PROGRAMS:
            yield str(spec)


def _list_trial_programs(run_file: RunFile) -> Iterator[str]:
    """List what is a program's SPEC anywhere in a trial, as kinds of trial name players freely."""
    for (text,) in run_file.database.execute(UNFINISHED):
        yield from select_programs(_list_strings(json.loads(text)))


def _list_strings(value: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _list_strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _list_strings(one)


def _list_journal_programs(run_file: RunFile) -> Iterator[str]:
    """List the programs of games in progress."""
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
            yield from select_programs((*record.header.seats.values(), *reseated))
