"""Run trials that ask a player about the position before every turn of a match (kind `question`).

A question is, for instance, which code the decoder will guess. Each answer is compared with what
happened in the match. Models, programs, Python players, word vectors and random players can be
asked; a model is asked alone, or in continuation of the chat in which it played.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import partial
from random import Random
from typing import Any

from engine.config.paths import get_vectors_folder
from engine.errors import GameStopped, NoAnswer, NoLegalMove, PlayerError, SetupError
from engine.game import Game, GameType
from engine.games.catalog import find
from engine.games.question import PositionQuestion, QuestionGroup
from engine.journal.record import Record
from engine.journal.replay import load_game, replay_match
from engine.match import Match
from engine.moves import decode_move, encode_move
from engine.play import MAX_TRIES, ask_until_legal
from engine.player import Player, close_player
from engine.players.settings import add_model_seed
from engine.players.spec import LineupError, Spec, read_game_settings
from engine.prompt import Prompt
from engine.seat import Seat
from engine.usage import Usage
from lab.answer_file_and_chat_history import AnswerFile, list_exchanges
from lab.permits import GatedPlayer
from lab.trial import Outcome, Trial, TrialResources, UnfitTrial
from words.space_file_format_and_folders import SpaceError, build_reference


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


class VectorAnswers:
    """Word vectors that answer a question in place of a model."""

    def __init__(self, question: PositionQuestion, space: str, seed: str) -> None:
        self.question = question
        self.space = space
        self.seed = seed

    async def decide(self, view: object, complaint: str | None) -> Any:  # noqa: ANN401, ARG002
        """Answer the question."""
        return await self.question.answer_by_vectors(self.space, self.seed, view)


class ChanceAnswers:
    """Random answers, the lower bound for all players."""

    def __init__(self, answer: Callable[[Random, Any], Any], seed: str) -> None:
        self.answer = answer
        self.seed = seed

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ANN401, ARG002
        """Answer the question; the same view always gets the same answer."""
        return self.answer(Random(f"{self.seed}/{view}"), view)


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
    earlier = _EarlierMoves(record, game, definition, asked.seat, spec, resources)
    in_context = content.get("context") == "transcript" and spec.kind == "llm"
    rows = []
    with ExitStack() as stack:
        players: dict[str, tuple[Any, Player[Any, Any], Callable[[int], None]]] = {}
        for question in questions:
            question_game = QuestionGame(question, game)
            ask = _PromptBuilder(question, earlier if in_context else None)
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


class _EarlierMoves:
    """The exchanges of a seat before a turn, as a chat."""

    def __init__(
        self,
        record: Record,
        game: Game[Any, Any, Any, Any],
        definition: GameType,
        seat: str,
        spec: Spec,
        resources: TrialResources,
    ) -> None:
        own = record.header.seats[seat] == str(spec)
        self._list = partial(
            list_exchanges,
            record,
            game,
            definition,
            seat,
            spec,
            resources.record_calls if own else "",
            data=resources.settings.data,
        )
        self._found: list[tuple[int, tuple[str, str]]] | None = None

    def list_before(self, turn: int) -> tuple[tuple[str, str], ...]:
        """List the exchanges of earlier turns."""
        if self._found is None:
            self._found = list(self._list())
        return tuple(one for number, one in self._found if number < turn)


class _PromptBuilder:
    """Builds the prompts of a question, alone or as a continuation of the seat's chat."""

    def __init__(self, question: PositionQuestion, earlier: _EarlierMoves | None) -> None:
        self.question = question
        self.earlier = earlier
        self._turn = 0

    def begin_turn(self, turn: int) -> None:
        """Set the turn to ask about."""
        self._turn = turn

    def __call__(self, view: object, **settings: Any) -> Prompt:  # noqa: ANN401
        prompt = self.question.build_prompt(view, **settings)
        if self.earlier is None:
            return prompt
        return replace(prompt, earlier=self.earlier.list_before(self._turn))


def create_player(
    question_game: Any,  # noqa: ANN401
    spec: Spec,
    resources: TrialResources,
    answers: AnswerFile,
    seed: str,
    build_prompt: Callable[..., Prompt] | None = None,
) -> Player[Any, Any]:
    """Create the player that answers.

    Raises:
        LineupError: If it cannot be created, or cannot answer such a question.
    """
    question: PositionQuestion = question_game.question
    build = build_prompt or question.build_prompt
    if spec.space is not None:
        try:
            space = build_reference(spec.space, get_vectors_folder(resources.settings.data))
        except SpaceError as error:
            raise LineupError(str(error)) from None
        return VectorAnswers(question, space, seed)
    calls, seat, count = resources.calls_path, question.seat, answers.count
    if resources.meter is not None and spec.is_external and spec.kind != "comet":
        settings = read_game_settings(spec, find(question_game.name), data=resources.settings.data)
        in_place: Player[Any, Any] = VectorAnswers(question, "word2vec", seed)
        if question.answer_by_chance is not None:
            in_place = ChanceAnswers(question.answer_by_chance, seed)
        return resources.meter.create_stand_in(
            seat, spec, in_place, lambda view: [build(view, **settings)]
        )
    try:
        match spec.kind:
            case "random" if question.answer_by_chance is not None:
                return ChanceAnswers(question.answer_by_chance, f"{seed}/{question.name}")
            case "llm":
                from engine.llm.player import ModelPlayer

                definition = find(question_game.name)
                ask = partial(
                    build,
                    **read_game_settings(spec, definition, data=resources.settings.data),
                )
                return ModelPlayer(
                    resources.gates.find_model(spec),
                    question_game,
                    ask,
                    seat,
                    calls,
                    budget=resources.budget,
                    count_moves=count,
                )
            case "py" | "player":
                from engine.players.python import PythonPlayer, load_entry_point, load_factory

                load = load_factory if spec.kind == "py" else load_entry_point
                make = partial(_make_answerer, load(spec.argument), question.name)
                return PythonPlayer(spec.argument, make, question_game, seat, seed, calls, count)
            case "exec":
                from engine.players.factory import build_stderr_path
                from engine.players.program import ProgramPlayer

                errors = calls and build_stderr_path(calls, seat)
                return ProgramPlayer(
                    spec.argument,
                    question_game,
                    seat,
                    errors,
                    calls,
                    count,
                    settings=resources.settings,
                )
    except SetupError as error:
        raise LineupError(str(error)) from None
    raise LineupError(f"{spec} cannot answer questions.")


class NamedQuestion:
    """A Python player with a method `answer`, which gets the name of the question."""

    def __init__(self, player: Any, question: str) -> None:  # noqa: ANN401
        self.player = player
        self.question = question

    def decide(self, view: object, complaint: str | None) -> Any:  # noqa: ANN401
        """Call `answer` with the name of the question."""
        return self.player.answer(self.question, view, complaint)

    def close(self) -> None:
        """Close the player, if it can be closed."""
        close = getattr(self.player, "close", None)
        if callable(close):
            close()


def _make_answerer(make: Callable[..., Any], question: str, *names: str) -> Any:  # noqa: ANN401
    """Create a Python player; one without a method `answer` is only asked for moves."""
    player = make(*names)
    return NamedQuestion(player, question) if callable(getattr(player, "answer", None)) else player


def sum_call_usage(text: str) -> dict[str, Any]:
    """Sum the usage in the lines of a calls file; programs, which have no server, use nothing."""
    total = Usage()
    for line in text.splitlines():
        call = json.loads(line)
        if not call["server"]:
            continue
        known = call["tokens_in"] is not None and call["tokens_out"] is not None
        tokens = call["tokens_in"] or 0, call["tokens_out"] or 0
        total += Usage(1, *tokens, call["cost"], int(not known))
    return asdict(total)
