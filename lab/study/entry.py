"""What a rater says of an item of a study: a guess, then a rating."""

from functools import partial
from typing import Annotated

from pydantic import AfterValidator, Field

from engine.frozen_model import FrozenModel
from engine.text import clean
from lab.study.display import Display

LONGEST_REMARK = 500


SCALES = ("clarity", "creativity")


LOWEST, HIGHEST = 1, 5


type Score = Annotated[int, Field(ge=LOWEST, le=HIGHEST)]


type Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Guess(FrozenModel):
    """A locked guess, made before the target was shown."""

    rater: str
    item: str
    card: str
    position: int = Field(ge=1)
    """The position of the card, from 1."""
    seconds: Seconds
    time: str = ""
    display: Display | None = None
    """How the rater saw the cards; `None` if nothing recorded it."""


class Rating(FrozenModel):
    """A rater's rating of a clue after the target was shown."""

    rater: str
    item: str
    clarity: Score
    creativity: Score
    remark: Annotated[str, AfterValidator(partial(clean, longest=LONGEST_REMARK))] = ""
    seconds: Seconds = 0.0
    time: str = ""


type Entry = Guess | Rating


class Line(FrozenModel):
    """A line of a study's file after its first: one entry under the name of its kind."""

    guess: Guess | None = None
    rating: Rating | None = None

    @property
    def entry(self) -> Entry:
        """The entry.

        Raises:
            ValueError: If there is none, or there are two.
        """
        (entry,) = (one for one in (self.guess, self.rating) if one is not None)
        return entry

    @classmethod
    def of(cls, entry: Entry) -> "Line":
        """Build the line of an entry."""
        return cls(guess=entry) if isinstance(entry, Guess) else cls(rating=entry)
