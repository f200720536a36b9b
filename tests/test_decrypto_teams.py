"""Decrypto in two teams, and with three seats that swap roles."""

from random import Random
from typing import Any

import pytest

from engine.errors import OptionError
from engine.games.catalog import CATALOG
from engine.games.decrypto.highlights import find_given_words, find_highlights
from engine.games.decrypto.material import draw_keywords
from engine.games.decrypto.moves import CODES, Code, Guess, Hint, Move
from engine.games.decrypto.options import Options
from engine.games.decrypto.prompt import build_prompt
from engine.games.decrypto.report import build_report
from engine.games.decrypto.roles import TEAMS, Role, assign_roles, count_moves, list_guessers
from engine.games.decrypto.rules import Decrypto, State, find_team_outcome
from engine.games.decrypto.story import describe_standing, narrate
from engine.games.decrypto.view import Outcome, Round, View, list_sides
from engine.match import Match
from engine.seat import Seat
from screens.games.decrypto.board import list_token_lines
from screens.players.seat_names import SeatNames

WHITE = ("anchor", "butter", "castle", "desert")
BLACK = ("engine", "forest", "guitar", "hammer")

type Table = Match[State, View, Move]


def start_match(seats: int = 4, **options: Any) -> Table:
    given = Options(players=seats, **options)
    black = BLACK if given.has_teams else None
    return Match(Decrypto(options=given, keywords=WHITE, black_keywords=black), "1")


def play_half(match: Table, *, understood: bool = True, intercepted: bool = False) -> None:
    """Play the half of the team in turn."""
    state = match._state
    number = state.number
    roles = assign_roles(match.game.options, state.team, number)
    hints = (f"{state.team}{number}a", f"{state.team}{number}b", f"{state.team}{number}c")
    code = state.code
    wrong: Code = next(one for one in CODES if one != code)
    match.submit(roles[Role.ENCODER], Hint(words=hints))
    guesses = {roles[Role.DECODER]: understood, roles[Role.INTERCEPTOR]: intercepted}
    for seat in sorted(match.awaits):
        match.submit(seat, Guess(code=code if guesses[seat] else wrong))


def name_seats(match: Table, seats: Any) -> list[str]:
    return [match.game.seats[seat] for seat in seats]


def test_more_than_three_play_in_two_teams_that_sit_in_turn() -> None:
    definition = CATALOG["decrypto"]
    assert definition.usual_seats() == ("encoder", "decoder", "interceptor")
    names = Decrypto.list_seats(Options(players=5))
    assert names == ("white1", "black1", "white2", "black2", "white3")
    assert Decrypto.list_teams(Options(players=5)) == {
        "white": ("white1", "white2", "white3"),
        "black": ("black1", "black2"),
    }
    assert Decrypto.list_teams(Options()) == {}


def test_a_round_has_two_halves_and_nobody_intercepts_in_the_first() -> None:
    match = start_match()
    seen = []
    for _ in range(2):
        for _ in TEAMS:
            half = [name_seats(match, sorted(match.awaits))]
            state = match._state
            roles = assign_roles(Options(players=4), state.team, state.number)
            hints = (f"one{match.turn}", f"two{match.turn}", f"six{match.turn}")
            match.submit(roles[Role.ENCODER], Hint(words=hints))
            half.append(name_seats(match, sorted(match.awaits)))
            for seat in sorted(match.awaits):
                match.submit(seat, Guess(code=state.code))
            seen.append(half)
    assert seen == [
        [["white1"], ["white2"]],
        [["black1"], ["black2"]],
        [["white2"], ["white1", "black2"]],
        [["black2"], ["black1", "white2"]],
    ]


@pytest.mark.parametrize("seats", range(4, 9))
def test_everybody_in_a_team_is_its_encoder_in_turn(seats: int) -> None:
    options = Options(players=seats)
    for team in TEAMS:
        own = Decrypto.list_teams(options)[team]
        rounds = [assign_roles(options, team, number) for number in range(1, len(own) + 1)]
        names = Decrypto.list_seats(options)
        assert {names[roles[Role.ENCODER]] for roles in rounds} == {*own}
        for roles in rounds:
            assert len({*roles.values()}) == 3
            assert names[roles[Role.DECODER]] in own
            assert names[roles[Role.INTERCEPTOR]] not in own


def test_the_moves_of_a_seat_are_counted_as_the_journal_has_them() -> None:
    options = Options(players=5)
    made = dict.fromkeys(map(Seat, range(5)), 0)
    for number in range(1, 5):
        for team in TEAMS:
            roles = assign_roles(options, team, number)
            turns = [(roles[Role.ENCODER],), list_guessers(options, team, number)]
            for role, turn in zip(Role, (turns[0], turns[1], turns[1]), strict=True):
                if roles[role] in turn:
                    made[roles[role]] += 1
                    assert count_moves(options, team, number, role) == made[roles[role]]


def test_a_seat_sees_the_keywords_of_its_own_team_alone() -> None:
    match = start_match()
    for _ in range(3):
        for seat in (None, *match.seats):
            view = match.view(seat)
            shown = {
                "white": view.look_at("white").keywords,
                "black": view.look_at("black").keywords,
            }
            own = None if seat is None else TEAMS[seat % 2]
            assert shown == {
                "white": WHITE if own == "white" else None,
                "black": BLACK if own == "black" else None,
            }
            encoder = view.find_seat(Role.ENCODER)
            assert (view.code is not None) == (seat == encoder)
        play_half(match)


def make_rounds(*results: tuple[bool, bool]) -> tuple[Round, ...]:
    """Rounds of a team: whether it misunderstood, and whether it was intercepted."""
    code, wrong = CODES[0], CODES[1]
    hints = ("one", "two", "three")
    return tuple(
        Round(hints, code, wrong if missed else code, code if hit else wrong)
        for missed, hit in results
    )


MISS, HIT, BOTH, FINE = (True, False), (False, True), (True, True), (False, False)


@pytest.mark.parametrize(
    ("white", "black", "outcome"),
    [
        ((FINE, FINE), (FINE, FINE), None),
        ((MISS, MISS), (FINE, FINE), Outcome("black", "miscommunication", 2)),
        ((FINE, HIT, HIT), (FINE, FINE, FINE), Outcome("black", "interception", 3)),
        ((FINE, FINE, FINE), (FINE, HIT, HIT), Outcome("white", "interception", 3)),
        ((MISS, MISS), (HIT, HIT), Outcome("draw", "tie", 2)),  # white wins and loses
        ((MISS, BOTH), (FINE, FINE), Outcome("black", "miscommunication", 2)),
        ((BOTH, BOTH), (FINE, FINE), Outcome("black", "both", 2)),
        ((MISS, MISS), (MISS, MISS), Outcome("draw", "tie", 2)),
        ((MISS, MISS, FINE), (MISS, BOTH, FINE), Outcome("white", "points", 2)),
        ((HIT, HIT), (HIT, BOTH), Outcome("white", "points", 2)),
        ((FINE,) * 8, (FINE,) * 8, Outcome("draw", "tie", 8)),
        ((FINE,) * 8, (FINE,) * 7 + (HIT,), Outcome("white", "points", 8)),
        ((FINE,) * 7 + (MISS,), (FINE,) * 8, Outcome("black", "points", 8)),
    ],
)
def test_tokens_decide_at_the_end_of_a_round_of_both(
    white: tuple[tuple[bool, bool], ...],
    black: tuple[tuple[bool, bool], ...],
    outcome: Outcome | None,
) -> None:
    found = find_team_outcome(make_rounds(*white), make_rounds(*black), Options(players=4))
    assert found == outcome


def test_the_second_team_still_plays_the_round_in_which_the_first_lost() -> None:
    match = start_match()
    play_half(match, understood=False)
    play_half(match)
    play_half(match, understood=False)
    assert match.view(None).outcome is None
    assert match.awaits
    play_half(match)
    view = match.view(None)
    assert view.outcome == Outcome("black", "miscommunication", 2)
    assert match.score == {Seat(0): 0.0, Seat(1): 1.0, Seat(2): 0.0, Seat(3): 1.0}
    report = build_report(view)
    assert [(one["team"], one["interceptor"] is None) for one in report["rounds"]] == [
        ("white", True),
        ("black", True),
        ("white", False),
        ("black", False),
    ]
    assert (report["keywords"], report["black_keywords"]) == ([*WHITE], [*BLACK])
    assert find_given_words(view) == {
        "white1": WHITE,
        "white2": WHITE,
        "black1": BLACK,
        "black2": BLACK,
    }
    told = narrate(None, view)
    assert told[-3:] == [
        "Black wins in round 2: White misunderstood twice.",
        "White: The keywords were 1 anchor, 2 butter, 3 castle, 4 desert.",
        "Black: The keywords were 1 engine, 2 forest, 3 guitar, 4 hammer.",
    ]
    assert "White: Round 1: the code was" in " ".join(told)
    decisive = find_highlights(view).decisive
    assert decisive == (Seat(0), " and ", Seat(2), " misunderstood twice", ".")


def test_partners_swap_roles_each_round_if_the_option_says_so() -> None:
    match = start_match(3, swap_roles=True)
    assert match.game.seats == ("partner1", "partner2", "interceptor")
    encoders = []
    for _ in range(4):
        encoders += name_seats(match, match.awaits)
        play_half(match)
    assert encoders == ["partner1", "partner2"] * 2
    prompt = build_prompt(match.view(Seat(0)))
    assert "You are partner1. The encoder and the decoder swap roles after each round." in (
        prompt.system
    )


def test_a_prompt_of_two_teams_tells_the_box_rules_and_no_rival_keyword() -> None:
    match = start_match()
    play_half(match)
    play_half(match)
    view = match.view(match.view(None).find_seat(Role.ENCODER))
    prompt = build_prompt(view)
    told = prompt.system + prompt.user
    assert "You are white2, of the white team." in told
    assert "white (white1 and white2) and black (black1 and black2)" in told
    assert all(word in told for word in WHITE)
    assert not any(word in told for word in BLACK)


def test_own_keywords_are_four_for_each_team() -> None:
    words = ",".join((*WHITE, *BLACK))
    assert draw_keywords(words, Random(1), 2) == (WHITE, BLACK)
    with pytest.raises(OptionError, match="give eight words"):
        draw_keywords(",".join(WHITE), Random(1), 2)
    with pytest.raises(OptionError, match="twice four keywords"):
        Decrypto.create(Options(players=4), {"keywords": WHITE})


def test_an_interception_is_won_by_the_team_that_made_it() -> None:
    match = start_match()
    for number in (1, 2):
        play_half(match, intercepted=number == 2)
        play_half(match)
    white, black = list_sides(match.view(None))
    assert (white.interceptions, black.interceptions) == (1, 0)
    assert (white.interceptions_made, black.interceptions_made) == (0, 1)
    white_tokens = "White   Miscommunications ○○   Interceptions ○○"
    black_tokens = "Black   Miscommunications ○○   Interceptions ●○"
    for width, told in (
        (110, [f"{white_tokens}     {black_tokens}"]),
        (80, [white_tokens, black_tokens]),
        (45, [line.replace("   ", "  ") for line in (white_tokens, black_tokens)]),
    ):
        assert [row.plain.strip() for row in list_token_lines(match.view(None), width)] == told
    assert "Black has 1 interception" in describe_standing(match.view(None))


def test_the_curtain_says_what_those_do_who_share_a_role() -> None:
    for seats, shared in (
        (Decrypto.list_seats(Options()), [False, False, False]),
        (Decrypto.list_seats(Options(swap_roles=True)), [True, True, False]),
        (Decrypto.list_seats(Options(players=4)), [True] * 4),
        (("p1", "p2"), [False, False]),
    ):
        names = SeatNames(seats, seats)
        assert [names.shares_role(Seat(place)) for place in range(len(seats))] == shared
