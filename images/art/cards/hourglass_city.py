"""A castle in an hourglass runs out as sand and becomes a forest."""

from images.art.finish import Picture
from images.art.paths import ellipse, rectangle, shape
from images.art.places.sky import sky
from images.art.scene import Scene
from images.art.subjects.buildings import castle
from images.art.subjects.glass import hourglass
from images.art.subjects.plants import pine


def paint() -> Picture:
    """Paint the card."""
    s = Scene(131, light="#ffe6b8", shade="#1a1030", sun=(-0.6, -0.8), haze="#8a5a7a")
    sky(s, "#2a1838", "#54304f", "#8a4f5c", "#3a2038", warp=0.08, cell=110, stretch=1.2)
    s.glow(152, 200, 230, "#f0a878", 0.55, 1.5)
    s.fill(
        shape("-10,400! 315,400! 315,480! -10,480!"),
        "#4a2a3c",
        "#1f1228",
        volume=0.2,
        hatch=0.12,
        hatch_angle=0,
    )
    s.fill(ellipse(160, 424, 126, 14), "#120a1c", volume=0, alpha=0.6, soft=5)

    def top(q):
        q.fill(rectangle(-34, -104, 70, 52), "#7fb0c8", "#f4d9a8", volume=0)
        with q.at(0, -72, 0.245):
            castle(q, "#f0e0cc", "#b5483f")
        q.fill(
            shape("-34,-76 -14,-75 -3,-69 4,-69 14,-75 34,-76! 34,-50! -34,-50!"),
            "#e8b765",
            "#c98a45",
            volume=0.5,
            grain=0.7,
        )

    def bot(q):
        q.fill(rectangle(-34, -56, 70, 52), "#f0d9a0", "#9fc0a0", volume=0)
        q.fill(
            shape("-34,-20 -16,-24 0,-28 16,-24 34,-20! 34,0! -34,0!"),
            "#6f9a55",
            "#3f6a4a",
            volume=0.6,
        )
        for x, k in ((-19, 0.15), (-10, 0.2), (10, 0.21), (19, 0.16), (0, 0.25)):
            with q.at(x, -19, k):
                pine(q, "#2f6a52")
        q.stroke([(0, -58), (0, -34)], 1.5, "#f0c878")

    with s.at(152, 424, 3.45):
        hourglass(s, "#8a4f34", "#cfe3e6", top, bot)
    s.keep(152, 230, 110, 190)
    return s.finish(grade=("#2a1440", "#ffd9a0", 0.14), vignette=0.5)
