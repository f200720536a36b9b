"""The sample of Decrypto for tests that run over every game."""

from random import Random
from typing import Any

from engine.games.decrypto import rules
from engine.games.decrypto.moves import CODES, Guess, Hint, Move, Words
from engine.games.decrypto.roles import TEAMS, Role
from engine.games.decrypto.view import View
from engine.seat import Seat
from tests.samples.sample import Sample, make_up_word


def _move(view: View, rng: Random) -> Move:
    if view.tied:
        a, b, c, d = (make_up_word(rng) for _ in range(4))
        return Words(keywords=(a, b, c, d))
    if view.hints is None:
        a, b, c = (make_up_word(rng) for _ in range(3))
        return Hint(words=(a, b, c))
    return Guess(code=rng.choice(CODES))


KEYWORDS = ["Quarkfennel", "Zephyrmollusk", "Gnomekrakatoa", "Vexedocelot"]
BLACK_KEYWORDS = ["Wyvernquoit", "Jackdawfjord", "Phlegmorchid", "Sphinxbodkin"]


def _choose_material(options: Any) -> dict[str, Any]:
    return {
        "keywords": KEYWORDS,
        **({"black_keywords": BLACK_KEYWORDS} if options.has_teams else {}),
    }


def _hidden(state: rules.State, seat: Seat | None) -> tuple[str, ...]:
    if state.team is None:
        return state.keywords if seat is None or Role(seat) is Role.INTERCEPTOR else ()
    assert state.other is not None
    sides = (state, state.other)
    own = None if seat is None else TEAMS[seat % 2]
    return tuple(word for side in sides if side.team != own for word in side.keywords)


SAMPLE = Sample(
    definition=rules.Decrypto,
    material={"keywords": KEYWORDS},
    choose_material=_choose_material,
    variants=(
        {},
        {"tokens": "1", "first_round_interception": "no"},
        {"swap_roles": "yes"},
        {"players": "4"},
        {"players": "4", "rounds": "1"},
        {"players": "7", "tokens": "1", "rounds": "3"},
        {"keyword_forms": "yes", "tries": "10", "blank_guess": "yes"},
        {"rounds": "24", "tokens": "4", "play_on": "yes", "reuse_hints": "yes"},
    ),
    move=_move,
    hidden=_hidden,
    faulty=(Hint(words=("", "b", "c")), Guess(code=(1, 1, 2))),
    withheld=lambda view: view.team is not None or view.role != Role.INTERCEPTOR,
    short={"rounds": "1"},
    explained={"tokens": "4"},
)
