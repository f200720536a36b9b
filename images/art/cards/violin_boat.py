"""Two travellers row a violin across the sea."""

from images.art.finish import Picture
from images.art.paths import ellipse, join, rectangle, shape, tube
from images.art.places.land import hill
from images.art.places.sky import moon, sky
from images.art.places.water import sea
from images.art.scene import Scene
from images.art.subjects.instruments import violin
from images.art.subjects.mammals import rabbit
from images.art.subjects.people import person


def paint() -> Picture:
    """Paint the card."""
    s = Scene(281, light="#ffe9b8", shade="#0a1c34", sun=(0.5, -0.85), haze="#5f8fa8")
    sky(
        s,
        "#123048",
        "#2f6a80",
        "#8ab0a0",
        "#f3d9a0",
        clouds=0.5,
        cloud_colour="#9fc0b8",
        bottom=260,
    )
    moon(s, 232, 96, 42, glow=0.8)
    hill(s, 240, 16, "#3f7484", "#5f949a", seed=5, bottom=262)
    sea(s, 252, "#5f949a", "#0d2c48", light="#ffeec0", light_x=232, light_width=38, waves=80)
    with s.group(mirror=(414, 0.45)):
        with s.at(14, 384, 1.98, 80):
            with s.at(0, 0):
                violin(s, "#b5562c")
        with s.at(100, 362, 1.15):
            person(
                s,
                "sit",
                coat="#2f5f7a",
                hair="#3a2420",
                view="side",
                scarf="#d8453f",
                hat=("beret", "#e9b23f"),
                rim=0.6,
            )
        with s.at(190, 352, 0.9):
            rabbit(s, "#f0e6d4", "#ffffff")
    s.fill(tube([(30, 440), (136, 318)], [2.2, 1.7], False), "#5a3018", volume=0.7, rim=0.4)
    s.fill(tube([(34, 445), (140, 324)], [0.8], False), "#fbf3e0", volume=0)
    s.fill(
        shape(
            "-20,420! 40,414 90,422 150,412 220,404 330,408! 330,430 240,428 150,432 "
            "70,436 -20,434!"
        ),
        "#2f6a80",
        "#123a58",
        volume=0.5,
        alpha=0.8,
        soft=0.8,
        hatch_angle=0,
    )
    for x, y, k in ((70, 60, 0.8), (120, 112, 0.6), (40, 138, 0.55)):
        with s.at(x, y, k, -8):
            s.fill(
                join(
                    ellipse(0, 0, 8, 6),
                    rectangle(6, -34, 2.4, 34),
                    shape("7,-35! 18,-28 20,-16! 14,-22 7,-24!"),
                ),
                "#ffe9b8",
                volume=0.6,
            )
            s.glow(0, -12, 40, "#ffe2a0", 0.3)
    s.keep(150, 340, 150, 70)
    return s.finish(grade=("#0a2a50", "#ffe6a8", 0.12), vignette=0.42)
