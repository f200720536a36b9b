"""How the published code of DixitWorld plays, beside how Parlour does."""

from lab.papers.protocol import Difference, Protocol

PROTOCOL = Protocol(
    options={"dealing": "static"},
    differences=(
        Difference(
            "hands",
            "hands are refilled",
            "static hands without refill: a played card goes back to the hand",
            "dealing=static",
            "hands are refilled from fixed streams",
            "the arena's script, dealing of hands",
        ),
    ),
)
