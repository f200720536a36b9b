"""In daylight a lighthouse throws beams of starry night."""

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape
from tools.deck.places.sky import moon, sky, star, stars
from tools.deck.places.water import sea
from tools.deck.scene import Scene
from tools.deck.subjects.birds import gull
from tools.deck.subjects.buildings import lighthouse
from tools.deck.subjects.vessels import boat


def paint() -> Picture:
    """Paint the card."""
    s = Scene(81, light="#fff4d8", shade="#3a3560", sun=(-0.6, -0.8), haze="#fbdcc8")
    sky(
        s,
        "#f6b8a0",
        "#fbd6b8",
        "#fdeccf",
        "#fdf3dc",
        clouds=0.6,
        cloud_colour="#fffaf0",
        bottom=330,
    )
    sea(s, 318, "#9cc9c4", "#3f8f9a", light="#fff3d8", light_x=40, light_width=50, waves=46)
    shape("176,128! 310,10! 330,10! 330,250! 310,250!")
    with s.group(clip=polygon((182, 116), (340, -30), (340, 232), (182, 124))):
        s.fill(rectangle(150, -30, 200, 290), "#0c1338", "#2a2f78", angle=0, volume=0, hatch=0.07)
        stars(s, 190, 235, big=12)
        moon(s, 272, 96, 20, phase=0.3, glow=0.5)
    with s.group(clip=polygon((174, 116), (-40, 40), (-40, 176), (174, 124))):
        s.fill(rectangle(-50, 10, 230, 190), "#0c1338", "#2a2f78", angle=180, volume=0, hatch=0.07)
        for _i in range(46):
            s.flat(
                ellipse(s.rng.uniform(-10, 160), s.rng.uniform(46, 170), s.rng.uniform(0.4, 1.1)),
                "#fff6dc",
                0.9,
            )
        star(s, 46, 104, 8, glow=0.6)
    s.fill(
        shape(
            "96,470! 112,412 100,398 128,374 150,366 212,366 236,380 262,392 280,430 "
            "310,440! 310,470!"
        ),
        "#6f6a86",
        "#3f3a5c",
        volume=0.9,
        radius=10,
        hatch=0.14,
        hatch_angle=60,
        rim=0.4,
    )
    s.fill(
        shape("120,378 150,362 212,362 238,376 220,384 180,378 150,386"),
        "#8fae6a",
        "#6d8f58",
        volume=0.5,
    )
    with s.at(178, 372, 1.86):
        lighthouse(s, "#fdf3e0", "#c8433c", "#141a44")
    for x, y, w in ((64, 236, 13), (92, 262, 9), (36, 268, 8), (262, 288, 10)):
        gull(s, x, y, w, "#4a4468")
    with s.at(52, 388, 0.62):
        boat(s, "#b0503c", "#fdf3dc")
    return s.finish(grade=("#4a3a78", "#ffe9c8", 0.1), vignette=0.22)
