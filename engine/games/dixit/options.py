"""The options of a match of Dixit."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from engine.count_text import format_count
from engine.errors import OptionError
from engine.frozen_model import FrozenModel
from engine.options import Mark
from engine.seat import Seat
from engine.tries import MAX_TRIES

LONGEST_CLUE = 200
"""Maximum length of a clue in characters, whatever the option `clue_length`."""
MOST_ROUNDS = 200


class Options(FrozenModel):
    """The options of a match; 0 stands for the default of the chosen rules."""

    rules: Literal["arena", "boxed"] = Field(default="arena", title="Version")
    """boxed: 3 to 6 players, to 30 points; arena: 4 players, two phases with swapped hands. By
    default arena for 4 and boxed for others."""
    players: Annotated[int, Mark(prominent=True)] = Field(default=4, ge=3, le=6)
    """Number of players; always 4 in arena."""
    rounds: Annotated[int, Mark(usual="24, boxed: no limit")] = Field(
        default=0, ge=0, le=MOST_ROUNDS
    )
    """Maximum number of rounds; 0 means 24 in arena and no limit in boxed."""
    hand: Annotated[int, Mark(usual="4, boxed: 6")] = Field(
        default=0, ge=0, le=20, title="Cards in hand"
    )
    """Cards in each hand; 0 means 4 in arena and 6 in boxed."""
    phases: Annotated[int, Mark(usual="2, boxed or odd rounds: 1")] = Field(default=0, ge=0, le=2)
    """Phases of equal length, with hands swapped in between; 0 means 2 in arena,
    and 1 if its rounds are an odd number."""
    dealing: Literal["stream", "static", "redealt"] = "stream"
    """stream: hands are refilled after each round; static: they stay; redealt: they stay, and
    phase 2 is dealt afresh in place of the swap (both in arena only)."""
    decoys: Literal["votes", "nothing"] = Field(default="votes", title="What a decoy brings")
    """What a decoy brings its owner: a point for each vote of another, or nothing."""
    own_card: bool = Field(default=False, title="Vote for own card")
    """Whether a listener may vote for their own decoy."""
    tries: int = Field(default=MAX_TRIES, ge=1, le=10, title="Tries for a legal move")
    """How often a player is asked for a move before it counts as failed."""
    clue_length: int = Field(default=200, ge=10, le=LONGEST_CLUE, title="Longest clue")
    """Maximum characters of a clue."""
    deck: Annotated[str, Mark(usual="our own")] = ""
    """The folder of a deck; blank for the built-in one."""

    @model_validator(mode="before")
    @classmethod
    def _choose_rules(cls, given: Any) -> Any:  # noqa: ANN401 - not validated yet
        """Without a choice of rules, take those that fit the number of players."""
        is_unset = isinstance(given, dict) and "rules" not in given
        if is_unset and str(given.get("players", 4)).strip() != "4":
            return {**given, "rules": "boxed"}
        return given

    @property
    def boxed(self) -> bool:
        """Whether the rules are those of the boxed game, not those of DixitArena."""
        return self.rules == "boxed"

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        count = self.players if self.boxed else 4
        return tuple(f"p{number}" for number in range(1, count + 1))

    @property
    def round_limit(self) -> int | None:
        """Maximum number of rounds; `None` if only points end the game."""
        return self.rounds or (None if self.boxed else 24)

    @property
    def hand_size(self) -> int:
        """Cards in each hand when a round begins."""
        return self.hand or (6 if self.boxed else 4)

    @property
    def phase_count(self) -> int:
        """Number of phases; hands are swapped between phases."""
        return self.phases or (1 if self.boxed or self.rounds % 2 else 2)

    @property
    def phase_length(self) -> int | None:
        """Rounds in a phase; `None` if only points end the game."""
        return self.round_limit and self.round_limit // self.phase_count

    def find_phase(self, number: int) -> int:
        """Find the phase of round `number`; both are counted from 1."""
        return 1 if self.phase_length is None else (number - 1) // self.phase_length + 1

    def find_storyteller(self, number: int) -> Seat:
        """Find the storyteller of round `number`, counted from 1: the seats take turns."""
        return Seat((number - 1) % self.players)


def count_needed_cards(options: Options) -> int:
    """Count the cards that a match needs."""
    if options.boxed or options.dealing != "stream":
        return options.players * options.hand_size
    assert options.phase_length is not None
    return options.players * (options.hand_size + options.phase_length - 1)


def check_options(options: Options, cards: int) -> None:
    """Check that the options are compatible, and that a deck with this many cards is enough.

    Raises:
        OptionError: If not; the message says what would work.
    """
    players, phases, limit = options.players, options.phase_count, options.round_limit
    if options.boxed and options.dealing != "stream":
        raise OptionError(
            f"dealing: hands are always refilled in boxed; {options.dealing} is for arena."
        )
    if options.boxed and phases > 1:
        raise OptionError("phases: boxed has one phase; two are for arena.")
    if not options.boxed and players != 4:
        raise OptionError(f"players: arena has four seats; set rules=boxed for {players}.")
    if limit is not None and limit % phases:
        raise OptionError(
            f"rounds: {format_count(limit, 'round')} cannot be split into {phases} phases of equal "
            f"length; "
            f"set rounds={limit + 1} or phases=1."
        )
    if count_needed_cards(options) > cards:
        raise OptionError(_describe_shortage(options, cards))


def _describe_shortage(options: Options, cards: int) -> str:
    """Say how many cards are missing, and what would work."""
    players, hand, phases = options.players, options.hand_size, options.phase_count
    refills = count_needed_cards(options) // players - hand
    each = cards // players
    refilled = f", refilled in {options.round_limit} rounds," if refills else ""
    fits = []
    if each > refills:
        fits.append(f"hand={each - refills}")
    if refills and each >= hand:
        fits.append(f"rounds={(each - hand + 1) * phases}")
    return (
        f"hand: {players} hands of {hand} cards{refilled} take "
        f"{count_needed_cards(options)} cards, and the deck has {cards}: "
        + (f"at most {' or '.join(fits)} fits." if fits else "it takes a larger deck.")
    )
