"""The sea from above and from within."""

from __future__ import annotations

import numpy as np

from images.card_size import HEIGHT, WIDTH
from tools.deck.colour import Colour, mix, ramp, rgb
from tools.deck.fields import noise, smoothstep
from tools.deck.paths import tube
from tools.deck.places.sky import rays, sky
from tools.deck.scene import Scene
from tools.deck.size import CANVAS_HEIGHT, CANVAS_WIDTH, FINENESS


def sea(
    s: Scene,
    y: float,
    top: Colour,
    bottom: Colour,
    light: Colour | None = None,
    light_x: float = 150,
    light_width: float = 34,
    waves: int = 60,
    wave_colour: Colour | None = None,
    end: float = HEIGHT,
    height: float = 1.0,
) -> None:
    """Water from y down to `end`, with a path of light about `light_x` and single waves."""
    lut = ramp([top, bottom])
    n0, n1 = int(y * FINENESS), int(min(CANVAS_HEIGHT, end * FINENESS))
    hh = n1 - n0
    t = np.linspace(0, 1, hh, dtype=np.float32)[:, None] ** 0.8
    n = noise(s.rng, hh, CANVAS_WIDTH, 26, 4, 0.55, stretch_x=5)
    persp = np.linspace(0.3, 1, hh)[:, None]
    img = lut[(np.clip(t + n * 0.06 * persp, 0, 1) * 255).astype(np.uint8)]
    rip = noise(s.rng, hh, CANVAS_WIDTH, 9, 3, 0.6, stretch_x=6)
    img = np.clip(img * (1 + rip[..., None] * 0.05 * height), 0, 1)
    if light is not None:
        xx = np.arange(CANVAS_WIDTH)[None, :] / FINENESS
        wdt = light_width * (0.35 + 1.1 * t)
        g = (
            np.exp(-(((xx - light_x) / wdt) ** 2))
            * smoothstep(rip + 0.5 * n, -0.2, 1.2)
            * (1 - 0.35 * t)
        )
        img = img * (1 - g[..., None] * 0.9) + rgb(light) * g[..., None] * 0.9
    L = s.layers[-1]
    a = np.ones((hh, 1, 1), np.float32)
    a[:3, 0, 0] = (0.3, 0.6, 0.9)
    L[n0:n1, :, :3] = img * a + L[n0:n1, :, :3] * (1 - a)
    L[n0:n1, :, 3] = 1
    for _ in range(waves):
        v = s.rng.random() ** 0.7
        yy = y + 4 + (end - y - 4) * v
        x = s.rng.uniform(-10, WIDTH + 10)
        ln = (6 + 34 * v) * s.rng.uniform(0.5, 1.2)
        c = wave_colour if wave_colour is not None else mix(top, "#ffffff", 0.35)
        th = (0.4 + 1.1 * v) * height
        s.flat(
            tube([(x - ln / 2, yy), (x, yy - th), (x + ln / 2, yy + th * 0.4)], [0.1, th, 0.1]),
            c,
            0.35 * s.rng.uniform(0.4, 1),
        )


def underwater(
    s: Scene,
    top: Colour,
    mid: Colour,
    deep: Colour,
    ray_colour: Colour = "#dffcf0",
) -> None:
    """Deep water with light falling in."""
    sky(s, top, mid, deep, warp=0.06, cell=120, stretch=1.4)
    rays(s, 120, -120, 62, 118, 9, 560, ray_colour, 0.2)
