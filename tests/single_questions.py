"""The single questions of a game, and those of its groups one by one."""

from collections.abc import Iterable, Iterator

from engine.games.position_question import PositionQuestion, QuestionGroup


def list_single_questions(
    known: Iterable[PositionQuestion | QuestionGroup],
) -> Iterator[PositionQuestion]:
    for one in known:
        yield from one.questions if isinstance(one, QuestionGroup) else (one,)
