"""The gallery: pages of cards, one at a time, found by words; with keys and with the mouse."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from engine.config.start import Start
from images.card import Card
from images.deck import Deck
from images.deck_reader import open_deck
from screens.gallery.card_details import render_details
from screens.gallery.gallery import Gallery, matches_words
from screens.gallery.viewer import CardViewer
from screens.home import HomeScreen
from screens.pictures.card_page import GAP, NAME_ROWS, CardPage, arrange
from screens.pictures.card_picture import CardPicture
from tests.decks import describe, draw_card, make_deck
from tests.looking import Opened, appears, frame, in_front, until
from tui.app import ParlourApp

SIZES = ((80, 24), (100, 30), (160, 45), (200, 60))


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    return open_deck(str(make_deck(tmp_path_factory.mktemp("gallery") / "deck", 30)))


def opened(deck: Deck) -> Opened[None]:
    return Opened(lambda: Gallery(deck))


async def gallery(pilot: Pilot[Any]) -> Gallery:
    screen: Gallery = await in_front(pilot, Gallery)
    await until(pilot, lambda: screen.query(CardPicture))
    return screen


def shown(screen: Gallery | CardViewer) -> list[str]:
    return [place.picture.stem for place in screen.query(CardPicture) if place.display]


@pytest.mark.parametrize("size", SIZES)
async def test_a_page_fits_the_terminal(deck: Deck, size: tuple[int, int]) -> None:
    app = opened(deck)
    async with app.run_test(size=size) as pilot:
        screen = await gallery(pilot)
        await appears(pilot, "page 1 of")
        await appears(pilot, "▸ Number 0")
        await appears(pilot, "“the secret of 0”")
        await appears(pilot, "F1 Help")
        cards = shown(screen)
        assert cards == [f"card_{number:02}" for number in range(len(cards))]
        regions = [place.region for place in screen.query(CardPicture) if place.display]
        for number, region in enumerate(regions):
            assert screen.region.contains_region(region)
            assert not any(region.overlaps(other) for other in regions[:number])
        assert max(region.bottom for region in regions) <= size[1] - 4
        assert not screen.query_one(CardPage).show_vertical_scrollbar


@pytest.mark.parametrize("width", [20, 78, 98, 158, 198, 400])
@pytest.mark.parametrize("height", [5, 19, 25, 40, 55, 120])
@pytest.mark.parametrize("smaller", [-3, 0, 1, 9])
def test_no_page_is_larger_than_its_place(width: int, height: int, smaller: int) -> None:
    columns, rows, wide, high = arrange(width, height, smaller)
    assert min(columns, rows, wide, high) >= 1
    assert columns == 1 or columns * (wide + GAP) <= width
    assert rows == 1 or rows * (high + NAME_ROWS) <= height


async def test_keys_go_from_card_to_card_and_from_page_to_page(deck: Deck) -> None:
    app = opened(deck)
    async with app.run_test(size=(160, 45)) as pilot:
        screen = await gallery(pilot)
        arranged = screen.query_one(CardPage).arranged
        assert arranged is not None
        assert (arranged.columns, arranged.rows) == (6, 2)
        steps = (
            ("right", 1),
            ("down", 7),
            ("up", 1),
            ("left", 0),
            ("left", 0),
            ("pagedown", 12),
            ("end", 29),
            ("right", 29),
            ("pageup", 17),
            ("home", 0),
        )
        for key, at in steps:
            await pilot.press(key)
            assert screen.index == at
            await appears(pilot, f"card {at + 1} of 30, page {at // 12 + 1} of 3")
            await appears(pilot, f"▸ Number {at}")
            assert f"card_{at:02}" in shown(screen)


async def test_one_card_fills_the_screen_with_all_its_words(deck: Deck) -> None:
    app = opened(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await gallery(pilot)
        await pilot.press("right", "enter")
        card = await in_front(pilot, CardViewer)
        for text in ("Number 1", "“the secret of 1”", "tree", "Themes", "fear", "card_01"):
            await appears(pilot, text)
        assert card.query_one(CardPicture).size.height >= 20
        await pilot.press("right")
        await appears(pilot, "Number 2")
        await pilot.press("d")
        await until(pilot, lambda: "Number 2" not in frame(app))
        await pilot.press("d", "left", "end", "escape")
        screen = await gallery(pilot)
        await appears(pilot, "▸ Number 29")
        assert screen.index == 29


async def test_the_description_is_on_a_key(deck: Deck) -> None:
    app = opened(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await gallery(pilot)
        await appears(pilot, "“the secret of 0”")
        await pilot.press("d")
        await appears(pilot, "Seen: boat, tree, fish")
        await pilot.press("right")
        await appears(pilot, "Seen: tree, house, lamp")
        await pilot.press("d")
        await appears(pilot, "“the secret of 1”")


async def test_typing_finds_cards(deck: Deck) -> None:
    app = opened(deck)
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await gallery(pilot)
        await pilot.press("slash", *"hors")
        await appears(pilot, "found")
        found = [card for card in deck.cards.values() if "horse" in card.tags]
        assert screen.found == [card.id for card in found]
        assert 0 < len(found) < 30
        await pilot.press("enter", "enter")
        await in_front(pilot, CardViewer)
        await pilot.press("escape")
        await gallery(pilot)
        await pilot.press("slash", *" xyzzy")
        await appears(pilot, "No card has all of these words.")
        assert shown(screen) == []
        await pilot.press("enter", "enter", "d", "right")
        assert app.screen is screen
        await pilot.press("escape")
        await appears(pilot, "card 1 of 30")
        assert screen.query_one(Input).value == ""
        await pilot.press("escape")
        await until(pilot, lambda: app.answers == [None])


async def test_cards_become_smaller_and_larger(deck: Deck) -> None:
    app = opened(deck)
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await gallery(pilot)
        assert len(shown(screen)) == 3
        await pilot.press("minus")
        await until(pilot, lambda: len(shown(screen)) == 12)
        await pilot.press(*["minus"] * 9)
        smallest = screen.smaller
        await pilot.press("plus")
        assert screen.smaller == smallest - 1
        await pilot.press(*["plus"] * 9)
        await until(pilot, lambda: len(shown(screen)) == 3)
        assert screen.smaller == 0


async def test_resizing_keeps_the_card(deck: Deck) -> None:
    app = opened(deck)
    async with app.run_test(size=(160, 45)) as pilot:
        screen = await gallery(pilot)
        await pilot.press("end")
        await pilot.resize_terminal(80, 24)
        await appears(pilot, "card 30 of 30, page 10 of 10")
        assert shown(screen) == ["card_27", "card_28", "card_29"]


async def test_the_mouse_looks_at_a_card_and_turns_pages(deck: Deck) -> None:
    app = opened(deck)
    async with app.run_test(size=(160, 45)) as pilot:
        screen = await gallery(pilot)
        picture = list(screen.query(CardPicture))[7]
        await until(pilot, lambda: picture.region.area)
        await pilot.click(offset=(picture.region.x + 3, picture.region.y + 3))
        card = await in_front(pilot, CardViewer)
        assert card.index == 7
        await pilot.click("#words")
        await gallery(pilot)
        screen.on_mouse_scroll_down()
        await appears(pilot, "page 2 of 3")
        names = screen.query(".names").first(Static)
        await pilot.click(offset=(names.region.x + 5, names.region.y))
        assert (await in_front(pilot, CardViewer)).index == 12


async def test_what_a_deck_says_is_shown_as_it_stands(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    folder.mkdir()
    draw_card(folder / "sea.png", 1)
    said = {"title": "[red]Sea", "caption": "[/] $x [@click=app.quit]", "tags": ["[b]boat", "海"]}
    (folder / "deck.toml").write_text(describe("sea", **said, themes=["[hope]"], echoes=["[i]"]))
    app = opened(open_deck(str(folder)))
    async with app.run_test(size=(100, 30)) as pilot:
        await gallery(pilot)
        await appears(pilot, "▸ [red]Sea")
        await appears(pilot, "“[/] $x [@click=app.quit]”")
        await pilot.press("d")
        await appears(pilot, "Seen: [b]boat, 海")
        await pilot.press("enter")
        for text in ("[red]Sea", "[b]boat, 海", "[hope]", "[i]"):
            await appears(pilot, text)


async def test_a_card_without_words_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    folder.mkdir()
    draw_card(folder / "sea.png", 1)
    (folder / "deck.toml").write_text("[cards.sea]\n")
    app = opened(open_deck(str(folder)))
    async with app.run_test(size=(80, 24)) as pilot:
        await gallery(pilot)
        await appears(pilot, "sea: nobody has said what is to be seen")
        await pilot.press("enter")
        await appears(pilot, "Nothing is said of this card")


@pytest.mark.parametrize("width", [34, 46, 64])
def test_the_words_of_a_card_fit_their_place(width: int) -> None:
    long = tuple(f"word{number}" for number in range(24))
    card = Card("sea", "A title of some words", "c" * 200, long, long, long, palette=("#123456",))
    for height in (1, 5, 20, 60):
        lines = render_details(card, width, height).split("\n")
        assert len(lines) <= height
        assert all(line.cell_length <= width for line in lines)
    assert "…" in render_details(card, width, 20).plain
    assert "…" not in render_details(card, width, 60).plain
    assert render_details(card, width, 60).plain.endswith("sea")


def test_every_word_that_is_asked_for_must_begin_one_of_the_card() -> None:
    card = Card("night_whale", "Low Tide", "what follows us", ("Whale",), ("wonder",))
    for asked in ("", "whale", "WHA", "night low", "us won", "  tide  "):
        assert matches_words(card, asked)
    for asked in ("ale", "whale boat", "x"):
        assert not matches_words(card, asked)


async def test_home_opens_the_gallery_of_the_house_deck() -> None:
    def nobody(_: object) -> Any:
        raise AssertionError

    app = ParlourApp(lambda: HomeScreen(nobody, nobody, nobody, Start()))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "a gallery of the cards")
        await pilot.press("d")
        screen = await gallery(pilot)
        assert screen.deck is open_deck()
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
