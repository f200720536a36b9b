"""A man sits on the moon and fishes stars out of the night."""

from tools.deck.finish import Picture
from tools.deck.places.sky import cumulus, moon, sky, star, stars
from tools.deck.scene import Scene
from tools.deck.subjects.people import person


def paint() -> Picture:
    """Paint the card."""
    s = Scene(51, light="#fff2c8", shade="#06223c", sun=(-0.6, -0.8), haze="#3f8f9a")
    sky(s, "#062036", "#0b4a5f", "#1d7f86", "#0d5268", "#04202f", warp=0.05)
    stars(s, 150, 460)
    moon(
        s,
        106,
        120,
        96,
        colour="#fff1c4",
        colour2="#e9b45e",
        phase=0.45,
        glow=0.6,
        turn=62,
        glow_colour="#ffe2a0",
    )
    with s.at(112, 182, 1.02):
        person(
            s,
            "sitfish",
            coat="#b5462f",
            legs="#24344c",
            view="side",
            hat=("bowler", "#2a2330"),
            scarf="#e9c25a",
            rim=0.6,
        )
    s.stroke([(134, 128), (178, 96), (232, 84)], [1.7, 1.2, 0.5], "#caa36a")
    s.stroke([(232, 84), (234, 200), (230, 322)], 0.9, "#f4f0dc")
    star(s, 230, 344, 25, glow=1.0, turn=14)
    for x, y, r in (
        (60, 372, 13),
        (118, 418, 16),
        (278, 424, 12),
        (30, 430, 8),
        (172, 370, 8),
        (282, 296, 8),
    ):
        star(s, x, y, r, colour="#ffe7b4", glow=0.55, turn=x)
    cumulus(s, 268, 474, 200, "#3f9aa4", "#0f4a63", 2, alpha=0.55)
    cumulus(s, 30, 480, 200, "#3f9aa4", "#0f4a63", 7, alpha=0.55)
    return s.finish(grade=("#04304a", "#ffe0a0", 0.1))
