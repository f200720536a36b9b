"""People, seen from behind, from the side or from the front."""

from __future__ import annotations

from tools.deck.colour import Colour
from tools.deck.paths import ellipse, rectangle, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.emblems import crown
from tools.deck.subjects.ink import INK

POSES = {
    "stand": ((-6, 0), (-6, -22), (6, 0), (6, -22), (-16, -56), (-15, -40), (16, -56), (15, -40)),
    "walk": ((-17, -4), (-6, -21), (13, 0), (8, -22), (-17, -58), (-18, -42), (13, -54), (20, -43)),
    "hold": ((-6, 0), (-6, -22), (6, 0), (6, -22), (-16, -56), (-15, -40), (18, -68), (24, -86)),
    "holdhi": ((-6, 0), (-6, -22), (6, 0), (6, -22), (-16, -56), (-14, -40), (13, -88), (16, -106)),
    "up": ((-6, 0), (-6, -22), (6, 0), (6, -22), (-17, -84), (-21, -102), (17, -84), (21, -102)),
    "fwd": ((-6, 0), (-6, -22), (6, 0), (6, -22), (10, -60), (27, -58), (14, -64), (30, -66)),
    "climb": (
        (-6, 6),
        (-9, -18),
        (7, -14),
        (12, -30),
        (-15, -84),
        (-9, -104),
        (15, -74),
        (10, -90),
    ),
    "sit": ((22, -2), (20, -26), (15, -1), (17, -25), (-12, -48), (-8, -30), (14, -50), (22, -36)),
    "sitfish": (
        (22, -2),
        (20, -26),
        (15, -1),
        (17, -25),
        (6, -52),
        (20, -48),
        (12, -54),
        (24, -54),
    ),
    "sitfloor": (
        (48, -26),
        (27, -34),
        (42, -24),
        (22, -32),
        (-14, -46),
        (-20, -26),
        (16, -48),
        (30, -44),
    ),
    "fly": ((-4, 4), (-5, -20), (8, 0), (7, -20), (-20, -86), (-28, -104), (18, -90), (22, -108)),
    "fall": (
        (-14, 2),
        (-14, -20),
        (16, -4),
        (10, -22),
        (-26, -78),
        (-36, -92),
        (26, -76),
        (37, -88),
    ),
}


def person(
    s: Scene,
    pose: str = "stand",
    coat: Colour = "#b5423c",
    legs: Colour = "#2c2a3d",
    skin: Colour = "#f1cba8",
    hair: Colour = "#3a2519",
    view: str = "back",
    style: str = "short",
    hat: tuple[str, Colour] | None = None,
    scarf: Colour | None = None,
    dress: bool = True,
    shoe: Colour = "#2a2230",
    coat2: Colour | None = None,
    length: float = 1.0,
    rim: float = 0.35,
) -> tuple[float, float]:
    """A person 97 high, feet at the origin; returns where the right hand is."""
    fl, kl, fr, kr, el, hl, er, hr = POSES[pose]
    sit = pose.startswith("sit")
    hip = (0, -30) if sit else (0, -44)
    sh = -73

    def arm(e: tuple[float, float], h: tuple[float, float], side: int) -> None:
        limb = tube([(side * 7, sh + 2), e, h], [4.6, 4.2, 3.4])
        s.fill(limb, s.darker(coat, 0.1), volume=0.8, rim=rim)
        s.fill(ellipse(h[0], h[1], 3.5), skin, volume=0.5)

    back_first = view == "back"
    if not back_first or pose in ("walk",):
        arm(el, hl, -1)
    for k, f, sd in ((kl, fl, -1), (kr, fr, 1)):
        s.fill(tube([(hip[0] + sd * 4.5, hip[1]), k, f], [6, 4.6, 3.4]), legs, volume=0.8)
        d = 3.5 if view != "back" or sit or pose == "walk" else sd * 1.5
        s.fill(
            shape(
                f"{f[0] - 4},{f[1] - 4} {f[0] + 3},{f[1] - 5} {f[0] + d + 5},{f[1]} "
                f"{f[0] + d + 4},{f[1] + 3}! {f[0] - 4},{f[1] + 3}!"
            ),
            shoe,
            volume=0.6,
        )
    if sit:
        s.fill(
            shape(
                f"-8,{sh}! 0,{sh - 4} 8,{sh}! 11,-54 13,-38 22,-31 20,-22 4,-22 -11,-23! "
                "-12,-40 -10,-56"
            ),
            coat,
            s.darker(coat) if coat2 is None else coat2,
            angle=75,
            volume=0.8,
            rim=rim,
        )
    else:
        hem = -42 + 18 * length
        wd = 15 + 4 * length if dress else 12
        lean = 3 if pose == "walk" else 0
        s.fill(
            shape(
                f"{-8 + lean},{sh}! {lean},{sh - 4} {8 + lean},{sh}! {9.5 + lean},-56 "
                f"{wd * 0.8},{hem - 12} {wd},{hem}! {wd * 0.4},{hem + 2.5} "
                f"{-wd * 0.4},{hem + 2.5} {-wd},{hem}! {-wd * 0.8},{hem - 12} {-9.5 + lean},-56"
            ),
            coat,
            s.darker(coat) if coat2 is None else coat2,
            angle=70,
            volume=0.9,
            rim=rim,
            hatch_angle=90,
        )
    hx = 3 if pose == "walk" else 0
    s.fill(rectangle(hx - 3, sh - 8, 6, 9), s.darker(skin, 0.2), volume=0.4)
    if scarf is not None:
        s.fill(ellipse(hx, sh - 2, 9, 4.2), scarf, volume=0.7)
        s.fill(
            tube(
                [(hx - 6, sh - 2), (hx - 16, sh + 2), (hx - 24, sh - 4), (hx - 32, sh + 2)],
                [3, 3.6, 3.4, 2.6],
            ),
            scarf,
            volume=0.8,
        )
    if back_first and pose != "walk":
        arm(el, hl, -1)
    arm(er, hr, 1)
    head(s, hx, -86, 10.5, skin, hair, view, style, hat, rim)
    return hr


def head(  # noqa: C901, PLR0912 - a drawing, stroke by stroke
    s: Scene,
    x: float,
    y: float,
    radius: float,
    skin: Colour,
    hair: Colour,
    view: str = "back",
    style: str = "short",
    hat: tuple[str, Colour] | None = None,
    rim: float = 0.3,
) -> None:
    """A head about (x, y) with hair and hat."""
    with s.at(x, y, radius / 10):
        if style == "long":
            s.fill(
                shape("-9,-6 -12,6 -13,22 -8,26 0,24 8,26 13,22 12,6 9,-6"),
                hair,
                s.darker(hair),
                volume=0.7,
                hatch_angle=90,
            )
        if style == "pony":
            s.fill(
                tube([(-6, -4), (-16, 0), (-18, 12), (-24, 20)], [3.5, 4.5, 4, 0.6]),
                hair,
                volume=0.7,
            )
        s.fill(ellipse(0, 0, 10, 10.6), skin, volume=0.6, wobble=0)
        if view == "back":
            s.fill(
                shape("-10.6,2 -11.2,-6 -6,-11.8 2,-12.4 9,-9 11.2,-2 10.4,5 6,9.6 -5,9.8"),
                hair,
                s.darker(hair, 0.25),
                angle=60,
                volume=0.7,
                rim=rim,
                hatch_angle=60,
            )
        elif view == "side":
            s.fill(ellipse(10, 1.5, 2.2, 1.8), skin, volume=0.3)
            s.fill(
                shape("4,-10 8,-8 7,-4! 3,-3 2,3 -2,9 -8,9 -11.4,2 -11.4,-6 -6,-12 0,-12.6"),
                hair,
                s.darker(hair, 0.25),
                angle=60,
                volume=0.7,
                rim=rim,
            )
            s.flat(ellipse(6.2, -0.5, 1.05, 1.5), INK)
            s.flat(ellipse(6, 3.6, 2.2, 1.4), "#e07a6a", 0.45, soft=0.4)
        else:
            s.fill(
                shape("-10.6,1 -11.4,-6 -6,-12.4 2,-12.6 9,-9.6 11.2,-4 10.4,1! 8,-4 2,-6 -5,-5.4"),
                hair,
                s.darker(hair, 0.25),
                volume=0.7,
                rim=rim,
            )
            for q in (-1, 1):
                s.flat(ellipse(q * 3.8, 0.8, 1.1, 1.5), INK)
                s.flat(ellipse(q * 5.6, 4.4, 2.2, 1.5), "#e07a6a", 0.4, soft=0.4)
            s.flat(tube([(-2, 5.6), (0, 6.4), (2, 5.6)], [0.35, 0.5, 0.35]), "#8a3b34")
        if style == "bun":
            s.fill(ellipse(-1, -13, 5.4), hair, volume=0.8)
        if hat:
            kind, hc = hat
            if kind == "top":
                s.fill(
                    shape("-7.5,-9! -8.5,-30! 8.5,-30! 7.5,-9!"),
                    hc,
                    s.darker(hc),
                    angle=10,
                    volume=0.6,
                    rim=rim,
                )
                s.fill(ellipse(0, -9, 14, 2.8), hc, volume=0.5, rim=rim)
                s.flat(rectangle(-7.8, -14, 15.6, 3.4), s.lighter(hc, 0.25), 0.8)
            elif kind == "bowler":
                s.fill(
                    shape("-10,-7! -10.5,-15 -5,-20 5,-20 10.5,-15 10,-7!"), hc, volume=0.8, rim=rim
                )
                s.fill(ellipse(0, -7.2, 15, 2.7), hc, volume=0.5, rim=rim)
            elif kind == "cone":
                s.fill(
                    shape("-11,-4! -4,-22 3,-36! 6,-20 11,-4! 0,-2"),
                    hc,
                    s.darker(hc),
                    angle=20,
                    volume=0.8,
                    rim=rim,
                )
                s.fill(ellipse(3, -37, 3.2), "#fff3dc", volume=0.6)
            elif kind == "beret":
                s.fill(
                    shape("-12,-6 -12,-12 -2,-17 10,-14 13,-8 8,-5 -4,-4"), hc, volume=0.9, rim=rim
                )
            elif kind == "crown":
                crown(s, 0, -8, 0.24)
