"""Ask the players of a finished match its closing question."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.closing_question import ClosingQuestion
from engine.comet.belief_log import DECLINED, find_closing_answers
from engine.errors import NoAnswer, NoLegalMove
from engine.llm.calls_file import Call, build_calls_path
from engine.play import ask_until_legal
from engine.player import Player
from engine.players.spec import PROGRAMS
from engine.seat import Seat
from engine.session import Session


def list_closing_questions(session: Session) -> Iterator[tuple[Seat, ClosingQuestion]]:
    """Yield the seats of a finished match that may be asked its closing question, with it.

    Seats that have made no move, or were asked before the match was left, are not asked. Without a
    journal nobody is, as there is no file for the answers.
    """
    if session.journal is None or session.match.awaits:
        return
    done = find_closing_answers(build_calls_path(session.journal.path))
    for seat in session.match.seats:
        name = session.match.game.seats[seat]
        if name in done or not session.totals.moves[name]:
            continue
        question = session.definition.build_closing_question(session.match.view(seat), seat)
        if question is not None:
            yield seat, question


async def ask_machines(session: Session, players: Mapping[Seat, Player[Any, Any]]) -> None:
    """Ask the models, programs and Python players of a finished match that are asked.

    Their answers are in the calls file alone. A program that does not answer has declined; nothing
    of the match changes.

    Args:
        session: The session.
        players: Its players.

    Raises:
        PlayerError: If the log cannot be written.
    """
    programs = {seat for seat, spec in session.specs.items() if spec.kind in PROGRAMS}
    models = {seat: one for seat in players if (one := getattr(players[seat], "closing", None))}
    wanted = {*models, *(programs if session.asks_programs else ())}
    for seat, question in list_closing_questions(session) if wanted else ():
        if seat not in wanted:
            continue
        if seat in models:
            await models[seat](question)
            continue
        asked: Any = _AskedPlayer(players[seat], question)
        try:
            await ask_until_legal(question.table, asked, question.view)
        except (NoAnswer, NoLegalMove):
            continue  # the log says why


class _AskedPlayer:
    """A program or Python player that is asked the closing question in place of a move."""

    def __init__(self, player: Any, question: ClosingQuestion) -> None:  # noqa: ANN401
        self.player = player
        self.question = question

    async def decide(self, view: object, complaint: str | None) -> Any:  # noqa: ANN401
        question = self.question

        def annotate(call: Call, answer: object) -> None:
            if call.verdict == "legal":
                call.beliefs = question.encode(answer)
                call.verdict = DECLINED if call.beliefs is None else "legal"

        return await self.player.answer(question.table, view, complaint, question.name, annotate)
