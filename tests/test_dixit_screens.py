"""Dixit's screens, played by keys and by mouse, and searched for leaks."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.app import App
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Region, Size
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button

import screens.widgets.key_guard
from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.games.dixit.highlights import find_highlights
from engine.games.dixit.moves import Decoy, Tell, Vote
from engine.games.dixit.options import Options
from engine.games.dixit.rules import score_round
from engine.games.dixit.view import Round, View, find_clue_fault, find_hand_fault, find_vote_fault
from engine.games.highlights import Highlights
from engine.journal.reader import read_record
from engine.match import Match
from engine.options import parse_options
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from images.deck_reader import open_deck
from screens.curtain import Curtain
from screens.forms.confirmation import ConfirmDialog
from screens.forms.seat_form import SEAT_FORM_CSS
from screens.games.dixit.board import DixitBoard
from screens.games.dixit.card_form import CardForm
from screens.games.dixit.cards_on_table import CardsOnTable
from screens.games.dixit.clue import Clue
from screens.games.dixit.decoy_form import DecoyForm
from screens.games.dixit.large_reveal import LargeDixitReveal
from screens.games.dixit.result import Gallery
from screens.games.dixit.reveal import DixitReveal
from screens.games.dixit.round_page import ROOMY
from screens.games.dixit.storyteller_form import StorytellerForm
from screens.games.dixit.ui import FORMS
from screens.games.dixit.vote_form import VoteForm
from screens.games.dixit.zoom import Zoom
from screens.games.ui import load_game_ui
from screens.help.screen import PrivateHelp
from screens.pictures.card_picture import CardPicture
from screens.pictures.picture_request import PictureRequest
from screens.players.seat_names import SeatNames
from screens.private_screen import PrivateLeaveDialog
from screens.result import ResultScreen
from screens.saved.evening import Evening
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from screens.widgets.cards.card_item import CardItem
from screens.widgets.cards.card_words import CardWords, shorten_before
from screens.widgets.cards.grid import arrange
from screens.widgets.cards.row import CardRow
from screens.widgets.celebration import Celebration
from screens.widgets.letter_size import is_hall
from tests import canaries
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
from tests.samples.dixit import SAMPLE as DIXIT

ui = load_game_ui("dixit")

SMALL = (80, 24)
EVERY_SIZE = (*SIZES, (100, 30))
FOLDER = str(canaries.FOLDER)
DECK = open_deck(FOLDER)
IDS = tuple(DECK.cards)
NAMES = SeatNames(("p1", "p2", "p3", "p4"), ("Ada", "Ben", "word2vec", "glove"))
CLUE = "the size of what follows us"
PEOPLE = {"p1": "human:Ada", "p2": "human:Ben", "p3": "word2vec", "p4": "glove"}


@pytest.fixture
def paced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("screens.widgets.gradual_reveal.PACE", 1000.0)


def past(count: int, **changes: Any) -> tuple[Round, ...]:
    """Finished rounds, each with four cards of its own: each votes for who sits next to them."""
    rounds = []
    for number in range(count):
        cards = IDS[8 + number % 4 * 4 :][:4]
        teller = number % 4
        votes = tuple(None if s == teller else cards[(s + 1) % 4] for s in range(4))
        points = score_round(cards, votes, Seat(teller), boxed=False)
        done = Round(teller, f"clue {number}", cards, tuple(reversed(cards)), votes, points)
        rounds.append(replace(done, **changes))
    return tuple(rounds)


def seen(
    seat: int | None,
    *,
    clue: str | None = CLUE,
    card: str | None = None,
    candidates: tuple[str, ...] = (),
    rounds: tuple[Round, ...] = (),
    hand: tuple[str, ...] = IDS[:4],
    over: bool = False,
    **options: Any,
) -> View:
    """What a seat sees."""
    return View(
        seat=None if seat is None else Seat(seat),
        number=len(rounds) + (not over),
        hand=() if seat is None else hand,
        clue=clue,
        card=card,
        candidates=candidates,
        rounds=rounds,
        options=Options(deck=FOLDER, **options),
        deck=FOLDER,
        fingerprint=DECK.fingerprint,
        over=over,
    )


def telling(**known: Any) -> View:
    """The storyteller's view."""
    return seen(0, clue=None, **known)


def giving(**known: Any) -> View:
    """A listener's view who is to give a decoy."""
    return seen(1, **known)


def voting(**known: Any) -> View:
    """A listener's view who is to vote; their own card lies in the third place."""
    return seen(1, card=IDS[6], candidates=IDS[4:8], **known)


def fault(view: View, move: Any) -> str | None:
    """The rules."""
    match move:
        case Tell(card=card, clue=clue):
            return find_hand_fault(view, card) or find_clue_fault(view, clue)
        case Decoy(card=card):
            return find_hand_fault(view, card)
    return find_vote_fault(view, move.card)


def asking(
    view: View,
    judge: Callable[[Any, Any], str | None] = fault,
    complaint: str | None = None,
    names: SeatNames = NAMES,
    images: str = "none",
) -> Opened[Any]:
    """The app with the screen of `view` in it."""
    app: Opened[Any] = Opened(lambda: open_seat_form(ui, view, names, judge, complaint))
    app.pictures.choose(images)
    return app


class Public(Screen[None]):
    """A board or a result on a screen."""

    def __init__(self, widget: Widget, *, scroll: bool = False) -> None:
        super().__init__()
        self.widget = widget
        self.scroll = scroll

    def compose(self) -> Any:
        yield VerticalScroll(self.widget) if self.scroll else Vertical(self.widget)


def public(make: Callable[[], Screen[Any]], images: str = "none") -> Opened[Any]:
    """The app with a screen for everybody in it."""
    app: Opened[Any] = Opened(make)
    app.pictures.choose(images)
    return app


def everything(pilot: Pilot[Any]) -> str:
    """All that a person nearby could read, wherever it stands."""
    app = pilot.app
    tips = " ".join(str(widget.tooltip) for widget in app.screen.query(Widget) if widget.tooltip)
    notes = " ".join(note.message + note.title for note in app._notifications)
    return frame(app) + app.title + app.sub_title + app.clipboard + tips + notes


async def asked(pilot: Pilot[Any]) -> CardForm[Any]:
    """Wait for a private screen, and until its cards are laid out."""

    def laid_out() -> bool:
        screen = pilot.app.screen
        return isinstance(screen, CardForm) and screen.row.slots[0].picture.size.width > 5

    await until(pilot, laid_out)
    await pilot.pause()
    assert isinstance(pilot.app.screen, CardForm)
    return pilot.app.screen


async def gone(pilot: Pilot[Any], screen: Screen[Any]) -> None:
    """Wait until a screen has been left."""
    await until(pilot, lambda: screen not in pilot.app.screen_stack)


async def vanishes(pilot: Pilot[Any], text: str) -> None:
    """Wait until `text` stands in the terminal no more."""
    await until(pilot, lambda: text not in frame(pilot.app))


def tags(card: str) -> str:
    """The odd word among what is to be seen on a card."""
    return DECK.cards[card].tags[-1]


# The storyteller


async def test_the_storyteller_plays_by_keys_and_nothing_counts_before_the_last_look() -> None:
    app = asking(telling())
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, StorytellerForm)
        assert screen.at is None
        await pilot.press("right", "down", "up", "right", *"small talk", "enter")
        await in_front(pilot, ConfirmDialog)
        text = frame(app)
        assert "small talk" in text
        assert "Everybody hears the clue" in " ".join(text.split())
        assert tags(IDS[1]) in text, "the card is shown"
        assert app.answers == []
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Tell(card=IDS[1], clue="small talk")])


async def test_digits_choose_a_card_until_a_clue_is_begun_and_are_text_in_it() -> None:
    app = asking(telling())
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, StorytellerForm)
        await pilot.press("3")
        await pilot.pause()
        assert (screen.at, screen.clue) == (2, "")
        await pilot.press(*"dozed 1 2")
        await pilot.pause()
        assert screen.clue == "dozed 1 2"
        assert screen.at == 2
        assert not screen.is_described
        await pilot.press("alt+2")
        await until(pilot, lambda: screen.at == 1)
        await pilot.press("ctrl+4")
        await until(pilot, lambda: screen.at == 3)
        await pilot.press("tab", "1", "tab", "3")
        await until(pilot, lambda: screen.at == 0)
        assert screen.clue == "dozed 1 23"
        await pilot.press("backspace", "f5")
        await until(pilot, lambda: screen.is_described)
        await pilot.press("left", "left", *"or ")
        await pilot.pause()
        assert screen.clue == "dozed 1or 2", "arrows move in a clue that has been begun"
        assert screen.at == 0


async def test_the_storyteller_plays_by_mouse() -> None:
    app = asking(telling())
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, StorytellerForm)
        await pilot.press(*"ash")
        await pilot.click(screen.row.slots[2].picture)
        await until(pilot, lambda: screen.at == 2)
        await pilot.click(screen.row.slots[1].caption)
        await until(pilot, lambda: screen.at == 1)
        await pilot.click(screen.row.slots[1].picture)
        await in_front(pilot, Zoom)
        await pilot.click(CardPicture)
        await in_front(pilot, StorytellerForm)
        await pilot.click("#review")
        await in_front(pilot, ConfirmDialog)
        await pilot.click("#send")
        await until(pilot, lambda: app.answers == [Tell(card=IDS[1], clue="ash")])


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ash", "✓"),
        ("!?", "✗ A clue needs a word or a number"),
        ("Clue 0", "✗ “Clue 0” was already said"),
    ],
)
async def test_a_clue_is_judged_as_it_is_typed(typed: str, said: str) -> None:
    app = asking(seen(0, clue=None, rounds=past(4)))
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, StorytellerForm)
        await pilot.press("1", *typed)
        await until(pilot, lambda: said in str(screen.remark.content))
        await pilot.press("enter")
        if said == "✓":
            await in_front(pilot, ConfirmDialog)
        else:
            await pilot.pause()
            assert app.screen is screen


async def test_what_is_missing_is_called_out_when_somebody_tries_to_send_it() -> None:
    app = asking(telling())
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, StorytellerForm)
        await pilot.press("2", "enter")  # goes on to the clue
        await until(pilot, lambda: "Now type the clue" in str(screen.remark.content))
        await pilot.press("enter")
        await until(pilot, lambda: "may not be empty" in str(screen.remark.content))
        screen.at = None
        await pilot.press(*"ash", "enter")
        await until(pilot, lambda: "Choose a card first" in str(screen.remark.content))
        await pilot.press("1")
        await until(pilot, lambda: "✓" in str(screen.remark.content))
        assert app.screen is screen


async def test_the_footer_offers_the_review_once_there_is_something_to_review() -> None:
    app = asking(telling())
    async with app.run_test(size=SMALL) as pilot:
        await in_front(pilot, StorytellerForm)
        await appears(pilot, "Enter No card yet")
        await pilot.press("2")
        await appears(pilot, "Enter Clue")
        await pilot.press("enter")
        await appears(pilot, "Enter No clue yet")
        await pilot.press(*"ash")
        await appears(pilot, "Enter Review")
    app = asking(voting())
    async with app.run_test(size=SMALL) as pilot:
        await asked(pilot)
        await appears(pilot, "Enter No card yet")
        await pilot.press("right")
        await appears(pilot, "Enter Review")


async def test_enter_does_not_overtake_what_was_typed_before_it() -> None:
    app = asking(telling())
    async with app.run_test(size=SMALL) as pilot:
        await in_front(pilot, StorytellerForm)
        await pilot.press("1")
        await pilot.press(*"small talk", "enter")
        confirm = await in_front(pilot, ConfirmDialog)
        assert ("Your clue", "small talk") in confirm.rows


async def test_going_back_from_the_last_look_loses_nothing() -> None:
    app = asking(telling())
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, StorytellerForm)
        await pilot.press("2", *"ash", "enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("escape")
        await in_front(pilot, StorytellerForm)
        assert (screen.at, screen.clue) == (1, "ash")
        await pilot.press("e", "s", "down", "enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Tell(card=IDS[2], clue="ashes")])


async def test_a_clue_is_as_long_as_was_agreed_and_shown_as_it_stands() -> None:
    app = asking(telling(clue_length=20))
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, StorytellerForm)
        await pilot.press("1", *"[red]x[/] [@click=app.bell]y", "enter")
        await in_front(pilot, ConfirmDialog)
        assert screen.clue == "[red]x[/] [@click=ap"
        assert screen.clue in frame(app)


# Listeners


async def test_a_decoy_is_chosen_by_digit_and_arrows() -> None:
    app = asking(giving())
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, DecoyForm)
        assert CLUE in frame(app)
        await pilot.press("4")
        assert screen.at == 3
        await pilot.press("right")
        assert screen.at == 0, "from the last to the first"
        await pilot.press("left", "left")
        assert screen.at == 2
        await pilot.press("9")
        assert screen.at == 2, "there is no ninth card"
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        assert CLUE in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Decoy(card=IDS[2])])


async def test_keys_are_taken_in_the_order_in_which_they_were_pressed() -> None:
    app = asking(giving())
    async with app.run_test(size=SMALL) as pilot:
        await asked(pilot)
        for key in ("2", "right", "enter"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        confirm = await in_front(pilot, ConfirmDialog)
        assert ("Your card", "3") in confirm.rows


async def test_nothing_is_sent_before_a_card_is_chosen() -> None:
    for view in (giving(), voting()):
        app = asking(view)
        async with app.run_test(size=SMALL) as pilot:
            await asked(pilot)
            await pilot.press("enter")
            await appears(pilot, "Choose a card first")
            assert isinstance(app.screen, CardForm)


async def test_ones_own_card_is_marked_and_cannot_be_voted_for() -> None:
    app = asking(voting())
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, VoteForm)
        assert "3 yours" in frame(app)
        assert [place.picture.dim for place in screen.row.slots] == [False, False, True, False]
        await appears(pilot, "1, 2 or 4, or ← →")
        await pilot.press("3")
        assert screen.at is None
        await appears(pilot, "✗ Card 3 is yours: choose another.")
        await pilot.click(screen.row.slots[2].picture)
        await pilot.pause()
        assert screen.at is None
        await pilot.press("2", "right")
        assert screen.at == 3, "the own card is passed over"
        await pilot.press("z")
        await in_front(pilot, Zoom)
        await pilot.press("left")
        await appears(pilot, "3 of 4")
        await pilot.press("escape")
        await in_front(pilot, VoteForm)
        assert screen.at == 3, "it can be looked at, not chosen"
        await pilot.press("enter")
        await in_front(pilot, ConfirmDialog)
        assert "card 4" in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Vote(card=IDS[7])])


async def test_a_vote_by_mouse() -> None:
    app = asking(voting())
    async with app.run_test(size=(160, 45)) as pilot:
        screen = await in_front(pilot, VoteForm)
        await pilot.click(screen.row.slots[0].picture)
        await until(pilot, lambda: screen.at == 0)
        await pilot.click("#review")
        await in_front(pilot, ConfirmDialog)
        await pilot.click("#back")
        await in_front(pilot, VoteForm)
        assert screen.at == 0
        await pilot.click("#review")
        await in_front(pilot, ConfirmDialog)
        await pilot.click("#send")
        await until(pilot, lambda: app.answers == [Vote(card=IDS[4])])


async def test_a_complaint_and_a_refusal_by_the_rules_are_shown() -> None:
    app = asking(giving(), lambda *_: "No [b]card[/b] today.", "Not [like] so.")
    async with app.run_test(size=SMALL) as pilot:
        await in_front(pilot, DecoyForm)
        await appears(pilot, "✗ Refused: Not [like] so.")
        await pilot.press("1", "enter")
        await appears(pilot, "✗ Refused: No [b]card[/b] today.")


# Looking closer


async def test_a_card_is_zoomed_and_the_one_looked_at_last_is_chosen() -> None:
    for view, key in ((telling(), "f4"), (telling(), "space"), (giving(), "f4"), (giving(), "Z")):
        app = asking(view)
        async with app.run_test(size=SMALL) as pilot:
            screen = await asked(pilot)
            await pilot.press(key)
            await in_front(pilot, Zoom)
            assert tags(IDS[0]) in frame(app)
            await pilot.pause()
            assert app.screen.query_one(CardPicture).size.height >= 20
            await pilot.press("right", "right")
            await appears(pilot, tags(IDS[2]))
            await pilot.press("escape")
            await asked(pilot)
            assert screen.at == 2


async def test_a_card_is_told_in_words_on_a_key() -> None:
    for view, key in ((telling(), "f5"), (giving(), "f5"), (giving(), "d")):
        app = asking(view, images="quad")
        async with app.run_test(size=(160, 45)) as pilot:
            await asked(pilot)
            assert not any(tags(card) in frame(app) for card in IDS)
            await pilot.press(key)
            await appears(pilot, "Choose a card to read")
            await pilot.press("right")
            await appears(pilot, "On card 1: " + ", ".join(DECK.cards[IDS[0]].tags))
            await pilot.press("right")
            await appears(pilot, tags(IDS[1]))
            await pilot.press(key)
            await vanishes(pilot, "On card")


async def test_where_blocks_are_coarse_one_card_is_shown_large_and_all_in_words() -> None:
    app = asking(voting(), images="quad")
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, VoteForm)
        row = screen.row
        await until(pilot, lambda: row.shows_one and row.slots[0].picture.shown)

        def shown() -> list[int]:
            here = app.screen._compositor.visible_widgets
            return [number for number, slot in enumerate(row.slots) if slot.picture in here]

        assert shown() == [0]
        assert row.slots[0].picture.size.height >= 14
        assert all(tags(card) in frame(app) for card in IDS[4:8])
        await pilot.press("2")
        await until(pilot, lambda: shown() == [1] and row.slots[1].picture.shown)
        assert "▌ 2" in frame(app)
        await pilot.click(row.words, offset=(4, row.words.places.index(3)))
        await until(pilot, lambda: screen.at == 3 and shown() == [3])
        await pilot.press("up")
        await until(pilot, lambda: screen.at == 1)
        await pilot.resize_terminal(160, 45)
        await until(pilot, lambda: not row.shows_one and shown() == [0, 1, 2, 3])
        assert not any(tags(card) in frame(app) for card in IDS[4:8])


async def test_before_the_vote_everybody_sees_the_cards_and_points_at_them() -> None:
    before, after = seen(None), seen(None, candidates=IDS[4:8])
    for people, shows in (((0, 1), True), ((1, 2), True), ((0,), True), ((1,), False)):
        machines = frozenset(Seat(seat) for seat in range(4) if seat not in people)
        names = SeatNames(NAMES.seats, NAMES.labels, machines=machines)
        assert (ui.create_reveal(before, after, names) is not None) is shows
    app = public(lambda: RoundSummary(CardsOnTable(after, NAMES)), images="quad")
    async with app.run_test(size=SMALL) as pilot:
        await appears(pilot, "The cards are on the table. One of them is ● Ada's.")
        await appears(pilot, CLUE)
        row = app.screen.query_one(CardRow)
        assert all(tags(card) in frame(app) for card in IDS[4:8])
        await pilot.press("left")
        await until(pilot, lambda: row.marked == 3)
        await pilot.press("2")
        await until(pilot, lambda: row.marked == 1)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [True])


def is_laid_out(row: CardRow) -> bool:
    return row.card_size.width > 5


def summarize(make: Callable[[], Widget]) -> RoundSummary:
    return RoundSummary(make())


@pytest.mark.parametrize("images", ["none", "quad"])
@pytest.mark.parametrize("size", EVERY_SIZE)
async def test_no_card_moves_between_the_table_and_the_reveal(
    size: tuple[int, int], images: str
) -> None:
    rounds = past(3)
    done = rounds[-1]
    table = seen(None, clue=done.clue, candidates=done.candidates, rounds=rounds[:-1])
    over = seen(None, clue=None, rounds=rounds)
    reveal = LargeDixitReveal if is_hall(Size(*size)) else DixitReveal
    places = []
    for make in (partial(CardsOnTable, table, NAMES), partial(reveal, over, NAMES)):
        app = public(partial(summarize, make), images=images)
        async with app.run_test(size=size) as pilot:
            await in_front(pilot, RoundSummary)
            row = app.screen.query_one(CardRow)
            await until(pilot, partial(is_laid_out, row))
            await pilot.pause()
            places.append([slot.picture.region for slot in row.slots if slot.picture.content_size])
    assert places[0] == places[1]


async def test_a_clue_is_in_large_letters_where_the_cards_leave_room() -> None:
    for size, images, large in (((80, 24), "quad", True), ((80, 24), "none", False)):
        app = asking(voting(clue="wet"), images=images)
        async with app.run_test(size=size) as pilot:
            await asked(pilot)
            heading = app.screen.query_one(Clue)
            await until(pilot, partial(getattr, heading, "is_attached"))
            await pilot.pause()
            assert (heading.size.height >= 4) is large
            assert ("“wet”" in frame(app)) is not large
    app = asking(voting(clue="a clue that is far too long for large letters"), images="quad")
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(pilot)
        await appears(pilot, "a clue that is far too long for large")


async def test_the_swap_is_announced_to_everybody_and_beside_the_new_hand() -> None:
    swap = "● Ada and ■ word2vec swap their cards, and so do ▲ Ben and ◆ glove"
    first = past(12)
    app = public(lambda: RoundSummary(DixitReveal(seen(None, clue=None, rounds=first), NAMES)))
    async with app.run_test(size=(100, 30)) as pilot:
        await appears(pilot, swap)
    for rounds, told in ((first, True), (past(11), False), (past(13), False)):
        app = asking(seen(1, rounds=rounds))
        async with app.run_test(size=(100, 30)) as pilot:
            await asked(pilot)
            assert (swap in frame(app)) is told


def test_the_curtain_says_why_somebody_is_asked_again() -> None:
    assert Curtain("Ben", again=True, purpose="to vote").request == "It's your turn again, to vote"
    assert Curtain("Ben").request == "Pass the keyboard to"
    assert Curtain("Ben", purpose="to vote").request == "To vote, pass the keyboard to"
    assert [form.purpose for form in FORMS.values()] == [
        "to give a clue",
        "to play a card",
        "to vote",
    ]


async def test_one_key_hides_the_hand_the_zoomed_card_and_the_last_look() -> None:
    app = asking(giving())
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, DecoyForm)

        async def hidden(kind: type[Screen[Any]]) -> None:
            await in_front(pilot, kind)
            await until(pilot, lambda: tags(IDS[1]) in frame(app))
            await pilot.press("f9")
            await in_front(pilot, Curtain)
            assert not any(tags(card) in everything(pilot) for card in IDS)
            await pilot.press("space")
            await in_front(pilot, kind)
            await until(pilot, lambda: tags(IDS[1]) in frame(app))

        await pilot.press("2")
        await hidden(DecoyForm)
        await pilot.press("z")
        await hidden(Zoom)
        await pilot.press("escape")
        await in_front(pilot, DecoyForm)
        assert screen.at == 1
        await pilot.press("enter")
        await hidden(ConfirmDialog)


async def test_help_over_a_private_screen_explains_it_and_shows_no_card() -> None:
    app = asking(giving())
    async with app.run_test(size=SMALL) as pilot:
        await in_front(pilot, DecoyForm)
        await pilot.press("f1")
        await in_front(pilot, PrivateHelp)
        await appears(pilot, "Choose the card of your hand that others might mistake for the")
        assert not any(tags(card) in everything(pilot) for card in IDS)


async def test_leaving_keeps_the_choice_if_one_stays() -> None:
    app = asking(giving())
    async with app.run_test(size=SMALL) as pilot:
        screen = await in_front(pilot, DecoyForm)
        await pilot.press("2", "escape")
        await in_front(pilot, PrivateLeaveDialog)
        await pilot.press("escape")
        await in_front(pilot, DecoyForm)
        assert screen.at == 1
        await pilot.press("escape")
        await in_front(pilot, PrivateLeaveDialog)
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answers == [None])


# Room


def whole(app: App[Any], row: CardRow, count: int) -> None:
    """Every card is there, has its shape unless it is words, and covers nothing."""
    places = row.slots[:count]
    pictures = [place.picture.region for place in places]
    beneath = [place.caption.region for place in places]
    around = row.region
    assert all(around.contains_region(region) for region in (*pictures, *beneath))
    assert len({region.size for region in pictures}) == 1
    regions = [*pictures, *beneath]
    assert not any(a.overlaps(b) for i, a in enumerate(regions) for b in regions[i + 1 :])
    size = pictures[0].size
    if places[0].picture.has_class("-words"):
        assert size.width >= row.region.width // row.columns - 2, "they have no shape to keep"
    else:
        assert abs(size.width / size.height - 305 / 230) < 0.25, size
    assert app.screen.region.contains_region(around)


@pytest.mark.parametrize("size", EVERY_SIZE)
@pytest.mark.parametrize("longest", [False, True])
async def test_everything_fits(size: tuple[int, int], longest: bool) -> None:
    clue = ("word " * 40).strip() if longest else CLUE
    for view in (telling(rounds=past(4)), giving(clue=clue), voting(clue=clue)):
        app = asking(view)
        async with app.run_test(size=size) as pilot:
            screen = await asked(pilot)
            whole(app, screen.row, 4)
            text = frame(app)
            for said in ("Review and send", "Zoom", "Words", "Hide", "Leave", "Help", "glove"):
                assert said in text, said
            if view.clue:
                shows_clue = CLUE in text or draws_letters(app)
                assert text.count("word ") >= 39 if longest else shows_clue
            if not longest:
                least = {24: 13, 30: 16, 45: 24, 60: 30}[size[1]]
                assert screen.row.slots[0].picture.size.height >= least
            seat = screen.query_one("#seat")
            assert seat.max_scroll_y == 0


@pytest.mark.parametrize("size", EVERY_SIZE)
async def test_six_cards_and_six_people_fit(size: tuple[int, int]) -> None:
    names = SeatNames(
        tuple(f"p{n}" for n in range(1, 7)), ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fay")
    )
    view = giving(hand=IDS[:6], rules="boxed", players=6)
    app = asking(view, names=names)
    async with app.run_test(size=size) as pilot:
        screen = await in_front(pilot, DecoyForm)
        await until(pilot, lambda: screen.row.slots[0].picture.size.width > 5)
        await pilot.pause()
        whole(app, screen.row, 6)
        assert "to 30 points" in frame(app)
        await pilot.press("6")
        assert screen.at == 5
        await pilot.press("up", "down")
        assert screen.at == 5


async def test_the_longest_clue_leaves_the_last_look_its_buttons() -> None:
    clue = "w" * 10 + " word" * 38
    app = asking(giving(clue=clue))
    async with app.run_test(size=SMALL) as pilot:
        await asked(pilot)
        await pilot.press("1", "enter")
        await in_front(pilot, ConfirmDialog)
        text = frame(app)
        assert text.count(" word") >= 38
        for button in app.screen.query(Button):
            assert app.screen.query_one(".dialog").region.contains_region(button.region)


async def test_the_reveal_for_six_names_everybody() -> None:
    labels = ("Ada", "Benedikt", "Cyd", "Dan", "Eve", "Fay")
    cards = IDS[:6]
    votes = (None, cards[2], cards[1], cards[1], cards[1], cards[1])
    points = score_round(cards, votes, Seat(0), boxed=True)
    done = Round(0, "a clue", cards, cards, votes, points)
    view = seen(None, clue=None, rounds=(done,), rules="boxed", players=6)
    names = SeatNames(view.options.seats, labels)
    app = public(lambda: RoundSummary(DixitReveal(view, names)))
    async with app.run_test(size=SMALL) as pilot:
        await in_front(pilot, RoundSummary)
        await appears(pilot, "Nobody found it: +2 each, and nothing for Ada.")
        whole(app, app.screen.query_one(CardRow), 6)
        text = frame(app)
        assert "…" not in text
        assert all(text.count(name) >= 2 for name in labels)
        assert "+4" in text


async def test_resizing_lays_the_cards_out_anew_and_keeps_what_was_done() -> None:
    app = asking(telling(), images="quad")
    async with app.run_test(size=(200, 60)) as pilot:
        screen = await in_front(pilot, StorytellerForm)
        picture = screen.row.slots[0].picture
        await pilot.press("1", *"ash")
        await until(pilot, lambda: picture.shown is not None)
        before = picture.size
        await pilot.resize_terminal(140, 40)
        await until(pilot, lambda: picture.size.width < before.width)
        await until(pilot, lambda: picture.shown and picture.shown[0].columns == picture.size.width)
        whole(app, screen.row, 4)
        assert (screen.at, screen.clue) == (0, "ash")


@given(st.integers(1, 20), st.integers(20, 220), st.integers(4, 70), st.integers(1, 4))
def test_cards_lie_apart_and_within_their_place(
    count: int, width: int, height: int, beneath: int
) -> None:
    size = Size(width, height)
    grid = arrange(count, size, beneath)
    places = [grid.locate(number, count, size, beneath) for number in range(count)]
    assert grid.columns * grid.rows >= count
    assert all(not a.overlaps(b) for i, a in enumerate(places) for b in places[i + 1 :])
    if height >= beneath + 1 and grid.width > 1:
        room = Region(0, 0, width, height)
        assert all(
            room.contains_region(Region(*p.offset, p.width, p.height + beneath)) for p in places
        )


# The board, the reveal and the result


def board_of(view: View, names: SeatNames = NAMES) -> Callable[[], Screen[Any]]:
    """A screen with the board, which shows `view`."""

    def made() -> Screen[Any]:
        board = ui.create_board(names)
        screen = Public(board)
        screen.call_after_refresh(board.show, view)
        return screen

    return made


@pytest.mark.parametrize("size", EVERY_SIZE)
async def test_the_board_tells_the_turn_the_clue_the_cards_and_the_points(
    size: tuple[int, int],
) -> None:
    app = public(board_of(seen(None, candidates=IDS[4:8], rounds=past(4))))
    async with app.run_test(size=size) as pilot:
        await appears(pilot, "Round 5 of 24")
        await appears(pilot, CLUE)
        board = app.screen.query_one(DixitBoard)
        assert board.view is not None
        await until(pilot, lambda: board.table.slots[0].picture.size.width > 5)
        await pilot.pause()
        whole(app, board.table, 4)
        text = frame(app)
        assert "Which card is ● Ada's?" in text
        assert f"▸ ● Ada {board.view.scores[0]}" in text
        assert all(tags(card) in text for card in IDS[4:8])


async def test_where_blocks_are_coarse_the_board_shows_one_card_after_the_other() -> None:
    app = public(board_of(seen(None, candidates=IDS[4:8])), images="quad")
    async with app.run_test(size=SMALL) as pilot:
        await appears(pilot, "Round 1 of 24")
        board = app.screen.query_one(DixitBoard)
        await until(pilot, lambda: board.table.shows_one and board.table.shown == 0)
        assert all(tags(card) in frame(app) for card in IDS[4:8])
        assert board.table.slots[0].picture.size.height >= 8
        for number in (1, 2, 3, 0):
            board.show_next_cards()
            assert board.table.shown == number
        await pilot.click(board.table.words, offset=(4, board.table.words.places.index(2)))
        await until(pilot, lambda: board.table.shown == 2)


async def test_cards_lie_face_down_until_all_are_there() -> None:
    app = public(board_of(seen(None)))
    async with app.run_test(size=SMALL) as pilot:
        await appears(pilot, "● Ada has given a clue. The others are choosing cards.")
        await appears(pilot, "\u2573◇\u2573")
        assert not any(tags(card) in frame(app) for card in IDS)


async def test_a_replay_through_a_seats_eyes_shows_its_hand_and_its_card() -> None:
    for size, view, there in (
        (SMALL, telling(), IDS[:4]),
        (SMALL, seen(0, card=IDS[7]), IDS[7:8]),
        (SMALL, giving(), IDS[:4]),
        ((160, 60), seen(0, card=IDS[7]), (*IDS[:4], IDS[7])),
        ((160, 60), voting(), IDS[:8]),
    ):
        app = public(board_of(view))
        async with app.run_test(size=size) as pilot:
            for card in there:
                await appears(pilot, tags(card))
            shown = frame(app)
            assert not [c for c in IDS if c not in there and tags(c) in shown]


def test_words_of_revealed_cards_are_below_their_owners_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen_there = "mountain, keyhole, key, traveller"
    words = CardWords()
    words.cards = [CardItem(None, seen_there, (Content("Ben's decoy"), Content("no vote")))] * 4
    monkeypatch.setattr(CardWords, "size", Size(40, 11))
    rows = [line.plain.strip("▌ ") for line in words.layout_lines(40)]
    assert rows == [
        *["Ben's decoy  no vote", seen_there, ""] * 3,
        "Ben's decoy  no vote",
        seen_there,
    ]
    monkeypatch.setattr(CardWords, "size", Size(40, 8))
    rows = [line.plain.strip("▌ ") for line in words.layout_lines(40)]
    assert rows == ["Ben's decoy  no vote", seen_there] * 4
    monkeypatch.setattr(CardWords, "size", Size(40, 7))
    assert seen_there not in [line.plain.strip() for line in words.layout_lines(40)[3:]]


@pytest.mark.usefixtures("paced")
async def test_the_reveal_builds_up_and_a_key_tells_the_rest_at_once() -> None:
    after = seen(None, clue=None, rounds=past(3))
    done = after.rounds[-1]
    app = public(lambda: RoundSummary(DixitReveal(after, NAMES)))
    async with app.run_test(size=SMALL) as pilot:
        summary = await in_front(pilot, RoundSummary)
        news = summary.query_one(DixitReveal)
        assert news.next_stage is not None
        news.next_stage.stop()
        await appears(pilot, "clue 2")
        title = DECK.cards[done.target].title
        told = [frame(app)]
        for _ in range(5):
            news.advance()
            if news.next_stage is not None:
                news.next_stage.stop()
            await pilot.pause()
            told.append(frame(app))
        assert "'s decoy" not in told[0]
        assert [text.count("'s decoy") for text in told] == [0, 1, 2, 3, 3, 3]
        assert [("word2vec's card" in text) for text in told] == [False] * 4 + [True] * 2
        assert [(title in text) for text in told] == [False] * 5 + [True]
        assert [(f"▲ Ben {after.scores[1]} +4" in text) for text in told] == [False] * 5 + [True]
        assert "Ben found it: +3, and +3 for word2vec." in told[-1]
        captions = [word for card in DECK.cards.values() for word in card.caption.split()]
        assert not [word for text in told for word in captions if word in text]


async def test_the_reveal_goes_on_by_itself_and_stays_at_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("screens.widgets.gradual_reveal.PACE", 0.01)
    app = public(lambda: RoundSummary(DixitReveal(seen(None, clue=None, rounds=past(1)), NAMES)))
    async with app.run_test(size=SMALL) as pilot:
        await appears(pilot, " found it: ")
        await pilot.pause(0.1)
        assert isinstance(app.screen, RoundSummary)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [True])


@pytest.mark.usefixtures("paced")
async def test_a_key_skips_the_rhythm_and_another_one_goes_on() -> None:
    app = public(lambda: RoundSummary(DixitReveal(seen(None, clue=None, rounds=past(1)), NAMES)))
    async with app.run_test(size=SMALL) as pilot:
        await in_front(pilot, RoundSummary)
        assert " found it: " not in frame(app)
        await pilot.press("enter")
        await appears(pilot, " found it: ")
        assert app.answers == []
        await pilot.press("space")
        await until(pilot, lambda: app.answers == [True])


@pytest.mark.usefixtures("paced")
async def test_a_key_held_too_long_tells_nothing_and_skips_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(screens.widgets.key_guard, "ARM_AFTER", 3600.0)
    app = public(lambda: RoundSummary(DixitReveal(seen(None, clue=None, rounds=past(1)), NAMES)))
    async with app.run_test(size=SMALL) as pilot:
        summary = await in_front(pilot, RoundSummary)
        await pilot.press(*["enter"] * 5)
        assert app.screen is summary
        assert not summary.query_one(DixitReveal).is_complete


@pytest.mark.parametrize("size", EVERY_SIZE)
async def test_the_reveal_fits(size: tuple[int, int]) -> None:
    app = public(lambda: RoundSummary(DixitReveal(seen(None, clue=None, rounds=past(3)), NAMES)))
    async with app.run_test(size=size) as pilot:
        await in_front(pilot, RoundSummary)
        await appears(pilot, "+3 for ")
        assert draws_letters(app) is (size[1] >= ROOMY)  # who found it
        row = app.screen.query_one(CardRow)
        whole(app, row, 4)
        assert row.slots[0].picture.size.height >= 8
        text = frame(app)
        assert all(f"{name}'s decoy" in text for name in ("Ada", "Ben", "glove"))
        assert [slot.caption.number for slot in row.slots] == ["1", "2", "3", "4"]
        assert "━ 2 ━" in text or "2  ■ word2vec's card" in text, "the cards keep their numbers"
        assert "Enter Next" in text
        assert app.screen.query_one("#news").max_scroll_y == 0


async def test_the_result_tells_winner_tally_and_rounds() -> None:
    rounds = list(past(8))
    found = rounds[2]
    rounds[2] = replace(found, votes=(found.target, *found.votes[1:]), points=(3, 2, 3, 9))
    view = seen(None, clue=None, rounds=tuple(rounds), over=True)
    app = public(lambda: Public(ui.create_result(view, NAMES, {}), scroll=True))
    async with app.run_test(size=(100, 30)) as pilot:
        await appears(pilot, "took the lead for good in round")
        assert "glove wins" in app.screen.query_one(Celebration).plain
        text = frame(app)
        assert "▄ 2   █ 0   ▁ 0" in text
        gallery = app.screen.query_one(Gallery)
        assert gallery.number == 1
        assert "★ best clue" in text
        assert "Shift+Tab" in text
        gallery.focus()
        await until(pilot, lambda: "Shift+Tab" not in frame(app))
        await pilot.press("right")
        await appears(pilot, "clue 1")
        await pilot.press("b")
        await until(pilot, lambda: gallery.number in gallery.best)
        await pilot.press("left", "left", "left", "left")
        await until(pilot, lambda: 1 <= gallery.number <= 8)


def test_the_best_rounds_are_chosen_by_what_is_said_of_them() -> None:
    cards = IDS[:4]
    teller = Seat(0)

    def done(votes: tuple[int, int, int], points: tuple[int, ...]) -> Round:
        return Round(teller, "x", cards, cards, (None, *(cards[v] for v in votes)), points)

    rounds = (
        done((0, 0, 0), (0, 3, 3, 3)),
        done((0, 0, 1), (3, 4, 3, 0)),
        done((0, 1, 2), (3, 4, 1, 0)),
        done((3, 3, 1), (0, 3, 2, 4)),
        done((0, 3, 3), (3, 3, 0, 2)),
    )
    found = find_highlights(seen(None, clue=None, rounds=rounds, over=True))
    best = {one.title: (one.number, *one.sentence) for one in found.best}
    split = " said “x”: 1 of 3 found the card, votes split over 3 cards."
    assert best == {
        "Best clue": (3, 0, split),
        "Best decoy": (4, 3, "'s card drew 2 votes in round 4."),
        "Best round": (2, 1, " made 4 points in round 2."),
    }
    lead = " took the lead for good in round 2 with +4, and won by 8 points."
    assert found.decisive == (1, lead)
    assert find_highlights(seen(None, clue=None, over=True)) == Highlights()


# Secrets


def label(seat: Seat | None) -> str:
    return "an onlooker" if seat is None else f"p{seat + 1}"


async def test_no_frame_of_any_seat_at_any_time_holds_what_it_may_not_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Boards and reveals in words; captions never, not even at the end.

    What comes after some rounds and before the end looks as what came before.
    """
    make_letters_readable(monkeypatch)
    captions = [word for card in DECK.cards.values() for word in card.caption.split()]
    for game, shown_turns in ((DIXIT.games[0], 7), (DIXIT.games[2], 4)):
        names = SeatNames(game.seats, tuple(f"Player {n}" for n in range(len(game.seats))))
        board = ui.create_board(names)
        app = public(partial(Public, board))
        async with app.run_test(size=(160, 60)) as pilot:
            await in_front(pilot, Public)
            before = None
            for match in turns(Match(game, "canaries"), DIXIT, Random(7)):
                if match.awaits and match.turn >= shown_turns:
                    before = match.view(None)
                    continue
                for seat in everyone(match):
                    hidden = () if match.score else DIXIT.hidden(match._state, seat)
                    board.show(match.view(seat))
                    await pilot.pause()
                    shown = everything(pilot)
                    leaks = [word for word in (*hidden, *captions) if word in shown]
                    assert not leaks, (label(seat), match.turn, leaks)
                onlooker = match.view(None)
                if before is not None and (news := ui.create_reveal(before, onlooker, names)):
                    hidden = () if match.score else DIXIT.hidden(match._state, None)
                    summary = RoundSummary(news)
                    app.push_screen(summary)
                    await in_front(pilot, RoundSummary)
                    if isinstance(news, DixitReveal):
                        news.reveal_rest()
                    await pilot.pause()
                    shown = everything(pilot)
                    assert not [word for word in (*hidden, *captions) if word in shown]
                    await pilot.press("enter")
                    await gone(pilot, summary)
                before = onlooker


async def test_private_screens_hold_nothing_of_others() -> None:
    captions = [word for card in DECK.cards.values() for word in card.caption.split()]
    match = Match(DIXIT.games[0], "private")
    for sample in turns(match, DIXIT, Random(3)):
        if sample.turn > 4:
            break
        for seat in sorted(sample.awaits):
            hidden = DIXIT.hidden(sample._state, seat)
            app = asking(sample.view(seat))
            async with app.run_test(size=(160, 45)) as pilot:
                await asked(pilot)
                for keys in (("right",), ("f5",), ("f4",)):
                    await pilot.press(*keys)
                    await pilot.pause()
                    shown = everything(pilot)
                    assert not [word for word in (*hidden, *captions) if word in shown]


# Whole games


def session(tmp_path: Path, lineup: dict[str, str], **options: str) -> Session:
    definition = CATALOG["dixit"]
    asked = parse_options(definition.options_type, {"deck": FOLDER, **options})
    specs = {seat: parse_spec(spec) for seat, spec in lineup.items()}
    return Session.create(
        definition, asked, specs, "screens", path=tmp_path / "game.jsonl", settings=load_settings()
    )


def unknown_to_all(sitting: Session) -> list[str]:
    """The words that must not stand anywhere while everybody looks."""
    return list(DIXIT.hidden(sitting.match._state, None))


async def test_the_next_form_is_prepared_behind_the_curtain(tmp_path: Path) -> None:
    """Its style sheets are read and its cards encoded, so that its first frame is whole."""
    sitting = session(tmp_path, dict.fromkeys(PEOPLE, "human"), rounds="6")
    app: Any = Opened(lambda: TableScreen(sitting))
    async with app.run_test(size=(100, 30)) as pilot:
        await in_front(pilot, Curtain)
        await until(pilot, lambda: app.stylesheet.has_source(str(SEAT_FORM_CSS)))
        assert isinstance(app.screen, Curtain)
        app.screen.dismiss(True)
        first: Any = await in_front(pilot, StorytellerForm)
        await until(pilot, lambda: first.row.card_size.area)
        first.dismiss(Tell(card=first.cards[0], clue=CLUE))
        await in_front(pilot, Curtain)
        hand = sitting.match.view(Seat(1)).hand
        width, height = app.pictures.usual_sizes[len(hand)]
        ground = app.pictures.background
        requests = [PictureRequest(DECK.get_path(one), width, height, ground) for one in hand]
        await until(pilot, lambda: all(map(app.pictures.find_encoded, requests)))
        assert isinstance(app.screen, Curtain)
        shown = everything(pilot)
        assert not [word for word in unknown_to_all(sitting) if word in shown]


async def play(pilot: Pilot[Any], sitting: Session, fetched: list[str]) -> None:
    """Play all people's moves by keys until the game is over."""
    app: Any = pilot.app
    told = 0
    while not app.answers:
        await pilot.pause(0.02)
        match app.screen:
            case Curtain() as curtain:
                shown = everything(pilot)
                assert not [word for word in unknown_to_all(sitting) if word in shown]
                assert CLUE not in shown
                fetched.append(curtain.person)
                await pilot.press("space")
                await gone(pilot, curtain)
            case StorytellerForm():
                told += 1
                await pilot.press("1", *f"tale {told}", "enter")
                await in_front(pilot, ConfirmDialog)
            case DecoyForm() | VoteForm():
                await pilot.press("right", "enter")
                await in_front(pilot, ConfirmDialog)
            case ConfirmDialog() as confirm:
                await pilot.press("enter")
                await gone(pilot, confirm)
            case RoundSummary() as summary:
                if isinstance(summary.reveal, DixitReveal):
                    summary.reveal.reveal_rest()
                    await appears(pilot, "found it")
                else:
                    await appears(pilot, "The cards are on the table.")
                    shown = everything(pilot)
                    assert not [word for word in unknown_to_all(sitting) if word in shown]
                await pilot.press("enter")
                await gone(pilot, summary)


async def test_two_people_and_two_baselines_play_four_rounds(tmp_path: Path) -> None:
    sitting = session(tmp_path, PEOPLE, rounds="4")
    app = public(lambda: TableScreen(sitting))
    fetched: list[str] = []
    async with app.run_test(size=SMALL) as pilot:
        await play(pilot, sitting, fetched)
    assert app.answers == [True]
    # Ada tells; both listen twice to the machines; Ben tells. Always in table order.
    ada, ben = "Ada", "Ben"
    assert fetched == [ada, ben, ben, ben, ada, ada, *[ada, ben] * 4]
    record = read_record(tmp_path / "game.jsonl")
    tales = [moved.move["Tell"]["clue"] for moved in record.moves if "Tell" in moved.move]
    assert tales[:2] == ["tale 1", "tale 2"]
    assert sum("Vote" in moved.move for moved in record.moves) == 12

    result = public(
        lambda: ResultScreen(
            Session.from_record(record, settings=load_settings()), Evening(games=2)
        )
    )
    async with result.run_test(size=SMALL) as pilot:
        await in_front(pilot, ResultScreen)
        assert result.screen.query(Button)
        await appears(pilot, "Best round")
        gallery, page = result.screen.query_one(Gallery), result.screen.query_one("#account")
        await until(pilot, lambda: gallery.size.height == page.size.height)
        await until(pilot, lambda: gallery.virtual_region.y + 2 >= page.size.height)  # uncut cards
        await pilot.press("shift+tab")
        assert result.screen.focused is gallery
        await until(pilot, lambda: page.scroll_offset.y == gallery.virtual_region.y)
        for _ in range(gallery.number - 1):
            await pilot.press("left")
        await appears(pilot, "tale 1")


class Slow:
    """A machine that takes its time."""

    def __init__(self, machine: Any, seconds: float) -> None:
        self.machine = machine
        self.seconds = seconds

    async def decide(self, view: Any, complaint: str | None) -> Any:
        await asyncio.sleep(self.seconds)
        return await self.machine.decide(view, complaint)


@pytest.mark.parametrize(("seconds", "rounds"), [(0.0, 1), (0.05, 2)])
async def test_people_are_fetched_in_table_order_whatever_machines_do(
    tmp_path: Path, seconds: float, rounds: int
) -> None:
    lineup = {"p1": "random", "p2": "human:Ben", "p3": "human:Cyd", "p4": "human:Dan"}
    sitting = session(tmp_path, lineup, rounds=str(rounds), phases=str(rounds))
    seated = sitting.create_players

    def players(ask: Any) -> Any:
        found: Any = seated(ask)
        found[Seat(0)] = Slow(found[Seat(0)], seconds)
        return found

    sitting.create_players = players  # type: ignore[method-assign, assignment]
    app = public(lambda: TableScreen(sitting))
    fetched: list[str] = []
    async with app.run_test(size=SMALL) as pilot:
        await play(pilot, sitting, fetched)
    listeners = ["Ben", "Cyd", "Dan"] * 2
    order = [name.partition(",")[0] for name in fetched]
    second = ["Ben", *["Cyd", "Dan"] * 2]
    assert order == [*listeners, *second * (rounds - 1)]


def test_words_of_a_card_are_cut_before_its_note() -> None:
    words, note = Content("camel, rain, bus"), Content("meant")
    told = [[line.plain for line in shorten_before(words, note, 16, n)] for n in (1, 2)]
    assert told == [["camel, r…  meant"], ["camel, rain, bus", "meant"]]
    assert [line.plain for line in shorten_before(words, Content(""), 16, 1)] == [words.plain]
