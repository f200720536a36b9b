"""The players that answer questions: models, programs, Python players, word vectors and chance."""

from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Any

from engine.config.paths import get_vectors_folder
from engine.errors import SetupError
from engine.games.catalog import find
from engine.games.position_question import PositionQuestion
from engine.llm.player import ModelPlayer
from engine.player import Player
from engine.players.factory import build_stderr_path
from engine.players.program_player import ProgramPlayer
from engine.players.python_player import PythonPlayer, load_factory
from engine.players.spec import LineupError, Spec, read_game_settings
from engine.players.word_players import PRAGMATIC
from engine.possible_prompt import PossiblePrompt
from engine.prompt import Prompt
from lab.run.trial import TrialResources
from lab.trials.answer_file import AnswerFile
from words.space.errors import SpaceError
from words.space.folder import build_reference, build_references


class VectorAnswers:
    """Word vectors, or Parlour's own player, that answer a question in place of a model."""

    def __init__(
        self, answer: Callable[[str, str, Any], Awaitable[Any]], spaces: str, seed: str
    ) -> None:
        self.answer = answer
        self.spaces = spaces
        self.seed = seed

    async def decide(self, view: object, complaint: str | None) -> Any:  # noqa: ANN401, ARG002
        """Answer the question."""
        return await self.answer(self.spaces, self.seed, view)


class ChanceAnswers:
    """Random answers, the lower bound for all players."""

    def __init__(self, answer: Callable[[Random, Any], Any], seed: str) -> None:
        self.answer = answer
        self.seed = seed

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ANN401, ARG002
        """Answer the question; the same view always gets the same answer."""
        return self.answer(Random(f"{self.seed}/{view}"), view)


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
    if by_words := _answer_by_words(question, spec, resources, seed):
        return by_words
    calls, seat, count = resources.calls_path, question.seat, answers.count
    if resources.meter is not None and spec.is_external and spec.kind != "comet":
        settings = read_game_settings(spec, find(question_game.name), data=resources.settings.data)
        in_place: Player[Any, Any] = VectorAnswers(question.answer_by_vectors, "word2vec", seed)
        if question.answer_by_chance is not None:
            in_place = ChanceAnswers(question.answer_by_chance, seed)
        return resources.meter.create_stand_in(
            seat, spec, in_place, lambda view: [PossiblePrompt(build(view, **settings))]
        )
    try:
        match spec.kind:
            case "random" if question.answer_by_chance is not None:
                return ChanceAnswers(question.answer_by_chance, f"{seed}/{question.name}")
            case "llm":
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
                    resources.gates.notify,
                    resources.budget,
                    count,
                )
            case "py" | "player":
                factory = load_factory(spec.kind, spec.argument, seat, resources.settings)
                make = partial(_make_answerer, factory, question.name)
                return PythonPlayer(spec.argument, make, question_game, seat, seed, calls, count)
            case "exec":
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


def _answer_by_words(
    question: PositionQuestion, spec: Spec, resources: TrialResources, seed: str
) -> VectorAnswers | None:
    """Create a player that knows words; `None` if `spec` is none that can answer.

    Raises:
        LineupError: If there is no such space.
    """
    folder = get_vectors_folder(resources.settings.data)
    try:
        if spec.space is not None:
            space = build_reference(spec.space, folder)
            return VectorAnswers(question.answer_by_vectors, space, seed)
        if spec.kind == PRAGMATIC and question.answer_by_listeners is not None:
            spaces = build_references(spec.listeners, folder)
            return VectorAnswers(question.answer_by_listeners, spaces, seed)
    except SpaceError as error:
        raise LineupError(str(error)) from None
    return None


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
