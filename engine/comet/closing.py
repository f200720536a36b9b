"""The closing question: what a person or a program found in the statements of the others.

It is asked once the match is over, before anything is revealed, so that no answer is fed back into
the game. Models are asked the same after each move, see `engine.comet.belief_inquiry`.
"""

from collections.abc import Mapping, Sequence

from pydantic import Field

from engine.comet.belief_inquiry import StatedFeature
from engine.comet.beliefs import MAX_FEATURES, MAX_TEXT, Beliefs, Feature, HeardStatement
from engine.frozen_model import FrozenModel
from engine.games.undercover.view import View
from engine.seat import Seat
from engine.text import clean


class StatementToRead(FrozenModel):
    """A statement of another player."""

    number: int
    """Its number in the question, from 1."""
    round: int
    speaker: str
    text: str


class ClosingView(FrozenModel):
    """What a seat knows when it is asked: its word and the statements before its last move."""

    word: str
    statements: tuple[StatementToRead, ...]


class FoundFeatures(FrozenModel):
    """The answer: what statements say of the word of their speaker."""

    features: tuple[StatedFeature, ...] = Field(max_length=1_000)


class Decline(FrozenModel):
    """The other answer: the player does not say."""


type ClosingAnswer = FoundFeatures | Decline


class ClosingTable:
    """The closing question as a game whose only move is the answer."""

    def __init__(self, name: str, seats: tuple[str, ...]) -> None:
        self.name = name
        self.seats = seats

    def moves(self, view: ClosingView) -> tuple[type[ClosingAnswer], ...]:  # noqa: ARG002
        """List the kinds of answer."""
        return FoundFeatures, Decline

    def fault(self, view: ClosingView, move: ClosingAnswer) -> str | None:
        """Say why an answer does not count; `None` if it does."""
        if isinstance(move, Decline):
            return None
        numbers = {one.number for one in view.statements}
        unknown = [one.statement for one in move.features if one.statement not in numbers]
        return f"There is no statement {unknown[0]}." if unknown else None


def build_closing_view(view: View, seat: Seat) -> ClosingView:
    """Build what a seat is asked about: what it had heard at its last vote, and nothing later.

    Args:
        view: The seat's view at the end, of which nothing that was revealed is used.
        seat: The seat.
    """
    assert view.word is not None
    heard = [
        (number, line)
        for number, done in enumerate(view.rounds[: view.find_exit_round(seat)], 1)
        for line in done.lines
        if line.seat != seat
    ]
    return ClosingView(
        word=view.word,
        statements=tuple(
            StatementToRead(
                number=place, round=number, speaker=view.seats[line.seat], text=line.text
            )
            for place, (number, line) in enumerate(heard, 1)
        ),
    )


def enter_found_features(view: ClosingView, found: Mapping[int, Sequence[str]]) -> Beliefs:
    """Turn an answer into beliefs for the log.

    Args:
        view: The question.
        found: By number of a statement: the features that it says.
    """
    beliefs = Beliefs(
        guesses=(),
        heard=tuple(HeardStatement(one.round, one.speaker, one.text) for one in view.statements),
    )
    for number, features in found.items():
        texts = dict.fromkeys(filter(None, (clean(one, MAX_TEXT) for one in features)))
        kept = tuple(Feature(text, "broad") for text in texts)[:MAX_FEATURES]
        beliefs = beliefs.read(number - 1, features=kept)
    return beliefs


def group_features(answer: FoundFeatures) -> dict[int, list[str]]:
    """Group the features of an answer by the number of their statement."""
    found: dict[int, list[str]] = {}
    for one in answer.features:
        found.setdefault(one.statement, []).append(one.feature)
    return found
