"""`PlainForm`: facts and questions for a person who plays with `--plain`, without screens."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

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
class PlainForm[Move]:
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
