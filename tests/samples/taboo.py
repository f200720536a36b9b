"""The sample of Adversarial Taboo for tests that run over every game."""

from dataclasses import replace
from random import Random

from engine.game import Seat
from engine.games.taboo import (
    baseline_and_explanations,
    html_page,
    match_report,
    pragmatic,
    prompt,
    questions_for_people,
    rules,
)
from engine.games.taboo.view_and_moves import Guess, Move, Role, Say, View
from tests.samples.sample import Parts, Sample, make_up_word

TARGET = "Quarkfennel"


def _move(view: View, rng: Random) -> Say | Guess:
    chance = rng.random()
    if chance < 0.05 and (view.role is Role.DEFENDER or view.options.slip == "lose"):
        return Say(f"{make_up_word(rng)} {TARGET} {make_up_word(rng)}")
    if chance < 0.1 and view.role is Role.DEFENDER:
        return Guess(rng.choice((TARGET, make_up_word(rng))))
    return Say(f"{make_up_word(rng)} {make_up_word(rng)}")


def _other(state: rules.State, seat: Seat | None, rng: Random) -> rules.State:
    return state if seat == Seat(Role.ATTACKER) else replace(state, target=make_up_word(rng))


def _hidden(state: rules.State, seat: Seat | None) -> tuple[str, ...]:
    return () if seat == Seat(Role.ATTACKER) else (state.target,)


SAMPLE = Sample(
    material={"target": TARGET},
    variants=(
        {},
        {"turns": "2", "limit": "attacker", "prompt": "naive"},
        {"turns": "20", "slip": "lose"},
    ),
    move=_move,
    other=_other,
    hidden=_hidden,
    faulty=(Say(""), Say("two\nlines"), Guess("two words"), Guess("")),
    sequential=True,
    withheld=lambda view: view.role is Role.ATTACKER,
    short={"turns": "2"},
    explained={"turns": "20", "limit": "attacker"},
    parts=Parts[View, Move](
        prompt=prompt,
        prompt_reader=prompt,
        dialogue=questions_for_people,
        baseline=baseline_and_explanations,
        random_player=baseline_and_explanations,
        explanation=baseline_and_explanations,
        pragmatic=pragmatic,
        narration=match_report,
        report=match_report,
        rows=match_report,
        highlights=match_report,
        given_words=match_report,
        page=html_page,
        poll=questions_for_people,
    ),
)
