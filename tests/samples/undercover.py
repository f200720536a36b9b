"""The sample of Undercover for tests that run over every game."""

from random import Random

from engine.games.undercover import rules
from engine.games.undercover.moves import Accuse, Describe
from engine.games.undercover.view import View
from engine.seat import Seat
from tests.samples.sample import Sample, make_up_word


def _move(view: View, rng: Random) -> Describe | Accuse:
    if view.suspects:
        return Accuse(seat=view.seats[rng.choice(view.suspects)])
    return Describe(line=f"{make_up_word(rng)} {make_up_word(rng)}")


def _hidden(state: rules.State, seat: Seat | None) -> tuple[str, ...]:
    return tuple({*state.words} - ({state.words[seat]} if seat is not None else set()))


SAMPLE = Sample(
    definition=rules.Undercover,
    material={"pair": ["Quarkfennel", "Zephyrmollusk"]},
    variants=(
        {},
        {"players": "3", "undercover": "1", "rounds": "2", "prompt": "naive", "words": "a,b"},
        {"players": "10", "undercover": "4", "reveal_role": "yes", "order": "fixed"},
        {"players": "6", "dead_votes": "yes", "limit": "civilians", "tell_role": "yes"},
    ),
    move=_move,
    hidden=_hidden,
    faulty=(Describe(line=""), Accuse(seat="nobody")),
    withheld=lambda _: False,
    short={"rounds": "1"},
    explained={"players": "5"},
)
