"""The metaphor generator: choose a feature and a kind of metaphor, then write the sentence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.comet.beliefs import MAX_TEXT, Beliefs, Method, Note, OwnMetaphor
from engine.comet.metaphor_theory import THEORY
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.games.undercover.moves import LONGEST_LINE, Sentence
from engine.games.undercover.view import View
from engine.llm.reply import LooseReply
from engine.quotation import quote_text
from engine.text import clean
from engine.text_list import format_bullets

METHODS: Mapping[Method, str] = {
    "ontological": """\
An ontological metaphor gives the target the existence of another thing: it becomes an object that \
can be held, a substance that can run out, a container, or a person who wants something. Choose a \
source whose most striking property is the feature; leave out what it is called.""",
    "structural": """\
A structural metaphor lets the target borrow the order of another thing: its parts, its roles and \
what follows from what. Choose a source in which something plays the part that the feature plays \
in the target; say how the parts go together, not what they are.""",
    "spatial": """\
A spatial metaphor puts the target into space: up and down, in and out, near and far, a path and \
its end. Choose a place or a movement that stands to its surroundings as the feature stands to \
the target.""",
}
"""By kind of metaphor: how to make one."""


class ChosenFeature(LooseReply):
    """The reply of the metaphor generator, when it chooses a feature."""

    feature: Note
    method: Method
    reason: Note


class WrittenMetaphor(LooseReply):
    """The reply of the metaphor generator, when it writes."""

    line: Sentence
    explanation: Note = ""


FEATURE_CHOOSER = Module(
    name="metaphor-feature",
    title="metaphor generator (feature)",
    sort="plan",
    reply=ChosenFeature,
    task="""\
You are going to describe your word by a metaphor. Players with your word shall understand that \
you have the same word; the others shall not find out what it is.

{theory}

What you know of the other word:
{mismatches}

Metaphors that worked, one of each kind:
{examples}

List features of your word for yourself. Choose one that is true of your word and not of the other \
one, and that nobody has described yet; and the kind of metaphor that carries it best.""",
    form='{"feature": "<feature>", "method": "<ontological|structural|spatial>", '
    '"reason": "<why>"}',
)


METAPHOR_WRITER = Module(
    name="metaphor-sentence",
    title="metaphor generator (sentence)",
    sort="write",
    reply=WrittenMetaphor,
    task="""\
Describe this feature of your word by a metaphor of the {method} kind: {feature}

{theory}

Experiences of earlier games:
{experiences}

Write one concise sentence. Players with your word shall recognise the feature by comparing your \
sentence with their word; the others shall not be able to name it. The sentence may not contain \
your word or a form of it. Under "explanation" say how source and feature correspond; nobody else \
reads it.{advice}""",
    form='{"line": "<your metaphor>", "explanation": "<how they correspond>"}',
)


def ask_for_feature(frame: Frame, beliefs: Beliefs, examples: Iterable[str]) -> ModuleQuestion:
    """Ask for the feature, and for the kind of metaphor."""
    return FEATURE_CHOOSER.ask(
        frame,
        theory=THEORY,
        mismatches=format_bullets(quote_text(text) for _, text in beliefs.mismatches),
        examples=format_bullets(examples, "none yet"),
    )


def ask_for_metaphor(
    frame: Frame, chosen: ChosenFeature, experiences: Iterable[str], advice: str
) -> ModuleQuestion:
    """Ask for the sentence and its explanation."""
    return METAPHOR_WRITER.ask(
        frame,
        method=chosen.method,
        feature=quote_text(clean(chosen.feature, MAX_TEXT)),
        theory=METHODS[chosen.method],
        experiences=format_bullets(experiences, "none yet"),
        advice=f"\nYour plan: {advice}" if advice else "",
    )


def enter_metaphor(
    view: View,
    beliefs: Beliefs,
    chosen: ChosenFeature,
    reply: WrittenMetaphor,
    shown: Sequence[str],
) -> Beliefs:
    """Store the metaphor that was said."""
    said = OwnMetaphor(
        view.number,
        clean(reply.line, LONGEST_LINE),
        clean(chosen.feature, MAX_TEXT),
        chosen.method,
        clean(reply.explanation, MAX_TEXT),
        tuple(shown),
    )
    earlier = tuple(one for one in beliefs.metaphors if one.round != view.number)
    return replace(beliefs, metaphors=(*earlier, said))
