"""Add pictures to Textual's updates of the screen, so that each is painted where its widget is.

`PlacementTracker` knows which pictures the terminal shows, and paints only what is missing.
`PictureApp` is the base class of an app whose screens contain pictures.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console, RenderableType
from rich.control import Control
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.color import Color
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from screens.pictures.card_pictures import CardPicture, DisplayedPicture
from screens.pictures.encoding_and_cache import PictureCache
from screens.pictures.graphics_escape_sequences import Painter
from screens.pictures.protocols_and_scaling import measure_cell

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

    def add_pictures(
        self, screen: Screen[object], update: CompositorUpdate, console: Console
    ) -> str:
        """Render the update with the pictures of `screen` that the terminal does not show yet.

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
        text = skip_regions(update, kept).render_segments(console)
        return f"{before}{text}{''.join(after)}"

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


class UpdateWithPictures(CompositorUpdate):
    """An update of a screen to which its pictures are added when it is written."""

    def __init__(
        self, tracker: PlacementTracker, screen: Screen[object], update: CompositorUpdate
    ) -> None:
        self.tracker = tracker
        self.screen = screen
        self.update = update

    def render_segments(self, console: Console) -> str:
        return self.tracker.add_pictures(self.screen, self.update, console)


def find_placements(screen: Screen[object]) -> Iterator[tuple[CardPicture, Placement]]:
    """Yield the visible pictures of a screen."""
    above: list[Region] = []
    # Textual has no public list of what is painted where, and what lies over it.
    for widget, (region, clip) in screen._compositor.visible_widgets.items():  # topmost first
        seen = region.intersection(clip)
        if isinstance(widget, CardPicture) and widget.shown:
            place = region.shrink(widget.gutter)
            parts = subtract_regions([place.intersection(clip)], above)
            fills_rows = (place.x, place.right) == (region.x, region.right)
            if parts:
                yield widget, Placement(widget.shown, place, tuple(parts), fills_rows)
        above.append(seen)


class PictureApp(App[None]):
    """An app whose screens may contain `CardPicture`s."""

    pictures: PictureCache
    """To be set before the app runs."""
    cell_size: tuple[int, int] | None = None
    """Width and height of a cell in pixels, as last reported; some terminals report wrong sizes."""
    placements: PlacementTracker | None = None
    """Which pictures are on the terminal; `None` before the first frame."""
    terminal: Driver | None = None
    """What writes to the terminal; `None` before the app runs, and without a terminal."""

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Add pictures to an update of the screen.

        No public hook has the update. The escape sequences that delete the pictures of a screen and
        paint those of the next must be written with it: otherwise a private hand would stay on the
        terminal for a frame after its screen, and each update would overwrite the pictures.
        """
        if screen is self.screen and isinstance(renderable, CompositorUpdate):
            if self.placements is None:
                self.placements = PlacementTracker(Painter(self.pictures))
            renderable = UpdateWithPictures(self.placements, screen, renderable)
        super()._display(screen, renderable)

    def on_mount(self) -> None:
        """Note what colours there are; redraw the screen after a stop (SIGTSTP)."""
        self.watch_theme()
        has_few = self.console.color_system in ("standard", "256")
        if has_few and not (self.no_color or self.is_headless):
            self.pictures.restrict_to_256_colours()
            self.redraw_pictures()
        self.app_resume_signal.subscribe(self, lambda _: self.screen.refresh(), immediate=True)

    def on_unmount(self) -> None:
        self.pictures.close()

    def watch_theme(self) -> None:
        """Encode pictures for the new background colour from now on."""
        self.pictures.background = Color.parse(self.current_theme.background or "black").rgb

    def on_resize(self, event: Resize) -> None:
        """Redraw pictures if the size of a cell has changed, as it does with the font's."""
        pixels, size = event.pixel_size, event.size
        now: tuple[int, int] | None = None
        if pixels and pixels.width >= size.width > 0 and pixels.height >= size.height > 0:
            now = pixels.width // size.width, pixels.height // size.height
        else:
            now = measure_cell()
        before, self.cell_size = self.cell_size, now or self.cell_size
        if before and now and now != before:
            self.pictures.mode = replace(self.pictures.mode, cell=now)
            self.redraw_pictures()

    def choose_protocol(self, name: str) -> None:
        """Show all pictures with the protocol of that name, or the best one for `auto`."""
        self.clear_pictures()
        self.pictures.choose(name)
        self.redraw_pictures()

    def redraw_pictures(self) -> None:
        """Show every picture again, in the current mode."""
        for screen in self.screen_stack:
            for card in screen.query(CardPicture):
                card.show_current()
            screen.refresh(layout=True)  # blocks may need another layout
        self.refresh()

    def clear_pictures(self) -> None:
        """Delete all pictures from the screen and from the terminal's memory."""
        if self.placements is not None and self.terminal is not None:
            self.terminal.write(self.placements.clear())
            self.terminal.flush()

    def get_driver_class(self) -> type[Driver]:
        """Return a driver that clears all pictures, however the app ends."""
        app, driver = self, super().get_driver_class()

        class ClearingDriver(driver):  # type: ignore[misc, valid-type]
            def start_application_mode(self) -> None:
                app.terminal = self
                super().start_application_mode()

            def stop_application_mode(self) -> None:
                app.clear_pictures()
                super().stop_application_mode()

        return ClearingDriver
