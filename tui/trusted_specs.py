"""Which programs a saved game may run: those of games in our own folder."""

from pathlib import Path

from engine.config.paths import get_games_folder
from engine.journal import trusted_specs
from engine.journal.record import Record


def find_trusted_specs(record: Record, data: Path) -> frozenset[str]:
    """SPECs that may run programs: those of games saved in our own folder."""
    own = record.path.resolve().parent == get_games_folder(data).resolve()
    return trusted_specs.find_trusted_specs(record) if own else frozenset()
