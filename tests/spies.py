"""A game of two teams with nothing but the defaults: a spymaster knows whose each word is.

An operative, who knows no more than everybody, guesses twice after each clue.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, Self

from pydantic import Field

from engine.frozen_model import FrozenModel
from engine.game import Game
from engine.seat import Seat
from engine.view import Choices, View

type Team = Literal["red", "blue"]

TEAMS: tuple[Team, ...] = ("red", "blue")
WORDS = ("anchor", "bridge", "candle", "desert", "engine", "forest", "garden", "harbour")


class Options(FrozenModel):
    turns: int = Field(default=2, ge=1, le=3)
    """How many clues are given."""


class Clue(FrozenModel):
    """Give your operative a clue."""

    word: str = Field(pattern=r"^\w+$", max_length=30)
    """One word."""


class Touch(FrozenModel):
    """Touch a word that you think is your team's."""

    word: str


class Card(FrozenModel):
    word: str
    owner: Team | None


class Guessed(FrozenModel):
    team: Team
    word: str


type Move = Clue | Touch


class SpiesView(View[Move]):
    seat: Seat | None
    awaited: tuple[Seat, ...]
    options: Options
    cards: tuple[Card, ...]
    """Whose each word is, for the spymasters, and for everybody once it was touched."""
    clues: tuple[str, ...]
    guesses: tuple[Guessed, ...]
    outcome: str | None

    def list_moves(self) -> Mapping[type[Move], Choices]:
        if self.seat is not None and self.seat % 2 == 0:
            return {Clue: {}}
        touched = [one.word for one in self.guesses]
        return {Touch: {"word": [card.word for card in self.cards if card.word not in touched]}}

    def list_lines(self) -> Iterable[str]:
        for number, clue in enumerate(self.clues):
            yield f"The clue is “{clue}”."
            for one in self.guesses[2 * number : 2 * number + 2]:
                yield f"{one.team} touches “{one.word}”."


@dataclass(frozen=True, slots=True)
class State:
    clues: tuple[str, ...] = ()
    guesses: tuple[str, ...] = ()


class Spies(Game[Options, State, SpiesView, Move]):
    title = "Spies"
    summary = "Touch the words of your team."
    rules = "Spymasters give clues, and operatives touch words."
    listed = "guesses"
    unit = "guess"
    key: tuple[Team, ...] = Field(min_length=len(WORDS), max_length=len(WORDS))

    @classmethod
    def list_seats(cls, options: Options) -> tuple[str, ...]:  # noqa: ARG003
        return ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")

    @classmethod
    def list_teams(cls, options: Options) -> Mapping[str, tuple[str, ...]]:
        seats = cls.list_seats(options)
        return {"red": seats[:2], "blue": seats[2:]}

    @classmethod
    def draw(cls, options: Options, rng: Random) -> Self:
        half = len(WORDS) // 2
        return cls(options=options, key=tuple(rng.sample(TEAMS, len(WORDS), counts=(half, half))))

    def deal(self, rng: Random) -> State:  # noqa: ARG002
        return State()

    def awaits(self, state: State) -> tuple[Seat, ...]:
        is_open = len(state.guesses) < 2 * len(state.clues)
        number = len(state.clues) - is_open
        if number == self.options.turns:
            return ()
        return (Seat(2 * (number % 2) + is_open),)

    def view(self, state: State, seat: Seat | None) -> SpiesView:
        awaited = self.awaits(state)
        knows = not awaited or (seat is not None and seat % 2 == 0)
        cards = (
            Card(word=word, owner=owner if knows or word in state.guesses else None)
            for word, owner in zip(WORDS, self.key, strict=True)
        )
        guesses = (
            Guessed(team=TEAMS[place // 2 % 2], word=word)
            for place, word in enumerate(state.guesses)
        )
        return SpiesView(
            seat=seat,
            awaited=awaited,
            options=self.shown_options,
            cards=tuple(cards),
            clues=state.clues,
            guesses=tuple(guesses),
            outcome=self.name_winners(state),
        )

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:  # noqa: ARG002
        (move,) = moves.values()
        if isinstance(move, Clue):
            return replace(state, clues=(*state.clues, move.word))
        return replace(state, guesses=(*state.guesses, move.word))

    def score(self, state: State) -> Mapping[Seat, float]:
        found = [0, 0]
        for place, word in enumerate(state.guesses):
            team = place // 2 % 2
            found[team] += self.key[WORDS.index(word)] == TEAMS[team]
        return {Seat(seat): float(found[seat // 2]) for seat in range(4)}

    def swap(self, state: State, seat: Seat | None, rng: Random) -> tuple[Self, State]:
        if not self.awaits(state) or (seat is not None and seat % 2 == 0):
            return self, state
        covered = [place for place, word in enumerate(WORDS) if word not in state.guesses]
        owners = rng.sample([self.key[place] for place in covered], len(covered))
        key = dict(enumerate(self.key)) | dict(zip(covered, owners, strict=True))
        return self.model_copy(update={"key": tuple(key.values())}), state
