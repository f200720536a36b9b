"""Build the result of a session as a JSON object."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.seat import Seat
from engine.session import Session


def build_result(session: Session, journal: Path | None = None) -> dict[str, Any]:
    """Build the result of a session as a JSON object; docs/commands.md describes its keys.

    Args:
        session: A session that is over.
        journal: The journal, if the session does not write to it.
    """
    if session.journal is not None:
        journal = session.journal.path
    match, header = session.match, session.header
    score = match.score
    return {
        "game": header.game,
        "seed": header.seed,
        "seats": {name: str(session.specs[Seat(n)]) for n, name in enumerate(match.game.seats)},
        "options": dict(header.options),
        "outcome": None,
        "reason": None,
        "score": score and {match.game.seats[seat]: points for seat, points in score.items()},
        **session.definition.build_report(match.view(None)),
        "branched": header.branched and asdict(header.branched),
        "open": session.table_open,
        "not_own": {seat: dict(counted) for seat, counted in session.totals.not_own.items()},
        "usage": {seat: asdict(used) for seat, used in session.totals.usage.items()},
        "journal": journal and str(journal),
    }
