"""Textual's updates of the screen, less what stands there already, plus what is painted by us."""

from collections.abc import Iterable

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from screens.pictures.covering import Span, without


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
