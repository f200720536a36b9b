"""When pictures are painted: with whatever Textual writes upon their cells, and only once.

Textual leaves the cells of a picture blank. The first of its updates in which a picture belongs
there carries the picture with it, so that both reach the terminal in one piece; later ones spare
those cells, until the picture or its place is another one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from screens.pictures.card_picture import CardPicture, Shown
from screens.pictures.painter import Painter

type Span = tuple[int, int, int]
"""A row, and the columns from which and up to which it reaches."""


def uncovered(parts: Iterable[Region], covers: Iterable[Region]) -> list[Region]:
    """What of `parts` no one of `covers` covers, as rectangles."""
    rest = [part for part in parts if part.area]
    for cover in covers:
        rest = [piece for part in rest for piece in _beside(part, cover)]
    return rest


def common(some: Iterable[Region], others: Iterable[Region]) -> list[Region]:
    """What belongs to both, as rectangles."""
    others = tuple(others)
    meetings = (one.intersection(other) for one in some for other in others)
    return [meeting for meeting in meetings if meeting.area]


def without(spans: Iterable[Span], holes: Iterable[Region]) -> list[Span]:
    """What of rows lies beside the holes."""
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


def _beside(part: Region, cover: Region) -> Iterator[Region]:
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


class Stamped(CompositorUpdate):
    """An update of the screen with what is to be written before and after it."""

    def __init__(self, before: str, update: CompositorUpdate, after: str) -> None:
        self.before = before
        self.update = update
        self.after = after

    def render_segments(self, console: Console) -> str:
        """All of it, as it is written to the terminal."""
        return f"{self.before}{self.update.render_segments(console)}{self.after}"


class Spans(CompositorUpdate):
    """An update of parts of rows, and of nothing beside them.

    Textual's own one may begin further left than its spans, at the edge of a widget.
    """

    def __init__(self, update: ChopsUpdate, spans: list[Span]) -> None:
        self.update = update
        self.spans = spans

    def render_segments(self, console: Console) -> str:
        """All of it, as it is written to the terminal."""
        written = []
        for y, left, right in self.spans:
            row = zip(self.update.chops[y].items(), self.update.chop_ends[y], strict=False)
            for (x, strip), end in row:
                if strip is not None and x < right and end > left:
                    first = max(x, left)
                    written.append(Control.move_to(first, y).segment.text)
                    written.append(strip.crop(first - x, min(end, right) - x).render(console))
        return "".join(written)


def sparing(update: CompositorUpdate, kept: Iterable[Region]) -> CompositorUpdate:
    """An update that does not write where the terminal shows what it should."""
    kept = tuple(kept)
    if not kept:
        return update
    chops = update if isinstance(update, ChopsUpdate) else _chopped(update)
    return update if chops is None else Spans(chops, without(chops.spans, kept))


def writes(update: CompositorUpdate, parts: Iterable[Region]) -> bool:
    """Whether an update writes all of the `parts`."""
    if isinstance(update, LayoutUpdate):
        return all(update.region.contains_region(part) for part in parts)
    spans = update.spans if isinstance(update, ChopsUpdate) else ()
    rows = ((y, part.x, part.right) for part in parts for y in range(part.y, part.bottom))
    return all(
        any(at == y and left <= first and right >= last for at, left, right in spans)
        for y, first, last in rows
    )


def _chopped(update: CompositorUpdate) -> ChopsUpdate | None:
    """An update of the whole screen as one of its rows' strips."""
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
class Stamp:
    """A picture as it belongs on the screen."""

    shown: Shown
    place: Region
    """Where the whole picture belongs."""
    parts: tuple[Region, ...]
    """What of its place nothing covers."""
    alone: bool
    """Its cells can be spared: beside them, in the same rows, the widget has nothing to write."""


class Stamps:
    """Puts pictures upon updates of the screen."""

    def __init__(self, painter: Painter) -> None:
        self.painter = painter
        self.ui: Screen[object] | None = None
        """The screen that was written last."""
        self.ground: Screen[object] | None = None
        """The opaque screen that was written last; dialogs may stand upon it."""
        self.stale = False
        """Pictures of another screen may stand there still."""
        self.standing: dict[CardPicture, Stamp] = {}
        """What the terminal shows now."""

    def upon(self, screen: Screen[object], update: CompositorUpdate) -> CompositorUpdate:
        """The update with the pictures that belong on `screen` and do not stand there yet.

        When another screen has come to the front, its first whole update deletes the pictures of
        the one before; unless it is a dialog upon that one, the terminal forgets them as well.
        """
        stamps = dict(belonging(screen))
        if screen is not self.ui or self._leaves_strips(stamps):
            self.ui = screen
            self.stale = True
            self.standing.clear()
        before = self._cleared(screen, update)
        after = []
        standing: dict[CardPicture, Stamp] = {}
        kept: list[Region] = []
        for card, stamp in stamps.items():
            stands = self._stands(card, stamp)
            kept += stands
            missing = uncovered(stamp.parts, stands)
            if missing and not writes(update, missing):
                if stands:
                    standing[card] = replace(stamp, parts=tuple(stands))
                continue
            standing[card] = stamp
            look, manner, file = stamp.shown
            if missing and isinstance(file, bytes):  # blocks are in the update already
                after.append(self.painter.paint(look, manner, file, stamp.place, missing))
        self.standing = standing
        if not (before or kept or after):
            return update
        return Stamped(before, sparing(update, kept), "".join(after))

    def _cleared(self, screen: Screen[object], update: CompositorUpdate) -> str:
        """What to write so that no picture of another screen is left."""
        before = ""
        if self.stale and isinstance(update, LayoutUpdate):
            self.stale = False
            before = self.painter.erase()
            if before:
                self.standing.clear()
        if screen is not self.ground and screen.styles.background.a == 1:
            self.ground = screen
            before = self.painter.forget() + before
        return before

    def forget(self) -> str:
        """What to write so that no picture stands any more, nor is in the terminal's memory."""
        self.standing.clear()
        return self.painter.erase() + self.painter.forget()

    def _stands(self, card: CardPicture, stamp: Stamp) -> list[Region]:
        """The parts of a picture that the terminal shows already, and goes on to show."""
        old = self.standing.get(card)
        if old is None or not stamp.alone or (old.shown, old.place) != (stamp.shown, stamp.place):
            return []
        if stamp.shown[1].tmux and old.parts != stamp.parts:
            return []  # tmux deletes all of a picture when a part of it is written upon
        return common(old.parts, stamp.parts)

    def _leaves_strips(self, stamps: dict[CardPicture, Stamp]) -> bool:
        """Whether something of a picture would come back by itself, as it does in Konsole."""
        return any(
            old.shown[1].backed and (card not in stamps or stamps[card].place != old.place)
            for card, old in self.standing.items()
        )


def belonging(screen: Screen[object]) -> Iterator[tuple[CardPicture, Stamp]]:
    """The pictures that belong on a screen."""
    above: list[Region] = []
    for widget, (region, clip) in screen._compositor.visible_widgets.items():  # topmost first
        seen = region.intersection(clip)
        if isinstance(widget, CardPicture) and widget.shown:
            place = region.shrink(widget.gutter)
            parts = uncovered([place.intersection(clip)], above)
            alone = (place.x, place.right) == (region.x, region.right)
            if parts:
                yield widget, Stamp(widget.shown, place, tuple(parts), alone)
        above.append(seen)
