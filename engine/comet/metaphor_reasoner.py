"""The metaphor reasoner: does a metaphor mean the own word or another one?

`hypothesis` is Algorithm 1 of the paper: features of the own word and aspects of the metaphor are
matched, and the matches and mismatches decide between two hypotheses. `direct` asks for the
meaning alone, `replace` for the literal sentence that the metaphor stands for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.comet.beliefs import MAX_TEXT, Beliefs, Side
from engine.comet.module import THEORY, Frame, Module, Question
from engine.games.undercover.view import View
from engine.llm.reply import LooseReply
from engine.text import clean, quote_text

MAX_PAIRS = 20
"""The most pairs of a feature and an aspect that count."""
STRENGTHS = (1, 2, 3)
"""How much a pair may count."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A feature of the own word beside an aspect of the metaphor."""

    feature: str
    aspect: str
    verdict: Literal["match", "mismatch"]
    strength: int
    """From 1, weak, to 3, strong."""


@dataclass(frozen=True, slots=True)
class HypothesisTest(LooseReply):
    """The reply to a test of hypotheses."""

    features: tuple[str, ...]
    aspects: tuple[str, ...]
    pairs: tuple[Pair, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class DirectReading(LooseReply):
    """The reply to a question for the meaning."""

    meaning: str
    fits: Side


@dataclass(frozen=True, slots=True)
class LiteralReading(LooseReply):
    """The reply to a question for the literal sentence."""

    literal: str
    fits: Side


MODULES: Mapping[str, Module[Any]] = {
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
it is for, what is typical of it).
2. Expand the metaphor: list its aspects (actions, feelings, states, structures, places).
3. Put each feature beside the aspect that it may explain, and record a match if the aspect \
describes the feature, and a mismatch if it contradicts it. Give each a strength from 1 to 3.
4. Under "meaning" say in one sentence what the metaphor most probably says.
The matches and the mismatches decide; do not favour either hypothesis.""",
        form='{"features": ["..."], "aspects": ["..."], "pairs": [{"feature": "...", '
        '"aspect": "...", "verdict": "match", "strength": 2}], "meaning": "..."}',
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
        form='{"meaning": "...", "fits": "mine"}',
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
        form='{"literal": "...", "fits": "mine"}',
    ),
}
"""By the setting `reasoning`."""


def ask(frame: Frame, beliefs: Beliefs, index: int, reasoning: str) -> Question:
    """Ask about the metaphor at a place of `beliefs.heard`."""
    heard = beliefs.heard[index]
    return MODULES[reasoning].ask(
        frame, theory=THEORY, speaker=heard.speaker, statement=quote_text(heard.text)
    )


def apply(
    view: View,  # noqa: ARG001
    beliefs: Beliefs,
    index: int,
    reply: HypothesisTest | DirectReading | LiteralReading,
) -> Beliefs:
    """Enter what a metaphor means, and whose word it fits."""
    match reply:
        case HypothesisTest():
            degree = weigh_pairs(reply.pairs)
            meaning = clean(reply.meaning, MAX_TEXT)
            return beliefs.read(index, meaning=meaning, degree=degree, fits=decide(degree))
        case DirectReading():
            return beliefs.read(index, meaning=clean(reply.meaning, MAX_TEXT), fits=reply.fits)
        case LiteralReading():
            return beliefs.read(index, meaning=clean(reply.literal, MAX_TEXT), fits=reply.fits)


def weigh_pairs(pairs: tuple[Pair, ...]) -> float | None:
    """The share of matches in all pairs, by strength; `None` without a pair."""
    weights = [
        (pair.verdict == "match", min(max(pair.strength, STRENGTHS[0]), STRENGTHS[-1]))
        for pair in pairs[:MAX_PAIRS]
    ]
    total = sum(weight for _, weight in weights)
    return round(sum(weight for match, weight in weights if match) / total, 3) if total else None


def decide(degree: float | None) -> Side:
    """Accept H0 if matches outweigh mismatches, H1 if it is the other way round."""
    if degree is None or degree == 0.5:
        return "undecided"
    return "mine" if degree > 0.5 else "other"
