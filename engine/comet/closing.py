"""The closing question: what a player found in the statements of the others.

It is asked once the match is over, before anything is revealed, so that no answer is fed back into
the game: of people, of programs, and of models without a module that extracts features.
"""

from collections.abc import Mapping, Sequence

from pydantic import Field

from engine.closing_question import ClosingQuestion
from engine.comet.belief_inquiry import StatedFeature, StatedFeatures, ask_for_stated_features
from engine.comet.belief_log import CLOSING
from engine.comet.beliefs import MAX_FEATURES, MAX_TEXT, Beliefs, Feature, HeardStatement
from engine.comet.module import ModuleQuestion
from engine.comet.module_client import ModuleClient
from engine.frozen_model import FrozenModel
from engine.games.undercover.view import View
from engine.llm.calls_file import Call
from engine.llm.verdict import Verdict
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


def group_features(answer: FoundFeatures | StatedFeatures) -> dict[int, list[str]]:
    """Group the features of an answer by the number of their statement."""
    found: dict[int, list[str]] = {}
    for one in answer.features:
        found.setdefault(one.statement, []).append(one.feature)
    return found


def ask_for_found_features(view: ClosingView) -> ModuleQuestion:
    """Ask a model the closing question."""
    heard = [(one.speaker, one.text) for one in view.statements]
    return ask_for_stated_features(view.word, heard)


class ClosingInquiry:
    """Asks one seat's model the closing question."""

    def __init__(self, client: ModuleClient) -> None:
        self.client = client

    async def ask(self, question: ClosingQuestion) -> None:
        """Ask, and log the answer; what cannot be read after all tries is logged as such.

        Raises:
            PlayerError: If there is no answer, or the call cannot be logged.
        """
        view: ClosingView = question.view

        def annotate(call: Call, verdict: Verdict[StatedFeatures]) -> None:
            call.move = max(0, call.move - 1)  # it follows the last move, and precedes none
            if not verdict.legal or verdict.move is None:
                return
            numbers = {one.number for one in view.statements}
            found = group_features(verdict.move)
            unknown = sum(len(found[number]) for number in found.keys() - numbers)
            known = {number: texts for number, texts in found.items() if number in numbers}
            beliefs = enter_found_features(view, known)
            call.beliefs = beliefs.count_dropped(CLOSING, unknown + verdict.move.dropped).encode()

        await self.client.ask_for_reply(ask_for_found_features(view), annotate)
