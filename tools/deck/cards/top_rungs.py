"""At the bottom of a well somebody reaches for a ladder that has only its top rungs."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import Path, ellipse, polygon, rectangle, ring, shape, tube
from tools.deck.places.land import grass
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.household import key
from tools.deck.subjects.people import person

SHAFT = "92,112! 90,200 94,300 88,400 96,428 150,436 206,430 216,400 210,300 214,200 212,112!"


def _earth(s: Scene) -> None:
    """Layers of soil with roots, stones and lost things."""
    layers = (
        (104.0, "#6f7a3a", "#5a5a30"),
        (122, "#8a5a34", "#6f4428"),
        (190, "#74452c", "#5c3424"),
        (270, "#5f3828", "#482a22"),
        (350, "#4c2c26", "#35201f"),
    )
    for i, (y, colour, colour2) in enumerate(layers):
        edge = f"-20,{y + 6} 60,{y - 4 + i} 150,{y + 4} 240,{y - 5} 325,{y + 5}! 325,480! -20,480!"
        s.fill(
            shape(edge),
            colour,
            colour2,
            angle=90,
            volume=0.6,
            radius=7,
            hatch=0.16,
            hatch_angle=0,
            grain=0.9,
        )
    rng = np.random.default_rng(5)
    for _ in range(74):
        x, y, size = rng.uniform(0, 305), rng.uniform(140, 452), rng.uniform(1.4, 7)
        colour = "#a87f5c" if rng.random() < 0.6 else "#3a2420"
        s.fill(ellipse(x, y, size, size * 0.72), colour, volume=0.9, alpha=0.75, rim=0.3)
    for points, width in (
        ([(30, 112), (26, 136), (38, 158), (32, 190)], 3.6),
        ([(14, 114), (18, 140), (8, 166)], 3),
        ([(48, 114), (56, 132), (52, 158), (60, 176)], 3),
        ([(264, 114), (258, 140), (270, 160), (262, 184)], 3.4),
        ([(284, 116), (290, 146), (282, 166)], 2.8),
    ):
        s.fill(tube(points, [width, width * 0.6, 0.6]), "#b08458", "#7a5438", volume=0.8)
    with s.at(252, 330, 0.5, 28):
        key(s, "#d9a94e")
    turns = np.linspace(0, 5 * np.pi, 70)
    reach = 25 * (turns / turns[-1]) ** 0.9 + 2
    shell = np.stack([46 + reach * np.cos(turns), 344 + reach * np.sin(turns)], 1)
    s.fill(
        tube(shell, np.linspace(1.5, 7, 20), False),
        "#e9d3ac",
        "#9a7658",
        angle=60,
        volume=0.95,
        rim=0.4,
    )
    s.fill(ring(262, 214, 11, 6), "#8fa8b0", volume=0.9, rim=0.4)


def _shaft(s: Scene) -> Path:
    well = shape(SHAFT)
    s.fill(well, "#d9b47a", "#2a1c26", angle=90, volume=-0.6, radius=12, hatch=0.1, hatch_angle=90)
    rng = np.random.default_rng(8)
    with s.group(clip=well):
        for row in range(24):
            y = 112 + row * 14
            for i in range(7):
                x = 84 + i * 22 + (row % 2) * 11 + rng.uniform(-2, 2)
                tone = s.darker("#e0c08a", min(0.8, row * 0.036))
                s.fill(
                    rectangle(x, y, 20.5, 12.6, 4),
                    tone,
                    s.darker(tone, 0.25),
                    volume=0.8,
                    radius=3,
                    grain=0.5,
                )
        s.flat(
            polygon((104, 100), (204, 100), (178, 436), (132, 436)),
            "#fff0b0",
            0.5,
            soft=9,
            mode="screen",
        )
        s.fill(
            shape("80,424 120,418 152,424 190,417 230,424! 230,450! 80,450!"),
            "#6a4a38",
            "#35221f",
            volume=0.7,
        )
    for left, tilt in ((88, -4), (216, 4)):
        for row in range(24):
            s.fill(
                rectangle(left - 8 + tilt * np.sin(row * 0.7) * 0.6, 114 + row * 13.4, 17, 12, 4),
                s.darker("#d9bb88", 0.1 + row * 0.025),
                volume=0.9,
                rim=0.35,
            )
    return well


def _ladder(s: Scene) -> None:
    """Both rails down to the ground, rungs on the upper third alone."""
    foot, top = np.array([(126.0, 426), (180, 426)]), np.array([(130.0, 66), (176, 66)])
    for i in range(6):
        t = 0.97 - i * 0.075
        left, right = foot * (1 - t) + top * t
        s.fill(
            tube([tuple(left), tuple(right)], [3.4], False),
            "#e0a85a",
            "#9a6430",
            volume=0.9,
            rim=0.5,
        )
    for side in (0, 1):
        s.fill(
            tube([tuple(foot[side]), tuple(top[side])], [5, 4.2], False),
            "#f0be6e",
            "#8a5630",
            angle=90,
            volume=0.9,
            rim=0.5,
        )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1412, light="#fff4bc", shade="#241624", sun=(-0.2, -0.98), haze="#f6ecb0")
    sky(s, "#8fcfd0", "#c9e6cc", "#f9f2c0", clouds=0.3, cloud_colour="#fffdf0", bottom=120)
    s.glow(152, 70, 130, "#fffce0", 0.6)
    cumulus(s, 46, 66, 84, "#ffffff", "#b5d3cf", 4)
    cumulus(s, 270, 52, 90, "#ffffff", "#b5d3cf", 9)
    _earth(s)
    _shaft(s)
    grass(s, 110, 110, "#4f7a3a", "#a8c45a", (7, 17), 3, spread=10)
    for x in (88, 216):
        for row in range(3):
            for i in range(2):
                stone = rectangle(x - 21 + i * 21 + (row % 2) * 3, 76 + row * 13, 20, 12.4, 4)
                s.fill(stone, "#e3d3ae", "#a89274", volume=0.95, radius=3, rim=0.4)
        s.fill(rectangle(x - 25, 67, 50, 10, 4), "#f3e6c4", "#b5a080", volume=0.9, rim=0.5)
    _ladder(s)
    s.flat(ellipse(154, 428, 36, 6), "#1a0f18", 0.6, soft=2)
    with s.at(152, 428, 1.08):
        person(
            s,
            "up",
            coat="#e9e2d0",
            coat2="#a89a94",
            legs="#4a5a78",
            hair="#c4703a",
            view="back",
            style="pony",
            rim=0.6,
        )
    s.keep(152, 260, 60, 200, 0.7)
    return s.finish(grade=("#3a1c30", "#fff2b0", 0.1), vignette=0.35)
