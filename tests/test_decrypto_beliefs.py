"""Theory of mind in Decrypto: scores by hand, silent players, prompts that keep secrets."""

from dataclasses import replace
from typing import Any

import pytest

from engine.games.catalog import CATALOG
from engine.games.decrypto.belief_questions import BELIEFS, FIRST, RECALLED, SECOND
from engine.games.decrypto.belief_scores import is_same_keyword, score_beliefs
from engine.games.decrypto.options import Options
from engine.games.decrypto.prediction_questions import (
    PREDICTS_DECODER,
    PREDICTS_INTERCEPTOR,
    DecoderPrediction,
)
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import Round, View
from engine.llm.reply import parse_move
from engine.seat import Seat
from tests.rehearsing import answer_in_process
from tests.single_questions import list_single_questions
from tests.test_prompt_facts import find_untold

TRUTH = ("boat", "wolf", "salt", "clock")
WRONG = ("ship", "dog", "salt", "watch")
OTHER = ("train", "cat", "pepper", "bell")
BLANKS = ("", "unknown", "?", "no idea")
ROUND = Round(("ocean", "mast", "midnight"), (3, 1, 4), (3, 1, 4), (2, 1, 3))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Wolf", "wolf", True),
        ("wolves", "wolf", True),
        ("colour", "color", True),
        ("ice cream", "icecream", True),
        ("café", "cafe", True),
        ("wolf", "dog", False),
        ("werewolf", "wolf", False),
        ("a wolf", "The wolves", True),
        ("lenses", "lens", True),
        ("musical", "music", False),
        ("don't know", "don't know", False),
        ("", "", False),
        ("unknown", "unknown", False),
    ],
)
def test_keywords_are_compared_by_form(one: str, other: str, *, same: bool) -> None:
    assert is_same_keyword(one, other) is same


def scores(*answers: tuple[str, ...] | None) -> dict[str, object]:
    return score_beliefs(TRUTH, *answers)


def test_a_player_that_never_answers_passes_nothing() -> None:
    for silence in (None, BLANKS):
        found = scores(silence, silence, silence)
        names = ("rc_strong", "rc_weak", "fb_strong", "fb_weak", "agreement", "first_wrong")
        assert [found[name] for name in names] == [None] * 6
        assert not found["first_answered"]
        half = scores(WRONG, silence, WRONG)
        assert (half["rc_strong"], half["rc_weak"], half["fb_strong"]) == (None, None, True)


def test_a_player_that_always_tells_the_truth() -> None:
    found = scores(TRUTH, TRUTH, TRUTH)
    assert found["first_wrong"] is False  # conditioned on a wrong first answer it does not count
    assert (found["rc_strong"], found["fb_strong"]) == (True, True)
    assert (found["rc_weak"], found["fb_weak"]) == (False, False)
    claims = scores(WRONG, TRUTH, TRUTH)
    assert (claims["rc_strong"], claims["rc_weak"], claims["rc_weak_share"]) == (False, False, 0.0)


def test_a_player_that_repeats_itself() -> None:
    found = scores(WRONG, WRONG, WRONG)
    passed = ("rc_strong", "rc_weak", "fb_strong", "fb_weak", "agreement")
    assert [found[name] for name in passed] == [True] * 5


def test_partial_credit_is_by_keyword() -> None:
    found = scores(WRONG, ("ship", "Dogs", "pepper", ""), OTHER)
    assert found["first_share"] == 0.25
    assert found["rc_strong_share"] == 0.5  # ship and dog, of four words that were said
    assert found["rc_weak_share"] == pytest.approx(2 / 3)  # of ship, dog and watch
    assert found["fb_strong_share"] == 0.0
    assert found["fb_weak_share"] == 1.0
    assert found["agreement_share"] == 0.25  # pepper; a blank agrees with no word
    blanks = scores(("ship", "", "", ""), ("ship", "", "", ""), None)
    assert (blanks["rc_strong"], blanks["rc_strong_share"]) == (True, 1.0)


@pytest.mark.parametrize(
    ("later", "strong", "weak", "strong_share", "weak_share"),
    [  # the first answer: ship, dog, salt, watch, of which salt is right
        (WRONG, True, True, 1.0, 1.0),
        (("Ships", "a dog", "SALT", "watches"), True, True, 1.0, 1.0),
        (TRUTH, False, False, 0.25, 0.0),
        (("ship", "wolf", "salt", "clock"), False, True, 0.5, 1 / 3),
        (("boat", "wolf", "pepper", "clock"), False, True, 0.0, 0.0),
        (OTHER, False, True, 0.0, 1.0),
        (("ship", "dog", "watch", "salt"), False, True, 0.5, 1.0),
        (("boat", "", "", ""), False, False, 0.0, 0.0),  # a blank says nothing: no pass
        (("ship", "", "unknown", ""), False, True, 0.25, 1 / 3),
        (("", "", "", "clock"), False, False, 0.0, 0.0),
        (BLANKS, None, None, None, None),
        (None, None, None, None, None),
    ],
)
def test_later_answers_by_hand(
    later: tuple[str, ...] | None, *, strong: Any, weak: Any, strong_share: Any, weak_share: Any
) -> None:
    found = scores(WRONG, later, later)
    for name in ("rc", "fb"):
        assert (found[f"{name}_strong"], found[f"{name}_weak"]) == (strong, weak)
        assert found[f"{name}_strong_share"] == pytest.approx(strong_share)
        assert found[f"{name}_weak_share"] == pytest.approx(weak_share)


def test_who_repeats_a_wrong_first_answer_passes_strong_and_weak() -> None:
    for first in (WRONG, OTHER, ("boat", "", "", ""), ("", "unknown", "salt", "watch")):
        found = scores(first, first, first)
        names = ("rc_strong", "rc_weak", "fb_strong", "fb_weak")
        assert [found[name] for name in names] == [True] * 4
        assert found["first_wrong"]
    half = scores(("boat", "", "", ""), ("boat", "", "", ""), TRUTH)
    assert (half["fb_strong"], half["fb_weak"], half["rc_weak_share"]) == (False, False, None)


def make_view(**changes: Any) -> View:
    whole = View(
        role=Role.INTERCEPTOR,
        seat=Seat(Role.INTERCEPTOR),
        number=2,
        keywords=None,
        code=None,
        hints=None,
        rounds=(ROUND,),
        options=Options(),
        outcome=None,
        over=False,
    )
    return whole.model_copy(update=changes)


@pytest.mark.parametrize("wording", ["1", "3", "5"])
def test_the_first_question_hides_the_keywords_and_the_others_tell_them(wording: str) -> None:
    told = {"encoder": make_view(role=Role.ENCODER, keywords=TRUTH, code=(1, 2, 3))}
    looks = {**told, "interceptor": make_view()}
    assert FIRST.see is None
    first = FIRST.build_prompt(looks["interceptor"], wording=wording)
    assert not any(word in first.system + first.user for word in TRUTH)
    for question in (RECALLED, SECOND):
        assert question.see is not None
        view = question.see(looks.__getitem__)
        prompt = question.build_prompt(view, wording=wording)
        assert all(f'"{word}"' in prompt.user for word in TRUTH)
        assert "1-2-3" not in prompt.user
        assert find_untold("decrypto", view, prompt) == []
    assert not FIRST.arises(make_view(rounds=(), number=1))


def test_the_rehearsal_server_answers_every_question() -> None:
    hints = ("sea", "pack", "tick")
    encoder = make_view(role=Role.ENCODER, keywords=TRUTH, code=(1, 2, 4), hints=hints)
    informed = make_view(keywords=TRUTH)
    views = {"encoder": encoder, "interceptor": informed}
    for question in list_single_questions(CATALOG["decrypto"].list_questions()):
        view = make_view() if question is FIRST else views[question.seat]
        prompt = question.build_prompt(view)
        for model in ("word2vec", "random"):
            kinds = (question.answer_type,)
            answer = parse_move(kinds, answer_in_process(prompt, kinds, model), prompt.aliases)
            assert question.fault(view, answer) is None, question.name


def test_predictions_are_asked_with_all_that_the_encoder_knows() -> None:
    view = make_view(
        role=Role.ENCODER, keywords=TRUTH, code=(1, 2, 4), hints=("sea", "pack", "tick")
    )
    for question in (PREDICTS_INTERCEPTOR, PREDICTS_DECODER):
        prompt = question.build_prompt(view)
        assert find_untold("decrypto", view.model_copy(update={"code": None}), prompt) == []
        assert "The code of this round is 1-2-4." in prompt.user


def test_predictions_are_compared_with_what_came_and_silence_is_no_answer() -> None:
    view = make_view(role=Role.ENCODER, keywords=TRUTH, code=(3, 1, 4), number=1, rounds=())
    end = make_view(over=True, number=1)
    compare = PREDICTS_DECODER.compare
    assert compare is not None
    row = compare(view, DecoderPrediction(code=(3, 1, 4), confidence=75), end)
    assert (row["right"], row["confidence"], row["brier"]) == (True, 0.75, 0.0625)
    silent = compare(view, None, end)
    assert (silent["right"], silent["answered"], silent["brier"]) == (None, False, None)
    wild = DecoderPrediction.model_construct(code=(3, 1, 4), confidence=101)
    assert PREDICTS_DECODER.fault(view, wild)
    informed = make_view(keywords=TRUTH)
    answers = dict.fromkeys((FIRST.name, RECALLED.name, SECOND.name))
    found = BELIEFS.compare(informed, answers, end)
    assert (found["right"], found["first_answered"]) == (None, False)
    assert Seat(Role.INTERCEPTOR) == 2


def test_guesses_of_recorded_games_that_are_no_codes_are_told() -> None:
    odd = replace(ROUND, interceptor=(0, 0, 9))
    view = make_view(rounds=(odd,))
    prompt = FIRST.build_prompt(view)
    assert find_untold("decrypto", view, prompt) == []
