"""Protocols for the parts of a game besides its rules, and the file that contains each part.

A part is a module of the game's folder with these functions. Modules satisfy the protocols
directly: nothing is registered, and nothing is imported before it is used. `GameDefinition` finds
the parts, and offers their functions, with defaults for optional ones.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any, Protocol

from engine.game import Seat
from engine.llm.prompt import Prompt, ReadPrompt, SentPrompt
from engine.player_protocol import Player
from engine.transcript_from_journal import Transcript

if TYPE_CHECKING:
    from engine.games.baselines import Explanation
    from images.deck import Deck
from engine.games.question_types import (
    Body,
    CorrectAnswers,
    Dialogue,
    Highlights,
    MachineAnswers,
    Poll,
    PositionQuestion,
    QuestionGroup,
)


class PromptPart[View](Protocol):
    """`prompt.py`: the prompt for a model."""

    def build_prompt(self, view: View) -> Prompt:
        """Build the prompt for a view that awaits a move.

        The system text has the rules, the role and the form of the answer, and is the same for
        every move of the same kind; the user text has the state of the match as in the view. The
        seat's settings from `GameDefinition.prompt_settings` are passed by name.
        """


class PromptReaderPart(Protocol):
    """`prompt.py` too: the game's own prompt read back, for the mock model server."""

    def read_prompt(self, prompt: SentPrompt, decks: "Sequence[Deck]") -> ReadPrompt:
        """Read back a prompt: find a view from which the same prompt is built.

        Args:
            prompt: The prompt, as the server received it.
            decks: The decks to search for cards by their pictures.

        Raises:
            UnknownPrompt: If it is no prompt of this game.
        """


class DialoguePart[View, Move](Protocol):
    """`questions_for_people.py`: facts and questions for a person in text without screens."""

    def build_dialogue(
        self, view: View, names: tuple[str, ...], kinds: tuple[type[Move], ...]
    ) -> Dialogue[Move]:
        """Build the dialogue for a view that awaits a move.

        Args:
            view: The view of the seat.
            names: The names of the players, in the order of the seats.
            kinds: The kinds of move that the view asks for.
        """


class BaselinePart[View, Move](Protocol):
    """`baseline_and_explanations.py`: players that know words by their vectors."""

    def Baseline(self, space: str, seat: Seat, seed: str) -> Player[View, Move]:
        """Create a word-vector player.

        The seat's settings from `GameDefinition.vector_settings` are passed by name.

        Args:
            space: The name of a space of word vectors.
            seat: The seat.
            seed: The seed of the match.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """


class RandomPart[View, Move](Protocol):
    """`baseline_and_explanations.py`: random players, for games whose view has no `draw_move`."""

    def RandomPlayer(self, seat: Seat, seed: str) -> Player[View, Move]:
        """Create a player of random legal moves."""


class PragmaticPart[View, Move](Protocol):
    """`pragmatic.py`: Parlour's own player, which models what the others understand."""

    def PragmaticPlayer(
        self, seat: Seat, seed: str, spaces: str, strength: int
    ) -> Player[View, Move]:
        """Create the player.

        Args:
            seat: The seat.
            seed: The seed of the match.
            spaces: The names of its spaces, such as `word2vec+glove`; empty for all.
            strength: Its strength, from 1 to 5.

        Raises:
            SpaceError: If a space of word vectors is missing or damaged.
        """

    def explain_pragmatic_move(
        self, seat: Seat, seed: str, view: View, move: Move, spaces: str, strength: int
    ) -> "tuple[Explanation, ...]":
        """Explain a move: what the player expected of each listener, and the best alternatives.

        Args:
            seat: The seat.
            seed: The seed of the match.
            view: The view of the seat.
            move: Its move.
            spaces: The names of its spaces, as above.
            strength: Its strength.

        Raises:
            SpaceError: If a space of word vectors is missing or damaged.
            DeckError: If the cards are gone, or have changed.
        """


class ExplanationPart[View, Move](Protocol):
    """`baseline_and_explanations.py`: explanations of moves, as tables for the inspector."""

    def explain_move(
        self, space: str, seat: Seat, seed: str, view: View, move: Move
    ) -> "tuple[Explanation, ...]":
        """Explain a move of a word-vector player by the similarities that it compared.

        The seat's settings from `GameDefinition.vector_settings` are passed by name.

        Args:
            space: The name of its space of word vectors.
            seat: The seat.
            seed: The seed of the match.
            view: The view of the seat.
            move: Its move.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
            DeckError: If the cards are gone, or have changed.
        """


class NarrationPart[View](Protocol):
    """`match_report.py`, too: the match as plain text, for logs, screen readers and files."""

    def narrate(self, before: View | None, after: View) -> list[str]:
        """Narrate what happened between two views of one seat, or of an onlooker.

        Args:
            before: The last view that was narrated; `None` at the start.
            after: A later view of the same seat.

        Returns:
            Lines of plain text that contain nothing that `after` does not show; none for equal
            views.
        """


class LinesPart[View](Protocol):
    """`match_report.py`: the match in plain lines, of which each narration is a part."""

    def list_lines(self, view: View) -> Iterable[str]:
        """List all lines that tell the match so far; later views only add some.

        A line on who has won is added at the end.
        """


class ReportPart[View](Protocol):
    """`match_report.py`: the result as data."""

    def build_report(self, view: View) -> dict[str, Any]:
        """Build the result as JSON values: `outcome`, `reason`, and others of the game.

        `outcome` and `reason` are strings or `None`; the list of rounds or turns has the key that
        `GameDefinition.listed` names.

        Args:
            view: Any view, also a seat's, and also during the match.
        """


class RowsPart(Protocol):
    """`match_report.py`, too: the match as a table for CSV files."""

    def build_rows(self, transcript: Transcript) -> list[dict[str, Any]]:
        """Build the rows, all with the same keys in the same order."""


class EventsPart(Protocol):
    """`match_report.py`, too: events in a turn, for statistics."""

    def describe_turn_events(self) -> dict[str, str]:
        """Return the events by name, in the singular, each with a sentence that explains it."""

    def find_turn_events(self, turn: Mapping[str, Any]) -> dict[str, bool]:
        """Find which of these events happened in a turn, an item of the list in the report."""


class HighlightsPart[View](Protocol):
    """`match_report.py`, too: highlights of a finished match."""

    def find_highlights(self, view: View) -> Highlights:
        """Find the decisive moment, and the best moves.

        Args:
            view: The onlooker's view of a finished match.
        """


class GivenWordsPart[View](Protocol):
    """`match_report.py`, too: the words that a player must know to play well."""

    def find_given_words(self, view: View) -> dict[str, tuple[str, ...]]:
        """Find the words that each seat was given, by seat name.

        Args:
            view: A view of a finished match; only words that it shows are found.
        """


class QuestionsPart(Protocol):
    """`theory_of_mind_questions.py`: questions to a seat about a position, for experiments."""

    def list_questions(self) -> tuple[PositionQuestion | QuestionGroup, ...]:
        """List the questions and groups of questions, each with a unique name."""


class PagePart(Protocol):
    """`html_page.py`: the match as a page."""

    def build_page(self, transcript: Transcript) -> "Body":
        """Build the body of an HTML page with `engine.games.html_parts.tag`."""


class PollPart[View](Protocol):
    """`questions_for_people.py`, too: questions to an audience."""

    def build_poll(self, view: View) -> Poll | None:
        """Build the question before the next turn; `None` if the turn reveals nothing.

        Args:
            view: An onlooker's view.
        """

    def find_correct_answers(self, before: View, after: View) -> CorrectAnswers:
        """Find the right answers to the poll of a view.

        Args:
            before: The onlooker's view that the poll was built from.
            after: An onlooker's view after that turn, or later.
        """

    def read_machine_answers(self, before: View, after: View) -> MachineAnswers:
        """Derive the machines' answers to that poll from their moves."""

    def must_withhold(self, view: View, thought: str, views: Sequence[View]) -> bool:
        """Whether a seat's thought must be hidden from an audience until the match is over.

        Args:
            view: The view of the seat when it had the thought.
            thought: The thought.
            views: The current views of all seats.
        """


FILES: dict[Any, str] = {
    PromptPart: "prompt",
    PromptReaderPart: "prompt",
    DialoguePart: "questions_for_people",
    BaselinePart: "baseline_and_explanations",
    RandomPart: "baseline_and_explanations",
    ExplanationPart: "baseline_and_explanations",
    PragmaticPart: "pragmatic",
    NarrationPart: "match_report",
    LinesPart: "match_report",
    ReportPart: "match_report",
    RowsPart: "match_report",
    EventsPart: "match_report",
    HighlightsPart: "match_report",
    GivenWordsPart: "match_report",
    QuestionsPart: "theory_of_mind_questions",
    PagePart: "html_page",
    PollPart: "questions_for_people",
}
"""By protocol: the module of a game's folder that contains the part."""

_FUNCTIONS: dict[Any, dict[str, tuple[str, ...]]] = {}


class MissingPart(ValueError):
    """A part that a game lacks; the message names the file to write."""


def list_functions(part: type[Any]) -> dict[str, tuple[str, ...]]:
    """List the functions of a part with the names of their parameters; cached, as it is slow."""
    if part not in _FUNCTIONS:
        _FUNCTIONS[part] = {
            name: tuple(signature(function).parameters)[1:]
            for name, function in vars(part).items()
            if not name.startswith("_") and callable(function)
        }
    return _FUNCTIONS[part]


def describe_missing(title: str, package: str, part: type[Any]) -> MissingPart:
    """Build the error for a game without this part: a sentence that names the file to write."""
    functions = " and ".join(
        f"{name}({', '.join(taken)})" for name, taken in list_functions(part).items()
    )
    file = f"{package.replace('.', '/')}/{FILES[part]}.py"
    other = ", or give its view draw_move(rng)" if part is RandomPart else ""
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", part.__name__.removesuffix("Part")).lower()
    kind += " player" if part is RandomPart else ""
    return MissingPart(f"{title} has no {kind} part: write {file} with {functions}{other}.")
