"""A child walks a whale like a kite above a sleeping town."""

from tools.deck.finish import Picture
from tools.deck.places.sky import moon, sky, stars
from tools.deck.places.town import town
from tools.deck.scene import Scene
from tools.deck.subjects.people import person
from tools.deck.subjects.sea_animals import whale


def paint() -> Picture:
    """Paint the card."""
    s = Scene(11, light="#ffe7b0", shade="#141a44", sun=(-0.5, -0.85), haze="#5f86a8")
    sky(
        s,
        "#0d1440",
        "#1f3a72",
        "#3f7795",
        "#e3b98c",
        clouds=0.35,
        cloud_colour="#7fa3bd",
        bottom=430,
    )
    stars(s, 110, 240)
    moon(s, 238, 78, 40, glow=0.7)
    s.glow(140, 210, 190, "#8fd0dc", 0.45, 1.6)
    with s.group(haze=0.55, haze_colour="#4d7392"):
        town(
            s,
            392,
            ["#3d4f78", "#44557c"],
            ["#2c3860", "#333c66"],
            seed=5,
            heights=(30, 62),
            widths=(26, 44),
        )
    with s.at(112, 184, 0.93, -8):
        whale(s, colour="#3f6f9c", belly="#f6ead2")
    s.keep(150, 172, 150, 90, 0.7)
    town(
        s,
        452,
        ["#7a5566", "#8c5f58", "#54608c"],
        ["#9c4a44", "#6d3f5a", "#b06a48"],
        seed=12,
        heights=(46, 92),
        widths=(52, 74),
    )
    x, y = 196, 346
    s.stroke([(206, 288), (216, 268), (150, 262), (122, 234)], 1.3, "#f6e8c8")
    with s.at(x, y + 4, 0.6):
        person(s, "holdhi", coat="#e8603f", scarf="#f0c85a", view="back", rim=0.7)
    return s.finish(grade=("#1c2a66", "#ffd9a0", 0.12), vignette=0.45)
