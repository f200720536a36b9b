"""Updates of the screen that leave out regions, which the terminal shows already."""

from collections.abc import Iterable

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from screens.pictures.regions import Span, subtract_from_spans


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
