"""A small pawn on a wide chessboard throws the shadow of a queen."""

from tools.deck.finish import Picture
from tools.deck.paths import Path, ellipse, join, polygon, rectangle, shape
from tools.deck.scene import Scene
from tools.deck.subjects.emblems import chess_piece

SQUARES = 6
FAR, NEAR = 62.0, 520.0


def _corner(column: float, row: float) -> tuple[float, float]:
    """A corner of the board in card units; row 0 is the far edge."""
    t = row / SQUARES
    depth = 1 / (1 / 0.40 + t * (1 - 1 / 0.40))
    half = 118 * depth / 0.40 * 0.62
    y = FAR + (NEAR - FAR) * (depth - 0.40) / 0.60
    return 152 + (column / SQUARES - 0.5) * 2 * half, y


def _board(s: Scene) -> None:
    s.fill(rectangle(-20, -20, 350, 520), "#f2b9a0", "#d97e6a", angle=90, volume=0, grain=0.5)
    a, b, c, d = _corner(0, 0), _corner(SQUARES, 0), _corner(SQUARES, SQUARES), _corner(0, SQUARES)
    s.fill(
        polygon((a[0] - 8, a[1] - 7), (b[0] + 8, b[1] - 7), (c[0] + 20, c[1]), (d[0] - 20, d[1])),
        "#9a4038",
        "#6a2430",
        volume=0.5,
        rim=0.4,
    )
    for row in range(SQUARES):
        for column in range(SQUARES):
            square = polygon(
                _corner(column, row),
                _corner(column + 1, row),
                _corner(column + 1, row + 1),
                _corner(column, row + 1),
            )
            light = (row + column) % 2 == 0
            s.fill(
                square,
                "#fdf0dc" if light else "#f0a88c",
                "#f6dcc4" if light else "#e0866c",
                angle=60,
                volume=0.08,
                hatch=0.06,
                hatch_angle=60,
                grain=0.5,
            )


def _queen() -> Path:
    """A chess queen about 150 high, her foot at the origin."""
    return join(
        shape("-17,0! -17,-12 -15,-26! 15,-26! 17,-12 17,0!"),
        shape("-17,-22! -10,-46 -9,-84! 9,-84! 10,-46 17,-22!"),
        ellipse(0, -84, 18, 4.4),
        ellipse(0, -91, 14, 4),
        shape(
            "-11,-92! -15,-108 -25,-130! -12,-118! -9,-137! 0,-120! 9,-137! 12,-118! "
            "25,-130! 15,-108 11,-92!"
        ),
        *(ellipse(x, y, 3.4) for x, y in ((-25, -132), (-9, -139), (9, -139), (25, -132))),
        ellipse(0, -126, 6),
    )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1204, light="#fff4e0", shade="#4a1a3a", sun=(-0.35, 0.94), haze="#f6cdb4")
    _board(s)
    s.glow(152, 400, 200, "#fff6e0", 0.35)
    for x, y, size, kind, flip in (
        (76, 166, 0.62, "rook", False),
        (226, 136, 0.54, "knight", True),
    ):
        with s.at(x, y - 2, size):
            s.flat(shape("-14,0! -12,-90 12,-90 14,0!"), "#5a2348", 0.5, soft=1.0)
        with s.at(x, y, size, flip=flip):
            chess_piece(s, kind, "#7a2f3c")
    with s.at(152, 408, 2.22):
        s.flat(_queen(), "#5a2348", 0.8, soft=0.7)
    s.sun = (-0.5, -0.86)
    s.fill(ellipse(152, 408, 44, 11), "#4a1a3a", volume=0, alpha=0.7, soft=2)
    with s.at(152, 414, 1.5):
        chess_piece(s, "pawn", "#fdf3e0")
    s.keep(152, 250, 110, 200, 0.6)
    return s.finish(grade=("#5a1a4a", "#fff0d0", 0.1), vignette=0.3)
