"""The theory-of-mind questions that experiments ask the players of Decrypto."""

from engine.games.decrypto.belief_questions import BELIEFS, FALSE_BELIEF, REPRESENTATIONAL_CHANGE
from engine.games.decrypto.prediction_questions import PREDICTS_DECODER, PREDICTS_INTERCEPTOR
from engine.games.position_question import PositionQuestion, QuestionGroup


def list_questions() -> tuple[PositionQuestion | QuestionGroup, ...]:
    """List the questions that experiments may ask."""
    return (
        PREDICTS_INTERCEPTOR,
        PREDICTS_DECODER,
        REPRESENTATIONAL_CHANGE,
        FALSE_BELIEF,
        BELIEFS,
    )
