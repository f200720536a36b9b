"""Large letters: how large, how they are drawn, and what stands where they cannot be."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont
from textual.color import Color
from textual.geometry import Region, Size
from textual.screen import Screen

from screens.widgets import large_text
from screens.widgets.large_text import LargeText, build_large_lines, render_letters
from screens.widgets.letter_size import MAX_ROWS, MIN_ROWS, fit_letters
from screens.widgets.letters import FONT_CHARACTERS, LETTER_SHAPES, draw_ink, measure_width
from tests.looking import frame, until
from tui.app import ParlourApp
from tui.theme import DARK, LIGHT

BLOCKS = set(" ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█\n")
GROUND, COLOUR = Color.parse("#14161a"), Color.parse("#e3b261")


class Stage(Screen[None]):
    """A screen with nothing but a large text on it."""

    def __init__(self, text: str, rows: int = MAX_ROWS) -> None:
        super().__init__()
        self.large = LargeText(text, rows)

    def compose(self) -> Iterator[LargeText]:
        yield self.large


def staged(text: str, rows: int = MAX_ROWS) -> tuple[ParlourApp, Stage]:
    stage = Stage(text, rows)
    return ParlourApp(lambda: stage, theme=DARK.name), stage


def test_the_font_has_what_is_drawn_of_it() -> None:
    font = ImageFont.load_default(40)
    assert isinstance(font, ImageFont.FreeTypeFont)
    missing = bytes(font.getmask("\U0010fffd"))  # the box that stands for all it lacks
    assert not {c for c in FONT_CHARACTERS if bytes(font.getmask(c)) == missing}
    assert {c for c in FONT_CHARACTERS if not any(font.getmask(c))} == {" "}


@pytest.mark.parametrize(
    ("text", "columns", "rows", "fits"),
    [
        ("sun", 80, 8, (8, ("sun",))),
        ("sun", 80, 5, (5, ("sun",))),
        ("12 : 8", 160, 20, (12, ("12 : 8",))),
        ("purple elephant", 160, 8, (8, ("purple elephant",))),
        ("purple elephant", 80, 8, (5, ("purple elephant",))),
        ("purple elephant", 80, 16, (8, ("purple", "elephant"))),
        ("purple elephant", 60, 8, (4, ("purple", "elephant"))),
        ("purple elephant", 60, 7, None),
        ("purple elephant", 20, 40, None),
        ("sun", 80, 3, None),
        ("naïve", 80, 8, None),
        ("百", 80, 8, None),
        ("tab\tand\x1bescape", 200, 8, None),
        ("", 80, 8, None),
        ("  ", 80, 8, None),
    ],
)
def test_the_largest_letters_are_taken_with_which_it_fits(
    text: str, columns: int, rows: int, fits: tuple[int, tuple[str, ...]] | None
) -> None:
    found = fit_letters(text, columns, rows)
    assert (found and (found.size, found.lines)) == fits
    if fits:
        size, lines = fits
        assert len(lines) * size <= rows
        assert all(measure_width(line, size) <= columns for line in lines)
        assert " ".join(lines).split() == text.split()


@pytest.mark.parametrize("size", range(MIN_ROWS, MAX_ROWS + 1))
@pytest.mark.parametrize("line", ["Queen (quay)", "12 : 8", "WE", "j", "il"])
def test_a_line_is_drawn_whole(line: str, size: int) -> None:
    drawn = draw_ink(line, size)
    assert drawn.size == (2 * measure_width(line, size), 2 * size)
    left, _, right, _ = drawn.getbbox() or (0, 0, 0, 0)
    assert left <= 8
    assert drawn.width - 8 <= right <= drawn.width


@pytest.mark.parametrize("size", range(MIN_ROWS, MAX_ROWS + 1))
def test_all_words_of_a_size_stand_on_one_line(size: int) -> None:
    for line in ("Hl", "xz", "Hz gy"):
        row = LETTER_SHAPES[size][1] - 1
        drawn = draw_ink(line, size).crop((0, row, draw_ink("H", size).width, row + 1))
        assert max(drawn.tobytes()) > 200, line  # feet stand in the row above the line


@pytest.mark.parametrize("size", range(MIN_ROWS, MAX_ROWS + 1))
def test_edges_are_crisp_there_are_two_colours_and_none_between(size: int) -> None:
    strips = render_letters("purple", size, GROUND, COLOUR)
    styles = [segment.style for strip in strips for segment in strip]
    shown = [c for s in styles if s for c in (s.color, s.bgcolor) if c and c.triplet]
    assert {tuple(c.triplet) for c in shown if c.triplet} == {GROUND.rgb, COLOUR.rgb}


@pytest.mark.parametrize("high", [2, 3, 4])
@pytest.mark.parametrize("size", [4, 7, 8, 12])
def test_dots_stay_apart_and_holes_stay_open(size: int, high: int) -> None:
    for letter in "ij!":
        ink = draw_ink(letter, size, high, words=True)
        rows = [any(ink.crop((0, y, ink.width, y + 1)).tobytes()) for y in range(ink.height)]
        assert len("".join("#" if inked else " " for inked in rows).split()) == 2, letter
    for letter, holes in {"a": 1, "e": 1, "g": 1, "s": 0, "6": 1, "9": 1, "8": 2}.items():
        ink = draw_ink(letter, size, high, words=True)
        ground = Image.new("L", (ink.width + 2, ink.height + 2))
        ground.paste(ink, (1, 1))
        ImageDraw.floodfill(ground, (0, 0), 255)
        found = 0
        while box := ImageChops.invert(ground).getbbox():
            row = ground.crop((0, box[1], ground.width, box[1] + 1)).tobytes()
            ImageDraw.floodfill(ground, (row.index(0), box[1]), 255)
            found += 1
        assert found == holes, letter


async def test_a_word_stands_large_on_the_screen_and_its_text_can_be_read() -> None:
    app, stage = staged("elephant", 8)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: stage.large.size.height)
        assert stage.large.size.height == 8
        shown = frame(app)
        assert set(shown) <= BLOCKS
        assert set("▐▌") & set(shown)
        assert stage.large.text == "elephant"
        stage.large.text = "the sun"
        await until(pilot, lambda: frame(app) != shown)
        assert set(frame(app)) <= BLOCKS
        assert stage.large.size.height == 8


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [("naïve [b]百[/b]", 80, 8), ("elephant", 30, 8), ("elephant", 80, 3)],
)
async def test_where_letters_cannot_be_drawn_the_text_is_plain_and_bold(
    text: str, columns: int, rows: int
) -> None:
    app, stage = staged(text, rows)
    async with app.run_test(size=(columns, 24)) as pilot:
        await until(pilot, lambda: text in frame(app))
        assert stage.large.size.height == 1
        strip = stage.large.render_lines(Region(0, 0, columns, 1))[0]
        assert next(iter(strip)).style.bold  # type: ignore[union-attr]


async def test_another_theme_is_another_ground_and_colour() -> None:
    app, stage = staged("sun")
    async with app.run_test(size=(80, 24)) as pilot:
        for theme in (DARK, LIGHT):
            app.theme = theme.name

            def grounds() -> set[str]:
                strips = stage.large.render_lines(Region(0, 0, 80, 8))
                styles = [segment.style for strip in strips for segment in strip]
                return {s.bgcolor.name for s in styles if s and s.bgcolor}

            ground = str(theme.background)
            await until(pilot, lambda: ground in grounds())  # noqa: B023
            wanted = Color.parse(theme.primary).rgb  # which Textual rounds on its way
            assert stage.large.colors[3].rgb == pytest.approx(wanted, abs=1)


async def test_painting_again_draws_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def counted(line: str, *arguments: object, **named: object) -> object:
        drawn.append(line)
        return render_letters(line, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(large_text, "render_letters", counted)
    app, stage = staged("purple elephant", 16)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(drawn) == 2)
        for _ in range(3):
            stage.large.refresh()
            app.screen.refresh()
            await pilot.pause()
        assert drawn == ["purple", "elephant"]


def test_nothing_is_loaded_before_something_is_drawn() -> None:
    asked = "import sys, screens.widgets.large_text; print({'PIL', 'numpy'} & set(sys.modules))"
    said = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "set()\n"


async def test_words_of_a_headline_share_a_baseline_and_lines_can_be_content() -> None:
    """“&” has no lower-case letter, and was drawn larger than the names beside it."""
    alone, beside = (measure_width("&", 7, words=words) for words in (False, True))
    assert beside < alone
    assert draw_ink("ADA", 7, words=True).getbbox()[3] < draw_ink("ADA", 7).getbbox()[3]  # type: ignore[index]
    app, stage = staged("plum")
    async with app.run_test(size=(60, 12)) as pilot:
        await until(pilot, lambda: app.screen is stage)
        lines = build_large_lines(stage, "plum", COLOUR, Size(60, 5))
        assert len(lines) == 5
        assert len({line.cell_length for line in lines}) == 1
        assert build_large_lines(stage, "plum", COLOUR, Size(9, 5)) == []
        ending = build_large_lines(stage, "till", COLOUR, Size(60, 5))  # with a full cell
        wrapped = [line.wrap(60)[0].rstrip() for line in ending]  # which cuts blanks
        assert sum(len(line.plain.rstrip()) == line.cell_length for line in wrapped) >= 3
        assert any(line.plain.endswith("█") for line in wrapped)


@pytest.mark.parametrize("size", range(MIN_ROWS, MAX_ROWS + 1))
def test_a_blank_between_words_is_at_least_half_a_letter(size: int) -> None:
    for before, after in ("Ad", "Tn", "it", "so"):
        apart = measure_width(f"{before} {after}", size) - measure_width(before + after, size)
        assert 2 * apart >= measure_width("n", size) - 1


@pytest.mark.parametrize("size", range(MIN_ROWS, MAX_ROWS + 1))
def test_narrow_letters_hold_longer_sentences_and_keep_their_shapes(size: int) -> None:
    text = "Nobody has said yet that it has room for a chair and some flower pots."
    assert measure_width(text, size, narrow=True) < 0.8 * measure_width(text, size)
    usual, narrow = (fit_letters(text, 80, 3 * MIN_ROWS, narrow=one) for one in (False, True))
    assert usual is None
    assert narrow is not None
    assert narrow.narrow
    drawn = draw_ink("t", size, words=True, narrow=True)
    rows = [drawn.crop((0, y, drawn.width, y + 1)).getbbox() for y in range(drawn.height)]
    widths = [box[2] - box[0] for box in rows if box]
    assert max(widths) > min(widths), "a t has a bar, unlike an l"


@pytest.mark.parametrize("high", [2, 3, 4])
@pytest.mark.parametrize("size", [4, 5, 6, 8, 10])
def test_narrow_capitals_are_all_as_high_as_an_h(size: int, high: int) -> None:
    """The thin bar of a T, an E or a Z was lost, and nothing stood in its row."""

    def find_top(letter: str) -> int:
        ink = draw_ink(letter, size, high, words=True, narrow=True)
        return ink.getbbox()[1]  # type: ignore[index]

    assert {letter for letter in "TEFZBDPRK" if find_top(letter) != find_top("H")} == set()


@pytest.mark.parametrize("high", [2, 3, 4])
def test_blocks_draw_the_ink_and_never_the_ground(high: int) -> None:
    """A block that ends before the edge of its cell left thin lines of ink beside letters."""
    for strip in render_letters("Why queue?", 5, GROUND, COLOUR, high):
        for text, style, _ in strip:
            assert style is not None
            ink = style.color
            assert ink is not None
            assert ink.triplet is not None
            swapped = high == 4 and not text.isspace()  # some octants are drawn by no terminal
            assert swapped or text.isspace() or tuple(ink.triplet) == COLOUR.rgb
