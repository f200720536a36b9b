"""Theory-of-mind questions that experiments ask the players of Decrypto.

The encoder predicts the guess of the interceptor or of the decoder. The interceptor says what it
takes the keywords to be; after it was told them, what it thought before, and what a second
interceptor thinks. Each question has a prompt, answers without a model, and scores of answers.
"""

from collections.abc import Callable, Mapping
from math import exp
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, WithJsonSchema

from engine.frozen_model import FrozenModel
from engine.games.decrypto.baseline import Baseline, read_hints
from engine.games.decrypto.belief_scores import guess_near_words, score_beliefs
from engine.games.decrypto.moves import CODES, LONGEST_HINT, Code, Guess
from engine.games.decrypto.prompt import build_prompt
from engine.games.decrypto.roles import SEATS, Role
from engine.games.decrypto.story import format_code
from engine.games.decrypto.view import View, find_guess_fault
from engine.games.position_question import PositionQuestion, QuestionGroup
from engine.moves import find_value_fault
from engine.players.vectors.similarity import load_word_vectors
from engine.prompt import Prompt
from engine.quotation import quote_text
from engine.seat import Seat
from engine.text import clean
from engine.wording import join_paragraphs
from words.lists import read_keywords as keyword_list

type Look = Callable[[str], View]
"""From a seat's name to its view."""

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
KEYWORDS_FORM = """\
Answer with one JSON object and nothing else: under "thoughts" your considerations in a few \
sentences, under "keywords" four words in the order of their numbers; leave a word empty where \
there is no idea at all.
{"thoughts": "<your thoughts>", "keywords": ["<first keyword>", "<second keyword>", \
"<third keyword>", "<fourth keyword>"]}"""
GUESS_KEYWORDS = f"""\
The hints of this round are not given yet. Say first: which four words do you take the keywords to \
be?

{KEYWORDS_FORM}"""
RECALL_GUESS = f"""\
The hints of this round are not given yet. You have just been told the keywords, which stand \
above. Before you were told, which four words did you take the keywords to be?

{KEYWORDS_FORM}"""
SECOND_INTERCEPTOR = f"""\
The hints of this round are not given yet. You have just been told the keywords, which stand \
above. A second interceptor has seen all that you have seen, but was not told the keywords. Which \
four words does the second interceptor take the keywords to be?

{KEYWORDS_FORM}"""
SHARPNESS = 8.0
"""Word vectors' inverse temperature of codes, for the confidence in a guess."""


type Idea = Annotated[
    str, WithJsonSchema({"type": "string", "minLength": 0, "maxLength": LONGEST_HINT})
]
"""A word, or nothing."""


class Prediction(FrozenModel):
    """The guess that the encoder expects from the interceptor."""

    code: Code


class DecoderPrediction(FrozenModel):
    """The guess that the encoder expects from the decoder."""

    code: Code
    confidence: float = Field(ge=0, le=100)
    """Its probability in per cent."""


class KeywordGuess(FrozenModel):
    """The interceptor's guess of the keywords."""

    keywords: tuple[Idea, Idea, Idea, Idea]


class RecalledGuess(KeywordGuess):
    """That guess, as the interceptor recalls it after it was told the keywords."""


class SecondGuess(KeywordGuess):
    """The guess that the interceptor, after it was told, attributes to a second interceptor."""


def list_questions() -> tuple[PositionQuestion | QuestionGroup, ...]:
    """List the questions that experiments may ask."""
    return (
        PREDICTS_INTERCEPTOR,
        PREDICTS_DECODER,
        REPRESENTATIONAL_CHANGE,
        FALSE_BELIEF,
        BELIEFS,
    )


# Predictions of the guesses.


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


async def _guess_as_interceptor(space: str, seed: str, view: View) -> Prediction:
    """Guess in the interceptor's place with word vectors, from its view alone.

    Ties are broken by a random generator of their own.
    """
    seen = view.model_copy(
        update={
            "role": Role.INTERCEPTOR,
            "seat": Seat(Role.INTERCEPTOR),
            "keywords": None,
            "code": None,
        }
    )
    own = f"{seed}/{PREDICTS_INTERCEPTOR.name}"
    guess = await Baseline(space, Seat(Role.INTERCEPTOR), own).decide(seen, None)
    assert isinstance(guess, Guess)
    return Prediction(code=guess.code)


async def _guess_as_decoder(space: str, seed: str, view: View) -> DecoderPrediction:
    """Guess in the decoder's place; the nearer other codes, the lower the confidence."""
    seen = view.model_copy(update={"role": Role.DECODER, "seat": Seat(Role.DECODER), "code": None})
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
    answer_by_chance=lambda rng, view: DecoderPrediction(
        code=_draw_code(rng, view), confidence=100 / (len(CODES) - len(view.used_codes))
    ),
    compare=_compare_decoder,
)


# The interceptor's beliefs, before and after it is told the keywords.


def _is_round_start(view: View) -> bool:
    """Whether a round from the second on has begun, and its hints are not given yet."""
    return view.hints is None and bool(view.rounds) and not view.over


def _reveal(look: Look) -> View:
    """Add the keywords to the interceptor's view."""
    return look(SEATS[Role.INTERCEPTOR]).model_copy(
        update={"keywords": look(SEATS[Role.ENCODER]).keywords}
    )


def _ask_interceptor(request: str) -> Callable[..., Prompt]:
    def build(view: View, **settings: Any) -> Prompt:  # noqa: ANN401
        """Build the interceptor's prompt without the request for a guess, and add the question."""
        # Both parts end with the request for a guess, which is cut off; the hints stay empty.
        told = build_prompt(view.model_copy(update={"hints": ("-", "-", "-")}), **settings)
        system, table = (part.rpartition("\n\n")[0] for part in (told.system, told.user))
        return Prompt(system, join_paragraphs(table, request), prompt_hash=told.prompt_hash)

    return build


def _find_words_fault(_: View, answer: KeywordGuess) -> str | None:
    for word in answer.keywords:
        if word.strip() and word.strip() != clean(word, LONGEST_HINT):
            return f"A word is plain text of at most {LONGEST_HINT} characters, or empty."
    return None


def _list_belief_question(
    name: str,
    answer_type: type[Any],
    request: str,
    summary: str,
    see: Callable[[Look], View] | None,
) -> PositionQuestion:
    async def answer_by_vectors(space: str, _: str, view: View) -> Any:  # noqa: ANN401
        """Answer from the hints, so that the answer is the same before and after the reveal."""
        return answer_type(keywords=guess_near_words(space, view))

    return PositionQuestion(
        name=name,
        summary=summary,
        seat=SEATS[Role.INTERCEPTOR],
        answer_type=answer_type,
        arises=_is_round_start,
        build_prompt=_ask_interceptor(request),
        fault=_find_words_fault,
        answer_by_vectors=answer_by_vectors,
        answer_by_chance=lambda rng, _: answer_type(keywords=tuple(rng.sample(keyword_list(), 4))),
        see=see,
    )


FIRST = _list_belief_question(
    "guess-keywords",
    KeywordGuess,
    GUESS_KEYWORDS,
    "The interceptor says what it takes the keywords to be.",
    None,
)
RECALLED = _list_belief_question(
    "recall-guess",
    RecalledGuess,
    RECALL_GUESS,
    "Told the keywords, the interceptor says what it took them to be.",
    _reveal,
)
SECOND = _list_belief_question(
    "second-interceptor",
    SecondGuess,
    SECOND_INTERCEPTOR,
    "Told the keywords, the interceptor says what a second one takes them to be.",
    _reveal,
)


def _compare_beliefs(view: View, answers: Mapping[str, Any], end: View) -> dict[str, Any]:
    """Score all answers; the view is that of the last question, which shows the keywords."""
    assert view.keywords is not None
    told = {name: list(one.keywords) if one else None for name, one in answers.items()}
    first, recalled, second = (told.get(one.name) for one in (FIRST, RECALLED, SECOND))
    scores = score_beliefs(view.keywords, first, recalled, second)
    asked = [name for name, one in (("rc", RECALLED), ("fb", SECOND)) if one.name in answers]
    passes = [scores[f"{name}_strong"] for name in asked]
    left = {"rc", "fb"} - {*asked}
    return {
        "round": view.number,
        "keywords": list(view.keywords),
        "first": first,
        "recalled": recalled,
        "second": second,
        **{
            name: None if name.partition("_")[0] in left else value
            for name, value in scores.items()
        },
        "right": None if None in passes else all(passes),
        "interception": end.rounds[view.number - 1].interception
        if view.number <= len(end.rounds)
        else None,
    }


def _group(name: str, summary: str, *questions: PositionQuestion) -> QuestionGroup:
    return QuestionGroup(name, summary, SEATS[Role.INTERCEPTOR], questions, _compare_beliefs)


REPRESENTATIONAL_CHANGE = _group(
    "representational-change",
    "Does the interceptor know, once it is told the keywords, what it thought before?",
    FIRST,
    RECALLED,
)
FALSE_BELIEF = _group(
    "false-belief",
    "Does the interceptor know, once it is told the keywords, what another one still thinks?",
    FIRST,
    SECOND,
)
BELIEFS = _group(
    "beliefs",
    "Representational change and false belief with the same first answer, and their agreement.",
    FIRST,
    RECALLED,
    SECOND,
)
