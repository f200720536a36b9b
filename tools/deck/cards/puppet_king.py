"""A huge hand holds the strings of a king."""

from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.body import hand
from tools.deck.subjects.people import person


def paint() -> Picture:
    """Paint the card."""
    s = Scene(221, light="#ffe6b0", shade="#2a0a1c", sun=(-0.5, -0.85), haze="#c8704a")
    sky(s, "#3a0f24", "#7a2430", "#b5503c", "#5a1c2c", warp=0.08, cell=100, stretch=1.0)
    s.glow(152, 270, 190, "#ffcf8a", 0.75, 1.5)
    s.fill(
        shape("-10,384! 315,384! 330,480! -30,480!"), "#8a5434", "#4a2620", volume=0.1, hatch=0.14
    )
    for i in range(-5, 6):
        s.flat(
            polygon(
                (152 + i * 34 - 0.6, 384),
                (152 + i * 34 + 0.6, 384),
                (152 + i * 62 + 1, 470),
                (152 + i * 62 - 1, 470),
            ),
            "#2a1418",
            0.5,
        )
    s.fill(ellipse(152, 428, 74, 12), s.shade_colour, volume=0, alpha=0.6, soft=4)
    for q in (-1, 1):
        for i in range(4):
            x = 152 + q * (150 - i * 21)
            s.fill(
                tube(
                    [(x, -10), (x + q * 4, 180), (x - q * 3, 320), (x + q * 8, 440)],
                    [15, 14, 13, 16],
                ),
                mix("#b5303a", "#6a1428", i % 2 * 0.55),
                volume=0.95,
                radius=8,
                hatch=0.12,
                hatch_angle=90,
            )
    with s.at(152, 140, 1.0, -6):
        s.fill(rectangle(-72, 0, 144, 9, 3), "#8a5a34", volume=0.8, rim=0.4)
    S0 = [(86, 152), (132, 146), (170, 144), (218, 138)]
    E = [(119, 274), (143, 288), (161, 288), (185, 274)]
    for a, b in zip(S0, E, strict=False):
        s.stroke([a, b], 1.3, "#f6e8cf")
    with s.at(152, 432, 1.55):
        person(
            s,
            "up",
            coat="#7a2f6a",
            coat2="#4a1c4c",
            legs="#f0e6d4",
            hair="#d9c8b0",
            view="front",
            hat=("crown", "#e8b53c"),
            rim=0.4,
        )
        s.fill(shape("-14,-72 0,-66 14,-72 18,-66 0,-58 -18,-66"), "#fbf3e4", volume=0.8)
        s.fill(shape("-8,-80! 0,-66 8,-80! 4,-78 -4,-78"), "#e6dcd0", volume=0.7)
    s.keep(152, 330, 80, 120)
    with s.at(152, 144, 1.15):
        hand(s, "#f3c9a0", "#2c2a5c", "#fbf0dc")
    return s.finish(grade=("#3a0c30", "#ffdc9a", 0.1), vignette=0.5)
