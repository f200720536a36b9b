"""Cards on screens: drawn once, covered by what is above them, gone with their screen."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.pilot import Pilot
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from engine.config.paths import get_default_data_folder
from engine.config.remembered_choices import recall_choice
from images.disk_cache import DiskCache
from screens.curtain import Curtain
from screens.pictures.blocks import OCTANTS, QUADRANTS, SEXTANTS
from screens.pictures.cache import PictureCache
from screens.pictures.card_picture import CardPicture
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.picture_dialog import PictureDialog
from screens.pictures.picture_request import PictureRequest
from screens.pictures.protocol import Protocol
from screens.private_screen import PrivateScreen
from tests.looking import frame, in_front, until
from tests.painted import DELETED, ERASED, PAINTED, SENT, Terminal, cards, watched
from tui.app import ParlourApp

IN_PIXELS = [protocol for protocol in Protocol if protocol.pixels]
SIZE = (100, 30)
WORDS = "canary, [bold]lantern"


class Table(Screen[None]):
    """What everybody may see."""

    def compose(self) -> ComposeResult:
        yield Static("The table")


class Hand(PrivateScreen[None]):
    """Somebody's cards, and a line to type in."""

    person = "Ada"
    CSS = """
    CardPicture { width: 20; height: 15; margin-right: 1; }
    Horizontal { height: 16; }
    """

    def __init__(self, paths: list[Path]) -> None:
        super().__init__()
        self.paths = paths

    def compose(self) -> ComposeResult:
        with Horizontal():
            for path in self.paths:
                yield CardPicture(path, WORDS)
        yield Input()


class Small(ModalScreen[None]):
    """A dialog."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static("A question")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    with watched(monkeypatch) as terminal:
        yield terminal


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    return cards(tmp_path)


def app_with(protocol: Protocol, tmp_path: Path, **mode: Any) -> ParlourApp:
    pictures = PictureCache(GraphicsMode(protocol, **mode), store=DiskCache(tmp_path / "cache"))
    return ParlourApp(Table, pictures=pictures)


async def show_hand(pilot: Pilot[Any], paths: list[Path]) -> Hand:
    """Push a hand, and wait until all its cards are shown and everything has been written."""
    hand = Hand(paths)
    await pilot.app.push_screen(hand)
    await until(pilot, lambda: all(card.shown for card in hand.query(CardPicture)))
    await pilot.pause(0.1)
    return hand


async def test_a_picture_is_shown_though_its_widget_is_told_no_size(
    tmp_path: Path, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual sends no Resize to a widget whose place was looked up before the layout."""
    monkeypatch.setattr(CardPicture, "on_resize", lambda _: None)
    async with app_with(Protocol.SIXEL, tmp_path).run_test(size=SIZE) as pilot:
        hand = await show_hand(pilot, paths)
        assert hand.query(CardPicture)


def shows(card: CardPicture, path: Path) -> bool:
    return card.shown is not None and card.shown[0].path == path


def count(text: str) -> int:
    return len(PAINTED.findall(text))


@pytest.mark.parametrize("protocol", IN_PIXELS)
async def test_each_picture_is_written_once_and_typing_beside_it_writes_none(
    protocol: Protocol, terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(protocol, tmp_path).run_test(size=SIZE) as pilot:
        await show_hand(pilot, paths)
        assert count(terminal.take()) == 4
        await pilot.press(*"clue", "f2")
        await pilot.press("f2")
        await pilot.pause(0.1)
        await pilot.press(*"word")
        pilot.app.screen.refresh()
        await pilot.pause(0.1)
        terminal.take()
        pilot.app.screen.refresh(layout=True)
        await pilot.press(*"more")
        await pilot.pause(0.1)
        written = terminal.take()
        assert "more" in re.sub(r"\x1b\[[\d;]*\w", "", written).replace(" ", "") or written
        assert count(written) == 0
        assert "\U0010eeee" not in written


@pytest.mark.parametrize("protocol", IN_PIXELS)
async def test_a_picture_that_is_ready_comes_with_the_screens_first_frame(
    protocol: Protocol, terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(protocol, tmp_path).run_test(size=SIZE) as pilot:
        await show_hand(pilot, paths)
        await pilot.app.pop_screen()
        await pilot.pause(0.1)
        terminal.take()
        updates: list[int] = []
        hand = Hand(paths)
        shown = pilot.app._display

        def note(screen: Any, update: Any) -> None:
            before = len(terminal.text)
            shown(screen, update)
            if screen is hand and hand.query(CardPicture) and len(terminal.text) > before:
                updates.append(count(terminal.text[before:]))

        pilot.app._display = note  # type: ignore[method-assign, assignment]
        await pilot.app.push_screen(hand)
        await pilot.pause(0.2)
        assert sum(updates) == 4
        assert updates.index(4) <= 1, updates


@pytest.mark.parametrize("protocol", IN_PIXELS)
async def test_the_terminal_forgets_the_cards_when_the_curtain_falls(
    protocol: Protocol, terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(protocol, tmp_path).run_test(size=SIZE) as pilot:
        await show_hand(pilot, paths)
        sent = set(SENT.findall(terminal.take()))
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        await pilot.pause(0.1)
        written = terminal.take()
        assert set(DELETED.findall(written)) == sent
        assert (ERASED in written) == (protocol is not Protocol.KITTY)
        assert count(written) == 0
        await pilot.press("space")
        await in_front(pilot, Hand)
        await until(pilot, lambda: count(terminal.text) == 4)


@pytest.mark.parametrize("protocol", IN_PIXELS)
async def test_nothing_of_a_card_is_written_while_the_curtain_is_down(
    protocol: Protocol, terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    """Non-interference: whatever happens to the cards beneath it."""
    async with app_with(protocol, tmp_path).run_test(size=SIZE) as pilot:
        hand = await show_hand(pilot, paths[:3])
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        await pilot.pause(0.1)
        terminal.take()
        card = hand.query(CardPicture).first()
        card.picture = paths[3]
        await until(pilot, lambda: card.shown)
        card.dim = True
        await until(pilot, lambda: card.shown)
        hand.refresh(layout=True)
        pilot.app.pictures.prepare(paths, 30, 20)  # type: ignore[attr-defined]
        pilot.app.pictures.submit(PictureRequest(paths[0], 30, 20, (0, 0, 0))).result(20)  # type: ignore[attr-defined]
        await pilot.resize_terminal(90, 28)
        pilot.app.refresh()
        await pilot.press("f2")
        await pilot.pause(0.2)
        written = terminal.take()
        assert written
        assert count(written) == 0
        assert "\U0010eeee" not in written


@pytest.mark.parametrize("protocol", IN_PIXELS)
@pytest.mark.parametrize("end", ["close", "exit", "crash"])
async def test_no_card_outlives_its_screen(
    protocol: Protocol, end: str, terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    app = app_with(protocol, tmp_path)
    sent: set[str] = set()
    try:
        async with app.run_test(size=SIZE) as pilot:
            await show_hand(pilot, paths)
            sent = set(SENT.findall(terminal.take()))
            if end == "close":
                await app.pop_screen()
                await pilot.pause(0.1)
                written = terminal.take()
            elif end == "exit":
                app.exit()
            else:
                app.call_later(_break)
                await pilot.pause(0.1)
    except ZeroDivisionError:
        assert end == "crash"
    if end != "close":
        app.clear_pictures()  # as the driver does before it leaves the terminal
        written = terminal.take()
    assert set(DELETED.findall(written)) == sent
    assert (ERASED in written) == (protocol is not Protocol.KITTY)
    assert count(written) == 0


def _break() -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("protocol", IN_PIXELS)
async def test_a_dialog_covers_the_cards_and_they_come_back(
    protocol: Protocol, terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(protocol, tmp_path).run_test(size=SIZE) as pilot:
        await show_hand(pilot, paths)
        terminal.take()
        await pilot.app.push_screen(Small())
        await pilot.pause(0.1)
        written = terminal.take()
        assert count(written) == 0
        assert "\U0010eeee" not in written
        assert not DELETED.findall(written), "they will be seen again"
        await pilot.app.pop_screen()
        await pilot.pause(0.1)
        written = terminal.take()
        if protocol is Protocol.KITTY:
            assert written.count("\U0010eeee") == 4 * 20 * 15
            assert count(written) == 0, "kitty has them still"
        else:
            assert count(written) == 4


async def test_a_toast_covers_a_part_and_only_that_part_comes_back(
    terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(Protocol.KITTY, tmp_path).run_test(
        size=(90, 20), notifications=True
    ) as pilot:
        await show_hand(pilot, paths)
        terminal.take()
        pilot.app.notify("One\nTwo\nThree\nFour\nFive", timeout=60)
        await until(pilot, lambda: "Five" in terminal.text)
        await pilot.pause(0.1)
        covered = terminal.take()
        assert "\U0010eeee" not in covered
        pilot.app.clear_notifications()
        await until(pilot, lambda: "\U0010eeee" in terminal.text)
        await pilot.pause(0.1)
        cells = terminal.take().count("\U0010eeee")
        assert 0 < cells < 4 * 20 * 15 / 2


@pytest.mark.parametrize("protocol", IN_PIXELS)
async def test_resizing_paints_anew(
    protocol: Protocol, terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(protocol, tmp_path).run_test(size=SIZE) as pilot:
        hand = await show_hand(pilot, paths)
        terminal.take()
        for card in hand.query(CardPicture):
            card.styles.width, card.styles.height = 16, 12
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: count(terminal.text) >= 4)
        assert {card.shown[0].columns for card in hand.query(CardPicture) if card.shown} == {16}


async def test_kitty_keeps_no_more_than_so_many(
    terminal: Terminal, tmp_path: Path, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.pictures.painter.MAX_KITTY_PICTURES", 2)
    async with app_with(Protocol.KITTY, tmp_path).run_test(size=SIZE) as pilot:
        hand = await show_hand(pilot, paths[:1])
        first = SENT.findall(terminal.take())
        card = hand.query(CardPicture).first()
        for path in paths[1:3]:
            card.picture = path
            await until(pilot, partial(shows, card, path))
            await pilot.pause(0.1)
        assert DELETED.findall(terminal.take()) == first


async def test_tmux_is_passed_through(
    terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(Protocol.KITTY, tmp_path, tmux=True).run_test(size=SIZE) as pilot:
        await show_hand(pilot, paths)
        written = terminal.take()
        assert written.count("\x1bPtmux;\x1b\x1b_Ga=t,f=100") == 4
        assert not re.search(r"(?<!\x1b)\x1b_G", written), "tmux would keep it for itself"
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        await until(pilot, lambda: terminal.text.count("\x1bPtmux;\x1b\x1b_Ga=d,d=I") == 4)


async def test_konsole_is_cleared_when_a_card_goes(
    terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(Protocol.SIXEL, tmp_path, opaque=True).run_test(size=SIZE) as pilot:
        hand = await show_hand(pilot, paths)
        terminal.take()
        await hand.query(CardPicture).first().remove()
        hand.refresh()
        await until(pilot, lambda: ERASED in terminal.text and count(terminal.text) >= 3)


@pytest.mark.parametrize("protocol", [one for one in Protocol if one.blocks])
async def test_blocks_are_part_of_the_frame(
    protocol: Protocol, tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(protocol, tmp_path).run_test(size=SIZE) as pilot:
        await show_hand(pilot, paths)
        lines = frame(pilot.app).splitlines()[:15]
        known = {*QUADRANTS, *SEXTANTS, *OCTANTS}
        blocks = sum(character in known for line in lines for character in line[:83])
        assert blocks == 15 * 83
        assert any(known - {" "} & set(line) for line in lines)
        assert "canary" not in frame(pilot.app)


async def test_words_are_shown_as_they_stand_where_there_are_no_pictures(
    tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(Protocol.NONE, tmp_path).run_test(size=SIZE) as pilot:
        hand = Hand(paths[:1])
        await pilot.app.push_screen(hand)
        await until(pilot, lambda: "[bold]lantern" in frame(pilot.app))


async def test_an_app_without_pictures_shows_words(paths: list[Path]) -> None:
    class Plain(App[None]):
        def compose(self) -> ComposeResult:
            yield CardPicture(paths[0], WORDS)

    async with Plain().run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "canary" in frame(pilot.app))


@pytest.mark.parametrize("protocol", [Protocol.SIXEL, Protocol.QUAD])
async def test_a_picture_that_cannot_be_read_is_said_to_be_so(
    protocol: Protocol, tmp_path: Path
) -> None:
    (tmp_path / "broken.png").write_text("no picture")
    async with app_with(protocol, tmp_path).run_test(size=SIZE) as pilot:
        await pilot.app.push_screen(Hand([tmp_path / "broken.png"]))
        await until(pilot, lambda: "be shown.)" in frame(pilot.app))
        assert "canary" in frame(pilot.app)
        assert "broken" not in frame(pilot.app), "names of files are nobody's business"


async def test_another_picture_takes_the_place_of_the_first(
    terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    async with app_with(Protocol.SIXEL, tmp_path).run_test(size=SIZE) as pilot:
        hand = await show_hand(pilot, paths[:2])
        terminal.take()
        card = hand.query(CardPicture).first()
        card.picture = paths[2]
        await until(pilot, lambda: card.shown and card.shown[0].path == paths[2])
        await pilot.pause(0.1)
        assert count(terminal.take()) == 1
        card.dim = True
        await until(pilot, lambda: card.shown and card.shown[0].dim)
        await pilot.pause(0.1)
        assert count(terminal.take()) == 1


async def test_f3_shows_how_and_why_and_another_way_is_taken_and_remembered(
    terminal: Terminal, tmp_path: Path, paths: list[Path]
) -> None:
    app = app_with(Protocol.SIXEL, tmp_path)
    app.pictures.best_reason = "This [terminal] says that it shows Sixel."
    async with app.run_test(size=(80, 24)) as pilot:
        hand = await show_hand(pilot, paths)
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, PictureDialog))
        await until(pilot, lambda: "This [terminal] says that it shows Sixel." in frame(app))
        for protocol in Protocol:
            assert protocol.label in frame(app)
        await pilot.press("escape")
        await in_front(pilot, Hand)
        assert app.pictures.protocol is Protocol.SIXEL
        terminal.take()
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, PictureDialog))
        await pilot.press("down", "enter")
        await in_front(pilot, Hand)
        await until(pilot, lambda: count(terminal.text) == 4)
        assert len(SENT.findall(terminal.take())) == 4
        assert recall_choice("images", get_default_data_folder()) == "kitty"
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, PictureDialog))
        await pilot.press("end", "enter")
        await in_front(pilot, Hand)
        await until(pilot, lambda: "canary" in frame(app))
        assert len(DELETED.findall(terminal.take())) == 4
        assert not any(card.shown for card in hand.query(CardPicture))


async def test_f9_hides_the_dialog_over_a_private_screen(tmp_path: Path, paths: list[Path]) -> None:
    app = app_with(Protocol.QUAD, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await show_hand(pilot, paths)
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, PictureDialog))
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        await pilot.press("f3")
        await pilot.pause(0.1)
        assert type(app.screen) is Curtain
