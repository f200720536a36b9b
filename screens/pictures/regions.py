"""Subtract and intersect regions of the screen."""

from collections.abc import Iterable, Iterator

from textual.geometry import Region

type Span = tuple[int, int, int]
"""A row, and its first column and the column after its last."""


def subtract_regions(parts: Iterable[Region], covers: Iterable[Region]) -> list[Region]:
    """Return what is left of `parts` without `covers`, as rectangles."""
    rest = [part for part in parts if part.area]
    for cover in covers:
        rest = [piece for part in rest for piece in _split_around(part, cover)]
    return rest


def intersect_regions(some: Iterable[Region], others: Iterable[Region]) -> list[Region]:
    """Return what the regions have in common, as rectangles."""
    others = tuple(others)
    meetings = (one.intersection(other) for one in some for other in others)
    return [meeting for meeting in meetings if meeting.area]


def subtract_from_spans(spans: Iterable[Span], holes: Iterable[Region]) -> list[Span]:
    """Return what is left of `spans` without the regions in `holes`."""
    holes = sorted(holes)
    rest = []
    for y, left, right in spans:
        for hole in holes:
            if hole.y <= y < hole.bottom and hole.x < right and hole.right > left:
                if hole.x > left:
                    rest.append((y, left, hole.x))
                left = hole.right
        if right > left:
            rest.append((y, left, right))
    return rest


def _split_around(part: Region, cover: Region) -> Iterator[Region]:
    hidden = part.intersection(cover)
    if not hidden.area:
        yield part
        return
    around = (
        Region.from_corners(part.x, part.y, part.right, hidden.y),
        Region.from_corners(part.x, hidden.bottom, part.right, part.bottom),
        Region.from_corners(part.x, hidden.y, hidden.x, hidden.bottom),
        Region.from_corners(hidden.right, hidden.y, part.right, hidden.bottom),
    )
    yield from (region for region in around if region.area)
