"""Undercover's screens, played by keys and by mouse, and searched for leaks."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.containers import Vertical, VerticalScroll
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.games.undercover.moves import Accuse, Describe
from engine.games.undercover.options import Options
from engine.games.undercover.rules import State, Undercover
from engine.games.undercover.view import Line, Role, Round, View, find_line_fault, find_vote_fault
from engine.journal.reader import read_record
from engine.match import Match
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.curtain import Curtain
from screens.forms.confirmation import ConfirmDialog
from screens.games.ui import load_game_ui
from screens.games.undercover.board import UndercoverBoard, UndercoverTurn
from screens.games.undercover.discussion import Discussion
from screens.games.undercover.forms import SpeakerForm, VoterForm
from screens.games.undercover.player_panels import PlayerPanels
from screens.games.undercover.reveal import UndercoverReveal, order_ballots
from screens.players.seat_names import SeatNames
from screens.result import ResultScreen
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from screens.widgets.celebration import Celebration
from tests.looking import (
    SIZES,
    Opened,
    appears,
    draws_letters,
    frame,
    in_front,
    open_seat_form,
    until,
)
from tests.readable_letters import make_letters_readable
from tests.samples import everyone, turns
from tests.samples.undercover import SAMPLE as UNDERCOVER

ui = load_game_ui("undercover")

SMALL = (80, 24)
PLAIN = (80, 21)
"""A screen on which the verdict of five players is not in large letters."""
NAMES = SeatNames(("p1", "p2", "p3", "p4", "p5"), ("Ada", "Ben", "word2vec", "glove", "word2vec"))
WORD, OTHER = "Quarkfennel", "Zephyrmollusk"
ROLES = (Role.CIVILIAN, Role.UNDERCOVER, Role.CIVILIAN, Role.UNDERCOVER, Role.CIVILIAN)


def dealt(roles: tuple[Role, ...] = ROLES, **options: Any) -> tuple[Undercover, State]:
    """A game of known roles, spoken in table order."""
    asked = Options(
        players=len(roles), undercover=roles.count(Role.UNDERCOVER), order="fixed", **options
    )
    words = tuple(OTHER if role is Role.UNDERCOVER else WORD for role in roles)
    return Undercover(pair=(WORD, OTHER), options=asked), State(
        words, roles, tuple(map(Seat, range(len(roles))))
    )


def on(game: Undercover, state: State, *moves: Describe | dict[int, int]) -> State:
    """The same after these lines and votes, seats counted from 1."""
    for move in moves:
        turn: dict[Seat, Any] = (
            {Seat(one - 1): Accuse(seat=f"p{other}") for one, other in move.items()}
            if isinstance(move, dict)
            else {min(game.awaits(state)): move}
        )
        assert set(turn) == {*game.awaits(state)}
        state = game.play(state, turn, Random(0))
    return state


def lines(count: int, first: int = 0, long: bool = False) -> list[Describe]:
    """So many descriptions, each as long as may be if that is wanted."""
    tail = " and goes on and on".ljust(170, "!") if long else ""
    return [Describe(line=f"It is line {number}{tail}") for number in range(first, first + count)]


RING = {1: 2, 2: 3, 3: 4, 4: 5, 5: 1}
"""A tie of all."""
AGAINST_2 = {1: 2, 2: 1, 3: 2, 4: 2, 5: 2}


def speaking() -> View:
    """The view of p1, who is to speak in round 2."""
    game, state = dealt()
    return game.view(on(game, state, *lines(5), RING), Seat(0))


def voting(**options: Any) -> View:
    """The view of p1, who is to vote in round 2, when p2 is out."""
    game, state = dealt(**options)
    return game.view(on(game, state, *lines(5), AGAINST_2, *lines(4, 5)), Seat(0))


def fault(view: View, move: Any) -> str | None:
    """The rules."""
    return (
        find_line_fault(view, move.line)
        if isinstance(move, Describe)
        else find_vote_fault(view, move.seat)
    )


def asking(
    view: View,
    judge: Callable[[Any, Any], str | None] = fault,
    complaint: str | None = None,
    names: SeatNames = NAMES,
) -> Opened[Any]:
    """The app with the screen of `view` in it."""
    return Opened(lambda: open_seat_form(ui, view, names, judge, complaint))


class Public(Screen[None]):
    """A board, news or a result on a screen."""

    def __init__(self, widget: Widget, *, scroll: bool = False) -> None:
        super().__init__()
        self.widget = widget
        self.scroll = scroll

    def compose(self) -> Any:
        yield VerticalScroll(self.widget) if self.scroll else Vertical(self.widget)


def everything(pilot: Pilot[Any]) -> str:
    """All that a person nearby could read, wherever it stands."""
    app = pilot.app
    tips = " ".join(str(widget.tooltip) for widget in app.screen.query(Widget) if widget.tooltip)
    notes = " ".join(note.message + note.title for note in app._notifications)
    return frame(app) + app.title + app.sub_title + app.clipboard + tips + notes


# Speaking.


async def test_in_the_first_round_everybody_reads_that_somebody_has_another_word() -> None:
    app = asking(speaking().model_copy(update={"number": 1}))
    async with app.run_test(size=SMALL) as pilot:
        await in_front(pilot, SpeakerForm)
        assert "Two of you have a different word; nobody knows who." in frame(app)


async def test_a_line_is_typed_judged_looked_over_and_sent() -> None:
    app = asking(speaking())
    async with app.run_test(size=SMALL) as pilot:
        screen: SpeakerForm = await in_front(pilot, SpeakerForm)
        assert "Describe your word in one sentence." in frame(app)
        assert "has a different word" not in frame(app), "it was said in round 1"
        await pilot.press(*"It grows. Well")
        await appears(pilot, "✗ A description is one sentence; this has 2.")
        await pilot.press("enter")
        assert type(app.screen) is SpeakerForm
        await pilot.press(*["backspace"] * 6, *" wild")
        await appears(pilot, "✓ This can be said.")
        await pilot.press("enter")
        confirm = await in_front(pilot, ConfirmDialog)
        assert confirm.rows == (("You say", "It grows wild"),)
        await pilot.press("escape")
        await in_front(pilot, SpeakerForm)
        assert screen.text == "It grows wild"
        assert not app.answers
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Describe(line="It grows wild")])


async def test_enter_does_not_overtake_what_was_typed_before_it() -> None:
    app = asking(speaking())
    async with app.run_test(size=SMALL) as pilot:
        await in_front(pilot, SpeakerForm)
        await pilot.press(*"It grows", "enter")
        confirm = await in_front(pilot, ConfirmDialog)
        assert confirm.rows == (("You say", "It grows"),)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (f"a {WORD.lower()}", "✗ This gives away your word"),
        ("IT IS LINE 3", "✗ This was already said"),
        ("!", "✗ A description needs a word"),
        (OTHER, "✓ This can be said."),
    ],
)
async def test_a_line_is_judged_as_it_is_typed(typed: str, said: str) -> None:
    app = asking(speaking())
    async with app.run_test(size=SMALL) as pilot:
        await in_front(pilot, SpeakerForm)
        await pilot.press(*typed)
        await appears(pilot, said)


@pytest.mark.parametrize("said", [0, 1, 4])
async def test_the_own_word_is_large_to_who_describes_it_first(said: int) -> None:
    game, state = dealt()
    app = asking(game.view(on(game, state, *lines(said)), Seat(said)))
    async with app.run_test(size=SMALL) as pilot:
        await appears(pilot, "Your word (F6 hides it)")
        assert draws_letters(app)
        await pilot.press("f6")
        await appears(pilot, "F6 shows it")
        assert not draws_letters(app)
        await pilot.press("f6")
        await until(pilot, lambda: draws_letters(app))
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        assert WORD not in everything(pilot)


@pytest.mark.parametrize("view", [speaking(), voting()], ids=["speaking", "voting"])
async def test_the_own_word_is_in_sight_and_a_key_hides_it(view: View) -> None:
    app = asking(view)
    async with app.run_test(size=SMALL) as pilot:
        await appears(pilot, f"{WORD}   F6 hides it")
        await pilot.press("f6")
        await appears(pilot, "F6 shows it")
        assert WORD not in everything(pilot)
        await pilot.press("f6")
        await appears(pilot, WORD)
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        assert WORD not in everything(pilot)


async def test_the_verdict_on_a_line_does_not_show_the_hidden_word() -> None:
    app = asking(speaking())
    async with app.run_test(size=SMALL) as pilot:
        await in_front(pilot, SpeakerForm)
        await pilot.press("f6", *"Quarkfennels")
        await appears(pilot, "✗ This gives away")
        assert frame(app).count(WORD) == 1, "only where it was typed"


async def test_each_player_has_a_panel_with_statements_and_votes_and_it_scrolls() -> None:
    game, state = dealt()
    for number in range(4):
        state = on(game, state, *lines(5, 5 * number), RING)
    app = asking(game.view(state, Seat(0)))
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, SpeakerForm)
        await appears(pilot, "● Ada (you)")
        text = frame(app)
        for number in range(4):
            row = next(row for row in text.splitlines() if f"It is line {5 * number} " in row)
            assert "→ ▲ Ben  ← ★" in row
        assert "▸ speaks now" in text
        assert "It is line 19" not in text
        for _ in range(6):
            await pilot.press("pagedown")
        await appears(pilot, "It is line 19")
        assert "… speaks 5th" in frame(app)
        assert "→ voted for   ← votes from" in frame(app)
        assert screen.focused is screen.line


@pytest.mark.parametrize(("width", "columns"), [(80, 1), (100, 2), (160, 3)])
async def test_wide_screens_show_a_grid_of_panels(width: int, columns: int) -> None:
    app = asking(speaking())
    async with app.run_test(size=(width, 45)) as pilot:
        await appears(pilot, "▸ speaks now")
        row = next(row for row in frame(app).splitlines() if "● Ada (you)" in row)
        row = row.partition("→")[0]
        shown = [name for name in ("Ada", "Ben", "word2vec", "glove") if f" {name} " in row]
        assert len(shown) == columns
        assert ("╭" in row) == (columns > 1)


async def test_text_of_others_is_shown_as_it_stands() -> None:
    game, state = dealt()
    state = on(game, state, Describe(line="[red]x[/] [@click=app.bell]y"))
    names = replace(NAMES, labels=("[b]Ada", *NAMES.labels[1:]))
    for view in (game.view(state, Seat(1)), game.view(on(game, state, *lines(4)), Seat(1))):
        app = asking(view, names=names)
        async with app.run_test(size=SMALL) as pilot:
            await appears(pilot, "[red]x[/] [@click=app.bell]y")
            assert "[b]Ada" in frame(app)


# Voting.


async def test_a_vote_by_arrows_and_numbers() -> None:
    app = asking(voting())
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, VoterForm)
        await pilot.press("enter")
        assert type(app.screen) is VoterForm, "nobody is chosen"
        await appears(pilot, "✗ Choose somebody first")
        await pilot.press("right")
        assert screen.at == Seat(2)
        await pilot.press("left", "down")
        assert screen.at == Seat(2)
        await pilot.press("up")
        assert screen.at == Seat(4)
        await pilot.press("4")
        assert screen.at == Seat(3)
        for key in ("1", "2", "9"):
            await pilot.press(key)
            assert screen.at == Seat(3), "not oneself, not the dead, not who is not there"
        await pilot.press("enter")
        confirm = await in_front(pilot, ConfirmDialog)
        assert confirm.rows == (("Your vote", "glove"), ("Last line", "It is line 7"))
        await pilot.press("escape")
        await in_front(pilot, VoterForm)
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Accuse(seat="p4")])


async def test_a_vote_by_mouse() -> None:
    app = asking(voting())
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await in_front(pilot, VoterForm)
        await appears(pilot, "word2vec 2")
        region = screen.panels.find_region(Seat(4))
        await pilot.click(PlayerPanels, offset=(region.x + 5, region.y + 2))
        await until(pilot, lambda: screen.at == Seat(4))
        await pilot.click("#review")
        await in_front(pilot, ConfirmDialog)
        await pilot.click("#send")
        await until(pilot, lambda: app.answers == [Accuse(seat="p5")])


async def test_each_candidate_stands_with_all_their_lines() -> None:
    app = asking(voting())
    async with app.run_test(size=(80, 30)) as pilot:
        await in_front(pilot, VoterForm)
        await appears(pilot, "5 ★ word2vec")
        text = frame(app)
        for number in range(9):
            assert f"It is line {number}" in text
        assert "2 ▲ Ben" not in text, "nobody votes for who is out"
        assert "✗ out in round 1" in text
        assert "out: ▲ Ben" in text


async def test_those_who_are_out_have_a_digit_where_they_may_be_voted_for() -> None:
    app = asking(voting(dead_votes=True))
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, VoterForm)
        await appears(pilot, "2 ▲ Ben")
        await pilot.press("2")
        assert screen.at == Seat(1)


async def test_ten_seats_of_many_words_can_all_be_reached() -> None:
    roles = (Role.UNDERCOVER, *[Role.CIVILIAN] * 9)
    game, state = dealt(roles)
    ring = {one: one % 10 + 1 for one in range(1, 11)}
    state = on(game, state, *lines(10, long=True), ring, *lines(10, 10, long=True))
    names = SeatNames(game.seats, ("A name as long as it may", *["word2vec"] * 9))
    app = asking(game.view(state, Seat(4)), names=names)
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, VoterForm)
        await pilot.press("0")
        assert screen.at == Seat(9)
        await appears(pilot, "It is line 19")
        await pilot.press("down")
        assert screen.at == Seat(0)
        await appears(pilot, "It is line 0")
        assert "Review and send" in frame(app)


async def test_a_complaint_and_a_refusal_by_the_rules_are_shown() -> None:
    app = asking(voting(), lambda *_: "No [b]vote[/b] today.", "Not [like] so.")
    async with app.run_test(size=SMALL) as pilot:
        await appears(pilot, "✗ Refused: Not [like] so.")
        await pilot.press("3", "enter")
        await appears(pilot, "✗ Refused: No [b]vote[/b] today.")


@pytest.mark.parametrize("size", [*SIZES, (100, 30)])
@pytest.mark.parametrize("view", [speaking(), voting()], ids=["speaking", "voting"])
async def test_nothing_is_cut_off(size: tuple[int, int], view: View) -> None:
    app = asking(view)
    async with app.run_test(size=size) as pilot:
        await appears(pilot, "Review and send")
        text = frame(app)
        for words in ("● Ada", "Round 2 of 10", "F6", "F9", "Esc", "F1 Help", "It is line 0"):
            assert words in text
        for widget in app.screen.query(Widget):
            if widget.display and widget.region.area and widget.parent is not app.screen:
                assert widget.region.right <= size[0]


# What all see.


@pytest.mark.parametrize("reveal", [False, True])
async def test_news_tell_votes_and_who_goes_out(*, reveal: bool) -> None:
    game, state = dealt(reveal_role=reveal)
    before = on(game, state, *lines(5))
    after = on(game, before, AGAINST_2)
    views = [game.view(one, None) for one in (state, before, after)]
    assert isinstance(ui.create_reveal(views[0], views[1], NAMES), Discussion)
    machines = SeatNames(NAMES.seats, NAMES.labels, machines=frozenset(map(Seat, range(1, 5))))
    assert ui.create_reveal(views[0], views[1], machines) is None
    widget = ui.create_reveal(views[1], views[2], NAMES)
    assert widget is not None
    app: Opened[Any] = Opened(lambda: RoundSummary(widget))
    async with app.run_test(size=PLAIN) as pilot:
        await appears(pilot, "▲ Ben is out")
        text = everything(pilot)
        assert "██ ██ ██ ██  4" in text
        assert "● Ada, ■ word2vec, ◆ glove, ★ word2vec 2" in text
        assert "Still in the game: ● Ada" in text
        assert "▲ Ben watches from now on" in text
        assert ("undercover" in text) == reveal
        assert WORD not in text
        assert OTHER not in text
        await pilot.resize_terminal(80, 30)
        await appears(pilot, "“It is line 1”")
        assert "▲ Ben is out" not in frame(app)
        assert draws_letters(app)


async def test_a_tie_is_told_with_who_was_tied() -> None:
    game, state = dealt()
    before = on(game, state, *lines(5))
    after = on(game, before, {1: 2, 2: 1, 3: 1, 4: 2, 5: 3})
    widget = ui.create_reveal(game.view(before, None), game.view(after, None), NAMES)
    assert widget is not None
    app: Opened[Any] = Opened(lambda: RoundSummary(widget))
    async with app.run_test(size=PLAIN) as pilot:
        await appears(pilot, "Nobody goes out")
        assert "● Ada and ▲ Ben have 2 votes each." in frame(app)


async def test_votes_are_revealed_one_by_one_and_the_verdict_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("screens.widgets.gradual_reveal.PACE", 60.0)
    game, state = dealt()
    before = on(game, state, *lines(5))
    after = on(game, before, AGAINST_2)
    widget = ui.create_reveal(game.view(before, None), game.view(after, None), NAMES)
    assert isinstance(widget, UndercoverReveal)
    app: Opened[Any] = Opened(lambda: RoundSummary(widget))
    async with app.run_test(size=PLAIN) as pilot:
        await appears(pilot, "One vote after another")
        assert "██" not in frame(app)
        for stage in range(1, 6):
            widget.stage = stage
            await until(pilot, partial(shows_bars, app, stage))
            assert "votes for" in frame(app)
            assert "is out" not in frame(app)
            assert "Still in the game" not in frame(app)
        await pilot.press("x")
        await appears(pilot, "▲ Ben is out")


def test_the_decisive_votes_come_last() -> None:
    seats = [Line(Seat(seat), "") for seat in range(5)]
    votes = tuple(map(Seat, (1, 0, 1, 1, 2)))
    assert order_ballots(Round(tuple(seats), votes, Seat(1))) == [0, 1, 4, 2, 3]
    assert order_ballots(Round(tuple(seats[1:]), (None, *votes[1:]), Seat(1))) == [1, 2, 4, 3]


async def test_the_table_says_that_those_who_are_out_watch() -> None:
    game, state = dealt()
    state = on(game, state, *lines(5), AGAINST_2, *lines(2, 5))
    board = UndercoverBoard(NAMES)
    app: Opened[Any] = Opened(lambda: Public(board))
    note = "Ben is out: watch from here on, the keyboard passes you by."
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: board.is_mounted)
        board.show(game.view(state, None))
        await appears(pilot, note)
        machines = replace(NAMES, machines=frozenset({Seat(1)}))
        assert not UndercoverTurn(machines).list_watching(game.view(state, None))


async def test_the_result_opens_words_roles_talk_and_votes() -> None:
    game, state = dealt()
    state = on(game, state, *lines(5), AGAINST_2, *lines(4, 5), {1: 4, 3: 4, 4: 1, 5: 4})
    view = game.view(state, None)
    app: Opened[Any] = Opened(
        lambda: Public(ui.create_result(view, NAMES, game.score(state) or {}), scroll=True)
    )
    async with app.run_test(size=(80, 45)) as pilot:
        await appears(pilot, "the last one undercover, was voted out with 3 votes.")
        text = frame(app)
        winners = "● Ada & ■ word2vec & ★ word2vec 2 win"
        assert app.screen.query_one(Celebration).plain == winners
        for words in ("civilian", "undercover", WORD, OTHER, "out in round 1", "survived"):
            assert words in text
        for number in range(9):
            assert f"It is line {number}" in text
        assert "● Ada → ▲ Ben  ▲ Ben → ● Ada" in text
        assert "glove goes out with 3 votes." in text


@pytest.mark.parametrize("number", range(2))
async def test_no_board_and_no_news_show_what_their_eyes_may_not_know(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through everybody's eyes, from the first turn to the last."""
    make_letters_readable(monkeypatch)
    game = UNDERCOVER.games[2 * number]
    match: Match[Any, View, Any] = Match(game, f"{number}")
    names = SeatNames(game.seats, tuple(f"name{n}" for n in range(len(game.seats))))
    board = UndercoverBoard(names)
    app: Opened[Any] = Opened(lambda: Public(board))
    looked = 0
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: board.is_mounted)
        for step in turns(match, UNDERCOVER, Random(number)):
            if step.score is not None or step.turn > 25:
                break
            for seat in everyone(step):
                board.show(step.view(seat))
                await pilot.pause()
                hidden, shown = UNDERCOVER.hidden(step._state, seat), everything(pilot)
                looked += len(hidden)
                assert not [word for word in hidden if word in shown]
    assert looked > 50


async def test_a_seat_that_is_out_sees_what_is_public_and_its_own_word() -> None:
    game, state = dealt()
    state = on(game, state, *lines(5), AGAINST_2, *lines(2, 5))
    board = UndercoverBoard(NAMES)
    app: Opened[Any] = Opened(lambda: Public(board))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: board.is_mounted)
        board.show(game.view(state, Seat(1)))
        await appears(pilot, "out of the game")
        text = frame(app)
        assert "It is line 6" in text
        assert OTHER in text
        assert WORD not in text


# A whole game.


async def test_two_people_and_three_baselines_play_to_the_result(tmp_path: Path) -> None:
    """By keys alone; behind the curtain, on it and in the news nobody's word is to be seen."""
    asked = Options(words=f"{WORD},{OTHER}", rounds=2)
    specs = ("human:Ada", "human:Ben", "random", "random", "random")
    lineup = {f"p{n}": parse_spec(spec) for n, spec in enumerate(specs, 1)}
    session = Session.create(
        CATALOG["undercover"],
        asked,
        lineup,
        "whole",
        path=tmp_path / "game.jsonl",
        durable=False,
        settings=load_settings(),
    )
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    asks = (Curtain, SpeakerForm, VoterForm, RoundSummary)
    said = 0
    async with app.run_test(size=SMALL) as pilot:
        while not app.answers:
            await until(pilot, lambda: app.answers or isinstance(app.screen, asks))
            screen: Screen[Any] = app.screen
            if session.match.score is None:
                own = {screen.view.word} if isinstance(screen, SpeakerForm | VoterForm) else set()
                assert not [one for one in {WORD, OTHER} - own if one in everything(pilot)]
            if isinstance(screen, SpeakerForm):
                said += 1
                await pilot.press(*f"Thing {said}", "enter")
            elif isinstance(screen, VoterForm):
                await pilot.press("down", "enter")
            elif not app.answers:
                await pilot.press("space")
            if isinstance(screen, SpeakerForm | VoterForm):
                await in_front(pilot, ConfirmDialog)
                await pilot.press("enter")
            await until(pilot, partial(left, app, screen))
    assert app.answers == [True]
    assert said >= 2
    result: Opened[Any] = Opened(
        lambda: ResultScreen(
            Session.from_record(read_record(tmp_path / "game.jsonl"), settings=load_settings())
        )
    )
    async with result.run_test(size=SMALL) as pilot:
        await in_front(pilot, ResultScreen)
        await appears(pilot, WORD)
        await appears(pilot, OTHER)


def shows_bars(app: Opened[Any], count: int) -> bool:
    """Whether so many votes are revealed."""
    return frame(app).count("██") == count


def left(app: Opened[Any], screen: Screen[Any]) -> bool:
    """Whether a screen is no more in front."""
    return bool(app.answers) or app.screen is not screen
