"""A whale dives in a cup of tea, beside a boat."""

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, rectangle, shape, tube
from tools.deck.places.room import room
from tools.deck.places.sky import cumulus, rays
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import window_frame
from tools.deck.subjects.household import teacup
from tools.deck.subjects.vessels import boat


def _garden(s: Scene) -> None:
    """What is outside the window."""
    s.fill(rectangle(-60, -180, 120, 190), "#5fb0cc", "#fdeec4", volume=0)
    s.fill(ellipse(-10, 6, 70, 36), "#8fb06a", volume=0.4)
    cumulus(s, 14, -96, 70, "#ffffff", "#c9dbe4", 3)


def _cup(s: Scene) -> None:
    """The cup and the sea in it."""
    s.fill(ellipse(176, 440, 128, 16), s.shade_colour, volume=0, alpha=0.45, soft=5)
    with s.at(152, 436, 1.95):
        teacup(s, "#f6eedc", "#3f6f8f")
    cx, cy = 152, 436 - 73 * 1.95
    with s.group(clip=join(ellipse(cx, cy, 97, 21), rectangle(cx - 97, 60, 194, cy - 60))):
        s.fill(ellipse(cx, cy, 97, 22), "#2f86a0", "#0f4a6c", angle=0, volume=0.3, rim=0.4)
        for _ in range(16):
            px, py = cx + s.rng.uniform(-84, 84), cy + s.rng.uniform(-14, 16)
            s.flat(
                tube([(px - 9, py), (px, py - 2), (px + 9, py)], [0.2, 0.9, 0.2]), "#c8ecf0", 0.7
            )
        s.fill(
            shape(
                f"{cx + 6},{cy + 8}! {cx + 16},{cy - 34} {cx + 18},{cy - 58}! {cx + 34},{cy - 58}! "
                f"{cx + 40},{cy - 30} {cx + 58},{cy + 10}!"
            ),
            "#2c4a70",
            "#1a2f50",
            angle=20,
            volume=0.9,
            rim=0.5,
        )
        s.fill(
            shape(
                f"{cx + 26},{cy - 46}! {cx - 2},{cy - 66} {cx - 34},{cy - 94}! {cx - 2},{cy - 98} "
                f"{cx + 22},{cy - 82} {cx + 27},{cy - 74}! {cx + 32},{cy - 84} {cx + 58},{cy - 98} "
                f"{cx + 86},{cy - 92}! {cx + 58},{cy - 66} {cx + 32},{cy - 46}!"
            ),
            "#2c5078",
            "#1c3458",
            angle=20,
            volume=0.9,
            rim=0.5,
        )
        s.fill(ellipse(cx + 30, cy + 4, 34, 6), "#e6f6f6", volume=0.3, alpha=0.9, soft=0.8)
    with s.at(cx - 54, cy + 4, 0.62, -8):
        boat(s, "#a4442f", "#fbf0d8")
    s.keep(cx, cy - 20, 110, 90)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(121, light="#fff2d0", shade="#3a2030", sun=(-0.75, -0.65), haze="#f3dcb8")
    room(s, "#b9aed8", "#9284bc", "#7a5a3c", "#4a3426", y=318, paper="#d0c8e8")
    with s.at(84, 190):
        window_frame(s, 100, 150, "#6f3f30", _garden, (2, 3))
    rays(s, 60, 60, 34, 62, 5, 420, "#fff3c8", 0.22, 4)
    s.fill(
        shape("-10,352! 315,352! 315,480! -10,480!"), "#e9ddc4", "#b58f78", volume=0.2, hatch=0.06
    )
    for i in range(9):
        s.flat(rectangle(i * 36 - 6, 352, 15, 130), "#c8604f", 0.3)
    for y in (366, 398, 434):
        s.flat(rectangle(-10, y, 330, 13), "#c8604f", 0.26)
    with s.at(-9, 0):
        _cup(s)
    with s.group(alpha=0.5, blur=1.2):
        for x0 in (222, 250):
            s.fill(
                tube(
                    [(x0, 262), (x0 + 12, 216), (x0 - 12, 166), (x0 + 14, 104), (x0 + 4, 40)],
                    [1, 5, 9, 11, 2],
                ),
                "#fff6e8",
                volume=0.3,
            )
    return s.finish(grade=("#40243c", "#ffe8c0", 0.1))
