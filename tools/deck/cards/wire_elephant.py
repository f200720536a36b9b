"""An elephant crosses the town on a washing line."""

from tools.deck.finish import Picture
from tools.deck.paths import rectangle, shape
from tools.deck.places.sky import sky
from tools.deck.places.town import town
from tools.deck.scene import Scene
from tools.deck.subjects.birds import gull
from tools.deck.subjects.household import umbrella
from tools.deck.subjects.mammals import elephant


def paint() -> Picture:
    """Paint the card."""
    s = Scene(111, light="#fff0d4", shade="#2f3a5c", sun=(-0.5, -0.85), haze="#d9e6d4")
    sky(
        s,
        "#7fb5a8",
        "#b9d9bf",
        "#f0ecc8",
        "#f9e0b4",
        clouds=0.55,
        cloud_colour="#fdfbee",
        bottom=430,
    )
    with s.group(haze=0.6, haze_colour="#d5dfc4"):
        town(
            s,
            420,
            ["#b98a78", "#a89a8a"],
            ["#9a5f52", "#7a6a72"],
            seed=3,
            heights=(20, 60),
            widths=(24, 40),
        )
    town(
        s,
        470,
        ["#d9a888", "#c8b090", "#b58a7c"],
        ["#b5533f", "#8a4a52", "#d08a4a"],
        seed=21,
        heights=(44, 92),
        widths=(52, 76),
    )
    s.fill(
        rectangle(-12, 262, 34, 210),
        "#b5604a",
        "#7a3a3c",
        angle=0,
        volume=0.7,
        hatch=0.15,
        hatch_angle=0,
    )
    s.fill(rectangle(-14, 256, 40, 12), "#8a4a42", volume=0.7)
    s.fill(
        rectangle(286, 250, 34, 230),
        "#b5604a",
        "#7a3a3c",
        angle=0,
        volume=0.7,
        hatch=0.15,
        hatch_angle=0,
    )
    s.fill(rectangle(281, 244, 40, 12), "#8a4a42", volume=0.7)
    s.stroke([(18, 262), (86, 281), (150, 287), (220, 280), (290, 252)], 2.2, "#3a2f3c")
    with s.at(92, 286, 1.42):
        elephant(s, "#8f93ad")
    s.keep(150, 210, 130, 90, 0.8)
    with s.at(56, 168, 0.86, -14):
        umbrella(s, "#d8453f", "#fbe6c0", length=86)
    for x, c, _d in ((232, "#f6e8d0", 0), (250, "#5f8fa8", 1), (268, "#e0b04e", 0)):
        y = 279 - (x - 220) * 0.34
        s.fill(
            shape(f"{x - 7},{y}! {x - 9},{y + 26}! {x + 8},{y + 25}! {x + 7},{y - 2}!"),
            c,
            s.darker(c),
            volume=0.4,
            rim=0.2,
        )
    for x, y, w in ((232, 72, 12), (256, 92, 9), (206, 104, 8)):
        gull(s, x, y, w, "#3f4a66")
    return s.finish(grade=("#2f4470", "#ffe9b8", 0.1), vignette=0.2)
