"""A bare winter tree is in blossom in the water."""

import numpy as np

from images.art.finish import Picture
from images.art.paths import ellipse, rectangle, shape, tube
from images.art.places.land import hill
from images.art.places.sky import sky
from images.art.scene import Scene
from images.art.size import WIDTH
from images.art.subjects.plants import bare_tree, tree


def paint() -> Picture:
    """Paint the card."""
    s = Scene(241, light="#fff2e4", shade="#2a3050", sun=(-0.5, -0.85), haze="#dfe6ec")
    my = 238
    with s.group():
        sky(
            s,
            "#8fa6bd",
            "#b9c8d4",
            "#e2e6e6",
            warp=0.05,
            bottom=my,
            clouds=0.4,
            cloud_colour="#f4f6f6",
        )
        hill(s, 216, 14, "#a9b8c6", "#c3ced6", seed=4, bottom=my + 2)
    with s.group(clip=rectangle(-10, my, 330, 260)):
        s.fill(
            rectangle(-10, my, 330, 240),
            "#f9d9b0",
            "#7fb8b0",
            angle=90,
            volume=0,
            hatch=0.07,
            hatch_angle=0,
        )
        s.glow(152, 330, 190, "#fff3d0", 0.7)
        bank = shape(
            f"-20,{my}! 330,{my}! 330,{my + 14} 240,{my + 26} 150,{my + 20} 60,{my + 30} "
            f"-20,{my + 18}!"
        )
        s.fill(bank, "#9fbf78", "#c3d08a", volume=0.4)
        with s.at(152, my - 4, 1.72, 0, scale_y=-1.72):
            tree(
                s,
                ["#f9b4c6", "#f08aa8", "#fbc4cc", "#e8708f"],
                "#5a4038",
                seed=4,
                blobs=13,
                spread=46,
                leaf=3.8,
                leaves=80,
                deep=0.4,
            )
    with s.group():
        s.fill(
            shape(
                f"-20,{my + 2}! -20,{my - 12} 60,{my - 8} 110,{my - 14} 190,{my - 14} "
                f"250,{my - 7} 330,{my - 12}! 330,{my + 2}! 200,{my + 6} 100,{my + 6}"
            ),
            "#f3f6f8",
            "#b9c6d6",
            volume=0.7,
            radius=5,
        )
        with s.at(152, my + 4, 2.05):
            bare_tree(s, "#3a3442", seed=12, depth=4, width=5.4, length=30, spread=30, roots=False)
        s.fill(
            shape(f"60,{my + 2}! 100,{my - 9} 150,{my - 15} 204,{my - 9} 244,{my + 2}!"),
            "#f6f8f9",
            "#cfd8e2",
            volume=0.6,
            radius=4,
        )
        s.fill(
            shape(f"60,{my + 1}! 100,{my + 12} 150,{my + 17} 204,{my + 12} 244,{my + 1}!"),
            "#a9c97f",
            "#c9d894",
            volume=0.3,
            radius=4,
        )
        s.flat(tube([(-10, my + 1), (150, my + 1.5), (315, my + 1)], [1.1]), "#fffdf4", 0.9)
    rng = np.random.default_rng(3)
    for _i in range(60):
        s.flat(
            ellipse(rng.uniform(0, WIDTH), rng.uniform(0, my - 14), rng.uniform(0.7, 1.8)),
            "#ffffff",
            0.85,
        )
    for _i in range(34):
        y = my + 10 + 205 * rng.random()
        x = rng.uniform(0, WIDTH)
        L = rng.uniform(10, 36)
        s.flat(tube([(x - L, y), (x, y + 0.8), (x + L, y)], [0.1, 0.9, 0.1]), "#fff6ea", 0.45)
    for _i in range(30):
        with s.at(
            rng.uniform(10, 295), rng.uniform(my + 20, 440), rng.uniform(2, 4), rng.uniform(0, 180)
        ):
            s.flat(shape("-1,0! 0,-.6 1,0! 0,.6"), "#fbc0d0", 0.9)
    s.keep(152, my, 160, 6)
    return s.finish(grade=("#2a3a6a", "#fff0dc", 0.08), vignette=0.22)
