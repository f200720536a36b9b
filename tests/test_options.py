"""Options: declared once, read from text, refused in words."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import OptionError
from engine.frozen_model import FrozenModel
from engine.games.decrypto.options import Options
from engine.options import list_declared_options, parse_options
from engine.suggestion import explain_unknown

READ = [
    ("rounds", "1", 1),
    ("rounds", "24", 24),
    ("rounds", " 8 ", 8),
    ("rounds", "08", 8),
    ("tokens", "4", 4),
    ("k", "4096", 4096),
    ("play_on", "yes", True),
    ("play_on", "YES", True),
    ("play_on", "on", True),
    ("play_on", "1", True),
    ("play_on", "true", True),
    ("play_on", "no", False),
    ("play_on", "Off", False),
    ("play_on", "0", False),
    ("play_on", "False", False),
    ("reuse_hints", "true", True),
    ("first_round_interception", "no", False),
    ("keywords", " a, b, c, d ", "a, b, c, d"),
    ("keywords", "", ""),
]
REFUSED = [
    ("rounds", "0", "rounds must be a whole number from 1 to 24, not 0."),
    ("rounds", "25", "rounds must be a whole number from 1 to 24, not 25."),
    ("rounds", "-1", "rounds must be a whole number from 1 to 24, not -1."),
    ("rounds", "--1", "rounds must be a whole number from 1 to 24, not '--1'."),
    ("rounds", "+1", "rounds must be a whole number from 1 to 24, not '+1'."),
    ("rounds", "1.0", "rounds must be a whole number from 1 to 24, not '1.0'."),
    ("rounds", "1e1", "rounds must be a whole number from 1 to 24, not '1e1'."),
    ("rounds", "1_0", "rounds must be a whole number from 1 to 24, not '1_0'."),
    ("rounds", "0x8", "rounds must be a whole number from 1 to 24, not '0x8'."),
    ("rounds", "٨", "rounds must be a whole number from 1 to 24, not '٨'."),
    ("rounds", "eight", "rounds must be a whole number from 1 to 24, not 'eight'."),
    ("rounds", "", "rounds must be a whole number from 1 to 24, not ''."),
    ("rounds", "8 8", "rounds must be a whole number from 1 to 24, not '8 8'."),
    ("rounds", "\x1b[31m8", "rounds must be a whole number from 1 to 24, not '\\x1b[31m8'."),
    ("tokens", "0", "tokens must be a whole number from 1 to 4, not 0."),
    ("tokens", "5", "tokens must be a whole number from 1 to 4, not 5."),
    ("k", "0", "k must be a whole number from 1 to 4096, not 0."),
    ("k", "4097", "k must be a whole number from 1 to 4096, not 4097."),
    ("play_on", "maybe", "play_on must be yes or no, not 'maybe'."),
    ("play_on", "", "play_on must be yes or no, not ''."),
    ("play_on", "2", "play_on must be yes or no, not '2'."),
    ("reuse_hints", "y", "reuse_hints must be yes or no, not 'y'."),
]


@pytest.mark.parametrize(("name", "text", "value"), READ)
def test_an_option_is_read_from_text(name: str, text: str, value: object) -> None:
    found = getattr(parse_options(Options, {name: text}), name)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(("name", "text", "sentence"), REFUSED)
def test_a_value_that_is_not_taken_is_refused_in_a_sentence(
    name: str, text: str, sentence: str
) -> None:
    with pytest.raises(OptionError) as caught:
        parse_options(Options, {name: text})
    assert str(caught.value) == sentence


@given(st.text())
def test_a_whole_number_is_read_or_refused_and_nothing_else(text: str) -> None:
    option = list_declared_options(Options)["rounds"]
    plain = text.strip()
    if plain.isascii() and plain.isdigit() and 1 <= int(plain[-9:]) <= 24 and len(plain) <= 9:
        assert option.parse(text) == int(plain)
    else:
        with pytest.raises(OptionError):
            option.parse(text)


def test_what_is_not_asked_for_stays_as_it_is() -> None:
    assert parse_options(Options, {}) == Options()
    assert parse_options(Options, {"rounds": "3"}) == Options(rounds=3)


def test_only_the_keywords_are_secret() -> None:
    assert [
        name for name, option in list_declared_options(Options).items() if option.mark.secret
    ] == ["keywords"]


@pytest.mark.parametrize(
    ("name", "near"),
    [("round", "rounds"), ("Rounds", "rounds"), ("play-on", "play_on"), ("token", "tokens")],
)
def test_an_unknown_option_is_named_with_its_nearest(name: str, near: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_options(Options, {name: "1"})
    assert str(caught.value) == (
        f"There is no option {name!r}. Did you mean {near!r}? There is: players, swap_roles, "
        "rounds, tokens, first_round_interception, play_on, keywords, reuse_hints, "
        "keyword_forms, tries, blank_guess, k."
    )


def test_what_is_near_nothing_gets_no_guess() -> None:
    assert (
        explain_unknown("seat", "\x1b[31m", ("a", "b"))
        == "There is no seat '\\x1b[31m'. There is: a, b."
    )
    assert len(explain_unknown("seat", "x" * 9999, ("a", "b"))) < 120


class Choosy(FrozenModel):
    style: Literal["plain", "rich"] = "plain"
    """How it looks."""


def test_a_choice_is_one_of_the_words() -> None:
    assert parse_options(Choosy, {"style": "rich"}) == Choosy(style="rich")
    with pytest.raises(OptionError, match=r"style must be one of plain, rich, not 'poor'\."):
        parse_options(Choosy, {"style": "poor"})


def test_a_former_name_of_an_option_is_still_understood() -> None:
    assert parse_options(Options, {"seats": "4"}).players == 4
    with pytest.raises(OptionError, match="players must be a whole number from 3 to 8, not 9"):
        parse_options(Options, {"seats": "9"})
    with pytest.raises(OptionError, match="seats is now called players; give it once"):
        parse_options(Options, {"players": "4", "seats": "5"})
