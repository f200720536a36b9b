"""What a game brings to the table; each game's folder has a module `entry` that fills one in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from engine.game import Game, Seat
from engine.llm.prompt import Prompt
from engine.options import Option, OptionError, options, read_options
from engine.players import Player
from engine.poll import Guesses, Poll, Right
from engine.record import JournalError, Record
from engine.transcript import Transcript

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from engine.explanation import Explanation

VECTORS = frozenset({"word2vec", "glove", "vectors"})
"""The kinds of player that know words by their vectors."""

type Body = list[Element]
"""Parts of a page, one after another."""
type Material = Mapping[str, Any]
"""What a game takes from the world outside the rules (words, cards), as JSON knows it."""


def _always(*_: object) -> None:
    """Nothing outside the journal is needed."""


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """One game, as everything but its own folder knows it.

    What needs its own words, vectors or pictures is in modules of the game's folder that bear the
    names of the methods here: `baseline`, `insight`, `prompt`, `report`, `story`, `rows`, `page`
    and `poll`.
    """

    name: str
    """The name in commands, journals and folders."""
    title: str
    """The name on screens."""
    summary: str
    """One sentence for people who choose."""
    seated: Callable[[Any], tuple[str, ...]]
    """The names of the seats, in order: a function of the options."""
    options_type: type[Any]
    """The dataclass of options."""
    draw: Callable[[Any, Random], Material]
    """Draws the material from the options; raises `OptionError` if it cannot."""
    rules: Callable[[Any, Material], Game[Any, Any, Any]]
    """The game for such options and material; raises `OptionError` if they are none of its own."""
    move_types: tuple[type[Any], ...]
    """Every kind of move."""

    listed: str = "rounds"
    """The key of the report's list of what was played."""
    unit: str = "round"
    """What each item of that list is called."""
    check: Callable[[Material, str], None] = _always
    """Makes sure that a kind of player can play with what there is of the material by now;
    raises `OptionError` if not."""

    known_table: bool = False
    """Its table is one that others know as it is: nothing stands before its own columns."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats as the default options have them."""
        return self.seated(self.options_type())

    def seats_for(self, given: Mapping[str, str]) -> tuple[str, ...]:
        """The names of the seats with options as text, the rest of them as usual.

        Raises:
            OptionError: At the first option that does not exist, or does not take its value.
        """
        return self.seated(read_options(self.options_type, given))

    @property
    def options(self) -> dict[str, Option]:
        """The options by name."""
        return options(self.options_type)

    def game(self, record: Record) -> Game[Any, Any, Any]:
        """The rules by which the match of a journal is played.

        Raises:
            JournalError: If its options, material or seats are not this game's.
        """
        header = record.header
        try:
            given = {name: str(value) for name, value in header.options.items()}
            game = self.rules(read_options(self.options_type, given), header.material)
        except OptionError as error:
            raise JournalError(f"{record.path}, line 1: {error}") from None
        if tuple(header.seats) != game.seats:
            seats = ", ".join(game.seats)
            raise JournalError(f"{record.path}, line 1: the seats of {self.title} are {seats}.")
        return game

    def _own(self, module: str) -> Any:  # noqa: ANN401
        """A module of the game, read when it is asked for: some of them take long."""
        return import_module(f"engine.games.{self.name}.{module}")

    def create_baseline(self, space: str, seat: Seat, seed: str) -> Player[Any, Any]:
        """A word-vector player.

        Args:
            space: The name of a space of word vectors.
            seat: The seat.
            seed: The seed of the match.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        player: Player[Any, Any] = self._own("baseline").Baseline(space, seat, seed)
        return player

    def explain_move(
        self, space: str, seat: Seat, seed: str, view: object, move: object
    ) -> "tuple[Explanation, ...]":
        """How a word-vector player came to a move.

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
        insight: tuple[Explanation, ...] = self._own("explanation").explain_move(
            space, seat, seed, view, move
        )
        return insight

    def create_random_player(self, seat: Seat, seed: str) -> Player[Any, Any]:
        """A player of random legal moves in a match of that seed."""
        player: Player[Any, Any] = self._own("baseline").RandomPlayer(seat, seed)
        return player

    def build_prompt(self, view: object) -> Prompt:
        """What a model is told: a function of the view."""
        prompt: Prompt = self._own("prompt").build_prompt(view)
        return prompt

    def build_report(self, view: object) -> dict[str, Any]:
        """The result as JSON knows it: a function of the view."""
        report: dict[str, Any] = self._own("report").build_report(view)
        return report

    def narrate(self, before: object, after: object) -> list[str]:
        """What happened between two views of one seat (`None`: nothing told yet), in lines."""
        story: list[str] = self._own("narration").narrate(before, after)
        return story

    def build_rows(self, transcript: Transcript) -> list[dict[str, Any]]:
        """The match as a table."""
        rows: list[dict[str, Any]] = self._own("report").build_rows(transcript)
        return rows

    def build_page(self, transcript: Transcript) -> Body:
        """The match as the body of a page."""
        page: Body = self._own("page").build_page(transcript)
        return page

    def build_poll(self, view: object) -> Poll | None:
        """What an audience is asked before the coming turn; `None` where it reveals nothing.

        Args:
            view: An onlooker's.
        """
        poll: Poll | None = self._own("poll").build_poll(view)
        return poll

    def find_correct_answers(self, before: object, after: object) -> Right:
        """Which answers to the poll of the onlooker's view `before` were right.

        Args:
            before: An onlooker's view for which there is a poll.
            after: An onlooker's of that turn, or a later one.
        """
        right: Right = self._own("poll").find_correct_answers(before, after)
        return right

    def read_machine_answers(self, before: object, after: object) -> Guesses:
        """What machines answered to that poll by their moves."""
        guesses: Guesses = self._own("poll").read_machine_answers(before, after)
        return guesses

    def must_withhold(self, view: object, thought: str, views: Sequence[object]) -> bool:
        """Whether an audience is told only at the end what a seat thought, as it may guess on.

        Args:
            view: What the seat saw when it thought.
            thought: What it thought.
            views: What every seat sees by now.
        """
        waits: bool = self._own("poll").must_withhold(view, thought, views)
        return waits
