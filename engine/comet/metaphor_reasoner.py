"""The metaphor reasoner: what a metaphor means, and whose word it fits.

It has three methods. `hypothesis` is Algorithm 1 of the paper: features of the agent's word are
matched with aspects of the metaphor, and matches and mismatches decide between two hypotheses.
`direct` asks only for the meaning, `replace` for the literal sentence that the metaphor stands for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from engine.comet.beliefs import MAX_TEXT, Beliefs, Note
from engine.comet.metaphor_theory import THEORY
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.games.undercover.belief_values import Side
from engine.games.undercover.view import View
from engine.llm.reply import LooseReply
from engine.quotation import quote_text
from engine.text import clean

type Verdict = Literal["weighed", "yes-no"]
"""How it is decided whose word a metaphor fits."""
MAX_PAIRS = 20
"""Maximum number of pairs of a feature and an aspect."""
MOST_PAIRS = Field(json_schema_extra={"maxItems": MAX_PAIRS})


STRENGTHS = (1, 2, 3)
"""The possible weights of a pair."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A feature of the agent's word and an aspect of the metaphor."""

    feature: Note
    aspect: Note
    verdict: Literal["match", "mismatch"]
    strength: Annotated[
        int, WithJsonSchema({"type": "integer", "minimum": STRENGTHS[0], "maximum": STRENGTHS[-1]})
    ]
    """From 1, weak, to 3, strong."""


class HypothesisTest(LooseReply):
    """The reply to a test of hypotheses."""

    features: Annotated[tuple[Note, ...], MOST_PAIRS]
    aspects: Annotated[tuple[Note, ...], MOST_PAIRS]
    pairs: Annotated[tuple[Pair, ...], MOST_PAIRS]
    meaning: Note


class DirectReading(LooseReply):
    """The reply to a question for the meaning."""

    meaning: Note
    fits: Side


class LiteralReading(LooseReply):
    """The reply to a question for the literal sentence."""

    literal: Note
    fits: Side


METAPHOR_REASONERS: Mapping[str, Module[Any]] = {
    "hypothesis": Module(
        name="metaphor-reasoner",
        title="metaphor reasoner (hypotheses)",
        sort="read",
        reply=HypothesisTest,
        task="""\
{theory}

{speaker} said: {statement}

Test two hypotheses: H0, this describes your own word, and H1, it describes something else.
1. Expand your word: list its features (what it does, what state it is in, how it is built, what \
it is for, what is typical of it), the most typical first.
2. Expand the metaphor: list its aspects (actions, feelings, states, structures, places), the \
likeliest first.
3. Put each feature beside the aspect that it may explain, and record a match if the aspect \
describes the feature, and a mismatch if it contradicts it. Give each a strength from 1 to 3.
4. Under "meaning" say in one sentence what the metaphor most probably says.
The matches and the mismatches decide; do not favour either hypothesis.""",
        form='{"features": ["<feature>"], "aspects": ["<aspect>"], "pairs": ['
        '{"feature": "<feature>", "aspect": "<aspect>", "verdict": "<match|mismatch>", '
        '"strength": <number>}], "meaning": "<meaning>"}',
    ),
    "direct": Module(
        name="metaphor-reasoner",
        title="metaphor reasoner (direct)",
        sort="read",
        reply=DirectReading,
        task="""\
{speaker} said: {statement}

This is a metaphor. What does it mean, and does it describe your own word (mine) or something \
else (other)? If you cannot tell, it is undecided.""",
        form='{"meaning": "<meaning>", "fits": "<mine|other|undecided>"}',
    ),
    "replace": Module(
        name="metaphor-reasoner",
        title="metaphor reasoner (replacement)",
        sort="read",
        reply=LiteralReading,
        task="""\
{speaker} said: {statement}

This is a metaphor. Replace its figurative words by literal ones until a plain sentence is left. \
Is that sentence true of your own word (mine), or only of something else (other)? If you cannot \
tell, it is undecided.""",
        form='{"literal": "<meaning>", "fits": "<mine|other|undecided>"}',
    ),
}
"""The module for each value of the setting `reasoning`."""


def ask_for_meaning(frame: Frame, beliefs: Beliefs, index: int, reasoning: str) -> ModuleQuestion:
    """Ask about the metaphor at an index of `beliefs.heard`."""
    heard = beliefs.heard[index]
    return METAPHOR_REASONERS[reasoning].ask(
        frame, theory=THEORY, speaker=heard.speaker, statement=quote_text(heard.text)
    )


def enter_meaning(
    view: View,  # noqa: ARG001
    beliefs: Beliefs,
    index: int,
    reply: HypothesisTest | DirectReading | LiteralReading,
    verdict: Verdict = "weighed",
) -> Beliefs:
    """Store the meaning of a metaphor, and whose word it fits.

    Args:
        view: The view of the seat.
        beliefs: The beliefs before.
        index: The index of the metaphor in `beliefs.heard`.
        reply: The reply.
        verdict: `yes-no` takes the best pair alone, and for the other word what is not sure.
    """
    degree: float | None = None
    match reply:
        case HypothesisTest(meaning=told):
            degree = rate_best_pair(reply) if verdict == "yes-no" else weigh_pairs(reply.pairs)
            fits = decide_side(degree)
        case DirectReading(meaning=told, fits=fits) | LiteralReading(literal=told, fits=fits):
            pass
    if verdict == "yes-no" and fits == "undecided":
        fits = "other"
    return beliefs.read(index, meaning=clean(told, MAX_TEXT), degree=degree, fits=fits)


FEATURE_WEIGHTS = (1.0, 0.85, 0.7, 0.55, 0.4)
ASPECT_WEIGHTS = (1.0, 0.8, 0.6)
"""By place in their list: the weights of features and aspects; the last one holds beyond."""


def rate_best_pair(reply: HypothesisTest) -> float:
    """Rate the best matching pair as the published code does: both weights times its score.

    The score of a pair is from 0 to 1; here its strength out of three. 0 without a match.
    """
    return max(
        (
            _weigh(pair.feature, reply.features, FEATURE_WEIGHTS)
            * _weigh(pair.aspect, reply.aspects, ASPECT_WEIGHTS)
            * min(max(pair.strength, STRENGTHS[0]), STRENGTHS[-1])
            / STRENGTHS[-1]
            for pair in reply.pairs[:MAX_PAIRS]
            if pair.verdict == "match"
        ),
        default=0.0,
    )


def _weigh(name: str, names: tuple[str, ...], weights: tuple[float, ...]) -> float:
    """Weigh a feature or an aspect by its place; one that is not in the list comes last."""
    place = names.index(name) if name in names else len(weights)
    return weights[min(place, len(weights) - 1)]


def weigh_pairs(pairs: tuple[Pair, ...]) -> float | None:
    """Compute the weighted share of matches among all pairs; `None` without pairs."""
    weights = [
        (pair.verdict == "match", min(max(pair.strength, STRENGTHS[0]), STRENGTHS[-1]))
        for pair in pairs[:MAX_PAIRS]
    ]
    total = sum(weight for _, weight in weights)
    return round(sum(weight for match, weight in weights if match) / total, 3) if total else None


def decide_side(degree: float | None) -> Side:
    """Accept H0 if matches outweigh mismatches, H1 if mismatches outweigh matches."""
    if degree is None or degree == 0.5:
        return "undecided"
    return "mine" if degree > 0.5 else "other"
