"""When pictures are painted: with whatever Textual writes upon their cells.

Textual leaves the cells of a picture blank. Each of its updates that touches them carries the
picture with it, so that both reach the terminal in one piece.
"""

from collections.abc import Callable, Iterator

from rich.console import Console
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen

from screens.pictures.card import CardPicture, Shown
from screens.pictures.painting import Painter


class Stamped(CompositorUpdate):
    """An update of the screen with what is to be written before and after it."""

    def __init__(self, before: str, update: CompositorUpdate, after: str) -> None:
        self.before = before
        self.update = update
        self.after = after

    def render_segments(self, console: Console) -> str:
        """All of it, as it is written to the terminal."""
        return f"{self.before}{self.update.render_segments(console)}{self.after}"


class Stamps:
    """Puts pictures upon updates of the screen."""

    def __init__(self, painter: Painter) -> None:
        self.painter = painter
        self.ground: Screen[object] | None = None
        """The opaque screen that was written last; dialogs may stand upon it."""

    def upon(self, screen: Screen[object], update: CompositorUpdate) -> CompositorUpdate:
        """The update with the pictures of `screen` that it touches.

        When another opaque screen has come to the front, its first update makes the terminal
        forget all pictures there were.
        """
        before = ""
        if screen is not self.ground and screen.styles.background.a == 1:
            self.ground = screen
            before = self.painter.forget()
        if isinstance(update, LayoutUpdate) and update.region == screen.size.region:
            before += self.painter.erase()
        after = "".join(
            self.painter.paint(look, manner, prepared, place, parts)
            for (look, manner, prepared), place, parts in painted(screen, touched(update))
        )
        return Stamped(before, update, after) if before or after else update


def touched(update: CompositorUpdate) -> Callable[[Region], bool]:
    """Whether an update writes upon a region."""
    if isinstance(update, LayoutUpdate):
        return update.region.overlaps
    if isinstance(update, ChopsUpdate):
        spans = update.spans
        return lambda region: any(
            region.y <= y < region.bottom and left < region.right and right > region.x
            for y, left, right in spans
        )
    return lambda _: False


def painted(
    screen: Screen[object], wanted: Callable[[Region], bool]
) -> Iterator[tuple[Shown[bytes], Region, list[Region]]]:
    """What is shown in pixels where it is `wanted`: the picture, its place, what is to be seen."""
    above: list[Region] = []
    for widget, (region, clip) in screen._compositor.visible_widgets.items():  # topmost first
        seen = region.intersection(clip)
        if isinstance(widget, CardPicture) and widget.in_pixels:
            place = region.shrink(widget.gutter)
            seen_of_it = place.intersection(clip)
            if wanted(seen_of_it):
                yield widget.in_pixels, place, uncovered(seen_of_it, above)
        above.append(seen)


def uncovered(region: Region, covers: list[Region]) -> list[Region]:
    """The parts of a region that nothing covers, as rectangles."""
    parts = [region] if region.area else []
    for cover in covers:
        parts = [rest for part in parts for rest in _beside(part, cover)]
    return parts


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
