"""What stands and lies on a laid table."""

from __future__ import annotations

from tools.deck.colour import Colour
from tools.deck.paths import ellipse, join, rectangle, shape, tube
from tools.deck.scene import Scene


def fork(s: Scene, colour: Colour = "#d9dde0") -> None:
    """A fork upright on the end of its handle, 200 high."""
    low = s.darker(colour, 0.5)
    s.fill(
        shape("-7,0! -8,-24 -4,-76 -4,-116! 4,-116! 4,-76 8,-24 7,0! 0,3"),
        colour,
        low,
        angle=10,
        volume=1.0,
        rim=0.6,
    )
    head = "-4,-112! -6,-124 -17,-134 -18,-152! 18,-152! 17,-134 6,-124 4,-112!"
    s.fill(shape(head), colour, low, angle=20, volume=1.0, rim=0.5)
    for x in (-15.5, -5.2, 5.2, 15.5):
        s.fill(
            tube([(x, -148), (x, -176), (x * 0.97, -200)], [2.9, 2.6, 0.9]),
            colour,
            low,
            volume=1.0,
            rim=0.6,
        )


def knife(s: Scene, colour: Colour = "#d9dde0", handle: Colour = "#5a2f2a") -> None:
    """A knife upright on the end of its handle, its edge to the left, 200 high."""
    low = s.darker(colour, 0.5)
    s.fill(
        shape("-8,0! -9,-30 -7,-84! 7,-84! 9,-30 8,0! 0,4"),
        handle,
        s.darker(handle, 0.4),
        angle=10,
        volume=1.0,
        rim=0.5,
    )
    for y in (-20, -48):
        s.fill(ellipse(0, y, 2.6), "#e0bd6e", volume=0.9)
    s.fill(rectangle(-8, -92, 16, 9, 2), "#d9b061", volume=0.9, rim=0.5)
    s.fill(
        shape("8,-91! 9,-150 4,-190 -2,-202! -10,-180 -14,-140 -13,-108 -8,-91!"),
        colour,
        low,
        angle=0,
        volume=0.8,
        radius=5,
        rim=0.6,
    )
    s.stroke([(2, -98), (3, -150), (0, -188)], [0.4, 1.2, 0.3], "#ffffff", 0.7)


def salt_shaker(s: Scene, glass: Colour = "#dfe9ee") -> None:
    """A shaker of cut glass with a silver cap, 120 high."""
    s.fill(
        shape("-32,0! -36,-6 -27,-78! 27,-78! 36,-6 32,0! 0,5"),
        glass,
        s.darker(glass, 0.45),
        angle=15,
        volume=0.9,
        radius=9,
        rim=0.5,
    )
    s.fill(
        shape("-29,-3! -24,-48 0,-52 24,-48 29,-3! 0,2"),
        "#ffffff",
        "#dcdde6",
        volume=0.5,
        alpha=0.95,
    )
    for x in (-18, 0, 18):
        s.stroke([(x, -76), (x * 1.2, -4)], [0.6, 1.2], s.darker(glass, 0.45), 0.45)
    s.fill(
        shape("-29,-76! -29,-92 -20,-112 0,-120 20,-112 29,-92 29,-76! 0,-70"),
        "#cfd3d8",
        "#70747f",
        angle=20,
        volume=1.0,
        rim=0.6,
    )
    for x, y in ((-11, -108), (0, -113), (11, -108), (-6, -101), (6, -101)):
        s.flat(ellipse(x, y, 1.9, 1.5), "#2a2a35")
    s.stroke([(-28, -80), (0, -74), (28, -80)], [1.4], "#5f6470", 0.7)


def pepper_mill(s: Scene, wood: Colour = "#4a2a22") -> None:
    """A turned pepper mill, 160 high."""
    low = s.darker(wood, 0.5)
    s.fill(
        shape(
            "-30,0! -32,-10 -22,-34 -15,-60 -20,-84 -26,-98! 26,-98! 20,-84 15,-60 "
            "22,-34 32,-10 30,0! 0,5"
        ),
        wood,
        low,
        angle=10,
        volume=1.0,
        radius=9,
        rim=0.6,
    )
    s.fill(ellipse(0, -99, 26, 6), "#c9a050", "#8a6430", volume=0.8, rim=0.5)
    s.fill(
        shape("-24,-100! -28,-118 -18,-138 0,-144 18,-138 28,-118 24,-100! 0,-95"),
        wood,
        low,
        angle=20,
        volume=1.0,
        rim=0.6,
    )
    s.fill(
        join(ellipse(0, -150, 8.6), rectangle(-3, -146, 6, 6)),
        "#d9b061",
        "#8a6430",
        volume=0.95,
        rim=0.6,
    )
    for y, width in ((-30, 23), (-14, 30)):
        s.stroke([(-width, y), (0, y + 5), (width, y)], [1.5], "#c9a050", 0.8)


def tureen(s: Scene, colour: Colour = "#f6eedc", band: Colour = "#b5383f") -> None:
    """A soup tureen with lid and handles, 160 wide and 112 high."""
    low = s.darker(colour, 0.45)
    for q in (-1, 1):
        s.fill(
            tube([(q * 58, -48), (q * 84, -52), (q * 78, -30), (q * 54, -28)], [4.4]),
            colour,
            low,
            volume=0.9,
        )
    s.fill(
        shape("-30,0! -26,-10 -54,-26 -66,-58! 66,-58! 54,-26 26,-10 30,0! 0,4"),
        colour,
        low,
        angle=60,
        volume=1.0,
        radius=10,
        rim=0.4,
    )
    s.stroke([(-62, -48), (0, -39), (62, -48)], [2.6], band, 0.9)
    s.fill(
        shape("-68,-56! -58,-78 -30,-94 0,-98 30,-94 58,-78 68,-56! 0,-48"),
        colour,
        low,
        angle=60,
        volume=0.95,
        radius=9,
        rim=0.4,
    )
    s.stroke([(-62, -60), (0, -53), (62, -60)], [1.6], band, 0.9)
    s.fill(join(ellipse(0, -104, 8, 7), rectangle(-4, -102, 8, 6)), band, volume=0.95, rim=0.5)
