"""The rules of Decrypto, by example and by hypothesis."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import OptionError
from engine.forms.folding import fold_words
from engine.games.decrypto.highlights import find_highlights
from engine.games.decrypto.material import clean_keyword, draw_keywords, read_keyword_file
from engine.games.decrypto.moves import CODES, LONGEST_HINT, Code, Guess, Hint, Move
from engine.games.decrypto.options import Options
from engine.games.decrypto.report import build_report
from engine.games.decrypto.roles import Role
from engine.games.decrypto.rows import _describe_round
from engine.games.decrypto.rules import Decrypto, State
from engine.games.decrypto.story import describe_outcome, narrate
from engine.games.decrypto.view import Keywords, Outcome, View, find_hint_doubt
from engine.match import IllegalMove, Match
from engine.seat import Seat
from engine.text import clean

type Table = Match[State, View, Move]

KEYWORDS: Keywords = ("fire", "Mouse trap", "sunflower", "café")
ENCODER, DECODER, INTERCEPTOR = map(Seat, Role)
RIGHT, WRONG = True, False


def start_match(seed: str = "1", **options: Any) -> Table:
    """A fresh match with these options."""
    return Match(Decrypto(keywords=KEYWORDS, options=Options(**options)), seed)


def pick_other_code(code: Code) -> Code:
    return next(other for other in CODES if other != code)


def play_round(match: Table, decoder: bool, interceptor: bool) -> None:
    """One round in which each guesser is right or wrong."""
    code = match.view(ENCODER).code
    assert code is not None
    a, b, c = (f"round{match.turn}{letter}" for letter in "pqr")
    match.submit(ENCODER, Hint(words=(a, b, c)))
    match.submit(DECODER, Guess(code=code if decoder else pick_other_code(code)))
    match.submit(INTERCEPTOR, Guess(code=code if interceptor else pick_other_code(code)))


def find_fault(word: str, *before: str, match: Table | None = None) -> str | None:
    """What is wrong with `word` as the encoder's last hint, after `before` in the same round."""
    match = match or start_match()
    spare = [hint for hint in ("xylem", "quartz") if len(before) < 2][: 2 - len(before)]
    words = (*before, *spare, word)
    assert len(words) == 3
    return match.game.fault(match.view(ENCODER), Hint(words=(words[0], words[1], words[2])))


# The deal.


def test_there_are_24_codes_of_three_different_digits() -> None:
    assert len(set(CODES)) == 24
    assert all(len(set(code)) == 3 and set(code) <= {1, 2, 3, 4} for code in CODES)


def test_only_the_encoder_sees_the_code_and_only_the_team_the_keywords() -> None:
    match = start_match()
    encoder, decoder = match.view(ENCODER), match.view(DECODER)
    assert encoder.code in CODES
    assert encoder.keywords == decoder.keywords == KEYWORDS
    assert decoder.code is None
    for outside in (match.view(INTERCEPTOR), match.view(None)):
        assert outside.code is None
        assert outside.keywords is None
    assert match.awaits == {ENCODER}


def test_the_option_that_names_the_keywords_is_in_nobodys_view() -> None:
    match = start_match(keywords="fire, Mouse trap, sunflower, café")
    for seat in (*match.seats, None):
        assert match.view(seat).options == Options()


def test_the_seed_deals_the_codes() -> None:
    codes = {seed: start_match(seed).view(ENCODER).code for seed in map(str, range(60))}
    assert codes == {seed: start_match(seed).view(ENCODER).code for seed in codes}
    assert len(set(codes.values())) > 12


@settings(deadline=None, max_examples=25)
@given(st.integers())
def test_no_code_comes_twice_even_in_24_rounds(seed: int) -> None:
    match = start_match(str(seed), rounds=24, play_on=True)
    for _ in range(24):
        play_round(match, RIGHT, WRONG)
    assert match.score == {0: 1.0, 1: 1.0, 2: 0.0}
    assert {done.code for done in match.view(None).rounds} == set(CODES)


# A round.


def test_a_round_is_hints_and_then_two_guesses_at_once() -> None:
    match = start_match()
    match.submit(ENCODER, Hint(words=("ash", "night", "gold")))
    assert match.awaits == {DECODER, INTERCEPTOR}
    assert all(match.view(seat).hints == ("ash", "night", "gold") for seat in match.seats)
    before = match.view(DECODER)
    match.submit(INTERCEPTOR, Guess(code=(1, 2, 3)))
    assert match.view(DECODER) == before
    assert match.awaits == {DECODER}
    match.submit(DECODER, Guess(code=(4, 3, 2)))
    (done,) = match.view(None).rounds
    assert (done.hints, done.decoder, done.interceptor) == (
        ("ash", "night", "gold"),
        (4, 3, 2),
        (1, 2, 3),
    )
    assert match.awaits == {ENCODER}
    assert match.view(None).number == 2


def test_hints_are_grouped_by_the_keywords_they_stood_for() -> None:
    match = start_match(play_on=True)
    for _ in range(3):
        play_round(match, RIGHT, WRONG)
    view = match.view(INTERCEPTOR)
    for number in (1, 2, 3, 4):
        expected = [
            done.hints[done.code.index(number)] for done in view.rounds if number in done.code
        ]
        assert list(view.list_hints(number)) == expected
    assert view.used_codes == {done.code for done in view.rounds}


# The end.

GOOD, MISS, HIT, BOTH = (RIGHT, WRONG), (WRONG, WRONG), (RIGHT, RIGHT), (WRONG, RIGHT)


@pytest.mark.parametrize(
    ("options", "rounds", "outcome"),
    [
        ({}, [GOOD] * 8, Outcome("team", "survived", 8)),
        ({}, [MISS, *[GOOD] * 6, HIT], Outcome("team", "survived", 8)),
        ({}, [MISS, MISS], Outcome("interceptor", "miscommunication", 2)),
        ({}, [HIT, GOOD, HIT], Outcome("interceptor", "interception", 3)),
        ({}, [*[GOOD] * 6, HIT, HIT], Outcome("interceptor", "interception", 8)),
        ({}, [MISS, *[GOOD] * 6, MISS], Outcome("interceptor", "miscommunication", 8)),
        ({}, [BOTH, BOTH], Outcome("interceptor", "both", 2)),
        ({}, [MISS, GOOD, HIT, BOTH], Outcome("interceptor", "both", 4)),
        ({}, [BOTH, HIT], Outcome("interceptor", "interception", 2)),
        ({"tokens": 1}, [BOTH], Outcome("interceptor", "both", 1)),
        ({"tokens": 1}, [HIT], Outcome("interceptor", "interception", 1)),
        ({"tokens": 4}, [MISS, HIT] * 3 + [MISS], Outcome("interceptor", "miscommunication", 7)),
        ({"rounds": 1}, [GOOD], Outcome("team", "survived", 1)),
        ({"rounds": 1}, [BOTH], Outcome("team", "survived", 1)),
        ({"rounds": 24}, [GOOD] * 24, Outcome("team", "survived", 24)),
        ({"rounds": 2, "tokens": 3}, [BOTH, BOTH], Outcome("team", "survived", 2)),
        (
            {"first_round_interception": False, "tokens": 1},
            [HIT, HIT],
            Outcome("interceptor", "interception", 2),
        ),
        (
            {"first_round_interception": False, "tokens": 1, "rounds": 1},
            [HIT],
            Outcome("team", "survived", 1),
        ),
        (
            {"first_round_interception": False, "tokens": 1},
            [BOTH],
            Outcome("interceptor", "miscommunication", 1),
        ),
        (
            {"play_on": True},
            [MISS, MISS, *[HIT] * 6],
            Outcome("interceptor", "miscommunication", 2),
        ),
        (
            {"play_on": True, "tokens": 1, "rounds": 3},
            [GOOD, HIT, MISS],
            Outcome("interceptor", "interception", 2),
        ),
        ({"play_on": True}, [*[GOOD] * 7, BOTH], Outcome("team", "survived", 8)),
    ],
)
def test_the_game_ends_as_agreed(
    options: dict[str, Any], rounds: Sequence[tuple[bool, bool]], outcome: Outcome
) -> None:
    match = start_match(**options)
    for decoder, interceptor in rounds:
        assert match.score is None
        assert not match.view(None).over
        play_round(match, decoder, interceptor)
    view = match.view(None)
    assert view.outcome == outcome
    assert view.over
    assert view.keywords == KEYWORDS
    assert view.number == len(rounds)
    team = float(outcome.winner == "team")
    assert match.score == {ENCODER: team, DECODER: team, INTERCEPTOR: 1 - team}
    assert not match.awaits
    for seat in match.seats:
        assert match.view(seat).code is None
        with pytest.raises(IllegalMove, match="not the turn"):
            match.submit(seat, Guess(code=(1, 2, 3)))


def test_playing_on_keeps_the_secrets_after_the_decision() -> None:
    match = start_match(play_on=True)
    play_round(match, WRONG, WRONG)
    play_round(match, WRONG, WRONG)
    view = match.view(INTERCEPTOR)
    assert view.outcome == Outcome("interceptor", "miscommunication", 2)
    assert match.score is None
    assert view.keywords is None
    assert match.view(ENCODER).code is not None


def test_more_tokens_than_needed_still_end_the_game() -> None:
    """Tested with >=, so that a state with too many, however it came about, is over."""
    match = start_match(tokens=4, rounds=24)
    for _ in range(3):
        play_round(match, WRONG, WRONG)
    assert match.score is None
    fewer = Decrypto(keywords=KEYWORDS, options=Options(tokens=2, rounds=24))
    state = match._state
    assert not fewer.awaits(state)
    assert fewer.view(state, None).outcome == Outcome("interceptor", "miscommunication", 2)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(st.booleans(), st.booleans()), min_size=24, max_size=24),
    st.integers(1, 24),
    st.integers(1, 4),
    st.booleans(),
)
def test_playing_on_changes_no_outcome(
    guesses: list[tuple[bool, bool]], rounds: int, tokens: int, first: bool
) -> None:
    """The same guesses decide the same, whether or not the rest is played for data."""
    outcomes = []
    for play_on in (False, True):
        match = start_match(
            rounds=rounds, tokens=tokens, first_round_interception=first, play_on=play_on
        )
        for decoder, interceptor in guesses:
            if not match.awaits:
                break
            play_round(match, decoder, interceptor)
        outcomes.append((match.view(None).outcome, match.score))
        if play_on:
            assert len(match.view(None).rounds) == rounds
    assert outcomes[0] == outcomes[1]


# Hints.

FORBIDDEN = [
    ("", "may not be empty"),
    (" ", "may not be empty"),
    ("...", "may not be empty"),
    ("🔥", "may not be empty"),
    ("\u200b", "may not be empty"),
    ("___", "may not be empty"),
    ("\N{COMBINING ACUTE ACCENT}", "may not be empty"),
    ("a b c", "one or two words; “a b c” has 3"),
    ("one two three four", "has 4"),
    ("f i r e", "has 4"),
    ("x" * (LONGEST_HINT + 1), "at most 40 characters"),
    (" padded", "plain text"),
    ("two  spaces", "plain text"),
    ("line\nbreak", "plain text"),
    ("tab\there", "plain text"),
    ("\x1b[31mred", "plain text"),
    ("red\u202e", "plain text"),
    ("zero\u200bwidth", "plain text"),
    ("fi\u00adre", "plain text"),
    ("e\u0301clair", "plain text"),
    ("fire", "keyword 1, “fire”: … is the word itself"),
    ("FIRE", "keyword 1, “fire”: … is the word itself"),
    ("Fire!", "keyword 1, “fire”: … is the word itself"),
    ("fíre", "keyword 1, “fire”: … is the word itself"),
    ("\uff26\uff29\uff32\uff25", "keyword 1, “fire”: … is the word itself"),
    ("\ufb01re", "keyword 1, “fire”: … is the word itself"),
    ("fire's", "keyword 1, “fire”: … is the word itself"),
    ("fire\u2019s", "keyword 1, “fire”: … is the word itself"),
    ("fire🔥", "keyword 1, “fire”: … is the word itself"),
    ("big fire", "keyword 1, “fire”: … contains the word"),
    ("fire-eater", "keyword 1, “fire”: … contains the word"),
    ("fire1", "keyword 1, “fire”: … contains the word"),
    ("f.i.r.e", "keyword 1, “fire”: … spells the word out"),
    ("F-I-R-E", "keyword 1, “fire”: … spells the word out"),
    ("fi re", "keyword 1, “fire”: … spells the word out"),
    ("fires", "keyword 1, “fire”: … is a form of the word"),
    ("fired", "keyword 1, “fire”: … is a form of the word"),
    ("firing", "keyword 1, “fire”: … is a form of the word"),
    ("Fires", "keyword 1, “fire”: … is a form of the word"),
    ("forest fires", "keyword 1, “fire”: … is a form of the word"),
    ("mouse", "keyword 2, “Mouse trap”: … is a part of the word"),
    ("trap", "keyword 2, “Mouse trap”: … is a part of the word"),
    ("mousetrap", "keyword 2, “Mouse trap”: … spells the word out"),
    ("mouse-trap", "keyword 2, “Mouse trap”: … is the word itself"),
    ("mice", "keyword 2, “Mouse trap”: … is a form of a part of the word"),
    ("traps", "keyword 2, “Mouse trap”: … is a form of a part of the word"),
    ("trapped", "keyword 2, “Mouse trap”: … is a form of a part of the word"),
    ("sunflower", "keyword 3, “sunflower”: … is the word itself"),
    ("sun flower", "keyword 3, “sunflower”: … spells the word out"),
    ("sun-flower", "keyword 3, “sunflower”: … spells the word out"),
    ("sun flowers", "keyword 3, “sunflower”: … is a form of the word"),
    ("sunflowers", "keyword 3, “sunflower”: … is a form of the word"),
    ("café", "keyword 4, “café”: … is the word itself"),
    ("cafe", "keyword 4, “café”: … is the word itself"),
    ("CAFÉ", "keyword 4, “café”: … is the word itself"),
    ("cafés", "keyword 4, “café”: … is a form of the word"),
    ("Cafe bar", "keyword 4, “café”: … contains the word"),
    ("campfire", "keyword 1, “fire”: … it is a compound with the word"),
    ("sun", "keyword 3, “sunflower”: … is a part of the word"),
    ("flower", "keyword 3, “sunflower”: … is a part of the word"),
    ("flower power", "keyword 3, “sunflower”: … “flower” is a part of the word"),
    ("\ua4dd\ua4f2\ua4e3\ua4f0", "keyword 1, “fire”: … looks like the word"),  # in letters of Lisu
    ("fir\u0435", "“\u0435” (U+0435, cyrillic small letter ie) stands beside Latin letters"),
]
ALLOWED = [
    "flame",
    "fir",
    "rat poison",
    "coffee",
    "x" * LONGEST_HINT,
    "4",
    "3 1",
    "Ἀθῆναι",
    "שלום",
    "हिन्दी",
    "C++",
    "[red]",
    "<script>",
    "don't",
    "e-mail",
    "O'Neill",
    "ash 🔥",
    "firmament",
    "moonflower",
    "cap",
    "rafter",
    "mousse",
]


@pytest.mark.parametrize(("word", "why"), FORBIDDEN)
def test_a_forbidden_hint_is_refused_with_rule_and_word(word: str, why: str) -> None:
    found = find_fault(word)
    assert found is not None
    assert all(part in found for part in why.split("… "))
    assert found.endswith(".")


@pytest.mark.parametrize("word", ALLOWED)
def test_an_honest_hint_is_allowed(word: str) -> None:
    assert find_fault(word) is None


def test_the_tables_are_long_enough_to_mean_something() -> None:
    assert len(FORBIDDEN) + len(ALLOWED) >= 60


@pytest.mark.parametrize("word", ["123", "3 1", "1-2-3", "٣"])
def test_a_hint_without_a_letter_is_allowed_but_doubted(word: str) -> None:
    assert find_fault(word) is None
    assert "has no letter" in (find_hint_doubt(word) or "")


@pytest.mark.parametrize("word", ["tide", "route 66", "鲸"])
def test_a_hint_with_a_letter_is_not_doubted(word: str) -> None:
    assert find_hint_doubt(word) is None


@pytest.mark.parametrize("again", ["ember", "EMBER", "Ember!", "émber"])
def test_a_hint_is_not_repeated_in_a_round_or_later(again: str) -> None:
    repeated = f"“{again}” was already given in this game; a hint is not repeated."
    assert find_fault(again, "ember", "ash") == repeated
    match = start_match()
    match.submit(ENCODER, Hint(words=("ember", "night", "gold")))
    for guesser in (DECODER, INTERCEPTOR):
        match.submit(guesser, Guess(code=(1, 2, 3)))
    assert find_fault(again, match=match) == repeated
    free = start_match(reuse_hints=True)
    assert find_fault(again, "ember", "ash", match=free) is None


def test_a_form_of_an_earlier_hint_is_another_hint() -> None:
    assert find_fault("embers", "ember", "ash") is None


def test_the_first_bad_hint_is_the_one_complained_about() -> None:
    found = start_match().game.fault(start_match().view(ENCODER), Hint(words=("fine", "fires", "")))
    assert found is not None
    assert "“fires”" in found


def test_hints_are_three() -> None:
    match = start_match()
    words: list[tuple[str, ...]] = [(), ("a",), ("a", "b"), ("a", "b", "c", "d")]
    for given_ in words:
        found = match.game.fault(match.view(ENCODER), Hint.model_construct(words=given_))
        assert found == (f"Give three hints, one for each digit of the code, not {len(given_)}.")


# Guesses.


@given(st.lists(st.integers(-2, 9), max_size=5))
def test_a_guess_is_three_different_digits_from_1_to_4(digits: list[int]) -> None:
    match = start_match()
    match.submit(ENCODER, Hint(words=("a", "b", "c")))
    guess = Guess.model_construct(code=tuple(digits))
    legal = len(digits) == 3 and len(set(digits)) == 3 and set(digits) <= {1, 2, 3, 4}
    for seat in (DECODER, INTERCEPTOR):
        found = match.game.fault(match.view(seat), guess)
        assert found == (None if legal else "A guess is three different digits from 1 to 4.")


def test_a_used_code_may_be_guessed() -> None:
    match = start_match()
    play_round(match, RIGHT, WRONG)
    (used,) = match.view(DECODER).used_codes
    match.submit(ENCODER, Hint(words=("a", "b", "c")))
    assert match.game.fault(match.view(DECODER), Guess(code=used)) is None


def test_nobody_moves_out_of_turn() -> None:
    match = start_match()
    hint, guess = Hint(words=("a", "b", "c")), Guess(code=(1, 2, 3))
    wrong = "This is not the moment for that."
    for seat in (DECODER, INTERCEPTOR, None):
        assert match.game.fault(match.view(seat), guess) == wrong
        assert match.game.fault(match.view(seat), hint) == wrong
    assert match.game.fault(match.view(ENCODER), guess) == wrong
    match.submit(ENCODER, hint)
    assert match.game.fault(match.view(ENCODER), hint) == wrong
    assert match.game.fault(match.view(DECODER), hint) == wrong


# The keywords.


def test_four_words_are_taken_in_their_order_and_cleaned() -> None:
    asked = " fire, Mouse  trap ,\x1b[31msunflower,cafe\u0301"
    assert draw_keywords(asked, Random(1)) == (KEYWORDS,)


def test_our_own_deck_gives_four_different_words() -> None:
    drawn = {draw_keywords("", Random(seed))[0] for seed in range(40)}
    assert len(drawn) > 30
    assert all(len(set(words)) == 4 for words in drawn)
    assert draw_keywords("  ", Random(5)) == draw_keywords("", Random(5))


def test_a_deck_file_has_a_keyword_in_each_line(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("\ufeff# mine\n\nfire\r\nriver\n moon \nglass\nglass\n", encoding="utf-8")
    assert read_keyword_file(deck) == ["fire", "river", "moon", "glass"]
    drawn = {draw_keywords(str(deck), Random(seed))[0] for seed in range(30)}
    assert all(set(words) == {"fire", "river", "moon", "glass"} for words in drawn)
    assert len(drawn) > 5


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("a,b,c", "four words with commas between, not 3"),
        ("a,b,c,d,e", "four words with commas between, not 5"),
        ("a,b,c,", "a word of 1 to 40 characters, not ''"),
        ("a,b,c,!!", "a word of 1 to 40 characters, not '!!'"),
        (f"a,b,c,{'x' * 41}", "a word of 1 to 40 characters"),
        (f"a,b,c,{'x' * 9999}", "a word of 1 to 40 characters"),
        ("fire,b,c,fires", "'fire' and 'fires' are forms of one word"),
        ("fire,b,c,FIRE", "'fire' and 'FIRE' are forms of one word"),
        ("mouse,b,c,mice", "'mouse' and 'mice' are forms of one word"),
        ("fire", "or a deck file; 'fire' cannot be read: No such file"),
        ("~nobody-at-all/deck", "cannot be read: there is no such home folder"),
        ("a\0b", "cannot be read: it is not UTF-8 text"),
        (".", "cannot be read: Is a directory"),
        ("x" * 5000, "cannot be read: File name too long"),
    ],
)
def test_keywords_that_give_no_game_are_explained(asked: str, why: str) -> None:
    with pytest.raises(OptionError) as caught:
        draw_keywords(asked, Random(1))
    message = str(caught.value)
    assert message.startswith("keywords: ")
    assert why in message
    assert message.isprintable()
    assert len(message) < 400


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the deck 'deck.txt' has 0 keywords; it takes 4"),
        (b"a\nb\nc\n", "has 3 keywords; it takes 4"),
        (b"a\na\na\na\n", "has 1 keywords; it takes 4"),
        (b"fire\nfires\nfired\nfiring\nFIRE\n", "no four words of which none is a form of another"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"a\nb\nc\n!!!\n", "a word of 1 to 40 characters, not '!!!'"),
        (b"x" * 100_000, "a word of 1 to 40 characters"),
    ],
)
def test_decks_that_give_no_game_are_explained(tmp_path: Path, content: bytes, why: str) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_bytes(content)
    with pytest.raises(OptionError, match=why):
        draw_keywords(str(deck), Random(1))


@given(st.text())
def test_a_keyword_is_clean_or_refused(text: str) -> None:
    if not fold_words(clean(text, 41)) or len(clean(text, 41)) > 40:
        with pytest.raises(OptionError, match="1 to 40 characters"):
            clean_keyword(text)
    else:
        word = clean_keyword(text)
        assert 1 <= len(word) <= 40
        assert clean_keyword(word) == word


# Narration.


def test_the_report_is_what_programs_read() -> None:
    match = start_match(tokens=1)
    undecided = {"outcome": None, "reason": None, "decisive_round": None}
    assert build_report(match.view(None)) == {**undecided, "keywords": None, "rounds": []}
    assert build_report(match.view(DECODER))["keywords"] == list(match.view(DECODER).keywords or ())
    assert build_report(match.view(INTERCEPTOR))["keywords"] is None
    code = match.view(ENCODER).code
    assert code is not None
    play_round(match, WRONG, RIGHT)
    assert build_report(match.view(None)) == {
        "outcome": "interceptor",
        "reason": "both",
        "decisive_round": 1,
        "keywords": list(match.view(None).keywords or ()),
        "rounds": [
            {
                "code": list(code),
                "hints": ["round0p", "round0q", "round0r"],
                "decoder": list(pick_other_code(code)),
                "interceptor": list(code),
                "events": ["miscommunication", "interception"],
                "miscommunications": 1,
                "interceptions": 1,
            }
        ],
    }
    assert {str(build_report(match.view(seat))) for seat in (*match.seats, None)} == {
        str(build_report(match.view(None)))
    }


def test_the_report_counts_tokens_after_each_round_as_the_game_does() -> None:
    match = start_match(play_on=True, rounds=4, first_round_interception=False)
    for guesses in ((RIGHT, RIGHT), (WRONG, WRONG), (WRONG, RIGHT), (RIGHT, RIGHT)):
        play_round(match, *guesses)
    told = build_report(match.view(None))
    tokens = [(one["miscommunications"], one["interceptions"]) for one in told["rounds"]]
    assert tokens == [(0, 0), (1, 0), (2, 1), (2, 2)]
    assert told["decisive_round"] == 3
    assert (told["outcome"], told["reason"]) == ("interceptor", "miscommunication")


def test_narration_reports_every_event_once() -> None:
    match = start_match(tokens=1, first_round_interception=False)
    views = [match.view(None)]
    for _ in range(2):
        code = match.view(ENCODER).code
        assert code is not None
        a, b, c = (f"hint{match.turn}{letter}" for letter in "pqr")
        match.submit(ENCODER, Hint(words=(a, b, c)))
        views.append(match.view(None))
        match.submit(DECODER, Guess(code=code))
        match.submit(INTERCEPTOR, Guess(code=code))
        views.append(match.view(None))
    told = [narrate(None, views[0])]
    told += [narrate(before, after) for before, after in pairwise(views)]
    spoken = ["-".join(map(str, done.code)) for done in views[-1].rounds]
    assert told == [
        [],
        ["Round 1: the hints are “hint0p”, “hint0q”, “hint0r”."],
        [
            f"Round 1: the code was {spoken[0]}. The decoder said {spoken[0]}, right. "
            f"The interceptor said {spoken[0]}, right, which does not count in this round.",
            "Miscommunications 0, interceptions 0; 1 of either decide.",
        ],
        ["Round 2: the hints are “hint2p”, “hint2q”, “hint2r”."],
        [
            f"Round 2: the code was {spoken[1]}. The decoder said {spoken[1]}, right. "
            f"The interceptor said {spoken[1]}, right: an interception.",
            "Miscommunications 0, interceptions 1; 1 of either decide.",
            "The interceptor wins in round 2: one code was intercepted.",
            "The keywords were 1 fire, 2 Mouse trap, 3 sunflower, 4 café.",
        ],
    ]


def test_narration_for_a_seat_includes_what_it_alone_knows() -> None:
    match = start_match()
    encoder, decoder = match.view(ENCODER), match.view(DECODER)
    assert encoder.code is not None
    code = "-".join(map(str, encoder.code))
    keywords = "The keywords are 1 fire, 2 Mouse trap, 3 sunflower, 4 café."
    assert narrate(None, encoder) == [keywords, f"Round 1: your code is {code}."]
    assert narrate(None, decoder) == [keywords]
    assert narrate(None, match.view(INTERCEPTOR)) == narrate(None, match.view(None)) == []


def test_a_round_that_is_both_on_the_last_tokens_is_told_as_both() -> None:
    match = start_match(tokens=1)
    play_round(match, WRONG, RIGHT)
    view = match.view(None)
    assert view.outcome == Outcome("interceptor", "both", 1)
    told = describe_outcome(view.outcome, view)
    assert "the encoder and the decoder misunderstood once, and one code was intercepted" in told
    assert _describe_round(view, 1)["reason"] == "both"
    moment = find_highlights(view).decisive
    assert " and " not in str(moment[0])
    assert "intercepted it" in str(moment[-1])
