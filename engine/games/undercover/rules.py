"""The rules of Undercover, and its definition for the catalog."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Annotated

from engine.game import Seat
from engine.games.definition import GameDefinition, Material
from engine.games.prompt_texts import StepwisePromptSettings
from engine.games.undercover.view import (
    Accuse,
    Describe,
    Line,
    Move,
    OldView,
    Options,
    Role,
    Round,
    Stage,
    VectorSettings,
    View,
    Winner,
    check_options,
    find_line_fault,
    find_vote_fault,
    list_living,
)
from engine.games.undercover.word_pairs import draw_pair, load_pair
from engine.options import Note
from engine.word_forms import WORD_RULES, load_word_rules


@dataclass(frozen=True, slots=True)
class State:
    """All that is true of a match, secrets included; only `Match` and the rules see it."""

    words: tuple[str, ...]
    """The word of each seat."""
    roles: tuple[Role, ...]
    """The role of each seat."""
    order: tuple[Seat, ...]
    """The speakers of this round, in order."""
    lines: tuple[Line, ...] = ()
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True, slots=True)
class Undercover:
    """The rules for one pair of words (CoMet).

    Raises:
        OptionError: If the options do not go together.
    """

    pair: tuple[str, str]
    """Two similar words; which of them the civilians have is drawn."""
    options: Options
    word_rules: int = WORD_RULES
    """The version of the rule on forms of the secret words."""
    name = "undercover"

    def __post_init__(self) -> None:
        check_options(self.options)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.options.names

    def deal(self, rng: Random) -> State:
        """Draw whose word is whose, who is undercover, and who speaks first."""
        common, odd = rng.sample(self.pair, 2)
        seats = range(self.options.seats)
        chosen = rng.sample(seats, self.options.undercover)
        roles = tuple(Role.UNDERCOVER if seat in chosen else Role.CIVILIAN for seat in seats)
        words = tuple(odd if role is Role.UNDERCOVER else common for role in roles)
        return State(words, roles, self._draw_order(map(Seat, seats), rng))

    def list_roles(self, state: State) -> tuple[str, ...]:
        """The role of each seat, for experiments."""
        return tuple(str(role) for role in state.roles)

    def awaits(self, state: State) -> frozenset[Seat]:
        """Await one speaker after the other, then the votes of all living seats."""
        if self._find_outcome(state) is not None:
            return frozenset()
        return frozenset(state.order[len(state.lines) :][:1] or state.order)

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the own word, what was said, and the votes of finished rounds."""
        outcome = self._find_outcome(state)
        over = outcome is not None
        out = {done.out for done in state.rounds} if self.options.reveal_role else set()
        view = View if self.word_rules == WORD_RULES else OldView
        return view(
            seat=seat,
            number=len(state.rounds) + (not over),
            word=None if seat is None else state.words[seat],
            order=() if over else state.order,
            lines=state.lines,
            rounds=state.rounds,
            roles=tuple(
                role if over or place in out else None for place, role in enumerate(state.roles)
            ),
            words=state.words if over else None,
            outcome=outcome,
            options=_hide_words(self.options),
        )

    def moves(self, view: View) -> tuple[type[Move], ...]:
        """Allow the speaker to describe; later, all living seats to vote."""
        if view.seat is None or view.eliminated:
            return ()
        match view.stage:
            case Stage.DESCRIBE:
                return (Describe,) if view.speaker == view.seat else ()
            case Stage.VOTE:
                return (Accuse,)
            case Stage.OVER:
                return ()

    def fault(self, view: View, move: Move) -> str | None:
        """Find a reason why a move is illegal."""
        if type(move) not in self.moves(view):
            return "This is not the moment for that."
        match move:
            case Describe(line):
                return find_line_fault(view, line)
            case Accuse(name):
                return find_vote_fault(view, name)

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:
        """Publish a description, or count the votes."""
        votes: dict[Seat, Seat] = {}
        for seat, move in moves.items():
            match move:
                case Describe(line):
                    return replace(state, lines=(*state.lines, Line(seat, line)))
                case Accuse(name):
                    votes[seat] = Seat(self.seats.index(name))
        seats = tuple(map(Seat, range(self.options.seats)))
        by_seat = tuple(votes.get(seat) for seat in seats)
        done = Round(state.lines, by_seat, find_most_voted(votes.values(), state.order))
        rounds = (*state.rounds, done)
        order = self._draw_order(list_living(self.options.seats, rounds), rng)
        return State(state.words, state.roles, order, (), rounds)

    def score(self, state: State) -> Mapping[Seat, float] | None:
        """Give 1 to each winner, those who are out included, or half to each seat in a draw."""
        outcome = self._find_outcome(state)
        if outcome is None:
            return None
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
        left = [state.roles[seat] for seat in list_living(self.options.seats, state.rounds)]
        if Role.UNDERCOVER not in left:
            return "civilians"
        if left.count(Role.CIVILIAN) <= 1:
            return "undercover"
        return "draw" if len(state.rounds) >= self.options.rounds else None


@lru_cache(maxsize=64)
def _hide_words(options: Options) -> Options:
    """Blank the option that may name the secret words."""
    return replace(options, words="")


def find_most_voted(votes: Iterable[Seat], living: Iterable[Seat]) -> Seat | None:
    """Find the living seat with the most votes; `None` if several tie, or none got a vote."""
    tally = Counter(votes)
    counts = {seat: tally[seat] for seat in living}
    most = max(counts.values())
    first = [seat for seat, count in counts.items() if count == most]
    return first[0] if most and len(first) == 1 else None


def _draw_material(options: Options, rng: Random) -> Material:
    return {"pair": list(draw_pair(options, rng)), "word_rules": WORD_RULES}


def _create_game(options: Options, material: Material) -> Undercover:
    return Undercover(load_pair(material), options, load_word_rules(material))


@dataclass(frozen=True, slots=True)
class UndercoverPromptSettings(StepwisePromptSettings):
    """What a model's seat can set."""

    beliefs: Annotated[
        bool,
        Note("Also ask whom the model trusts and what it takes itself for, for CoMet's metrics."),
    ] = False


GAME = GameDefinition[Options, View, Move](
    name="undercover",
    title="Undercover",
    summary="Describe your word, and find out who has a different one.",
    tagline="Who has a different word?",
    players="3 to 10 players",
    minutes=15,
    limit_reason="rounds",
    reasons=("caught", "last_civilian", "rounds"),
    list_seats=lambda options: options.names,
    options_type=Options,
    draw_material=_draw_material,
    create_game=_create_game,
    vector_settings=VectorSettings,
    prompt_settings=UndercoverPromptSettings,
    move_types=(Describe, Accuse),
    word_lists=("facts",),
    has_own_columns=True,
)
