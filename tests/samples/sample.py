"""What the tests that run over every game need to know about one game, and helpers for them.

`Sample` declares options, secrets and moves, plays random matches, and looks for leaked secrets.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from engine.game import Game, GameType, Material
from engine.journal.header import Header
from engine.made_up_word import make_up_word
from engine.match import Match
from engine.options import parse_options
from engine.seat import Seat

__all__ = [
    "Random",
    "Sample",
    "Seat",
    "everyone",
    "make_up_word",
    "replace",
    "turns",
]

FEW = 12
"""How many random matches a test over the catalog plays for each set of options."""


def _draw_move(view: Any, rng: Random) -> Any:
    return view.draw_move(rng)


def _hide_no_words(_state: object, _seat: Seat | None) -> tuple[str, ...]:
    return ()


def _always(_: object) -> bool:
    return True


@dataclass(frozen=True)
class Sample:
    """What tests need to know about a game. Made-up words are the best secrets."""

    definition: GameType
    """The game."""
    variants: tuple[Mapping[str, str], ...] = ({},)
    """Options that cover the branches of the rules; the first are those of most tests."""
    faulty: tuple[Any, ...] = ()
    """Moves that no view allows."""
    material: Material = field(default_factory=dict)
    """The secrets; if the rules allow it, words that occur nowhere else. Not empty: each key is a
    field of the view, which has the same value once the match is over."""
    choose_material: Callable[[Any], Material] | None = None
    """The material for the options of a variant, as `draw_material` gets them, if `material` does
    not serve all; that of the first variant may be left out."""
    hidden: Callable[[Any, Seat | None], tuple[str, ...]] = _hide_no_words
    """The secret words that this seat, or an onlooker, must not see in this state; not given if
    all secrets are numbers, which stand in many texts by chance."""
    move: Callable[[Any, Random], Any] = _draw_move
    """A random legal move for a view that invites one, if not the one that the view draws."""
    other_material: Material | None = None
    """Other secrets, if they are ordinary words: finding such a word proves no leak, so texts are
    compared with those of a match that hides these."""
    withheld: Callable[[Any], bool] = _always
    """Whether a thought about a view is hidden from an audience even if it quotes nothing."""
    short: Mapping[str, str] = field(default_factory=dict)
    """Options of a game that ends soon."""
    explained: Mapping[str, str] = field(default_factory=dict)
    """Options under which baselines make every kind of move."""
    pictures: bool = False
    """Models are shown pictures, which take long to encode."""

    def __post_init__(self) -> None:
        if not self.material:
            object.__setattr__(self, "material", self.find_material(self.variants[0]))

    @property
    def hides_words(self) -> bool:
        """Whether any secrets are words."""
        return self.hidden is not _hide_no_words

    def game(self, options: Mapping[str, str]) -> Game[Any, Any, Any, Any]:
        """Create the rules with these options."""
        return self.definition.create(
            parse_options(self.definition.options_type, options), self.find_material(options)
        )

    def find_material(self, options: Mapping[str, str]) -> Material:
        """Return the material of a match with these options."""
        if self.choose_material is None and self.material:
            return self.material
        parsed = parse_options(self.definition.options_type, options)
        if self.choose_material is None:
            return self.definition.draw(parsed, Random("sample")).material
        return self.choose_material(parsed)

    def header(self, options: Mapping[str, str], seed: str) -> Header:
        """Build the first line of a journal of this game."""
        every = parse_options(self.definition.options_type, options).model_dump()
        seats = dict.fromkeys(self.game(options).seats, "random")
        return Header(self.definition.name, seed, every, self.find_material(options), seats)

    def find_leaks(
        self, match: Match[Any, Any, Any], seat: Seat | None, tell: Callable[[Any], str]
    ) -> tuple[int, list[str]]:
        """Look for secrets in the text that `tell` makes of a seat's view.

        If secrets are ordinary words, each may occur as often as in the text of the seat's view of
        another state, in which it is no secret.

        Returns:
            How many secrets were looked for, and a sentence for each that is given away.
        """
        hidden = () if match.score else self.hidden(match._state, seat)
        text = tell(match.view(seat)).casefold() if hidden else ""
        leaks = []
        for secret in hidden:
            fair = 0
            if self.other_material is not None:
                rng = Random(match.turn)
                game, truth = match.game.swap(match._state, seat, rng)
                while secret in self.hidden(truth, seat) and game.material == match.game.material:
                    game, truth = game.swap(truth, seat, rng)
                fair = tell(game.view(truth, seat)).casefold().count(secret.casefold())
            if text.count(secret.casefold()) > fair:
                leaks.append(self._describe_leak(match, seat, secret, text))
        return len(hidden), leaks

    def _describe_leak(
        self, match: Match[Any, Any, Any], seat: Seat | None, secret: str, text: str
    ) -> str:
        who = "an onlooker" if seat is None else match.game.seats[seat]
        place = text.index(secret.casefold())
        around = text[max(place - 60, 0) : place + len(secret) + 60].replace("\n", " / ")
        return (
            f"before turn {match.turn + 1}, {who} is told {secret!r}: “…{around}…”. Leave it out "
            f"of what view() shows this seat; if the seat may know it, `hidden` of the sample is "
            "wrong; if a random move said it, let `move` of the sample say other words"
        )

    @cached_property
    def games(self) -> tuple[Game[Any, Any, Any, Any], ...]:
        """The rules under every variant."""
        return tuple(map(self.game, self.variants))

    def matches(self, count: int = FEW) -> Iterator[Match[Any, Any, Any]]:
        """Play random matches; yield each before its first turn and after every turn."""
        for game in self.games:
            for number in range(count):
                yield from turns(Match(game, f"{number}"), self, Random(number))

    def finished(self, game: Game[Any, Any, Any, Any], seed: str) -> list[tuple[Seat, Any]]:
        """Play one whole random match; return its moves in the order in which they were made."""
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
    """Play on at random; yield the match before its next turn, and after every turn."""
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
