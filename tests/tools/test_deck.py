"""The pictures of the built-in deck: redrawing gives the same, none are alike, none too large."""

import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter
from typer.testing import CliRunner

from images.card import DEVICES, PLACES
from images.deck_reader import open_deck
from tools.deck import distinct, drawing
from tools.deck.__main__ import app
from tools.deck.colour import Array, to_lab
from tools.deck.size import CANVAS_HEIGHT, CANVAS_WIDTH

DECK = open_deck()
REDRAWN = ("violin_boat", "red_thread", "desert_door")
TOLERANCE = 3
"""Steps of 255 by which a redrawn card may differ: other processors round other last digits."""

SPECIES = (
    {"whale"}, {"cat", "kitten", "lion"}, {"fox"}, {"rabbit"}, {"owl"}, {"deer"}, {"elephant"},
    {"fish"}, {"horse"}, {"bear"}, {"wolf", "wolves", "dog"}, {"camel"}, {"octopus"}, {"sheep"},
    {"crow", "crows"}, {"swan"}, {"snail"}, {"jellyfish"}, {"penguin"}, {"toucan", "parrot"},
)  # fmt: skip
MOST = {"moon": 10, "night": 28, "child": 18}
"""The most cards that may carry a tag."""


def decoded(picture: Image.Image) -> Array:
    """Colours and opacity, (920, 610, 4)."""
    return np.asarray(picture.convert("RGBA"), np.float64)


def smooth(picture: Array) -> Array:
    """The picture blurred: a step of 1 before the compression may move its artefacts."""
    whole = Image.fromarray(picture.astype(np.uint8))
    return np.asarray(whole.filter(ImageFilter.BoxBlur(4)), np.float64)


@pytest.mark.parametrize("card", REDRAWN)
def test_a_card_drawn_again_is_the_card_in_the_deck(card: str, tmp_path: Path) -> None:
    drawing.draw(card, tmp_path)
    with Image.open(tmp_path / f"{card}.webp") as fresh, Image.open(DECK.get_path(card)) as kept:
        difference = smooth(decoded(fresh)) - smooth(decoded(kept))
    assert np.abs(difference).max() <= TOLERANCE


def test_every_card_has_its_module_and_its_picture() -> None:
    pictures = {file.stem for file in DECK.folder.glob("*.webp")}
    assert set(drawing.card_ids()) == pictures == set(DECK.cards)


def test_every_picture_is_twice_as_fine_as_a_card_with_round_corners() -> None:
    for card in DECK.cards:
        with Image.open(DECK.get_path(card)) as picture:
            assert (picture.format, picture.mode) == ("WEBP", "RGBA"), card
            assert picture.size == (CANVAS_WIDTH, CANVAS_HEIGHT), card
            assert not {"exif", "xmp", "icc_profile"} & set(picture.info), card
            alpha = decoded(picture)[..., 3]
        assert alpha[0, 0] == alpha[0, -1] == alpha[-1, 0] == alpha[-1, -1] == 0, card
        assert alpha[CANVAS_HEIGHT // 2].min() == 255, card


def test_the_deck_stays_small() -> None:
    assert sum(DECK.get_path(card).stat().st_size for card in DECK.cards) <= 8_000_000


def test_no_two_cards_are_alike() -> None:
    nearest = distinct.distances(DECK.get_path(card) for card in DECK.cards)[0]
    assert nearest[0] >= distinct.BOUND, nearest


def test_the_same_picture_under_another_name_would_be_found(tmp_path: Path) -> None:
    first, second = (DECK.get_path(card) for card in list(DECK.cards)[:2])
    copy = tmp_path / "copy.webp"
    shutil.copy(first, copy)
    assert distinct.distances([second, first, copy])[0] == (0, first.stem, "copy")


def test_the_deck_is_not_one_picture_again_and_again() -> None:
    tags = Counter(tag for card in DECK.cards.values() for tag in set(card.tags))
    for tag, most in MOST.items():
        assert tags[tag] <= most, tag
    for species in SPECIES:
        assert sum(bool(species & set(card.tags)) for card in DECK.cards.values()) <= 5, species


def test_devices_and_places_are_spread() -> None:
    devices = Counter(card.device for card in DECK.cards.values())
    places = Counter(card.place for card in DECK.cards.values())
    assert min(devices[device] for device in DEVICES) >= 4, devices
    assert min(places[place] for place in PLACES) >= 5, places
    assert places["interior"] >= 8, places


def test_some_cards_are_pale_and_some_of_nearly_one_colour() -> None:
    pale, single = [], []
    for card in DECK.cards:
        with Image.open(DECK.get_path(card)) as picture:
            seen = picture.convert("RGBA").convert("RGB").resize((30, 46), Image.Resampling.BOX)
        lab = to_lab(np.asarray(seen) / 255)[2:-2, 2:-2]
        hues = lab[..., 1] + 1j * lab[..., 2]
        chroma = np.abs(hues).mean()
        if lab[..., 0].mean() >= 0.8:
            pale.append(card)
        if chroma < 0.03 or np.abs(hues.mean()) > 0.95 * chroma:
            single.append(card)
    assert len(pale) >= 6, pale
    assert len(single) >= 6, single


def test_a_misspelled_card_is_named_with_the_nearest() -> None:
    result = CliRunner().invoke(app, ["violin_bot"])
    assert result.exit_code == 2
    assert "Did you mean violin_boat?" in " ".join(result.output.replace("│", " ").split())


def test_the_contact_sheet_shows_every_card(tmp_path: Path) -> None:
    file = tmp_path / "sheet.png"
    result = CliRunner().invoke(app, ["--sheet", str(file)])
    assert result.exit_code == 0, result.output
    rows = -(-len(DECK.cards) // 12)
    with Image.open(file) as sheet:
        assert sheet.size == (12 * 156 + 6, rows * 232 + 6)
    assert file.stat().st_size <= 2_000_000
