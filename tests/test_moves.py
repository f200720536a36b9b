"""Moves as JSON: what is read back, and what is refused with a sentence."""

import pytest

from engine.frozen_model import FrozenModel
from engine.move_json import BadMove, decode_move, encode_move


class Stop(FrozenModel):
    pass


class Card(FrozenModel):
    name: str
    marked: bool = False


class Bid(FrozenModel):
    amount: int
    cards: tuple[Card, ...] = ()


KINDS = (Stop, Bid)
MOVES = (
    Stop(),
    Bid(amount=3),
    Bid(amount=0, cards=(Card(name="a", marked=True), Card(name="b"))),
)


@pytest.mark.parametrize("move", MOVES)
def test_moves_are_read_back(move: object) -> None:
    assert decode_move(KINDS, encode_move(move)) == move


def test_a_move_without_fields_is_an_empty_object() -> None:
    assert encode_move(Stop()) == {"Stop": {}}
    wrong: tuple[object, ...] = (None, [], True)
    for fields in wrong:
        with pytest.raises(BadMove, match=r"^Stop must be a table"):
            decode_move(KINDS, {"Stop": fields})


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"Stop": {"nonsense": 1}}, "Stop: There is no field 'nonsense'"),
        ({"Bid": {"amount": 1, "more": 2}}, "Bid: There is no field 'more'"),
        (
            {"Bid": {"amount": 1, "cards": [{"name": "a", "hue": 1}]}},
            "Bid.cards.1: There is no field 'hue'",
        ),
        ({"Bid": {"amount": True}}, "Bid.amount: true is not allowed"),
        ({"Bid": {"amount": False}}, "Bid.amount: false is not allowed"),
        ({"Bid": {"amount": 1.5}}, "Bid.amount must be a whole number"),
    ],
)
def test_what_the_kind_does_not_have_is_refused(data: object, sentence: str) -> None:
    with pytest.raises(BadMove) as caught:
        decode_move(KINDS, data)
    assert str(caught.value).startswith(sentence)


def test_a_whole_number_may_have_a_point() -> None:
    """JSON has one type of number, and some languages write 1 as 1.0."""
    assert decode_move(KINDS, {"Bid": {"amount": 1.0}}) == Bid(amount=1)
