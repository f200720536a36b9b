"""The feature extractor: features of statements, and guesses at the other word."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from engine.comet.beliefs import (
    MAX_FEATURES,
    MAX_TEXT,
    Beliefs,
    Feature,
    FeatureKind,
    HeardStatement,
    Note,
)
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.forms.giveaway import match_word
from engine.games.undercover.belief_values import LONGEST_GUESS, MAX_GUESSES, GuessedWord
from engine.games.undercover.view import View
from engine.llm.reply import LooseReply
from engine.quotation import quote_text
from engine.text import clean
from engine.text_list import format_bullets, number_lines


@dataclass(frozen=True, slots=True)
class FoundFeature:
    """A feature of a statement."""

    statement: int
    """The number of the statement in the question."""
    feature: Note
    kind: FeatureKind


class FoundFeatures(LooseReply):
    """The reply of the feature extractor."""

    features: tuple[FoundFeature, ...]
    other_word: Annotated[
        tuple[GuessedWord, ...], Field(json_schema_extra={"maxItems": MAX_GUESSES})
    ]


FEATURE_EXTRACTOR = Module(
    name="feature-extractor",
    title="feature extractor",
    sort="read",
    reply=FoundFeatures,
    task="""\
Extract the features that these statements give to the word of their speaker:
{statements}

Compare each feature with your own word:
- detailed: it is true of your word and of few other things.
- broad: it is true of your word, and of many other things as well.
- mismatch: it is not true of your word, or hardly. It then tells something about the other word.
Of a metaphor compare what it means, not what it says. One that fits your word has no mismatch.

What did not fit so far:
{mismatches}

Under "other_word" list up to three words that the other players may have, the likeliest first; \
leave the list empty until the features allow a guess. It is never your own word.""",
    form='{"features": [{"statement": <number>, "feature": "<feature>", '
    '"kind": "<detailed|broad|mismatch>"}], "other_word": ["<word>"]}',
)


def ask_for_features(frame: Frame, beliefs: Beliefs, new: Sequence[int]) -> ModuleQuestion:
    """Ask about the statements at these indices of `beliefs.heard`."""
    heard = [beliefs.heard[index] for index in new]
    return FEATURE_EXTRACTOR.ask(
        frame,
        choices={
            "features": {"maxItems": MAX_FEATURES * len(new)},
            "features.statement": range(1, len(new) + 1),
        },
        statements=number_lines(list(map(describe_statement, heard))),
        mismatches=format_bullets(
            f"{one.speaker}: {quote_text(text)}" for one, text in beliefs.mismatches
        ),
    )


def describe_statement(heard: HeardStatement) -> str:
    """Describe a statement with the reading of its metaphor."""
    said = f"{heard.speaker}: {quote_text(heard.text)}"
    if heard.fits is None:
        return said
    whose = {"mine": "your word", "other": "another word", "undecided": "either word"}
    meaning = f": {quote_text(heard.meaning)}" if heard.meaning else ""
    return f"{said} (a metaphor that fits {whose[heard.fits]}{meaning})"


def enter_features(
    view: View, beliefs: Beliefs, new: Sequence[int], reply: FoundFeatures
) -> Beliefs:
    """Store the features, and the guesses at the other word.

    A metaphor that was read as one for the own word has no mismatch, whatever the extractor says.
    """
    by_place: dict[int, list[Feature]] = {}
    for found in reply.features:
        text = clean(found.feature, MAX_TEXT)
        if not (1 <= found.statement <= len(new) and text):
            beliefs = beliefs.count_dropped(FEATURE_EXTRACTOR.name, 1)
            continue
        place = new[found.statement - 1]
        fits = beliefs.heard[place].fits == "mine"
        kind = "broad" if fits and found.kind == "mismatch" else found.kind
        by_place.setdefault(place, []).append(Feature(text, kind))
    for index, features in by_place.items():
        beliefs = beliefs.read(index, features=tuple(features[:MAX_FEATURES]))
    kept = read_guesses(view, reply.other_word)
    if kept or beliefs.guesses is None:
        beliefs = replace(beliefs, guesses=kept)
    return beliefs


def read_guesses(view: View, words: Sequence[str]) -> tuple[str, ...]:
    """Read guesses at the other word; the own word in any form is none."""
    guesses = (clean(word, LONGEST_GUESS) for word in words[: 4 * MAX_GUESSES])
    kept = [guess for guess in guesses if guess and not match_word(guess, view.word or "")]
    return tuple(dict.fromkeys(kept))[:MAX_GUESSES]
