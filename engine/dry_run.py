"""Play a game with baselines in place of models and programs, and count what these would be asked.

No model is called; the prompts that the models would get are counted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.comet.settings import create_comet_settings
from engine.errors import SetupError
from engine.game import Game, GameType
from engine.headless import play_session
from engine.journal.reader import parse_record
from engine.journal.record import Record
from engine.journal.writer import MemoryJournal
from engine.llm.model import Model
from engine.player import Player
from engine.players.factory import create_player
from engine.players.seat_settings import CONFIGURABLE
from engine.players.spec import (
    MODEL_KINDS,
    PROGRAMS,
    LineupError,
    Spec,
    find_model,
    read_game_settings,
)
from engine.possible_prompt import PossiblePrompt
from engine.prompt_estimate import (
    TYPICAL_ANSWER,
    estimate_prompt,
)
from engine.seat import Seat
from engine.session import Session
from engine.tries import MAX_TRIES
from engine.usage_range import UsageRange, scale_usage
from words.space.names import BUILTIN_SPACES

if TYPE_CHECKING:
    from engine.config.settings import Settings


@dataclass(slots=True)
class Meter:
    """Counts the questions to models and programs without sending them."""

    settings: "Settings"
    """The settings in force."""
    questions: int = 0
    """The number of questions to programs and Python players."""
    calls: list[str] = field(default_factory=list)
    """The lines of a calls file, with a typical answer for each call of a model."""
    turn: Callable[[], int] = int
    """Returns the number of turns of the match so far."""
    _counted: list[tuple[str, int, UsageRange]] = field(default_factory=list)
    """The usage of each call, with its seat and turn."""

    @property
    def usage(self) -> UsageRange:
        """The usage of models; see `estimate_prompt`."""
        return sum((usage for *_, usage in self._counted), UsageRange())

    def create_stand_in(
        self,
        seat: str,
        spec: Spec,
        player: Player[Any, Any],
        list_prompts: Callable[[Any], list[PossiblePrompt]],
        tries: int = MAX_TRIES,
    ) -> Player[Any, Any]:
        """Let a player answer in place of a model or a program, and count its questions.

        Args:
            seat: The name of the seat.
            spec: The model or program that would be asked.
            player: The player that answers.
            list_prompts: Lists a model's prompts for a view.
            tries: How often it is asked at most.

        Raises:
            LineupError: If the model is not set up.
        """
        model = _find_model(spec, self.settings) if spec.asks_model else None
        return _StandIn(self, seat, model, player, list_prompts, tries)

    def create_player(
        self,
        spec: Spec,
        definition: GameType,
        game: Game[Any, Any, Any, Any],
        seat: Seat,
        seed: str,
        **_: object,
    ) -> Player[Any, Any]:
        """Create the player of a seat, or the stand-in of a model or program.

        Raises:
            LineupError: If the model is not set up, or no stand-in exists for it.
        """
        if not spec.is_external:
            return create_player(spec, definition, game, seat, seed, settings=self.settings)
        try:
            stand_in = _choose_stand_in(spec, definition, self.settings)
            player = create_player(stand_in, definition, game, seat, seed, settings=self.settings)
        except LineupError:
            chance = Spec("random")
            player = create_player(chance, definition, game, seat, seed, settings=self.settings)
        ask = partial(_list_prompts, spec, definition, self.settings.data)
        return self.create_stand_in(game.seats[seat], spec, player, ask, game.tries)

    def count(
        self, seat: str, number: int, model: Model, asked: PossiblePrompt, tries: int = MAX_TRIES
    ) -> None:
        """Count a call of a model for a move, whose number counts from 1."""
        prompt, chance = asked
        usage = estimate_prompt(model, prompt, tries, chance)
        self._counted.append((seat, self.turn(), usage))
        call = {"seat": seat, "move": number, "verdict": "legal", "reply": TYPICAL_ANSWER}
        self.calls.append(dumps({**call, "messages": [prompt.build_user_message(blank=True)]}))

    def widen(self, played: int, shortest: int, longest: int) -> None:
        """Widen the usage to that of a shorter and of a longer match, as models may play.

        Args:
            played: How many turns the match of the baselines took.
            shortest: The fewest turns that it can take.
            longest: The most.
        """
        last = {seat: turn + 1 for seat, turn, _ in self._counted}
        self._counted = [
            (
                seat,
                turn,
                replace(
                    usage,
                    least=usage.least if turn < shortest else scale_usage(usage.least, 0),
                    most=scale_usage(usage.most, longest / last[seat])
                    if longest > played
                    else usage.most,
                ),
            )
            for seat, turn, usage in self._counted
        ]


class _StandIn:
    def __init__(
        self,
        meter: Meter,
        seat: str,
        model: Model | None,
        player: Player[Any, Any],
        list_prompts: Callable[[Any], list[PossiblePrompt]],
        tries: int,
    ) -> None:
        self._tries = tries
        self._meter = meter
        self._seat = seat
        self._model = model
        self._player = player
        self._list_prompts = list_prompts
        self._asked = 0

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        self._asked += 1
        if self._model is None:
            self._meter.questions += 1
        else:
            for prompt in self._list_prompts(view):
                self._meter.count(self._seat, self._asked, self._model, prompt, self._tries)
        return await self._player.decide(view, complaint)


async def play_in_place(
    definition: GameType,
    options: Any,  # noqa: ANN401
    lineup: Mapping[str, Spec],
    seed: str,
    meter: Meter,
    *,
    asks_programs: bool = False,
) -> Session:
    """Play a game of about the usual length, with baselines in place of models and programs.

    Baselines of the line-up play as they are; other players are replaced by `_choose_stand_in`, or
    by random players if that fails. The journal is kept in memory. The usage is widened to that of
    the shortest and the longest match that the rules allow.

    Raises:
        LineupError: If a model is not set up.
    """
    played = {
        seat: spec
        if spec.kind in CONFIGURABLE - MODEL_KINDS
        else _choose_stand_in(spec, definition, meter.settings)
        for seat, spec in lineup.items()
    }
    session = Session.create(definition, options, played, seed, settings=meter.settings)
    try:
        players = dict(session.create_players())
    except LineupError:
        session = Session.create(
            definition,
            options,
            dict.fromkeys(lineup, Spec("random")),
            seed,
            settings=meter.settings,
        )
        players = dict(session.create_players())
    session.memory = MemoryJournal(session.header)
    for seat, player in players.items():
        name = session.match.game.seats[seat]
        if lineup[name].is_external:
            ask = partial(_list_prompts, lineup[name], definition, meter.settings.data)
            tries = session.match.game.tries
            players[seat] = meter.create_stand_in(name, lineup[name], player, ask, tries)
    meter.turn = lambda: session.match.turn
    await play_session(session, players)
    if (bounds := definition.bound_turns(session.match.game.options)) is not None:
        meter.widen(session.match.turn, *bounds)
    for seat in session.match.seats:
        name = session.match.game.seats[seat]
        question = definition.build_closing_question(session.match.view(seat), seat)
        if question is None or not session.totals.moves[name]:
            continue
        spec = lineup[name]
        if spec.asks_model and _says_at_end(spec, definition, meter.settings.data):
            model = _find_model(spec, meter.settings)
            asked = PossiblePrompt(question.prompt)
            meter.count(name, session.totals.moves[name], model, asked)
        elif spec.kind in PROGRAMS and asks_programs:
            meter.questions += 1
    return session


def _says_at_end(spec: Spec, definition: GameType, data: Path) -> bool:
    """Whether a model is asked the closing question: if it states beliefs and extracts nothing."""
    settings = read_game_settings(spec, definition, data=data)
    return bool(settings.get("beliefs")) and (spec.kind == "llm" or not settings.get("fe", True))


def read_stand_in_record(session: Session, lineup: Mapping[str, Spec]) -> Record:
    """Read the journal of a game that stand-ins played, with the SPECs of the real line-up."""
    assert session.memory is not None
    record = parse_record(Path("estimate"), session.memory.text.encode())
    seats = {seat: str(spec) for seat, spec in lineup.items()}
    return replace(record, header=replace(record.header, seats=seats))


def _list_prompts(
    spec: Spec,
    definition: GameType,
    data: Path,
    view: Any,  # noqa: ANN401
) -> list[PossiblePrompt]:
    """List the prompts of a seat's model for a move."""
    settings = read_game_settings(spec, definition, data=data)
    if spec.kind == "comet":
        return definition.list_comet_prompts(view, create_comet_settings(definition, settings))
    asked = [definition.build_inquiry_prompt(view)] if settings.get("beliefs") else []
    return list(map(PossiblePrompt, [*definition.list_prompts(view, **settings), *asked]))


def _choose_stand_in(spec: Spec, definition: GameType, settings: "Settings") -> Spec:
    """Choose the baseline in place of a model or program.

    It is the baseline that the model is named after, if there is one; otherwise word2vec, or what
    CoMet's settings in the game name.
    """
    comet = definition.comet_settings
    if spec.kind == "comet" and comet is not None and comet.stand_in:
        return Spec(comet.stand_in)
    name = _find_model(spec, settings).name if spec.asks_model else ""
    return Spec(name if name in (*BUILTIN_SPACES, "random") else "word2vec")


def _find_model(spec: Spec, settings: "Settings") -> Model:
    try:
        return find_model(spec, settings=settings)
    except SetupError as error:
        raise LineupError(str(error)) from None
