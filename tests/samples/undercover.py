"""The sample of Undercover for tests that run over every game."""

from dataclasses import replace
from random import Random

from engine.game import Seat
from engine.games.undercover import (
    baseline_and_explanations,
    html_page,
    match_report,
    pragmatic,
    prompt,
    questions_for_people,
    rules,
)
from engine.games.undercover.view_and_moves import Accuse, Describe, Move, View
from tests.samples.sample import Parts, Sample, make_up_word


def _move(view: View, rng: Random) -> Describe | Accuse:
    if view.suspects:
        return Accuse(view.seats[rng.choice(view.suspects)])
    return Describe(f"{make_up_word(rng)} {make_up_word(rng)}")


def _other(state: rules.State, seat: Seat | None, rng: Random) -> rules.State:
    """Draw anew who of the living is undercover, the seat included, and the other word."""
    out = {done.out for done in state.rounds}
    living = [place for place in range(len(state.roles)) if place not in out]
    drawn = iter(rng.sample([state.roles[place] for place in living], len(living)))
    roles = tuple(role if place in out else next(drawn) for place, role in enumerate(state.roles))
    words = {role: make_up_word(rng) for role in roles}
    if seat is not None:
        words[roles[seat]] = state.words[seat]
    return replace(state, roles=roles, words=tuple(words[role] for role in roles))


def _hidden(state: rules.State, seat: Seat | None) -> tuple[str, ...]:
    return tuple({*state.words} - ({state.words[seat]} if seat is not None else set()))


SAMPLE = Sample(
    material={"pair": ["Quarkfennel", "Zephyrmollusk"]},
    variants=(
        {},
        {"seats": "3", "undercover": "1", "rounds": "2", "prompt": "naive", "words": "a,b"},
        {"seats": "10", "undercover": "4", "reveal_role": "yes", "order": "fixed"},
        {"seats": "6", "dead_votes": "yes"},
    ),
    move=_move,
    other=_other,
    hidden=_hidden,
    faulty=(Describe(""), Accuse("nobody")),
    withheld=lambda _: False,
    short={"rounds": "1"},
    explained={"seats": "5"},
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
        page=html_page,
        poll=questions_for_people,
    ),
)
