"""`Sides`, the truth of a finished match whose seats did not know who is on whose side."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sides:
    """Words and roles by the names of seats, and who has won."""

    words: Mapping[str, str]
    roles: Mapping[str, str]
    outcome: str
