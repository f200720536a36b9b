"""Decide which pictures to paint with each of Textual's screen updates.

Textual leaves the cells of a picture blank. The first update that writes those cells carries the
picture as well, so that both reach the terminal together. Later updates skip the cells until the
picture or its position changes.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from screens.pictures.card_picture import CardPicture, DisplayedPicture
from screens.pictures.painter import Painter

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


class UpdateWithPictures(CompositorUpdate):
    """An update of the screen with text to write before and after it."""

    def __init__(self, before: str, update: CompositorUpdate, after: str) -> None:
        self.before = before
        self.update = update
        self.after = after

    def render_segments(self, console: Console) -> str:
        return f"{self.before}{self.update.render_segments(console)}{self.after}"


class SpansUpdate(CompositorUpdate):
    """An update of exactly these spans.

    Textual's `ChopsUpdate` may begin to the left of its spans, at the edge of a widget.
    """

    def __init__(self, update: ChopsUpdate, spans: list[Span]) -> None:
        self.update = update
        self.spans = spans

    def render_segments(self, console: Console) -> str:
        written = []
        for y, left, right in self.spans:
            row = zip(self.update.chops[y].items(), self.update.chop_ends[y], strict=False)
            for (x, strip), end in row:
                if strip is not None and x < right and end > left:
                    first = max(x, left)
                    written.append(Control.move_to(first, y).segment.text)
                    written.append(strip.crop(first - x, min(end, right) - x).render(console))
        return "".join(written)


def skip_regions(update: CompositorUpdate, kept: Iterable[Region]) -> CompositorUpdate:
    """Return the update without the regions in `kept`, which the terminal shows already."""
    kept = tuple(kept)
    if not kept:
        return update
    chops = update if isinstance(update, ChopsUpdate) else _convert_to_chops(update)
    return update if chops is None else SpansUpdate(chops, subtract_from_spans(chops.spans, kept))


def writes_regions(update: CompositorUpdate, parts: Iterable[Region]) -> bool:
    """Whether an update writes all of `parts`."""
    if isinstance(update, LayoutUpdate):
        return all(update.region.contains_region(part) for part in parts)
    spans = update.spans if isinstance(update, ChopsUpdate) else ()
    rows = ((y, part.x, part.right) for part in parts for y in range(part.y, part.bottom))
    return all(
        any(at == y and left <= first and right >= last for at, left, right in spans)
        for y, first, last in rows
    )


def _convert_to_chops(update: CompositorUpdate) -> ChopsUpdate | None:
    """Convert an update of the whole screen to one of strips; `None` for other updates."""
    if not isinstance(update, LayoutUpdate):
        return None
    rows: list[dict[int, Strip | None]] = []
    for strips in update.strips:
        row: dict[int, Strip | None] = {}
        at = 0
        for strip in strips:
            row[at] = strip
            at += strip.cell_length
        rows.append(row)
    width = update.region.width
    spans = [(y, 0, width) for y in range(len(rows))]
    return ChopsUpdate(rows, spans, [[*list(row)[1:], width] for row in rows])


@dataclass(frozen=True, slots=True)
class Placement:
    """A picture and the cells it takes on the screen."""

    shown: DisplayedPicture
    place: Region
    """The cells of the whole picture."""
    parts: tuple[Region, ...]
    """The parts of `place` that nothing covers."""
    fills_rows: bool
    """Whether the widget has no other cells in these rows, so that updates can skip them."""


class PlacementTracker:
    """Adds pictures to updates of the screen, and tracks which are on the terminal."""

    def __init__(self, painter: Painter) -> None:
        self.painter = painter
        self.last_screen: Screen[object] | None = None
        """The screen of the last update."""
        self.opaque_screen: Screen[object] | None = None
        """The last screen that was not a dialog over another one."""
        self.stale = False
        """Whether the terminal may still show pictures of another screen."""
        self.placed: dict[CardPicture, Placement] = {}
        """The pictures on the terminal."""

    def add_pictures(self, screen: Screen[object], update: CompositorUpdate) -> CompositorUpdate:
        """Return the update with the pictures of `screen` that the terminal does not show yet.

        The first full update of another screen deletes the pictures of the one before. Unless
        it is a dialog over that one, kitty's memory is cleared as well.
        """
        placements = dict(find_placements(screen))
        if screen is not self.last_screen or self._leaves_remnants(placements):
            self.last_screen = screen
            self.stale = True
            self.placed.clear()
        before = self._clear_stale(screen, update)
        after = []
        placed: dict[CardPicture, Placement] = {}
        kept: list[Region] = []
        for card, placement in placements.items():
            unchanged = self._find_unchanged(card, placement)
            kept += unchanged
            missing = subtract_regions(placement.parts, unchanged)
            if missing and not writes_regions(update, missing):
                if unchanged:
                    placed[card] = replace(placement, parts=tuple(unchanged))
                continue
            placed[card] = placement
            request, mode, file = placement.shown
            if missing and isinstance(file, bytes):  # blocks are part of the update
                after.append(self.painter.paint(request, mode, file, placement.place, missing))
        self.placed = placed
        if not (before or kept or after):
            return update
        return UpdateWithPictures(before, skip_regions(update, kept), "".join(after))

    def _clear_stale(self, screen: Screen[object], update: CompositorUpdate) -> str:
        """Build the text that deletes the pictures of other screens."""
        before = ""
        if self.stale and isinstance(update, LayoutUpdate):
            self.stale = False
            before = self.painter.erase_screen()
            if before:
                self.placed.clear()
        if screen is not self.opaque_screen and screen.styles.background.a == 1:
            self.opaque_screen = screen
            before = self.painter.delete_all() + before
        return before

    def clear(self) -> str:
        """Build the text that deletes all pictures, also from kitty's memory."""
        self.placed.clear()
        return self.painter.erase_screen() + self.painter.delete_all()

    def _find_unchanged(self, card: CardPicture, placement: Placement) -> list[Region]:
        """Return the parts of a picture that the terminal shows and that stay where they are."""
        old = self.placed.get(card)
        if (
            old is None
            or not placement.fills_rows
            or (old.shown, old.place) != (placement.shown, placement.place)
        ):
            return []
        if placement.shown[1].tmux and old.parts != placement.parts:
            return []  # tmux deletes a whole picture when part of it is overwritten
        return intersect_regions(old.parts, placement.parts)

    def _leaves_remnants(self, placements: dict[CardPicture, Placement]) -> bool:
        """Whether remnants of a picture would reappear, as they do in Konsole."""
        return any(
            old.shown[1].opaque and (card not in placements or placements[card].place != old.place)
            for card, old in self.placed.items()
        )


def find_placements(screen: Screen[object]) -> Iterator[tuple[CardPicture, Placement]]:
    """Yield the visible pictures of a screen."""
    above: list[Region] = []
    for widget, (region, clip) in screen._compositor.visible_widgets.items():  # topmost first
        seen = region.intersection(clip)
        if isinstance(widget, CardPicture) and widget.shown:
            place = region.shrink(widget.gutter)
            parts = subtract_regions([place.intersection(clip)], above)
            fills_rows = (place.x, place.right) == (region.x, region.right)
            if parts:
                yield widget, Placement(widget.shown, place, tuple(parts), fills_rows)
        above.append(seen)
