"""Small rooms seen as in a doll's house, in the units of the card."""

from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def _lamp(s: Scene, x: float, y: float, size: float) -> None:
    s.glow(x, y, 44 * size, "#fff0b0", 0.7)
    s.stroke([(x, y - 18 * size), (x, y)], 0.9, INK)
    s.fill(
        polygon(
            (x - 9 * size, y + 6 * size),
            (x - 4 * size, y - 4 * size),
            (x + 4 * size, y - 4 * size),
            (x + 9 * size, y + 6 * size),
        ),
        "#d9573c",
        volume=0.6,
    )


def bedroom(s: Scene) -> None:
    """The attic: a bed under a round window."""
    s.fill(rectangle(60, 150, 170, 88), "#f6c878", "#e09a52", angle=90, volume=0)
    s.fill(ellipse(146, 188, 14), "#7a4434", volume=0.6)
    s.fill(ellipse(146, 188, 11), "#9fd0d6", "#dff0e0", volume=0)
    s.stroke([(146, 177), (146, 199)], 1.6, "#7a4434")
    s.stroke([(135, 188), (157, 188)], 1.6, "#7a4434")
    s.fill(rectangle(84, 204, 5, 32, 2), "#6a3a2c", volume=0.6)
    s.fill(rectangle(136, 214, 5, 22, 2), "#6a3a2c", volume=0.6)
    s.fill(
        shape("88,222! 88,216 112,212 138,220! 138,230! 88,230!"), "#c8413a", "#8f2a30", volume=0.7
    )
    s.fill(ellipse(97, 213, 9, 5), "#fff6e4", volume=0.7)
    _lamp(s, 190, 196, 1)
    s.fill(rectangle(176, 214, 26, 22, 1), "#8a5238", volume=0.5)
    for i, colour in enumerate(("#3f7a7c", "#c8503c", "#f0d08a", "#5a6a9a")):
        s.fill(rectangle(179 + i * 5.4, 219, 4, 15), colour, volume=0.4)


def parlour(s: Scene) -> None:
    """The parlour: a stove, a table, and stairs."""
    s.fill(rectangle(60, 244, 170, 100), "#e6a45c", "#b5673c", angle=90, volume=0)
    for i in range(6):
        s.fill(
            rectangle(172 + i * 8, 320 - i * 14, 40, 40), "#8a4f36", "#6a3a2c", volume=0.4, rim=0.3
        )
    s.fill(rectangle(94, 268, 20, 46, 2), "#4a3a44", volume=0.8, rim=0.3)
    s.fill(rectangle(101, 240, 6, 32), "#4a3a44", volume=0.8)
    s.fill(rectangle(97, 290, 14, 14, 2), "#ffd25a", "#f08a2c", volume=0)
    s.glow(104, 297, 40, "#ffcf6a", 0.8)
    _lamp(s, 146, 264, 0.9)
    s.fill(ellipse(148, 300, 22, 5), "#7a4434", volume=0.7, rim=0.4)
    s.fill(tube([(148, 302), (148, 318)], [2.4, 3], False), "#6a3a2c", volume=0.6)
    s.fill(shape("141,298! 141,289 155,289 155,298!"), "#fdf3e0", volume=0.6)
