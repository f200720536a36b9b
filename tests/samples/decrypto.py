"""The sample of Decrypto for tests that run over every game."""

from dataclasses import replace
from random import Random

from engine.game import Seat
from engine.games.decrypto import (
    baseline_and_explanations,
    html_page,
    match_report,
    pragmatic,
    prompt,
    questions_for_people,
    rules,
    theory_of_mind_questions,
)
from engine.games.decrypto.view_and_moves import CODES, Guess, Hint, Move, Role, View
from tests.samples.sample import Parts, Sample, make_up_word


def _move(view: View, rng: Random) -> Hint | Guess:
    if view.hints is None:
        a, b, c = (make_up_word(rng) for _ in range(3))
        return Hint((a, b, c))
    return Guess(rng.choice(CODES))


def _other(state: rules.State, seat: Seat | None, rng: Random) -> rules.State:
    code = rng.choice(CODES)
    match seat:
        case Role.ENCODER:
            return state
        case Role.DECODER:
            return replace(state, code=code)
    return replace(state, code=code, keywords=("other", "truths", "than", "these"))


def _hidden(state: rules.State, seat: Seat | None) -> tuple[str, ...]:
    return state.keywords if seat is None or Role(seat) is Role.INTERCEPTOR else ()


SAMPLE = Sample(
    material={"keywords": ["Quarkfennel", "Zephyrmollusk", "Gnomekrakatoa", "Vexedocelot"]},
    variants=(
        {},
        {"tokens": "1", "first_round_interception": "no"},
        {"rounds": "24", "tokens": "4", "play_on": "yes", "reuse_hints": "yes"},
    ),
    move=_move,
    other=_other,
    hidden=_hidden,
    faulty=(Hint(("", "b", "c")), Guess((1, 1, 2))),
    withheld=lambda view: view.role != Role.INTERCEPTOR,
    short={"rounds": "1"},
    explained={"tokens": "4"},
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
        events=match_report,
        highlights=match_report,
        given_words=match_report,
        questions=theory_of_mind_questions,
        page=html_page,
        poll=questions_for_people,
    ),
)
