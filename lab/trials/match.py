"""Run trials that play a match from the deal to the end, or resume it (kind `match`)."""

from functools import lru_cache
from typing import Any

from engine.games.catalog import find
from engine.headless import play_session
from engine.journal.writer import MemoryJournal
from engine.options import parse_options
from engine.session import Session
from files.removal import delete_file
from lab.experiment.reference_protocol import find_stand_ins
from lab.run.question_gates import GatedPlayers
from lab.run.trial import Outcome, Trial, TrialResources
from lab.trials.match_figures import build_figures, build_turn_rows


async def run(trial: Trial, resources: TrialResources) -> Outcome:
    """Play the match, and count its events.

    Raises:
        PlayerError: If a player fails; the message names the seat.
        ValueError: If the game cannot be dealt, or a player cannot be created.
    """
    session = open_session(trial, resources)
    try:
        session.budget = resources.budget
        session.notify = resources.gates.notify
        session.asks_programs = trial.content.get("ask_programs", False)
        players = GatedPlayers(session.create_players(), session.specs, resources.gates)
        found = find_stand_ins(trial.content["game"], trial.content.get("on_failure", "stop"))
        await play_session(session, players, stand_in=found.usual, after_empty=found.after_empty)
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
        delete_file(path)  # the process was killed while writing its first line
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
