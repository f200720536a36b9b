"""Combine the moves of a match with the model calls that led to them."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.comet.belief_log import CLOSING, INQUIRY, PANEL
from engine.game import Game, GameType
from engine.journal.entries import MoveEntry, ReseatEntry
from engine.journal.errors import JournalError
from engine.journal.record import Record
from engine.journal.replay import load_game, replay_match
from engine.llm.calls_file import Call, parse_calls, read_calls
from engine.llm.schema import NO_ALIASES
from engine.llm.verdict import judge_text
from engine.match import Match
from engine.move_json import decode_move
from engine.players.explanation import explain_move
from engine.players.spec import (
    LineupError,
    Spec,
    find_kind,
    is_human_spec,
    parse_spec,
    read_game_settings,
)
from engine.prompt import Prompt
from engine.remark import REMARK
from engine.seat import Seat

if TYPE_CHECKING:
    from engine.games.explanation import Explanation


NOT_INSPECTABLE = (
    "This game goes on, and people play in it: what the machines were asked and answered is "
    "private until it is over, or until the table is opened."
)
"""The message of `NotInspectable`."""


class NotInspectable(JournalError):
    """The match goes on, people play in it, and its table is not open."""


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """One move, played or pending, and the calls for it."""

    turn: int
    """The turn it belongs to, counted from 1."""
    number: int
    """The number of the move among those of its seat, from 1."""
    seat: Seat
    seat_name: str
    maker: str
    """The SPEC of the player that made it, or is being asked for it."""
    company: tuple[str, ...]
    """The kinds of all players then, by seat."""
    view: Any
    """The seat's view; `None` if it may not be shown."""
    moved: MoveEntry | None
    """Its line in the journal; `None` while it is pending."""
    move: Any
    """The move; `None` while it is pending, or if it may not be shown."""
    calls: tuple[Call, ...]
    """The calls for it, in the order of their answers."""

    @property
    def spec(self) -> Spec | None:
        """The parsed SPEC; `None` if this version does not know such a player."""
        try:
            return parse_spec(self.maker)
        except LineupError:  # edited by hand
            return None


@dataclass(frozen=True, slots=True)
class CallLog:
    """Every move of a match, and the calls for it."""

    record: Record
    """The journal that was read."""
    definition: GameType
    """The game in the catalog."""
    moves: tuple[LoggedMove, ...]
    """Every move in the order of sealing, then the moves that are being asked for."""
    over: bool
    """Whether the match is over."""
    file_error: str
    """The error in the calls file; empty if there is none."""
    data: Path
    """The data folder, with imported vectors and wordings."""

    def explain_move(self, logged: LoggedMove) -> "tuple[Explanation, ...]":
        """Explain how a word-vector player chose a move; nothing for any other player.

        Raises:
            SpaceError: If the vectors are missing or damaged.
            DeckError: If the cards are missing or have changed.
        """
        spec = logged.spec
        if spec is None or not is_chosen_by_vectors(logged):
            return ()
        explain = partial(
            explain_move,
            definition=self.definition,
            seat=logged.seat,
            seed=self.record.header.seed,
            view=logged.view,
            move=logged.move,
            data=self.data,
            company=logged.company,
        )
        try:
            return explain(spec)
        except LineupError:  # edited by hand
            return explain(replace(spec, settings=()))

    def build_prompt(self, logged: LoggedMove) -> Prompt:
        """Build the prompt for a move, in the wording of its seat's settings.

        Raises:
            PlayerError: If the cards that it shows are missing or have changed.
        """
        return self.definition.build_prompt(logged.view, **self._read_settings(logged))

    def _read_settings(self, logged: LoggedMove) -> dict[str, Any]:
        try:
            if logged.spec is None:
                return {}
            return read_game_settings(logged.spec, self.definition, data=self.data)
        except LineupError:  # edited by hand
            return {}

    def read_move(self, logged: LoggedMove, call: Call) -> Any:  # noqa: ANN401
        """Read the move in the reply to a call, legal or not; `None` if there is none.

        Raises:
            PlayerError: If the cards that its prompt shows are missing or have changed.
        """
        if logged.view is None or call.reply is None:
            return None
        prompted = call.server != ""
        aliases = self.build_prompt(logged).aliases if prompted else NO_ALIASES
        whole = call.finish == "stop" or not prompted
        game = load_game(self.definition, self.record)
        return judge_text(game, logged.view, call.reply, aliases, whole=whole).move


def is_chosen_by_vectors(logged: LoggedMove) -> bool:
    """Whether the move was chosen by word vectors."""
    if logged.move is None or logged.moved is None or logged.moved.assisted:
        return False
    return logged.spec is not None and bool(logged.spec.spaces)


def find_deciding_call(logged: LoggedMove) -> Call | None:
    """Find the call that decided a move: the last legal one, else the last."""
    calls = [call for call in logged.calls if call.step not in (CLOSING, INQUIRY, REMARK)]
    legal = [call for call in calls if call.verdict == "legal"]
    return next(reversed(legal or calls), None)


def find_inquiry_call(logged: LoggedMove) -> Call | None:
    """Find the call in which the player said after the move what it believes; `None` if none."""
    return _find_answer(logged, INQUIRY)


def find_closing_call(logged: LoggedMove) -> Call | None:
    """Find the call in which the player said after the match what it found; `None` if none."""
    return _find_answer(logged, CLOSING)


def _find_answer(logged: LoggedMove, step: str) -> Call | None:
    asked = (call for call in reversed(logged.calls) if call.step == step)
    return next((call for call in asked if call.verdict == "legal"), None)


def is_being_asked(logged: LoggedMove) -> bool:
    """Whether a model is being asked for this move, so that more calls may follow."""
    return logged.moved is None and logged.spec is not None and logged.spec.kind == "llm"


def can_inspect(record: Record, *, over: bool) -> bool:
    """Whether the match is over, or its table open, or no people play in it."""
    return over or record.table_open or not any(map(is_human_spec, record.players.values()))


def build_call_log(
    record: Record, definition: GameType, calls_text: str | None = None, *, data: Path
) -> CallLog:
    """Combine the moves, the calls for them, and the views of the seats.

    While the match goes on, the moves of people are left out.

    Args:
        record: The journal.
        definition: The game in the catalog.
        calls_text: The content of its calls file, if it is not the file beside the journal.
        data: The data folder, with imported vectors and wordings.

    Raises:
        NotInspectable: If the match may not be inspected yet.
        JournalError: If a move breaks the rules; the message gives its line.
    """
    game = load_game(definition, record)
    players, counts = dict(record.header.seats), Counter[str]()
    found: list[LoggedMove] = []
    match: Match[Any, Any, Any]
    for match, line in zip(replay_match(record, game), (*record.entries, None), strict=True):
        if isinstance(line, ReseatEntry):
            players[line.seat] = line.player
        elif isinstance(line, MoveEntry):
            counts[line.seat] += 1
            maker = line.stand_in or players[line.seat]
            found.append(_log_move(match, line.seat, counts[line.seat], maker, line, players))
    over = not match.awaits
    if not can_inspect(record, over=over):
        raise NotInspectable(NOT_INSPECTABLE)
    for seat in sorted(match.awaits):
        name = game.seats[seat]
        found.append(_log_move(match, name, counts[name] + 1, players[name], None, players))
    calls, file_error = _read_calls(record, calls_text)
    moves = (
        _add_calls(logged, game, tuple(calls[logged.seat_name, logged.number]), over=over)
        for logged in found
    )
    return CallLog(record, definition, tuple(moves), over, file_error, data)


def _log_move(
    match: Match[Any, Any, Any],
    name: str,
    number: int,
    maker: str,
    moved: MoveEntry | None,
    players: Mapping[str, str],
) -> LoggedMove:
    seat = Seat(match.game.seats.index(name))
    company = tuple(find_kind(players[one]) for one in match.game.seats)
    view = match.view(seat)
    return LoggedMove(match.turn + 1, number, seat, name, maker, company, view, moved, None, ())


def _read_calls(
    record: Record, calls_text: str | None
) -> tuple[dict[tuple[str, int], list[Call]], str]:
    """Read the calls by seat and number of the move, and the error in their file, if any."""
    by_move: dict[tuple[str, int], list[Call]] = defaultdict(list)
    try:
        read = (
            read_calls(record)
            if calls_text is None
            else parse_calls(record.path, calls_text.encode(), record)
        )
        for call in read:
            by_move[call.seat, call.move].append(call)
    except JournalError as error:
        return defaultdict(list), str(error)
    return by_move, ""


def _add_calls(
    logged: LoggedMove, game: Game[Any, Any, Any, Any], calls: tuple[Call, ...], *, over: bool
) -> LoggedMove:
    """Add the calls and the move; hide the view of a person while the match is in progress."""
    if not over and is_human_spec(logged.maker):
        shown = tuple(call for call in calls if call.step != PANEL)
        return replace(logged, view=None, calls=shown)
    move = logged.moved and decode_move(game.moves(logged.view), logged.moved.move)
    return replace(logged, move=move, calls=calls)
