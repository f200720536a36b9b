"""The match and the loop, apart from any one game."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from engine.frozen_model import FrozenModel
from engine.game import Game
from engine.match import IllegalMove, Match, MoveDetails
from engine.play import play
from engine.players.callback_player import CallbackPlayer
from engine.players.scripted_player import ScriptedPlayer
from engine.seat import Seat
from engine.view import Choices, View
from tests.patience import PATIENCE


class Pick(FrozenModel):
    number: int


@dataclass(frozen=True)
class Board:
    turns: tuple[tuple[tuple[Seat, int], ...], ...] = ()
    chance: tuple[float, ...] = ()


LEFT, MIDDLE, RIGHT = map(Seat, range(3))


class ThreeView(View[Pick]):
    seat: Seat | None
    awaited: tuple[Seat, ...]
    options: FrozenModel
    turns: tuple[tuple[tuple[Seat, int], ...], ...]
    chance: tuple[float, ...]

    def list_moves(self) -> Mapping[type[Pick], Choices]:
        return {Pick: {}}

    def find_fault(self, move: Pick) -> str | None:
        return None if move.number % 2 else "An odd number, please."


class Three(Game[FrozenModel, Board, ThreeView, Pick]):
    """Three seats pick a number at once, three times; an even number is against the rules."""

    title = "Three"
    options: FrozenModel = FrozenModel()

    @classmethod
    def list_seats(cls, options: FrozenModel) -> tuple[str, ...]:  # noqa: ARG003
        return ("left", "middle", "right")

    def deal(self, rng: Random) -> Board:
        return Board(chance=(rng.random(),))

    def awaits(self, state: Board) -> tuple[Seat, ...]:
        return () if len(state.turns) == 3 else (LEFT, MIDDLE, RIGHT)

    def view(self, state: Board, seat: Seat | None) -> ThreeView:
        return ThreeView(
            seat=seat,
            awaited=self.awaits(state),
            options=self.options,
            turns=state.turns,
            chance=state.chance,
        )

    def play(self, state: Board, moves: Mapping[Seat, Pick], rng: Random) -> Board:
        turn = tuple((seat, move.number) for seat, move in moves.items())
        return replace(state, turns=(*state.turns, turn), chance=(*state.chance, rng.random()))

    def score(self, state: Board) -> Mapping[Seat, float]:  # noqa: ARG002
        return {Seat(n): 0.0 for n in range(3)}


def test_a_fork_has_views_of_its_own() -> None:
    match = Match(Three(), "1")
    before = match.view(LEFT)
    forked = match.fork()
    for seat in (LEFT, MIDDLE, RIGHT):
        forked.submit(seat, Pick(number=1))
    assert len(forked.view(LEFT).turns) == 1
    assert match.view(LEFT) is before
    assert not match.view(MIDDLE).turns


def test_chance_comes_from_seed_and_turn_alone() -> None:
    match = Match(Three(), "s")
    for _ in range(2):
        for seat in match.seats:
            match.submit(seat, Pick(number=1))
    expected = [Random(f"s/{turn}").random() for turn in ("deal", 0, 1)]
    assert list(match.view(None).chance) == expected


def test_a_turn_plays_in_the_order_of_the_table_whoever_was_first() -> None:
    match = Match(Three(), "s")
    for seat in (RIGHT, LEFT, MIDDLE):
        match.submit(seat, Pick(number=2 * seat + 1))
    assert match.view(None).turns == (((LEFT, 1), (MIDDLE, 3), (RIGHT, 5)),)
    assert match.turn == 1


def test_an_illegal_move_changes_nothing() -> None:
    match = Match(Three(), "s")
    match.submit(LEFT, Pick(number=1))
    before = (match.view(None), match.turn, match.awaits, match.sealed)
    with pytest.raises(IllegalMove, match=r"^An odd number, please\.$"):
        match.submit(RIGHT, Pick(number=2))
    with pytest.raises(IllegalMove, match="not the turn of the left"):
        match.submit(LEFT, Pick(number=3))
    assert (match.view(None), match.turn, match.awaits, match.sealed) == before


def test_checking_a_move_does_not_make_it() -> None:
    match = Match(Three(), "s")
    match.check(LEFT, Pick(number=1))
    assert not match.sealed
    with pytest.raises(IllegalMove):
        match.check(LEFT, Pick(number=2))


async def test_everybody_awaited_is_asked_at_once() -> None:
    match = Match(Three(), "s")
    asked: set[Seat] = set()
    everybody = asyncio.Event()

    async def ask(seat: Seat, view: Any, complaint: str | None) -> Pick:
        assert complaint is None
        assert len(view.turns) == match.turn
        asked.add(seat)
        if len(asked) == 3:
            everybody.set()
        await everybody.wait()
        return Pick(number=seat * 2 + 1)

    players: dict[Seat, Any] = {seat: CallbackPlayer(seat, ask) for seat in match.seats}
    await asyncio.wait_for(play(match, players), PATIENCE)
    assert match.view(None).turns == (((LEFT, 1), (MIDDLE, 3), (RIGHT, 5)),) * 3


async def test_a_move_is_noted_before_it_takes_effect_and_told_after() -> None:
    match = Match(Three(), "s")
    heard: list[tuple[str, Seat, int, bool]] = []

    def moved(seat: Seat, move: Pick, account: MoveDetails) -> None:
        assert move == Pick(number=1)
        assert account.attempts == 1
        assert account.seconds >= 0
        heard.append(("moved", seat, match.turn, seat in match.awaits))

    def played(seat: Seat) -> None:
        heard.append(("played", seat, match.turn, seat in match.awaits))

    players: dict[Seat, Any] = {seat: ScriptedPlayer([Pick(number=1)] * 3) for seat in match.seats}
    await play(match, players, before_move=moved, after_move=played)
    assert len(heard) == 18
    for before, after in zip(heard[::2], heard[1::2], strict=True):
        assert before[0] == "moved"
        assert before[3]
        assert after[:2] == ("played", before[1])
        last = after[2] == before[2] + 1
        assert after[3] == (last and after[2] < 3)


async def test_a_half_finished_turn_asks_only_who_is_left() -> None:
    match = Match(Three(), "s")
    match.submit(MIDDLE, Pick(number=7))
    first: ScriptedPlayer[ThreeView, Pick] = ScriptedPlayer([Pick(number=1)] * 3)
    players: dict[Seat, Any] = {
        LEFT: first,
        MIDDLE: ScriptedPlayer([Pick(number=9)] * 2),
        RIGHT: ScriptedPlayer([Pick(number=1)] * 3),
    }
    await play(match, players)
    assert [dict(turn)[MIDDLE] for turn in match.view(None).turns] == [7, 9, 9]


async def test_a_match_that_is_over_asks_nobody() -> None:
    match = Match(Three(), "s")
    for _ in range(3):
        for seat in match.seats:
            match.submit(seat, Pick(number=1))
    await play(match, {})
    assert match.score == {LEFT: 0.0, MIDDLE: 0.0, RIGHT: 0.0}
