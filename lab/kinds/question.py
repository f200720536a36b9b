"""A question about every turn of a finished match, asked as if the match stood there."""

import json
from dataclasses import asdict
from functools import partial
from typing import Any

from engine.game import Game, Seat
from engine.games.catalog import find
from engine.games.part_protocols import PositionQuestion
from engine.journal_reader import Record
from engine.lineup import LineupError, Spec, find_model, read_game_settings
from engine.match import ask_until_legal
from engine.player_protocol import GameStopped, Player, PlayerError, SetupError, close_player
from engine.transcript import replay_match
from engine.usage import Usage
from lab.desk import Desk, GatedPlayer
from lab.kinds.answers import AnswerFile
from lab.trial import Outcome, Trial, UnfitTrial


class QuestionGame:
    """A question as a game whose only move is the answer: whoever can move can be asked.

    Players ask a game for no more than this.
    """

    def __init__(self, question: PositionQuestion, game: Game[Any, Any, Any]) -> None:
        self.question = question
        self.name = game.name
        self.seats = game.seats

    def moves(self, _: object) -> tuple[type[Any], ...]:
        """The kind of the answer."""
        return (self.question.answer_type,)

    def fault(self, view: object, answer: object) -> str | None:
        """Why an answer is none."""
        return self.question.fault(view, answer)


class VectorAnswers:
    """Word vectors that answer a question in place of a model."""

    def __init__(self, question: PositionQuestion, space: str, seed: str) -> None:
        self.question = question
        self.space = space
        self.seed = seed

    async def decide(self, view: object, complaint: str | None) -> Any:  # noqa: ANN401, ARG002
        """Answer."""
        return await self.question.answer_by_vectors(self.space, self.seed, view)


async def run(trial: Trial, desk: Desk) -> Outcome:
    """Ask at each turn, and compare each answer with what came.

    Each answer is on disk before the next question.

    Raises:
        PlayerError: If the player fails.
        ValueError: If the journal or the player cannot be used.
    """
    if desk.record is None:
        raise UnfitTrial("There is no journal to ask about.")
    content, record = trial.content, desk.record
    definition = find(content["game"])
    question = next(q for q in definition.list_questions() if q.name == content["question"])
    game = definition.load_game(record)
    views, end = _find_views(record, game, Seat(game.seats.index(question.seat)))
    answers = AnswerFile(desk.path)
    spec = trial.specs[question.seat]
    question_game: Any = QuestionGame(question, game)
    player = create_player(question_game, spec, desk, answers, record.header.seed)
    asked = GatedPlayer(player, spec, desk.gates) if spec.is_external else player
    try:
        for turn, view in views.items():
            if question.arises(view) and str(turn) not in answers:
                answer, attempts = await _ask(question_game, asked, view)
                row = question.compare(view, answer, end)
                answers.add(str(turn), {**row, "attempts": attempts})
    finally:
        close_player(player)
    rows = answers.values()
    calls = desk.read_calls()
    right = sum(bool(row["right"]) for row in rows)
    figures = {"questions": len(rows), "right": right, **usage_of_calls(calls)}
    return Outcome(figures, rows, calls=calls)


async def _ask(game: Any, player: Player[Any, Any], view: object) -> tuple[Any, int]:  # noqa: ANN401
    try:
        return await ask_until_legal(game, player, view)
    except GameStopped:
        raise
    except PlayerError as error:
        seat = game.question.seat
        raise PlayerError(f"The {seat} failed: {error}", error.private) from error


def _find_views(
    record: Record, game: Game[Any, Any, Any], seat: Seat
) -> tuple[dict[int, Any], Any]:
    """A seat's view in each turn, after the first of its moves; and an onlooker's at the end."""
    views: dict[int, Any] = {}
    match = None
    for match in replay_match(record, game):
        views.setdefault(match.turn, match.view(seat))
    assert match is not None
    return views, match.view(None)


def create_player(
    question_game: Any,  # noqa: ANN401
    spec: Spec,
    desk: Desk,
    answers: AnswerFile,
    seed: str,
) -> Player[Any, Any]:
    """The player that answers.

    Raises:
        LineupError: If it cannot be created, or cannot be asked such a thing.
    """
    question: PositionQuestion = question_game.question
    if spec.space is not None:
        return VectorAnswers(question, spec.space, seed)
    calls, seat, count = desk.calls_path, question.seat, answers.count
    try:
        match spec.kind:
            case "llm":
                from engine.llm.player import ModelPlayer

                definition = find(question_game.name)
                ask = partial(question.build_prompt, **read_game_settings(spec, definition))
                return ModelPlayer(
                    find_model(spec),
                    question_game,
                    ask,
                    seat,
                    calls,
                    budget=desk.budget,
                    count_moves=count,
                )
            case "py" | "player":
                from engine.agents import python_player as python

                load = python.load_factory if spec.kind == "py" else python.load_entry_point
                make = load(spec.argument)
                return python.PythonPlayer(
                    spec.argument, make, question_game, seat, seed, calls, count
                )
            case "exec":
                from engine.agents.program import ProgramPlayer
                from engine.lineup import stderr_path

                errors = calls and stderr_path(calls, seat)
                return ProgramPlayer(spec.argument, question_game, seat, errors, calls, count)
    except SetupError as error:
        raise LineupError(str(error)) from None
    raise LineupError(f"{spec} cannot answer questions.")


def usage_of_calls(text: str) -> dict[str, Any]:
    """Usage by the lines of a calls file."""
    total = Usage()
    for line in text.splitlines():
        call = json.loads(line)
        known = call["tokens_in"] is not None and call["tokens_out"] is not None
        tokens = call["tokens_in"] or 0, call["tokens_out"] or 0
        total += Usage(1, *tokens, call["cost"], int(not known))
    return asdict(total)
