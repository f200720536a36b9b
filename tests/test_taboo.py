"""The rules of Adversarial Taboo, by example and by hypothesis."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import OptionError
from engine.forms.giveaway import match_in_line
from engine.games.catalog import CATALOG
from engine.games.taboo.highlights import find_highlights
from engine.games.taboo.material import draw_target
from engine.games.taboo.moves import LONGEST_LINE, Guess, Move, Say
from engine.games.taboo.options import Options
from engine.games.taboo.report import build_report
from engine.games.taboo.rules import State, Taboo
from engine.games.taboo.story import narrate
from engine.games.taboo.view import SEATS, Outcome, Role, View, is_right_guess
from engine.journal.header import Header
from engine.match import IllegalMove, Match
from engine.options import parse_options
from engine.seat import Seat
from engine.text import clean
from words.game_words import read_taboo_targets

type Table = Match[State, View, Move]

ATTACKER, DEFENDER = map(Seat, Role)
ENTRY = CATALOG["taboo"]


def start_match(target: str = "apple", **options: Any) -> Table:
    """A fresh match with these options."""
    return Match(Taboo(target=target, options=Options(**options)), "1")


def say_lines(match: Table, *lines: str) -> Table:
    """Lines said in turn, the attacker's first."""
    for line in lines:
        (seat,) = match.awaits
        match.submit(seat, Say(line=line))
    return match


def find_outcome(match: Table) -> Outcome | None:
    return match.view(None).outcome


def find_fault(match: Table, move: Move) -> str | None:
    (seat,) = match.awaits
    return match.game.fault(match.view(seat), move)


# The turns.


def test_the_attacker_begins_and_they_talk_in_turn() -> None:
    match = start_match()
    for seat in (ATTACKER, DEFENDER, ATTACKER):
        assert match.awaits == {seat}
        match.submit(seat, Say(line="Well."))
    assert match.view(None).talk == ("Well.",) * 3


def test_only_the_defender_may_guess() -> None:
    match = start_match()
    assert match.game.moves(match.view(ATTACKER)) == (Say,)
    assert find_fault(match, Guess(word="apple")) == "This is not the moment for that."
    say_lines(match, "Well.")
    assert match.game.moves(match.view(DEFENDER)) == (Say, Guess)
    assert match.game.moves(match.view(ATTACKER)) == ()


@pytest.mark.parametrize("turns", [1, 2, 5, 20])
@pytest.mark.parametrize(("limit", "winner"), [("draw", "draw"), ("attacker", "attacker")])
def test_after_all_turns_it_is_a_draw_or_the_attacker_wins(
    turns: int, limit: str, winner: str
) -> None:
    match = start_match(turns=turns, limit=limit)
    say_lines(match, *["Well."] * (2 * turns - 1))
    assert match.awaits == {DEFENDER}
    assert (match.view(DEFENDER).number, match.view(DEFENDER).left) == (turns, 0)
    say_lines(match, "Well.")
    assert not match.awaits
    assert find_outcome(match) == Outcome(winner, "limit")  # type: ignore[arg-type]
    assert match.view(None).number == turns
    half = {ATTACKER: 0.5, DEFENDER: 0.5}
    assert match.score == (half if winner == "draw" else {ATTACKER: 1.0, DEFENDER: 0.0})


def test_turns_are_counted_for_both_at_once() -> None:
    match = start_match()
    numbers = [match.view(None).number]
    for _ in range(9):
        say_lines(match, "Well.")
        numbers.append(match.view(None).number)
    assert numbers == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


# Saying the target.

FORMS = ("apple", "Apples!", "an APPLE pie", "apple-tree", "it is a p p l e", "a.p.p.l.e", "åpplés")


@pytest.mark.parametrize("line", FORMS)
def test_a_defender_who_says_the_target_in_any_form_loses(line: str) -> None:
    match = say_lines(start_match(), "What is in the pie?")
    assert (
        find_fault(match, Say(line=line)) is None
    )  # a fault would tell the defender what the target is
    say_lines(match, line)
    assert find_outcome(match) == Outcome("attacker", "said")
    assert match.score == {ATTACKER: 1.0, DEFENDER: 0.0}


@pytest.mark.parametrize("line", FORMS)
def test_an_attackers_slip_is_refused(line: str) -> None:
    match = start_match()
    told = find_fault(match, Say(line=line))
    assert told
    assert told.startswith("You may not say your target, “apple”, in any form: ")
    with pytest.raises(IllegalMove):
        say_lines(match, line)
    assert match.view(None).talk == ()


@pytest.mark.parametrize("line", FORMS)
def test_an_attackers_slip_loses_where_that_was_agreed_on(line: str) -> None:
    match = start_match(slip="lose")
    assert find_fault(match, Say(line=line)) is None
    say_lines(match, line)
    assert find_outcome(match) == Outcome("defender", "slip")
    assert match.score == {ATTACKER: 0.0, DEFENDER: 1.0}


def test_the_last_line_counts_before_the_limit() -> None:
    assert find_outcome(say_lines(start_match(turns=1), "Pie?", "Apples.")) == Outcome(
        "attacker", "said"
    )


@pytest.mark.parametrize("line", ["appliance", "pear", "an app, please", "maple"])
def test_other_words_are_no_slip(line: str) -> None:
    assert find_outcome(say_lines(start_match(slip="lose"), line, line)) is None


# The guess.


@pytest.mark.parametrize(
    "word", ["apple", "APPLE", "apples", " Apple!".strip(), "an apple", "the apples"]
)
def test_a_right_guess_wins_and_is_not_taken_for_talk(word: str) -> None:
    match = say_lines(start_match(), "Well.")
    match.submit(DEFENDER, Guess(word=word))
    assert find_outcome(match) == Outcome("defender", "guessed")
    assert match.view(None).talk == ("Well.",)
    assert match.view(None).guess == word


@pytest.mark.parametrize("word", ["pear", "pineapple", "tree"])
def test_a_wrong_guess_loses(word: str) -> None:
    match = say_lines(start_match(), "Well.")
    match.submit(DEFENDER, Guess(word=word))
    assert find_outcome(match) == Outcome("attacker", "wrong_guess")
    assert match.score == {ATTACKER: 1.0, DEFENDER: 0.0}


@pytest.mark.parametrize(
    "word",
    ["", " ", "!", "apple pear", "apple, pear", "apple/pear", "a\tb", "x" * 41, "the", "apple\n"],
)
def test_a_guess_is_a_single_word(word: str) -> None:
    told = find_fault(say_lines(start_match(), "Well."), Guess(word=word))
    assert (told is None) == (word == "the")
    assert told is None or told.startswith("A guess is ")


def test_one_guess_cannot_name_several_words() -> None:
    assert not is_right_guess("pear", "apple")
    assert (
        find_fault(say_lines(start_match(), "Well."), Guess(word="pear apple plum"))
        == "A guess is a single word."
    )


# The lines.


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "at least one word"),
        ("   ", "at least one word"),
        ("?!", "at least one word"),
        ("x" * (LONGEST_LINE + 1), "at most 200 characters"),
        ("two\nlines", "plain text"),
        ("\x1b[31mred", "plain text"),
        ("right \u202eto left", "plain text"),
    ],
)
def test_a_line_is_one_line_of_plain_text(line: str, wrong: str) -> None:
    for match in (start_match(), say_lines(start_match(), "Well.")):
        told = find_fault(match, Say(line=line))
        assert told
        assert wrong in told


def test_a_line_may_be_as_long_as_agreed_and_be_said_again() -> None:
    say_lines(start_match(), "x" * LONGEST_LINE, "x" * LONGEST_LINE)


@given(st.text(max_size=60).map(clean), st.sampled_from(read_taboo_targets()))
def test_what_a_defender_may_say_does_not_depend_on_the_target(line: str, other: str) -> None:
    faults = {
        match.game.fault(match.view(DEFENDER), Say(line=line))
        for match in (say_lines(start_match(word), "Well, well.") for word in ("quartz", other))
    }
    assert len(faults) == 1


@given(
    st.sampled_from(read_taboo_targets()),
    st.lists(st.sampled_from(["Well", "yes", *read_taboo_targets()[::40]]), min_size=1, max_size=8),
    st.sampled_from(["refuse", "lose"]),
)
def test_a_game_ends_exactly_when_the_target_is_said(
    target: str, words: list[str], slip: str
) -> None:
    match = start_match(target, slip=slip, turns=20)
    for word in words:
        line = f"Now {word}, I say."
        (seat,) = match.awaits
        slips = match_in_line(line, target) is not None
        if slips and seat == ATTACKER and slip == "refuse":
            assert find_fault(match, Say(line=line))
            continue
        match.submit(seat, Say(line=line))
        assert (find_outcome(match) is not None) == slips
        if slips:
            expected = Outcome("attacker", "said") if seat else Outcome("defender", "slip")
            assert find_outcome(match) == expected
            break


# What each may know.


def test_the_target_is_the_attackers_until_the_end() -> None:
    match = say_lines(start_match(word="apple", words=""), "Well.")
    assert match.view(ATTACKER).target == "apple"
    assert match.view(DEFENDER).target is None
    assert match.view(None).target is None
    assert "apple" not in repr(match.view(DEFENDER))
    say_lines(match, "Apple?")
    assert {match.view(seat).target for seat in (ATTACKER, DEFENDER, None)} == {"apple"}


def test_a_refused_slip_is_in_nobodys_view() -> None:
    match = start_match()
    with pytest.raises(IllegalMove):
        say_lines(match, "Mother made an apple pie.")
    assert "pie" not in repr([match.view(seat) for seat in (ATTACKER, DEFENDER, None)])


# The target.


def test_targets_are_drawn_from_ours_and_differ() -> None:
    drawn = {draw_target("", "", Random(seed)) for seed in range(50)}
    assert drawn <= set(read_taboo_targets())
    assert len(drawn) > 40
    assert draw_target("", "", Random("x")) == draw_target("", "", Random("x"))


def test_a_word_of_ones_own_is_taken_cleaned() -> None:
    assert draw_target("  Umbrella ", "", Random(1)) == "Umbrella"
    assert draw_target("café", "", Random(1)) == "café"


@pytest.mark.parametrize("word", ["ice cream", "ice-cream", "!", "x" * 41, "R2-D2"])
def test_a_target_is_a_single_word(word: str) -> None:
    with pytest.raises(OptionError, match="word: a target is a single word of at most 40"):
        draw_target(word, "", Random(1))


def test_a_file_of_words_is_read(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# my words\n\nlighthouse\n  harbour \nlighthouse\n", encoding="utf-8")
    drawn = {draw_target("", str(path), Random(seed)) for seed in range(30)}
    assert drawn == {"lighthouse", "harbour"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (None, "give a file with a target word in each line; .* cannot be read: No such file"),
        (b"\xff\xfe", "not UTF-8"),
        (b"# nothing\n", "there is no target word in 'words.txt'"),
        (b"fine\ntwo words\n", "words: 'words.txt': a target is a single word .* not 'two words'"),
    ],
)
def test_a_file_that_will_not_do_is_refused(tmp_path: Path, text: bytes | None, wrong: str) -> None:
    path = tmp_path / "words.txt"
    if text is not None:
        path.write_bytes(text)
    with pytest.raises(OptionError, match=wrong):
        draw_target("", str(path), Random(1))


def test_a_word_and_a_file_are_not_both_asked_for() -> None:
    with pytest.raises(OptionError, match="not both"):
        draw_target("apple", "words.txt", Random(1))


@pytest.mark.parametrize("material", [{}, {"target": ""}, {"target": "a b"}, {"target": 3}])
def test_a_journal_without_a_target_is_refused_without_quoting(material: dict[str, Any]) -> None:
    with pytest.raises(
        OptionError, match=r"^the material of Adversarial Taboo is a target word\.$"
    ):
        ENTRY.create(Options(), material)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"turns": "0"}, "turns must be a whole number from 1 to 20"),
        ({"turns": "21"}, "turns must be a whole number from 1 to 20"),
        ({"limit": "defender"}, "limit must be one of draw, attacker"),
        ({"slip": "win"}, "slip must be one of refuse, lose"),
        ({"prompt": "best"}, "prompt must be one of cot, naive"),
        ({"turn": "3"}, "Did you mean 'turns'"),
    ],
)
def test_options_are_checked(given: dict[str, str], wrong: str) -> None:
    with pytest.raises(OptionError, match=wrong):
        parse_options(Options, given)


# Narration.


def test_the_report_is_as_promised() -> None:
    match = say_lines(start_match(), "Pie?", "Cherries.", "And cider?")
    assert build_report(match.view(None)) == {
        "outcome": None,
        "reason": None,
        "target": None,
        "turns": [
            {"seat": "attacker", "say": "Pie?"},
            {"seat": "defender", "say": "Cherries."},
            {"seat": "attacker", "say": "And cider?"},
        ],
    }
    match.submit(DEFENDER, Guess(word="apple"))
    told = build_report(match.view(None))
    assert told["turns"][-1] == {"seat": "defender", "guess": "apple"}
    assert (told["outcome"], told["reason"], told["target"]) == ("defender", "guessed", "apple")


@pytest.mark.parametrize(
    ("match", "last"),
    [
        (
            say_lines(start_match(), "Pie?", "Apples."),
            "The attacker wins: the defender said “Apples”, a form of “apple”.",
        ),
        (
            say_lines(start_match(slip="lose"), "Apples?"),
            "The defender wins: the attacker said “Apples”, a form of “apple”.",
        ),
        (
            say_lines(start_match(turns=1), "Pie?", "Pears."),
            "A draw: 1 turn each, and the word was neither said nor guessed.",
        ),
        (
            say_lines(start_match(turns=2, limit="attacker"), "Pie?", "Pears.", "No.", "Well."),
            "The attacker wins: 2 turns each, and the word was not guessed.",
        ),
    ],
)
def test_narration_says_how_the_match_ended(match: Table, last: str) -> None:
    assert narrate(None, match.view(None))[-2:] == [last, "The target was “apple”."]


def test_seats_and_moves_are_named_as_promised() -> None:
    assert ENTRY.usual_seats() == SEATS == ("attacker", "defender")
    assert [kind.__name__ for kind in ENTRY.move_types] == ["Say", "Guess"]
    header = Header("taboo", "1", {}, {"target": "apple"}, dict.fromkeys(SEATS, "random"))
    assert ENTRY.create(Options(), header.material).seats == SEATS


# Compounds and parts.


@pytest.mark.parametrize(("target", "line"), [("toothbrush", "a brush"), ("brush", "toothbrushes")])
def test_compounds_and_parts_are_other_words_unless_the_option_says_otherwise(
    target: str, line: str
) -> None:
    loose = say_lines(start_match(target), "Well?", line)
    assert find_outcome(loose) is None
    say_lines(loose, line)  # nor is the attacker's line refused
    strict = say_lines(start_match(target, strict=True), "Well?", line)
    assert find_outcome(strict) == Outcome("attacker", "said")
    refused = find_fault(start_match(target, strict=True), Say(line=line))
    assert refused is not None
    assert "You may not say your target" in refused


@pytest.mark.parametrize(
    ("target", "line", "told"),
    [
        ("toothbrush", "a brush", "“brush”, a part of “toothbrush”"),
        ("speech", "Speak!", "“Speak”, a form of “speech”"),
        ("apple", "An apple.", "“apple”"),
    ],
)
def test_what_is_told_of_a_loss_is_what_was_said(target: str, line: str, told: str) -> None:
    view = say_lines(start_match(target, strict=True), "Well?", line).view(None)
    assert narrate(None, view)[-2] == f"The attacker wins: the defender said {told}."
    assert find_highlights(view).decisive[-1] == f" said {told}."
