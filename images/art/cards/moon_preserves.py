"""The phases of the moon are kept in preserving jars."""

from images.art.finish import Picture
from images.art.paths import ellipse, rectangle, tube
from images.art.places.sky import moon, sky
from images.art.scene import Scene
from images.art.subjects.glass import jar_shape


def paint() -> Picture:
    """Paint the card."""
    s = Scene(231, light="#fff0c4", shade="#160c20", sun=(-0.5, -0.85), haze="#6a4a5a")
    sky(s, "#3a2436", "#54343c", "#2a1828", warp=0.1, cell=90, stretch=1.0)
    ph = [0.92, 0.5, -0.1, -0.6, None, -0.6, -0.1, 0.5, 0.92]
    ph = [0.62, 0, -0.5, None, -0.5, 0.62]
    k = 0
    for row, y in enumerate((166, 308, 448)):
        s.fill(rectangle(-10, y, 330, 16), "#8a5a38", "#4a2c26", volume=0.7, radius=4, hatch=0.16)
        s.fill(rectangle(-10, y + 15, 330, 26), "#0c0614", volume=0, alpha=0.5, soft=4)
        for j in range(2):
            x = 82 + j * 142
            if row == 1 and j == 1:
                pass
            jp = jar_shape(x, y, 1.24)
            s.fill(ellipse(x, y, 54, 6), "#0c0614", volume=0, alpha=0.5, soft=2)
            with s.group(clip=jp):
                s.fill(jp, "#1c2a5c", "#3f5a96", angle=90, volume=0.3, radius=8)
                for _ in range(14):
                    s.flat(
                        ellipse(
                            x + s.rng.uniform(-50, 50),
                            y - s.rng.uniform(8, 112),
                            s.rng.uniform(0.5, 1.2),
                        ),
                        "#fff6dc",
                        0.9,
                    )
                p = ph[k]
                if p is None:
                    moon(s, x, y - 54, 38, glow=0.8)
                else:
                    moon(
                        s,
                        x,
                        y - 54,
                        38,
                        phase=p,
                        glow=0.7,
                        turn=-16 if k < 4 else 164,
                        earthshine=0.13,
                    )
                s.fill(jp, "#e6f4f4", volume=1.2, radius=9, alpha=0.12)
            with s.at(x, y, 1.24):
                s.fill(
                    tube([(-33, -70), (-35, -46), (-34, -14)], [1.2, 2.2, 1.2]),
                    "#ffffff",
                    volume=0,
                    alpha=0.65,
                    soft=0.4,
                )
                s.fill(
                    rectangle(-29, -108, 58, 13, 3),
                    ["#c8433f", "#d9a548", "#5f8f7a"][k % 3],
                    volume=0.8,
                    rim=0.4,
                    radius=3,
                )
            k += 1
    return s.finish(grade=("#1c1440", "#ffe2a8", 0.12), vignette=0.5, paint=0.6)
