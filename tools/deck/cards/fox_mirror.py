"""A girl looks into the mirror and a fox looks back."""

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, hole, join, rectangle, shape, tube
from tools.deck.places.room import room
from tools.deck.scene import Scene
from tools.deck.subjects.household import candle
from tools.deck.subjects.mammals import fox
from tools.deck.subjects.people import person


def paint() -> Picture:
    """Paint the card."""
    s = Scene(191, light="#ffe2a8", shade="#1c1430", sun=(0.7, -0.7), haze="#c89a6a")
    room(s, "#2f5a52", "#3f6f5c", "#6a3a34", "#341c28", y=352, paper="#27493f")
    s.fill(ellipse(150, 424, 150, 30), "#8f2f3a", "#5a1c30", volume=0.3, hatch=0.12, hatch_angle=0)
    s.fill(
        join(ellipse(150, 424, 132, 24), hole(ellipse(150, 424, 126, 21))), "#d9a94e", volume=0.3
    )
    with s.at(176, 392):
        s.fill(
            join(
                tube([(-70, 20), (-58, -60)], [4, 4], False),
                tube([(70, 20), (58, -60)], [4, 4], False),
            ),
            "#8a5a2c",
            volume=0.8,
        )
        o = ellipse(0, -190, 92, 168)
        s.fill(o, "#d9a548", "#8a5424", angle=30, volume=0.9, radius=6, rim=0.5)
        i = ellipse(0, -190, 80, 155)
        with s.group(clip=i):
            s.fill(i, "#1f4a52", "#a9c6a0", angle=90, volume=0)
            for x, w in ((-58, 7), (-30, 5), (22, 6), (54, 9)):
                s.fill(
                    tube([(x, -30), (x + 4, -200), (x - 3, -360)], [w, w * 0.7, w * 0.5]),
                    "#1d3f52",
                    volume=0.6,
                    alpha=0.85,
                )
            s.glow(4, -170, 120, "#fff0c0", 0.75)
            s.fill(ellipse(0, -22, 110, 40), "#1f4a48", volume=0.5)
            with s.at(4, -44, 1.7):
                fox(s, "#e0702c")
            s.fill(
                shape("-80,-230 -60,-300 -20,-345 0,-345 -50,-260 -70,-150"),
                "#ffffff",
                volume=0,
                alpha=0.14,
                soft=2,
            )
        s.fill(
            shape("-30,-352 -16,-366 0,-372 16,-366 30,-352 0,-346"), "#e6b85a", volume=0.9, rim=0.4
        )
    s.keep(176, 210, 95, 170)
    with s.at(66, 446, 1.95):
        person(s, "stand", coat="#c8433f", hair="#e07a30", style="long", view="back", rim=0.5)
    with s.at(270, 436, 0.9):
        s.fill(join(rectangle(-14, -2, 28, 6, 2), ellipse(0, -2, 20, 4)), "#b98a45", volume=0.8)
        candle(s, height=46)
    return s.finish(grade=("#1c1c4a", "#ffdc98", 0.12), vignette=0.5)
