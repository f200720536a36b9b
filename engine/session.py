"""A match in progress, with its players and the journal that it writes."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Self

from engine.errors import OptionError, PlayerError
from engine.game import GameType
from engine.games.catalog import find
from engine.journal.caveats import list_caveats
from engine.journal.entries import RemarkEntry
from engine.journal.errors import JournalError
from engine.journal.header import Header
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.journal.replay import find_view_before_last_turn, load_game, restore_match
from engine.journal.totals import Totals
from engine.journal.writer import Journal, JournalLines, JournalWriteError, MemoryJournal
from engine.llm.calls_file import build_calls_path, refuse_present_calls
from engine.llm.progress import AsksModel, Progress
from engine.match import Match, MoveDetails
from engine.play import do_nothing
from engine.player import Player, close_player
from engine.players.callback_player import CallbackPlayer
from engine.players.factory import create_player
from engine.players.process.hidden_files import find_secret_files
from engine.players.spec import LineupError, Spec, parse_spec, read_game_settings
from engine.players.unknown_words import list_unknown_words
from engine.players.word_players import PRAGMATIC
from engine.players.word_versions import list_word_versions
from engine.remark import ComposesRemarks
from engine.seat import Seat
from engine.suggestion import explain_unknown
from engine.usage import Usage
from engine.usage_meter import UsageMeter
from engine.version import get_parlour_version
from engine.winners import list_winners
from files.removal import delete_file

if TYPE_CHECKING:
    from engine.config.settings import Settings
    from engine.llm.budget import Budget


type AskPerson = Callable[[Seat, Any, str | None], Awaitable[Any]]
"""Asks a person for a move: seat, view, complaint."""


class Session:
    """A match in progress, its players, and the journal that it writes."""

    def __init__(
        self,
        definition: GameType,
        header: Header,
        match: Match[Any, Any, Any],
        *,
        settings: "Settings",
    ) -> None:
        self.definition = definition
        """The game in the catalog."""
        self.header = header
        """The header of the journal: the start of the match."""
        self.match = match
        """The match."""
        self.settings = settings
        """The settings in force."""
        self.journal: Journal | None = None
        """The journal that moves are written to; `None` for none."""
        self.memory: MemoryJournal | None = None
        """The same lines in memory, for a match that is stored elsewhere; `None` for none."""
        self.specs = {
            Seat(place): parse_spec(header.seats[name])
            for place, name in enumerate(match.game.seats)
        }
        """The SPEC of each seat's current player."""
        self.notify: Callable[[str], None] = do_nothing
        """Called with messages for everybody, such as the limitations of a model's server."""
        self.budget: Budget | None = None
        """The budget that all models of the run share; set it before players are created."""
        self.view_before_last_turn: Any = None
        """What onlookers saw before the last turn of a resumed match; `None` for a new one."""
        self.is_new = False
        """Whether this session created the journal, which is deleted if the game cannot start."""
        self.keeps_unplayed = True
        """Whether the journal of a new game stays if the game is left before its first move."""
        self.asks_programs = settings.beliefs
        """Whether programs are asked the closing question of the game."""
        self.table_open = False
        """Whether the machines' prompts and answers may be inspected while people play."""
        self.totals = Totals()
        """Moves and usage of the seats that are in the journal."""
        self.usage_meter = UsageMeter()
        """Usage that is not in the journal yet."""
        self._players: dict[Seat, Player[Any, Any]] = {}
        self._remarks: set[tuple[int, Seat]] = set()
        """By turn and seat: the machines that have said something, or were asked to."""
        self._replaced: dict[Seat, tuple[Spec, Player[Any, Any]]] = {}  # by a stand-in
        self._ask: AskPerson | None = None

    @classmethod
    def create(
        cls,
        definition: GameType,
        options: Any,  # noqa: ANN401
        lineup: Mapping[str, Spec],
        seed: str | None = None,
        *,
        settings: "Settings",
        path: Path | None = None,
        durable: bool = True,
    ) -> Self:
        """Deal a new match and begin its journal.

        Args:
            definition: The game.
            options: A `definition.options_type`.
            lineup: The player of each seat, by the seat's name.
            seed: The seed of all random numbers; a new one by default.
            settings: The settings in force.
            path: The file for the journal; without it no journal is written.
            durable: Whether to wait for the disk after each move.

        Raises:
            OptionError: If the options are invalid, or a seat is missing or unknown.
            LineupError: If the game does not have a setting of a seat.
            JournalError: If the journal cannot be written.
        """
        chosen = seed or token_hex(4)
        game = definition.draw(options, Random(f"{chosen}/material"))
        for name in lineup:
            if name not in game.seats:
                raise OptionError(explain_unknown("seat", name, game.seats))
        for name in game.seats:
            if name not in lineup:
                raise OptionError(f"Seat {name!r} has no player.")
        for spec in lineup.values():
            read_game_settings(spec, definition, data=settings.data)
        header = Header(
            game=definition.name,
            seed=chosen,
            options=options.model_dump(),
            material=game.material,
            seats={name: str(lineup[name]) for name in game.seats},
            version=get_parlour_version(),
            spaces=list_word_versions(lineup.values(), definition, data=settings.data),
        )
        session = cls(definition, header, Match(game, chosen), settings=settings)
        session.is_new = True
        if path is not None:
            refuse_present_calls(path)
            session.journal = Journal.create(path, header, durable=durable)
        return session

    @classmethod
    def resume(cls, path: Path, *, settings: "Settings", durable: bool = True) -> Self:
        """Resume a match where its journal ends, even within a turn.

        Args:
            path: The journal.
            settings: The settings in force.
            durable: Wait for the disk after each move.

        Raises:
            JournalError: If the journal cannot be read, or breaks the rules.
        """
        record = read_record(path)
        session = cls.from_record(record, settings=settings)
        session.view_before_last_turn = find_view_before_last_turn(record, session.match.game)
        session.journal = Journal.reopen(record, durable=durable)
        return session

    @classmethod
    def from_record(cls, record: Record, *, settings: "Settings") -> Self:
        """Restore the match of a journal, without writing to it.

        Raises:
            JournalError: If the game or a player is unknown, or a move breaks the rules.
        """
        try:
            definition = find(record.header.game)
            match = restore_match(record, load_game(definition, record))
            session = cls(definition, record.header, match, settings=settings)
            session.specs = {
                Seat(place): parse_spec(record.players[name])
                for place, name in enumerate(match.game.seats)
            }
        except JournalError:
            raise
        except ValueError as error:
            raise JournalError(f"{record.path}: {error}") from None
        session.table_open = record.table_open
        session.totals = Totals.from_entries(record.entries)
        session._remarks = {
            (one.turn, Seat(match.game.seats.index(one.seat)))
            for one in record.entries
            if isinstance(one, RemarkEntry)
        }
        return session

    @property
    def display_names(self) -> tuple[str, ...]:
        """The names to show for the players, in the order of the seats."""
        seats = self.match.game.seats
        return tuple(
            self.specs[Seat(place)].display_name(name, self.definition)
            for place, name in enumerate(seats)
        )

    @property
    def winners(self) -> list[Seat]:
        """The seats that have won a finished match; empty in a draw, or if all have lost."""
        outcome = self.definition.build_report(self.match.view(None))["outcome"]
        return list_winners(self.match.score or {}, outcome)

    @property
    def caveats(self) -> list[str]:
        """The caveats of the match's result, one sentence each."""
        found = list_caveats(
            self.totals.not_own,
            self.usage.values(),
            table_open=self.table_open,
            branched=self.header.branched,
        )
        if self.match.awaits:  # the words that seats were given are still secret
            return list(found)
        present = {self.match.game.seats[seat]: str(spec) for seat, spec in self.specs.items()}
        players = {name: (spec, present[name]) for name, spec in self.header.seats.items()}
        view, versions = self.match.view(None), self.header.spaces
        data = self.settings.data
        return [*found, *list_unknown_words(self.definition, view, players, versions, data=data)]

    @property
    def _journals(self) -> Iterator[JournalLines]:
        return (one for one in (self.journal, self.memory) if one is not None)

    @property
    def asking(self) -> dict[Seat, list[Progress]]:
        """By seat: how far the answers are that its model is asked for; never what they say."""
        found = {}
        for seat, player in self._players.items():
            if isinstance(player, AsksModel) and (asking := player.asking):
                found[seat] = asking
        return found

    @property
    def human_count(self) -> int:
        """The number of seats with people."""
        return sum(spec.is_human for spec in self.specs.values())

    @property
    def usage(self) -> dict[str, Usage]:
        """By seat: the usage of its models so far, calls for the next move included."""
        usage = dict(self.totals.usage)
        for place, name in enumerate(self.match.game.seats):
            if pending := self.usage_meter.get_pending(Seat(place)):
                usage[name] = usage.get(name, Usage()) + pending
        return usage

    @property
    def company(self) -> tuple[str, ...]:
        """The kinds of the players, by seat."""
        return tuple(self.specs[seat].kind for seat in sorted(self.specs))

    def create_players(self, ask: AskPerson | None = None) -> Mapping[Seat, Player[Any, Any]]:
        """Create the player of each seat; `reseat` later changes the same mapping.

        Args:
            ask: Asks a person for a move.

        Raises:
            LineupError: If a player cannot be created.
        """
        self._ask = ask
        players = {seat: self._create_player(seat, spec) for seat, spec in self.specs.items()}
        self._players.update(players)
        for seat, player in players.items():
            self.usage_meter.add_player(seat, player)
        return self._players

    def record_move(self, seat: Seat, move: object, details: MoveDetails) -> None:
        """Write a move to the journal before it takes effect.

        Raises:
            JournalWriteError: If it could not be written.
        """
        name = self.match.game.seats[seat]
        stand_in, own = self._replaced.get(seat, (None, self._players.get(seat)))
        pending = self.usage_meter.get_pending(seat)
        stood_in = str(stand_in or "")
        if (stood_in, pending) != (details.stand_in, details.usage):
            details = replace(details, stand_in=stood_in, usage=pending)
        for journal in self._journals:
            journal.write_move(name, move, details)
        self.totals.add_move(name, details.provenance, pending)
        self.usage_meter.reset(seat)
        if stand_in is not None and own is not None:
            self._players[seat] = own
            del self._replaced[seat]

    async def ask_for_remark(self, seat: Seat) -> str | None:
        """Let a machine say something to the table, once in each discussion.

        It is written to the journal before it is returned. What goes wrong is told to everybody,
        and stops nothing.

        Returns:
            What it says; `None` if it is no discussion, or it says nothing.
        """
        turn, public = self.match.turn, self.match.view(None)
        if (turn, seat) in self._remarks or not self.definition.is_discussion(public):
            return None
        self._remarks.add((turn, seat))
        name = self.match.game.seats[seat]
        try:
            remark = await self._find_remark(seat, public)
            for journal in self._journals if remark else ():
                journal.write_remark(name, remark or "", turn)
        except PlayerError as error:
            self.notify(f"{self.display_names[seat]} says nothing: {error}")
            return None
        return remark

    async def _find_remark(self, seat: Seat, public: Any) -> str | None:  # noqa: ANN401
        """Ask a seat for a remark, or compose one from what everybody knows."""
        player = self._players[seat]
        if self.specs[seat].kind == "llm":
            from engine.llm.player import ModelPlayer  # noqa: PLC0415 - language models: 12 ms, if one talks
            from engine.llm.remark_request import ask_for_remark  # noqa: PLC0415 - language models: 12 ms, if one talks

            if isinstance(player, ModelPlayer):
                return await ask_for_remark(player, self.match.game, self.match.view(seat))
        rng = Random(f"{self.header.seed}/{self.match.turn}/remark/{self.match.game.seats[seat]}")
        if isinstance(player, ComposesRemarks):
            view = self.match.view(seat)
            remark = player.compose_remark(view, rng)
            if self.definition.find_remark_fault(view, remark) is None:
                return remark
        return self.definition.compose_remark(public, seat, rng)

    def add_stand_in(self, seat: Seat, spec: Spec) -> None:
        """Let a stand-in make only the next move of a seat whose player failed.

        Raises:
            LineupError: If the stand-in cannot be created, or a stand-in has already failed there.
        """
        if seat in self._replaced:
            raise LineupError(f"{self._replaced[seat][0]}, who stands in, has failed as well.")
        player = self._create_player(seat, spec)
        self._replaced[seat] = spec, self._players[seat]
        self._players[seat] = player

    def open_table(self) -> None:
        """Allow inspecting the machines' prompts and answers; write this to the journal once.

        Raises:
            JournalWriteError: If it could not be written; nothing has changed.
        """
        if not self.table_open:
            for journal in self._journals:
                journal.write_open_table()
        self.table_open = True

    def reseat(self, seat: Seat, spec: Spec) -> None:
        """Give a seat a new player, and write this to the journal.

        Raises:
            LineupError: If the player cannot be created; nothing has changed.
            JournalWriteError: If it could not be written; nothing has changed.
        """
        player = self._create_player(seat, spec)
        self._write_pending_usage(seat)
        for journal in self._journals:
            journal.write_reseat(self.match.game.seats[seat], str(spec))
        self.specs[seat] = spec
        _, own = self._replaced.pop(seat, (None, self._players.get(seat)))
        self._close_player(own)
        self._players[seat] = player
        self.usage_meter.add_player(seat, player)
        self._tell_company(seat)

    def _tell_company(self, seat: Seat) -> None:
        """Create Parlour's own players again after one beside them has changed: they may mind."""
        for other, spec in self.specs.items():
            if other != seat and spec.kind == PRAGMATIC and other not in self._replaced:
                self._players[other] = self._create_player(other, spec)

    def close(self) -> None:
        """Close the players, write usage without a move to the journal, and close it."""
        for player in (*self._players.values(), *(own for _, own in self._replaced.values())):
            self._close_player(player)
        for seat in self.match.seats:
            try:
                self._write_pending_usage(seat)
            except JournalWriteError as error:
                self.notify(str(error))
        if self.journal is not None:
            self.journal.close()
            if not self.is_kept:
                delete_file(self.journal.path)
        self._learn()

    @property
    def is_kept(self) -> bool:
        """Whether the journal stays when the game is left now."""
        if self.journal is None or self.keeps_unplayed or not self.is_new:
            return True
        asked = build_calls_path(self.journal.path).exists()
        return asked or bool(self.totals.moves.total() or self.totals.usage)

    def _learn(self) -> None:
        """Let the pools of CoMet seats learn from a game that is over."""
        if self.match.awaits or all(spec.kind != "comet" for spec in self.specs.values()):
            return
        from engine.learning.pools import find_pools, learn_from_game  # noqa: PLC0415 - only after an agent has played

        if pools := find_pools(self.specs.values()):
            path = self.journal.path if self.journal else None
            learn_from_game(pools, path, self.notify, self.settings.data)

    def discard(self) -> None:
        """Close a game that cannot go on; the journal of one that could not start is deleted."""
        self.close()
        if self.is_new and self.journal is not None:
            delete_file(self.journal.path)

    def _write_pending_usage(self, seat: Seat) -> None:
        """Write the usage of a seat for a move that it will not make.

        Raises:
            JournalWriteError: If it could not be written.
        """
        if pending := self.usage_meter.get_pending(seat):
            name = self.match.game.seats[seat]
            for journal in self._journals:
                journal.write_usage(name, pending)
            self.totals.add_usage(name, pending)
            self.usage_meter.reset(seat)

    def _close_player(self, player: object) -> None:
        """Close a player; report a failure, and continue."""
        try:
            close_player(player)
        except PlayerError as error:
            self.notify(str(error))

    def _create_player(self, seat: Seat, spec: Spec) -> Player[Any, Any]:
        try:
            self.definition.check_material(self.header.material, spec.kind)
        except OptionError as error:
            raise LineupError(str(error)) from None
        if spec.is_human and self._ask is not None:
            return CallbackPlayer(seat, self._ask)
        name = self.match.game.seats[seat]
        calls = self.journal.path.with_suffix(".calls.jsonl") if self.journal else None
        settings = self.settings
        if spec.kind == "exec" and settings.isolation != "no":
            settings = settings.hide_from_programs(self._list_secret_files())
        return create_player(
            spec,
            self.definition,
            self.match.game,
            seat,
            self.header.seed,
            settings=settings,
            count_moves=lambda: self.totals.moves[name],
            calls=calls,
            notify=lambda sentence: self.notify(sentence),
            budget=self.budget,
            company=self.company,
        )

    def _list_secret_files(self) -> list[Path]:
        """List the files that an isolated program must not see: of options, scripts, the game."""
        scripts = [spec.argument for spec in self.specs.values() if spec.kind == "script"]
        found = [*find_secret_files(self.header.options.values(), scripts)]
        return [*found, self.journal.path.absolute()] if self.journal else found
