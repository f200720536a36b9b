"""Penguins."""

from tools.deck.colour import Colour
from tools.deck.paths import ellipse, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def penguin(s: Scene, back: Colour = "#232838", front: Colour = "#fdf9ee") -> None:
    """A penguin stands in profile, facing right: 44 wide, 106 tall, origin between its feet."""
    for x in (-4, 9):
        s.fill(
            shape(f"{x - 8},-4 {x},-8 {x + 12},-3! {x + 11},1! {x - 6},1!"), "#e8963c", volume=0.7
        )
    s.fill(shape("-20,-8! -30,-2 -14,-1!"), back, volume=0.5)
    s.fill(
        shape(
            "-10,-2 -20,-16 -22,-42 -16,-66 -10,-80 -8,-94 2,-104 14,-100 18,-90 16,-78 20,-60"
            " 23,-36 20,-12 10,-2"
        ),
        back,
        s.darker(back, 0.4),
        angle=60,
        volume=0.95,
        rim=0.5,
    )
    s.fill(
        shape("2,-2 -6,-18 -6,-42 2,-62 10,-76 16,-80! 20,-60 23,-36 20,-12 10,-2"),
        front,
        s.darker(front, 0.35),
        angle=0,
        volume=0.6,
    )
    s.fill(shape("2,-92 12,-90 15,-80 8,-72 0,-78"), "#f6c25a", volume=0.4, alpha=0.9)
    s.fill(shape("14,-97! 24,-94 36,-88! 24,-88 16,-90!"), INK, "#e8963c", angle=90, volume=0.5)
    s.flat(ellipse(11, -95, 1.5), "#ffffff")
    s.fill(
        tube([(-8, -70), (-16, -48), (-15, -26)], [6, 5.5, 1.5]),
        back,
        s.darker(back, 0.5),
        volume=0.8,
        rim=0.5,
    )
