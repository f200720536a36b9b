"""The options of a match of Undercover."""

from functools import cache
from typing import Annotated, Literal

from pydantic import AliasChoices, Field

from engine.errors import OptionError
from engine.frozen_model import FrozenModel
from engine.options import Mark


class Options(FrozenModel):
    """The options of a match."""

    players: Annotated[int, Mark(prominent=True)] = Field(
        default=5, ge=3, le=10, title="Players", validation_alias=AliasChoices("players", "seats")
    )
    """How many play."""
    undercover: Annotated[
        int, Mark(usual="a third of the players", nouns=("undercover", "undercover"))
    ] = Field(
        default_factory=lambda given: count_undercover(given.get("players", 5)),
        ge=1,
        le=4,
        title="Undercover players",
    )
    """Number of undercover players: fewer than half."""
    rounds: Annotated[int, Mark(nouns=("round", "rounds"))] = Field(default=10, ge=1, le=30)
    """The game ends after this many rounds."""
    limit: Literal["draw", "civilians"] = Field(default="draw", title="After the last round")
    """If no side has won by then: nobody wins (draw), or the civilians do, whatever the last vote
    brings, as in CoMet's code."""
    words: Annotated[str, Mark(secret=True)] = Field(default="all", title="Theme or words")
    """A theme (animals, food, things, places, all), two words separated by a comma, or the path of
    a TSV file with pairs."""
    nested: bool = Field(default=True, title="One word in the other")
    """Allow pairs in which one word contains the other, such as otter and sea otter."""
    name_words: bool = Field(default=False, title="Part of the own word")
    """Allow to say one word of a secret of several, such as sea for sea otter."""
    any_line: bool = Field(default=False, title="Descriptions unchecked")
    """Allow descriptions that say the own word, have several sentences or repeat one, as in CoMet's
    code."""
    reveal_role: bool = Field(default=False, title="Show roles of those out")
    """Show the role of players who are voted out."""
    order: Literal["random", "fixed"] = Field(default="random", title="Order of speaking")
    """random: a new order each round; fixed: the order of the seats."""
    dead_votes: bool = Field(default=False, title="Votes for those out")
    """Allow votes for players who are out; such votes do not count."""
    tell_role: bool = Field(default=False, title="All know their own role")
    """Show each seat its own role. CoMet's planner goes by it, as in its code; prompts of models
    leave it out."""
    machines_talk: bool = Field(default=False, title="Machines talk")
    """Before the vote each machine says a sentence to the table or the audience."""
    prompt: Annotated[Literal["cot", "naive"], Mark(moved=True)] = "cot"
    """How models are asked: cot (step by step) or naive (without advice on how to think)."""
    k: Annotated[int, Mark(moved=True)] = Field(default=16, ge=1, le=4096)
    """Near words that a word-vector seat chooses from (K)."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return _list_seat_names(self.players)


def count_undercover(players: int) -> int:
    """Count the undercover players among so many, if nobody says how many: about a third."""
    return (players + 1) // 3


@cache
def _list_seat_names(seats: int) -> tuple[str, ...]:
    return tuple(f"p{number}" for number in range(1, seats + 1))


def check_options(options: Options) -> None:
    """Check that the options are compatible.

    Raises:
        OptionError: If they are not; the message says what would be.
    """
    most = (options.players - 1) // 2
    if options.undercover > most:
        raise OptionError(
            f"undercover: of {options.players} players at most {most} can be undercover, "
            f"fewer than half, not {options.undercover}."
        )
