"""Placement of pictures: the arithmetic of regions, compared with sets of cells."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from screens.pictures.partial_update import skip_regions, writes_regions
from screens.pictures.regions import intersect_regions, subtract_from_spans, subtract_regions

SIDE = 8
REGIONS = st.builds(
    Region,
    st.integers(0, SIDE - 1),
    st.integers(0, SIDE - 1),
    st.integers(0, SIDE),
    st.integers(0, SIDE),
)
MANY = st.lists(REGIONS, max_size=4)
SPANS = st.lists(st.tuples(st.integers(0, SIDE), st.integers(0, 5), st.integers(6, 12)), max_size=4)

type Cell = tuple[int, int]


def cells(regions: Iterable[Region]) -> set[Cell]:
    return {(x, y) for r in regions for x in range(r.x, r.right) for y in range(r.y, r.bottom)}


@given(MANY, MANY)
def test_what_is_uncovered_is_what_no_cover_has(parts: list[Region], covers: list[Region]) -> None:
    rest = subtract_regions(parts, covers)
    assert cells(rest) == cells(parts) - cells(covers)
    assert all(region.area > 0 for region in rest)


@given(REGIONS, MANY)
def test_the_pieces_of_one_do_not_overlap(part: Region, covers: list[Region]) -> None:
    rest = subtract_regions([part], covers)
    assert sum(region.area for region in rest) == len(cells(rest))


@given(MANY, MANY)
def test_what_is_common_belongs_to_both(some: list[Region], others: list[Region]) -> None:
    assert cells(intersect_regions(some, others)) == cells(some) & cells(others)


@given(SPANS, MANY)
def test_rows_keep_what_lies_beside_the_holes(
    spans: list[tuple[int, int, int]], holes: list[Region]
) -> None:
    def marked(rows: Iterable[tuple[int, int, int]]) -> set[Cell]:
        return {(x, y) for y, left, right in rows for x in range(left, right)}

    assert marked(subtract_from_spans(spans, holes)) == marked(spans) - cells(holes)


def written(text: str) -> dict[Cell, str]:
    """Which letters a terminal would show, and where."""
    found: dict[Cell, str] = {}
    for piece in text.split("\x1b[")[1:]:
        place, _, letters = piece.partition("H")
        row, column = map(int, place.split(";"))
        for offset, letter in enumerate(letters.rstrip("\n")):
            found[column - 1 + offset, row - 1] = letter
    return found


def rows() -> list[list[Strip]]:
    """Three rows of two strips, six and four cells wide, with a letter for each cell."""
    letters = "abcdefghijKLMNOPQRSTuvwxyzABCD"
    return [
        [Strip([Segment(line[:6])], 6), Strip([Segment(line[6:])], 4)]
        for line in (letters[:10], letters[10:20], letters[20:30])
    ]


WHOLE = written(LayoutUpdate(list(rows()), Region(0, 0, 10, 3)).render_segments(Console()))


@given(MANY)
def test_an_update_of_the_whole_screen_spares_what_is_kept(kept: list[Region]) -> None:
    update = skip_regions(LayoutUpdate(list(rows()), Region(0, 0, 10, 3)), kept)
    expected = {cell: letter for cell, letter in WHOLE.items() if cell not in cells(kept)}
    assert written(update.render_segments(Console())) == expected


def test_an_update_of_parts_begins_no_further_left_than_it_says() -> None:
    chops = [{0: row[0], 6: row[1]} for row in rows()]
    update = ChopsUpdate(chops, [(1, 3, 8)], [[6, 10]] * 3)
    spared = written(skip_regions(update, [Region(4, 1, 1, 1)]).render_segments(Console()))
    assert spared == {(3, 1): "N", (5, 1): "P", (6, 1): "Q", (7, 1): "R"}


def test_what_an_update_writes_is_known() -> None:
    chops = [{0: row[0], 6: row[1]} for row in rows()]
    update = ChopsUpdate(chops, [(0, 2, 6), (1, 2, 6)], [[6, 10]] * 3)
    assert writes_regions(update, [Region(2, 0, 4, 2)])
    assert not writes_regions(update, [Region(1, 0, 4, 2)])
    assert not writes_regions(update, [Region(2, 0, 4, 3)])
    assert writes_regions(LayoutUpdate(list(rows()), Region(0, 0, 10, 3)), [Region(0, 0, 10, 3)])
