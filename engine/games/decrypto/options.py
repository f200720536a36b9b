"""The options of a match of Decrypto."""

from typing import Annotated

from pydantic import AliasChoices, Field

from engine.frozen_model import FrozenModel
from engine.options import Mark
from engine.tries import MAX_TRIES


class Options(FrozenModel):
    """The options of a match."""

    players: Annotated[int, Mark(prominent=True)] = Field(
        default=3, ge=3, le=8, title="Players", validation_alias=AliasChoices("players", "seats")
    )
    """How many play: three, as in the benchmark; more play in two teams, as in the box."""
    swap_roles: bool = Field(default=False, title="Swap roles")
    """Of three, encoder and decoder swap roles each round; in two teams roles always go round."""
    rounds: Annotated[int, Mark(nouns=("round", "rounds"))] = Field(default=8, ge=1, le=24)
    """The most rounds of a game; tokens may end it before."""
    tokens: Annotated[int, Mark(nouns=("token ends it", "tokens end it"))] = Field(
        default=2, ge=1, le=4, title="Tokens to end the game"
    )
    """Miscommunications or interceptions that end the game."""
    first_round_interception: bool = Field(default=True, title="Intercept in round 1")
    """Count an interception in round 1."""
    play_on: bool = Field(default=False, title="Play all rounds")
    """Play all rounds, even after the game is decided."""
    keywords: Annotated[str, Mark(usual="drawn by chance", secret=True)] = Field(
        default="", title="Own keywords"
    )
    """Four keywords separated by commas, or the path of a deck file."""
    reuse_hints: bool = Field(default=False, title="Hints may be repeated")
    """Allow the same hint twice in a game."""
    keyword_forms: bool = Field(default=False, title="Keywords as hints")
    """Allow keywords and their forms as hints, as the published code does."""
    tries: int = Field(default=MAX_TRIES, ge=2, le=10, title="Tries for a legal move")
    """How often a player is asked for a move before it counts as failed."""
    blank_guess: bool = Field(default=False, title="Guess 0-0-0 allowed")
    """Allow the guess 0-0-0, which is never right: the published code puts it in for a player
    without a legal one."""
    k: Annotated[int, Mark(moved=True)] = Field(default=16, ge=1, le=4096)
    """Near words that a word-vector encoder chooses from (K)."""

    @property
    def has_teams(self) -> bool:
        """Whether two teams play."""
        return self.players > 3
