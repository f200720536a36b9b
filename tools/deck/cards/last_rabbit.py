"""A rabbit faces a giant chess king on an endless board."""

from images.card_size import HEIGHT
from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import polygon, rectangle
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.emblems import chess_piece
from tools.deck.subjects.mammals import rabbit


def paint() -> Picture:
    """Paint the card."""
    s = Scene(141, light="#fff4cf", shade="#142a2c", sun=(-0.75, -0.6), haze="#cfd9a8")
    sky(
        s,
        "#2f5a54",
        "#7a9a72",
        "#d9d39a",
        "#f6e9b8",
        clouds=0.5,
        cloud_colour="#f3f0cf",
        bottom=230,
    )
    hy = 222
    s.fill(rectangle(-10, hy, 330, 260), "#e9e0b8", "#d9c894", volume=0, hatch=0.05)
    vx = 110
    rows = [hy + (HEIGHT + 40 - hy) * (1 / (1 + (9 - i) * 0.62)) for i in range(10)]
    rows = [hy + 2, *rows]
    for j in range(len(rows) - 1):
        y0, y1 = rows[j], rows[j + 1]
        for i in range(-14, 15):
            if (i + j) % 2:
                left, right = i * 86 + 30, (i + 1) * 86 + 30
                near, far = (y1 - hy) / (HEIGHT - hy), (y0 - hy) / (HEIGHT - hy)
                s.fill(
                    polygon(
                        (vx + left * far, y0),
                        (vx + right * far, y0),
                        (vx + right * near, y1),
                        (vx + left * near, y1),
                    ),
                    mix("#25403c", "#b5bd8a", max(0, 0.7 - j * 0.1)),
                    volume=0,
                    hatch=0.05,
                    wobble=0.2,
                )
    s.glow(40, hy, 160, "#fff6cf", 0.5)
    with s.group(cast=(404, 0.75, 0.5, 0.7)), s.at(112, 404, 2.85):
        chess_piece(s, "king", "#7a2a38")
    s.keep(112, 250, 80, 180)
    with s.group(cast=(432, 0.75, 0.5, 0.6)), s.at(232, 436, 1.22):
        rabbit(s, "#efe6d4", "#ffffff")
    with s.group(haze=0.45, haze_colour="#d9d39a"):
        for x, k, kd in ((262, 0.5, "rook"), (226, 0.34, "knight"), (20, 0.36, "pawn")):
            with s.at(x, 250 + k * 40, k * 1.2):
                chess_piece(s, kd, "#2b2633")
    return s.finish(grade=("#143a3c", "#fff0b0", 0.12), vignette=0.4)
