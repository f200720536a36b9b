"""The sample of Adversarial Taboo for tests that run over every game."""

from random import Random

from engine.games.taboo import rules
from engine.games.taboo.moves import Guess, Say
from engine.games.taboo.view import Role, View
from engine.seat import Seat
from tests.samples.sample import Sample, make_up_word

TARGET = "Quarkfennel"


def _move(view: View, rng: Random) -> Say | Guess:
    chance = rng.random()
    if chance < 0.05 and (view.role is Role.DEFENDER or view.options.slip == "lose"):
        return Say(line=f"{make_up_word(rng)} {TARGET} {make_up_word(rng)}")
    if chance < 0.1 and view.role is Role.DEFENDER:
        return Guess(word=rng.choice((TARGET, make_up_word(rng))))
    return Say(line=f"{make_up_word(rng)} {make_up_word(rng)}")


def _hidden(state: rules.State, seat: Seat | None) -> tuple[str, ...]:
    return () if seat == Seat(Role.ATTACKER) else (state.target,)


SAMPLE = Sample(
    definition=rules.Taboo,
    material={"target": TARGET},
    variants=(
        {},
        {"turns": "2", "limit": "attacker", "prompt": "naive"},
        {"turns": "20", "slip": "lose"},
    ),
    move=_move,
    hidden=_hidden,
    faulty=(Say(line=""), Say(line="two\nlines"), Guess(word="two words"), Guess(word="")),
    withheld=lambda view: view.role is Role.ATTACKER,
    short={"turns": "2"},
    explained={"turns": "20", "limit": "attacker"},
)
