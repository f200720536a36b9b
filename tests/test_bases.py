"""What games get from `engine.games.bases`: views, turns, secret options, refused material."""

from collections.abc import Iterable, Mapping
from dataclasses import FrozenInstanceError, field
from functools import partial
from random import Random
from typing import Annotated, Any

import pytest

from engine.game import Seat
from engine.games.bases import Frozen, Note, Rules, TableView, list_seats, moves_alone
from engine.games.default_parts import list_new_lines
from engine.games.definition import GameDefinition
from engine.llm.prompt import compose_prompt, describe_answer
from engine.match import Match
from engine.options import OptionError


class Options(Frozen):
    players: Annotated[int, Note("How many play.", 2, 4)] = 2
    word: Annotated[str, Note("A word of your own.", secret=True)] = ""


class Bid(Frozen):
    number: int


class View(TableView[Options, Bid]):
    bids: tuple[int, ...]

    def list_moves(self) -> tuple[type[Bid], ...]:
        return (Bid,)

    def find_fault(self, move: Bid) -> str | None:
        return None if move.number > 0 else "Bid more than nothing."


class State(Frozen):
    limit: int
    bids: tuple[int, ...] = ()


class Auction(Rules[Options, State, View, Bid]):
    """All bid at once; chance decides what may be bid."""

    words: tuple[str, ...] = field(default=())

    @property
    def seats(self) -> tuple[str, ...]:
        return ("a", "b", "c", "d")[: self.options.players]

    def deal(self, rng: Random) -> State:
        return State(rng.randrange(100))

    def find_turn(self, state: State) -> Seat | frozenset[Seat] | None:
        return None if state.bids else self.everybody

    def view(self, state: State, seat: Seat | None) -> View:
        return View(**self.start_view(state, seat, "bids"))

    def play_moves(self, state: State, moves: Mapping[Seat, Bid]) -> State:
        return State(state.limit, tuple(moves[seat].number for seat in sorted(moves)))

    def count_points(self, state: State) -> tuple[int, ...]:
        return tuple(int(bid == max(state.bids)) for bid in state.bids)


GAME = GameDefinition(
    rules=Auction,
    title="Auction",
    summary="Bid.",
    draw_material=lambda _options, _rng: {"words": ["pear"]},
)


def test_the_definition_takes_from_the_rules_what_it_is_not_given() -> None:
    assert (GAME.name, GAME.options_type, GAME.move_types) == ("tests", Options, (Bid,))
    assert GAME.package == "tests"
    assert GAME.parse_seats({"players": "3"}) == ("a", "b", "c")


def test_seats_move_at_once_and_what_they_may_do_depends_on_their_view() -> None:
    game = GAME.create_game(Options(players=3), {"words": ["pear"]})
    match = Match(game, "1")
    assert match.view(Seat(1)).awaited == (0, 1, 2)
    assert game.moves(match.view(None)) == ()
    assert game.fault(match.view(None), Bid(1)) == "This is not the moment for that."
    assert game.fault(match.view(Seat(0)), Bid(0)) == "Bid more than nothing."
    assert match.score is None
    for seat in (2, 0, 1):
        match.submit(Seat(seat), Bid(seat + 1))
    assert match.view(None).bids == (1, 2, 3)
    assert match.view(None).over
    assert match.score == {0: 0.0, 1: 0.0, 2: 1.0}


def test_players_are_numbered_tied_and_named_as_winners() -> None:
    class Numbered(Auction):
        seats = Rules.seats

    game: Any = Numbered(Options(players=3), ())
    assert list_seats(Numbered, Options(players=4)) == ("p1", "p2", "p3", "p4")
    assert game.view(State(1), None).seats == game.seats == ("p1", "p2", "p3")
    found = {(): None, (1, 2, 1): "p2", (2, 1, 2): "p1, p3", (1, 1, 1): "draw"}
    assert {bids: game.find_outcome(State(1, bids)) for bids in found} == found

    class Lost(Numbered):
        def count_points(self, state: State) -> tuple[int, ...]:  # noqa: ARG002
            return (0, 0, 0)

    lost: Any = Lost(Options(players=3), ())
    assert lost.find_outcome(State(1, (1, 1, 1))) == "nobody"

    class Team(Numbered):
        is_cooperative = True

        def find_turn(self, state: State) -> Seat | None:
            return None if state.bids else Seat(0)

    team: Any = Team(Options(players=3), ())
    assert team.find_outcome(State(1, (1, 1, 1))) == "everybody"
    assert team.awaits(State(1)) == {0}
    assert team.play(State(1), {Seat(0): Bid(4)}, Random(1)).bids == (4,)
    assert moves_alone(Team)
    assert not moves_alone(Numbered)

    class Own(TableView[Options, Bid]):
        seats: tuple[str, ...]

    assert Own(None, (), Options(), seats=("north", "south")).seats == ("north", "south")

    class Unnamed(Rules[Frozen, State, View, Bid]):
        pass

    with pytest.raises(NotImplementedError, match=r"^Unnamed names no seats: write `seats`, or"):
        list_seats(Unnamed, Frozen())


def test_a_match_begins_with_the_material_and_views_take_points_and_outcome_from_the_rules() -> (
    None
):
    class Deal(Frozen):
        words: tuple[str, ...]

    class Pile(Deal):
        limit: int = 3

    class Table(TableView[Options, Bid]):
        words: tuple[str, ...]
        limit: int
        points: tuple[int, ...]
        outcome: str | None

    class Cards(Rules[Options, Pile, Table, Bid], Deal):
        """The rules and the state share the base that declares the material."""

        def find_turn(self, state: Pile) -> Seat | None:
            return Seat(0) if state.limit else None

        def view(self, state: Pile, seat: Seat | None) -> Table:
            return Table(**self.start_view(state, seat, "words", "limit", "points", "outcome"))

        def count_points(self, state: Pile) -> tuple[int, ...]:
            return (state.limit, 1)

    game: Any = GameDefinition("Cards", "Sum.", lambda *_: {}, Cards).create_game(
        Options(), {"words": ["ace"]}
    )
    assert game.start_match() == Pile(("ace",))
    first, last = game.view(game.start_match(), Seat(1)), game.view(Pile((), 0), None)
    assert (first.words, first.points, first.outcome) == (("ace",), (3, 1), None)
    assert (last.points, last.outcome) == ((0, 1), "p2")
    assert (first.seat_name, last.seat_name) == ("p2", "")


def test_options_that_may_name_a_secret_are_in_no_view() -> None:
    game = GAME.create_game(Options(word="Quarkfennel"), {"words": []})
    for seat in (Seat(0), None):
        assert "Quarkfennel" not in repr(Match(game, "1").view(seat))


@pytest.mark.parametrize(
    "material", [{}, {"words": [1]}, {"words": "pear"}, {"words": ["pear"], "more": 1}]
)
def test_material_of_other_names_or_types_is_refused_and_not_quoted(material: Any) -> None:
    with pytest.raises(OptionError, match=r"^the material of tests is not its own: words\.$"):
        GAME.create_game(Options(), material)


def test_a_match_is_told_by_lines_and_its_end_by_the_report() -> None:
    def list_lines(view: View) -> Iterable[str]:
        yield "It begins."
        yield from (f"Bid {bid}." for bid in view.bids)

    def build_report(view: View) -> dict[str, Any]:
        over = len(view.bids) > 1
        return {"outcome": "p1, p2" if over else None, "reason": "two bids" if over else None}

    tell = partial(list_new_lines, list_lines, build_report=build_report)
    none, one, two = (View(None, (), Options(), bids=(4, 5)[:count]) for count in range(3))
    assert tell(before=None, after=one) == ["It begins.", "Bid 4."]
    assert tell(before=none, after=one) == ["Bid 4."]
    assert tell(before=one, after=one) == []
    assert tell(before=one, after=two) == ["Bid 5.", "p1 and p2 have won: two bids."]


def test_the_form_of_an_answer_follows_from_the_kinds_of_move() -> None:
    class Pass(Frozen):
        pass

    assert describe_answer((Bid,)) == (
        'Answer with one JSON object and nothing else:\n{"thoughts": "...", "number": 0}'
    )
    assert describe_answer((Bid, Pass)) == (
        "Answer with one JSON object and nothing else, one of these:\n"
        '{"thoughts": "...", "move": {"kind": "Bid", "number": 0}}\n'
        '{"thoughts": "...", "move": {"kind": "Pass"}}'
    )
    assert compose_prompt((Pass,), ("Rules.",), ("Table.", "Pass?")).user == "Table.\n\nPass?"


def test_what_is_frozen_compares_by_value_and_takes_no_other_value() -> None:
    assert Bid(3) == Bid(3)
    with pytest.raises(FrozenInstanceError):
        Bid(3).number = 4  # type: ignore[misc]
