"""What terminals are sent: the same pixels that went in, in every protocol's own form."""

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from unicodedata import category, combining, decomposition, name

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image
from rich.cells import cell_len
from textual.geometry import Region

from screens.pictures import kitty
from screens.pictures.block_colours import FIXED_COLOURS
from screens.pictures.blocks import (
    MOSAICS,
    OCTANTS,
    QUADRANTS,
    SEXTANTS,
    UNDRAWN,
    draw_half_blocks,
    draw_mosaic,
)
from screens.pictures.colour_reduction import CLEAR, MAX_PALETTE, IndexedPicture, index_picture
from screens.pictures.encoding import encode_pixels, render_blocks
from screens.pictures.errors import PictureError
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.iterm2 import build_inline_image
from screens.pictures.picture_file import open_picture, scale_picture
from screens.pictures.picture_request import PictureRequest
from screens.pictures.png import encode_png
from screens.pictures.protocol import BLOCK_PIXELS, Protocol
from screens.pictures.sixel import BAND_ROWS, encode_sixel

GROUND = (20, 22, 26)


def decoded(data: bytes) -> np.ndarray:
    """The pixels that a Sixel sequence paints, as numbers of colours; 255 where it paints none."""
    head = re.match(rb'\x1bP0;1;0q"1;1;(\d+);(\d+)', data)
    assert head is not None
    assert data.endswith(b"\x1b\\")
    width, height = int(head[1]), int(head[2])
    pixels = np.full((height, width), CLEAR)
    x = y = colour = 0
    body = re.sub(rb"#\d+;2;\d+;\d+;\d+", b"", data[head.end() : -2])
    for select, count, repeated, sign in re.findall(rb"#(\d+)|!(\d+)(.)|(.)", body, re.DOTALL):
        if select:
            colour = int(select)
        elif sign == b"$":
            x = 0
        elif sign == b"-":
            x, y = 0, y + BAND_ROWS
        else:
            bits, end = ord(repeated or sign) - 63, x + int(count or 1)
            for row in range(BAND_ROWS):
                if bits >> row & 1:
                    pixels[y + row, x:end] = colour
            x = end
    return pixels


SHAPES = st.tuples(st.integers(1, 40), st.integers(1, 30))


@given(arrays(np.uint8, SHAPES, elements=st.sampled_from([0, 1, 2, 9, CLEAR])))
def test_sixel_paints_each_pixel_in_its_colour_and_begins_no_band_it_cannot_fill(
    pixels: np.ndarray,
) -> None:
    data = encode_sixel(IndexedPicture(pixels, np.zeros((10, 3), np.uint8)))
    whole = pixels.shape[0] // BAND_ROWS * BAND_ROWS
    assert (decoded(data) == pixels[:whole]).all()


def test_sixel_names_the_colours_it_uses_in_hundredths() -> None:
    image = IndexedPicture(
        np.full((6, 4), 1, np.uint8), np.array([[9, 9, 9], [255, 0, 128]], np.uint8)
    )
    assert encode_sixel(image) == b'\x1bP0;1;0q"1;1;4;6#1;2;100;0;50#1!4~-\x1b\\'


@given(arrays(np.uint8, SHAPES, elements=st.sampled_from([0, 1, 2, CLEAR])))
def test_png_keeps_colours_and_clear_pixels(pixels: np.ndarray) -> None:
    palette = np.array([[1, 2, 3], [250, 0, 9], [7, 7, 7]], np.uint8)
    back = np.asarray(
        Image.open(BytesIO(encode_png(IndexedPicture(pixels, palette)))).convert("RGBA")
    )
    clear = pixels == CLEAR
    assert (back[..., 3] == np.where(clear, 0, 255)).all()
    assert (back[~clear][:, :3] == palette[pixels[~clear]]).all()


def test_iterm_is_given_a_file_and_its_size_in_cells() -> None:
    shown = build_inline_image(b"file", 30, 20)
    assert shown.startswith("\x1b]1337;File=inline=1;size=4;width=30;height=20;")
    assert b64decode(shown.rpartition(":")[2].removesuffix("\x07")) == b"file"


def test_kitty_is_sent_the_file_in_pieces_and_told_where_it_ends() -> None:
    file = bytes(range(256)) * 40
    *pieces, placed = kitty.transmit_picture(file, 0x123456, 30, 20)
    assert b64decode("".join(p.partition(";")[2].removesuffix("\x1b\\") for p in pieces)) == file
    assert all(len(p.partition(";")[2]) <= kitty.CHUNK + 2 for p in pieces)
    more = [re.search("m=([01])", piece) for piece in pieces]
    assert [found[1] for found in more if found] == ["1"] * (len(pieces) - 1) + ["0"]
    assert pieces[0].startswith("\x1b_Ga=t,f=100,i=1193046,q=2,")
    assert placed == "\x1b_Ga=p,U=1,i=1193046,c=30,r=20,q=2\x1b\\"


def test_kitty_deletes_the_data_too() -> None:
    assert list(kitty.delete_pictures([5, 6])) == [f"\x1b_Ga=d,d=I,i={n},q=2\x1b\\" for n in (5, 6)]


def test_placeholders_say_number_row_and_column() -> None:
    cells = kitty.build_placeholders(0x010203, range(1, 3), 2, GROUND)
    assert cells == (
        "\x1b[38;2;1;2;3;48;2;20;22;26m"
        "\U0010eeee\N{COMBINING DOUBLE VERTICAL LINE ABOVE}\N{COMBINING VERTICAL LINE ABOVE}"
        "\U0010eeee\N{COMBINING DOUBLE VERTICAL LINE ABOVE}"
        "\N{COMBINING DOUBLE VERTICAL LINE ABOVE}"
    )


def test_the_marks_are_those_of_the_specification() -> None:
    marks = kitty.DIACRITICS
    assert "".join(marks[:3]) == "\u0305\u030d\u030e"
    assert list(marks) == sorted(set(marks))
    assert len(marks) == 198
    for mark in marks:
        assert (category(mark), combining(mark), decomposition(mark)) == ("Mn", 230, "")


def test_quadrants_show_two_colours_of_a_cell_exactly() -> None:
    red, blue = (200, 0, 0), (0, 0, 100)
    image = Image.new("RGB", (4, 2), red)
    image.putpixel((1, 0), blue)  # the upper right of the first cell
    (row,) = draw_mosaic(image, QUADRANTS)
    first, second = row
    shown = {first.text: first.style}
    assert set(shown) <= {"▝", "▙"}
    assert first.style is not None
    assert first.style.color is not None
    assert first.style.bgcolor is not None
    pair = first.style.color.triplet, first.style.bgcolor.triplet
    assert set(pair) == {red, blue}
    assert pair[first.text == "▙"] == blue
    assert second.style is not None
    assert second.style.bgcolor is not None
    assert second.style.bgcolor.triplet == red


def test_where_there_are_256_colours_blocks_have_the_nearest_of_them() -> None:
    known = FIXED_COLOURS[::7, 1:].astype(np.uint8)
    (row,) = draw_half_blocks(Image.fromarray(known[None].repeat(2, 0)), true_colour=False)
    numbers = [one.style.color.number for one in row if one.style and one.style.color]
    assert numbers == FIXED_COLOURS[::7, 0].tolist()
    brown = Image.new("RGB", (2, 2), (92, 62, 40))  # not olive, as the nearest by hue would be
    ((cell,),) = draw_mosaic(brown, QUADRANTS, true_colour=False)
    assert cell.style is not None
    assert cell.style.bgcolor is not None
    assert cell.style.bgcolor.number == 238


def test_each_sextant_and_quadrant_is_the_character_of_that_name() -> None:
    assert name(SEXTANTS[1]) == "BLOCK SEXTANT-1"
    assert name(SEXTANTS[62]) == "BLOCK SEXTANT-23456"
    for number, character in enumerate(SEXTANTS):
        if character not in " ▌▐█":
            digits = "".join(str(n + 1) for n in range(6) if number >> n & 1)
            assert name(character) == f"BLOCK SEXTANT-{digits}"
        assert cell_len(character) == 1
    assert (SEXTANTS[21], SEXTANTS[42]) == ("▌", "▐")
    assert name(QUADRANTS[7]) == "QUADRANT UPPER LEFT AND UPPER RIGHT AND LOWER LEFT"


def test_octants_are_numbered_by_their_pixels() -> None:
    assert len(set(OCTANTS)) == 256
    assert (OCTANTS[4], OCTANTS[254]) == ("\U0001cd00", "\U0001cde5")  # octant 3; all but octant 1
    assert [OCTANTS[n] for n in (0, 5, 15, 80, 85, 170, 192, 240, 255)] == list(" ▘▀▖▌▐▂▄█")
    assert all(cell_len(character) == 1 for character in OCTANTS)


@given(arrays(np.uint8, st.sampled_from([(4, 3), (6, 3), (8, 3)])))
def test_no_other_two_colours_of_a_block_come_closer_to_its_pixels(pixels: np.ndarray) -> None:
    count = len(pixels)
    characters = MOSAICS[count // 2]
    (row,) = draw_mosaic(Image.fromarray(pixels.reshape(count // 2, 2, 3)), characters)
    (segment,) = row
    number = characters.index(segment.text)
    assert count < 8 or number not in UNDRAWN
    lit = [bool(number >> n & 1) for n in range(count)]
    assert segment.style is not None
    colours = [segment.style.color, segment.style.bgcolor]
    front, back = (np.array(colour.triplet) for colour in colours if colour and colour.triplet)
    shown = np.where(np.array(lit)[:, None], front, back)
    exact = pixels.astype(float)
    error = ((shown - exact) ** 2).sum()
    splits = [
        np.array([n >> bit & 1 for bit in range(count)], bool) for n in range(1, 2**count - 1)
    ]
    least = min(
        ((exact[s] - exact[s].mean(0)) ** 2).sum() + ((exact[~s] - exact[~s].mean(0)) ** 2).sum()
        for s in splits
    )
    assert error <= least + count * 3  # colours are whole numbers


def test_half_blocks_show_one_pixel_above_the_other() -> None:
    image = Image.new("RGB", (3, 4), (1, 2, 3))
    image.putpixel((2, 3), (9, 8, 7))
    rows = draw_half_blocks(image)
    assert [row.text for row in rows] == ["▀▀▀", "▀▀▀"]
    last = list(rows[1])[2].style
    assert last is not None
    assert last.color is not None
    assert last.bgcolor is not None
    assert (last.color.triplet, last.bgcolor.triplet) == ((1, 2, 3), (9, 8, 7))


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A card of 305 x 460 with transparent corners, left half red, right half blue."""
    image = Image.new("RGBA", (305, 460), (200, 0, 0, 255))
    image.paste((0, 0, 200, 255), (152, 0, 305, 460))
    for corner in ((0, 0), (295, 0), (0, 450), (295, 450)):
        image.paste((0, 0, 0, 0), (*corner, corner[0] + 10, corner[1] + 10))
    image.save(tmp_path / "card.png")
    return tmp_path / "card.png"


@pytest.mark.parametrize(("columns", "rows"), [(30, 20), (60, 10), (10, 40), (1, 1)])
def test_a_picture_keeps_its_proportions_in_the_middle_of_its_place(
    card: Path, columns: int, rows: int
) -> None:
    image = scale_picture(
        open_picture(card),
        PictureRequest(card, columns, rows, GROUND),
        (10, 20),
        (columns * 10, rows * 20),
    )
    left, top, right, bottom = image.getchannel("A").getbbox()  # type: ignore[misc]
    assert (right - left) / (bottom - top) == pytest.approx(305 / 460, rel=0.1)
    assert max((right - left) / image.width, (bottom - top) / image.height) == 1
    assert abs(left - (image.width - right)) <= 1
    assert abs(top - (image.height - bottom)) <= 1


@pytest.mark.parametrize("true_colour", [True, False])
@pytest.mark.parametrize("protocol", BLOCK_PIXELS)
@pytest.mark.parametrize(("columns", "rows"), [(27, 17), (28, 19), (15, 30), (16, 9)])
def test_a_picture_of_blocks_ends_at_the_edge_of_a_cell(
    tmp_path: Path, protocol: Protocol, true_colour: bool, columns: int, rows: int
) -> None:
    noise = np.random.default_rng(0).choice([150, 255], (460, 305, 3)).astype(np.uint8)
    noise[:, :, 2] = 0
    path = tmp_path / "noise.png"
    Image.fromarray(noise).save(path)
    ground = 18, 18, 18  # one of the 256 colours
    request = PictureRequest(path, columns, rows, ground)
    strips = render_blocks(request, GraphicsMode(protocol, true_colour=true_colour))
    pairs = {
        (segment.style.color.triplet, segment.style.bgcolor.triplet)  # type: ignore[union-attr]
        for strip in strips
        for segment in strip
    }
    assert (ground, ground) in pairs
    for pair in pairs - {(ground, ground)}:
        assert all(colour and colour.red > 100 for colour in pair), pair  # as in the picture


def test_what_is_around_a_picture_is_not_painted_unless_it_must_be(card: Path) -> None:
    request = PictureRequest(card, 30, 20, GROUND)
    image = index_picture(request, (10, 20), 256)
    assert image.pixels[0, 0] == CLEAR
    assert len(image.palette) <= MAX_PALETTE
    solid = image.fill_background(GROUND)
    assert (solid.palette[solid.pixels[0, 0]] == GROUND).all()
    assert CLEAR not in solid.pixels


def test_a_dimmed_picture_sinks_into_the_ground(card: Path) -> None:
    bright, dim = (
        index_picture(PictureRequest(card, 30, 20, GROUND, dim), (10, 20), 256)
        for dim in (False, True)
    )
    red = bright.palette[bright.pixels[200, 100]].astype(int)
    sunk = dim.palette[dim.pixels[200, 100]].astype(int)
    expected = 0.4 * red + 0.6 * np.array(GROUND)
    assert np.abs(sunk - expected).max() <= 4


def test_fine_screens_get_true_colour_with_smooth_edges(tmp_path: Path) -> None:
    gradient = Image.merge("RGBA", [Image.linear_gradient("L").resize((305, 460))] * 3 + [
        Image.new("L", (305, 460), 128)
    ])  # fmt: skip
    gradient.save(tmp_path / "card.png")
    request = PictureRequest(tmp_path / "card.png", 30, 20, GROUND)
    fine, coarse = (GraphicsMode(Protocol.KITTY, cell) for cell in ((14, 28), (10, 20)))
    with Image.open(BytesIO(encode_pixels(request, fine))) as picture:
        assert (picture.mode, picture.size) == ("RGBA", (420, 560))
        assert picture.getpixel((210, 280))[3] == 128  # type: ignore[index]
    with Image.open(BytesIO(encode_pixels(request, coarse))) as picture:
        assert picture.mode == "P"
    part = encode_pixels(request, fine, Region(2, 1, 10, 5))
    with Image.open(BytesIO(part)) as picture:
        assert picture.size == (140, 140)


def test_a_tall_sixel_picture_is_sent_in_pieces_that_xterm_takes(card: Path) -> None:
    data = encode_pixels(
        PictureRequest(card, 90, 60, GROUND), GraphicsMode(Protocol.SIXEL, (10, 20))
    )
    pieces = re.findall(rb"\x1bP.*?\x1b\\", data)
    heights = [decoded(piece).shape[0] for piece in pieces]
    assert sum(heights) == 1200
    assert max(heights) <= 900
    assert all(height % 20 == 0 for height in heights[:-1])


@pytest.mark.parametrize(
    "content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n", b"GIF89a" + bytes(99)]
)
def test_a_file_that_is_no_picture_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "broken.png"
    file.write_bytes(content)
    with pytest.raises(PictureError, match=r"broken\.png: "):
        open_picture(file)


def test_a_file_cut_short_or_missing_is_named(card: Path) -> None:
    whole = card.read_bytes()
    card.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(PictureError, match=r"card\.png: "):
        open_picture(card)
    with pytest.raises(PictureError, match="No such file"):
        open_picture(card.with_name("none.png"))


def test_a_file_that_claims_too_many_pixels_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "giant.png"
    Image.new("1", (9000, 9000)).save(file)
    with pytest.raises(PictureError, match="too many"):
        open_picture(file)
