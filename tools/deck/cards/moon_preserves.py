"""The moon is preserved in a jar, its other phases on the shelf behind."""

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, rectangle, shape, tube
from tools.deck.places.sky import moon, sky
from tools.deck.scene import Scene
from tools.deck.subjects.glass import jar_shape

_JAR = (
    "62,424! 50,410 48,250 58,214 84,196 88,176! 216,176! 220,196 246,214 256,250 254,410 242,424!"
)


def _back_shelf(s: Scene) -> None:
    """Three jars of crescents, out of focus."""
    with s.group(blur=0.7, haze=0.25, haze_colour="#c98a4f"):
        s.fill(rectangle(-10, 132, 330, 14), "#a8703f", "#6a3f28", volume=0.7, radius=4, hatch=0.14)
        s.fill(rectangle(-10, 146, 330, 22), s.shade_colour, volume=0, alpha=0.45, soft=4)
        for x, phase, turn in ((52, 0.55, 164), (152, -0.1, -16), (252, 0.62, -16)):
            jar = jar_shape(x, 132, 0.98)
            with s.group(clip=jar):
                s.fill(jar, "#27406a", "#5f86a8", volume=0.3, radius=8)
                moon(s, x, 90, 27, phase=phase, glow=0.6, turn=turn, earthshine=0.12)
                s.fill(jar, "#e6f4f4", volume=1.2, radius=8, alpha=0.15)
            s.fill(rectangle(x - 29, 30, 58, 15, 4), "#d9a548", "#a86a2c", volume=0.8, radius=3)


def _cloth_lid(s: Scene) -> None:
    """Gingham tied over the jar."""
    frill = "66,204! 74,178 88,160! 216,160! 230,178 240,206! 220,198 206,208 188,197 170,208 "
    frill += "152,197 134,208 116,197 98,208 84,198"
    cap = "88,172! 88,138 110,124 152,118 194,124 216,138 216,172! 152,180"
    for outline in (frill, cap):
        cloth = shape(outline)
        with s.group(clip=cloth):
            s.fill(cloth, "#fbf0e0", "#e0c0b0", angle=20, volume=0.9, radius=7)
            for i in range(10):
                s.flat(rectangle(60 + i * 20, 110, 10, 110), "#c8433f", 0.5)
                s.flat(rectangle(50, 108 + i * 20, 210, 10), "#c8433f", 0.5)
            s.fill(cloth, "#c8433f", volume=1.2, radius=7, alpha=0.22)
    s.fill(tube([(86, 170), (152, 178), (218, 170)], [3.2]), "#e9d3a4", volume=0.8, rim=0.3)
    for end in ([(196, 174), (214, 196), (210, 224)], [(196, 174), (226, 186), (236, 210)]):
        s.fill(tube(end, [2, 1.8, 1.4]), "#e9d3a4", volume=0.7)
    s.fill(ellipse(196, 174, 5, 4), "#e9d3a4", volume=0.8)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(231, light="#fff3d0", shade="#3a1a1c", sun=(-0.5, -0.85), haze="#d99a5a")
    sky(s, "#a8632f", "#c98044", "#b5682f", "#8a4a28", warp=0.1, cell=90, stretch=1.0)
    _back_shelf(s)
    s.fill(
        rectangle(-10, 404, 330, 70), "#b5764a", "#7a452c", volume=0.2, hatch=0.16, hatch_angle=0
    )
    for y in (418, 440):
        s.flat(tube([(-10, y), (150, y + 2), (315, y)], [0.9]), "#5f3424", 0.5)
    s.fill(ellipse(168, 428, 116, 13), s.shade_colour, volume=0, alpha=0.6, soft=4)
    s.glow(152, 312, 200, "#ffeec0", 0.5)
    jar = shape(_JAR)
    with s.group(clip=jar):
        s.fill(jar, "#122046", "#34558f", volume=0.4, radius=12)
        for _ in range(46):
            left, top = s.rng.uniform(50, 254), s.rng.uniform(200, 416)
            s.flat(ellipse(left, top, s.rng.uniform(0.6, 1.5)), "#fff6dc", 0.9)
        s.fill(jar, "#e6f4f4", volume=1.3, radius=12, alpha=0.12)
        moon(s, 152, 312, 80, "#fff8e2", "#e9c98f", glow=1.0)
    s.fill(
        tube([(64, 256), (60, 320), (63, 396)], [2, 5, 2]), "#ffffff", volume=0, alpha=0.7, soft=0.8
    )
    s.fill(tube([(244, 262), (247, 310), (245, 350)], [1, 2.6, 1]), "#ffffff", volume=0, alpha=0.5)
    _cloth_lid(s)
    s.keep(152, 280, 120, 160)
    return s.finish(grade=("#3a1430", "#ffe6b0", 0.1), vignette=0.4)
