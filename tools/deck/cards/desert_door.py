"""In the desert a door stands open, and the sea runs out of it."""

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, rectangle, shape, tube
from tools.deck.places.land import dunes
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import door
from tools.deck.subjects.sea_animals import fish


def _sea(s: Scene) -> None:
    """What is behind the door."""
    depth = rectangle(-40, -120, 80, 130)
    s.fill(depth, "#0f5a7c", "#27a3a8", angle=90, volume=0, hatch=0.1, hatch_angle=0)
    s.glow(4, -82, 44, "#d8fff0", 0.6)
    for y in (-60, -44, -26):
        wave = tube([(-30, y), (-10, y - 3), (8, y + 1), (30, y - 2)], [0.3, 1.2, 1, 0.3])
        s.flat(wave, "#bff0e6", 0.6)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(61, light="#fff0d0", shade="#5a2f5c", sun=(0.7, -0.7), haze="#f9d9b4")
    sky(
        s,
        "#e98f72",
        "#f4b890",
        "#fadfb8",
        "#fdf0d4",
        clouds=0.3,
        cloud_colour="#fff2e0",
        bottom=250,
    )
    s.glow(256, 62, 120, "#fff8e0", 0.9)
    s.glow(256, 62, 62, "#ffd890", 0.8, 1.2)
    s.fill(ellipse(256, 62, 23), "#fffdf0", volume=0, soft=0.8)
    dunes(s, 246, "#f0c088", "#b5624f", n=4, seed=8)
    with s.group(cast=(402, -0.9, 0.42, 0.55)), s.at(150, 402, 2.5):
        door(s, "#8c2f45", "#f6e6c4", opened=0.82, inside=_sea)
    s.fill(
        shape(
            "88,402! 96,384 150,390 214,386 214,402! 250,430 232,452 180,446 130,470 "
            "70,470 46,446 84,426"
        ),
        "#1f8f9c",
        "#6fd0c4",
        angle=90,
        volume=0.6,
        radius=8,
        rim=0.3,
        alpha=0.96,
        hatch_angle=0,
    )
    for y, x, L in ((412, 150, 60), (428, 142, 80), (446, 120, 70)):
        s.flat(
            tube([(x - L * 0.5, y), (x, y - 3), (x + L * 0.5, y + 1)], [0.3, 1.3, 0.3]),
            "#d8fff0",
            0.7,
        )
    for x, y, k, a, c in (
        (166, 268, 0.62, -8, "#f0702f"),
        (238, 212, 0.62, -18, "#f6b23a"),
        (262, 306, 0.46, 6, "#e2452f"),
    ):
        with s.at(x, y, k, a, flip=True):
            fish(s, c, s.lighter(c, 0.45))
    return s.finish(grade=("#5a2a60", "#ffe6b8", 0.12))
