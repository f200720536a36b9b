"""When pictures are painted: with whatever Textual writes upon their cells, and only once.

Textual leaves the cells of a picture blank. The first of its updates in which a picture belongs
there carries the picture with it, so that both reach the terminal in one piece; later ones spare
those cells, until the picture or its place is another one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from textual._compositor import CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen

from screens.pictures.card import CardPicture, Shown
from screens.pictures.covering import common, uncovered
from screens.pictures.painting import Painter
from screens.pictures.updates import Stamped, sparing, writes


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
