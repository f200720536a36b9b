"""Read what each player of a finished game of hidden sides believed at each decision.

Beliefs come from the calls file: those of CoMet agents, those that people and models stated after
their moves, and what all players without a module for features found, stated after the match.
The beliefs of players that use word vectors are computed again from similarities.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from engine.call_log import (
    CallLog,
    LoggedMove,
    build_call_log,
    find_closing_call,
    find_deciding_call,
    find_inquiry_call,
    is_chosen_by_vectors,
)
from engine.comet.belief_record import BeliefRecord, Decision, Statement, Verdicts
from engine.comet.beliefs import Beliefs
from engine.config.paths import get_vectors_folder
from engine.game import GameType
from engine.games.catalog import find
from engine.journal.record import Record
from engine.journal.replay import load_game, restore_match
from engine.llm.calls_file import Call
from engine.options import override_options
from words.space.errors import SpaceError
from words.space.folder import build_reference


def read_belief_record(
    record: Record,
    calls_text: str | None = None,
    verdicts: Verdicts | None = None,
    *,
    data: Path,
) -> BeliefRecord | None:
    """Read a finished game; `None` if it is not over, or has no hidden sides.

    Args:
        record: The journal.
        calls_text: The lines of its calls file; `None` looks for the file beside the journal.
        verdicts: The verdicts of judges.
        data: The data folder, with imported vectors.

    Raises:
        JournalError: If the journal breaks the rules.
    """
    definition = find(record.header.game)
    if not definition.brings("find_sides"):
        return None
    return build_belief_record(build_call_log(record, definition, calls_text, data=data), verdicts)


def build_belief_record(call_log: CallLog, verdicts: Verdicts | None = None) -> BeliefRecord | None:
    """Build a game from its moves and calls; `None` if it is not over."""
    if not call_log.over or not call_log.moves:
        return None
    definition = call_log.definition
    statements: list[Statement] = []
    decisions: list[Decision] = []
    for logged in call_log.moves:
        said = definition.find_statement(logged.move)
        decisions.append(_read_decision(definition, logged, statements, said, call_log.data))
        if said is not None:
            statements.append(Statement(logged.view.number, logged.seat_name, said))
    game = load_game(definition, call_log.record)
    truth = definition.find_sides(restore_match(call_log.record, game).view(None))
    assert truth is not None
    return BeliefRecord(
        truth.words,
        cast("Any", truth.roles),
        cast("Any", truth.outcome),
        tuple(statements),
        tuple(decisions),
        verdicts or Verdicts(),
    )


def _read_decision(
    definition: GameType,
    logged: LoggedMove,
    statements: list[Statement],
    said: str | None,
    data: Path,
) -> Decision:
    seat, number, heard = logged.seat_name, logged.view.number, len(statements)
    phase: Any = "vote" if said is None else "speak"
    bare = Decision(seat, number, phase, heard)
    if logged.moved is not None and logged.moved.provenance != "own":
        return bare
    decision = _read_beliefs(definition, logged, bare, statements, data)
    closing = _decode(find_closing_call(logged), bare, statements)
    return decision if closing is None else replace(decision, features=closing.features)


def _read_beliefs(
    definition: GameType,
    logged: LoggedMove,
    bare: Decision,
    statements: list[Statement],
    data: Path,
) -> Decision:
    """Read what was logged with a move."""
    own = _decode(find_deciding_call(logged), bare, statements)
    stated = _decode(find_inquiry_call(logged), bare, statements)
    if stated is not None:  # what was asked of all players in the same way
        features = None if own is None else own.features  # of a module of its own
        return replace(
            own or stated,
            beliefs=stated.beliefs,
            role=stated.role,
            guesses=stated.guesses,
            features=features,
        )
    if own is not None:
        return own
    space = logged.spec.spaces[0] if logged.spec and is_chosen_by_vectors(logged) else None
    if space is not None:
        return _read_baseline(definition, space, get_vectors_folder(data), logged, bare)
    return bare


def _decode(call: Call | None, bare: Decision, statements: list[Statement]) -> Decision | None:
    """Decode the beliefs of a call; `None` if it has none that can be read."""
    if call is None or call.beliefs is None:
        return None
    try:
        return _convert(Beliefs.decode(call.beliefs), bare, statements)
    except ValueError:
        return None


def _convert(beliefs: Beliefs, bare: Decision, statements: list[Statement]) -> Decision:
    """Convert logged beliefs to a decision."""
    plan = beliefs.find_plan(bare.round)
    places = [place for place, one in enumerate(statements) if one.seat != bare.seat]
    features: dict[int, tuple[str, ...]] | None = None
    if beliefs.guesses is not None:
        features = {}
        for place, heard in zip(places, beliefs.heard, strict=False):
            found = [feature.text for feature in heard.features]
            if heard.meaning:
                found.append(heard.meaning)
            if found:
                features[place] = tuple(found)
    metaphors = None
    if any(heard.metaphor is not None for heard in beliefs.heard):
        paired = zip(places, beliefs.heard, strict=False)
        metaphors = {place: heard.fits for place, heard in paired if heard.fits is not None}
    return Decision(
        bare.seat,
        bare.round,
        bare.phase,
        bare.heard,
        None
        if beliefs.players is None
        else {name: opinion.side for name, opinion in beliefs.players.items()},
        beliefs.role,
        beliefs.guesses,
        features,
        metaphors,
        plan.strategy if plan and bare.phase == "speak" else None,
    )


def _read_baseline(
    definition: GameType, space: str, imported: Path, logged: LoggedMove, bare: Decision
) -> Decision:
    """Derive the beliefs of a word-vector baseline from the similarities that it uses."""
    from engine.players.vectors.word_vectors import load_word_vectors  # noqa: PLC0415 - numpy, only for baselines

    try:
        vectors = load_word_vectors(build_reference(space, imported))
    except SpaceError:
        return bare
    settings = dict(logged.spec.settings) if logged.spec else {}
    view = override_options(logged.view, k=int(settings["k"]) if "k" in settings else None)
    judged = definition.judge_sides(vectors, view)
    return replace(
        bare,
        beliefs={view.seats[seat]: side for seat, side in judged.sides.items()},
        role=judged.role,
        guesses=judged.guesses,
        features=judged.features,
    )
