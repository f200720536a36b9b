"""A mountain has a keyhole, light comes through it, and a traveller brings the key."""

from tools.deck.finish import Picture
from tools.deck.paths import polygon, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.birds import gull
from tools.deck.subjects.household import key, keyhole_shape
from tools.deck.subjects.people import person
from tools.deck.subjects.plants import pine

PEAK = (
    "-20,400! -6,350 20,330 40,296 52,262 78,236 92,190 110,164 122,120 "
    "140,92 152,54! 168,84 178,122 "
    "200,150 206,186 232,216 246,258 268,286 284,326 312,350 330,400!"
)


def _veil(s: Scene, y: float, height: float, strength: float) -> None:
    """A bank of mist across the valley."""
    bank = shape(
        f"-40,{y} 40,{y - height * 0.5} 120,{y - height * 0.2} 200,{y - height * 0.6} 350,{y - 4} "
        f"350,{y + height} 200,{y + height * 0.7} 80,{y + height} -40,{y + height * 0.8}"
    )
    s.flat(bank, "#f1f4e6", strength, soft=9)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1105, light="#fbf6d8", shade="#16302f", sun=(-0.4, -0.9), haze="#e4ecdc")
    sky(
        s,
        "#8fa99d",
        "#c9d8ca",
        "#f1f3e4",
        "#dfe8d8",
        clouds=0.3,
        cloud_colour="#fbfcf2",
        bottom=400,
    )
    with s.group(haze=0.72):
        for points in (
            "-30,300! -10,190 14,150 30,120! 50,160 80,220 110,300!",
            "200,300! 226,200 250,150 268,98! 292,150 330,220 340,300!",
        ):
            s.fill(shape(points), "#6f8f86", "#a9bdb0", volume=0.7, hatch=0.14, hatch_angle=60)
    _veil(s, 250, 46, 0.9)
    s.glow(152, 220, 190, "#fff3c0", 0.4, 1.6)
    peak = shape(PEAK)
    s.fill(
        peak,
        "#38584f",
        "#64857a",
        angle=90,
        volume=0.9,
        radius=12,
        hatch=0.2,
        hatch_angle=60,
        rim=0.4,
    )
    with s.group(clip=peak):
        s.flat(
            shape("152,50 164,100 176,160 210,220 240,300 260,420! 340,420! 340,300 200,90"),
            "#1d3f3e",
            0.5,
            soft=4,
        )
        for crease in (
            [(122, 120), (112, 190), (80, 260), (60, 340)],
            [(136, 100), (128, 140), (96, 210)],
            [(184, 140), (196, 220), (236, 300), (250, 360)],
            [(206, 190), (226, 250), (270, 310)],
            [(92, 200), (70, 270), (30, 340)],
        ):
            s.flat(tube(crease, [0.6, 2.2, 3, 0.8]), "#1d3a38", 0.5, soft=0.8)
        snow = shape(
            "152,50! 128,104 112,166! 124,156 130,176! 140,148 146,160! 152,128 160,150! "
            "166,130 176,164! 180,146 196,170! 178,112"
        )
        s.fill(snow, "#fbfbf2", "#c4d5cc", angle=20, volume=0.7, radius=4)
    lock = keyhole_shape(152, 262, 1.28)
    s.glow(152, 250, 120, "#ffd878", 0.4, 1.8)
    with s.group(glow=("#ffcf60", 9, 0.5)):
        s.fill(
            keyhole_shape(152, 262, 1.46), "#1c3836", "#3f5c56", angle=120, volume=-0.8, radius=4
        )
        s.fill(lock, "#fff6c8", "#ffd060", angle=90, volume=0)
    s.glow(152, 244, 44, "#fffbe0", 0.5, 1.3)
    beam = polygon((146, 262), (158, 262), (166, 312), (276, 475), (30, 475), (140, 312))
    s.flat(beam, "#fff0b0", 0.5, soft=5, mode="screen")
    _veil(s, 344, 40, 0.75)
    with s.group(haze=0.35):
        hill(s, 352, 12, "#54766c", "#8aa596", seed=4)
        for x, y, k in (
            (22, 356, 0.5),
            (44, 362, 0.38),
            (274, 352, 0.5),
            (254, 360, 0.36),
            (296, 366, 0.56),
        ):
            with s.at(x, y, k):
                pine(s, "#3a5f56")
    s.flat(
        polygon((150, 318), (154, 318), (250, 475), (56, 475)),
        "#fff0b0",
        0.55,
        soft=7,
        mode="screen",
    )
    hill(s, 412, 10, "#2f504a", "#16302f", seed=12, rim=0.3)
    path = shape("146,404! 160,404! 176,424 220,470! 60,470! 120,426")
    s.fill(path, "#e6d8a0", "#8f9a78", volume=0.3, soft=1.5)
    with s.group(cast=(447, 0.15, 0.3, 0.5)), s.at(86, 450, 1.08):
        person(
            s,
            "hold",
            coat="#1f3a3a",
            legs="#142626",
            hair="#12201f",
            hat=("cone", "#254644"),
            rim=0.9,
        )
    with s.at(113, 343, 0.66, 90):
        key(s, "#f0b83a")
    for x, y, k in ((24, 452, 0.9), (286, 456, 1.0)):
        with s.at(x, y, k):
            pine(s, "#1d3f3a")
    for x, y, w in ((70, 120, 9), (90, 136, 7), (226, 76, 8)):
        gull(s, x, y, w, "#2c4a46")
    s.keep(152, 240, 40, 70)
    s.keep(112, 390, 50, 70)
    return s.finish(grade=("#1c4a48", "#fff0b8", 0.16), vignette=0.25, saturation=1.15)
