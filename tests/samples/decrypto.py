"""The sample of Decrypto for tests that run over every game."""

from random import Random

from engine.games.decrypto import rules
from engine.games.decrypto.moves import CODES, Guess, Hint
from engine.games.decrypto.view import Role, View
from engine.seat import Seat
from tests.samples.sample import Sample, make_up_word


def _move(view: View, rng: Random) -> Hint | Guess:
    if view.hints is None:
        a, b, c = (make_up_word(rng) for _ in range(3))
        return Hint(words=(a, b, c))
    return Guess(code=rng.choice(CODES))


def _hidden(state: rules.State, seat: Seat | None) -> tuple[str, ...]:
    return state.keywords if seat is None or Role(seat) is Role.INTERCEPTOR else ()


SAMPLE = Sample(
    definition=rules.Decrypto,
    material={"keywords": ["Quarkfennel", "Zephyrmollusk", "Gnomekrakatoa", "Vexedocelot"]},
    variants=(
        {},
        {"tokens": "1", "first_round_interception": "no"},
        {"rounds": "24", "tokens": "4", "play_on": "yes", "reuse_hints": "yes"},
    ),
    move=_move,
    hidden=_hidden,
    faulty=(Hint(words=("", "b", "c")), Guess(code=(1, 1, 2))),
    withheld=lambda view: view.role != Role.INTERCEPTOR,
    short={"rounds": "1"},
    explained={"tokens": "4"},
)
