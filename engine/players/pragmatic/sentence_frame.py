"""Sentences with places for words, so chosen that a talk does not repeat them."""

import re
from collections.abc import Iterable, Sequence
from random import Random

PLACE = re.compile(r"\{\w+\}")
LEAST_PART = 6
"""Minimum length of the words of a frame by which it is recognised, in characters."""


def is_used(frame: str, lines: Iterable[str]) -> bool:
    """Whether one of these lines was made from a frame: it has all longer parts of the frame."""
    parts = [part.strip(" .,;:!?") for part in PLACE.split(frame)]
    known = [part for part in parts if len(part) >= LEAST_PART] or list(filter(None, parts))
    return any(all(part in line for part in known) for line in lines) if known else False


def shuffle_frames(frames: Sequence[str], lines: Sequence[str], rng: Random) -> list[str]:
    """Shuffle frames; those that were used come last."""
    drawn = rng.sample(frames, len(frames))
    return sorted(drawn, key=lambda frame: is_used(frame, lines))
