"""The rules of Dixit, by example and by hypothesis."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import OptionError
from engine.games.dixit.moves import Decoy, Move, Tell, Vote
from engine.games.dixit.options import Options, count_needed_cards
from engine.games.dixit.rules import Dixit, State, score_round
from engine.games.dixit.view import Stage, View
from engine.match import IllegalMove, Match
from engine.seat import Seat

type Table = Match[State, View, Move]

CARDS = tuple(f"card_{number:02}" for number in range(84))
PLAYERS = tuple(map(Seat, range(4)))


def material(cards: tuple[str, ...]) -> dict[str, Any]:
    """The material of a match with these cards."""
    return {"cards": cards, "deck": "", "fingerprint": ""}


def start_match(seed: str = "1", **options: Any) -> Table:
    """A fresh match with these options."""
    return Match(Dixit(cards=CARDS, options=Options(**options), deck="", fingerprint=""), seed)


def submit_clue(match: Table, clue: str | None = None) -> None:
    """The storyteller gives the first card of the hand."""
    (teller,) = match.awaits
    match.submit(teller, Tell(card=match.view(teller).hand[0], clue=clue or f"clue {match.turn}"))


def submit_decoys(match: Table) -> None:
    """Each listener gives the first card of the hand."""
    for seat in sorted(match.awaits):
        match.submit(seat, Decoy(card=match.view(seat).hand[0]))


def play_round(match: Table, right: int = 1) -> None:
    """One round in which the first `right` listeners find the card; the others vote in turn."""
    submit_clue(match)
    submit_decoys(match)
    teller = match.view(None).storyteller
    target = match.view(teller).target
    assert target is not None
    for place, seat in enumerate(match.view(None).listeners):
        choices = match.view(seat).choices
        wrong = next(card for card in choices if card != target)
        match.submit(seat, Vote(card=target if place < right else wrong))


def list_hands(match: Table) -> list[tuple[str, ...]]:
    return [match.view(seat).hand for seat in match.seats]


# A round.


def test_a_round_is_a_clue_then_decoys_then_votes() -> None:
    match = start_match()
    assert match.awaits == {0}
    assert [match.view(seat).stage for seat in (Seat(0), None)] == [Stage.TELL] * 2
    card = match.view(Seat(0)).hand[2]
    match.submit(Seat(0), Tell(card=card, clue="the size of it"))
    assert match.awaits == {1, 2, 3}
    assert [match.view(seat).target for seat in PLAYERS] == [card, None, None, None]
    assert {match.view(seat).clue for seat in (*PLAYERS, None)} == {"the size of it"}
    assert card not in match.view(Seat(0)).hand
    given = [match.view(Seat(n)).hand[n] for n in (1, 2, 3)]
    for n in (1, 2, 3):
        match.submit(Seat(n), Decoy(card=given[n - 1]))
    assert match.awaits == {1, 2, 3}
    candidates = match.view(None).candidates
    assert sorted(candidates) == sorted([card, *given])
    assert [match.view(Seat(n)).card for n in (1, 2, 3)] == given
    assert [match.view(Seat(n)).target for n in (1, 2, 3)] == [None] * 3
    for n in (1, 2, 3):
        assert set(match.view(Seat(n)).choices) == set(candidates) - {given[n - 1]}
    assert match.view(Seat(0)).choices == match.view(None).choices == ()
    for n, vote in ((1, card), (2, given[0]), (3, given[0])):
        match.submit(Seat(n), Vote(card=vote))
    (done,) = match.view(None).rounds
    assert (done.target, done.clue, done.storyteller) == (card, "the size of it", 0)
    assert done.votes == (None, card, given[0], given[0])
    assert done.points == (3, 5, 0, 0)
    assert done.outcome == "partial"
    assert done.find_owner(given[2]) == 3
    assert done.list_voters(given[0]) == (2, 3)
    assert match.view(None).scores == (3, 5, 0, 0)
    assert match.awaits == {1}
    assert match.view(None).number == 2


def test_the_order_on_the_table_is_chance_and_tells_no_owner() -> None:
    places: Counter[int] = Counter()
    for seed in range(400):
        match = start_match(str(seed))
        submit_clue(match)
        submit_decoys(match)
        target = match.view(Seat(0)).target
        assert target is not None
        places[match.view(None).candidates.index(target)] += 1
    assert all(70 < places[place] < 130 for place in range(4))


def test_seats_tell_in_turn_six_times_each_in_24_rounds() -> None:
    match = start_match()
    tellers = []
    while match.awaits:
        tellers.append(match.view(None).storyteller)
        play_round(match)
    assert tellers == [0, 1, 2, 3] * 6
    assert match.score == dict(enumerate(match.view(None).scores))
    assert match.view(None).standings[-1] == match.view(None).scores
    assert match.view(None).stage is Stage.OVER
    assert match.view(None).number == 24


# Points.


@pytest.mark.parametrize(
    ("right", "listeners", "teller", "whole", "outcome"),
    [
        (0, 6, 0, 9, "all wrong"),
        (1, 3, 3, 8, "partial"),
        (2, 6, 3, 10, "partial"),
        (3, 9, 0, 9, "all right"),
    ],
)
def test_points_by_right_votes(
    right: int, listeners: int, teller: int, whole: int, outcome: str
) -> None:
    match = start_match()
    play_round(match, right)
    (done,) = match.view(None).rounds
    assert len(done.finders) == right
    assert done.outcome == outcome
    assert done.points[0] == teller
    assert sum(done.points) == whole
    assert sum(done.points) - teller - (3 - right) == listeners


@given(st.integers(0, 3), st.data())
def test_points_of_a_round_whoever_tells_and_votes(teller: int, data: st.DataObject) -> None:
    cards = ("a", "b", "c", "d")
    votes = tuple(
        None
        if seat == teller
        else data.draw(st.sampled_from([card for card in cards if card != cards[seat]]))
        for seat in range(4)
    )
    right = votes.count(cards[teller])
    points = score_round(cards, votes, Seat(teller), boxed=False)
    by_decoy = 3 - right
    assert sum(points) - points[teller] - by_decoy == (6, 3, 6, 9)[right]
    assert sum(points) == (9, 8, 10, 9)[right]
    assert points[teller] == (3 if right in (1, 2) else 0)


@pytest.mark.parametrize("players", range(3, 7))
def test_points_of_the_box(players: int) -> None:
    cards = tuple("abcdef"[:players])
    everyone = (None, *["a"] * (players - 1))
    assert score_round(cards, everyone, Seat(0), boxed=True) == (0, *[2] * (players - 1))
    nobody = (None, "c", *["b"] * (players - 2))
    points = score_round(cards, nobody, Seat(0), boxed=True)
    assert points[0] == 0
    assert points[1] == 2 + players - 2
    assert points[2] == 3
    one = (None, "a", *["b"] * (players - 2))
    points = score_round(cards, one, Seat(0), boxed=True)
    assert points == (3, 3 + players - 2, *[0] * (players - 2))


def test_random_voters_make_two_thirds_of_the_rounds_partial() -> None:
    """Each of three listeners has three cards to choose from: 27 ways, 1 all right, 8 all wrong."""
    cards = ("a", "b", "c", "d")
    ways = [
        score_round(cards, (None, *votes), Seat(0), boxed=False)[0] == 3
        for votes in product("acd", "abd", "abc")
    ]
    assert len(ways) == 27
    assert sum(ways) == 18
    rng, partial = Random(1), 0
    for seed in range(60):
        match = start_match(str(seed), rounds=20)
        while match.awaits:
            submit_clue(match)
            submit_decoys(match)
            for seat in sorted(match.awaits):
                match.submit(seat, Vote(card=rng.choice(match.view(seat).choices)))
        partial += sum(done.outcome == "partial" for done in match.view(None).rounds)
    assert 0.64 < partial / 1200 < 0.69


# Dealing.


def test_streams_refill_each_hand_and_come_again_with_seats_swapped() -> None:
    match = start_match()
    begun, played = list_hands(match), [list_hands(match)]
    assert all(len(hand) == 4 for hand in begun)
    while match.view(None).number <= 12:
        play_round(match)
        played.append(list_hands(match))
    first, second = played[:12], played[12]
    assert second == [begun[2], begun[3], begun[0], begun[1]]
    streams = [{card for hand in first for card in hand[seat]} for seat in range(4)]
    assert [len(stream) for stream in streams] == [15] * 4
    assert len(set.union(*streams)) == 60
    while match.awaits:
        seen = list_hands(match)
        for seat in range(4):
            assert set(seen[seat]) <= streams[(seat + 2) % 4]
            assert len(seen[seat]) == 4
        play_round(match)


def test_refills_do_not_depend_on_what_was_played() -> None:
    """Phase 2 is the same deal for the partner: each round brings the next card of the stream."""
    match = start_match()
    drawn: list[list[str]] = []
    while match.awaits:
        drawn.append([match.view(seat).hand[-1] for seat in PLAYERS])
        play_round(match)
    for number in range(12):
        first, second = drawn[number], drawn[number + 12]
        assert second == [first[2], first[3], first[0], first[1]]


def test_static_hands_stay_and_are_swapped_once() -> None:
    match = start_match(dealing="static")
    begun = [set(hand) for hand in list_hands(match)]
    while match.view(None).number <= 12:
        assert [set(hand) for hand in list_hands(match)] == begun
        play_round(match)
    while match.awaits:
        assert [set(hand) for hand in list_hands(match)] == [begun[2], begun[3], begun[0], begun[1]]
        play_round(match)
    assert len(match.view(None).rounds) == 24


def test_redealt_hands_stay_and_are_dealt_afresh_once() -> None:
    match = start_match(dealing="redealt")
    begun = [set(hand) for hand in list_hands(match)]
    hands = []
    while match.awaits:
        hands.append([set(hand) for hand in list_hands(match)])
        play_round(match)
    assert hands[:12] == [begun] * 12
    assert hands[12:] == [hands[12]] * 12
    assert hands[12] != [begun[2], begun[3], begun[0], begun[1]]
    assert len(set.union(*hands[12])) == 16


@pytest.mark.parametrize(("decoys", "points"), [("votes", (3, 3, 1, 0)), ("nothing", (3, 3, 0, 0))])
def test_votes_for_own_cards_bring_nothing(decoys: str, points: tuple[int, ...]) -> None:
    """Of three listeners one is right, one votes for its own card, one for that card too."""
    match = start_match(own_card=True, decoys=decoys)
    submit_clue(match)
    submit_decoys(match)
    target = match.view(Seat(0)).target
    own = {seat: match.view(seat).card for seat in PLAYERS}
    assert own[Seat(2)] in match.view(Seat(2)).choices
    assert target is not None
    for seat, card in ((1, target), (2, own[Seat(2)]), (3, own[Seat(2)])):
        match.submit(Seat(seat), Vote(card=str(card)))
    assert match.view(None).rounds[0].points == points
    refused = start_match()
    submit_clue(refused)
    submit_decoys(refused)
    view = refused.view(Seat(2))
    assert view.card not in view.choices
    assert view.find_fault(Vote(card=str(view.card))) is not None


def test_one_phase_swaps_nothing() -> None:
    match = start_match(phases=1, rounds=12)
    begun = list_hands(match)
    streams = [set(hand) for hand in begun]
    while match.awaits:
        for seat, hand in enumerate(list_hands(match)):
            streams[seat] |= set(hand)
        play_round(match)
    assert [len(stream) for stream in streams] == [15] * 4
    assert len(set.union(*streams)) == 60


# The box.


@pytest.mark.parametrize("players", range(3, 7))
def test_boxed_hands_of_six_are_refilled_until_somebody_has_thirty(players: int) -> None:
    match = start_match(rules="boxed", players=players)
    assert match.game.seats == tuple(f"p{n}" for n in range(1, players + 1))
    seats = set(range(players))
    while match.awaits:
        view = match.view(None)
        assert max(view.scores) < 30
        held = [card for hand in list_hands(match) for card in hand]
        assert len(held) == len(set(held)) == 6 * players
        assert set(match.awaits) == {(view.number - 1) % players}
        play_round(match, right=0)
        assert set(match.seats) == seats
    assert max(match.view(None).scores) >= 30


def test_boxed_shuffles_the_discards_when_the_stack_is_used_up() -> None:
    game = Dixit(
        cards=CARDS[:40], options=Options(rules="boxed", players=6), deck="", fingerprint=""
    )
    match: Table = Match(game, "1")
    while match.awaits:
        held = [card for hand in list_hands(match) for card in hand]
        assert len(held) == len(set(held)) == 36
        play_round(match)
    played = [card for done in match.view(None).rounds for card in done.cards]
    assert max(Counter(played).values()) > 1


def test_boxed_may_end_after_so_many_rounds() -> None:
    match = start_match(rules="boxed", rounds=2)
    play_round(match)
    play_round(match)
    assert not match.awaits


# What is allowed.


def test_a_clue_is_new_plain_and_has_a_word() -> None:
    match = start_match(clue_length=20)
    card = match.view(Seat(0)).hand[0]

    def fault(clue: str) -> str | None:
        teller = match.view(None).storyteller
        return match.game.fault(
            match.view(teller), Tell(card=match.view(teller).hand[0], clue=clue)
        )

    assert fault("x") is fault("19") is fault("n" * 20) is fault("Ça ira") is fault("夢") is None
    assert fault("") == fault(" \u200b ") == "A clue may not be empty."
    assert "punctuation is not enough" in str(fault("?!…"))
    assert fault("n" * 21) == "A clue has at most 20 characters; this one has 21."
    assert fault("n" * 500) == "A clue has at most 20 characters."
    for odd in (" x", "x\n", "a  b", "\x1b[31mred", "a\u202eb", "e\u0301"):
        assert fault(odd) == "A clue is one line of plain text."
    match.submit(Seat(0), Tell(card=card, clue="Déjà vu"))
    submit_decoys(match)
    for seat in sorted(match.awaits):
        match.submit(seat, Vote(card=card))
    for again in ("Déjà vu", "deja VU!", "deja-vu"):
        assert fault(again) == f"“{again}” was already said in this game; a clue is not repeated."
    assert fault("vu") is None


def test_cards_come_from_the_own_hand_and_votes_are_for_others() -> None:
    match = start_match()
    mine, theirs = match.view(Seat(0)).hand[0], match.view(Seat(1)).hand[0]
    for card in (theirs, "nothing", ""):
        with pytest.raises(IllegalMove, match="not in your hand"):
            match.submit(Seat(0), Tell(card=card, clue="clue"))
    submit_clue(match)
    for card in (mine, match.view(Seat(2)).hand[0]):
        with pytest.raises(IllegalMove, match="not in your hand"):
            match.submit(Seat(1), Decoy(card=card))
    with pytest.raises(IllegalMove, match="not the moment"):
        match.submit(Seat(1), Vote(card=mine))
    submit_decoys(match)
    with pytest.raises(IllegalMove, match="That card is your own"):
        match.submit(Seat(1), Vote(card=theirs))
    with pytest.raises(IllegalMove, match="not on the table"):
        match.submit(Seat(1), Vote(card=match.view(Seat(1)).hand[0]))
    with pytest.raises(IllegalMove, match="not the turn of the p1"):
        match.submit(Seat(0), Vote(card=theirs))


# What may be agreed on.


@pytest.mark.parametrize(
    ("options", "cards", "says"),
    [
        (
            {"rules": "arena", "players": 5},
            84,
            "players: arena has four seats; set rules=boxed for 5.",
        ),
        (
            {"rounds": 7, "phases": 2},
            84,
            "rounds: 7 rounds cannot be split into 2 phases of equal length; ",
        ),
        ({"rules": "boxed", "phases": 2}, 84, "phases: boxed has one phase; two are for arena."),
        ({"rules": "boxed", "dealing": "static"}, 84, "dealing: hands are always refilled"),
        (
            {"rounds": 40},
            84,
            "hand: 4 hands of 4 cards, refilled in 40 rounds, take 92 cards, "
            "and the deck has 84: at most hand=2 or rounds=36 fits.",
        ),
        (
            {"hand": 20, "dealing": "static"},
            79,
            "hand: 4 hands of 20 cards take 80 cards, and the deck has 79: at most hand=19 fits.",
        ),
        (
            {"rules": "boxed", "players": 6},
            30,
            "hand: 6 hands of 6 cards take 36 cards, and the deck has 30: at most hand=5 fits.",
        ),
        (
            {},
            3,
            "hand: 4 hands of 4 cards, refilled in 24 rounds, take 60 cards, "
            "and the deck has 3: it takes a larger deck.",
        ),
    ],
)
def test_options_that_do_not_fit_are_refused_with_what_does(
    options: dict[str, Any], cards: int, says: str
) -> None:
    with pytest.raises(OptionError) as caught:
        Dixit.create(Options(**options), material(CARDS[:cards]))
    assert str(caught.value).startswith(says)
    assert str(caught.value).endswith(".")


@given(
    st.builds(
        Options,
        rules=st.sampled_from(["arena", "boxed"]),
        players=st.integers(3, 6),
        rounds=st.integers(0, 44),
        hand=st.integers(0, 20),
        phases=st.integers(0, 2),
        dealing=st.sampled_from(["stream", "static", "redealt"]),
        decoys=st.sampled_from(["votes", "nothing"]),
        own_card=st.booleans(),
    ),
    st.integers(1, 100).map(lambda cards: tuple(f"card_{n}" for n in range(cards))),
    st.integers(),
)
def test_options_are_refused_or_played_to_the_end(
    options: Options, cards: tuple[str, ...], seed: int
) -> None:
    try:
        game = Dixit.create(options, material(cards))
    except OptionError:
        return
    assert count_needed_cards(options) <= len(cards)
    match: Table = Match(game, str(seed))
    while match.awaits:
        held = [card for hand in list_hands(match) for card in hand]
        assert len(held) == len(set(held)) == options.players * options.hand_size
        play_round(match)
    assert match.score is not None


@given(st.integers(), st.integers(1, 10))
def test_every_limit_that_is_named_fits(seed: int, hand: int) -> None:
    """What an error message says would fit does."""
    rng = Random(seed)
    options = Options(rounds=2 * rng.randint(1, 60), hand=hand)
    cards = tuple(f"card_{n}" for n in range(rng.randint(1, 100)))
    try:
        Dixit.create(options, material(cards))
    except OptionError as error:
        said = dict(word.split("=") for word in str(error).split() if "=" in word)
        for name, number in said.items():
            values: dict[str, Any] = {"rounds": options.rounds, "hand": hand, name: int(number)}
            Dixit.create(Options.model_construct(**{**dict(options), **values}), material(cards))
            step = 2 if name == "rounds" else 1
            wide = {**dict(options), **values, name: int(number) + step}
            with pytest.raises(OptionError):
                Dixit.create(Options.model_construct(**wide), material(cards))
