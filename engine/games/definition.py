"""The definition of a game in the catalog: its rules, options and parts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Generic, override

from typing_extensions import TypeVar

from engine.game import Game, Seat
from engine.games import default_parts
from engine.games.bases import Rules, take_from_rules
from engine.games.part_protocols import (
    FILES,
    BaselinePart,
    DialoguePart,
    EventsPart,
    ExplanationPart,
    GivenWordsPart,
    HighlightsPart,
    NarrationPart,
    PagePart,
    PollPart,
    PragmaticPart,
    PromptPart,
    PromptReaderPart,
    QuestionsPart,
    ReportPart,
    RowsPart,
    describe_missing,
    list_functions,
)
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
from engine.games.prompt_reading import ReadPrompt, SentPrompt
from engine.games.prompt_texts import WORDINGS, PromptTexts, WordingError, load_texts
from engine.journal_reader import JournalError, Record
from engine.llm.prompt import Prompt
from engine.options import Option, OptionError, declared_options, parse_options
from engine.player_protocol import Player
from engine.transcript import Transcript

if TYPE_CHECKING:
    from engine.games.baselines import Explanation
    from images.deck import Deck

VECTORS = frozenset({"word2vec", "glove", "vectors"})
"""The kinds of player that know words by the vectors of one space."""
PRAGMATIC = "pragmatic"
"""The kind of Parlour's own player, which uses several spaces."""
USUAL_STRENGTH = 3
"""How hard it plays unless its seat says otherwise, from 1 to 5."""

type Material = Mapping[str, Any]
"""What a game takes from the world outside the rules (words, cards), as JSON values."""

# Defaults of type parameters (PEP 696) have a syntax of their own from Python 3.13 on.
Options = TypeVar("Options", default=Any)
View = TypeVar("View", default=Any)
Move = TypeVar("Move", default=Any)


_TAKEN: Any = None
"""The default of a field that is taken from the rules."""


def _always(*_: object) -> None:
    """Need nothing outside the journal."""


@dataclass(frozen=True, slots=True)
class GameDefinition(
    PromptPart[View],
    PromptReaderPart,
    DialoguePart[View, Move],
    ExplanationPart[View, Move],
    NarrationPart[View],
    ReportPart[View],
    RowsPart,
    EventsPart,
    HighlightsPart[View],
    GivenWordsPart[View],
    QuestionsPart,
    PagePart,
    PollPart[View],
    Generic[Options, View, Move],
):
    """One game, as everything but its own folder knows it.

    It stands in the game's `rules.py`, and its line in the catalog makes the game known. All parts
    of `engine.games.part_protocols` can be asked for here: it loads the game's own module when a
    part is first used, as some take long to load, and falls back on `engine.games.default_parts`.
    """

    title: str
    """The name on screens."""
    summary: str
    """One sentence for people who choose."""
    draw_material: Callable[[Options, Random], Material]
    """Draws the material from the options; raises `OptionError` if it cannot."""

    rules: type[Rules[Options, Any, View, Move]] | None = None
    """The game's rules, if they are derived from `Rules`. The five fields below then need no value:
    they are taken from them."""
    name: str = _TAKEN
    """The name in commands and journals, and of its folder in `screens/games`."""
    list_seats: Callable[[Options], tuple[str, ...]] = _TAKEN
    """The names of the seats, in order: a function of the options."""
    options_type: type[Options] = _TAKEN
    """The dataclass of options."""
    create_game: Callable[[Options, Material], Game[Any, View, Move]] = _TAKEN
    """The game for such options and material; raises `OptionError` if they belong to another."""
    move_types: tuple[type[Move], ...] = _TAKEN
    """Every kind of move."""

    tagline: str = ""
    """The game in a few words, where there is no room for the summary."""
    players: str = ""
    """How many can play: `3 to 10 players`."""
    minutes: int = 0
    """About how long people play; 0 if nobody knows."""
    informed_seats: tuple[str, ...] = ()
    """The seats that know from the start what the deal hides: people who sit there can play the
    same deal once more."""
    speaking_seats: tuple[str, ...] = ()
    """The seats whose moves others answer in the same round: where one of them speaks anew, what
    the others answered does not fit any more."""
    listed: str = "rounds"
    """The key of the report's list of what was played."""
    unit: str = "round"
    """What each item of that list is called."""
    limit_reason: str = ""
    """The report's `reason` of matches that a limit ended before they were decided; empty if no
    limit does."""
    reasons: tuple[str, ...] = ()
    """Every `reason` that the report can give; empty if that is not known. Experiments can then
    name the share of games that ended so."""
    check_material: Callable[[Material, str], None] = _always
    """Makes sure that a kind of player can play with what there is of the material by now;
    raises `OptionError` if not."""

    prompt_settings: type[Any] | None = None
    """A dataclass of what a model's seat can set of its prompts: `build_prompt` takes each setting
    that is given by its name. `None` if there is nothing to set."""
    vector_settings: type[Any] | None = None
    """A dataclass of what a word-vector seat can set: `Baseline` and `explain_move` take each
    setting that is given by its name. `None` if there is nothing to set."""

    word_lists: tuple[str, ...] = ()
    """The lists in `words` that Parlour's own player plays by, besides what it listens with."""
    has_own_columns: bool = False
    """Its table is one that others know as it is: nothing stands before its own columns."""

    def __post_init__(self) -> None:
        if self.rules is not None:
            for name, value in take_from_rules(self.rules).items():
                if getattr(self, name) is _TAKEN:
                    object.__setattr__(self, name, value)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats as the default options have them."""
        return self.list_seats(self.options_type())

    def parse_seats(self, given: Mapping[str, str]) -> tuple[str, ...]:
        """The names of the seats with options as text, the rest of them as usual.

        Raises:
            OptionError: At the first option that does not exist, or does not take its value.
        """
        return self.list_seats(parse_options(self.options_type, given))

    @property
    def options(self) -> dict[str, Option]:
        """The options by name, without those that became settings of seats."""
        declared = declared_options(self.options_type)
        return {name: option for name, option in declared.items() if not option.note.moved}

    @property
    def moved_options(self) -> dict[str, Option]:
        """The options that became settings of seats, by name; they can still be given."""
        declared = declared_options(self.options_type)
        return {name: option for name, option in declared.items() if option.note.moved}

    def load_game(self, record: Record) -> Game[Any, View, Move]:
        """The rules by which the match of a journal is played.

        Raises:
            JournalError: If its options, material or seats are not this game's.
        """
        header = record.header
        try:
            given = {name: str(value) for name, value in header.options.items()}
            game = self.create_game(parse_options(self.options_type, given), header.material)
        except OptionError as error:
            raise JournalError(f"{record.path}, line 1: {error}") from None
        if tuple(header.seats) != game.seats:
            seats = ", ".join(game.seats)
            raise JournalError(f"{record.path}, line 1: the seats of {self.title} are {seats}.")
        return game

    @property
    def package(self) -> str:
        """The package of the game's engine, beside whose rules its parts are looked for."""
        return (self.rules or self.create_game).__module__.rpartition(".")[0]

    def has_part(self, part: type[Any]) -> bool:
        """Does the game bring a part of its own? `part` is one of `engine.games.part_protocols`."""
        return self._find(part) is not None

    def require_prompt(self) -> None:
        """Make sure that models can be asked.

        Raises:
            MissingPart: If the game has no prompt.
        """
        self._load(PromptPart)

    @override
    def build_prompt(self, view: View, **settings: object) -> Prompt:
        prompt: Prompt = self._load(PromptPart).build_prompt(view, **settings)
        return prompt

    def load_prompt_texts(self, prompt: str = "", **settings: Any) -> PromptTexts:  # noqa: ANN401
        """Load the texts of prompts that a seat's settings choose, see `load_texts`.

        Raises:
            WordingError: If there is no such wording, or its file cannot be used.
        """
        if self.prompt_settings is None:
            raise WordingError(f"{self.title} keeps no texts of prompts in files.")
        usual = str(declared_options(self.prompt_settings)["prompt"].default)
        wording = {name: one for name, one in settings.items() if name in WORDINGS}
        return load_texts(self.package, prompt or usual, **wording)

    @override
    def read_prompt(self, prompt: SentPrompt, decks: "Sequence[Deck]") -> ReadPrompt:
        part: PromptReaderPart = self._find(PromptReaderPart) or default_parts
        return part.read_prompt(prompt, decks)

    @override
    def build_dialogue(
        self,
        view: View,
        names: tuple[str, ...],
        kinds: tuple[type[Move], ...],
        public: View | None = None,
    ) -> Dialogue[Move]:
        """See `DialoguePart`; the default tells what an onlooker's view, `public`, does not."""
        part: DialoguePart[View, Move] | None = self._find(DialoguePart)
        if part is not None:
            return part.build_dialogue(view, names, kinds)
        narrate = self.narrate if self.has_part(NarrationPart) else None
        return default_parts.build_dialogue(view, names, kinds, narrate, public)

    def create_baseline(
        self, space: str, seat: Seat, seed: str, **settings: object
    ) -> Player[View, Move]:
        """Create a word-vector player; see `BaselinePart.Baseline`."""
        part = self._load(BaselinePart)
        player: Player[View, Move] = part.Baseline(space, seat, seed, **settings)
        return player

    def create_random_player(self, seat: Seat, seed: str) -> Player[View, Move]:
        """Create a player of random legal moves."""
        part: BaselinePart[View, Move] = self._load(BaselinePart)
        return part.RandomPlayer(seat, seed)

    @override
    def explain_move(
        self, space: str, seat: Seat, seed: str, view: View, move: Move, **settings: object
    ) -> "tuple[Explanation, ...]":
        part = self._find(ExplanationPart) or default_parts
        explained: tuple[Explanation, ...] = part.explain_move(
            space, seat, seed, view, move, **settings
        )
        return explained

    def create_pragmatic_player(
        self, seat: Seat, seed: str, spaces: str = "", strength: int = USUAL_STRENGTH
    ) -> Player[View, Move]:
        """Create Parlour's own player; see `PragmaticPart.PragmaticPlayer`."""
        part: PragmaticPart[View, Move] = self._load(PragmaticPart)
        return part.PragmaticPlayer(seat, seed, spaces, strength)

    def explain_pragmatic_move(
        self,
        seat: Seat,
        seed: str,
        view: View,
        move: Move,
        spaces: str = "",
        strength: int = USUAL_STRENGTH,
    ) -> "tuple[Explanation, ...]":
        """Show what Parlour's own player believed; see `PragmaticPart.explain_pragmatic_move`."""
        part: PragmaticPart[View, Move] = self._load(PragmaticPart)
        return part.explain_pragmatic_move(seat, seed, view, move, spaces, strength)

    @override
    def narrate(self, before: View | None, after: View) -> list[str]:
        part: NarrationPart[View] = self._find(NarrationPart) or default_parts
        return part.narrate(before, after)

    @override
    def build_report(self, view: View) -> dict[str, Any]:
        part: ReportPart[View] = self._find(ReportPart) or default_parts
        report = part.build_report(view)
        for key, value in (("outcome", None), ("reason", None), (self.listed, [])):
            report.setdefault(key, value)
        return report

    @override
    def build_rows(self, transcript: Transcript) -> list[dict[str, Any]]:
        part: RowsPart = self._find(RowsPart) or default_parts
        return part.build_rows(transcript)

    @override
    def describe_turn_events(self) -> dict[str, str]:
        part: EventsPart = self._find(EventsPart) or default_parts
        return part.describe_turn_events()

    @override
    def find_turn_events(self, turn: Mapping[str, Any]) -> dict[str, bool]:
        part: EventsPart = self._find(EventsPart) or default_parts
        return part.find_turn_events(turn)

    @override
    def find_highlights(self, view: View) -> Highlights:
        part: HighlightsPart[View] | None = self._find(HighlightsPart)
        if part is not None:
            return part.find_highlights(view)
        told = self.narrate(None, view) if self.has_part(NarrationPart) else []
        seats = self.list_seats(getattr(view, "options", self.options_type()))
        return default_parts.find_highlights(view, told, seats)

    @override
    def find_given_words(self, view: View) -> dict[str, tuple[str, ...]]:
        part: GivenWordsPart[View] = self._find(GivenWordsPart) or default_parts
        return part.find_given_words(view)

    @override
    def list_questions(self) -> tuple[PositionQuestion | QuestionGroup, ...]:
        part: QuestionsPart = self._find(QuestionsPart) or default_parts
        return part.list_questions()

    @override
    def build_page(self, transcript: Transcript) -> Body:
        part: PagePart | None = self._find(PagePart)
        if part is None:
            return default_parts.build_page(transcript, self.narrate)
        return part.build_page(transcript)

    @override
    def build_poll(self, view: View) -> Poll | None:
        part: PollPart[View] | None = self._find(PollPart)
        return part.build_poll(view) if part else default_parts.build_poll(view)

    @override
    def find_correct_answers(self, before: View, after: View) -> CorrectAnswers:
        part: PollPart[View] = self._load(PollPart)
        return part.find_correct_answers(before, after)

    @override
    def read_machine_answers(self, before: View, after: View) -> MachineAnswers:
        part: PollPart[View] = self._load(PollPart)
        return part.read_machine_answers(before, after)

    @override
    def must_withhold(self, view: View, thought: str, views: Sequence[View]) -> bool:
        part: PollPart[View] | None = self._find(PollPart)
        withhold = part.must_withhold if part else default_parts.must_withhold
        return withhold(view, thought, views)

    def _find(self, part: type[Any]) -> Any:  # noqa: ANN401 - a module, typed where it is used
        """The game's own module with this part, or `None`; `MissingPart` if it has half of it."""
        name = f"{self.package}.{FILES[part]}"
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:  # the game has the part, and the part lacks something
                raise
            return None
        has = [hasattr(module, function) for function in list_functions(part)]
        if any(has) and not all(has):
            raise describe_missing(self.title, self.package, part)
        return module if all(has) else None

    def _load(self, part: type[Any]) -> Any:  # noqa: ANN401 - a module, typed where it is used
        """The game's own module with a part that has no default; `MissingPart` if it has none."""
        module = self._find(part)
        if module is None:
            raise describe_missing(self.title, self.package, part)
        return module
