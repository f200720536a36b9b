"""Settings of players that tables tell in any case, such as CoMet's pool of experiences."""

from collections.abc import Iterator

from engine.export.redaction import redact_value
from engine.players.seat_settings import list_settings, list_told_settings
from engine.players.spec import parse_spec
from engine.text import clean
from lab.analysis.evaluation import Report


def find_told_settings(report: Report) -> dict[str, dict[str, str]]:
    """Find by setting: its value by player, without players that do not use it."""
    found: dict[str, dict[str, str]] = {}
    definition = report.experiment.definition
    for player, text in report.experiment.specs.items():
        spec = parse_spec(text)
        declared = list_settings(spec.kind, definition)
        for name, value in list_told_settings(spec.kind, spec.settings, definition).items():
            if declared[name].mark.told:
                found.setdefault(name, {})[player] = clean(str(redact_value(value)), 80)
    return found


def list_told_columns(report: Report) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield the columns of line-ups that tell a setting.

    Each has the setting, the column of the player, which may be the same in all line-ups, and the
    value by player.
    """
    for name, values in find_told_settings(report).items():
        for column in report.seat_columns:
            if any(one.get(column) in values for one in report.layout.values.values()):
                yield name, column, values


def describe_told_settings(report: Report) -> str:
    """Say what settings players have, also those who play in all line-ups."""
    return " ".join(
        f"By {name}: {'; '.join(f'{clean(player, 60)} {one}' for player, one in values.items())}."
        for name, values in find_told_settings(report).items()
    )
