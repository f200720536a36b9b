"""One sample per game: all that the tests over the whole catalog need to know about it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from engine.catalog import CATALOG, Entry, Material
from engine.decrypto import rules as decrypto
from engine.decrypto.legal import CODES
from engine.decrypto.view import Guess, Hint, Role, View
from engine.game import Game, Seat
from engine.match import Match
from engine.options import read_options
from engine.record import Header

FEW = 12
"""How many random matches a test over the catalog plays for each set of options."""


@dataclass(frozen=True)
class Sample:
    """A game at a table whose secrets are odd words, so that they stand out where they leak."""

    entry: Entry
    material: Material
    """The secrets: words that occur nowhere else."""
    variants: tuple[Mapping[str, str], ...]
    """Options under which the rules take different ways."""
    move: Callable[[Any, Random], Any]
    """A random legal move for a view that invites one."""
    other: Callable[[Any, Seat | None, Random], Any]
    """Another truth that this seat, or an onlooker, could not tell from the given one."""
    hidden: Callable[[Any, Seat | None], tuple[str, ...]]
    """The secret words that this seat, or an onlooker, must not see in this state."""
    faulty: tuple[Any, ...]
    """Moves of every kind that no view allows."""

    def game(self, options: Mapping[str, str]) -> Game[Any, Any, Any]:
        """The rules with these options."""
        return self.entry.rules(read_options(self.entry.options_type, options), self.material)

    def header(self, options: Mapping[str, str], seed: str) -> Header:
        """The first line of a journal of this game."""
        every = {name: option.default for name, option in self.entry.options.items()}
        given = {name: self.entry.options[name].read(text) for name, text in options.items()}
        seats = dict.fromkeys(self.entry.seats, "random")
        return Header(self.entry.name, seed, every | given, self.material, seats)

    @cached_property
    def games(self) -> tuple[Game[Any, Any, Any], ...]:
        """The rules under every variant."""
        return tuple(map(self.game, self.variants))

    def matches(self, count: int = FEW) -> Iterator[Match[Any, Any, Any]]:
        """Random matches, each yielded before its first turn and after every turn."""
        for game in self.games:
            for number in range(count):
                yield from turns(Match(game, f"{number}"), self, Random(number))

    def finished(self, game: Game[Any, Any, Any], seed: str) -> list[tuple[Seat, Any]]:
        """The moves of one whole random match, in the order in which they were sealed."""
        match, rng, moves = Match(game, seed), Random(seed), []
        while match.awaits:
            for seat in sorted(match.awaits):
                move = self.move(match.view(seat), rng)
                match.submit(seat, move)
                moves.append((seat, move))
        return moves


def turns(
    match: Match[Any, Any, Any], sample: Sample, rng: Random
) -> Iterator[Match[Any, Any, Any]]:
    """Play on at random; the match before its next turn, and after every turn."""
    yield match
    for _ in range(500):
        if not match.awaits:
            return
        for seat in sorted(match.awaits):
            match.submit(seat, sample.move(match.view(seat), rng))
        yield match
    raise AssertionError(f"a match of {match.game.name} does not end")


def everyone(match: Match[Any, Any, Any]) -> tuple[Seat | None, ...]:
    """All seats, and an onlooker."""
    return (*match.seats, None)


def _made_up(rng: Random) -> str:
    """One of some million words that mean nothing."""
    return "".join(rng.choice("bdgklmnprstv") + rng.choice("aeiou") for _ in range(4)) + "x"


def _decrypto_move(view: View, rng: Random) -> Hint | Guess:
    if view.hints is None:
        a, b, c = (_made_up(rng) for _ in range(3))
        return Hint((a, b, c))
    return Guess(rng.choice(CODES))


def _decrypto_other(state: decrypto.State, seat: Seat | None, rng: Random) -> decrypto.State:
    code = rng.choice(CODES)
    match seat:
        case Role.ENCODER:
            return state
        case Role.DECODER:
            return replace(state, code=code)
    return replace(state, code=code, keywords=("other", "truths", "than", "these"))


def _decrypto_hidden(state: decrypto.State, seat: Seat | None) -> tuple[str, ...]:
    return state.keywords if seat is None or Role(seat) is Role.INTERCEPTOR else ()


DECRYPTO = Sample(
    entry=CATALOG["decrypto"],
    material={"keywords": ["Quarkfennel", "Zephyrmollusk", "Gnomekrakatoa", "Vexedocelot"]},
    variants=(
        {},
        {"tokens": "1", "first_round_interception": "no"},
        {"rounds": "24", "tokens": "4", "play_on": "yes", "reuse_hints": "yes"},
    ),
    move=_decrypto_move,
    other=_decrypto_other,
    hidden=_decrypto_hidden,
    faulty=(Hint(("", "b", "c")), Guess((1, 1, 2))),
)

SAMPLES = {sample.entry.name: sample for sample in (DECRYPTO,)}
"""The sample of every game in the catalog, by its name."""
