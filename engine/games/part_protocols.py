"""What a game brings besides its rules: one protocol for each part, and the file that holds it.

A part is a module of the game's folder with these functions. Modules satisfy the protocols as
they are: nothing is registered, and nothing is imported before it is used. `GameDefinition` finds
the parts, and offers their functions with a default for each that may be missing.
"""

from collections.abc import Iterable, Mapping, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any, Protocol

from engine.game import Seat
from engine.games.prompt_reading import ReadPrompt, SentPrompt
from engine.llm.prompt import Prompt
from engine.player_protocol import Player
from engine.transcript import Transcript

if TYPE_CHECKING:
    from engine.games.baselines import Explanation
    from images.deck import Deck
from engine.games.part_types import (
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
    """`prompt.py`: what a model is asked."""

    def build_prompt(self, view: View) -> Prompt:
        """Build the question for a view that awaits a move.

        The system text holds the rules, the role and the form of the answer, and is the same
        whenever a seat is asked for the same kind of move; the user text holds the table as the
        view has it. What a seat sets of `GameDefinition.prompt_settings` is passed by name.
        """


class PromptReaderPart(Protocol):
    """`prompt.py` too: the game's own prompt read back, for the rehearsal server."""

    def read_prompt(self, prompt: SentPrompt, decks: "Sequence[Deck]") -> ReadPrompt:
        """Read a prompt back into a view of which the same prompt would be built.

        Args:
            prompt: The prompt as the server received it.
            decks: Where cards are looked for by their pictures.

        Raises:
            UnknownPrompt: If it is no prompt of this game.
        """


class DialoguePart[View, Move](Protocol):
    """`dialogue.py`: what a person is told and asked in words, where nothing is drawn."""

    def build_dialogue(
        self, view: View, names: tuple[str, ...], kinds: tuple[type[Move], ...]
    ) -> Dialogue[Move]:
        """Build the dialogue for a view that awaits a move.

        Args:
            view: What the seat may know.
            names: What the players are called, in the order of the seats.
            kinds: The kinds of move that the view invites.
        """


class BaselinePart[View, Move](Protocol):
    """`baseline.py`: players that know words by their vectors."""

    def Baseline(self, space: str, seat: Seat, seed: str) -> Player[View, Move]:
        """Create a word-vector player.

        What a seat sets of `GameDefinition.vector_settings` is passed by name.

        Args:
            space: The name of a space of word vectors.
            seat: The seat.
            seed: The seed of the match.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """


class RandomPart[View, Move](Protocol):
    """`baseline.py` too: players of random legal moves, if not by `draw_move` of the view."""

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
            spaces: The names of its spaces, such as `word2vec+glove`; blank for all.
            strength: How hard it plays, from 1 to 5.

        Raises:
            SpaceError: If a space of word vectors is missing or damaged.
        """

    def explain_pragmatic_move(
        self, seat: Seat, seed: str, view: View, move: Move, spaces: str, strength: int
    ) -> "tuple[Explanation, ...]":
        """Show what the player believed of each listener, and the best alternatives.

        Args:
            seat: The seat.
            seed: The seed of the match.
            view: What the seat knew.
            move: What it did.
            spaces: The names of its spaces, as above.
            strength: How hard it plays.

        Raises:
            SpaceError: If a space of word vectors is missing or damaged.
            DeckError: If the cards are gone, or have changed.
        """


class ExplanationPart[View, Move](Protocol):
    """`baseline.py` too: how a baseline chose, as tables of numbers for the inspector."""

    def explain_move(
        self, space: str, seat: Seat, seed: str, view: View, move: Move
    ) -> "tuple[Explanation, ...]":
        """Show what a word-vector player compared for a move.

        What its seat sets of `GameDefinition.vector_settings` is passed by name.

        Args:
            space: The name of its space of word vectors.
            seat: The seat.
            seed: The seed of the match.
            view: What the seat knew.
            move: What it did.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
            DeckError: If the cards are gone, or have changed.
        """


class NarrationPart[View](Protocol):
    """`match_report.py` too: the match in plain lines, for logs, listeners and files."""

    def narrate(self, before: View | None, after: View) -> list[str]:
        """Say what happened between two views of one seat, or of an onlooker.

        Args:
            before: The view that was narrated last; `None` if none was.
            after: A later view of the same seat.

        Returns:
            Lines of plain text that hold nothing which `after` does not; none for equal views.
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
        """Build the result as JSON values: `outcome`, `reason`, and what else the game has.

        `outcome` and `reason` are strings or `None`; the list of what was played has the key that
        `GameDefinition.listed` names.

        Args:
            view: Any view: it may be a seat's, and the match may still go on.
        """


class RowsPart(Protocol):
    """`match_report.py` too: the match as a table for CSV files."""

    def build_rows(self, transcript: Transcript) -> list[dict[str, Any]]:
        """Build the rows, all with the same keys in the same order."""


class EventsPart(Protocol):
    """`match_report.py` too: what there is to count in a turn, for statistics."""

    def describe_turn_events(self) -> dict[str, str]:
        """The events by name, in the singular, each with what it means in a sentence."""

    def find_turn_events(self, turn: Mapping[str, Any]) -> dict[str, bool]:
        """Which of these events happened in a turn, an item of the list in the report."""


class HighlightsPart[View](Protocol):
    """`match_report.py` too: what to tell of a finished match besides who has won."""

    def find_highlights(self, view: View) -> Highlights:
        """Find the decisive moment, and the best of what was said and done.

        Args:
            view: The onlooker's view of a finished match.
        """


class GivenWordsPart[View](Protocol):
    """`match_report.py` too: what a player had to know that goes by the meaning of words."""

    def find_given_words(self, view: View) -> dict[str, tuple[str, ...]]:
        """Find the words that each seat was given to speak of, by its name.

        Args:
            view: Of a finished match; only words that it shows are found.
        """


class QuestionsPart(Protocol):
    """`questions.py`: what an experiment may ask a seat about a position."""

    def list_questions(self) -> tuple[PositionQuestion | QuestionGroup, ...]:
        """The questions and groups of questions, each with a name of its own."""


class PagePart(Protocol):
    """`html_page.py`: the match as a page."""

    def build_page(self, transcript: Transcript) -> "Body":
        """Build the body of an HTML page with `engine.games.html_parts.tag`."""


class PollPart[View](Protocol):
    """`dialogue.py` too: what an audience is asked."""

    def build_poll(self, view: View) -> Poll | None:
        """Build the question before the coming turn; `None` if the turn reveals nothing.

        Args:
            view: An onlooker's.
        """

    def find_correct_answers(self, before: View, after: View) -> CorrectAnswers:
        """Mark the right answers to the poll of a view.

        Args:
            before: The onlooker's view that the poll was built from.
            after: An onlooker's view after that turn, or a later one.
        """

    def read_machine_answers(self, before: View, after: View) -> MachineAnswers:
        """Read from the moves of machines what they answered to that poll."""

    def must_withhold(self, view: View, thought: str, views: Sequence[View]) -> bool:
        """Must a seat's thought be kept from an audience until the match is over?

        Args:
            view: What the seat saw when it thought.
            thought: What it thought.
            views: What every seat sees now.
        """


FILES: dict[Any, str] = {
    PromptPart: "prompt",
    PromptReaderPart: "prompt",
    DialoguePart: "dialogue",
    BaselinePart: "baseline",
    RandomPart: "baseline",
    ExplanationPart: "baseline",
    PragmaticPart: "pragmatic",
    NarrationPart: "match_report",
    LinesPart: "match_report",
    ReportPart: "match_report",
    RowsPart: "match_report",
    EventsPart: "match_report",
    HighlightsPart: "match_report",
    GivenWordsPart: "match_report",
    QuestionsPart: "questions",
    PagePart: "html_page",
    PollPart: "dialogue",
}
"""By protocol: the module of a game's folder that holds the part."""

_FUNCTIONS: dict[Any, dict[str, tuple[str, ...]]] = {}


class MissingPart(ValueError):
    """A part that a game does not have, and the file to write."""


def list_functions(part: type[Any]) -> dict[str, tuple[str, ...]]:
    """The functions of a part, and the names of what each takes; cached, as reading is slow."""
    if part not in _FUNCTIONS:
        _FUNCTIONS[part] = {
            name: tuple(signature(function).parameters)[1:]
            for name, function in vars(part).items()
            if not name.startswith("_") and callable(function)
        }
    return _FUNCTIONS[part]


def describe_missing(title: str, package: str, part: type[Any]) -> MissingPart:
    """The error for a game without this part: one sentence that names the file to write."""
    functions = " and ".join(
        f"{name}({', '.join(taken)})" for name, taken in list_functions(part).items()
    )
    file = f"{package.replace('.', '/')}/{FILES[part]}.py"
    other = ", or give its view draw_move(rng)" if part is RandomPart else ""
    return MissingPart(f"{title} has no {FILES[part]}: write {file} with {functions}{other}.")
