"""What the parts of a game exchange with the engine: polls, dialogues, highlights, questions."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from engine.game import Seat
from engine.games.prompt_reading import SentPrompt
from engine.llm.prompt import Prompt

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
    """What is known of it so far. May come from a player."""


@dataclass(frozen=True, slots=True)
class Poll:
    """A question about what is revealed next, built from an onlooker's view."""

    question: str
    answers: tuple[PollAnswer, ...]
    """Two to ten answers, one for each digit."""
    topics: tuple[str, ...] = ("",)
    """What is asked about, each with the same answers; one empty topic if there is only one.
    May come from players."""
    quote: str = ""
    """The last words, if the question is about them. May come from a player."""


type Answers = tuple[str, ...]
"""What a person has answered so far, one text for each question."""


def _accept(_: Answers) -> None:
    """Find nothing wrong."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers to a question, chosen by its number."""

    number: int
    """The number to type, as everybody sees it on the table or in the list."""
    answer: str
    """The answer that it stands for."""
    label: str
    """What it is, in words. May come from a player or a deck: clean it before it is shown."""


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that a person is asked for, in a line."""

    name: str
    """What is asked for, such as `Hint for 3, river`."""
    choices: tuple[Choice, ...] = ()
    """The answers to choose from; without any, the answer is a line of text."""
    find_fault: Callable[[Answers], str | None] = _accept
    """Why the last of these answers is refused, after those before it."""


@dataclass(frozen=True, slots=True)
class MoveForm[Move]:
    """One kind of move as a series of questions."""

    label: str
    """What the person does with it, such as `Guess the word, which ends the game`."""
    questions: tuple[Question, ...]
    build_move: Callable[[Answers], Move]
    """Build the move from all answers; raises `BadMove` if they make none."""
    confirmation: str = "Send this?"
    """The last question before the move counts."""
    audience: str = ""
    """Who will see the move, and when."""
    find_warning: Callable[[Answers], str | None] = _accept
    """What the person should know before they send these answers, though they are legal."""


@dataclass(frozen=True, slots=True)
class Dialogue[Move]:
    """What a person is told and asked, line by line, where nothing is drawn."""

    facts: tuple[str, ...]
    """What the person needs to know, their secrets included. May quote players."""
    request: str
    """What they are to do, in a sentence."""
    forms: tuple[MoveForm[Move], ...]
    """The moves to choose from, at least one."""


type Sentence = tuple[Seat | str, ...]
"""A sentence in parts: the players that it is about, by their seats, and the words between, which
may quote players."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something worth telling of a finished match."""

    title: str
    """`Best hint`."""
    sentence: Sentence
    number: int = 0
    """The turn in which it was, counted from 1; 0 if it is about the whole match."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """What is told of a finished match besides who has won."""

    decisive: Sentence = ()
    """The moment that decided it; empty if there was none."""
    best: tuple[Highlight, ...] = ()
    """The best of what was said and done, by rules that each game states; only what there was."""


type Body = list[Element]
"""The elements of a page, in order."""


@dataclass(frozen=True, slots=True)
class PositionQuestion:
    """What is asked of a seat's view, and how an answer is compared with what came."""

    name: str
    """Its name in experiments."""
    summary: str
    """What it asks, in a sentence."""
    seat: str
    """The seat whose view it is asked about."""
    answer_type: type[Any]
    """A dataclass, as moves are."""
    arises: Callable[[Any], bool]
    """Whether it can be asked of this view."""
    build_prompt: Callable[..., Prompt]
    """What a model is asked: a function of the view, and of the settings of its seat by name."""
    fault: Callable[[Any, Any], str | None]
    """Why the answer to this view does not count; `None` if it does."""
    answer_by_vectors: Callable[[str, str, Any], Awaitable[Any]]
    """What word vectors answer: a function of their space, the match's seed and the view."""
    compare: Callable[[Any, Any, Any], dict[str, Any]] | None = None
    """Compare an answer to a view with the view after the end: a row, with `right` among its
    columns. The answer is `None` if the player gave none. Questions of a group have none."""
    see: Callable[[Callable[[str], Any]], Any] | None = None
    """What it is asked about: a function of all seats' views, by a seat's name; without it the
    view of its own seat."""
    answer_by_chance: Callable[[Random, Any], Any] | None = None
    """What a random player answers to a view."""
    read_prompt: Callable[[SentPrompt], Any] | None = None
    """Reads its own prompt back into a view, for the rehearsal server; raises `UnknownPrompt` at
    any other prompt."""


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
    """Compare the answers, by the names of their questions, to the last question's view with the
    view after the end: a row, with `right` among its columns. What the player did not answer is
    `None`."""


def list_single_questions(
    known: Iterable[PositionQuestion | QuestionGroup],
) -> Iterator[PositionQuestion]:
    """The questions, those of groups one by one."""
    for one in known:
        yield from one.questions if isinstance(one, QuestionGroup) else (one,)
