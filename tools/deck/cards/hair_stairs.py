"""A stone stair softens as it rises into the long red hair of a giant woman."""

import numpy as np

from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import cumulus, sky
from tools.deck.places.water import sea
from tools.deck.scene import Scene
from tools.deck.subjects.people import person
from tools.deck.subjects.plants import pine

HAIR = shape(
    "152,26 176,30 196,46 206,76 208,112 202,146 212,190 210,230 222,280 242,340 268,400 292,470! "
    "12,470! 36,400 62,340 82,280 94,230 92,190 102,146 96,112 98,76 108,46 128,30"
)
COPPER, DEEP, PALE = "#dc7438", "#8a3326", "#f6b368"


def _half_width(y: float) -> float:
    """Half of the width of the stair at a height of the card."""
    return float(np.interp(y, (230, 280, 340, 400, 470), (48, 60, 82, 108, 134)))


def _strands(s: Scene) -> None:
    rng = np.random.default_rng(5)
    for i in range(190):
        u = rng.uniform(-1, 1)
        wave = rng.uniform(0, 6.28)
        end = rng.uniform(250, 330) if abs(u) < 0.84 else rng.uniform(400, 470)
        ys = np.linspace(30 + 26 * u * u, end, 12)
        reach = np.interp(
            ys, (30, 60, 110, 150, 200, 240, 300, 380, 470), (16, 44, 54, 48, 58, 58, 70, 102, 138)
        )
        xs = 152 + u * reach + 3.4 * np.sin(ys / 26 + wave)
        colour = (COPPER, DEEP, PALE, "#b5532c", "#ea9a50")[i % 5]
        s.flat(tube(np.stack([xs, ys], 1), [0.3, rng.uniform(0.8, 1.9), 0.2]), colour, 0.75)


def _steps(s: Scene) -> None:
    """Steps from the bottom up: straight stone first, then waves, then only hair."""
    y, height = 462.0, 27.0
    stone, face = "#f3dcc0", "#a8664e"
    while y > 240:
        hard = float(np.clip((y - 236) / 120, 0, 1))
        w = _half_width(y) - 6
        x = np.linspace(-1, 1, 25)
        sway = (1 - hard) * 5 * np.sin(x * 9 + y) + (1 - hard) * 9 * x * x
        front = np.stack([152 + x * w, y + sway], 1)
        back = np.stack([152 + x * (w - height * 0.3), y - height * 0.42 + sway], 1)
        foot = np.stack([152 + x * (w + 2), y + height * 0.62 + sway], 1)
        alpha = 0.15 + 0.85 * hard
        riser = polygon(*map(tuple, front), *map(tuple, foot[::-1]))
        s.fill(
            riser,
            mix(DEEP, face, hard),
            mix(COPPER, face, hard),
            volume=0.2,
            alpha=alpha,
            hatch=0.12,
            hatch_angle=90,
        )
        tread = polygon(*map(tuple, back), *map(tuple, front[::-1]))
        s.fill(tread, mix(PALE, stone, hard), volume=0.3, alpha=alpha, hatch=0.06, hatch_angle=0)
        s.flat(tube(front, [0.9 * hard + 0.5]), "#fff0d8", 0.8 * alpha)
        y -= height
        height *= 0.885


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1209, light="#fff2d8", shade="#1f3a44", sun=(0.6, -0.8), haze="#dcebe0")
    sky(
        s,
        "#a9d0c8",
        "#c9e3d6",
        "#eef3e0",
        "#fdf3dc",
        clouds=0.4,
        cloud_colour="#fbfdf4",
        bottom=270,
    )
    cumulus(s, 52, 122, 110, "#fdfff8", "#b9d3cb", 4, alpha=0.85)
    cumulus(s, 264, 178, 120, "#fdfff8", "#b9d3cb", 9, alpha=0.85)
    s.glow(160, 110, 170, "#fffdf0", 0.7)
    with s.group(haze=0.5):
        hill(s, 238, 22, "#7fa89a", "#a9c4ac", seed=6, peak=1, rough=3)
    sea(
        s,
        262,
        "#bfe0d3",
        "#7fb8b0",
        light="#fffbe8",
        light_x=250,
        light_width=30,
        waves=26,
        end=350,
    )
    hill(s, 332, 10, "#8fb592", "#6f9a80", seed=3)
    for x, y, k in ((16, 350, 0.62), (40, 356, 0.45), (286, 352, 0.7), (262, 356, 0.46)):
        with s.at(x, y, k):
            pine(s, "#4f8474")
    # Shoulders and gown, like a mountain to either side of the hair.
    gown = shape(
        "152,164 186,170 214,182 236,208 250,250 262,300 290,370 322,430! "
        "322,480! -18,480! -18,430! "
        "14,370 42,300 54,250 68,208 90,182 118,170"
    )
    s.fill(
        gown,
        "#2f6f6c",
        "#1c4450",
        angle=80,
        volume=0.9,
        radius=16,
        rim=0.45,
        hatch=0.1,
        hatch_angle=90,
    )
    for q in (-1, 1):
        for k in (0.0, 18.0):
            s.flat(
                tube(
                    [
                        (152 + q * (88 - k), 230),
                        (152 + q * (112 - k), 330),
                        (152 + q * (150 - k), 450),
                    ],
                    [0.4, 1.6, 2.2],
                ),
                "#143440",
                0.5,
                soft=0.8,
            )
    with s.group():
        s.fill(
            HAIR,
            COPPER,
            "#a8452c",
            angle=90,
            volume=0.9,
            radius=18,
            rim=0.4,
            hatch=0.12,
            hatch_angle=90,
        )
        with s.group(clip=HAIR):
            _strands(s)
            _steps(s)
    s.fill(
        shape("104,64 120,46 152,40 184,46 200,64! 196,70 182,56 152,50 122,56 108,70"),
        "#3f8f86",
        "#2a6a68",
        volume=0.7,
        rim=0.5,
    )
    for x, y in ((120, 52), (140, 45), (164, 45), (185, 53)):
        s.fill(ellipse(x, y, 5.4), "#fdf3dc", "#e6c890", volume=0.8)
    s.fill(ellipse(156, 432, 22, 5), "#5a2a2a", volume=0, alpha=0.5, soft=1.5)
    with s.at(152, 428, 0.98):
        person(
            s,
            "walk",
            coat="#2c3358",
            coat2="#1f2444",
            legs="#23243a",
            hair="#3a2519",
            view="back",
            hat=("beret", "#f3d05a"),
            scarf="#f6e6c0",
            rim=0.7,
        )
    s.keep(152, 240, 110, 220, 0.6)
    return s.finish(grade=("#1c4450", "#fff0cc", 0.08), vignette=0.22)
