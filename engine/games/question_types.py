"""Dataclasses for questions to people, an audience or a model, and for the highlights of a match.

A game returns them to the engine: what a person is asked about a move (`Dialogue`), what an
audience is asked about the next turn (`Poll`), what experiments ask a player about a position
(`PositionQuestion`), and the decisive and best moves of a finished match (`Highlights`).
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from engine.game import Seat
from engine.llm.prompt import Prompt, SentPrompt

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


type CorrectAnswers = tuple[tuple[bool | None, ...], ...]
"""By topic and answer: whether it is correct; `None` while that is secret."""
type MachineAnswers = Mapping[Seat, tuple[int | None, ...]]
"""By seat of a machine: its answer to each topic, as an index; `None` for another answer."""


@dataclass(frozen=True, slots=True)
class PollAnswer:
    """One answer that the audience may choose."""

    label: str
    """One or two words. May come from a player: clean it before it is shown."""
    note: str = ""
    """What is known about it so far. May come from a player."""


@dataclass(frozen=True, slots=True)
class Poll:
    """A question about what is revealed next, built from an onlooker's view."""

    question: str
    answers: tuple[PollAnswer, ...]
    """Two to ten answers, one for each digit."""
    topics: tuple[str, ...] = ("",)
    """The topics, all with the same answers; one empty topic if there is only one. May come from
    players."""
    quote: str = ""
    """The last line of the talk, if the question is about it. May come from a player."""


type Answers = tuple[str, ...]
"""What a person has answered so far, one text for each question."""


def _accept(_: Answers) -> None:
    """Accept all answers."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers to a question, chosen by its number."""

    number: int
    """The number to type, as shown on the table or in the list."""
    answer: str
    """The answer that the number stands for."""
    label: str
    """A description. May come from a player or a deck: clean it before it is shown."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a person, answered in one line."""

    name: str
    """The prompt, such as `Hint for 3, river`."""
    choices: tuple[Choice, ...] = ()
    """The answers to choose from; if empty, the answer is a line of text."""
    find_fault: Callable[[Answers], str | None] = _accept
    """Returns why the last of these answers is refused, given those before it; or `None`."""


@dataclass(frozen=True, slots=True)
class MoveForm[Move]:
    """One kind of move as a series of questions."""

    label: str
    """The name of the action, such as `Guess the word, which ends the game`."""
    questions: tuple[Question, ...]
    build_move: Callable[[Answers], Move]
    """Builds the move from all answers; raises `BadMove` if they are not a move."""
    confirmation: str = "Send this?"
    """The question before the move is sent."""
    audience: str = ""
    """Who will see the move, and when."""
    find_warning: Callable[[Answers], str | None] = _accept
    """Returns a warning about legal answers before they are sent, or `None`."""


@dataclass(frozen=True, slots=True)
class Dialogue[Move]:
    """Facts and questions for a person in the text interface without screens."""

    facts: tuple[str, ...]
    """The facts that the person needs, secrets included. May quote players."""
    request: str
    """The task, in a sentence."""
    forms: tuple[MoveForm[Move], ...]
    """The moves to choose from, at least one."""


@dataclass(frozen=True, slots=True)
class ShownBefore:
    """What a person in the text interface has been shown before a question."""

    public: Any = None
    """An onlooker's view, which was narrated."""
    last: Any = None
    """Their own view at their last question; `None` if this is the first."""
    is_erased: bool = True
    """Whether that question is out of sight, as the screen was erased."""


type Sentence = tuple[Seat | str, ...]
"""A sentence in parts: the players that it is about, by their seats, and the words between, which
may quote players."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A notable event of a finished match."""

    title: str
    """The title, such as `Best hint`."""
    sentence: Sentence
    number: int = 0
    """The number of its turn, from 1; 0 if it is about the whole match."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of a finished match."""

    decisive: Sentence = ()
    """The decisive moment; empty if there was none."""
    best: tuple[Highlight, ...] = ()
    """The best moves, by criteria of each game; empty if there were none."""


type Body = list[Element]
"""The elements of a page, in order."""


@dataclass(frozen=True, slots=True)
class PositionQuestion:
    """A question about a seat's view, and how answers are scored against the outcome."""

    name: str
    """Its name in experiments."""
    summary: str
    """What it asks, in a sentence."""
    seat: str
    """The seat whose view it is asked about."""
    answer_type: type[Any]
    """A dataclass, like a move."""
    arises: Callable[[Any], bool]
    """Whether it can be asked of this view."""
    build_prompt: Callable[..., Prompt]
    """Builds the prompt for a model from the view, and the settings of its seat by name."""
    fault: Callable[[Any, Any], str | None]
    """Returns why an answer to a view does not count; `None` if it does."""
    answer_by_vectors: Callable[[str, str, Any], Awaitable[Any]]
    """Answers with word vectors: a function of their space, the match's seed and the view."""
    compare: Callable[[Any, Any, Any], dict[str, Any]] | None = None
    """Compares an answer to a view with the view after the end: returns a row with a column
    `right`. The answer is `None` if the player gave none. Questions of a group have no `compare`.
    """
    see: Callable[[Callable[[str], Any]], Any] | None = None
    """Builds the view that the question is about from the views of all seats, by name; by default
    it is the view of the question's own seat."""
    answer_by_chance: Callable[[Random, Any], Any] | None = None
    """Answers at random."""
    read_prompt: Callable[[SentPrompt], Any] | None = None
    """Reads back the question's prompt into a view, for the mock model server; raises
    `UnknownPrompt` for any other prompt."""


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Questions about the same position that are asked independently, and compared together."""

    name: str
    """Its name in experiments."""
    summary: str
    """What it asks, in a sentence."""
    seat: str
    """The seat that is asked."""
    questions: tuple[PositionQuestion, ...]
    compare: Callable[[Any, Mapping[str, Any], Any], dict[str, Any]]
    """Compares the answers, by the names of their questions, to the last question's view with the
    view after the end: returns a row with a column `right`. Missing answers are `None`."""


def list_single_questions(
    known: Iterable[PositionQuestion | QuestionGroup],
) -> Iterator[PositionQuestion]:
    """Yield single questions, and those of groups one by one."""
    for one in known:
        yield from one.questions if isinstance(one, QuestionGroup) else (one,)
