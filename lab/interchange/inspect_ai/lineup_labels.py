"""Label the line-ups of a run in a log."""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.export.redaction import redact_value
from lab.analysis.tables import Run
from lab.run.lineup import OPTION, PLAYER, SPEC, Lineup


def label_lineups(run: Run) -> dict[str, str]:
    """Label each line-up by what tells it apart from the others of its kind."""
    lineups = run.file.read_lineups()
    labels: dict[str, str] = {}
    for kind in {one.kind for one in lineups.values()}:
        some = {key: one for key, one in lineups.items() if one.kind == kind}
        labels |= {key: f"{kind}: {label}" for key, label in _label(some, run.seats).items()}
    return labels


def _label(lineups: Mapping[str, Lineup], seats: Sequence[str]) -> dict[str, str]:
    rows = {key: one.list_columns(seats) for key, one in lineups.items()}
    names = dict.fromkeys(name for row in rows.values() for name in row)
    varying = [name for name in names if len({str(row.get(name)) for row in rows.values()}) > 1]
    shown = [name for name in varying if not name.startswith(SPEC)]
    labels = {
        key: ", ".join(
            f"{name.removeprefix(PLAYER).removeprefix(OPTION)} {redact_value(row[name])}"
            for name in shown
            if name in row
        )
        for key, row in rows.items()
    }
    same = Counter(labels.values())
    return {
        key: label if label and same[label] == 1 else f"{label} {key[:6]}".strip()
        for key, label in labels.items()
    }
