"""Refuse what only a journal from elsewhere names: programs to start, and files to read."""

from collections.abc import Iterable
from pathlib import Path

from engine.journal.record import Record
from engine.players.named_files import list_spec_files
from engine.players.spec import PROGRAMS, Spec
from engine.text import clean
from tui.trusted_specs import find_trusted_specs
from tui.usage_error import UsageError


def refuse_unchosen(
    specs: Iterable[Spec], record: Record, data: Path, *, run_programs: bool, read_files: bool
) -> None:
    """Refuse to start programs and to read files that only a journal from elsewhere names.

    Args:
        specs: The SPECs that come from the journal.
        record: The journal.
        data: The data folder, with our own games.
        run_programs: Whether any program may start.
        read_files: Whether any file may be read, such as a script or a pool.

    Raises:
        UsageError: If there is one; the message names it and says how to allow it.
    """
    trusted = find_trusted_specs(record, data)
    others = [spec for spec in specs if str(spec) not in trusted]
    programs = [] if run_programs else [str(spec) for spec in others if spec.kind in PROGRAMS]
    files = [] if read_files else [file for spec in others for file in list_spec_files(spec)]
    for what, named, option in (
        ("start", programs, "--run-programs"),
        ("read", files, "--read-files"),
    ):
        if named:
            raise UsageError(
                f"{record.path} would {what} {', '.join(sorted(set(map(clean, named))))}, and may "
                f"come from elsewhere. If that is what you want, add {option}."
            )
