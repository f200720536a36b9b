"""The rules of Dixit, as in DixitArena or in the boxed game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from random import Random
from typing import Self

from pydantic import model_validator

from engine.game import Game
from engine.games.dixit import material
from engine.games.dixit.deck import get_card_title
from engine.games.dixit.material import CardIds, draw_cards
from engine.games.dixit.moves import Decoy, Move, Tell, Vote
from engine.games.dixit.options import Options, check_options
from engine.games.dixit.seat_settings import DixitPromptSettings
from engine.games.dixit.view import GOAL, Round, View, sum_points
from engine.seat import Seat

type Hand = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The full state of a match, secrets included; only `Match` and the rules see it."""

    hands: tuple[Hand, ...]
    """By seat: its hand, without the card it has on the table."""
    stock: tuple[Hand, ...]
    """The cards that refill hands: a stream for each seat, or one stack for all."""
    second: tuple[Hand, ...]
    """By seat: its stream in the second phase, hand included; empty if there is none."""
    discards: Hand = ()
    """Played cards that came from the common stack."""
    clue: str | None = None
    cards: tuple[str | None, ...] = ()
    """By seat: the card it played in this round."""
    candidates: tuple[str, ...] = ()
    """The same cards, shuffled, once all are played."""
    rounds: tuple[Round, ...] = ()


class Dixit(Game[Options, State, View, Move]):
    """The rules for a deck of cards: those of DixitArena, or those of the boxed game."""

    title = "Dixit"
    summary = "Give a clue to a picture that some players will get, but not all."
    tagline = "Clues to dreamlike cards"
    minutes = 25
    has_pictures = True
    material_form = "a deck: cards, folder and fingerprint"
    limit_reason = "rounds"
    score_range = (0.0, None)
    reasons = ("points", "rounds")
    informed_seats = tuple(f"p{number}" for number in range(1, 7))
    word_lists = ("kinds", "mass_nouns")
    prompt_settings = DixitPromptSettings

    check_material = staticmethod(material.check_material)

    cards: CardIds
    """The IDs of the deck's cards."""
    deck: str
    """The folder of the deck; empty for the built-in deck."""
    fingerprint: str
    """A hash of the content of the deck, to notice changes."""

    @model_validator(mode="after")
    def _check_options(self) -> Self:
        check_options(self.options, len(self.cards))
        return self

    @property
    def tries(self) -> int:
        """How often a player is asked for a move before it counts as failed."""
        return self.options.tries

    @classmethod
    def list_seats(cls, options: Options) -> tuple[str, ...]:
        return options.seats

    @classmethod
    def bound_turns(cls, options: Options) -> tuple[int, int]:
        """Bound the turns, three in each round; in boxed the points of a round bound the rounds."""
        players, limit = options.players, options.round_limit
        if not options.boxed:
            assert limit is not None
            return 3 * limit, 3 * limit
        best, together = 3 + players - 2, min(2 * (players - 1), 3 + 3)
        shortest, longest = ceil(GOAL / best), players * (GOAL - 1) // together + 1
        return 3 * min(shortest, limit or shortest), 3 * min(longest, limit or longest)

    @classmethod
    def draw(cls, options: Options, rng: Random) -> Self:
        return cls.create(options, draw_cards(options))

    def deal(self, rng: Random) -> State:
        """Shuffle the deck, and cut it into streams, hands or a stack."""
        deck = rng.sample(sorted(self.cards), len(self.cards))
        players, hand = self.options.players, self.options.hand_size
        if self.options.boxed:
            hands = _cut_deck(deck, players, hand)
            return State(hands, (tuple(deck[players * hand :]),), ())
        refills = 0
        if self.options.dealing == "stream":
            assert self.options.phase_length is not None
            refills = self.options.phase_length - 1
        streams = _cut_deck(deck, players, hand + refills)
        second: tuple[Hand, ...] = ()
        if self.options.phase_count == 2:
            second = _swap_streams(streams)
            if self.options.dealing == "redealt":
                second = _cut_deck(rng.sample(deck, len(deck)), players, hand)
        return _begin_phase(streams, hand, second)

    def awaits(self, state: State) -> tuple[Seat, ...]:
        """Await the storyteller, then the decoys of the listeners, then their votes."""
        if self._is_over(state):
            return ()
        teller = _find_storyteller(state)
        if state.clue is None:
            return (teller,)
        return tuple(seat for seat in map(Seat, range(self.options.players)) if seat != teller)

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the seat's own hand and card, and what is public."""
        over = self._is_over(state)
        return View(
            seat=seat,
            number=len(state.rounds) + (not over),
            hand=() if seat is None else state.hands[seat],
            clue=state.clue,
            card=None if seat is None or not state.cards else state.cards[seat],
            candidates=state.candidates,
            rounds=state.rounds,
            options=self.options,
            deck=self.deck,
            fingerprint=self.fingerprint,
            over=over,
        )

    @classmethod
    def name_value(cls, view: View, field: str, value: object) -> str | None:
        return get_card_title(view, str(value)) if field == "card" else None

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:
        """Publish the clue, shuffle the decoys in, or count the votes."""
        given: dict[Seat, str] = {}
        votes: dict[Seat, str] = {}
        for seat, move in moves.items():
            match move:
                case Tell(card=card, clue=clue):
                    none: list[str | None] = [None] * self.options.players
                    cards = (*none[:seat], card, *none[seat + 1 :])
                    return replace(
                        state,
                        hands=_remove_cards(state.hands, {seat: card}),
                        clue=clue,
                        cards=cards,
                    )
                case Decoy(card=card):
                    given[seat] = card
                case Vote(card=card):
                    votes[seat] = card
        if given:
            cards = tuple(given.get(Seat(n), card) for n, card in enumerate(state.cards))
            candidates = tuple(rng.sample(_require_cards(cards), len(cards)))
            hands = _remove_cards(state.hands, given)
            return replace(state, hands=hands, cards=cards, candidates=candidates)
        return self._begin_next_round(state, self._finish_round(state, votes), rng)

    def score(self, state: State) -> Mapping[Seat, float]:
        """Give each seat its points; the seats with the most win."""
        points = sum_points(self.options.players, state.rounds)
        return {Seat(seat): sum_ for seat, sum_ in enumerate(points)}

    def _finish_round(self, state: State, votes: Mapping[Seat, str]) -> Round:
        assert state.clue is not None
        cards, teller = _require_cards(state.cards), _find_storyteller(state)
        seats = tuple(map(Seat, range(len(cards))))
        by_seat = tuple(votes.get(seat) for seat in seats)
        return Round(
            storyteller=teller,
            clue=state.clue,
            cards=cards,
            candidates=state.candidates,
            votes=by_seat,
            points=score_round(
                cards,
                by_seat,
                teller,
                boxed=self.options.boxed,
                decoys=self.options.decoys == "votes",
            ),
        )

    def _begin_next_round(self, state: State, done: Round, rng: Random) -> State:
        """Finish the round `done`, refill the hands, and begin the next round if there is one."""
        rounds = (*state.rounds, done)
        closed = State(state.hands, state.stock, state.second, state.discards, rounds=rounds)
        if self._is_over(closed):
            return closed
        if self.options.boxed:
            return _refill_from_stack(closed, done.cards, rng)
        if len(rounds) == self.options.phase_length:
            return replace(_begin_phase(state.second, self.options.hand_size, ()), rounds=rounds)
        if self.options.dealing != "stream":
            return replace(closed, hands=_add_cards(closed.hands, done.cards))
        drawn = tuple(stream[0] for stream in closed.stock)
        rest = tuple(stream[1:] for stream in closed.stock)
        return replace(closed, hands=_add_cards(closed.hands, drawn), stock=rest)

    def _is_over(self, state: State) -> bool:
        limit = self.options.round_limit
        if limit is not None and len(state.rounds) >= limit:
            return True
        return self.options.boxed and max(sum_points(self.options.players, state.rounds)) >= GOAL

    def swap(self, state: State, seat: Seat | None, rng: Random) -> tuple[Self, State]:
        """Shuffle the cards that the seat cannot see, and who played them."""
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
        return self, replace(state, hands=hands, stock=stock, cards=cards, second=second)


def score_round(
    cards: tuple[str, ...],
    votes: tuple[str | None, ...],
    storyteller: Seat,
    *,
    boxed: bool,
    decoys: bool = True,
) -> tuple[int, ...]:
    """Count the points of each seat for a round.

    If some listeners are right, 3 for the storyteller and for each of them. If all are right, 3
    for each listener (2 in boxed). If all are wrong, 2 for each listener. In any case, 1 for the
    owner of a decoy for each vote of another listener.

    Args:
        cards: The card of each seat, in table order.
        votes: The vote of each seat; `None` for the storyteller.
        storyteller: The seat of the storyteller.
        boxed: Whether the rules of the boxed game apply.
        decoys: Whether votes for a decoy bring its owner points.
    """
    target = cards[storyteller]
    right = sum(vote == target for vote in votes)
    some = 0 < right < len(cards) - 1
    got = []
    for seat, (card, vote) in enumerate(zip(cards, votes, strict=True)):
        if seat == storyteller:
            got.append(3 if some else 0)
            continue
        shared = 3 if right and not boxed else 2
        found = (3 if vote == target else 0) if some else shared
        drawn = sum(other == card for other in votes) - (vote == card)
        got.append(found + (drawn if decoys else 0))
    return tuple(got)


def _find_storyteller(state: State) -> Seat:
    return Seat(len(state.rounds) % len(state.hands))


def _cut_deck(deck: list[str], players: int, each: int) -> tuple[Hand, ...]:
    return tuple(tuple(deck[each * seat : each * (seat + 1)]) for seat in range(players))


def _swap_streams(streams: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """Swap p1 with p3, and p2 with p4."""
    half = len(streams) // 2
    return (*streams[half:], *streams[:half])


def _begin_phase(streams: tuple[Hand, ...], hand: int, second: tuple[Hand, ...]) -> State:
    """Begin a phase: deal the first cards of each stream."""
    hands = tuple(stream[:hand] for stream in streams)
    return State(hands, tuple(stream[hand:] for stream in streams), second)


def _refill_from_stack(state: State, played: Hand, rng: Random) -> State:
    """Deal a card to each seat; a stack that is too small is refilled with shuffled discards."""
    (stack,), discards = state.stock, (*state.discards, *played)
    if len(stack) < len(played):
        stack, discards = (*stack, *rng.sample(discards, len(discards))), ()
    drawn, rest = stack[: len(played)], stack[len(played) :]
    return replace(state, hands=_add_cards(state.hands, drawn), stock=(rest,), discards=discards)


def _add_cards(hands: tuple[Hand, ...], cards: tuple[str, ...]) -> tuple[Hand, ...]:
    return tuple((*hand, card) for hand, card in zip(hands, cards, strict=True))


def _remove_cards(hands: tuple[Hand, ...], given: Mapping[Seat, str]) -> tuple[Hand, ...]:
    return tuple(
        tuple(card for card in hand if card != given.get(Seat(seat)))
        for seat, hand in enumerate(hands)
    )


def _require_cards(cards: tuple[str | None, ...]) -> tuple[str, ...]:
    """Return the cards of all seats, each of which must have played one."""
    return tuple(card for card in cards if card is not None)
