"""Questions to Decrypto's encoder: which code will the interceptor, or the decoder, guess?"""

from collections.abc import Callable
from math import exp
from random import Random
from typing import Any

import numpy as np
from pydantic import Field

from engine.frozen_model import FrozenModel
from engine.games.decrypto.baseline import Baseline, read_hints
from engine.games.decrypto.moves import CODES, Code, Guess
from engine.games.decrypto.pragmatic_beliefs import infer_beliefs
from engine.games.decrypto.prompt import build_prompt
from engine.games.decrypto.roles import SEATS, Role
from engine.games.decrypto.story import format_code
from engine.games.decrypto.view import View, find_guess_fault
from engine.games.position_question import PositionQuestion
from engine.joined_text import join_paragraphs
from engine.move_json import find_value_fault
from engine.players.pragmatic.listeners import load_listeners
from engine.players.vectors.word_vectors import load_word_vectors
from engine.prompt import Prompt
from engine.quotation import quote_text
from engine.seat import Seat

PREDICT_INTERCEPTOR = """\
You have given the hints of this round. Now predict: which code will the interceptor guess? The \
interceptor sees the past rounds and these hints, but neither the keywords nor the code, and \
guesses as well as it can.

Answer with one JSON object and nothing else: under "thoughts" your considerations in a few \
sentences, under "code" the guess that you expect, three different whole numbers from 1 to 4 in \
the order of the hints.
{"thoughts": "<your thoughts>", "code": [<number of the first hint>, <number of the second hint>, \
<number of the third hint>]}"""
PREDICT_DECODER = """\
You have given the hints of this round. Now predict: which code will the decoder guess? The \
decoder sees the keywords, the past rounds and these hints, but not the code, and guesses as well \
as it can. Say also how sure you are that it will guess exactly this code.

Answer with one JSON object and nothing else: under "thoughts" your considerations in a few \
sentences, under "code" the guess that you expect, three different whole numbers from 1 to 4 in \
the order of the hints, under "confidence" how probable you think it is in per cent, from 0 to \
100.
{"thoughts": "<your thoughts>", "code": [<number of the first hint>, <number of the second hint>, \
<number of the third hint>], "confidence": <per cent>}"""
SHARPNESS = 8.0
"""Word vectors' inverse temperature of codes, for the confidence in a guess."""


class Prediction(FrozenModel):
    """The guess that the encoder expects from the interceptor."""

    code: Code


class DecoderPrediction(FrozenModel):
    """The guess that the encoder expects from the decoder."""

    code: Code
    confidence: float = Field(ge=0, le=100)
    """Its probability in per cent."""


def _has_hints(view: View) -> bool:
    return view.hints is not None and not view.over


def _ask_encoder(request: str) -> Callable[..., Prompt]:
    def build(view: View, **settings: Any) -> Prompt:  # noqa: ANN401
        """Build the encoder's prompt, with code, hints and question in place of the request."""
        assert view.hints is not None
        assert view.code is not None
        told = build_prompt(view.model_copy(update={"hints": None}), **settings)
        system = told.system.rpartition("\n\n")[0]  # the last paragraph asks for hints
        table = told.user.rpartition("\n\n")[0]  # so does this one
        hints = ", ".join(map(quote_text, view.hints))
        given = (
            f"The code of this round is {format_code(view.code)}.\n"
            f"The hints of this round, in the order of the code: {hints}."
        )
        return Prompt(system, join_paragraphs(table, given, request), prompt_hash=told.prompt_hash)

    return build


def _see_as_interceptor(view: View) -> View:
    seat = Seat(Role.INTERCEPTOR)
    return view.model_copy(
        update={"role": Role.INTERCEPTOR, "seat": seat, "keywords": None, "code": None}
    )


def _see_as_decoder(view: View) -> View:
    return view.model_copy(update={"role": Role.DECODER, "seat": Seat(Role.DECODER), "code": None})


async def _believe_as_interceptor(listeners: str, _: str, view: View) -> Prediction:
    """Guess in the interceptor's place as Parlour's own player does."""
    code, _belief = _find_likeliest(listeners, _see_as_interceptor(view))
    return Prediction(code=code)


async def _believe_as_decoder(listeners: str, _: str, view: View) -> DecoderPrediction:
    """Guess in the decoder's place as Parlour's own player does, and say how sure it is."""
    code, belief = _find_likeliest(listeners, _see_as_decoder(view))
    return DecoderPrediction(code=code, confidence=round(100 * belief, 1))


def _find_likeliest(listeners: str, view: View) -> tuple[Code, float]:
    """Find the likeliest code and its probability; of equal ones the first."""
    chances = infer_beliefs(load_listeners(listeners), view).chances
    best = max(range(len(CODES)), key=lambda place: chances[place])
    return CODES[best], chances[best]


async def _guess_as_interceptor(space: str, seed: str, view: View) -> Prediction:
    """Guess in the interceptor's place with word vectors, from its view alone.

    Ties are broken by a random generator of their own.
    """
    seen = _see_as_interceptor(view)
    own = f"{seed}/{PREDICTS_INTERCEPTOR.name}"
    guess = await Baseline(space, Seat(Role.INTERCEPTOR), own).decide(seen, None)
    assert isinstance(guess, Guess)
    return Prediction(code=guess.code)


async def _guess_as_decoder(space: str, seed: str, view: View) -> DecoderPrediction:
    """Guess in the decoder's place; the nearer other codes, the lower the confidence."""
    seen = _see_as_decoder(view)
    own = f"{seed}/{PREDICTS_DECODER.name}"
    guess = await Baseline(space, Seat(Role.DECODER), own).decide(seen, None)
    assert isinstance(guess, Guess)
    near = np.array(read_hints(load_word_vectors(space), seen).similarities)
    sums = {code: sum(near[row, digit - 1] for row, digit in enumerate(code)) for code in CODES}
    best = sums[guess.code]
    rivals = sum(exp(SHARPNESS * min(0.0, total - best)) for total in sums.values())
    return DecoderPrediction(code=guess.code, confidence=round(100 / rivals, 1))


def _draw_code(rng: Random, view: View) -> Code:
    return rng.choice([code for code in CODES if code not in view.used_codes])


def _compare_codes(
    view: View, answer: Prediction | DecoderPrediction | None, guessed: Code, end: View
) -> dict[str, Any]:
    came = end.rounds[view.number - 1]
    code = answer.code if answer else None
    return {
        "round": view.number,
        "answered": code is not None,
        "predicted": list(code) if code else None,
        "guessed": list(guessed),
        "right": code == guessed if code else None,
        "right_digits": sum(map(int.__eq__, code, guessed)) if code else None,
        "predicted_code": code == came.code if code else None,
        "interception": came.interception,
        "miscommunication": came.miscommunication,
    }


def _compare_interceptor(view: View, answer: Prediction | None, end: View) -> dict[str, Any]:
    guessed = end.rounds[view.number - 1].interceptor
    assert guessed is not None
    row = _compare_codes(view, answer, guessed, end)
    return {**row, "expected_interception": row["predicted_code"]}


def _compare_decoder(view: View, answer: DecoderPrediction | None, end: View) -> dict[str, Any]:
    row = _compare_codes(view, answer, end.rounds[view.number - 1].decoder, end)
    if answer is None:
        return {**row, "confidence": None, "brier": None}
    sure = answer.confidence / 100
    return {**row, "confidence": sure, "brier": (sure - row["right"]) ** 2}


PREDICTS_INTERCEPTOR = PositionQuestion(
    name="predict-interceptor",
    summary="The encoder predicts the interceptor's guess after it has given its hints.",
    seat=SEATS[Role.ENCODER],
    answer_type=Prediction,
    arises=_has_hints,
    build_prompt=_ask_encoder(PREDICT_INTERCEPTOR),
    fault=lambda _, answer: find_guess_fault(answer.code),
    answer_by_vectors=_guess_as_interceptor,
    answer_by_listeners=_believe_as_interceptor,
    answer_by_chance=lambda rng, view: Prediction(code=_draw_code(rng, view)),
    compare=_compare_interceptor,
)
PREDICTS_DECODER = PositionQuestion(
    name="predict-decoder",
    summary="The encoder predicts the decoder's guess, and says how sure it is.",
    seat=SEATS[Role.ENCODER],
    answer_type=DecoderPrediction,
    arises=_has_hints,
    build_prompt=_ask_encoder(PREDICT_DECODER),
    fault=lambda _, answer: find_value_fault(answer) or find_guess_fault(answer.code),
    answer_by_vectors=_guess_as_decoder,
    answer_by_listeners=_believe_as_decoder,
    answer_by_chance=lambda rng, view: DecoderPrediction(
        code=_draw_code(rng, view), confidence=100 / (len(CODES) - len(view.used_codes))
    ),
    compare=_compare_decoder,
)
