"""Fields of the type `Seat` are shown as players, wherever views are shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from engine.defaults.narration import narrate_fields
from engine.frozen_model import FrozenModel
from engine.seat import Seat
from engine.value_text import format_value, list_values
from screens.games.default_board import ViewFields
from screens.games.field_text import list_fields
from screens.players.seat_names import SeatNames
from tui.plain.game import list_untold

SEATS = ("giver", "p2", "p3")
NAMES = SeatNames(SEATS, ("Ada", "Ben", "Cleo"))

type Place = Seat


class Trick(FrozenModel):
    taker: Seat | None
    card: int


@dataclass(frozen=True)
class Vote:
    voter: Seat
    number: int


class Shown(FrozenModel):
    seat: Seat | None = None
    leader: Place = Seat(0)
    number: int = 0
    nobody: Seat | None = None
    dealer: Annotated[Seat | None, Field(description="who deals")] = Seat(2)
    order: tuple[Seat, ...] = (Seat(1), Seat(0))
    pair: tuple[Seat, int] = (Seat(1), 1)
    scores: Mapping[Seat, int] = Field(default_factory=lambda: {Seat(1): 2})
    tricks: tuple[Trick, ...] = (Trick(taker=Seat(2), card=2), Trick(taker=None, card=0))
    votes: tuple[Vote, ...] = (Vote(Seat(0), 1),)


def test_seats_have_their_names_and_numbers_stay() -> None:
    assert dict(list_values(Shown(), SEATS))["pair"] == ("p2", 1)
    assert format_value(Shown(), SEATS) == (
        "seat -, leader giver, number 0, nobody -, dealer p3, order p2, giver, pair p2, 1, "
        "scores p2 2, tricks taker p3, card 2, taker -, card 0, votes voter giver, number 1"
    )
    assert "leader 0" in format_value(Shown()), "data keeps the index"


def test_the_default_table_names_players() -> None:
    table = "\n".join(line.plain for line in ViewFields(NAMES, Shown()).layout_lines(80))
    for shown in ("Ada", "Cleo", "Ben, Ada"):
        assert shown in table
    assert [line.split() for line in table.split("\n") if "Cleo" in line][-1][-2:] == ["Cleo", "2"]
    assert dict(list_fields(Shown(), NAMES))["Tricks 1"] == "taker: Cleo, card: 2"


def test_the_default_lines_name_seats() -> None:
    told = narrate_fields(None, Shown(), SEATS)  # type: ignore[arg-type]
    assert "Leader: giver." in told
    assert "Tricks: taker p3, card 2." in told


def test_private_lines_of_earlier_rounds_keep_their_context() -> None:
    lines = ("Round 1.", "The word is pie.", "Ada passes.", "Round 2.", "The word is jam.")
    public = {"Round 1.", "Ada passes.", "Round 2."}
    assert list_untold(lines, public, public) == lines
    assert list_untold(lines, {*public, "The word is pie."}, public) == ("The word is jam.",)
    assert list_untold(lines[2:], {"Round 2."}, public) == ("Ada passes.", "The word is jam.")
    assert list_untold(lines, {*lines}, public) == ()
