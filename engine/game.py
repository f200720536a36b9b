"""`Game`, from which every game derives: its options, its material, its rules, and what it brings.

A game is two classes, divided by what they may see. The methods of a `Game` that take a state see
the whole truth. A `View` is what one seat knows; it lists and judges moves from that alone. All
other methods are given views, and have a default that is good enough to play; a file beside the
rules may take its place (`engine/game_parts.py`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast, get_args

from pydantic import ConfigDict, ValidationError

from engine.closing_question import ClosingQuestion
from engine.defaults.narration import narrate_fields, narrate_lines
from engine.defaults.page import build_page
from engine.defaults.plain_form import build_plain_form
from engine.defaults.prompt import build_prompt
from engine.defaults.report import build_report
from engine.defaults.rows import build_rows
from engine.errors import OptionError
from engine.figure import Figure
from engine.frozen_model import FrozenModel
from engine.game_parts import connect_parts
from engine.games.audience_poll import CorrectAnswers, MachineAnswers, Poll
from engine.games.comet_settings import CometSettings
from engine.games.highlights import Highlights
from engine.games.page import PageBody
from engine.games.plain_form import PlainForm, ShownBefore
from engine.games.position_question import PositionQuestion, QuestionGroup
from engine.games.seeded_player import SeededPlayer
from engine.games.sides import Sides
from engine.options import Option, hide_secret_options, list_declared_options, parse_options
from engine.player import Player
from engine.players.pragmatic.settings import PragmaticSeat
from engine.players.word_players import USUAL_STRENGTH
from engine.possible_prompt import PossiblePrompt
from engine.prompt import Prompt
from engine.seat import Seat
from engine.seat_codes import split_seat_codes
from engine.tries import MAX_TRIES
from engine.view import View

if TYPE_CHECKING:
    from engine.games.explanation import Explanation
    from engine.journal.transcript import Transcript

type Material = Mapping[str, Any]
"""What a game takes from the world outside the rules (words, cards), as JSON values."""
type AnyView = View[Any]
"""The view of some game."""
type AnyMove = FrozenModel
"""The move of some game."""
type GameType = type[Game[Any, Any, Any, Any]]
"""A game, such as Dixit, of which each match has an instance."""


class MissingPart(ValueError):
    """Something that a game does not bring, such as a player that knows words."""


class Game[OptionsT: FrozenModel, StateT, ViewT: View[Any], MoveT: FrozenModel](FrozenModel, ABC):
    """The rules at one table: pure functions of their arguments.

    The fields of a game are its options and its material, which comes from outside the rules, such
    as words. The journal of a match begins with them. Only a match has a game and its state.
    """

    model_config = ConfigDict(hide_input_in_errors=True)  # material is secret

    name: ClassVar[str]
    """The name in commands and journals: that of the game's folder."""
    title: ClassVar[str]
    """The name on screens."""
    summary: ClassVar[str]
    """One sentence for people who choose a game."""
    rules: ClassVar[str] = ""
    """The rules in Markdown, for the default prompt, and for people under F1."""
    tagline: ClassVar[str] = ""
    """The game in a few words, for places without room for the summary."""
    minutes: ClassVar[int] = 0
    """The usual duration in minutes with people; 0 if unknown."""
    has_secrets: ClassVar[bool] = True
    """Whether a seat ever knows or does what others must not see; if not, no curtain is drawn."""
    has_pictures: ClassVar[bool] = False
    """Whether models are shown pictures."""
    is_cooperative: ClassVar[bool] = False
    """Whether all seats win or lose together."""
    informed_seats: ClassVar[tuple[str, ...]] = ()
    """The seats that know the hidden part of the deal from the start, so that people in them can
    play the same deal again."""
    speaking_seats: ClassVar[tuple[str, ...]] = ()
    """The seats whose moves others answer in the same round; if such a move is changed, the answers
    no longer fit."""
    listed: ClassVar[str] = "rounds"
    """The key of the report's list of rounds or turns."""
    unit: ClassVar[str] = "round"
    """The name of an item of that list."""
    limit_reason: ClassVar[str] = ""
    """The report's `reason` if a limit ended the match before it was decided; empty if there is no
    such limit."""
    score_range: ClassVar[tuple[float | None, float | None]] = (None, None)
    """The least and the most that a seat can score, as far as they are known; experiments need it
    for intervals."""
    reasons: ClassVar[tuple[str, ...]] = ()
    """Every `reason` that the report can give, so that experiments can measure their shares; empty
    if unknown."""
    material_form: ClassVar[str] = ""
    """What the material is, for the refusal of any other; by default the names of its fields."""
    prompt_settings: ClassVar[type[FrozenModel] | None] = None
    """A model seat's settings for its prompts, passed to `build_prompt` by name, if there are
    any."""
    vector_settings: ClassVar[type[FrozenModel] | None] = None
    """A word-vector seat's settings, passed to `create_baseline` and `explain_baseline_move` by
    name, if there are any."""
    pragmatic_settings: ClassVar[type[PragmaticSeat]] = PragmaticSeat
    """The settings of a seat of Parlour's own player, passed to `create_pragmatic_player` and
    `explain_pragmatic_move` by name; its `space` arrives among `spaces`."""
    comet_settings: ClassVar[type[CometSettings] | None] = None
    """The settings of a CoMet seat; `None` if that agent does not know the game."""
    word_lists: ClassVar[tuple[str, ...]] = ()
    """The lists in `words` that Parlour's own player uses besides its spaces."""
    has_own_columns: ClassVar[bool] = False
    """Whether its table has a published format, to which no columns may be added at the start."""

    package: ClassVar[str]
    """The package of the game."""
    options_type: ClassVar[type[Any]]
    """The model of its options."""
    move_types: ClassVar[tuple[type[Any], ...]]
    """Every kind of move."""

    options: OptionsT

    @classmethod
    def __pydantic_init_subclass__(cls, **_: object) -> None:
        cls.package = cls.__module__.rpartition(".")[0]
        cls.name = (cls.package or cls.__module__).rpartition(".")[2]
        cls.options_type = cast("type[Any]", cls.model_fields["options"].annotation)
        for base in cls.__mro__:
            named = base.__dict__.get("__pydantic_generic_metadata__", {})
            if named.get("origin") is Game:
                moves = named["args"][3]
                moves = getattr(moves, "__value__", moves)
                cls.move_types = get_args(moves) or (moves,)
        connect_parts(cls, Game)

    # The table.

    @classmethod
    @abstractmethod
    def list_seats(cls, options: OptionsT) -> tuple[str, ...]:
        """List the names of the seats of a table with these options, in order."""

    @classmethod
    def list_teams(cls, options: OptionsT) -> Mapping[str, tuple[str, ...]]:
        """List the seats of each team, which win and lose together; by default there is none."""
        return {}

    @classmethod
    def bound_turns(cls, options: OptionsT) -> tuple[int, int] | None:
        """Find the fewest and the most turns that a match can take, to estimate its cost.

        `None`, the default, if nobody knows; then matches are taken to be as long as those of
        baselines.
        """
        return None

    @classmethod
    def list_idle_options(cls, options: OptionsT) -> frozenset[str]:
        """List the options that do nothing beside these, such as those of another table size.

        The form for a new game leaves them out. By default each does something.
        """
        return frozenset()

    @classmethod
    def find_most_points(cls, options: OptionsT) -> int | None:
        """Find the most points of a cooperative game that ends with a score for all.

        `None`, the default, if a match is won, lost or drawn.
        """
        return None

    @classmethod
    def draw(cls, options: OptionsT, rng: Random) -> Self:
        """Draw the material for a match; by default there is none.

        Raises:
            OptionError: If the options allow no match.
        """
        return cls.create(options, {})

    @classmethod
    def create(cls, options: OptionsT, material: Material) -> Self:
        """Create the game of a match from its options and the material of its journal.

        Raises:
            OptionError: If they are wrong; the message quotes no material.
        """
        try:
            return cls.model_validate({**material, "options": options})
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            cause = first.get("ctx", {}).get("error")
            if isinstance(cause, OptionError):  # the game has its own sentence
                raise cause from None
            wanted = [name.replace("_", " ") for name in cls.model_fields if name != "options"]
            form = cls.material_form or ", ".join(wanted) or "empty"
            raise OptionError(f"the material of {cls.title} is {form}.") from None

    @classmethod
    def check_material(cls, material: Material, kind: str) -> None:
        """Check that a kind of player can play with the material in its current state.

        Raises:
            OptionError: If it cannot.
        """
        return

    @property
    def tries(self) -> int:
        """How often a player is asked for a move before it counts as failed."""
        return MAX_TRIES

    @property
    def material(self) -> dict[str, Any]:
        """The material, as the journal keeps it."""
        return self.model_dump(mode="json", exclude={"options"}, exclude_none=True)

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats of this table."""
        return self.list_seats(self.options)

    @cached_property
    def shown_options(self) -> OptionsT:
        """The options for views, with the secret ones blank."""
        shown: OptionsT = hide_secret_options(self.options)
        return shown

    @classmethod
    def usual_seats(cls) -> tuple[str, ...]:
        """List the names of the seats with default options."""
        return cls.list_seats(cls.options_type())

    @classmethod
    def parse_seats(cls, given: Mapping[str, str]) -> tuple[str, ...]:
        """Find the names of the seats with options given as text; others have their default.

        Raises:
            OptionError: At the first unknown option or bad value.
        """
        return cls.list_seats(parse_options(cls.options_type, given))

    @classmethod
    def list_options(cls) -> dict[str, Option]:
        """List the options by name, without those that became settings of seats."""
        declared = list_declared_options(cls.options_type)
        return {name: option for name, option in declared.items() if not option.mark.moved}

    @classmethod
    def list_moved_options(cls) -> dict[str, Option]:
        """List the options that became settings of seats; they can still be given."""
        declared = list_declared_options(cls.options_type)
        return {name: option for name, option in declared.items() if option.mark.moved}

    @classmethod
    def brings(cls, method: str) -> bool:
        """Whether the game has a method of its own instead of the default."""
        return _has_own(cls, Game, method)

    # The rules. Only these methods see a state.

    @abstractmethod
    def deal(self, rng: Random) -> StateT:
        """Deal a new match."""

    @abstractmethod
    def awaits(self, state: StateT) -> tuple[Seat, ...]:
        """List the seats whose moves complete this turn, in order; none once the match is over.

        The moves of several seats are sealed until all are made.
        """

    @abstractmethod
    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """Build everything that a seat may know, field by field; `None` is an onlooker."""

    @abstractmethod
    def play(self, state: StateT, moves: Mapping[Seat, MoveT], rng: Random) -> StateT:
        """Play one complete turn, with the legal moves of all awaited seats in table order."""

    @abstractmethod
    def score(self, state: StateT) -> Mapping[Seat, float]:
        """Return each seat's result; asked only once nobody is awaited."""

    def swap(self, state: StateT, seat: Seat | None, rng: Random) -> tuple[Self, StateT]:
        """Draw another truth that the seat cannot tell from this one; by default nothing is hidden.

        It says a second time who may not know what, so that the contract can check `view`.
        """
        return self, state

    def name_winners(self, state: StateT) -> str | None:
        """Name who has won, for the field `outcome` of a view; `None` before the end.

        Returns:
            The names of the seats with the best score, separated by commas, or of their team;
            `nobody` if the best is 0; if all have the same, `draw`, or `everybody` in a cooperative
            game; the score, such as `6 of 13`, if the game has `find_most_points`.
        """
        if self.awaits(state):
            return None
        score = self.score(state)
        if (most := self.find_most_points(self.options)) is not None:
            return f"{max(score.values()):g} of {most}"
        best = tuple(
            name for seat, name in enumerate(self.seats) if score[Seat(seat)] == max(score.values())
        )
        if max(score.values()) == 0:
            return "nobody"
        if len(best) == len(self.seats):
            return "everybody" if self.is_cooperative else "draw"
        teams = self.list_teams(self.options)
        return next((team for team, seats in teams.items() if {*seats} == {*best}), ", ".join(best))

    def moves(self, view: ViewT) -> tuple[type[MoveT], ...]:
        """List the kinds of move that a view asks for; none while other seats move."""
        return tuple(view.asked)

    def fault(self, view: ViewT, move: MoveT) -> str | None:
        """Return why a move is illegal, judged by its seat's view; `None` if it is legal."""
        return view.judge(move)

    # What is told of a match.

    @classmethod
    def narrate(cls, before: ViewT | None, after: ViewT) -> list[str]:
        """Narrate what happened between two views of one seat, or of an onlooker.

        Args:
            before: The last view that was narrated; `None` at the start.
            after: A later view of the same seat.

        Returns:
            Lines of plain text that contain nothing that `after` does not show; none for equal
            views. By default those that `View.list_lines` adds, or else the fields that changed.
        """
        if _has_own(type(after), View, "list_lines"):
            teams = cls.list_teams(after.options)
            return narrate_lines(before, after, cls.build_report, teams)
        return narrate_fields(before, after, cls.list_seats(after.options))

    @classmethod
    def has_narration(cls, view: ViewT) -> bool:
        """Whether the game narrates its matches in its own words."""
        return cls.brings("narrate") or _has_own(type(view), View, "list_lines")

    @classmethod
    def build_report(cls, view: ViewT) -> dict[str, Any]:
        """Build the result as JSON values: `outcome`, `reason`, and others of the game.

        `outcome` and `reason` are strings or `None`; the list of rounds or turns has the key
        `listed`.

        Args:
            view: Any view, also a seat's, and also during the match.
        """
        return build_report(view, cls.listed)

    @classmethod
    def build_rows(cls, transcript: "Transcript") -> list[dict[str, Any]]:
        """Build the rows of a table for CSV files, all with the same keys in the same order."""
        return build_rows(transcript)

    @classmethod
    def build_page(cls, transcript: "Transcript") -> PageBody:
        """Build the body of an HTML page: a template, and the data that it shows."""
        return build_page(transcript, cls.narrate)

    @classmethod
    def find_highlights(cls, view: ViewT) -> Highlights:
        """Find the decisive moment, and the best moves; by default the last line told.

        Args:
            view: The onlooker's view of a finished match.
        """
        told = cls.narrate(None, view) if cls.has_narration(view) else []
        seats = cls.list_seats(view.options)
        return Highlights(
            tuple(part for line in told[-1:] for part in split_seat_codes(line, seats))
        )

    @classmethod
    def find_given_words(cls, view: ViewT) -> dict[str, tuple[str, ...]]:
        """Find the words that each seat was given, which it must know to play well, by seat name.

        Args:
            view: A view of a finished match; only words that it shows are found.
        """
        return {}

    @classmethod
    def describe_figures(cls) -> dict[str, Figure]:
        """Describe the columns that only this game has in the tables of experiments, by name."""
        return {}

    @classmethod
    def describe_turn_events(cls) -> dict[str, str]:
        """Return events in a turn by name, in the singular, each with a sentence about it."""
        return {}

    @classmethod
    def find_turn_events(cls, turn: Mapping[str, Any]) -> dict[str, bool]:
        """Find which of these events happened in a turn, an item of the list in the report."""
        return {}

    # What is asked of people and models.

    @classmethod
    def build_prompt(cls, view: ViewT, **settings: Any) -> Prompt:  # noqa: ANN401
        """Build the prompt for a view that awaits a move.

        The system text has the rules, the role and the form of the answer, and is the same for
        every move of the same kind; the user text has the state of the match as in the view.

        Args:
            view: The view.
            settings: The seat's settings that `prompt_settings` declares.
        """
        return build_prompt(cls.title, cls.rules, cls.list_seats(view.options), view)

    @classmethod
    def list_prompts(cls, view: ViewT, **settings: Any) -> list[Prompt]:  # noqa: ANN401
        """List the prompts of a move, to estimate its cost: several if it is asked for in steps.

        Args:
            view: The view.
            settings: The seat's settings that `prompt_settings` declares.
        """
        return [cls.build_prompt(view, **settings)]

    @classmethod
    def ask_in_steps(
        cls,
        player: Any,  # noqa: ANN401
        seed: str,
        **settings: Any,  # noqa: ANN401
    ) -> Player[ViewT, MoveT]:
        """Let a model be asked in several calls for some moves, where the settings say so.

        Args:
            player: A player that asks the model for whole moves.
            seed: The seed of the match.
            settings: The seat's settings that `prompt_settings` declares.
        """
        asked: Player[ViewT, MoveT] = player
        return asked

    @classmethod
    def build_plain_form(
        cls,
        view: ViewT,
        names: tuple[str, ...],
        shown: ShownBefore | None = None,
    ) -> PlainForm[MoveT]:
        """Build facts and questions for a person in text without screens.

        Args:
            view: The view of the seat, which awaits a move.
            names: The names of the players, in the order of the seats.
            shown: What the person has been shown before.
        """
        tell = cls.narrate if cls.has_narration(view) else None
        return build_plain_form(view, shown, tell, cls.list_seats(view.options))

    @classmethod
    def list_questions(cls) -> tuple[PositionQuestion | QuestionGroup, ...]:
        """List the questions about positions for experiments, each with a unique name."""
        return ()

    @classmethod
    def build_poll(cls, view: ViewT) -> Poll | None:
        """Build the question to an audience before the next turn; `None` if it reveals nothing.

        Args:
            view: An onlooker's view.
        """
        return None

    @classmethod
    def find_correct_answers(cls, before: ViewT, after: ViewT) -> CorrectAnswers:
        """Find the right answers to the poll of a view.

        Args:
            before: The onlooker's view that the poll was built from.
            after: An onlooker's view after that turn, or later.
        """
        raise MissingPart(f"{cls.title} asks its audience nothing.")

    @classmethod
    def read_machine_answers(cls, before: ViewT, after: ViewT) -> MachineAnswers:
        """Derive the machines' answers to that poll from their moves."""
        raise MissingPart(f"{cls.title} asks its audience nothing.")

    @classmethod
    def must_withhold(cls, view: ViewT, thought: str, views: Sequence[ViewT]) -> bool:
        """Whether a seat's thought must be hidden from an audience until the match is over.

        Args:
            view: The view of the seat when it had the thought.
            thought: The thought.
            views: The current views of all seats.
        """
        return True  # any thought may name a secret

    # What machines say to the people at the table between moves.

    @classmethod
    def is_discussion(cls, view: ViewT) -> bool:
        """Whether the table talks now, and machines say a sentence each; by default never.

        Args:
            view: An onlooker's view.
        """
        return False

    @classmethod
    def compose_remark(cls, view: ViewT, seat: Seat, rng: Random) -> str:
        """Compose a sentence for a machine that is no model.

        Args:
            view: An onlooker's view, so that it cannot tell a secret.
            seat: The seat that speaks.
            rng: Draws what it says.
        """
        raise MissingPart(f"Machines say nothing in {cls.title}.")

    @classmethod
    def build_remark_prompt(cls, view: ViewT) -> Prompt:
        """Build the prompt that asks a model for a `Remark`.

        Args:
            view: The view of its seat.
        """
        raise MissingPart(f"Machines say nothing in {cls.title}.")

    @classmethod
    def find_remark_fault(cls, view: ViewT, line: str) -> str | None:
        """Find a reason why a seat may not say a sentence: it gives a secret away."""
        raise MissingPart(f"Machines say nothing in {cls.title}.")

    # What seats believe of each other, for CoMet's metrics and lessons.

    @classmethod
    def find_sides(cls, view: ViewT) -> Sides | None:
        """Find who was on whose side; `None` before the end.

        A game that leaves this out has no such sides, and nothing is learned from it.

        Args:
            view: The onlooker's view.
        """
        return None

    @classmethod
    def find_statement(cls, move: MoveT) -> str | None:
        """Find what a move says to everybody; `None` if it says nothing."""
        return None

    @classmethod
    def name_value(cls, view: ViewT, field: str, value: object) -> str | None:
        """Name the value of a field of a move as people know it, such as a card by its title.

        Args:
            view: The view in which the move was made.
            field: The field.
            value: Its value.

        Returns:
            The name; `None` for a value that is written as it is.
        """
        return None

    @classmethod
    def judge_sides(cls, vectors: Any, view: ViewT) -> Any:  # noqa: ANN401
        """Judge the other seats as a baseline does: `sides`, `role`, `guesses` and `features`.

        Args:
            vectors: A space of word vectors.
            view: The view of a seat.

        Raises:
            MissingPart: If the game has no sides.
        """
        raise MissingPart(f"{cls.title} has no hidden sides.")

    # The machines that play.

    @classmethod
    def create_random_player(cls, seat: Seat, seed: str) -> Player[ViewT, MoveT]:
        """Create a player of random legal moves."""
        return SeededPlayer(seat, seed)

    @classmethod
    def create_baseline(
        cls,
        space: str,
        seat: Seat,
        seed: str,
        **settings: Any,  # noqa: ANN401
    ) -> Player[ViewT, MoveT]:
        """Create a player that knows words by their vectors.

        Args:
            space: The name of a space of word vectors.
            seat: The seat.
            seed: The seed of the match.
            settings: The seat's settings that `vector_settings` declares.

        Raises:
            MissingPart: If the game brings none.
            SpaceError: If there is no such space, or it is damaged.
        """
        raise MissingPart(
            f"{cls.title} brings no player that knows words by their vectors: "
            f"there is no baseline.py beside its rules."
        )

    @classmethod
    def explain_baseline_move(
        cls,
        space: str,
        seat: Seat,
        seed: str,
        view: ViewT,
        move: MoveT,
        **settings: Any,  # noqa: ANN401
    ) -> "tuple[Explanation, ...]":
        """Explain a move of a word-vector player by the similarities that it compared.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
            DeckError: If the cards are gone, or have changed.
        """
        return ()

    @classmethod
    def know_company(cls, seat: Seat, players: Sequence[str]) -> Mapping[str, Any]:
        """Find settings of Parlour's own player that follow from who else plays.

        A setting that its SPEC has comes first.

        Args:
            seat: Its seat.
            players: The kinds of all players, by seat.
        """
        return {}

    @classmethod
    def create_pragmatic_player(
        cls, seat: Seat, seed: str, spaces: str = "", strength: int = USUAL_STRENGTH
    ) -> Player[ViewT, MoveT]:
        """Create Parlour's own player, which models what the others understand.

        Args:
            seat: The seat.
            seed: The seed of the match.
            spaces: The names of its spaces, such as `word2vec+glove`; empty for all.
            strength: Its strength, from 1 to 5.

        Raises:
            MissingPart: If it does not know this game.
            SpaceError: If a space of word vectors is missing or damaged.
        """
        raise MissingPart(
            f"Parlour's own player does not know {cls.title}: "
            f"there is no pragmatic.py beside its rules."
        )

    @classmethod
    def explain_pragmatic_move(
        cls,
        seat: Seat,
        seed: str,
        view: ViewT,
        move: MoveT,
        spaces: str = "",
        strength: int = USUAL_STRENGTH,
    ) -> "tuple[Explanation, ...]":
        """Explain a move: what the player expected of each listener, and the best alternatives.

        Raises:
            SpaceError: If a space of word vectors is missing or damaged.
            DeckError: If the cards are gone, or have changed.
        """
        return ()

    @classmethod
    def create_comet_agent(
        cls,
        client: Any,  # noqa: ANN401
        game: "Game[OptionsT, StateT, ViewT, MoveT]",
        seat: Seat,
        seed: str,
        settings: Any,  # noqa: ANN401
        calls_file: Path | None,
        count_moves: Callable[[], int],
    ) -> Player[ViewT, MoveT]:
        """Create the CoMet agent of a seat, which asks a model step by step (`engine/comet`).

        Args:
            client: Asks the seat's model, as in `engine.comet.module_client`.
            game: The game of the match.
            seat: The seat.
            seed: The seed of the match.
            settings: The seat's settings, as `comet_settings` declares them.
            calls_file: The file of its earlier calls; `None` if there is none.
            count_moves: Counts the moves that the seat has made.

        Raises:
            MissingPart: If CoMet does not know this game.
            PoolError: If its experiences cannot be read.
        """
        raise MissingPart(f"CoMet does not know {cls.title}: no comet.py is beside its rules.")

    @classmethod
    def list_comet_prompts(
        cls,
        view: ViewT,
        settings: Any,  # noqa: ANN401
    ) -> list[PossiblePrompt]:
        """List the most prompts that the agent may need for a move, to estimate its cost.

        It needs most if every first answer can be used, every new statement is a metaphor, and it
        answers with one.

        Args:
            view: The view of the seat.
            settings: The seat's settings, as `comet_settings` declares them.
        """
        raise MissingPart(f"CoMet does not know {cls.title}: no comet.py is beside its rules.")

    @classmethod
    def create_inquiry(cls, client: Any) -> Any:  # noqa: ANN401
        """Create what asks a seat's model for its beliefs after each move, apart from the game.

        Args:
            client: Asks the seat's model, as in `engine.comet.module_client`.

        Returns:
            An object whose `ask(view, move)` is awaited after each move.

        Raises:
            MissingPart: If nobody is asked for beliefs in this game.
        """
        raise MissingPart(f"Nobody is asked for beliefs in {cls.title}.")

    @classmethod
    def build_closing_question(cls, view: ViewT, seat: Seat) -> ClosingQuestion | None:
        """Build what a player is asked once the match is over, apart from the game.

        Args:
            view: The seat's view at the end; what it reveals may not be part of the question.
            seat: The seat.

        Returns:
            The question; `None`, the default, if nobody is asked anything.
        """
        return None

    @classmethod
    def create_closing_inquiry(cls, client: Any) -> Any:  # noqa: ANN401
        """Create what asks a seat's model the closing question.

        Args:
            client: Asks the seat's model, as in `engine.comet.module_client`.

        Returns:
            An object whose `ask(question)` is awaited after the match.

        Raises:
            MissingPart: If nobody is asked for beliefs in this game.
        """
        raise MissingPart(f"Nobody is asked for beliefs in {cls.title}.")

    @classmethod
    def build_inquiry_prompt(cls, view: ViewT) -> Prompt:
        """Build a prompt that asks for beliefs after a move, to estimate its cost."""
        raise MissingPart(f"Nobody is asked for beliefs in {cls.title}.")


def _has_own(kind: type[Any], base: type[Any], name: str) -> bool:
    """Whether a class has its own method instead of the default of a base class."""
    own, default = getattr(kind, name), getattr(base, name)
    return getattr(own, "__func__", own) is not getattr(default, "__func__", default)
