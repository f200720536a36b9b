"""A storm with its ship rages in a bottle on a calm beach."""

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.places.water import sea
from tools.deck.scene import Scene
from tools.deck.subjects.glass import bottle_shape, glass_shine
from tools.deck.subjects.sea_animals import shell
from tools.deck.subjects.vessels import boat


def _bottle(s: Scene) -> None:
    """The bottle, its weather and its cork."""
    bp = bottle_shape(160, 436, 3.0)
    with s.group(clip=bp):
        s.fill(rectangle(40, 20, 240, 430), "#1c2440", "#46587c", angle=90, volume=0, hatch=0.1)
        for x, y, w, sd in ((120, 236, 150, 2), (214, 246, 150, 5), (160, 214, 120, 9)):
            cumulus(s, x, y, w, "#6f7c9c", "#232a48", sd)
        s.glow(196, 268, 60, "#fff6c0", 0.7)
        s.fill(
            polygon(
                (196, 232), (180, 276), (194, 274), (178, 318), (212, 264), (198, 266), (212, 232)
            ),
            "#fff6c4",
            volume=0,
        )
        for _ in range(46):
            px, py = s.rng.uniform(60, 262), s.rng.uniform(236, 360)
            s.flat(tube([(px, py), (px - 7, py + 14)], [0.2, 0.7], False), "#bcd0e6", 0.5)
        s.fill(
            shape("30,360 70,330 110,352 150,372 190,344 230,330 280,362 280,450! 30,450!"),
            "#2f5f7c",
            "#12304c",
            volume=0.9,
            radius=9,
            rim=0.4,
        )
        with s.at(136, 362, 0.98, -17):
            boat(s, "#8d3b2e", "#efe2c4")
        s.fill(
            shape("30,392 66,366 100,372 140,396 180,402 226,376 282,392 282,450! 30,450!"),
            "#3f86a0",
            "#12385a",
            volume=0.9,
            radius=9,
            rim=0.4,
        )
        for x, y in ((66, 368), (226, 378), (150, 398)):
            for _i in range(9):
                s.flat(
                    ellipse(x + s.rng.normal(0, 11), y + s.rng.normal(0, 3), s.rng.uniform(1, 2.6)),
                    "#f2fafa",
                    0.9,
                )
        s.fill(bp, "#dff0ea", volume=1.1, radius=12, alpha=0.16)
    with s.at(160, 436, 3.0):
        glass_shine(s)
        s.fill(
            shape("-11,-124! -12,-144 12,-144 11,-124!"),
            "#b9824e",
            "#7a4a30",
            volume=0.8,
            hatch=0.2,
        )
        s.fill(rectangle(-13, -126, 26, 7, 3), "#d8ece6", volume=0.7, alpha=0.6)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(101, light="#fff8e0", shade="#2a3058", sun=(0.6, -0.75), haze="#e6f0e0")
    sky(s, "#8fd0d4", "#c3e6dc", "#f3f2d6", clouds=0.45, cloud_colour="#fffef4", bottom=250)
    s.glow(62, 190, 160, "#fffbe6", 0.8)
    sea(
        s, 222, "#9fdccb", "#4fa8ac", light="#fffbe6", light_x=62, light_width=24, waves=30, end=330
    )
    beach = shape("-20,318! 60,308 150,318 240,304 330,314! 330,480! -20,480!")
    s.fill(
        beach,
        "#f6e8c6",
        "#dcc294",
        volume=0.3,
        radius=10,
        hatch=0.1,
        hatch_angle=0,
        grain=0.6,
    )
    s.fill(ellipse(138, 432, 112, 15), s.shade_colour, volume=0, alpha=0.5, soft=5)
    with s.at(13, 35, 0.92):
        _bottle(s)
    with s.at(52, 440, 0.62, -18):
        shell(s, "#f0a888")
    s.keep(160, 330, 110, 120)
    return s.finish(grade=("#2a3a78", "#fff2c8", 0.1), vignette=0.2)
