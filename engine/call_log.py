"""How every move of a match came about: calls, answers, what was compared; and who may look."""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.game import Game, Seat
from engine.games.definition import GameDefinition
from engine.lineup import LineupError, Spec, is_person, parse_spec
from engine.llm.calls import Call
from engine.llm.kept_calls import kept_calls
from engine.llm.proposal import judge
from engine.llm.schema import NO_NAMES
from engine.match import Match
from engine.moves import decode
from engine.record import JournalError, Moved, Record, Reseated
from engine.replay import replay_match

if TYPE_CHECKING:
    from engine.explanation import Explanation


CLOSED = (
    "This game goes on, and people play in it: what the machines were asked and answered is "
    "private until it is over, or until the table is opened."
)
"""Why nobody may look."""


class NotOpen(ValueError):
    """A match that nobody may inspect yet."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move, made or still to come, and how it came about."""

    turn: int
    """The turn it belongs to, counted from 1."""
    number: int
    """The how-manieth move of its seat it is."""
    seat: Seat
    seat_name: str
    maker: str
    """The SPEC of who made it, or who is asked for it."""
    view: Any
    """What the seat knew; `None` where that is not to be told."""
    moved: Moved | None
    """Its line in the journal; `None` while it is still to come."""
    move: Any
    """The move; `None` while it is still to come, and where it is not to be told."""
    calls: tuple[Call, ...]
    """What was asked for it, in the order of the answers."""

    @property
    def spec(self) -> Spec | None:
        """Who made it; `None` if this Parlour does not know such a player."""
        try:
            return parse_spec(self.maker)
        except LineupError:  # of another Parlour, or edited by hand
            return None


@dataclass(frozen=True, slots=True)
class CallLog:
    """A match with all that was kept of its machines, for those who may look."""

    record: Record
    """The journal as it stood."""
    definition: GameDefinition
    """The game in the catalog."""
    steps: tuple[Step, ...]
    """Every move in the order in which they were sealed, and those that are asked for now."""
    over: bool
    """No more moves will be asked for."""
    trouble: str
    """What is wrong with the file of calls; empty if nothing is."""

    def insights(self, step: Step) -> "tuple[Explanation, ...]":
        """How a word-vector player came to a move; nothing for any other player.

        Raises:
            SpaceError: If there are no such vectors any more, or they are damaged.
            DeckError: If the cards are gone, or have changed.
        """
        space = space_of(step)
        if space is None:
            return ()
        return self.definition.explain_move(
            space, step.seat, self.record.header.seed, step.view, step.move
        )

    def read_as(self, step: Step, call: Call) -> Any:  # noqa: ANN401
        """The move in an answer, legal or not; `None` if there is none to be read.

        Raises:
            PlayerError: If the cards that its prompt shows are gone, or have changed.
        """
        if step.view is None or call.reply is None:
            return None
        names = self.definition.build_prompt(step.view).names if call.server else NO_NAMES
        return judge(self.definition.game(self.record), step.view, call.reply, names).move


def space_of(step: Step) -> str | None:
    """The space of the word-vector player that chose this move; `None` if none did."""
    if step.move is None or step.moved is None or step.moved.assisted:
        return None
    return step.spec.space if step.spec else None


def asked(step: Step) -> bool:
    """Is a model being asked for this move, so that not every call of it is kept yet?"""
    return step.moved is None and step.spec is not None and step.spec.kind == "llm"


def may_inspect(record: Record, *, over: bool) -> bool:
    """Is the match over, or the table open, or is there nobody who could be spied on?"""
    return over or record.opened or not any(map(is_person, record.players.values()))


def inspect(record: Record, definition: GameDefinition) -> CallLog:
    """Put moves, calls and what the seats knew together.

    While the match goes on, moves of people are not told: nobody has agreed to that.

    Args:
        record: The journal as it stands.
        definition: The game in the catalog.

    Raises:
        NotOpen: If nobody may look yet.
        JournalError: At a move that the rules do not allow, by its line.
    """
    game = definition.game(record)
    players, made = dict(record.header.seats), Counter[str]()
    found: list[Step] = []
    match: Match[Any, Any, Any]
    for match, line in zip(replay_match(record, game), (*record.entries, None), strict=True):
        if isinstance(line, Reseated):
            players[line.seat] = line.player
        elif isinstance(line, Moved):
            made[line.seat] += 1
            maker = line.stand_in or players[line.seat]
            found.append(_step(match, line.seat, made[line.seat], maker, line))
    over = not match.awaits
    if not may_inspect(record, over=over):
        raise NotOpen(CLOSED)
    for seat in sorted(match.awaits):
        name = game.seats[seat]
        found.append(_step(match, name, made[name] + 1, players[name], None))
    calls, trouble = _calls(record)
    told = [_told(one, game, tuple(calls[one.seat_name, one.number]), over=over) for one in found]
    return CallLog(record, definition, tuple(told), over, trouble)


def _step(
    match: Match[Any, Any, Any], name: str, number: int, maker: str, moved: Moved | None
) -> Step:
    seat = Seat(match.game.seats.index(name))
    return Step(match.turn + 1, number, seat, name, maker, match.view(seat), moved, None, ())


def _calls(record: Record) -> tuple[dict[tuple[str, int], list[Call]], str]:
    """The calls by seat and the number of its move, and what is wrong with their file."""
    by_move: dict[tuple[str, int], list[Call]] = defaultdict(list)
    try:
        for call in kept_calls(record):
            by_move[call.seat, call.move].append(call)
    except JournalError as error:
        return defaultdict(list), str(error)
    return by_move, ""


def _told(step: Step, game: Game[Any, Any, Any], calls: tuple[Call, ...], *, over: bool) -> Step:
    if not over and is_person(step.maker):
        return replace(step, view=None, calls=calls)
    move = step.moved and decode(game.moves(step.view), step.moved.move)
    return replace(step, move=move, calls=calls)
