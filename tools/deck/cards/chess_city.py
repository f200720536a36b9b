"""A city whose blocks are a chessboard and whose towers are the pieces."""

import numpy as np

from tools.deck.colour import Array, mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, shape
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.emblems import chess_piece
from tools.deck.subjects.plants import leaf_ball

HALF, DEEP = 58, 33
"""Half the width and half the height of a block seen from the corner."""

CREAM, TEAL, RED, PLUM = "#fdf0d8", "#8fc4b8", "#d8452f", "#4a2f5c"
PIECES = {
    (3, 3): ("king", RED, 1.95),
    (3, 1): ("rook", PLUM, 1.42),
    (1, 2): ("knight", PLUM, 1.18),
    (5, 4): ("pawn", PLUM, 1.25),
    (4, 2): ("pawn", RED, 1.0),
    (1, 0): ("rook", RED, 0.84),
}
WINDOWS = {"king": (-42, -54, -66), "rook": (-40, -52, -64), "pawn": (-42,), "knight": (-34,)}


def _tower(s: Scene, kind: str, colour: str) -> None:
    """A piece with doors, windows, and a clock or a flag."""
    chess_piece(s, kind, colour)
    dark = s.darker(colour, 0.72)
    s.fill(shape("-5,-6! -5,-16 0,-20 5,-16 5,-6!"), dark, volume=0.2)
    for y in WINDOWS[kind]:
        for x in (-4, 3):
            s.flat(
                shape(f"{x - 2},{y}! {x - 2},{y - 5} {x},{y - 7} {x + 2},{y - 5} {x + 2},{y}!"),
                "#ffe39a",
            )
    if kind == "king":
        s.fill(ellipse(0, -91, 7.4), "#fffaf0", "#e9d0a0", volume=0.3)
        for hand in ([(0, -91), (0, -96)], [(0, -91), (3.4, -89)]):
            s.stroke(hand, 1.2, "#3a2a3a")


def _wall(s: Scene, x: float, y: float, side: int, height: float, colour: Array, seed: int) -> None:
    """One wall of a block, its windows in rows; `side` is -1 for the left wall."""
    rng = np.random.default_rng(seed)
    half, deep = HALF * 0.93, DEEP * 0.93
    corners = (
        (x + side * half, y),
        (x, y + deep),
        (x, y + deep + height),
        (x + side * half, y + height),
    )
    s.fill(
        polygon(*corners),
        colour,
        s.darker(colour, 0.25),
        volume=0.1,
        hatch=0.1,
        hatch_angle=90,
        wobble=0.2,
    )
    for row in range(int(height / 17)):
        for i in range(4):
            t = 0.15 + i * 0.22
            wx, wy = x + side * half * (1 - t), y + deep * t + 7 + row * 16
            slope = deep / half * 3.4 * -side
            pane = polygon(
                (wx - 3.4, wy - slope),
                (wx + 3.4, wy + slope),
                (wx + 3.4, wy + slope + 9),
                (wx - 3.4, wy - slope + 9),
            )
            s.flat(pane, "#ffe09a" if rng.random() < 0.4 else s.darker(colour, 0.5), 0.9, wobble=0)


def _block(
    s: Scene, x: float, y: float, light: bool, height: float, haze: float, seed: int
) -> None:
    """One square of the city, its roof at y."""
    top = CREAM if light else TEAL
    for side, share in ((-1, 0.16), (1, 0.5)):
        _wall(s, x, y, side, height, mix(s.darker(top, share), s.haze, haze), seed + side)
    colour = mix(top, s.haze, haze)
    for size, shade in ((0.93, 0.0), (0.8, 0.09)):
        half, deep = HALF * size, DEEP * size
        roof = polygon((x, y - deep), (x + half, y), (x, y + deep), (x - half, y))
        s.fill(roof, s.darker(colour, shade), colour, angle=60, volume=0.35, radius=3, wobble=0.2)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1410, light="#fff6e0", shade="#5a3a6a", sun=(-0.75, -0.66), haze="#fbd9cf")
    sky(s, "#fbd9cf", "#b58aa0", warp=0.05)
    rng = np.random.default_rng(12)
    for total in range(-5, 18):
        for i in range(-6, 16):
            j = total - i
            x, y = 122 + (i - j) * HALF, 96 + (i + j) * DEEP
            if not (-80 < x < 385 and -80 < y < 620):
                continue
            haze = float(np.clip(0.6 - y / 400, 0, 0.6))
            rise = 10.0 if (i, j) in PIECES else float(rng.choice([-14, 0, 0, 16, 26]))
            _block(s, x, y - rise, (i + j) % 2 == 0, 54 + rise, haze, 1000 + i * 31 + j)
            if (i, j) in PIECES:
                kind, colour, size = PIECES[i, j]
                with s.group(haze=haze * 0.7):
                    s.flat(
                        ellipse(x + 9 * size, y - rise + 5 * size, 34 * size, 12 * size),
                        "#4a2f5c",
                        0.5,
                        soft=3,
                    )
                    with s.at(x, y - rise + 9, size):
                        _tower(s, kind, colour)
            elif (i * 7 + j * 5) % 4 == 1:
                for dx, dy, r in ((-22, 0, 11), (6, 9, 9), (12, -9, 10)):
                    leaf_ball(
                        s,
                        x + dx,
                        y - rise + dy - 8,
                        r,
                        mix("#8fae54", s.haze, haze),
                        200 + i * 9 + j,
                        26,
                        3.4,
                    )
    s.keep(140, 240, 150, 220, 0.5)
    return s.finish(grade=("#6a3a78", "#fff0d4", 0.09), vignette=0.16)
