"""Refuse to start programs that only a journal from elsewhere names."""

from collections.abc import Iterable
from pathlib import Path

from engine.journal.record import Record
from engine.players.spec import PROGRAMS, Spec
from tui.trust import find_trusted_specs
from tui.usage_error import UsageError


def refuse_programs(specs: Iterable[Spec], record: Record, data: Path) -> None:
    """Refuse to start programs that only a journal from elsewhere names.

    Args:
        specs: The SPECs that come from the journal.
        record: The journal.
        data: The data folder, with our own games.

    Raises:
        UsageError: If a program would start; the message names it and says how to allow it.
    """
    programs = {str(spec) for spec in specs if spec.kind in PROGRAMS}
    untrusted = programs - find_trusted_specs(record, data)
    if untrusted:
        raise UsageError(
            f"{record.path} would start {', '.join(sorted(untrusted))}, and may come from "
            f"elsewhere. If that is what you want, add --run-programs."
        )
