"""Questions about Decrypto: what a seat expects of the others (theory of mind)."""

from dataclasses import dataclass, replace
from typing import Any

from engine.game import Seat
from engine.games.decrypto.baseline import Baseline
from engine.games.decrypto.legality import find_guess_fault
from engine.games.decrypto.match_report import format_code
from engine.games.decrypto.prompt import build_prompt
from engine.games.decrypto.view import SEATS, Code, Guess, Role, View
from engine.games.part_protocols import PositionQuestion
from engine.llm.prompt import Prompt
from engine.text import join_paragraphs, quote_text

REQUEST = """\
You have given the hints of this round. Now predict: which code will the interceptor guess? The \
interceptor sees the past rounds and these hints, but neither the keywords nor the code, and \
guesses as well as it can.

Answer with one JSON object and nothing else: under "thoughts" your considerations in a few \
sentences, under "code" the guess that you expect, three different whole numbers from 1 to 4 in \
the order of the hints: {"thoughts": "...", "code": [3, 1, 4]}"""


@dataclass(frozen=True, slots=True)
class Prediction:
    """The guess that the encoder expects of the interceptor."""

    code: Code


def list_questions() -> tuple[PositionQuestion, ...]:
    """The questions that experiments may ask."""
    return (PREDICT_INTERCEPTOR,)


def _arises(view: View) -> bool:
    return view.hints is not None and not view.over


def _build_prompt(view: View, **settings: str) -> Prompt:
    """What the encoder was told before its hints, then code and hints, then the question."""
    assert view.hints is not None
    assert view.code is not None
    told = build_prompt(replace(view, hints=None), **settings)
    system = told.system.rpartition("\n\n")[0]  # the last paragraph asks for hints
    table = told.user.rpartition("\n\n")[0]  # so does this one
    hints = ", ".join(map(quote_text, view.hints))
    given = (
        f"The code of this round is {format_code(view.code)}.\n"
        f"The hints of this round, in the order of the code: {hints}."
    )
    return Prompt(system, join_paragraphs(table, given, REQUEST), prompt_hash=told.prompt_hash)


async def _answer_by_vectors(space: str, seed: str, view: View) -> Prediction:
    """Word vectors take the interceptor's place, and know nothing that it does not."""
    seen = replace(view, role=Role.INTERCEPTOR, keywords=None, code=None)
    guess = await Baseline(space, Seat(Role.INTERCEPTOR), seed).decide(seen, None)
    assert isinstance(guess, Guess)
    return Prediction(guess.code)


def _compare(view: View, answer: Prediction, end: View) -> dict[str, Any]:
    came = end.rounds[view.number - 1]
    return {
        "round": view.number,
        "predicted": list(answer.code),
        "guessed": list(came.interceptor),
        "right": answer.code == came.interceptor,
        "right_digits": sum(map(int.__eq__, answer.code, came.interceptor)),
        "expected_interception": answer.code == came.code,
        "interception": came.interception,
    }


PREDICT_INTERCEPTOR = PositionQuestion(
    name="predict-interceptor",
    summary="The encoder predicts the interceptor's guess after it has given its hints.",
    seat=SEATS[Role.ENCODER],
    answer_type=Prediction,
    arises=_arises,
    build_prompt=_build_prompt,
    fault=lambda _, answer: find_guess_fault(answer.code),
    answer_by_vectors=_answer_by_vectors,
    compare=_compare,
)
