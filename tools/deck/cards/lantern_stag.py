"""A stag carries lanterns on its antlers through the forest."""

from images.card_size import WIDTH
from tools.deck.finish import Picture
from tools.deck.paths import ellipse
from tools.deck.places.land import grass, hill, trunks
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.household import lantern
from tools.deck.subjects.mammals import deer


def paint() -> Picture:
    """Paint the card."""
    s = Scene(211, light="#ffe0a0", shade="#06202c", sun=(-0.3, -0.95), haze="#2f7a70")
    sky(s, "#06202c", "#0f4448", "#1f6a5f", "#4f9a78", warp=0.06, bottom=400)
    s.glow(150, 190, 190, "#8ae0b0", 0.3)
    trunks(s, 13, -10, 368, "#2f7068", (4, 8), 3, haze=0.35, haze_colour="#2a6a60")
    trunks(s, 8, -10, 390, "#164a4a", (8, 13), 7, haze=0.1, haze_colour="#2a6a60")
    hill(s, 380, 9, "#14403e", "#08222a", seed=7)
    trunks(s, 2, -20, 450, "#0a262c", (24, 30), 12, branches=False)
    with s.at(164, 424, 2.0):
        tips = deer(s, "#a8683c", antler="#f0d9a8", antlers=1.25)
    s.keep(160, 250, 120, 170, 0.7)
    for i, (x, y) in enumerate(tips[::1]):
        X, Y = 164 + x * 2, 424 + y * 2
        if i in (0, 2, 3, 4, 7):
            d = 14 + i * 7 % 12
            s.stroke([(X, Y), (X, Y + d)], 0.8, "#d9b47a")
            with s.at(X, Y + d, 0.6 + 0.1 * (i % 3)):
                lantern(s, glow=0.75, reach=80)
    grass(s, 420, 130, "#06222a", "#1f5f4c", (8, 22), 3)
    for _ in range(26):
        x, y = s.rng.uniform(0, WIDTH), s.rng.uniform(230, 440)
        s.glow(x, y, 8, "#ffe9a0", 0.6)
        s.flat(ellipse(x, y, 0.9), "#fff6cf")
    return s.finish(grade=("#06304a", "#ffdc90", 0.12), vignette=0.5)
