"""Decrypto's screens, played by keys and by mouse, and searched for leaks."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Input

import screens.widgets.key_guard
from engine.games.decrypto.moves import CODES, Code, Guess, Hint, Hints, Move
from engine.games.decrypto.options import Options
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import Outcome, Round, View, find_guess_fault
from engine.seat import Seat
from screens.curtain import Curtain
from screens.forms.confirmation import ConfirmDialog
from screens.games.decrypto.board import HistoryRows, PastRounds, RoundPanel, measure_columns
from screens.games.decrypto.code_picker import PickRow, Picks
from screens.games.decrypto.forms import EncoderForm, GuesserForm
from screens.games.decrypto.keyword_cards import (
    SPACIOUS,
    WIDE,
    KeywordCards,
    measure_card,
    measure_gaps,
)
from screens.games.ui import load_game_ui
from screens.players.seat_names import SeatNames
from screens.table.round_summary import RoundSummary
from screens.watch.quote import Quote
from screens.widgets.celebration import Celebration
from screens.widgets.large_text import LargeText
from screens.widgets.text_layout import centre_text, lay_out_row, wrap_parts
from tests.looking import SIZES, Opened, appears, frame, in_front, open_seat_form, until

ui = load_game_ui("decrypto")

KEYWORDS = ("zygomorph", "quincunx", "vexillum", "ophicleide")
NAMES = SeatNames(("encoder", "decoder", "interceptor"), ("Ada", "Ben", "Cyd"))
CODE: Code = (4, 2, 1)
HINTS: Hints = ("brass", "five dots", "symmetry")
HOSTILE: Hints = ("[red]x[/]", "[@click=app.bell]y[/]", "[/]")


def past(count: int, hints: Hints | None = None) -> tuple[Round, ...]:
    """Finished rounds, each with hints of its own; none of them with `CODE`."""
    codes = [code for code in CODES if code != CODE][:count]
    return tuple(
        Round(hints or (f"first {n}", f"second {n}", f"third {n}"), code, code, codes[n - 2])
        for n, code in enumerate(codes, 1)
    )


def seen(
    role: Role | None,
    done: tuple[Round, ...] = (),
    hints: Hints | None = None,
    **options: Any,
) -> View:
    """What a seat sees in a round whose code is `CODE`."""
    return View(
        role=role,
        seat=None if role is None else Seat(role),
        number=len(done) + 1,
        keywords=KEYWORDS if role in (Role.ENCODER, Role.DECODER) else None,
        code=CODE if role is Role.ENCODER else None,
        hints=hints,
        rounds=done,
        options=Options(**{"tokens": 4, **options}),
        outcome=None,
        over=False,
    )


def ended(rounds: tuple[Round, ...], outcome: Outcome) -> View:
    """What everybody sees after the last round."""
    view = seen(None, rounds, rounds=len(rounds))
    return view.model_copy(
        update={"number": len(rounds), "keywords": KEYWORDS, "outcome": outcome, "over": True}
    )


def fault(view: View, move: Move) -> str | None:
    """The rules."""
    return view.find_fault(move)


def asking(
    view: View,
    judge: Callable[[Any, Any], str | None] = fault,
    complaint: str | None = None,
) -> Opened[Any]:
    """The app with the screen of `view` in it."""
    return Opened(lambda: open_seat_form(ui, view, NAMES, judge, complaint))


class Public(Screen[None]):
    """A board, a round or a result, on a screen."""

    def __init__(self, widget: Widget, view: View | None = None, *, scroll: bool = False) -> None:
        super().__init__()
        self.widget = widget
        self.view = view
        self.scroll = scroll

    def compose(self) -> ComposeResult:
        yield VerticalScroll(self.widget) if self.scroll else Vertical(self.widget)
        yield Footer()

    def on_mount(self) -> None:
        if self.view is not None:
            self.widget.show(self.view)  # type: ignore[attr-defined]


def everything(pilot: Pilot[Any]) -> str:
    """All that a person nearby could read, wherever it stands."""
    app = pilot.app
    tips = " ".join(str(widget.tooltip) for widget in app.screen.query(Widget) if widget.tooltip)
    notes = " ".join(note.message + note.title for note in app._notifications)
    return (frame(app) + app.title + app.sub_title + app.clipboard + tips + notes).casefold()


def leaks(pilot: Pilot[Any]) -> list[str]:
    """Keywords, and ways to write the running code, that can be read."""
    text = everything(pilot)
    return [secret for secret in (*KEYWORDS, "4-2-1", "421", "4 2 1") if secret in text]


async def judged(pilot: Pilot[Any]) -> EncoderForm:
    """Wait for the encoder's screen, and until it can judge."""
    screen = await in_front(pilot, EncoderForm)
    assert isinstance(screen, EncoderForm)
    await until(pilot, lambda: screen.can_judge)
    return screen


async def appears_wrapped(pilot: Pilot[Any], text: str) -> None:
    """Wait until `text` stands in the terminal, on one line or several."""
    await until(pilot, lambda: text in " ".join(frame(pilot.app).split()))


def has_value(field: Any, value: str) -> bool:
    return bool(field.value == value)


def has_digits(screen: Any, digits: tuple[int | None, ...]) -> bool:
    return bool(screen.picks.digits == digits)


def is_displayed(widget: Widget, displayed: bool) -> bool:
    return bool(widget.display == displayed)


def signs(screen: EncoderForm) -> list[str]:
    return [str(line.content) for line in screen.signs]


def remark(screen: EncoderForm) -> str:
    return str(screen.remark.content)


# The encoder


async def test_the_encoder_sees_code_keywords_and_all_hints_so_far() -> None:
    async with asking(seen(Role.ENCODER, past(3), rounds=9)).run_test(size=(80, 24)) as pilot:
        await in_front(pilot, EncoderForm)
        text = frame(pilot.app)
        assert "4-2-1" in text
        assert "Round 4 of 9" in text
        assert "Miscommunications ○○○○ 0 of 4" in text
        assert all(word in text for word in KEYWORDS)
        assert text.count("┏━") == 3, "the cards of the code stand out without colour too"
        assert all(f"{place} hint" in text for place in ("1st", "2nd", "3rd"))
        assert all(hint in text for done in past(3) for hint in done.hints)


async def test_the_encoder_plays_by_keys_alone_and_nothing_counts_before_the_last_look() -> None:
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        await judged(pilot)
        for hint in HINTS:
            await pilot.press(*hint, "enter")
        await in_front(pilot, ConfirmDialog)
        text = frame(app)
        for digit, hint in zip(CODE, HINTS, strict=True):
            assert f"{digit} {KEYWORDS[digit - 1]}" in text
            assert hint in text
        assert "Everybody at the table" in text
        assert app.answers == []
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Hint(words=HINTS)])


async def test_the_encoder_plays_by_mouse() -> None:
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        await judged(pilot)
        for place in (2, 0, 1):
            await pilot.click(f"#hint-{place}")
            await pilot.press(*HINTS[place])
        await pilot.click("#review")
        await in_front(pilot, ConfirmDialog)
        await pilot.click("#back")
        await in_front(pilot, EncoderForm)
        await pilot.click("#review")
        await in_front(pilot, ConfirmDialog)
        await pilot.click("#send")
        await until(pilot, lambda: app.answers == [Hint(words=HINTS)])


async def test_keys_that_come_faster_than_the_screen_reach_the_right_field() -> None:
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        await judged(pilot)
        for character in "ash\nbirch\ncedar":
            key = "enter" if character == "\n" else character
            app.post_message(events.Key(key, character if key == character else None))
        screen = await in_front(pilot, EncoderForm)
        await until(pilot, lambda: screen.hints == ("ash", "birch", "cedar"))


VERDICTS = (
    ("brass", "✓"),
    ("brass band", "✓"),
    ("a brass band", "has 3"),
    ("vexillums", "gives away keyword 3, “vexillum”"),
    ("Ophicleide", "gives away keyword 4, “ophicleide”: it is the word itself"),
    ("o.p.h.i.c.l.e.i.d.e", "gives away keyword 4"),
    ("first 2", "already given"),
    ("First 2", "already given"),
    ("!!", "may not be empty"),
)
"""What is typed as a hint, and what is said of it."""


async def test_a_hint_is_judged_as_it_is_typed() -> None:
    async with asking(seen(Role.ENCODER, past(2))).run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot)
        for typed, said in VERDICTS:
            screen.fields[0].value = ""
            await until(pilot, lambda: remark(screen).startswith("Not allowed: "))
            assert not any(signs(screen)), "only where something is typed"
            await pilot.press(*typed)
            await appears_wrapped(pilot, said)
            sign = "✓" if said == "✓" else "✗"
            assert signs(screen) == [sign, "", ""]
            assert remark(screen).startswith(sign)


async def test_hints_of_one_round_may_not_repeat_each_other() -> None:
    async with asking(seen(Role.ENCODER)).run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot)
        await pilot.press(*"ash", "enter", *"Ash", "enter")
        await until(pilot, lambda: signs(screen) == ["✓", "✗", ""])
        await pilot.press(*"cedar", "enter")
        await until(pilot, lambda: "already given" in remark(screen))
        assert pilot.app.screen is screen
        assert screen.focused is screen.fields[1]


async def test_repeats_are_fine_where_that_was_agreed() -> None:
    view = seen(Role.ENCODER, past(1), reuse_hints=True)
    async with asking(view).run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot)
        await pilot.press(*"first 1")
        await until(pilot, lambda: signs(screen)[0] == "✓")


async def test_an_empty_hint_is_called_out_when_somebody_tries_to_send_it() -> None:
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot)
        await pilot.press(*"ash")
        await pilot.click("#review")
        await until(pilot, lambda: "may not be empty" in remark(screen))
        assert signs(screen) == ["✓", "✗", "✗"]
        assert screen.focused is screen.fields[1]
        assert app.screen is screen


async def test_going_back_from_the_last_look_loses_nothing() -> None:
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot)
        await pilot.press(*"ash", "enter", *"birch", "enter", *"cedar", "enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("escape")
        await in_front(pilot, EncoderForm)
        assert screen.hints == ("ash", "birch", "cedar")
        assert screen.focused is screen.fields[2]
        await pilot.press("s", "enter")
        await in_front(pilot, ConfirmDialog)
        assert "cedars" in frame(app)
        await pilot.press("right", "enter")
        await in_front(pilot, EncoderForm)
        assert app.answers == []
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Hint(words=("ash", "birch", "cedars"))])


async def test_what_is_sent_is_what_the_last_look_showed() -> None:
    """Blanks and composed letters are settled before, not after."""
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot)
        typed = ("  cafe\u0301  noir ", " ASH", "x" * 40)
        for field, text in zip(screen.fields, typed, strict=True):
            field.value = text
        screen.action_review()
        confirm = await in_front(pilot, ConfirmDialog)
        shown = tuple(value for _, value in confirm.rows)
        assert shown == ("caf\u00e9 noir", "ASH", "x" * 40)
        assert all(value in frame(app) for value in shown[:2])
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Hint(words=shown)])


async def test_f9_hides_the_last_look_and_it_comes_back_as_it_was() -> None:
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        await judged(pilot)
        await pilot.press(*"ash", "enter", *"birch", "enter", *"cedar", "enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        assert not leaks(pilot)
        assert "cedar" not in everything(pilot)
        await pilot.press("space")
        await in_front(pilot, ConfirmDialog)
        assert "cedar" in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Hint(words=("ash", "birch", "cedar"))])


async def test_a_key_held_too_long_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens.widgets.key_guard, "ARM_AFTER", 3600.0)
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        await judged(pilot)
        await pilot.press(*"ash", "enter", *"birch", "enter", *"cedar", "enter", "enter", "enter")
        assert isinstance(app.screen, ConfirmDialog)
        assert app.answers == []


async def test_a_complaint_and_a_refusal_by_the_rules_are_shown() -> None:
    app = asking(seen(Role.ENCODER), lambda _view, _move: "No [b]hint[/b] today.", "Not [like] so.")
    async with app.run_test(size=(80, 24)) as pilot:
        await judged(pilot)
        assert "✗ Refused: Not [like] so." in frame(app)
        await pilot.press(*"ash", "enter", *"birch", "enter", *"cedar", "enter")
        await appears(pilot, "✗ Refused: No [b]hint[/b] today.")
        assert isinstance(app.screen, EncoderForm)


PASTED = (
    ("w" * 1_000_000, "w" * 40),
    ("\x1b[31mred\x1b[0m rum\x07", "red rum"),
    ("two\nlines", "two lines"),
    ("\u202egnat\u2066 \u200bs\ufeff", "gnat s"),
    ("\x1b]52;c;aGk=\x07ash", "ash"),
    ("\r\n\x00", ""),
    ("[red]x[/]", "[red]x[/]"),
)
"""What is pasted into a field, and what stands there then."""


async def test_whatever_is_pasted_becomes_a_line_of_plain_text() -> None:
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot)
        field = screen.fields[0]
        for pasted, kept in PASTED:
            field.value = ""
            await pilot.pause()
            field.post_message(events.Paste(pasted))
            await pilot.pause()
            await until(pilot, partial(has_value, field, kept))
            await appears(pilot, kept)
            assert not set(frame(app)) & set("\x1b\x07\x00\u202e\u2066\u200b\ufeff")


async def test_pasting_into_a_full_field_replaces_only_what_is_selected() -> None:
    async with asking(seen(Role.ENCODER)).run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot)
        field = screen.fields[0]
        field.value = "x" * 40
        field.post_message(events.Paste("yyy"))
        await pilot.pause()
        assert field.value == "x" * 40
        field.select_all()
        field.post_message(events.Paste("yyy"))
        await until(pilot, lambda: field.value == "yyy")


async def test_no_key_copies_a_hint_out(monkeypatch: pytest.MonkeyPatch) -> None:
    app = asking(seen(Role.ENCODER))
    copied: list[str] = []
    monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot)
        await pilot.press(*"ash", "shift+home", "ctrl+c", "super+c", "ctrl+insert")
        assert screen.fields[0].value == "ash"
        await pilot.press("ctrl+x")
        await until(pilot, lambda: screen.fields[0].value == "")
        assert copied == []
        assert app.clipboard == ""


# The guessers


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from([1, 2, 3, 4, None]))))
def test_no_digit_is_ever_picked_twice(moves: list[tuple[int, int | None]]) -> None:
    picks = Picks()
    for place, digit in moves:
        before = picks.digits
        picks = picks.pick(place, digit)
        digits = [one for one in picks.digits if one is not None]
        assert len(digits) == len(set(digits))
        assert picks.digits[place] == digit
        if digit in before and digit is not None:  # swapped: nothing was lost
            assert picks.digits[before.index(digit)] == (
                digit if before.index(digit) == place else before[place]
            )
        assert (picks.code is None) == (None in picks.digits)
        assert picks.code is None or find_guess_fault(picks.code) is None


PICKED: tuple[tuple[str, tuple[int | None, ...]], ...] = (
    ("3 1 4", (3, 1, 4)),
    ("3 1 3", (None, 1, 3)),  # moved
    ("3 1 3 2", (2, 1, 3)),  # and on to the hint that lost it
    ("3 1 4 up up 3", (1, 3, 4)),
    ("1 2 3 shift+tab backspace", (1, 2, None)),
    ("1 backspace 2", (1, 2, None)),
    ("down down 4 2", (2, None, 4)),
    ("right right space space", (3, 1, None)),
    ("tab 1 tab tab 1", (None, None, 1)),
    ("5 0 x 2", (2, None, None)),
)
"""The keys that are pressed, and the digits beside the hints then."""


async def test_digits_are_picked_by_keys() -> None:
    app = asking(view := seen(Role.DECODER, hints=HINTS))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, GuesserForm)
        for keys, digits in PICKED:
            await pilot.press(*keys.split())
            await until(pilot, partial(has_digits, screen, digits))
            screen = open_seat_form(ui, view, NAMES, fault, None)
            await app.push_screen(screen)


@pytest.mark.parametrize("role", [Role.DECODER, Role.INTERCEPTOR])
async def test_a_guess_is_sent_by_keys_alone(role: Role) -> None:
    app = asking(seen(role, past(2), HINTS))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, GuesserForm)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, GuesserForm)  # not complete
        await pilot.press(*"314", "enter")
        await in_front(pilot, ConfirmDialog)
        text = frame(app)
        assert "3-1-4" in text
        assert all(hint in text for hint in HINTS)
        assert "stays hidden" in text
        assert (KEYWORDS[2] in text) == (role is Role.DECODER)
        await pilot.press("escape")
        screen = await in_front(pilot, GuesserForm)
        assert screen.picks.code == (3, 1, 4)
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        await until(pilot, lambda: app.focused and app.focused.id == "send")
        assert app.answers == []
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Guess(code=(3, 1, 4))])


@pytest.mark.parametrize("size", SIZES)
async def test_a_guess_is_sent_by_mouse(size: tuple[int, int]) -> None:
    app = asking(seen(Role.INTERCEPTOR, past(2), HINTS))
    async with app.run_test(size=size) as pilot:
        screen = await in_front(pilot, GuesserForm)
        for place, digit in ((0, 2), (1, 2), (0, 4), (2, 1)):
            row = screen.query_one(f"#pick-{place}", PickRow)
            left = 6 + row.measure_hint(row.content_size.width) + row.choice_width * (digit - 1)
            await pilot.click(row, offset=(left + 1, row.region.height - 1 - row.gutter.bottom))
        await until(pilot, lambda: screen.picks.code == (4, 2, 1))
        await pilot.click("#review")
        await in_front(pilot, ConfirmDialog)
        await pilot.click("#send")
        await until(pilot, lambda: app.answers == [Guess(code=(4, 2, 1))])


async def test_digits_that_come_faster_than_the_screen_go_one_to_each_hint() -> None:
    app = asking(seen(Role.DECODER, hints=HINTS))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, GuesserForm)
        for key in "314":
            app.post_message(events.Key(key, key))
        await until(pilot, lambda: screen.picks.code == (3, 1, 4))


async def test_the_decoder_sees_keywords_beside_the_numbers() -> None:
    async with asking(seen(Role.DECODER, past(2), HINTS)).run_test(size=(80, 24)) as pilot:
        await in_front(pilot, GuesserForm)
        text = frame(pilot.app)
        assert all(word in text for word in KEYWORDS)
        assert not {"4-2-1", "421"} & set(leaks(pilot))


async def test_the_interceptor_never_sees_a_keyword_or_the_code() -> None:
    view = seen(Role.INTERCEPTOR, past(5), HINTS)
    async with asking(view).run_test(size=(120, 40)) as pilot:
        await in_front(pilot, GuesserForm)
        text = frame(pilot.app)
        assert "○ 1" in text
        assert all(hint in text for done in past(5) for hint in done.hints)
        assert not leaks(pilot)
        await pilot.press(*"314", "enter")
        await in_front(pilot, ConfirmDialog)
        assert not leaks(pilot)


async def test_a_code_that_was_used_is_a_warning_and_can_be_sent() -> None:
    rounds = past(3)
    app = asking(seen(Role.INTERCEPTOR, rounds, HINTS))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, GuesserForm)
        used = rounds[1].code
        await pilot.press(*map(str, used))
        await appears(pilot, "was the code of round 2")
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Guess(code=used)])


@pytest.mark.parametrize(
    ("role", "number", "counts", "practice"),
    [
        (Role.INTERCEPTOR, 1, False, True),
        (Role.INTERCEPTOR, 2, False, False),
        (Role.INTERCEPTOR, 1, True, False),
        (Role.DECODER, 1, False, False),
    ],
)
async def test_the_interceptor_reads_that_a_guess_does_not_count(
    role: Role,
    number: int,
    counts: bool,
    practice: bool,
) -> None:
    view = seen(role, past(number - 1), HINTS, first_round_interception=counts)
    async with asking(view).run_test(size=(80, 24)) as pilot:
        await in_front(pilot, GuesserForm)
        text = " ".join(frame(pilot.app).split())
        assert ("an interception does not count" in text) == practice


async def test_notes_are_kept_for_the_match_and_leave_the_numbers_alone() -> None:
    first: Any = open_seat_form(ui, seen(Role.INTERCEPTOR, past(1), HINTS), NAMES, fault, None)
    app = Opened(lambda: first)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, GuesserForm)
        await pilot.press("3", "n", *"ant 2", "backspace", "tab", *"zebra", "enter", "1")
        await until(pilot, partial(has_digits, first, (3, 1, None)))
        assert first.saved_note == "ant \nzebra\n\n"
        later: Any = open_seat_form(ui, seen(Role.INTERCEPTOR, past(2), HINTS), NAMES, fault, None)
        later.saved_note = first.saved_note
        await app.push_screen(later)
        await appears(pilot, "zebra")
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await until(pilot, lambda size=(width, height): later.size == size)  # type: ignore[misc]
            edges = [(note.region.x, note.region.width) for note in later.notes.fields]
            each = measure_card(later.cards.size.width)
            gaps = measure_gaps(later.cards.size.width)
            left = later.cards.region.x
            assert edges == [(left + each * n + sum(gaps[:n]), each) for n in range(4)]
            assert sum(edges[-1]) == later.cards.region.right
        await pilot.press("2", "1", "4", "enter")
        await in_front(pilot, ConfirmDialog)
        assert "zebra" not in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [])
        decoder: Any = open_seat_form(ui, seen(Role.DECODER, past(1), HINTS), NAMES, fault, None)
        assert decoder.notes is None
        assert not decoder.check_action("note", ())


async def test_a_card_that_is_clicked_takes_the_hint_and_shows_it() -> None:
    async with asking(seen(Role.DECODER, hints=HINTS)).run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, GuesserForm)
        width = screen.cards.size.width
        left = 2 * measure_card(width) + sum(measure_gaps(width)[:2])
        await pilot.click(screen.cards, offset=(left + 2, 1))
        await until(pilot, partial(has_digits, screen, (3, None, None)))
        assert screen.cards.placed == {3: HINTS[0]}
        assert frame(pilot.app).count(HINTS[0]) == 2


@pytest.mark.parametrize("role", [*Role, None])
async def test_wide_screens_show_the_rounds_beside_the_cards(role: Role | None) -> None:
    view = seen(role, past(3), None if role is Role.ENCODER else HINTS)
    board = ui.create_board(NAMES)

    def create() -> Screen[Any]:
        return Public(board, view) if role is None else open_seat_form(ui, view, NAMES, fault, None)

    async with Opened(create).run_test(size=(80, 24)) as pilot:
        for width, height in ((80, 24), (100, 30), (160, 45)):
            await pilot.resize_terminal(width, height)
            panel = pilot.app.screen.query_one(RoundPanel)
            await until(pilot, partial(is_displayed, panel, width >= WIDE))
            await appears(pilot, "Interceptor")
            rows = frame(pilot.app).splitlines()
            heads = [row for row in rows if "Interceptor" in row and "Code" in row]
            assert len(heads) == 1
            beside = panel.region.x >= pilot.app.screen.query_one(KeywordCards).region.right
            assert beside or width < WIDE
            text = frame(pilot.app)
            if height < SPACIOUS:
                low = pilot.app.screen.query_one(KeywordCards).size.height
        past_rounds = pilot.app.screen.query_one(PastRounds)
        assert pilot.app.screen.query_one(KeywordCards).size.height > low
        assert ", ".join(view.rounds[0].hints) in " ".join(text.split())
        await until(pilot, lambda: past_rounds.hints.size.height == past_rounds.size.height)
        assert not past_rounds.max_scroll_y


# All private screens


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("role", Role)
async def test_everything_essential_is_in_the_terminal(role: Role, size: tuple[int, int]) -> None:
    """In round 8 of 8, with the whole history, and nothing scrolled."""
    hints = None if role is Role.ENCODER else HINTS
    async with asking(seen(role, past(7), hints)).run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, EncoderForm | GuesserForm))
        await pilot.pause()
        screen = pilot.app.screen
        assert screen.max_scroll_y == 0
        for kind in (
            "StatusLine",
            "#question",
            "HintField",
            "PickRow",
            "#send",
            "#review",
            "KeywordCards",
            "NoteRow",
        ):
            for widget in screen.query(kind):
                assert widget.region.area
                assert screen.region.contains_region(widget.region)
        text = frame(pilot.app)
        assert "first 7" in text
        assert all(f"{hint} {n}" in text for n in range(2, 8) for hint in ("first", "second"))


@pytest.mark.parametrize("role", Role)
async def test_24_rounds_scroll_beneath_their_head(role: Role) -> None:
    hints = None if role is Role.ENCODER else HINTS
    view = seen(role, past(23), hints, rounds=24)
    async with asking(view).run_test(size=(80, 24)) as pilot:
        await appears(pilot, "first 1 ")
        head = next(
            line for line in frame(pilot.app).splitlines() if " 4 ─" in line or " 4 ━" in line
        )
        assert "first 23" not in frame(pilot.app)
        for _ in range(9):
            await pilot.press("pagedown")
        await appears(pilot, "23 4-3-2")
        assert head in frame(pilot.app)
        for _ in range(9):
            await pilot.press("pageup")
        await appears(pilot, "first 1 ")


# The board, the round, the result


async def test_the_board_shows_onlookers_all_that_is_public_and_no_more() -> None:
    board = ui.create_board(NAMES)
    view = seen(None, past(4), HINTS)
    async with Opened(lambda: Public(board, view)).run_test(size=(80, 24)) as pilot:
        await appears(pilot, "guess the code")
        text = frame(pilot.app)
        assert "Round 5 of 8" in text
        assert "Ben" in text
        assert all(hint in text for done in past(4) for hint in (*done.hints, *HINTS))
        assert not leaks(pilot)
        board.show(seen(None, past(5)))
        await appears(pilot, "first 5")
        assert "Ada, encoder looks for three hints" in frame(pilot.app)
        assert HINTS[1] not in frame(pilot.app)


async def test_in_a_replay_the_board_shows_what_the_seat_saw() -> None:
    board = ui.create_board(NAMES)
    async with Opened(lambda: Public(board, scroll=True)).run_test(size=(80, 24)) as pilot:
        await in_front(pilot, Public)
        board.show(seen(Role.ENCODER, past(1)))
        await appears(pilot, "Code 4-2-1")
        board.show(seen(Role.ENCODER, past(1), HINTS))
        await appears(pilot, "4 ophicleide  brass")
        board.show(seen(Role.INTERCEPTOR, past(1), HINTS))
        await until(pilot, lambda: not leaks(pilot))
        board.show(ended(past(2), Outcome("team", "survived", 2)))
        await appears(pilot, "Ada and Ben win in round 2")


async def test_the_board_scrolls_to_new_rounds_and_back_by_keys() -> None:
    board = ui.create_board(NAMES)
    view = seen(None, past(23), HINTS, rounds=24)
    async with Opened(lambda: Public(board, view)).run_test(size=(80, 24)) as pilot:
        await appears(pilot, "first 1 ")
        await pilot.press("tab", *["pagedown"] * 9)
        await until(pilot, lambda: "first 1 " not in frame(pilot.app))
        board.show(seen(None, past(23), rounds=24))  # nothing new: stays where it was
        await appears(pilot, "looks for three hints")
        assert "first 1 " not in frame(pilot.app)


def test_there_are_no_news_without_a_finished_round() -> None:
    before = seen(None, past(1))
    assert ui.create_reveal(before, before.model_copy(update={"hints": HINTS}), NAMES) is None
    assert ui.create_reveal(before, before, NAMES) is None


WRONG: Code = (4, 1, 2)


@pytest.mark.parametrize(
    ("decoder", "interceptor", "counts", "said"),
    [
        (CODE, WRONG, True, "Ada and Ben win the round: understood"),
        (CODE, CODE, True, "An interception: token 1 of 4 for Cyd."),
        (WRONG, WRONG, True, "A miscommunication: token 1 of 4 against Ada and Ben."),
        (WRONG, CODE, True, "a token of each kind"),
        (CODE, CODE, False, "does not count"),
        (WRONG, CODE, False, "A miscommunication: token 1 of 4 against Ada and Ben."),
    ],
)
async def test_the_round_is_told_to_everybody(
    decoder: Code,
    interceptor: Code,
    counts: bool,
    said: str,
) -> None:
    done = Round(HINTS, CODE, decoder, interceptor)
    before = seen(None, hints=HINTS, first_round_interception=counts)
    after = seen(None, (done,), first_round_interception=counts)
    news = ui.create_reveal(before, after, NAMES)
    assert news is not None
    async with Opened(lambda: RoundSummary(news)).run_test(size=(80, 24)) as pilot:
        await appears(pilot, said)
        text = frame(pilot.app)
        assert all(hint in text for hint in HINTS)
        assert ("✗ missed" in text) == (WRONG in (decoder, interceptor))
        assert ("✓ understood" in text) == (decoder == CODE)
        assert ("✓ intercepted" in text) == (interceptor == CODE)
        assert f"Interceptions {'●' if after.interceptions else '○'}○○○" in text
        assert not any(word in everything(pilot) for word in KEYWORDS)
        assert pilot.app.screen.query_one("#news").max_scroll_y == 0


async def test_the_news_of_the_last_round_tell_the_end_and_fit() -> None:
    long = ("x" * 20 + " " + "y" * 19, "z" * 40, "w" * 40)
    rounds = (Round(long, CODE, WRONG, CODE),)
    news = ui.create_reveal(
        seen(None), ended(rounds, Outcome("interceptor", "interception", 1)), NAMES
    )
    assert news is not None
    async with Opened(lambda: RoundSummary(news)).run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Cyd wins in round 1")
        assert pilot.app.screen.query_one("#news").max_scroll_y == 0


@pytest.mark.parametrize(
    ("outcome", "said", "who"),
    [
        (Outcome("team", "survived", 8), "lasted 8 rounds", "● Ada & ▲ Ben win"),
        (Outcome("interceptor", "interception", 8), "intercepted", "■ Cyd wins"),
        (Outcome("interceptor", "miscommunication", 8), "read", "■ Cyd wins"),
    ],
)
async def test_the_result_opens_everything(outcome: Outcome, said: str, who: str) -> None:
    team = float(outcome.winner == "team")
    score = {Seat(0): team, Seat(1): team, Seat(2): 1 - team}
    result = ui.create_result(ended(past(8), outcome), NAMES, score)
    async with Opened(lambda: Public(result, scroll=True)).run_test(size=(100, 40)) as pilot:
        await appears(pilot, said)
        text = frame(pilot.app)
        assert pilot.app.screen.query_one(Celebration).plain == who
        for number, word in enumerate(KEYWORDS, 1):
            assert f"{number} {word}" in text
        assert all(hint in text for done in past(8) for hint in done.hints)


def showing_hints() -> Iterator[Callable[[], Screen[Any]]]:
    """Every screen that shows hints, with hostile ones."""
    rounds = past(3, HOSTILE)
    over = ended(rounds, Outcome("team", "survived", 3))
    yield lambda: open_seat_form(ui, seen(Role.ENCODER, rounds), NAMES, fault, HOSTILE[0])
    yield lambda: open_seat_form(ui, seen(Role.DECODER, rounds, HOSTILE), NAMES, fault, None)
    yield lambda: open_seat_form(ui, seen(Role.INTERCEPTOR, rounds, HOSTILE), NAMES, fault, None)
    yield lambda: Public(ui.create_board(NAMES), seen(None, rounds, HOSTILE))
    yield lambda: Public(ui.create_result(over, NAMES, {}), scroll=True)
    yield lambda: RoundSummary(ui.create_reveal(seen(None), over, NAMES) or Widget())
    yield lambda: ConfirmDialog("Ada", HOSTILE[0], [(HOSTILE[0], HOSTILE[1])], HOSTILE[0])


async def test_hostile_hints_stand_there_as_they_are() -> None:
    first, *others = showing_hints()
    app = Opened(first)
    async with app.run_test(size=(130, 40)) as pilot:
        for create in (None, *others):
            if create is not None:
                await app.push_screen(create())
            await appears(pilot, HOSTILE[0])
            await until(
                pilot, lambda: isinstance(app.screen, EncoderForm) or HOSTILE[1][:9] in frame(app)
            )


async def test_hostile_names_stand_there_as_they_are() -> None:
    names = SeatNames(NAMES.seats, ("[b]Ada[/]", "Ben", "Cyd"))
    view = seen(Role.ENCODER)
    async with Opened(lambda: open_seat_form(ui, view, names, fault, None)).run_test() as pilot:
        await appears(pilot, "[b]Ada[/], encoder")


def test_centred_lines_are_about_equally_long() -> None:
    text = "Ada and Ben lasted 3 rounds with 1 interception."
    assert [line.plain.strip() for line in centre_text(Content(text), 40)] == [
        "Ada and Ben lasted 3 rounds",
        "with 1 interception.",
    ]
    assert [line.plain.strip() for line in centre_text(Content(text), 60)] == [text]


@given(
    st.lists(st.text(st.sampled_from("ab \u6f22\u5b57\U0001f600[]"), max_size=40), min_size=1),
    st.integers(4, 30),
)
def test_a_table_loses_nothing_and_keeps_its_columns(cells: list[str], width: int) -> None:
    widths = [width] * len(cells)
    lines = lay_out_row([Content(cell) for cell in cells], widths)
    assert all(cell_len(line.plain) <= sum(widths) for line in lines)
    shown = "".join(line.plain for line in lines)
    assert sorted(shown.replace(" ", "")) == sorted("".join(cells).replace(" ", ""))


def test_the_columns_of_history_fill_the_width_and_long_hints_have_their_room() -> None:
    short = seen(None, past(2))
    long = seen(None, past(2, ("gratification", "b", "c")))
    for width in (76, 79, 99, 100, 116):
        assert sum(measure_columns(short, width)) == width
        assert sum(measure_columns(long, width)) == width
        even = measure_columns(short, width)[2:6]
        assert max(even) - min(even) <= 1
    for row in HistoryRows(long).build_lines(long, 78):
        assert "gratificat" not in row.plain.replace("gratification", "")


def test_the_rules_are_there_for_people() -> None:
    for word in ("encoder", "decoder", "interceptor", "miscommunication", "interception"):
        assert word in load_game_ui("decrypto").rules


async def test_fields_hold_no_more_than_a_hint() -> None:
    async with asking(seen(Role.ENCODER)).run_test(size=(80, 24)) as pilot:
        await judged(pilot)
        assert all(field.max_length == 40 for field in pilot.app.screen.query(Input))


async def test_letters_typed_just_before_enter_are_part_of_the_hint() -> None:
    """All of it arrives at once, as from a fast hand while the machine is busy."""
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        await judged(pilot)
        for word in ("ash", "birch", "cedar"):
            for key in (*word, "enter"):
                letter = key if len(key) == 1 else None
                app.post_message(events.Key(key, letter))
        await in_front(pilot, ConfirmDialog)
        shown = frame(app)
        assert all(word in shown for word in ("ash", "birch", "cedar"))


async def test_how_the_game_ended_stands_in_the_middle_of_the_summary() -> None:
    before = seen(None, past(1), rounds=2)
    after = ended(past(2), Outcome("team", "survived", 2))
    news = ui.create_reveal(before, after, NAMES)
    assert news is not None
    async with Opened(lambda: RoundSummary(news)).run_test(size=(80, 24)) as pilot:
        await appears(pilot, "survived 2 rounds")
        said = next(line for line in frame(pilot.app).splitlines() if "survived" in line)
        left, right = (len(part) for part in said.split(said.strip()))
        assert abs(left - right) <= 1


async def test_a_round_is_told_digit_by_digit_and_nothing_is_told_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("screens.widgets.gradual_reveal.PACE", 1000.0)
    before, after = (
        seen(None, past(1), HINTS),
        seen(None, (*past(1), Round(HINTS, CODE, CODE, WRONG))),
    )
    news: Any = ui.create_reveal(before, after, NAMES)
    assert news is not None
    app = Opened(lambda: RoundSummary(news))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, RoundSummary)
        texts, heights = [], set()
        while not news.is_complete:
            await pilot.pause()
            texts.append(frame(app))
            heights.add(news.size.height)
            news.advance()
        await appears(pilot, "win the round")
        texts.append(frame(app))
        assert len(heights) == 1, "nothing moves"
        said = ("brass", "Any key", "4  ", "understood", "missed", "win the round")
        first = [next((n for n, text in enumerate(texts) if word in text), -1) for word in said]
        assert first[:2] == [0, 0]
        assert -1 < first[2] < first[3] < first[4] < first[5] == len(texts) - 1
        assert all("win the round" not in text for text in texts[:-1])
        assert all("Interceptions ●○○○" in text for text in texts)


@pytest.mark.parametrize("people", [True, False])
def test_in_large_type_the_code_turns_over_digit_by_digit(*, people: bool) -> None:
    done = seen(None, past(1)) if people else ended(past(1), Outcome("team", "survived", 1))
    headline = ui.build_headline(done, NAMES)
    assert headline.revealed is not None
    first, second, _ = past(1)[0].code
    assert headline.covered == ("#-#-#", f"{first}-#-#", f"{first}-{second}-#")
    assert headline.revealed[0] == "-".join(map(str, past(1)[0].code))
    assert ui.build_headline(seen(None, ()), NAMES).covered == ()


async def test_covered_words_turn_before_the_lines_below_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("screens.widgets.gradual_reveal.PACE", 1.0)
    quote = Quote("", "4-1", "below", covered=("#-#", "4-#"))
    quote.pauses = (3600.0,) * 3
    app = Opened(lambda: Public(quote))
    async with app.run_test(size=(100, 30)) as pilot:
        large = (await in_front(pilot, Public)).query_one(LargeText)
        shown = []
        for _ in range(4):
            shown.append((large.text, quote.query_one(".below").visible))
            quote.advance()
        assert shown == [("#-#", False), ("4-#", False), ("4-1", False), ("4-1", True)]


def test_parts_of_a_list_are_not_broken_in_two() -> None:
    parts = [Content(text) for text in ("Ada → Ben", "Ben → Cleo", "Cleo → Ben")]
    assert wrap_parts(parts, 24).plain.split("\n") == ["Ada → Ben  Ben → Cleo", "Cleo → Ben"]
    assert all(len(line) <= 24 for line in wrap_parts(parts, 24).plain.split("\n"))
    assert wrap_parts([], 24).plain == ""


async def test_enter_on_the_last_hint_is_called_the_review() -> None:
    app = asking(seen(Role.ENCODER))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, EncoderForm)
        binding = screen.active_bindings["enter"].binding
        assert screen.label_key(binding) == ""
        screen.set_focus(screen.fields[-1])
        await pilot.pause()
        assert screen.label_key(binding) == "Review"


@pytest.mark.parametrize("width", [*range(40, 200)])
def test_four_cards_fill_the_line(width: int) -> None:
    gaps = measure_gaps(width)
    assert 4 * measure_card(width) + sum(gaps) == width
    assert gaps == gaps[::-1]
    assert min(gaps) > 0


async def test_enter_pressed_twice_skips_no_hint() -> None:
    async with asking(seen(Role.ENCODER)).run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot)
        await pilot.press("enter", "enter")  # as on the curtain before
        assert screen.focused is screen.fields[0]
        await pilot.press(*"ash", "enter", "enter", *"birch", "enter", "enter")
        assert screen.hints == ("ash", "birch", "")
        assert screen.focused is screen.fields[2]
