"""Questions to Decrypto's interceptor about the keywords, before and after it is told them.

It says what it takes the keywords to be; after it was told them, what it thought before, and what a
second interceptor thinks.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import WithJsonSchema

from engine.frozen_model import FrozenModel
from engine.games.decrypto.belief_scores import guess_near_words, score_beliefs
from engine.games.decrypto.moves import LONGEST_HINT
from engine.games.decrypto.prompt import build_prompt
from engine.games.decrypto.roles import SEATS, Role
from engine.games.decrypto.view import View
from engine.games.position_question import PositionQuestion, QuestionGroup
from engine.joined_text import join_paragraphs
from engine.prompt import Prompt
from engine.text import clean
from words.game_words import read_keywords as keyword_list

type Look = Callable[[str], View]
"""From a seat's name to its view."""
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
type Idea = Annotated[
    str, WithJsonSchema({"type": "string", "minLength": 0, "maxLength": LONGEST_HINT})
]
"""A word, or nothing."""


class KeywordGuess(FrozenModel):
    """The interceptor's guess of the keywords."""

    keywords: tuple[Idea, Idea, Idea, Idea]


class RecalledGuess(KeywordGuess):
    """That guess, as the interceptor recalls it after it was told the keywords."""


class SecondGuess(KeywordGuess):
    """The guess that the interceptor, after it was told, attributes to a second interceptor."""


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
