"""The rules of Undercover, by example and at random."""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import OptionError
from engine.games.undercover.material import draw_pair, is_nested
from engine.games.undercover.moves import LONGEST_LINE, Accuse, Describe
from engine.games.undercover.options import Options
from engine.games.undercover.rules import State, Undercover, find_most_voted
from engine.games.undercover.sentence_count import count_sentences
from engine.games.undercover.view import Line, Role, Stage, View, find_line_fault
from engine.match import Match
from engine.options import parse_options, select_changed
from engine.seat import Seat
from words.game_words import read_undercover_pairs
from words.space.names import BUILTIN_SPACES
from words.space.reader import open_space

C, U = Role.CIVILIAN, Role.UNDERCOVER
PAIR = ("bee", "butterfly")
LOG = Path(__file__).parent / "undercover_log.csv"
"""A game of five models, as researchers of this game keep them."""


def make_seats(*numbers: int) -> tuple[Seat, ...]:
    return tuple(Seat(number - 1) for number in numbers)


def start_match(roles: str, **options: Any) -> tuple[Undercover, State]:
    """A game at its beginning, its roles as `cucuc`, spoken in table order."""
    asked = Options(players=len(roles), undercover=roles.count("u"), order="fixed", **options)
    given = tuple(U if letter == "u" else C for letter in roles)
    words = tuple(PAIR[role is U] for role in given)
    return Undercover(pair=PAIR, options=asked), State(
        words, given, tuple(map(Seat, range(len(roles))))
    )


def describe_all(game: Undercover, state: State) -> State:
    """The same once all have spoken."""
    while (view := game.view(state, None)).stage is Stage.DESCRIBE:
        assert view.speaker is not None
        line = Describe(line=f"Line {view.number} of seat {view.speaker}")
        assert game.fault(game.view(state, view.speaker), line) is None
        state = game.play(state, {view.speaker: line}, Random(0))
    return state


def vote_all(game: Undercover, state: State, votes: Mapping[int, int]) -> State:
    """The same after a round with these votes, seats counted from 1."""
    state = describe_all(game, state)
    moves = {Seat(one - 1): Accuse(seat=f"p{other}") for one, other in votes.items()}
    assert set(moves) == {*game.awaits(state)}
    for seat, move in moves.items():
        assert game.fault(game.view(state, seat), move) is None
    return game.play(state, moves, Random(0))


# Options and material.


@pytest.mark.parametrize(
    ("players", "undercover"),
    [(3, 1), (4, 1), (5, 2), (6, 2), (7, 2), (8, 3), (9, 3), (10, 3)],
)
def test_every_number_of_players_plays_by_the_defaults(players: int, undercover: int) -> None:
    options = parse_options(Options, {"players": str(players)})
    assert options.undercover == undercover
    game = Undercover(pair=PAIR, options=options)
    state = game.deal(Random("any"))
    assert game.list_roles(state).count("undercover") == undercover
    declared = Undercover.list_options()
    assert select_changed(options.model_dump(), declared) == (
        {"players": players} if players != 5 else {}
    )
    others = parse_options(Options, {"players": str(players), "undercover": "1"})
    changed = select_changed(others.model_dump(), declared)
    assert ("undercover" in changed) == (undercover != 1)
    assert parse_options(Options, {name: str(value) for name, value in changed.items()}) == others


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (
            {"players": "4", "undercover": "2"},
            "undercover: of 4 players at most 1 can be undercover, .* not 2",
        ),
        ({"players": "3", "undercover": "2"}, "at most 1"),
        ({"players": "10", "undercover": "5"}, "from 1 to 4"),
        ({"undercover": "3"}, "at most 2"),
        ({"undercover": "0"}, "from 1 to 4"),
        ({"players": "11"}, "from 3 to 10"),
        ({"rounds": "31"}, "from 1 to 30"),
        ({"order": "backwards"}, "one of random, fixed"),
    ],
)
def test_options_that_give_no_game_are_refused(given: dict[str, str], wrong: str) -> None:
    with pytest.raises(OptionError, match=wrong):
        Undercover.create(parse_options(Options, given), {"pair": [*PAIR]})


@pytest.mark.parametrize(("count", "most"), [(3, 1), (4, 1), (5, 2), (8, 3), (9, 4), (10, 4)])
def test_fewer_than_half_may_be_undercover(count: int, most: int) -> None:
    for undercover in range(1, most + 1):
        game = Undercover(pair=PAIR, options=Options(players=count, undercover=undercover))
        state = game.deal(Random(0))
        assert game.seats == tuple(f"p{number}" for number in range(1, count + 1))
        assert state.roles.count(U) == undercover
        assert set(zip(state.roles, state.words, strict=True)) in (
            {(C, "bee"), (U, "butterfly")},
            {(C, "butterfly"), (U, "bee")},
        )


def test_who_is_undercover_and_whose_word_is_whose_is_drawn() -> None:
    game = Undercover(pair=PAIR, options=Options())
    states = [game.deal(Random(seed)) for seed in range(400)]
    assert len({state.roles for state in states}) == 10
    assert {state.words[state.roles.index(C)] for state in states} == set(PAIR)
    counts = Counter(seat for s in states for seat, role in enumerate(s.roles) if role is U)
    assert all(120 <= counts[seat] <= 200 for seat in range(5))


def test_our_own_pairs() -> None:
    themes = Counter(theme for theme, _, _ in read_undercover_pairs())
    assert themes["animals"] == themes["food"] == 100
    assert set(themes) == {"animals", "food", "things", "places"}
    assert themes["things"] + themes["places"] >= 100
    assert themes["things"] >= 50 <= themes["places"]
    own = [
        (one, other)
        for theme, one, other in read_undercover_pairs()
        if theme in ("things", "places")
    ]
    assert len({frozenset(pair) for pair in own}) == len(own)
    words = {word for pair in own for word in pair}
    for space in map(open_space, BUILTIN_SPACES):
        assert [word for word in words if space.find_row(word) is None] == []
    assert not [pair for pair in own if is_nested(*pair)]


def test_pairs_of_which_one_word_contains_the_other_are_marked_and_can_be_left_out() -> None:
    path = Path(__file__).parent.parent / "words" / "pairs.tsv"
    marked = 0
    for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t"):
        assert bool(row["nested"]) == is_nested(row["word_a"], row["word_b"])
        marked += bool(row["nested"])
    assert marked >= 10
    drawn = {draw_pair(Options(nested=False), Random(seed)) for seed in range(600)}
    assert len(drawn) > 150
    assert not [pair for pair in drawn if is_nested(*pair)]
    assert any(is_nested(*draw_pair(Options(words="food"), Random(seed))) for seed in range(200))


@pytest.mark.parametrize("theme", ["animals", "food", "things", "places"])
def test_a_theme_draws_from_its_own_pairs(theme: str) -> None:
    own = {(one, other) for name, one, other in read_undercover_pairs() if name == theme}
    drawn = {draw_pair(Options(words=theme), Random(seed)) for seed in range(300)}
    assert drawn <= own
    assert len(drawn) > 40


def test_a_pair_of_ones_own_is_taken_as_it_is() -> None:
    assert draw_pair(Options(words=" sea  otter , Otter", nested=False), Random(0)) == (
        "sea otter",
        "Otter",
    )


def test_a_file_of_pairs_has_two_columns_or_those_of_our_own_file(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("# ours\n\nfog\tmist\nmusic\tflute\toboe\n", encoding="utf-8")
    drawn = {draw_pair(Options(words=str(path)), Random(seed)) for seed in range(20)}
    assert drawn == {("fog", "mist"), ("flute", "oboe")}
    path.write_text("theme\tword_a\tword_b\nx\tfog\tmist\n", encoding="utf-8")
    assert draw_pair(Options(words=str(path)), Random(0)) == ("fog", "mist")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("animal", r"one of animals, food, things, places, all \(did you mean 'animals'\?\)"),
        ("nowhere.tsv", "'nowhere.tsv' cannot be read"),
        ("a,b,c", "two words with a comma between, not 3"),
        ("a,", "1 to 40 characters"),
        (f"a,{'b' * 41}", "1 to 40 characters"),
        ("Bee,bee!", "two different words"),
    ],
)
def test_words_that_are_no_pair_are_refused(words: str, wrong: str) -> None:
    with pytest.raises(OptionError, match=f"^words: .*{wrong}"):
        draw_pair(Options(words=words), Random(0))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "no pair in 'own.tsv'"),
        ("fog mist\n", "has no tab"),
        ("fog\tfog\n", "two different words"),
        ("fog\t\n", "1 to 40 characters"),
        ("tea\tgreen tea\n", "of which no word contains the other"),
    ],
)
def test_files_without_a_pair_are_refused(text: str, wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OptionError, match=wrong):
        draw_pair(Options(words=str(path), nested=False), Random(0))


@pytest.mark.parametrize("pair", [[], ["bee"], ["a", "b", "c"], ["a", 1], ["a", "A"], ["", "b"], 1])
def test_a_journal_without_a_pair_is_refused_and_not_quoted(pair: object) -> None:
    with pytest.raises(OptionError, match=r"^the material of Undercover is a pair of words\.$"):
        Undercover.create(Options(), {"pair": pair})


# Speaking.


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("It buzzes.", None),
        ("Is it small? I would say so", "2"),
        ("It buzzes", None),
        ("It lives with Mr. Miller and others, e.g. his dogs.", None),
        ("Hmm... it flies", None),
        ("It weighs 0.5 grams", None),
        ("", "may not be empty"),
        ("...", "may not be empty"),
        (" It buzzes", "one line of plain text"),
        ("It\nbuzzes", "one line of plain text"),
        ("x" * 201, "at most 200 characters"),
        ("x" * 200, None),
        ("I am a bee", "gives away your word: the word itself"),
        ("Bees, of course", "gives away your word"),
        ("It is a b e e, hm", "gives away your word"),
        ("It is no butterfly", None),
        ("It lives in a beehive", "gives away your word: “beehive” is a compound with the word"),
        ("It buzzes. It stings.", "one sentence; this has 2"),
        ("It buzzes! And stings? Yes.", "this has 3"),
    ],
)
def test_a_description_is_one_sentence_without_the_own_word(line: str, fault: str | None) -> None:
    game, state = start_match("ccu")
    found = game.fault(game.view(state, Seat(0)), Describe(line=line))
    assert (found is None) == (fault is None)
    assert fault is None or fault in (found or "")


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("It flies", 1),
        ("It flies.", 1),
        ("It flies?!", 1),
        ("It flies. ", 1),
        ("It flies. it stings.", 2),
        ("“It flies.” Then it stings.", 2),
        ("One. Two! Three? Four… Five", 5),
        ("Wait… and see", 1),
        ("Plan B. of mine", 1),
        ("The U.S. has many", 1),
        ("飞。蜇。", 2),
        ("飞。", 1),
    ],
)
def test_sentences_are_counted(line: str, count: int) -> None:
    assert count_sentences(line) == count


def test_a_description_is_not_repeated_by_anybody_in_any_round() -> None:
    game, state = start_match("cccuc")
    state = vote_all(game, state, {1: 2, 2: 3, 3: 4, 4: 5, 5: 1})
    view = game.view(state, Seat(0))
    for line in ("Line 1 of seat 3", "line 1, of SEAT 3!"):
        assert "already said" in (game.fault(view, Describe(line=line)) or "")
    assert game.fault(view, Describe(line="Line 2 of seat 3")) is None


def test_what_breaks_the_rules_depends_on_the_own_word_alone() -> None:
    """The other word may be said, and nobody learns from a refusal that it is one."""
    game, state = start_match("ccu")
    assert game.fault(game.view(state, Seat(0)), Describe(line="Some butterfly")) is None
    state = game.play(state, {Seat(0): Describe(line="One")}, Random(0))
    state = game.play(state, {Seat(1): Describe(line="Two")}, Random(0))
    assert game.fault(game.view(state, Seat(2)), Describe(line="Some bee")) is None
    fault = game.fault(game.view(state, Seat(2)), Describe(line="A butterfly"))
    assert fault == "This gives away your word: the word itself."
    nested = Undercover(
        pair=("otter", "sea otter"), options=Options(players=3, undercover=1, order="fixed")
    )
    state = nested.deal(Random(1))
    for other in ("An otter", "A sea otter"):
        assert "gives away your word" in str(
            nested.fault(nested.view(state, Seat(0)), Describe(line=other))
        )


@pytest.mark.parametrize(
    ("line", "allowed", "fault"),
    [
        ("It lives in the sea", False, "“sea” is a part of the word"),
        ("It lives in the sea", True, None),
        ("An otter of the sea", True, None),
        ("A sea otter", True, "the word itself"),
        ("Sea-otters", True, "the word"),
    ],
)
def test_the_words_of_a_name_are_said_as_the_option_allows(
    line: str, allowed: bool, fault: str | None
) -> None:
    game = Undercover(
        pair=("sea otter", "seal"),
        options=Options(players=3, undercover=1, order="fixed", name_words=allowed),
    )
    state = State(("sea otter", "sea otter", "seal"), (C, C, U), make_seats(1, 2, 3))
    found = game.fault(game.view(state, Seat(0)), Describe(line=line))
    assert (fault is None and found is None) or (found is not None and str(fault) in found)


def test_all_the_living_speak_once_a_round_hearing_those_before() -> None:
    game = Undercover(pair=PAIR, options=Options(undercover=1))
    state = game.deal(Random(3))
    heard = []
    for place in range(5):
        (seat,) = game.awaits(state)
        view = game.view(state, seat)
        assert view.order[place] == view.speaker == seat
        heard.append(len(view.lines))
        assert game.moves(view) == (Describe,)
        state = game.play(state, {seat: Describe(line=f"It is {place}")}, Random(0))
    assert heard == [0, 1, 2, 3, 4]
    assert {*game.awaits(state)} == set(make_seats(1, 2, 3, 4, 5))


def test_the_order_is_drawn_anew_or_stays() -> None:
    orders: dict[str, set[tuple[Seat, ...]]] = {"random": set(), "fixed": set()}
    for how, found in orders.items():
        game = Undercover(pair=PAIR, options=parse_options(Options, {"order": how}))
        for seed in range(60):
            state = game.deal(Random(seed))
            found.add(state.order)
            votes = dict(
                zip(make_seats(1, 2, 3, 4, 5), ("p2", "p3", "p4", "p5", "p1"), strict=True)
            )
            full = replace(state, lines=game.view(describe_all(game, state), None).lines)
            moves = {seat: Accuse(seat=name) for seat, name in votes.items()}
            found.add(game.play(full, moves, Random(seed)).order)
    assert len(orders["random"]) > 50
    assert orders["fixed"] == {make_seats(1, 2, 3, 4, 5)}


# Voting.


def test_votes_are_for_others_who_live() -> None:
    game, state = start_match("cccuc")
    state = describe_all(game, vote_all(game, state, {1: 2, 2: 3, 3: 2, 4: 2, 5: 2}))
    view = game.view(state, Seat(0))
    assert view.suspects == make_seats(3, 4, 5)
    assert game.fault(view, Accuse(seat="p3")) is None
    assert "yourself" in (game.fault(view, Accuse(seat="p1")) or "")
    assert game.fault(view, Accuse(seat="p2")) == "p2 is out already. Vote for one of p3, p4, p5."
    assert "no seat “p9”" in (game.fault(view, Accuse(seat="p9")) or "")
    assert game.fault(view, Describe(line="Now?")) == "This is not the moment for that."
    out = game.view(state, Seat(1))
    assert out.eliminated
    assert out.suspects == ()
    assert game.moves(out) == ()
    assert game.fault(out, Accuse(seat="p1")) == "This is not the moment for that."
    assert out.lines == view.lines
    assert out.rounds == view.rounds


def test_a_switch_allows_votes_for_the_dead_which_count_for_nothing() -> None:
    game, state = start_match("cccuc", dead_votes=True)
    state = vote_all(game, state, {1: 2, 2: 3, 3: 2, 4: 2, 5: 2})
    assert game.view(describe_all(game, state), Seat(0)).suspects == make_seats(2, 3, 4, 5)
    state = vote_all(game, state, {1: 2, 3: 2, 4: 2, 5: 3})
    assert state.rounds[-1].out == Seat(2)
    assert state.rounds[-1].list_voters(Seat(1)) == make_seats(1, 3, 4)
    state = vote_all(game, state, {1: 2, 4: 2, 5: 2})
    assert state.rounds[-1].out is None


@given(st.lists(st.integers(0, 6), min_size=1, max_size=7))
def test_the_most_votes_go_out_and_a_tie_puts_nobody_out(votes: list[int]) -> None:
    given_votes = [Seat(vote) for vote in votes]
    alive = [Seat(seat) for seat in range(5)]
    counts = [given_votes.count(seat) for seat in alive]
    out = find_most_voted(given_votes, alive)
    if out is None:
        assert max(counts) == 0 or counts.count(max(counts)) > 1
    else:
        assert all(counts[out] > count for seat, count in enumerate(counts) if seat != out)


# How it ends.


def test_civilians_win_once_no_agent_is_left() -> None:
    game, state = start_match("cucuc")
    state = vote_all(game, state, {1: 2, 2: 1, 3: 2, 4: 2, 5: 2})
    state = vote_all(game, state, {1: 4, 3: 4, 4: 3, 5: 4})
    assert game.view(state, None).outcome == "civilians"
    assert game.score(state) == {0: 1.0, 1: 0.0, 2: 1.0, 3: 0.0, 4: 1.0}
    assert game.awaits(state) == ()


def test_undercover_wins_once_one_civilian_is_left() -> None:
    game, state = start_match("cuc")
    state = vote_all(game, state, {1: 3, 2: 3, 3: 1})
    assert game.view(state, None).outcome == "undercover"
    assert game.score(state) == {0: 0.0, 1: 1.0, 2: 0.0}


def test_the_last_round_decides_before_it_is_a_draw() -> None:
    ring = {1: 2, 2: 3, 3: 1}
    game, state = start_match("cuc", rounds=2)
    state = vote_all(game, state, ring)
    assert game.view(vote_all(game, state, ring), None).outcome == "draw"
    assert game.score(vote_all(game, state, ring)) == {0: 0.5, 1: 0.5, 2: 0.5}
    assert game.view(vote_all(game, state, {1: 2, 2: 3, 3: 2}), None).outcome == "civilians"


def test_roles_of_those_who_go_out_are_shown_only_if_agreed() -> None:
    for reveal in (False, True):
        game, state = start_match("cucuc", reveal_role=reveal)
        state = vote_all(game, state, {1: 2, 2: 1, 3: 2, 4: 2, 5: 2})
        for seat in (None, *make_seats(1, 2, 3, 4, 5)):
            shown = U if reveal else None
            assert game.view(state, seat).roles == (None, shown, None, None, None)


def test_a_view_has_the_own_word_and_no_role_and_not_the_options_words() -> None:
    game, state = start_match("cucuc", words="bee,butterfly")
    for seat, word in enumerate(state.words):
        view = game.view(state, Seat(seat))
        assert view.word == word
        assert view.words is None
        assert view.roles == (None,) * 5
        assert view.options.words == ""
    assert game.view(state, None).word is None


def test_the_roles_of_the_dead_stay_hidden_unless_agreed() -> None:
    """Whoever went out could have been either, for every eye."""
    for reveal in (False, True):
        game, state = start_match("cucuccc", reveal_role=reveal)
        state = vote_all(game, state, {1: 2, 2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2})
        other = replace(state, roles=(U, C, C, U, C, C, C))
        for seat in (None, *make_seats(1, 2, 3, 4, 5, 6, 7)):
            same = game.view(state, seat) == game.view(other, seat)
            assert same == (not reveal)


@pytest.mark.parametrize("swapped", [False, True])
def test_civilian_and_undercover_see_the_same_but_for_their_words(*, swapped: bool) -> None:
    """In a table of odd and common words, nothing but the word tells one from another."""
    game, state = start_match("cucuc")
    if swapped:
        state = replace(state, roles=tuple(U if r is C else C for r in state.roles))
    state = vote_all(game, state, {1: 2, 2: 3, 3: 4, 4: 5, 5: 1})
    views = {
        game.view(state, Seat(seat)).model_copy(
            update={"seat": None, "word": None, "options": Options()}
        )
        for seat in range(5)
    }
    assert len(views) == 1


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 10), st.integers(0, 10**6), st.booleans())
def test_any_game_ends_as_the_rules_say(count: int, seed: int, dead: bool) -> None:
    rng = Random(seed)
    options = Options(
        players=count, undercover=rng.randint(1, (count - 1) // 2), rounds=4, dead_votes=dead
    )
    match = Match(Undercover(pair=PAIR, options=options), str(seed))
    rounds = 0
    while match.awaits:
        for seat in sorted(match.awaits):
            view: View = match.view(seat)
            assert seat in view.living
            if view.stage is Stage.DESCRIBE:
                match.submit(seat, Describe(line=f"It has {len(view.said)} sides"))
            else:
                rounds = view.number
                match.submit(seat, Accuse(seat=view.seats[rng.choice(view.suspects)]))
    view = match.view(None)
    assert len(view.rounds) == rounds == view.number
    left = Counter(view.roles[seat] for seat in view.living)
    assert view.words is not None
    expected = "draw"
    if not left[U]:
        expected = "civilians"
    elif left[C] == 1:
        expected = "undercover"
    assert view.outcome == expected
    assert (expected == "draw") <= (rounds == 4)
    for done in view.rounds:
        assert sorted(line.seat for line in done.lines) == [
            seat for seat, vote in enumerate(done.votes) if vote is not None
        ]


# Chance.


def test_random_votes_of_three_against_two_end_as_they_must() -> None:
    """Exactly, from every way to vote: 29.97 %, 69.95 %, 0.08 %."""
    chance = {(3, 2): 1.0}
    ends: defaultdict[str, float] = defaultdict(float)
    for _ in range(10):
        following: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (civilians, agents), share in chance.items():
            alive = [Seat(seat) for seat in range(civilians + agents)]
            ways = list(product(*([o for o in alive if o != seat] for seat in alive)))
            for votes in ways:
                out = find_most_voted(votes, alive)
                c = civilians - (out is not None and out < civilians)
                u = agents - (out is not None and out >= civilians)
                if not u or c <= 1:
                    ends["undercover" if u else "civilians"] += share / len(ways)
                else:
                    following[c, u] += share / len(ways)
        chance = dict(following)
    ends["draw"] = sum(chance.values())
    rounded = {who: round(100 * share, 2) for who, share in ends.items()}
    assert rounded == {"civilians": 29.97, "undercover": 69.95, "draw": 0.08}


def test_random_games_end_so_within_sampling_error() -> None:
    games, ends = 4000, Counter[str]()
    for number in range(games):
        rng = Random(number)
        game = Undercover(pair=PAIR, options=Options())
        state = game.deal(rng)
        while awaited := game.awaits(state):
            if len(awaited) == 1:
                moves: dict[Seat, Any] = {seat: Describe(line="x") for seat in awaited}
            else:
                moves = {
                    seat: Accuse(seat=game.seats[rng.choice([o for o in state.order if o != seat])])
                    for seat in awaited
                }
            state = game.play(state, moves, rng)
        ends[game.view(state, None).outcome or ""] += 1
    for who, share in {"civilians": 0.2997, "undercover": 0.6995, "draw": 0.0008}.items():
        error = sqrt(share * (1 - share) / games)
        assert abs(ends[who] / games - share) <= 4 * error


# The game of five models.


def read_log() -> Iterator[dict[str, str]]:
    with LOG.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


PART = "This gives away your word: “fly” is a part of the word."


def replay_log() -> tuple[Undercover, State]:
    """The logged game, through the rules."""
    # The paper lets a butterfly fly: version 1 of the rule, which forbids no part of a word.
    game = Undercover(pair=PAIR, options=Options(dead_votes=True))
    words = {int(row["player_id"]): row["word"] for row in read_log() if row["action"] == "speak"}
    own = tuple(words[number] for number in range(1, 6))
    roles = tuple(U if word == "butterfly" else C for word in own)
    state = State(own, roles, ())
    for number in range(1, 5):
        rows = [row for row in read_log() if row["round"] == str(number)]
        order = make_seats(*(int(row["player_id"]) for row in rows if row["action"] == "speak"))
        if number > 1:
            assert set(order) == set(state.order)
        state = replace(state, order=order)
        votes: dict[Seat, Accuse] = {}
        for row in rows:
            seat = Seat(int(row["player_id"]) - 1) if row["action"] else None
            if row["action"] == "speak":
                assert seat is not None
                move = Describe(line=row["details"])
                fault = game.fault(game.view(state, seat), move)
                assert fault in (None, PART), "the players of the paper knew no rule on parts"
                state = game.play(state, {seat: move}, Random(0))
            elif row["action"] == "vote":
                assert seat is not None
                votes[seat] = Accuse(seat=f"p{row['details']}")
                assert game.fault(game.view(state, seat), votes[seat]) is None
        state = game.play(state, votes, Random(0))
    return game, state


def test_the_game_of_the_bee_and_the_butterfly_is_replayed() -> None:
    game, state = replay_log()
    assert [done.out for done in state.rounds] == [None, *make_seats(1, 3, 2)]
    view = game.view(state, None)
    assert view.outcome == "undercover"
    assert view.living == make_seats(4, 5)
    assert view.roles == (U, C, C, C, U)


def test_descriptions_that_nobody_checks() -> None:
    _, state = start_match("cccuc")
    game = Undercover(pair=PAIR, options=Options(any_line=True))
    view = game.view(state, state.order[0])
    assert view.word is not None
    for line in (f"It is a {view.word}.", "It flies. It stings.", "x" * LONGEST_LINE):
        assert find_line_fault(view, line) is None
    said = view.model_copy(update={"lines": (Line(state.order[1], "It flies."),)})
    assert find_line_fault(said, "It flies.") is None
    for line in ("", "?!", "x" * (LONGEST_LINE + 1), "two\nlines"):
        assert find_line_fault(view, line) is not None
    plain = Undercover(pair=PAIR, options=Options()).view(state, state.order[0])
    assert find_line_fault(plain, f"It is a {view.word}.") is not None
