"""Run trials that ask a player about the position before every turn (kind `question`)."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from engine.errors import GameStopped, NoAnswer, NoLegalMove, PlayerError
from engine.game import Game
from engine.games.catalog import find
from engine.games.position_question import PositionQuestion, QuestionGroup
from engine.journal.record import Record
from engine.journal.replay import load_game, replay_match
from engine.match import Match
from engine.move_json import decode_move, encode_move
from engine.play import ask_until_legal
from engine.player import Player, close_player
from engine.players.seat_settings import add_model_seed
from engine.seat import Seat
from engine.tries import MAX_TRIES
from lab.run.question_gates import GatedPlayer
from lab.run.trial import Outcome, Trial, TrialResources, UnfitTrial
from lab.trials.answer_file import AnswerFile
from lab.trials.answering_players import create_player
from lab.trials.call_usage import sum_call_usage
from lab.trials.question_prompt import EarlierMoves, PromptBuilder


class QuestionGame:
    """A question as a game whose only move is the answer, so that any player can be asked.

    It has only the part of the `Game` protocol that players use.
    """

    def __init__(self, question: PositionQuestion, game: Game[Any, Any, Any, Any]) -> None:
        self.question = question
        self.name = game.name
        self.seats = game.seats

    def moves(self, _: object) -> tuple[type[Any], ...]:
        """Return the kind of answer."""
        return (self.question.answer_type,)

    def fault(self, view: object, answer: object) -> str | None:
        """Find a reason why an answer does not count."""
        return self.question.fault(view, answer)


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a match in which a question can be asked."""

    turn: int
    looks: Mapping[str, Any]
    """The view of each seat, by seat name."""


async def run(trial: Trial, resources: TrialResources) -> Outcome:
    """Ask at each turn, and compare each answer with the outcome.

    Each answer is on disk before the next question. A player without a legal answer in all its
    tries, or a program that ends instead, counts as unanswered, neither right nor wrong, and its
    row gives the reason.

    Raises:
        PlayerError: If the player fails in another way, such as a server that cannot be reached.
        ValueError: If the journal or the player cannot be used.
    """
    if resources.record is None:
        raise UnfitTrial("There is no journal to ask about.")
    content, record = trial.content, resources.record
    definition = find(content["game"])
    asked = next(q for q in definition.list_questions() if q.name == content["question"])
    game = load_game(definition, record)
    answers = AnswerFile(resources.path)
    questions = asked.questions if isinstance(asked, QuestionGroup) else (asked,)
    spec = trial.specs[asked.seat]
    earlier = EarlierMoves(record, game, definition, asked.seat, spec, resources)
    in_context = content.get("context") == "transcript" and spec.kind == "llm"
    rows = []
    with ExitStack() as stack:
        players: dict[str, tuple[Any, Player[Any, Any], Callable[[int], None]]] = {}
        for question in questions:
            question_game = QuestionGame(question, game)
            ask = PromptBuilder(question, earlier if in_context else None)
            of_run = {name: content[name] for name in ("model_seed",) if name in content}
            settings = {**of_run, **dict(spec.settings)}.items()
            own_seed = add_model_seed(record.header.seed, settings)
            player = create_player(question_game, spec, resources, answers, own_seed, ask)
            stack.callback(close_player, player)
            gated = GatedPlayer(player, spec, resources.gates) if spec.is_external else player
            players[question.name] = question_game, gated, ask.begin_turn
        positions, end = _find_positions(record, game)
        for position in positions:
            found: dict[str, Any] = {}
            for question in questions:
                view = _build_look(question, position, asked.seat)
                if not question.arises(_build_look(questions[0], position, asked.seat)):
                    break
                question_game, player, begin_turn = players[question.name]
                begin_turn(position.turn)
                name = str(position.turn)
                name = f"{name}/{question.name}" if len(questions) > 1 else name
                found[question.name] = (
                    view,
                    await _answer(question_game, player, view, name, answers),
                )
            if len(found) == len(questions):
                rows.append(_compare(asked, found, end))
    calls = resources.read_calls()
    figures = {
        "questions": len(rows),
        "right": sum(bool(row["right"]) for row in rows),
        "unanswered": sum(row["right"] is None for row in rows),
        **sum_call_usage(calls),
    }
    return Outcome(figures, rows, calls=calls)


def _build_look(question: PositionQuestion, position: Position, seat: str) -> Any:  # noqa: ANN401
    """Find the view that a question is about."""
    looks = position.looks
    return looks[seat] if question.see is None else question.see(looks.__getitem__)


def _compare(
    asked: PositionQuestion | QuestionGroup,
    found: Mapping[str, tuple[Any, tuple[Any, dict[str, Any]]]],
    end: Any,  # noqa: ANN401
) -> dict[str, Any]:
    """Build the row of a position."""
    (view, (answer, _)) = list(found.values())[-1]
    kept = [one for _, (_, one) in found.values()]
    why = [one["why"] for one in kept if one.get("why")]
    if isinstance(asked, QuestionGroup):
        row = asked.compare(view, {name: one for name, (_, (one, _)) in found.items()}, end)
    else:
        assert asked.compare is not None
        row = asked.compare(view, answer, end)
    attempts = sum(one["attempts"] for one in kept)
    return {**row, "attempts": attempts, "why_unanswered": " ".join(dict.fromkeys(why)) or None}


async def _answer(
    game: Any,  # noqa: ANN401
    player: Player[Any, Any],
    view: object,
    name: str,
    answers: AnswerFile,
) -> tuple[Any, dict[str, Any]]:
    """Return the stored answer, or ask the player; `None` if it gives none.

    The second value has the stored details: the number of tries, and why there is no answer.
    """
    if name not in answers or "answer" not in answers[name]:
        answers.add(name, await _ask(game, player, view))
    kept = answers[name]
    told = kept["answer"]
    return (None if told is None else decode_move(game.moves(view), told)), kept


async def _ask(game: Any, player: Player[Any, Any], view: object) -> dict[str, Any]:  # noqa: ANN401
    try:
        answer, attempts = await ask_until_legal(game, player, view)
    except NoLegalMove:
        why = f"No legal answer in {MAX_TRIES} tries."
        return {"answer": None, "attempts": MAX_TRIES, "why": why}
    except NoAnswer as error:
        return {"answer": None, "attempts": 1, "why": error.reason}
    except GameStopped:
        raise
    except PlayerError as error:
        seat = game.question.seat
        raise PlayerError(f"The {seat} failed: {error}", error.private) from error
    return {"answer": encode_move(answer), "attempts": attempts}


def _find_positions(record: Record, game: Game[Any, Any, Any, Any]) -> tuple[list[Position], Any]:
    """Find the positions of completed turns, and an onlooker's view at the end."""
    found: dict[int, Position] = {}
    match: Match[Any, Any, Any] | None = None
    for match in replay_match(record, game):
        if match.turn not in found:
            looks = {name: match.view(Seat(n)) for n, name in enumerate(game.seats)}
            found[match.turn] = Position(match.turn, looks)
    assert match is not None
    return [one for one in found.values() if one.turn < match.turn], match.view(None)
