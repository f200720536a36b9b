"""Run trials that play a match from the deal to the end, or resume it (kind `match`).

The outcome has a row of figures for the match, and a row for each turn.
"""

from collections import Counter
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from engine.game import GameType
from engine.games.catalog import find
from engine.headless import STAND_INS, play_session
from engine.journal.record import Record
from engine.journal.writer import MemoryJournal
from engine.options import parse_options
from engine.session import Session
from engine.usage import Usage
from lab.permits import GatedPlayers
from lab.trial import Outcome, Trial, TrialResources


async def run(trial: Trial, resources: TrialResources) -> Outcome:
    """Play the match, and count its events.

    Raises:
        PlayerError: If a player fails; the message names the seat.
        ValueError: If the game cannot be dealt, or a player cannot be created.
    """
    session = open_session(trial, resources)
    try:
        session.budget = resources.budget
        players = GatedPlayers(session.create_players(), session.specs, resources.gates)
        stand_in = STAND_INS[trial.content.get("on_failure", "stop")]
        await play_session(session, players, stand_in=stand_in)
    finally:
        session.close()
    report = session.definition.build_report(session.match.view(None))
    rows = build_turn_rows(session.definition, report)
    figures = build_figures(session, report, rows)
    journal = resources.path.read_text("utf-8") if resources.path else ""
    if session.memory is not None:
        journal = session.memory.text
    return Outcome(figures, rows, journal, resources.read_calls())


def open_session(trial: Trial, resources: TrialResources) -> Session:
    """Resume the journal of a costly trial if there is one; else deal.

    Writes do not wait for the disk, as this would block all other games. A kill loses nothing, a
    power failure the last seconds.
    """
    content, path = trial.content, resources.path
    if path is not None and path.exists():
        if b"\n" in path.read_bytes():
            return Session.resume(path, settings=resources.settings, durable=False)
        path.unlink()  # the process was killed while writing its first line
    definition = find(content["game"])
    options = _parse_options(definition.name, tuple(content["options"].items()))
    lineup, seed = trial.specs, content["seed"]
    session = Session.create(
        definition, options, lineup, seed, settings=resources.settings, path=path, durable=False
    )
    if path is None:
        session.memory = MemoryJournal(session.header)
    return session


@lru_cache(maxsize=256)
def _parse_options(game: str, given: tuple[tuple[str, Any], ...]) -> Any:  # noqa: ANN401
    """Parse options, once for all games that share them."""
    return parse_options(find(game).options_type, {name: str(value) for name, value in given})


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
