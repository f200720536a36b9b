"""Run trials that play a finished match again with other players in some seats (kind `replay`).

They are either asked in every position of the original match, and the match goes on as it did
(`follow = "record"`), or the match goes on with their moves (`follow = "player"`).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any

from engine.errors import GameStopped, PlayerError
from engine.game import Game, GameType
from engine.games.catalog import find
from engine.journal.record import Record
from engine.journal.replay import load_game
from engine.journal.writer import JournalWriteError
from engine.match import Match
from engine.move_json import decode_move, encode_move
from engine.play import ask_until_legal
from engine.player import Player, close_player
from engine.players.factory import create_player
from engine.players.spec import Spec
from engine.seat import Seat
from lab.experiment.reference_protocol import StandIns, find_stand_ins
from lab.run.question_gates import GatedPlayers
from lab.run.trial import Outcome, Trial, TrialResources, UnfitTrial
from lab.trials.answer_file import AnswerFile
from lab.trials.call_usage import sum_call_usage
from lab.trials.match_figures import build_turn_rows, count_events, reveal_facts


async def run(trial: Trial, resources: TrialResources) -> Outcome:
    """Ask the new players wherever the old ones moved, and count every turn.

    With `follow` = "record", every recorded position is asked, so that all compared players face
    the same positions; after each round the game continues as recorded. With "player" it continues
    with the new player's moves, until the rules end it or the recorded moves no longer fit. If a
    new player fails, `on_failure` chooses its stand-in, as in a match.

    Raises:
        PlayerError: If a player fails without a stand-in; the message names the seat.
        ValueError: If the journal or the players cannot be used.
    """
    if resources.record is None:
        raise UnfitTrial("There is no journal to replay.")
    definition, record = find(trial.content["game"]), resources.record
    answers = AnswerFile(resources.path)
    follow = trial.content["follow"] == "player"
    changes: dict[str, Any] = {**trial.content["options"], **({"play_on": False} if follow else {})}
    game = _load_game(record, **changes)
    create = (
        resources.meter.create_player
        if resources.meter
        else partial(create_player, settings=resources.settings)
    )
    found = find_stand_ins(trial.content["game"], trial.content.get("on_failure", "stop"))
    with ExitStack() as stack:

        def seat_player(seat: Seat, spec: Spec) -> Player[Any, Any]:
            player = create(
                spec,
                definition,
                game,
                seat,
                record.header.seed,
                count_moves=partial(answers.count, f"{game.seats[seat]}/"),
                calls=resources.calls_path,
                budget=resources.budget,
            )
            stack.callback(close_player, player)
            return player

        specs = {Seat(game.seats.index(name)): spec for name, spec in trial.specs.items()}
        players = {seat: seat_player(seat, spec) for seat, spec in specs.items()}
        gated = GatedPlayers(players, specs, resources.gates)
        asker = _Asker(game, gated, answers, found, seat_player)
        replay = _follow_players if follow else _follow_record
        view = await replay(record, game, asker)
    report = reveal_facts(definition.build_report(view), record)
    rows = build_turn_rows(definition, report)
    facts = {name: value for name, value in report.items() if name != definition.listed}
    figures = {
        **facts,
        "resolved": report["outcome"] is not None or report["reason"] is not None,
        **count_events(definition, rows),
        "moves": answers.count(),
        "attempts": sum(one["attempts"] for one in answers.read_values()),
    }
    if stood_in := sum("stand_in" in one for one in answers.read_values()):
        figures["stand_in_moves"] = stood_in
    calls = resources.read_calls()
    return Outcome({**figures, **sum_call_usage(calls)}, rows, calls=calls)


class _Asker:
    """Asks the new players for each move once."""

    def __init__(
        self,
        game: Game[Any, Any, Any, Any],
        players: GatedPlayers,
        answers: AnswerFile,
        stand_ins: StandIns,
        seat_player: Callable[[Seat, Spec], Player[Any, Any]],
    ) -> None:
        """Create the asker.

        Args:
            game: The rules.
            players: The new players.
            answers: Their answers so far.
            stand_ins: Who moves for a player that failed.
            seat_player: Creates a player.
        """
        self.game = game
        self.players = players
        self.answers = answers
        self.stand_ins = stand_ins
        self.seat_player = seat_player
        self._asked = Counter[Seat]()

    def __contains__(self, seat: Seat) -> bool:
        """Whether the seat has a new player."""
        return seat in self.players

    async def ask(self, seat: Seat, view: Any) -> Any:  # noqa: ANN401
        """Return the new player's next move.

        Raises:
            PlayerError: If it fails; the message names the seat.
        """
        self._asked[seat] += 1
        name = f"{self.game.seats[seat]}/{self._asked[seat]}"
        if name not in self.answers:
            self.answers.add(name, await self._make_move(seat, view))
        return decode_move(self.game.moves(view), self.answers[name]["move"])

    async def _make_move(self, seat: Seat, view: Any) -> dict[str, Any]:  # noqa: ANN401
        """Make a move, in its stored form, with `stand_in` if another player made it."""
        by_stand_in: dict[str, bool] = {}
        try:
            move, attempts = await ask_until_legal(
                self.game, self.players[seat], view, self.game.tries
            )
        except (GameStopped, JournalWriteError):
            raise
        except PlayerError as error:
            chosen = self.stand_ins.choose(error)
            if chosen is None:
                why = f"The {self.game.seats[seat]} failed: {error}"
                raise PlayerError(why, error.private) from error
            move, attempts = await ask_until_legal(
                self.game, self.seat_player(seat, chosen), view, self.game.tries
            )
            by_stand_in = {"stand_in": True}
        return {"move": encode_move(move), "attempts": attempts, **by_stand_in}


async def _follow_record(record: Record, game: Game[Any, Any, Any, Any], asker: _Asker) -> Any:  # noqa: ANN401
    """Replay a match along the record; return an onlooker's last view with the new moves.

    Three matches are played: one as recorded, for the positions; in each round with new moves, a
    fork of it, so that the rest of the round answers the new moves; and one with all new moves, for
    the result.
    """
    definition, seed = find(record.header.game), record.header.seed
    before = Match(game, seed)
    # Every round counts, and a hint that is new in its own position may repeat one of another.
    changes = {**game.options.model_dump(), "play_on": True, "reuse_hints": True}
    after = Match(_load_game(record, **changes), seed)
    forked: Match[Any, Any, Any] | None = None
    for turn in _list_turns(record, game):
        begun = forked or before
        if not turn.keys() <= before.awaits:
            break
        new = {
            seat: await asker.ask(seat, begun.view(seat)) if seat in asker else move
            for seat, move in turn.items()
        }
        played = _count_rounds(definition, before)
        forked = forked or (before.fork() if any(seat in asker for seat in turn) else None)
        for seat, move in new.items():
            if forked is not None and seat in forked.awaits:
                forked.submit(seat, move)
            after.submit(seat, move)
            before.submit(seat, turn[seat])
        if _count_rounds(definition, before) > played:
            forked = None
    return after.view(None)


async def _follow_players(record: Record, game: Game[Any, Any, Any, Any], asker: _Asker) -> Any:  # noqa: ANN401
    """Replay a match with the new players' moves; return an onlooker's last view."""
    match = Match(game, record.header.seed)
    turns = _list_turns(record, game)
    while match.awaits:
        recorded = next(turns, {})
        moves = {}
        for seat in sorted(match.awaits):
            if seat in asker:
                moves[seat] = await asker.ask(seat, match.view(seat))
            elif seat in recorded and not game.fault(match.view(seat), recorded[seat]):
                moves[seat] = recorded[seat]
            else:  # the record has ended, or no longer fits
                return match.view(None)
        for seat, move in moves.items():
            match.submit(seat, move)
    return match.view(None)


def _list_turns(record: Record, game: Game[Any, Any, Any, Any]) -> Iterator[dict[Seat, Any]]:
    """Yield the recorded moves by turn; an incomplete turn is left out."""
    match = Match(_load_game(record), record.header.seed)
    turn: dict[Seat, Any] = {}
    for line in record.moves:
        seat = Seat(game.seats.index(line.seat))
        turn[seat] = decode_move(game.moves(match.view(seat)), line.move)
        match.submit(seat, turn[seat])
        if not match.sealed:
            yield turn
            turn = {}


def _count_rounds(definition: GameType, match: Match[Any, Any, Any]) -> int:
    return len(definition.build_report(match.view(None))[definition.listed])


def _load_game(record: Record, **changes: object) -> Game[Any, Any, Any, Any]:
    """Load the rules of a record, with changed values of options that the game has."""
    options = record.header.options
    known = find(record.header.game).options_type.model_fields
    changed = {**options, **{name: one for name, one in changes.items() if name in known}}
    header = replace(record.header, options=changed)
    return load_game(find(header.game), replace(record, header=header))
