"""The figures of a finished match, and a row for each of its turns."""

from collections import Counter
from dataclasses import asdict
from typing import Any

from engine.game import GameType
from engine.journal.record import Record
from engine.session import Session
from engine.usage import Usage


def reveal_facts(report: dict[str, Any], record: Record) -> dict[str, Any]:
    """Complete the report of a record that stops early with facts that are revealed at the end."""
    hidden = {name for name, value in report.items() if value is None}
    told = {name: one for name, one in record.header.material.items() if name in hidden}
    return {**report, **told}


def build_turn_rows(definition: GameType, report: dict[str, Any]) -> list[dict[str, Any]]:
    """Build a row for each turn of a report, with its events."""
    rows = []
    for number, turn in enumerate(report[definition.listed], 1):
        plain = turn if isinstance(turn, dict) else {"played": turn}
        rows.append({definition.unit: number, **plain, **definition.find_turn_events(plain)})
    return rows


def count_events(definition: GameType, rows: list[dict[str, Any]]) -> dict[str, int]:
    """Count the turns, and the turns with each event."""
    events, listed = definition.describe_turn_events(), definition.listed
    return {
        listed: len(rows),
        **{f"{name}_{listed}": sum(row[name] for row in rows) for name in events},
    }


def build_figures(
    session: Session, report: dict[str, Any], rows: list[dict[str, Any]]
) -> dict[str, Any]:
    """Build the row of a finished match."""
    definition, totals, seats = session.definition, session.totals, session.match.game.seats
    counted: Counter[str] = sum(totals.not_own.values(), Counter())
    stand_ins = counted.pop("stand-in", 0)
    score = session.match.score or {}
    facts = {name: value for name, value in report.items() if name != definition.listed}
    return {
        **facts,
        **count_events(definition, rows),
        **{f"score_{seats[seat]}": points for seat, points in score.items()},
        "moves": totals.moves.total(),
        "stand_in_moves": stand_ins,
        "assisted_moves": counted.total(),
        **asdict(sum(totals.usage.values(), Usage())),
        **{f"calls_{seat}": usage.calls for seat, usage in totals.usage.items()},
    }
