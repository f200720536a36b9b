"""The experiences that a new pool begins with."""

from engine.comet.beliefs import Method
from engine.comet.pool import Experience, Pool


def _seed(
    method: Method, word: str, feature: str, metaphor: str, explanation: str, uses: int
) -> Experience:
    return Experience(
        f"built-in/{word}",
        (word,),
        feature,
        method,
        metaphor,
        explanation,
        uses=uses,
        recognised=uses,
        kept=True,
    )


BUILT_IN = Pool(
    (
        _seed(
            "ontological",
            "umbrella",
            "is opened when it rains",
            "It flowers only when the sky is in tears.",
            "Opening is flowering, and rain is the tears of the sky; other things for bad weather "
            "do not open.",
            3,
        ),
        _seed(
            "ontological",
            "candle",
            "becomes shorter as it burns",
            "It pays for every evening with its own height.",
            "Burning down is paying; a lamp gives light and stays as it is.",
            1,
        ),
        _seed(
            "structural",
            "bridge",
            "joins two banks",
            "It has shaken hands with two strangers for a hundred years.",
            "The banks are strangers, the two ends are hands, and joining is the handshake.",
            3,
        ),
        _seed(
            "structural",
            "dictionary",
            "explains words by words",
            "A town in which every neighbour tells you about the next one.",
            "Entries are neighbours who refer to each other.",
            1,
        ),
        _seed(
            "spatial",
            "ladder",
            "is climbed step by step",
            "Its whole road lies between the floor and the ceiling.",
            "Climbing is a road that leads upwards and goes nowhere else.",
            3,
        ),
        _seed(
            "spatial",
            "anchor",
            "keeps a ship in its place",
            "The deeper it goes, the less the one above may wander.",
            "Depth stands for hold, and wandering for drifting.",
            1,
        ),
    )
)
"""What a new pool begins with."""
