"""The rules of Undercover."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from pydantic import model_validator

from engine.forms.word_rules import WORD_RULES, WordRules
from engine.game import Game
from engine.games.undercover.material import CleanPair, draw_pair
from engine.games.undercover.moves import Accuse, Describe, Move
from engine.games.undercover.options import Options, check_options
from engine.games.undercover.seat_settings import (
    UndercoverCometSettings,
    UndercoverPromptSettings,
    VectorSettings,
)
from engine.games.undercover.view import Line, Role, Round, View, Winner, list_living
from engine.made_up_word import make_up_word
from engine.seat import Seat


@dataclass(frozen=True, slots=True)
class State:
    """The full state of a match, secrets included; only `Match` and the rules see it."""

    words: tuple[str, ...]
    """The word of each seat."""
    roles: tuple[Role, ...]
    """The role of each seat."""
    order: tuple[Seat, ...]
    """The speakers of this round, in order."""
    lines: tuple[Line, ...] = ()
    rounds: tuple[Round, ...] = ()


class Undercover(Game[Options, State, View, Move]):
    """The rules for one pair of words (CoMet)."""

    title = "Undercover"
    summary = "Describe your word, and find out who has a different one."
    tagline = "Who has a different word?"
    minutes = 15
    material_form = "a pair of words"
    limit_reason = "rounds"
    score_range = (0.0, 1.0)
    reasons = ("caught", "last_civilian", "rounds")
    prompt_settings = UndercoverPromptSettings
    vector_settings = VectorSettings
    comet_settings = UndercoverCometSettings
    word_lists = ("facts", "kinds", "mass_nouns")
    has_own_columns = True

    pair: CleanPair
    """Two similar words; a draw decides which of them the civilians get."""
    word_rules: WordRules = WORD_RULES

    @model_validator(mode="after")
    def _check_options(self) -> Self:
        check_options(self.options)
        return self

    @classmethod
    def list_seats(cls, options: Options) -> tuple[str, ...]:
        return options.names

    @classmethod
    def bound_turns(cls, options: Options) -> tuple[int, int]:
        """Bound the turns: somebody leaves in each round, until a side has lost; or nobody does."""
        others = options.players - options.undercover - 1
        shortest = min(options.undercover, others, options.rounds)
        speakers = range(options.players, options.players - shortest, -1)
        return sum(speakers) + shortest, options.rounds * (options.players + 1)

    @classmethod
    def draw(cls, options: Options, rng: Random) -> Self:
        return cls.create(options, {"pair": draw_pair(options, rng)})

    def deal(self, rng: Random) -> State:
        """Draw the words of both sides, who is undercover, and who speaks first."""
        common, odd = rng.sample(self.pair, 2)
        seats = range(self.options.players)
        chosen = rng.sample(seats, self.options.undercover)
        roles = tuple(Role.UNDERCOVER if seat in chosen else Role.CIVILIAN for seat in seats)
        words = tuple(odd if role is Role.UNDERCOVER else common for role in roles)
        return State(words, roles, self._draw_order(map(Seat, seats), rng))

    def list_roles(self, state: State) -> tuple[str, ...]:
        """List the role of each seat, for experiments."""
        return tuple(str(role) for role in state.roles)

    def awaits(self, state: State) -> tuple[Seat, ...]:
        """Await one speaker after the other, then the votes of all living seats."""
        if self._find_outcome(state) is not None:
            return ()
        return state.order[len(state.lines) :][:1] or tuple(sorted(state.order))

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the seat's own word, what was said, and the votes of finished rounds."""
        outcome = self._find_outcome(state)
        over = outcome is not None
        known = {done.out for done in state.rounds} if self.options.reveal_role else set()
        if self.options.tell_role:
            known |= {seat}
        return View(
            seat=seat,
            number=len(state.rounds) + (not over),
            word=None if seat is None else state.words[seat],
            order=() if over else state.order,
            lines=state.lines,
            rounds=state.rounds,
            roles=tuple(
                role if over or place in known else None for place, role in enumerate(state.roles)
            ),
            words=state.words if over else None,
            outcome=outcome,
            options=self.shown_options,
        )

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:
        """Publish a description, or count the votes."""
        votes: dict[Seat, Seat] = {}
        for seat, move in moves.items():
            match move:
                case Describe(line=line):
                    return replace(state, lines=(*state.lines, Line(seat, line)))
                case Accuse(seat=name):
                    votes[seat] = Seat(self.seats.index(name))
        seats = tuple(map(Seat, range(self.options.players)))
        by_seat = tuple(votes.get(seat) for seat in seats)
        done = Round(state.lines, by_seat, find_most_voted(votes.values(), state.order))
        rounds = (*state.rounds, done)
        order = self._draw_order(list_living(self.options.players, rounds), rng)
        return State(state.words, state.roles, order, (), rounds)

    def score(self, state: State) -> Mapping[Seat, float]:
        """Give 1 to each winner, eliminated ones included, or 0.5 to each seat in a draw."""
        outcome = self._find_outcome(state)
        winning = Role.CIVILIAN if outcome == "civilians" else Role.UNDERCOVER
        return {
            Seat(seat): 0.5 if outcome == "draw" else float(role is winning)
            for seat, role in enumerate(state.roles)
        }

    def _draw_order(self, seats: Iterable[Seat], rng: Random) -> tuple[Seat, ...]:
        given = tuple(seats)
        return given if self.options.order == "fixed" else tuple(rng.sample(given, len(given)))

    def _find_outcome(self, state: State) -> Winner | None:
        if state.lines:
            return None
        last = len(state.rounds) >= self.options.rounds
        if last and self.options.limit == "civilians":
            return "civilians"
        left = [state.roles[seat] for seat in list_living(self.options.players, state.rounds)]
        if Role.UNDERCOVER not in left:
            return "civilians"
        if left.count(Role.CIVILIAN) <= 1:
            return "undercover"
        return "draw" if last else None

    def swap(self, state: State, seat: Seat | None, rng: Random) -> tuple[Self, State]:
        """Draw anew who of the living is undercover, and the other word.

        The seat is among those who draw, unless it knows its role.
        """
        if not self.awaits(state):
            return self, state
        out = {done.out for done in state.rounds}
        if self.options.tell_role:
            out |= {seat}
        living = [place for place in range(len(state.roles)) if place not in out]
        drawn = iter(rng.sample([state.roles[place] for place in living], len(living)))
        roles = tuple(
            role if place in out else next(drawn) for place, role in enumerate(state.roles)
        )
        words = {role: make_up_word(rng) for role in Role}
        if seat is not None:
            words[roles[seat]] = state.words[seat]
        game = self.model_copy(update={"pair": tuple(words.values())})
        return game, replace(state, roles=roles, words=tuple(words[role] for role in roles))


def find_most_voted(votes: Iterable[Seat], living: Iterable[Seat]) -> Seat | None:
    """Find the living seat with the most votes; `None` if several tie, or none got a vote."""
    tally = Counter(votes)
    counts = {seat: tally[seat] for seat in living}
    most = max(counts.values())
    first = [seat for seat, count in counts.items() if count == most]
    return first[0] if most and len(first) == 1 else None
