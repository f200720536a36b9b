"""Adversarial Taboo's screens, played by keys and by mouse, and searched for leaks."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen

from engine.config.settings import load_settings
from engine.export.format import Format, export_match
from engine.games.catalog import find
from engine.games.taboo.moves import Guess, Say
from engine.games.taboo.options import Options
from engine.games.taboo.rules import Taboo
from engine.games.taboo.view import Role, View
from engine.journal.player_notes import find_notes_file, read_notes
from engine.journal.reader import read_record
from engine.match import Match
from engine.players.spec import Spec, parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.curtain import Curtain
from screens.dialogs.leave import LeaveDialog
from screens.forms.confirmation import ConfirmDialog
from screens.games.taboo.board import StatementList, TabooStatus, TabooTurn
from screens.games.taboo.forms import AttackerForm, DefenderForm
from screens.games.taboo.result import mark_near_places
from screens.games.ui import load_game_ui
from screens.players.seat_names import SeatNames
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from screens.widgets.secret_word import MASK, Secret
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
from tests.samples import everyone, turns
from tests.samples.taboo import SAMPLE as TABOO
from tests.samples.taboo import TARGET

ui = load_game_ui("taboo")

ENTRY = find("taboo")
NAMES = SeatNames(("attacker", "defender"), ("Ada", "Ben"))
ATTACKER, DEFENDER = map(Seat, Role)
HOSTILE = "[red]Pie[/] \\[b]"
every_size = pytest.mark.parametrize("size", [*SIZES, (100, 30)], ids=str)


def at(*lines: str, guess: str | None = None, **options: Any) -> Match[Any, View, Any]:
    """A match in which these lines were said."""
    match: Match[Any, View, Any] = Match(Taboo(target=TARGET, options=Options(**options)), "1")
    for line in lines:
        (seat,) = match.awaits
        match.submit(seat, Say(line=line))
    if guess is not None:
        match.submit(DEFENDER, Guess(word=guess))
    return match


def opened(match: Match[Any, View, Any], memo: str = "", names: SeatNames = NAMES) -> Opened[Any]:
    """The app with the screen of whoever is awaited."""
    (seat,) = match.awaits

    def screen() -> Any:
        made = open_seat_form(ui, match.view(seat), names, match.game.fault, None)
        made.saved_note = memo
        return made

    return Opened(screen)


async def typed(pilot: Pilot[Any], text: str) -> None:
    """Type a text into the field in focus."""
    await pilot.press(*("space" if c == " " else c for c in text))


def table(path: Path | None = None, **options: Any) -> TableScreen:
    """Two people at the table."""
    seats = {"attacker": parse_spec("human:Ada"), "defender": parse_spec("human:Ben")}
    asked = Options(word=TARGET, **options)
    return TableScreen(
        Session.create(ENTRY, asked, seats, "x", path=path, durable=False, settings=load_settings())
    )


# The attacker.


async def test_the_target_is_in_sight_and_a_key_hides_it() -> None:
    app = opened(at("Pie?", "No."))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Make ▲ Ben say your target")
        assert "Your target (F6 hides it)" in frame(app)
        assert draws_letters(app)
        await pilot.press("f6")
        await appears(pilot, MASK)
        assert not draws_letters(app)
        await pilot.click(Secret)
        await until(pilot, lambda: draws_letters(app))
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        assert TARGET not in frame(app)


async def test_the_target_stands_in_a_line_where_the_talk_needs_the_rows() -> None:
    app = opened(at("Pie?", "No.", "Why?", "So.", "Who?", "I."))
    async with app.run_test(size=(60, 20)) as pilot:
        await appears(pilot, f"{TARGET}   F6 hides it")
        await pilot.press("f6")
        await until(pilot, lambda: TARGET not in frame(app))


@pytest.mark.parametrize("lines", [(), ("Pie?", "No.")])
async def test_the_mask_is_the_same_for_every_word(lines: tuple[str, ...]) -> None:
    frames = []
    for word in ("ox", "thermometer"):
        match: Match[Any, View, Any] = Match(Taboo(target=word, options=Options()), "1")
        for line in lines:
            match.submit(min(match.awaits), Say(line=line))
        async with opened(match).run_test(size=(80, 24)) as pilot:
            await appears(pilot, "Your target (F6 hides it)")
            assert ("Begin with anything" in frame(pilot.app)) is not bool(lines)
            await pilot.press("f6")
            await appears(pilot, MASK)
            frames.append(frame(pilot.app))
    assert frames[0] == frames[1]


async def test_a_slip_is_told_while_it_is_typed_and_not_sent() -> None:
    app = opened(at())
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "You say")
        await typed(pilot, f"Some {TARGET.lower()}s")
        await appears(pilot, "You may not say your target")
        await pilot.press("enter")
        await pilot.pause()
        assert type(app.screen) is AttackerForm
        assert not app.answers


async def test_a_slip_that_loses_is_warned_of_twice() -> None:
    app = opened(at(slip="lose"))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "You say")
        await typed(pilot, TARGET)
        await appears(pilot, "This loses the game.")
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        assert "This loses the game." in frame(app)


async def test_a_line_is_confirmed_and_sent_as_it_was_typed() -> None:
    app = opened(at())
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "You say")
        await typed(pilot, HOSTILE)
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        assert HOSTILE in frame(app)
        assert "everybody at the table hear it" in frame(app)
        await pilot.press("escape")
        await in_front(pilot, AttackerForm)
        assert HOSTILE in frame(app)
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers)
        assert app.answers == [Say(line=HOSTILE)]


async def test_nothing_to_say_is_not_sent() -> None:
    app = opened(at())
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "You say")
        await pilot.press("enter")
        await appears(pilot, "Type your line, then press Enter.")
        assert "✗" not in frame(app)
        assert type(app.screen) is AttackerForm


# The defender.


async def test_suspicions_are_listed_struck_and_warned_of() -> None:
    app = opened(at("Pie?"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, DefenderForm)
        await pilot.click("#note")
        for word in ("apple", "cherry", "tree"):
            await typed(pilot, word)
            await pilot.press("enter")
        await appears(pilot, "apple, cherry, tree")
        await typed(pilot, "Cherry")
        await pilot.press("enter")
        await appears(pilot, "apple, tree")
        assert screen.saved_note == "apple\ntree"
        await pilot.click("#line")
        await typed(pilot, "Trees bear fruit.")
        await appears(pilot, "You suspect “tree”")
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        assert "You suspect “tree”" in frame(app)
        assert not app.answers


async def test_what_was_suspected_before_is_there_again() -> None:
    app = opened(at("Pie?"), memo="apple\ncherry")
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "apple, cherry")


async def test_a_guess_is_apart_and_confirmed_for_itself() -> None:
    app = opened(at("Pie?"))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, DefenderForm)
        await typed(pilot, "Half a line")
        await pilot.click("#guess")
        await typed(pilot, "apple pie")
        await pilot.press("enter")
        await appears(pilot, "A guess is a single word.")
        await pilot.press(*["backspace"] * 4)
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        for told in ("Send this guess?", "apple", "it ends the game", "Ada wins"):
            assert told in frame(app)
        assert "Half a line" not in frame(app)
        await pilot.press("escape")
        await in_front(pilot, DefenderForm)
        assert "Half a line" in frame(app)
        await pilot.click("#review-guess")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers)
        assert app.answers == [Guess(word="apple")]


async def test_keys_alone_reach_everything() -> None:
    app = opened(at("Pie?"))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, DefenderForm)
        seen = []
        for _ in range(6):
            assert app.focused is not None
            seen.append(app.focused.id)
            await pilot.press("tab")
        assert seen[:5] == ["line", "review", "note", "guess", "review-guess"]
        await pilot.press("down", "up", "up")
        assert app.focused is not None


async def test_what_a_defender_sees_does_not_depend_on_the_target() -> None:
    frames = []
    for word in ("pie", "zebra"):
        match: Match[Any, View, Any] = Match(Taboo(target=word, options=Options()), "1")
        match.submit(ATTACKER, Say(line="What is sweet?"))
        async with opened(match).run_test(size=(80, 24)) as pilot:
            await in_front(pilot, DefenderForm)
            await typed(pilot, "A pie")
            await appears(pilot, "This can be said.")
            frames.append(frame(pilot.app))
    assert frames[0] == frames[1]


# Every size.


@every_size
@pytest.mark.parametrize(
    "made", [lambda: at("Pie?", "No."), lambda: at("Pie?", slip="lose")], ids=("a", "d")
)
async def test_nothing_is_cut(
    made: Callable[[], Match[Any, View, Any]], size: tuple[int, int]
) -> None:
    app = opened(made(), memo="\n".join(("apple", "cherry", "rhubarb", "tart")))
    async with app.run_test(size=size) as pilot:
        await appears(pilot, "You say")
        seat = app.screen.query_one("#seat")
        for widget in app.screen.query(
            "#line, #review, #note, #guess, #review-guess, #verdict, ScrolledView"
        ):
            assert seat.region.contains_region(widget.region), widget
            assert widget.region.height >= 1
        assert app.screen.query_one("ScrolledView").region.height >= 4


async def test_a_long_talk_is_scrolled_to_its_end_and_back() -> None:
    lines = [f"This is line {number} of a very long talk. " + "word " * 20 for number in range(19)]
    app = opened(at(*[line.strip() for line in lines], turns=20))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "This is line 18")
        assert "This is line 0 " not in frame(app)
        for _ in range(12):
            await pilot.press("pageup")
        await appears(pilot, "This is line 0 ")


# The table.


async def test_two_people_play_to_the_result(tmp_path: Path) -> None:
    """And neither the target nor the notes stand where they should not."""
    path = tmp_path / "game.jsonl"
    app = Opened(lambda: table(path))
    frames: list[str] = []
    async with app.run_test(size=(80, 24)) as pilot:

        async def fetched(kind: type[Any]) -> None:
            await in_front(pilot, Curtain)
            await pilot.pause()
            frames.append(frame(app))
            await pilot.press("space")
            await in_front(pilot, kind)

        async def say(line: str) -> None:
            await typed(pilot, line)
            await pilot.press("enter")
            await in_front(pilot, ConfirmDialog)
            await pilot.press("enter")

        await fetched(AttackerForm)
        await say("What grows in the garden?")
        await fetched(DefenderForm)
        frames.append(frame(app))
        await pilot.click("#note")
        await typed(pilot, "Canarynote")
        await pilot.press("enter")
        await appears(pilot, "Canarynote")
        await pilot.click("#line")
        await say("Roses.")
        await fetched(AttackerForm)
        assert "Roses." in frame(app)
        assert "Canarynote" not in frame(app)
        await say("And what else?")
        await fetched(DefenderForm)
        await appears(pilot, "Canarynote")
        assert not [one for one in frames if TARGET in one]
        assert not [one for one in frames if "Canarynote" in one]
        await pilot.click("#line")
        await say(f"A {TARGET}, perhaps.")
        await in_front(pilot, RoundSummary)
        await appears(pilot, f" said “{TARGET}”")
        assert f"A {TARGET}, perhaps." in frame(app)
        assert "Canarynote" not in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers)
        assert app.answers == [True]
    assert b"anarynote" not in path.read_bytes()
    assert not find_notes_file(path).exists(), "a finished game needs no notes"


async def test_notes_come_back_with_a_resumed_game_and_are_in_no_export(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    first = table(path)
    app = Opened(lambda: first)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, Curtain)
        first.notes[DEFENDER] = "Canarynote"
        first.save_notes()
        assert find_notes_file(path).stat().st_mode & 0o077 == 0
        await pilot.press("escape")
        await in_front(pilot, LeaveDialog)
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answers == [False])
    with closing(Session.resume(path, settings=load_settings())) as session:
        again = TableScreen(session)
        assert again.notes == {ATTACKER: "", DEFENDER: "Canarynote"}
    forms: tuple[Format, ...] = ("text", "json", "csv", "html")
    for form in forms:
        assert "anarynote" not in export_match(
            read_record(path), ENTRY, None, form, data=load_settings().data
        )
    find_notes_file(path).write_text('{"defender": 7, "x": "\\u001b[2J"}')
    assert "\x1b" not in read_notes(path)["x"]
    assert "defender" not in read_notes(path)
    find_notes_file(path).write_text("[" * 5000)
    assert read_notes(path) == {}


async def test_notes_are_gone_with_the_table_and_with_the_person(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    made = table(path)
    app = Opened(lambda: made)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, Curtain)
        made.notes[DEFENDER] = "Canarynote"
        made.notes[ATTACKER] = "Canarymemo"
        made.reseat(DEFENDER, Spec("random"))
        assert made.notes == {ATTACKER: "Canarymemo"}
        assert read_notes(path) == {"attacker": "Canarymemo"}
        await pilot.press("escape")
        await in_front(pilot, LeaveDialog)
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answers == [False])
        assert made.notes == {}


async def test_one_person_plays_a_baseline_without_a_curtain() -> None:
    seats = {"attacker": parse_spec("word2vec"), "defender": parse_spec("human:Ben")}
    session = Session.create(
        ENTRY, Options(word="apple", turns=1), seats, "x", settings=load_settings()
    )
    app = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, DefenderForm)
        await typed(pilot, "Well, well.")
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await in_front(pilot, RoundSummary)
        assert "A draw: 1 turn each" in frame(app)


# The end.


@every_size
async def test_the_result_tells_everything(size: tuple[int, int]) -> None:
    ends = (
        (at("Apples?", f"No, {TARGET}s."), "said “Quarkfennels”, a form of “Quarkfennel”."),
        (at("Apples?", guess=TARGET), "guessed “Quarkfennel”, and was right."),
        (at("Apples?", guess="pear"), "guessed “pear”, but it was “Quarkfennel”."),
        (at(TARGET, slip="lose"), "said “Quarkfennel”."),
        (at("Apples?", "Pears.", turns=1), "neither said nor guessed “Quarkfennel”."),
    )

    class Alone(Screen[None]):
        def __init__(self, match: Match[Any, View, Any]) -> None:
            super().__init__()
            self.match = match

        def compose(self) -> ComposeResult:
            yield ui.create_result(self.match.view(None), NAMES, self.match.score or {})

    app = Opened(lambda: Alone(ends[0][0]))
    async with app.run_test(size=size) as pilot:
        for match, won in ends:
            await app.push_screen(Alone(match))
            await appears(pilot, won)
            for told in (f"near {TARGET}", "● Ada, attacker", "▲ Ben, defender"):
                assert told in frame(app)


def test_the_talk_is_a_chat_with_the_attacker_left_and_the_defender_right() -> None:
    view = at("Pie?", "A long answer" + " of many words" * 12, "More?").view(None)
    rows = [line.plain for line in StatementList(NAMES, view).layout_lines(80)]
    assert rows[0].startswith("1  ▐ Pie? ")
    answer = [row for row in rows if row.rstrip().endswith("▌")]
    assert len(answer) == 4
    assert all(row.startswith(" " * 20) for row in answer)
    assert {len(row) for row in answer} == {79}, "bubbles end at the right"
    assert rows[-2].startswith("2  ▐ More?")
    assert rows[-1].endswith("▲ …"), "who speaks next, on their side"


def test_turns_left_are_a_number_and_a_bar() -> None:
    def status(*lines: str, **options: Any) -> str:
        view = at(*lines, **options).view(None)
        return "\n".join(line.plain for line in TabooStatus(NAMES, view).layout_lines(80))

    assert "Turn 1 of 3  ▰▱▱  2 left" in status(turns=3)
    assert "Turn 2 of 3  ▰▰▱  1 left" in status("a", "b", "c", turns=3)
    assert "Turn 3 of 3  ▰▰▰  last turn" in status("a", "b", "c", "d", turns=3)
    assert "If all turns are used: a draw" in status()
    assert "If all turns are used: the attacker wins" in status(limit="attacker")
    attacker, defender = status().splitlines()[-1].split("   ")[0], status().splitlines()[-1][-15:]
    assert (attacker, defender) == ("● Ada, attacker", "▲ Ben, defender")


async def test_target_or_notes_and_guess_are_always_in_sight() -> None:
    lines = ["word " * 30 + str(number) for number in range(9)]
    for said, needed in (
        (lines[:8], ("Your target (F6 hides it)", "▄")),
        (lines, ("Canarynote", "Notes", "Guess")),
    ):
        app = opened(at(*said), memo="Canarynote")
        async with app.run_test(size=(80, 24)) as pilot:
            await appears(pilot, "You say")
            for key in ("pageup", "pagedown", "pagedown"):
                assert not [one for one in needed if one not in frame(app)]
                await pilot.press(key)


async def test_every_place_near_the_target_is_marked() -> None:
    match: Match[Any, View, Any] = Match(Taboo(target="apple", options=Options()), "1")
    match.submit(ATTACKER, Say(line="What is in the pie?"))
    match.submit(DEFENDER, Say(line="Cherries and [b]apples[/b]."))
    marks, note = mark_near_places(match.view(None))
    said = StatementList(NAMES, match.view(None), marks)
    lines = [line.plain for line in said.layout_lines(80)]
    assert any("Cherries and [b]apples[/b]." in line for line in lines)
    assert any(line.strip().startswith("↑ Cherries 0.") for line in lines)
    assert any("apples ✗ a form of the word" in line for line in lines)
    assert "Underlined" in note.plain


async def test_news_come_at_the_end_alone() -> None:
    before, after = at("Pie?").view(None), at("Pie?", "Cherry.").view(None)
    assert ui.create_reveal(before, after, NAMES) is None
    over = at("Pie?", guess="cherry").view(None)
    assert ui.create_reveal(before, over, NAMES) is not None


# What may be seen.


@pytest.mark.parametrize("options", TABOO.variants, ids=str)
async def test_no_canary_in_any_frame(options: dict[str, str]) -> None:
    """Boards through every pair of eyes, and private screens, with an odd word for a target."""
    for number in range(3):
        for match in turns(Match(TABOO.game(options), f"{number}"), TABOO, Random(number)):
            for seat in everyone(match):
                view = match.view(seat)
                hidden = () if match.score else TABOO.hidden(match._state, seat)
                standing, now, talk = cast("Any", ui.create_board(NAMES)).parts
                parts = (standing, now, talk.content_lines)
                for part in parts:
                    part.view = view
                shown = [line.plain for part in parts for line in part.layout_lines(100)]
                text = "\n".join(shown).casefold()
                assert not [secret for secret in hidden if secret.casefold() in text]
                assert match.score is None or TARGET.casefold() in text


async def test_the_board_of_an_unfinished_game_hides_the_target() -> None:
    app = Opened(lambda: table())
    async with app.run_test(size=(100, 30)) as pilot:
        await in_front(pilot, Curtain)
        board: Any = ui.create_board(NAMES)
        now = next(part for part in board.parts if isinstance(part, TabooTurn))
        board.show(at("Pie?").view(None))
        assert "not shown" in "\n".join(line.plain for line in now.layout_lines(80))
        board.show(at("Pie?").view(ATTACKER))
        assert TARGET in "\n".join(line.plain for line in now.layout_lines(80))


def test_line_ups_name_seats_of_the_game() -> None:
    for seats in ui.list_lineups(ENTRY.usual_seats()).values():
        assert tuple(seats) == ENTRY.usual_seats()
