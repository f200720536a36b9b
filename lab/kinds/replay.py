"""A finished match again, with other players in some of its seats."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any

from engine.game import Game, Seat
from engine.games.catalog import find
from engine.journal_reader import Record
from engine.lineup import create_player
from engine.match import Match, ask_until_legal
from engine.moves import decode_move, encode_move
from engine.player_protocol import GameStopped, Player, PlayerError, close_player
from lab.desk import Desk, GatedPlayers
from lab.kinds.answers import AnswerFile
from lab.kinds.match import build_turn_rows, count_events
from lab.kinds.question import usage_of_calls
from lab.trial import Outcome, Trial, UnfitTrial


async def run(trial: Trial, desk: Desk) -> Outcome:
    """Ask the new players wherever the old ones moved, and count every turn.

    With `follow` = "record" the game goes on as it was after each turn, so that all who are
    compared face the same positions. With "player" it goes on as the new player moved, until the
    moves of the others do not fit any more.

    Raises:
        PlayerError: If a player fails; the message names the seat.
        ValueError: If the journal or the players cannot be used.
    """
    if desk.record is None:
        raise UnfitTrial("There is no journal to replay.")
    definition, record = find(trial.content["game"]), desk.record
    game = definition.load_game(record)
    answers = AnswerFile(desk.path)
    with ExitStack() as stack:
        players, specs = {}, {}
        for name, spec in trial.specs.items():
            seat = Seat(game.seats.index(name))
            specs[seat] = spec
            players[seat] = create_player(
                spec,
                definition,
                game,
                seat,
                record.header.seed,
                count_moves=partial(answers.count, f"{name}/"),
                calls=desk.calls_path,
                budget=desk.budget,
            )
            stack.callback(close_player, players[seat])
        gated = GatedPlayers(players, specs, desk.gates)
        follow = trial.content["follow"] == "player"
        view = await _replay(record, game, gated, answers, follow=follow)
    rows = build_turn_rows(definition, definition.build_report(view))
    figures = {
        **count_events(definition, rows),
        "moves": answers.count(),
        "attempts": sum(one["attempts"] for one in answers.values()),
    }
    calls = desk.read_calls()
    return Outcome({**figures, **usage_of_calls(calls)}, rows, calls=calls)


async def _replay(
    record: Record,
    game: Game[Any, Any, Any],
    players: GatedPlayers,
    answers: AnswerFile,
    *,
    follow: bool,
) -> Any:  # noqa: ANN401 - a view
    """An onlooker's last view of the match with the new players' moves.

    To follow the record, two matches go on: one as it was, for the positions, and one with the new
    moves, for what happens then.

    Raises:
        PlayerError: If a player fails; the message names the seat.
    """
    after = Match(game if follow else _without_early_end(record, game), record.header.seed)
    before = after if follow else Match(game, record.header.seed)
    asked = Counter[str]()
    for line in record.moves:
        seat = Seat(game.seats.index(line.seat))
        if seat not in after.awaits:  # the new moves ended it earlier
            break
        view = before.view(seat)
        move = new = decode_move(game.moves(view), line.move)
        if seat in players:
            asked[line.seat] += 1
            name = f"{line.seat}/{asked[line.seat]}"
            new = await _answer(game, players[seat], view, name, answers)
        elif game.fault(after.view(seat), move):  # the recorded moves do not fit any more
            break
        after.submit(seat, new)
        if before is not after:
            before.submit(seat, move)
    return after.view(None)


def _without_early_end(record: Record, game: Game[Any, Any, Any]) -> Game[Any, Any, Any]:
    """The rules without an early end, where the game has such an option: every turn counts."""
    options = record.header.options
    if "play_on" not in options:
        return game
    header = replace(record.header, options={**options, "play_on": True})
    return find(header.game).load_game(replace(record, header=header))


async def _answer(
    game: Game[Any, Any, Any],
    player: Player[Any, Any],
    view: object,
    name: str,
    answers: AnswerFile,
) -> object:
    """The move that is on disk already, or else the player's; `name` is the seat and a number."""
    if name in answers:
        return decode_move(game.moves(view), answers[name]["move"])
    try:
        move, attempts = await ask_until_legal(game, player, view)
    except GameStopped:
        raise
    except PlayerError as error:
        seat = name.partition("/")[0]
        raise PlayerError(f"The {seat} failed: {error}", error.private) from error
    answers.add(name, {"move": encode_move(move), "attempts": attempts})
    return move
