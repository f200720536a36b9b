"""A balloon in the shape of a heart is tied to an anchor in the clouds."""

from tools.deck.finish import Picture
from tools.deck.paths import tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.instruments import anchor
from tools.deck.subjects.vessels import heart_balloon


def paint() -> Picture:
    """Paint the card."""
    s = Scene(91, light="#fff0dc", shade="#5a2450", sun=(-0.6, -0.8), haze="#fbd4cf")
    sky(
        s,
        "#6f79b0",
        "#c59cc0",
        "#f4bdb0",
        "#fde0b8",
        clouds=0.5,
        cloud_colour="#fff0ea",
        bottom=440,
    )
    s.glow(60, 350, 190, "#fff0c0", 0.6)
    cumulus(s, 258, 250, 150, "#fff3ea", "#d9a4b8", 4, alpha=0.85)
    cumulus(s, 26, 196, 120, "#fff3ea", "#cf9cba", 6, alpha=0.8)
    with s.at(158, 116, 1.82):
        heart_balloon(s, "#d0323c", basket="#a06a38")
    s.keep(158, 132, 120, 110, 0.8)
    cumulus(s, 40, 438, 230, "#fdeee6", "#c98fae", 8, alpha=0.9)
    cumulus(s, 286, 446, 200, "#fff4ec", "#b983ac", 9, alpha=0.9)
    s.fill(tube([(158, 304), (168, 322), (152, 338), (160, 352)], [2.4]), "#a06a38", volume=0.8)
    with s.at(160, 446, 1.04, -6):
        anchor(s, "#3c4464")
    cumulus(s, 90, 486, 150, "#ffffff", "#d39ab4", 12)
    cumulus(s, 240, 490, 150, "#ffffff", "#d39ab4", 15)
    return s.finish(grade=("#5a2a70", "#ffe2c8", 0.1), vignette=0.25)
