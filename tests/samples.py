"""One sample per game: all that the tests over the whole catalog need to know about it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from engine.game import Game, Seat
from engine.games.catalog import CATALOG
from engine.games.decrypto import rules as decrypto
from engine.games.decrypto.legality import CODES
from engine.games.decrypto.view import Guess, Hint, Role, View
from engine.games.definition import GameDefinition, Material
from engine.games.dixit import rules as dixit
from engine.games.dixit.view import Decoy, Stage, Tell, Vote
from engine.games.dixit.view import View as DixitView
from engine.games.taboo import rules as taboo
from engine.games.taboo.view import Guess as TabooGuess
from engine.games.taboo.view import Role as TabooRole
from engine.games.taboo.view import Say
from engine.games.taboo.view import View as TabooView
from engine.games.undercover import rules as undercover
from engine.games.undercover.view import Accuse, Describe
from engine.games.undercover.view import View as UndercoverView
from engine.match import Match
from engine.options import read_options
from engine.record import Header
from images.deck import open_deck
from tests import canaries

FEW = 12
"""How many random matches a test over the catalog plays for each set of options."""


@dataclass(frozen=True)
class Sample:
    """A game at a table whose secrets are odd words, so that they stand out where they leak."""

    definition: GameDefinition
    material: Material
    """The secrets: words that occur nowhere else."""
    variants: tuple[Mapping[str, str], ...]
    """Options under which the rules take different ways; the first are those of most tests."""
    move: Callable[[Any, Random], Any]
    """A random legal move for a view that invites one."""
    other: Callable[[Any, Seat | None, Random], Any]
    """Another truth that this seat, or an onlooker, could not tell from the given one."""
    hidden: Callable[[Any, Seat | None], tuple[str, ...]]
    """The secret words that this seat, or an onlooker, must not see in this state."""
    faulty: tuple[Any, ...]
    """Moves of every kind that no view allows."""
    sequential: bool = False
    """No two seats ever move in the same turn."""

    def game(self, options: Mapping[str, str]) -> Game[Any, Any, Any]:
        """The rules with these options."""
        return self.definition.rules(
            read_options(self.definition.options_type, options), self.material
        )

    def header(self, options: Mapping[str, str], seed: str) -> Header:
        """The first line of a journal of this game."""
        every = {name: option.default for name, option in self.definition.options.items()}
        given = {name: self.definition.options[name].read(text) for name, text in options.items()}
        seats = dict.fromkeys(self.game(options).seats, "random")
        return Header(self.definition.name, seed, every | given, self.material, seats)

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
    definition=CATALOG["decrypto"],
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


def _dixit_move(view: DixitView, rng: Random) -> Tell | Decoy | Vote:
    card = rng.choice(view.choices)
    match view.stage:
        case Stage.TELL:
            return Tell(card, f"{_made_up(rng)} {_made_up(rng)}")
        case Stage.DECOY:
            return Decoy(card)
    return Vote(card)


def _dixit_other(state: dixit.State, seat: Seat | None, rng: Random) -> dixit.State:
    """Every card out of sight may lie anywhere else out of sight, and be anybody's."""
    others = [one for one in range(len(state.hands)) if one != seat]
    pool = [card for one in others for card in state.hands[one]]
    pool += [card for stock in state.stock for card in stock]
    given = [one for one in others if state.cards and state.cards[one] is not None]
    on_table = [card for one in given if (card := state.cards[one])]
    if state.candidates:
        rng.shuffle(on_table)
    else:
        pool += on_table
    rng.shuffle(pool)
    hidden = iter(pool)
    hands = tuple(
        hand if one == seat else tuple(next(hidden) for _ in hand)
        for one, hand in enumerate(state.hands)
    )
    stock = tuple(tuple(next(hidden) for _ in cards) for cards in state.stock)
    table = iter(on_table) if state.candidates else hidden
    cards = tuple(next(table) if one in given else card for one, card in enumerate(state.cards))
    second = tuple(tuple(rng.sample(cards, len(cards))) for cards in state.second)
    return replace(state, hands=hands, stock=stock, cards=cards, second=second)


def _dixit_hidden(state: dixit.State, seat: Seat | None) -> tuple[str, ...]:
    """What is told of cards before the reveal, and even the ids of those out of sight."""
    revealed = {card for done in state.rounds for card in done.cards}
    seen = {*revealed, *state.candidates}
    if seat is not None:
        seen |= _held(state, seat)
        if not state.second and len(state.stock) == len(state.hands):  # phase 2: hands changed
            before = Seat((seat + 2) % 4)  # who plays on with the stream that this seat had
            seen |= {*_held(state, before), *state.stock[before]}
    secrets: list[str] = []
    for card in open_deck(str(canaries.FOLDER)).cards.values():
        if card.id not in revealed:
            secrets += (card.title, *card.caption.split(), *card.echoes)
        if card.id not in seen:
            secrets += (card.id, card.tags[-1])
    return tuple(secrets)


def _held(state: dixit.State, seat: Seat) -> set[str]:
    """The cards of a seat, the one it has on the table included."""
    return {*state.hands[seat], *filter(None, state.cards[seat : seat + 1])}


_DECK = {"deck": str(canaries.FOLDER)}

DIXIT = Sample(
    definition=CATALOG["dixit"],
    material=canaries.material(),
    variants=(
        {**_DECK, "rounds": "4"},
        {**_DECK, "rounds": "6", "hand": "6", "dealing": "static", "clue_length": "30"},
        {**_DECK, "rules": "boxed", "hand": "3", "players": "5"},
        {**_DECK, "rules": "boxed", "hand": "2", "players": "3", "rounds": "3", "phases": "1"},
    ),
    move=_dixit_move,
    other=_dixit_other,
    hidden=_dixit_hidden,
    faulty=(Tell("nowhere", "clue"), Tell("nowhere", ""), Decoy("nowhere"), Vote("nowhere")),
)


def _undercover_move(view: UndercoverView, rng: Random) -> Describe | Accuse:
    if view.suspects:
        return Accuse(view.seats[rng.choice(view.suspects)])
    return Describe(f"{_made_up(rng)} {_made_up(rng)}")


def _undercover_other(state: undercover.State, seat: Seat | None, rng: Random) -> undercover.State:
    """Whoever lives may be undercover, the seat itself too, and the other word may be any."""
    out = {done.out for done in state.rounds}
    living = [place for place in range(len(state.roles)) if place not in out]
    drawn = iter(rng.sample([state.roles[place] for place in living], len(living)))
    roles = tuple(role if place in out else next(drawn) for place, role in enumerate(state.roles))
    words = {role: _made_up(rng) for role in roles}
    if seat is not None:
        words[roles[seat]] = state.words[seat]
    return replace(state, roles=roles, words=tuple(words[role] for role in roles))


def _undercover_hidden(state: undercover.State, seat: Seat | None) -> tuple[str, ...]:
    return tuple({*state.words} - ({state.words[seat]} if seat is not None else set()))


UNDERCOVER = Sample(
    definition=CATALOG["undercover"],
    material={"pair": ["Quarkfennel", "Zephyrmollusk"]},
    variants=(
        {},
        {"seats": "3", "undercover": "1", "rounds": "2", "prompt": "naive", "words": "a,b"},
        {"seats": "10", "undercover": "4", "reveal_role": "yes", "order": "fixed"},
        {"seats": "6", "dead_votes": "yes"},
    ),
    move=_undercover_move,
    other=_undercover_other,
    hidden=_undercover_hidden,
    faulty=(Describe(""), Accuse("nobody")),
)


TARGET = "Quarkfennel"


def _taboo_move(view: TabooView, rng: Random) -> Say | TabooGuess:
    chance = rng.random()
    if chance < 0.05 and (view.role is TabooRole.DEFENDER or view.options.slip == "lose"):
        return Say(f"{_made_up(rng)} {TARGET} {_made_up(rng)}")
    if chance < 0.1 and view.role is TabooRole.DEFENDER:
        return TabooGuess(rng.choice((TARGET, _made_up(rng))))
    return Say(f"{_made_up(rng)} {_made_up(rng)}")


def _taboo_other(state: taboo.State, seat: Seat | None, rng: Random) -> taboo.State:
    return state if seat == Seat(TabooRole.ATTACKER) else replace(state, target=_made_up(rng))


def _taboo_hidden(state: taboo.State, seat: Seat | None) -> tuple[str, ...]:
    return () if seat == Seat(TabooRole.ATTACKER) else (state.target,)


TABOO = Sample(
    definition=CATALOG["taboo"],
    material={"target": TARGET},
    variants=(
        {},
        {"turns": "2", "limit": "attacker", "prompt": "naive"},
        {"turns": "20", "slip": "lose"},
    ),
    move=_taboo_move,
    other=_taboo_other,
    hidden=_taboo_hidden,
    faulty=(Say(""), Say("two\nlines"), TabooGuess("two words"), TabooGuess("")),
    sequential=True,
)

SAMPLES = {sample.definition.name: sample for sample in (DECRYPTO, DIXIT, UNDERCOVER, TABOO)}
"""The sample of every game in the catalog, by its name."""
