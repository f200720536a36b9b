"""What games bring to the screen: the signatures, and the defaults for what a game leaves out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from pydantic import Field
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button

from engine.count_text import spell_number
from engine.frozen_model import FrozenModel
from engine.game import Game
from engine.games.catalog import CATALOG
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.seat_codes import SEAT_CODE, split_seat_codes
from engine.table_sizes import list_sizes
from engine.view import Choices, View
from screens.forms.confirmation import ConfirmDialog
from screens.games.board import NamedLines
from screens.games.default_board import ViewFields
from screens.games.field_text import format_value, list_fields
from screens.games.line_form import LineForm
from screens.games.ui import GameUI, load_game_ui
from screens.players.seat_names import SeatNames
from screens.widgets.celebration import Celebration
from tests.looking import Opened, appears, frame, in_front, until

NAMES = SeatNames(("p1", "p2"), ("Ada", "[b]Ben"))


@pytest.mark.parametrize("game", CATALOG)
def test_a_game_defines_nothing_that_no_screen_asks_for(game: str) -> None:
    """A name with a slip in it would be passed over, and the default taken."""
    own = {name for name in vars(type(load_game_ui(game))) if not name.startswith("_")}
    assert own <= set(vars(GameUI))


@pytest.mark.parametrize("game", CATALOG)
def test_line_ups_fill_the_seats_and_count_them(game: str) -> None:
    definition, ui = CATALOG[game], load_game_ui(game)
    for size, options in list_sizes(definition, ui.new_game_options).items():
        seats = definition.parse_seats({**ui.new_game_options, **options})
        line_ups = ui.list_lineups(seats)
        assert len(line_ups) >= (2 if definition.brings("create_baseline") else 1)
        for name, line_up in line_ups.items():
            assert tuple(line_up) == seats
            if all(map(SEAT_CODE.fullmatch, seats)):
                people = sum(parse_spec(spec).is_human for spec in line_up.values())
                for number, noun in ((people, "p"), (size - people, "machine")):
                    said = f"{spell_number(number)} {noun}" in name.lower()
                    assert said == bool(number)


class Rows(FrozenModel):
    """Options of the tiny game."""

    rows: int = Field(default=3, ge=1, le=9)
    """How many rows there are."""


class Taken(FrozenModel):
    """Take from a row."""

    seat: int
    row: int


class Word(FrozenModel):
    """Say a word."""

    word: str


class Nim(View[Taken]):
    """A view of the tiny game."""

    seat: Seat | None
    awaited: tuple[Seat, ...] = (Seat(0),)
    options: Rows = Rows()
    number: int
    heap: tuple[int, ...]
    moves: tuple[Taken, ...] = ()
    last_word: str = ""
    outcome: str | None = None

    def list_moves(self) -> Mapping[type[Taken], Choices]:
        return {Taken: {}}


class Tiny(Game[Rows, None, Nim, Taken]):
    title = "Tiny"
    summary = "Take from a row; whoever takes last loses."

    @classmethod
    def list_seats(cls, options: Rows) -> tuple[str, ...]:  # noqa: ARG003
        return ("p1", "p2")

    def deal(self, rng: Random) -> None:
        raise NotImplementedError

    def awaits(self, state: None) -> tuple[Seat, ...]:
        raise NotImplementedError

    def view(self, state: None, seat: Seat | None) -> Nim:
        raise NotImplementedError

    def play(self, state: None, moves: Mapping[Seat, Taken], rng: Random) -> None:
        raise NotImplementedError

    def score(self, state: None) -> Mapping[Seat, float]:
        raise NotImplementedError


TAKEN = (Taken(seat=0, row=1), Taken(seat=1, row=2))
VIEW = Nim(seat=None, number=2, heap=(3, 0, 1), moves=TAKEN, last_word="[red]Yours")


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without screens of its own."""
    monkeypatch.setitem(CATALOG, "tiny", Tiny)
    monkeypatch.setattr(Tiny, "name", "tiny")


@pytest.mark.usefixtures("tiny")
def test_rules_and_line_ups_come_from_the_definition() -> None:
    loaded = load_game_ui("tiny")
    assert loaded.rules.startswith("# Tiny\n\nTake from a row")
    assert "**rows** (a whole number from 1 to 9; 3): How many rows there are." in loaded.rules
    seats = ("p1", "p2")
    line_ups = loaded.list_lineups(seats)
    assert line_ups == {"Two people": {"p1": "human", "p2": "human"}}, "no baseline"


@pytest.mark.usefixtures("tiny")
def test_a_round_is_revealed_when_it_ends_and_the_headline_tells_the_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded = load_game_ui("tiny")
    after = VIEW.model_copy(update={"moves": (*VIEW.moves, Taken(seat=0, row=2))})
    assert loaded.create_reveal(VIEW, after, NAMES) is None, "nothing is listed as rounds"
    monkeypatch.setattr(Tiny, "listed", "moves")
    assert loaded.create_reveal(VIEW, VIEW, NAMES) is None
    reveal: Any = loaded.create_reveal(VIEW, after, NAMES)
    told = reveal.content_lines.layout_lines(80)
    assert [line.plain for line in told] == ["Moves: seat 0, row 2."]
    headline = loaded.build_headline(VIEW, NAMES)
    assert (headline.when, headline.large) == ("Round 2", ("[red]Yours",))


@pytest.mark.usefixtures("tiny")
async def test_the_board_lists_what_is_public_in_rows() -> None:
    class Table(Screen[None]):
        def compose(self) -> ComposeResult:
            self.board = load_game_ui("tiny").create_board(NAMES)
            yield self.board

        def on_mount(self) -> None:
            self.board.show(VIEW)

    app: Opened[Any] = Opened(Table)
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "[red]Yours")
        lines = [line.split() for line in frame(app).splitlines() if line.strip()]
        assert ["Heap", "3,", "0,", "1"] in lines
        assert lines[lines.index(["Moves", "Seat", "Row"]) + 2] == ["1", "2"]
        assert not any(line[0] == "Seat" for line in lines)


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    ("score", "outcome", "said"),
    [
        ({Seat(0): 0.0, Seat(1): 1.0}, "p2", "▲ [b]Ben wins"),
        ({Seat(0): 0.5, Seat(1): 0.5}, "draw", "A draw"),
        ({Seat(0): 2.0, Seat(1): 2.0}, None, "● Ada & ▲ [b]Ben win"),
        ({Seat(0): 0.0, Seat(1): 0.0}, None, "Lost"),
    ],
)
async def test_the_result_names_the_winners_by_the_score(
    score: dict[Seat, float], outcome: str | None, said: str
) -> None:
    class Account(Screen[None]):
        def compose(self) -> ComposeResult:
            view = VIEW.model_copy(update={"outcome": outcome})
            yield load_game_ui("tiny").create_result(view, NAMES, score)

    app: Opened[Any] = Opened(Account)
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Heap")
        assert app.screen.query_one(Celebration).plain == said
        assert f"Ada {score[Seat(0)]:g}" in frame(app)
        assert "Heap" in frame(app)


class Heights(NamedLines[Nim]):
    """Lines of a game's own."""

    def list_lines(self, view: Nim) -> Iterator[Content]:
        yield Content(f"{len(view.heap)} heaps")


@pytest.mark.usefixtures("tiny")
def test_the_result_has_the_lines_of_the_table_if_the_game_writes_them() -> None:
    class TinyUI(GameUI[Nim, Taken]):
        table_lines = Heights

    result: Any = TinyUI(Tiny).create_result(VIEW, NAMES, {Seat(0): 0.0, Seat(1): 1.0})
    assert [line.plain for line in result.parts[-1].layout_lines(80)] == ["3 heaps"]


@dataclass(frozen=True)
class Scored:
    """A view with points by seat."""

    points: tuple[float, ...]


def test_points_have_the_players_names() -> None:
    assert dict(list_fields(Scored((3, 0.5)), NAMES)) == {"Points": "Ada 3, [b]Ben 0.5"}
    (line,) = ViewFields(NAMES, Scored((3, 0.5))).layout_lines(80)
    assert line.plain.split() == ["Points", "Ada", "3,", "[b]Ben", "0.5"]


class RowForm(LineForm[Nim, Taken]):
    """A whole form, as a new game would write it."""

    LABEL = "Row"
    MAX_LENGTH = 3
    APPROVAL = "This row has something."
    REVIEW_TITLE = "Take from it?"
    AUDIENCE = "Everybody sees it."

    def build_question(self) -> Content:
        return Content("Take one from which row?")

    def build_move(self, line: str) -> Taken:
        return Taken(seat=self.seat, row=int(line) if line.isdecimal() else 0)

    def compose_below(self) -> ComposeResult:
        yield Button("Take from the first", id="first", action="screen.first")

    def action_first(self) -> None:
        self.confirm(Taken(seat=self.seat, row=1), "Take from the first?", [], self.AUDIENCE)


def find_row_fault(view: Nim, move: Taken) -> str | None:
    fits = 1 <= move.row <= len(view.heap) and view.heap[move.row - 1]
    return None if fits else f"Row {move.row} is empty."


def opened_form() -> Opened[Taken | None]:
    return Opened(
        lambda: RowForm(VIEW.model_copy(update={"seat": 1}), NAMES, find_row_fault, "Too late.")
    )


async def test_a_short_form_shows_the_view_judges_reviews_and_sends() -> None:
    app = opened_form()
    async with app.run_test(size=(80, 24)) as pilot:
        form = await in_front(pilot, RowForm)
        text = frame(app)
        for shown in ("[b]Ben  Take one from which row?", "✗ Refused: Too late.", "Heap"):
            assert shown in text
        await pilot.press("2")
        await appears(pilot, "✗ Row 2 is empty.")
        await pilot.press("enter")
        assert app.screen is form
        await pilot.press("backspace", "3")
        await appears(pilot, "✓ This row has something.")
        await pilot.press("enter")
        await appears(pilot, "Take from it?")
        await pilot.press("enter")
        await until(pilot, lambda: app.answers)
    assert app.answers == [Taken(seat=1, row=3)]


class Pick(FrozenModel):
    number: int


class WordForm(LineForm[Nim, Word]):
    """A form whose move is not what was typed."""

    LABEL = "Word"

    def build_question(self) -> Content:
        return Content("Which word?")

    def build_move(self, line: str) -> Word:
        return Word(word=line.lower())


def test_a_number_is_read_as_one_and_reviewed_without_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class PickForm(LineForm[Nim, Pick]):
        MOVE = Pick

    def find_fault(_view: Nim, move: Pick) -> str | None:
        return None if move.number < 10 else "Pick less than 10."

    form = PickForm(VIEW.model_copy(update={"seat": 1}), NAMES, find_fault, None)
    faults = {}
    for typed in ("7", "70", "seven", ""):
        monkeypatch.setattr(PickForm, "text", typed)
        faults[typed] = form.find_fault()
    assert list(faults.values()) == [None, "Pick less than 10.", *["Type a whole number."] * 2]
    assert form.format_move(form.build_move("7")) == "7"
    assert (form.label, form.approval, form.review_title) == (
        *("Number", "This is a legal move.", "Send this?"),
    )


def test_a_player_is_typed_and_shown_by_name_where_the_move_has_the_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class VoteForm(LineForm[Nim, Word]):
        MOVE = Word
        ASKS_FOR_PLAYER = True

    def find_fault(_view: Nim, move: Word) -> str | None:
        return None if move.word in ("p1", "p2") else "Name one of p1, p2."

    form = VoteForm(VIEW.model_copy(update={"seat": 1}), NAMES, find_fault, None)
    monkeypatch.setattr(VoteForm, "text", "ada")
    assert form.find_fault() is None
    assert form.build_move("ada") == Word(word="p1")
    assert form.format_move(Word(word="p1")) == "Ada"
    assert form.approval == "This is a legal move."
    VoteForm.ASKS_FOR_PLAYER = False
    form = VoteForm(VIEW.model_copy(update={"seat": 1}), NAMES, find_fault, None)
    assert (form.label, form.approval) == ("You say", "This can be said.")
    VoteForm.ASKS_FOR_PLAYER = True
    monkeypatch.setattr(VoteForm, "text", "Bob")
    assert form.find_fault() == "Name one of Ada, [b]Ben."


async def test_the_review_shows_the_move_that_is_sent() -> None:
    app: Opened[Word | None] = Opened(
        lambda: WordForm(
            VIEW.model_copy(update={"seat": 1}), NAMES, lambda _view, _move: None, None
        )
    )
    async with app.run_test(size=(80, 24)) as pilot:
        form = await in_front(pilot, WordForm)
        assert form.format_move(Word(word="x")) == "x"
        await pilot.press(*"COLT", "enter")
        await appears(pilot, "Send this?")
        await in_front(pilot, ConfirmDialog)
        assert "colt" in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers)
    assert app.answers == [Word(word="colt")]


def test_values_are_formatted_as_plain_text() -> None:
    assert format_value(None) == "-"
    assert format_value((1, None)) == "1, -"
    assert format_value({"p1": None}) == "p1: -"
    assert format_value(Taken(seat=1, row=2)) == "seat: 1, row: 2"
    assert ("Outcome", "Ada, [b]Ben") in list_fields(
        VIEW.model_copy(update={"outcome": "p1, p2"}), NAMES
    )
    players = {"p1": "Ada", "p2": "Ben"}
    assert format_value(("p1, p2", "p1 lies"), players) == "Ada, Ben, p1 lies"


@dataclass(frozen=True)
class Mark:
    player: str
    guess: str | None


@dataclass(frozen=True)
class Round:
    clue: str
    marks: tuple[Mark, ...]


def test_rounds_are_laid_out_in_rows() -> None:
    marks = (Mark("p1", None), Mark("p2", "pie"))
    view = VIEW.model_copy(update={"moves": (Round("sweet", marks), Round("x " * 40, marks))})
    wide, narrow = (
        [line.plain.rstrip() for line in ViewFields(NAMES, view).layout_lines(width)]
        for width in (60, 24)
    )
    words = [line.split() for line in wide]
    start = words.index(["Moves", "1", "Clue", "sweet"])
    assert words[start + 1 : start + 4] == [
        ["Marks", "Player", "Guess"],
        ["Ada", "-"],
        ["[b]Ben", "pie"],
    ]
    assert words[start + 4][:3] == ["Moves", "2", "Clue"]
    assert all(len(line) <= 24 for line in narrow)
    flat = VIEW.model_copy(update={"moves": marks})
    lines = [line.plain.split() for line in ViewFields(NAMES, flat).layout_lines(60)]
    assert ["Moves", "Player", "Guess"] in lines
    assert ["Ada", "-"] in lines


def test_players_stand_for_the_codes_of_seats_but_not_in_what_is_quoted() -> None:
    told = 'p2 says “p1 lies” and "p1 \\"too\\" p2" to p1, not to p3.'
    assert (
        NAMES.format_plain_sentence(told)
        == '[b]Ben says “p1 lies” and "p1 \\"too\\" p2" to Ada, not to p3.'
    )
    assert NAMES.format_sentence(told).plain == told.replace("p2 says", "▲ [b]Ben says").replace(
        "to p1,", "to ● Ada,"
    )
    assert NAMES.format_player("p2") == NAMES.format_player(Seat(1))
    decisive = tuple(split_seat_codes(told, ("p1", "p2")))
    assert decisive[1] == Seat(1)
    assert NAMES.format_plain_parts(decisive) == NAMES.format_plain_sentence(told)


async def test_enter_presses_another_button_of_a_form() -> None:
    app = opened_form()
    async with app.run_test(size=(80, 24)) as pilot:
        form = await in_front(pilot, RowForm)
        form.query_one("#first").focus()
        await pilot.press("enter")
        await appears(pilot, "Take from the first?")
        await pilot.press("enter")
        await until(pilot, lambda: app.answers)
    assert app.answers == [Taken(seat=1, row=1)]
