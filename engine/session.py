"""One sitting at one table: a match, who plays it, and its journal, fresh or resumed."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Self

from engine.caveats import Totals, list_caveats
from engine.game import Seat
from engine.games.catalog import find
from engine.games.definition import GameDefinition
from engine.journal import Journal, NotKept
from engine.lineup import LineupError, Spec, parse_spec, sit
from engine.match import Match
from engine.options import OptionError, unknown
from engine.play import ignore
from engine.players import (
    Account,
    Asked,
    Player,
    PlayerError,
    dismiss,
)
from engine.record import Header, JournalError, Record, read
from engine.replay import restore
from engine.usage import Usage, UsageMeter

if TYPE_CHECKING:
    from engine.llm.budget import Budget

type Ask = Callable[[Seat, Any, str | None], Awaitable[Any]]
"""How a person is asked for a move: seat, view, complaint."""


class Session:
    """A match in progress, who sits where, and the journal that is kept of it."""

    def __init__(
        self, definition: GameDefinition, header: Header, match: Match[Any, Any, Any]
    ) -> None:
        self.definition = definition
        """The game in the catalog."""
        self.header = header
        """What the match started from."""
        self.match = match
        """The match, at the point it has reached."""
        self.journal: Journal | None = None
        """Where moves are written, if they are kept."""
        self.specs = {
            Seat(place): parse_spec(header.seats[name])
            for place, name in enumerate(match.game.seats)
        }
        """Who sits where now."""
        self.say: Callable[[str], None] = ignore
        """Hears what is learned of servers while models play, in sentences for everybody."""
        self.budget: Budget | None = None
        """What all models of the run may use together; set before they sit down."""
        self.fresh = False
        """Its journal was begun in this sitting: if nobody can sit down, none stays behind."""
        self.opened = False
        """The machines' prompts and answers may be looked at while people play."""
        self.totals = Totals()
        """What the seats have made and used, as far as it is noted."""
        self._standing: dict[Seat, tuple[Spec, Player[Any, Any]]] = {}
        self.usage_meter = UsageMeter()
        """What the seats' models have used that no line has noted yet."""
        self._players: dict[Seat, Player[Any, Any]] = {}
        self._ask: Ask | None = None

    @classmethod
    def open(
        cls,
        definition: GameDefinition,
        options: Any,  # noqa: ANN401
        lineup: Mapping[str, Spec],
        seed: str | None = None,
        *,
        path: Path | None = None,
        durable: bool = True,
    ) -> Self:
        """Deal a new match and open its journal.

        Args:
            definition: The game.
            options: An `entry.options_type`.
            lineup: Who sits in each seat, by its name.
            seed: What all chance comes from; a fresh one if left out.
            path: The journal's file; no journal is kept without.
            durable: Wait for the disk after each move.

        Raises:
            OptionError: If the options give no game, or a seat is missing or unknown.
            JournalError: If the journal cannot be written.
        """
        chosen = seed or token_hex(4)
        material = definition.draw(options, Random(f"{chosen}/material"))
        game = definition.rules(options, material)
        for name in lineup:
            if name not in game.seats:
                raise OptionError(unknown("seat", name, game.seats))
        for name in game.seats:
            if name not in lineup:
                raise OptionError(f"Nobody sits in the seat {name!r}.")
        header = Header(
            game=definition.name,
            seed=chosen,
            options=asdict(options),
            material=material,
            seats={name: str(lineup[name]) for name in game.seats},
            version=own_version(),
        )
        session = cls(definition, header, Match(game, chosen))
        session.fresh = True
        if path is not None:
            session.journal = Journal.create(path, header, durable=durable)
        return session

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Carry on where a journal stands, a half-finished turn included.

        Raises:
            JournalError: If the journal cannot be read, or is against the rules.
        """
        record = read(path)
        session = cls.of(record)
        session.journal = Journal.append_to(record)
        return session

    @classmethod
    def of(cls, record: Record) -> Self:
        """The match of a journal as it stands; nothing more is written to it.

        Raises:
            JournalError: If the game or a player is unknown, or a move against the rules.
        """
        try:
            definition = find(record.header.game)
            match = restore(record, definition.game(record))
            session = cls(definition, record.header, match)
            session.specs = {
                Seat(place): parse_spec(record.players[name])
                for place, name in enumerate(match.game.seats)
            }
        except JournalError:
            raise
        except ValueError as error:
            raise JournalError(f"{record.path}: {error}") from None
        session.opened = record.opened
        session.totals = Totals.from_entries(record.entries)
        return session

    @property
    def labels(self) -> tuple[str, ...]:
        """Who sits where, by the names to show, in table order."""
        seats = self.match.game.seats
        return tuple(self.specs[Seat(place)].label(name) for place, name in enumerate(seats))

    @property
    def caveats(self) -> list[str]:
        """What has to be said of the match beside its result, in sentences."""
        return list(
            list_caveats(
                self.totals.not_own,
                self.spending.values(),
                opened=self.opened,
                branched=self.header.branched,
            )
        )

    @property
    def people(self) -> int:
        """How many seats are people's."""
        return sum(spec.human for spec in self.specs.values())

    def players(self, ask: Ask | None = None) -> Mapping[Seat, Player[Any, Any]]:
        """A player for each seat; `reseat` changes the same mapping.

        Args:
            ask: How people are asked for a move.

        Raises:
            LineupError: If one of them cannot sit down.
        """
        self._ask = ask
        players = {seat: self._sit(seat, spec) for seat, spec in self.specs.items()}
        self._players.update(players)
        for seat, player in players.items():
            self.usage_meter.add_player(seat, player)
        return self._players

    def moved(self, seat: Seat, move: object, account: Account) -> None:
        """Write a move to the journal before it takes effect.

        Raises:
            NotKept: If it could not be written.
        """
        name = self.match.game.seats[seat]
        spec, own = self._standing.get(seat, (None, self._players.get(seat)))
        noted = replace(account, stand_in=str(spec or ""), usage=self.usage_meter.pending(seat))
        if self.journal is not None:
            self.journal.moved(name, move, noted)
        self.totals.add_move(name, noted.provenance, noted.usage)
        self.usage_meter.reset(seat)
        if spec is not None and own is not None:
            self._players[seat] = own
            del self._standing[seat]

    def stand_in(self, seat: Seat, spec: Spec) -> None:
        """Have somebody else make the next move of a seat whose player failed, and no more.

        Raises:
            LineupError: If they cannot sit down, or already stand in and have failed too.
        """
        if seat in self._standing:
            raise LineupError(f"{self._standing[seat][0]}, who stands in, has failed as well.")
        player = self._sit(seat, spec)
        self._standing[seat] = spec, self._players[seat]
        self._players[seat] = player

    def _note_calls(self, seat: Seat) -> None:
        """Write down what a seat has used for a move that it will not make.

        Raises:
            NotKept: If it could not be written.
        """
        if used := self.usage_meter.pending(seat):
            name = self.match.game.seats[seat]
            if self.journal is not None:
                self.journal.spent(name, used)
            self.totals.add_usage(name, used)
            self.usage_meter.reset(seat)

    @property
    def spending(self) -> dict[str, Usage]:
        """By seat: what its models have used so far, calls for the next move included."""
        spending = dict(self.totals.usage)
        for place, name in enumerate(self.match.game.seats):
            if used := self.usage_meter.pending(Seat(place)):
                spending[name] = spending.get(name, Usage()) + used
        return spending

    def open_table(self) -> None:
        """Let the machines' prompts and answers be looked at, and note it; once is enough.

        Raises:
            NotKept: If it could not be written; nothing has changed.
        """
        if not self.opened and self.journal is not None:
            self.journal.opened()
        self.opened = True

    def reseat(self, seat: Seat, spec: Spec) -> None:
        """Give a seat to somebody else, and note it.

        Raises:
            LineupError: If they cannot sit down; nothing has changed.
            NotKept: If it could not be written; nothing has changed.
        """
        player = self._sit(seat, spec)
        self._note_calls(seat)
        if self.journal is not None:
            self.journal.reseated(self.match.game.seats[seat], str(spec))
        self.specs[seat] = spec
        _, own = self._standing.pop(seat, (None, self._players.get(seat)))
        self._let_go(own)
        self._players[seat] = player
        self.usage_meter.add_player(seat, player)

    def close(self) -> None:
        """Note what was used in vain, and let go of the journal and of the players."""
        for player in (*self._players.values(), *(own for _, own in self._standing.values())):
            self._let_go(player)
        for seat in self.match.seats:
            try:
                self._note_calls(seat)
            except NotKept as error:
                self.say(str(error))
        if self.journal is not None:
            self.journal.close()

    def discard(self) -> None:
        """Let go of a game that cannot go on; one that could not begin leaves no journal behind."""
        self.close()
        if self.fresh and self.journal is not None:
            self.journal.path.unlink(missing_ok=True)

    def _let_go(self, player: object) -> None:
        """Let a player go; what goes wrong in that is said, and holds up nobody."""
        try:
            dismiss(player)
        except PlayerError as error:
            self.say(str(error))

    def _sit(self, seat: Seat, spec: Spec) -> Player[Any, Any]:
        try:
            self.definition.check(self.header.material, spec.kind)
        except OptionError as error:
            raise LineupError(str(error)) from None
        if spec.human and self._ask is not None:
            return Asked(seat, self._ask)
        name = self.match.game.seats[seat]
        calls = self.journal.path.with_suffix(".calls.jsonl") if self.journal else None
        return sit(
            spec,
            self.definition,
            self.match.game,
            seat,
            self.header.seed,
            made=lambda: self.totals.moves[name],
            calls=calls,
            say=lambda sentence: self.say(sentence),
            budget=self.budget,
        )


@cache
def own_version() -> str:
    """The version of this Parlour, as journals have it."""
    return version("parlour")  # parses a file: too slow for every game of a tournament
