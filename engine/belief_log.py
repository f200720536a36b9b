"""Games of Undercover with what the seats believed, from journals and calls."""

from typing import Any

from engine.call_log import (
    CallLog,
    LoggedMove,
    build_call_log,
    chosen_by_vectors,
    find_deciding_call,
)
from engine.comet.beliefs import Beliefs, Side
from engine.comet.metrics import BeliefGame, Decision, Statement, Verdicts
from engine.games.catalog import find
from engine.games.undercover.view import Describe, View
from engine.journal_reader import Record
from engine.transcript import restore_match

MINE_FROM, OTHER_BELOW = 0.35, 0.2
"""Cosines from which a baseline takes a player for a teammate, and below which for an opponent."""
BASELINE_GUESSES = 1
"""How many words a baseline takes for the other word."""


def read_belief_game(
    record: Record, calls_text: str | None = None, verdicts: Verdicts | None = None
) -> BeliefGame | None:
    """Read a finished game; `None` if it is not over, or no game of Undercover.

    Args:
        record: The journal.
        calls_text: The lines of its calls file; `None` looks for the file beside the journal.
        verdicts: What judges have said.

    Raises:
        JournalError: If the journal breaks the rules.
    """
    definition = find(record.header.game)
    if definition.name != "undercover":
        return None
    return build_belief_game(build_call_log(record, definition, calls_text), verdicts)


def build_belief_game(call_log: CallLog, verdicts: Verdicts | None = None) -> BeliefGame | None:
    """Build a game from its moves and calls; `None` if it is not over."""
    if not call_log.over or not call_log.moves:
        return None
    statements: list[Statement] = []
    decisions: list[Decision] = []
    for logged in call_log.moves:
        view: View = logged.view
        speaks = isinstance(logged.move, Describe)
        decisions.append(_read_decision(logged, view, len(statements), statements, speaks=speaks))
        if isinstance(logged.move, Describe):
            statements.append(Statement(view.number, logged.seat_name, logged.move.line))
    game = call_log.definition.load_game(call_log.record)
    final: View = restore_match(call_log.record, game).view(None)
    assert final.words is not None
    assert final.outcome is not None
    return BeliefGame(
        dict(zip(final.seats, final.words, strict=True)),
        {name: str(role) for name, role in zip(final.seats, final.roles, strict=True)},  # type: ignore[misc]
        final.outcome,
        tuple(statements),
        tuple(decisions),
        verdicts or Verdicts(),
    )


def _read_decision(
    logged: LoggedMove, view: View, heard: int, statements: list[Statement], *, speaks: bool
) -> Decision:
    seat, number = logged.seat_name, view.number
    phase: Any = "speak" if speaks else "vote"
    call = find_deciding_call(logged)
    own = logged.moved is None or logged.moved.provenance == "own"
    if own and call is not None and call.beliefs is not None:
        try:
            beliefs = Beliefs.decode(call.beliefs)
        except ValueError:
            return Decision(seat, number, phase, heard)
        return _convert(beliefs, Decision(seat, number, phase, heard), statements)
    space = logged.spec.spaces[0] if logged.spec and chosen_by_vectors(logged) else None
    if own and space is not None:
        return _read_baseline(space, logged, view, Decision(seat, number, phase, heard), statements)
    return Decision(seat, number, phase, heard)


def _convert(beliefs: Beliefs, bare: Decision, statements: list[Statement]) -> Decision:
    """A decision with logged beliefs."""
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
        plan.strategy if plan and bare.phase == "speak" else None,
    )


def _read_baseline(
    space: str, logged: LoggedMove, view: View, bare: Decision, statements: list[Statement]
) -> Decision:
    """What a word-vector baseline believes, by the similarities that it decides by.

    A player whose words are near to the own word has it, one whose words are far has not; the own
    word is the odd one if the words of the others are nearer to each other. The features are the
    words that count, and the other word is the one nearest to those of opponents.
    """
    from engine.games.baselines import find_known_words
    from engine.games.undercover.baseline import read_talk
    from engine.options import override_options
    from engine.word_vectors import load_word_vectors
    from words.space_format import SpaceError

    try:
        vectors = load_word_vectors(space)
    except SpaceError:
        return bare
    settings = dict(logged.spec.settings) if logged.spec else {}
    view = override_options(view, k=int(settings["k"]) if "k" in settings else None)
    reading = read_talk(vectors, view)
    sides: dict[str, Side] = {}
    for name in view.seats:
        seat = view.seats.index(name)
        near = reading.near.get(seat)  # type: ignore[call-overload]
        if near is not None:
            sides[name] = (
                "mine" if near >= MINE_FROM else "other" if near < OTHER_BELOW else "undecided"
            )
    known = {
        place: find_known_words(vectors, one.text)
        for place, one in enumerate(statements)
        if one.seat != bare.seat
    }
    far = [
        word
        for place, words in known.items()
        if sides.get(statements[place].seat) == "other"
        for word in words
    ]
    guesses = []
    if far and view.word is not None:
        ranking = vectors.rank(far[-1], BASELINE_GUESSES) or []
        guesses = [vectors.corpus[index] for index in ranking[:BASELINE_GUESSES]]
    return Decision(
        bare.seat,
        bare.round,
        bare.phase,
        bare.heard,
        sides,
        ("undercover" if reading.odd else "civilian") if len(reading.near) > 2 else "unknown",
        tuple(guesses),
        {place: words for place, words in known.items() if words},
    )
