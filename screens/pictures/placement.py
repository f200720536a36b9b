"""Track which pictures are on the terminal, and add what is missing to an update of the screen."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.console import Console
from textual._compositor import CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen

from screens.pictures.card_picture import CardPicture, DisplayedPicture
from screens.pictures.painter import Painter
from screens.pictures.partial_update import skip_regions, writes_regions
from screens.pictures.regions import intersect_regions, subtract_regions


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
        self.base_screen: Screen[object] | None = None
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
        if screen is not self.base_screen and not screen.is_modal:
            self.base_screen = screen
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
