"""A sheep that cannot sleep lies in bed and counts sleepers jumping over a fence."""

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, shape, tube
from tools.deck.places.land import grass, hill
from tools.deck.places.sky import cumulus, sky, stars
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK
from tools.deck.subjects.people import person
from tools.deck.subjects.sheep import waking_sheep


def _sleeper(s: Scene, gown: str, shade: str, cap: str) -> None:
    """A sleepwalker in a nightgown, facing right, about 110 high, feet at the origin."""
    person(
        s,
        "fwd",
        coat=gown,
        coat2=shade,
        legs="#f3cfae",
        hair="#6a4030",
        view="side",
        hat=("cone", cap),
        shoe="#f0c8a4",
        length=1.5,
        rim=0.4,
    )
    s.fill(ellipse(6.4, -86, 2.4, 2.4), "#f1cba8", volume=0)
    s.stroke([(4, -86), (6.4, -84.8), (9, -86.2)], [0.3, 0.7, 0.3], INK)


def _bed(s: Scene) -> None:
    """The bed from its foot: headboard, pillow."""
    s.fill(
        shape("34,440! 34,286 44,262 96,246 152,240 208,246 260,262 270,286 270,440!"),
        "#9a5f4a",
        "#6a3c40",
        angle=90,
        volume=0.7,
        rim=0.4,
        radius=7,
        hatch=0.12,
    )
    s.fill(
        shape("48,440! 48,292 58,274 100,260 152,254 204,260 246,274 256,292 256,440!"),
        "#7a4844",
        volume=-0.5,
        radius=5,
        hatch=0.12,
    )
    s.fill(
        shape("58,318 70,288 152,278 236,288 246,318 236,356 152,362 68,356"),
        "#fff6e6",
        "#d3bcd0",
        angle=80,
        volume=0.8,
        radius=10,
    )


def _quilt(s: Scene) -> None:
    cover = shape("40,404! 60,382 110,372 152,376 196,372 246,382 266,404! 274,470! 30,470!")
    s.fill(cover, "#e8828a", "#b5506c", angle=90, volume=0.7, radius=10)
    with s.group(clip=cover):
        for i, x in enumerate(range(20, 300, 36)):
            for j, y in enumerate((370, 402, 434)):
                if (i + j) % 2:
                    s.fill(
                        polygon((x, y), (x + 36, y), (x + 38, y + 32), (x - 2, y + 32)),
                        ("#f6c77a", "#f3ead8", "#8f7ac8")[(i + 2 * j) % 3],
                        volume=0.4,
                        alpha=0.9,
                    )
    s.fill(
        tube([(44, 400), (110, 380), (152, 384), (196, 380), (262, 400)], [7, 9, 9, 9, 7]),
        "#fff6e8",
        "#e3cfd6",
        volume=0.8,
        rim=0.3,
    )
    for q in (-1, 1):
        s.fill(ellipse(152 + q * 34, 379, 11, 9), "#4a3850", volume=0.8, rim=0.4)
    for x in (34, 270):
        s.fill(tube([(x, 392), (x, 470)], [7, 7], False), "#a8684e", "#6a3c40", volume=0.8, rim=0.4)
        s.fill(ellipse(x, 386, 11), "#c07e58", volume=0.9, rim=0.5)


def _fence(s: Scene) -> None:
    for y in (172, 188):
        s.fill(
            tube([(96, y + 3), (152, y), (208, y + 3)], 3.2),
            "#f6e6cc",
            "#c9a9a4",
            volume=0.7,
            rim=0.4,
        )
    for x in (104, 136, 168, 200):
        s.fill(
            shape(f"{x - 5},208! {x - 5},166! {x},159! {x + 5},166! {x + 5},208!"),
            "#fdf0d8",
            "#c9a4a4",
            angle=20,
            volume=0.7,
            rim=0.4,
        )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1212, light="#ffedd0", shade="#2c1c50", sun=(-0.5, -0.85), haze="#c9a4c4")
    sky(
        s,
        "#3a2a6a",
        "#6a4a90",
        "#b578a4",
        "#f0b0a8",
        clouds=0.3,
        cloud_colour="#c890b4",
        bottom=250,
    )
    stars(s, 70, 120)
    cumulus(s, 34, 118, 96, "#e0a8c0", "#8a5f9c", 5, alpha=0.8)
    cumulus(s, 276, 104, 90, "#e0a8c0", "#8a5f9c", 8, alpha=0.8)
    s.glow(152, 150, 170, "#ffd9b8", 0.6, 1.5)
    hill(s, 206, 5, "#7f78b8", "#5a4f94", seed=5)
    grass(s, 208, 70, "#5f5a9c", "#b59ad0", (4, 9), 3)
    _fence(s)
    for x, y, turn, colours in (
        (50, 214, 4, ("#fbe3a4", "#d9a86a", "#d8505a")),
        (150, 152, -12, ("#f6f0ea", "#c3b3d3", "#4f9aa4")),
        (250, 216, 14, ("#f3b8b0", "#c9788a", "#f0c04a")),
    ):
        with s.at(x, y, 0.92, turn):
            _sleeper(s, *colours)
    s.keep(152, 140, 150, 90, 0.7)
    _bed(s)
    s.glow(152, 300, 110, "#fff0d0", 0.5)
    with s.at(152, 344, 0.98):
        waking_sheep(s)
    _quilt(s)
    s.keep(152, 330, 90, 110, 0.7)
    return s.finish(grade=("#2a1a60", "#ffe2b8", 0.1), vignette=0.35)
