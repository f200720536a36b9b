"""The class through which the rest of Parlour uses a game, with its options, rules and parts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, override

from typing_extensions import TypeVar

from engine.game import Game
from engine.games import bases, default_parts
from engine.games import part_protocols as parts
from engine.games.bases import Frozen, Iterable, Mapping, Random, Rules, Seat, replace
from engine.games.prompt_template_files import WORDINGS, PromptTexts, WordingError, load_texts
from engine.games.question_types import (
    Body,
    CorrectAnswers,
    Dialogue,
    Highlights,
    MachineAnswers,
    Poll,
    PositionQuestion,
    QuestionGroup,
    ShownBefore,
)
from engine.journal_reader import JournalError, Record
from engine.llm.prompt import Prompt, ReadPrompt, SentPrompt
from engine.options import Option, OptionError, list_declared_options, parse_options
from engine.player_protocol import Player
from engine.transcript_from_journal import Transcript

if TYPE_CHECKING:
    from engine.games.baselines import Explanation
    from images.deck import Deck

__all__ = ["Frozen", "GameDefinition", "Iterable", "Mapping", "Random", "Rules", "Seat", "replace"]
"""What a game's `rules.py` needs."""

VECTORS = frozenset({"word2vec", "glove", "vectors"})
"""The kinds of player that use one space of word vectors."""
PRAGMATIC = "pragmatic"
"""The kind of Parlour's own player, which uses several spaces."""
USUAL_STRENGTH = 3
"""Its default strength, from 1 to 5."""

type Material = Mapping[str, Any]
"""What a game takes from the world outside the rules (words, cards), as JSON values."""

# Defaults of type parameters (PEP 696) have syntax only from Python 3.13 on.
Options = TypeVar("Options", default=Any)
View = TypeVar("View", default=Any)
Move = TypeVar("Move", default=Any)


_TAKEN: Any = None
"""The default of a field that is taken from the rules."""


def _require_nothing(*_: object) -> None:
    """Accept every material; the default of `check_material`."""


@dataclass(frozen=True, slots=True)
class GameDefinition(
    parts.PromptPart[View],
    parts.PromptReaderPart,
    parts.DialoguePart[View, Move],
    parts.ExplanationPart[View, Move],
    parts.NarrationPart[View],
    parts.ReportPart[View],
    parts.RowsPart,
    parts.EventsPart,
    parts.HighlightsPart[View],
    parts.GivenWordsPart[View],
    parts.QuestionsPart,
    parts.PagePart,
    parts.PollPart[View],
    Generic[Options, View, Move],
):
    """A game, as the code outside its own folder sees it.

    It is defined in the game's `rules.py`, and found through a line in the catalog. It offers all
    parts of `engine.games.part_protocols`: the game's own module is loaded when a part is first
    used, as some are slow to load; missing parts come from `engine.games.default_parts`.
    """

    title: str
    """The name on screens."""
    summary: str
    """One sentence for people who choose a game."""
    draw_material: Callable[[Options, Random], Material]
    """Draws the material from the options; raises `OptionError` if it cannot."""

    rules: type[Rules[Options, Any, View, Move]] | None = None
    """The game's rules, if they derive from `Rules`; the five fields below then come from them."""
    name: str = _TAKEN
    """The name in commands and journals, and of its folder in `screens/games`."""
    list_seats: Callable[[Options], tuple[str, ...]] = _TAKEN
    """The names of the seats, in order: a function of the options."""
    options_type: type[Options] = _TAKEN
    """The dataclass of options."""
    create_game: Callable[[Options, Material], Game[Any, View, Move]] = _TAKEN
    """Creates the game from options and material; raises `OptionError` if they are wrong."""
    move_types: tuple[type[Move], ...] = _TAKEN
    """Every kind of move."""

    tagline: str = ""
    """The game in a few words, for places without room for the summary."""
    minutes: int = 0
    """The usual duration in minutes with people; 0 if unknown."""
    informed_seats: tuple[str, ...] = ()
    """The seats that know the hidden part of the deal from the start, so that people in them can
    play the same deal again."""
    speaking_seats: tuple[str, ...] = ()
    """The seats whose moves others answer in the same round; if such a move is changed, the answers
    no longer fit."""
    listed: str = "rounds"
    """The key of the report's list of rounds or turns."""
    unit: str = "round"
    """The name of an item of that list."""
    limit_reason: str = ""
    """The report's `reason` if a limit ended the match before it was decided; empty if there is no
    such limit."""
    reasons: tuple[str, ...] = ()
    """Every `reason` that the report can give, so that experiments can measure their shares; empty
    if unknown."""
    check_material: Callable[[Material, str], None] = _require_nothing
    """Checks that a kind of player can play with the material in its current state; raises
    `OptionError` if not."""

    prompt_settings: type[Any] | None = None
    """A dataclass of a model seat's settings for its prompts, passed to `build_prompt` by name;
    `None` if there are none."""
    vector_settings: type[Any] | None = None
    """A dataclass of a word-vector seat's settings, passed to `Baseline` and `explain_move` by
    name; `None` if there are none."""

    word_lists: tuple[str, ...] = ()
    """The lists in `words` that Parlour's own player uses besides its spaces."""
    has_own_columns: bool = False
    """Whether its table has a published format, to which no columns may be added at the start."""

    def __post_init__(self) -> None:
        if self.rules is not None:
            for name, value in bases.take_from_rules(self.rules).items():
                if getattr(self, name) is _TAKEN:
                    object.__setattr__(self, name, value)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats with default options."""
        return self.list_seats(self.options_type())

    def parse_seats(self, given: Mapping[str, str]) -> tuple[str, ...]:
        """Find the names of the seats with options given as text; others have their default.

        Raises:
            OptionError: At the first unknown option or bad value.
        """
        return self.list_seats(parse_options(self.options_type, given))

    @property
    def options(self) -> dict[str, Option]:
        """The options by name, without those that became settings of seats."""
        declared = list_declared_options(self.options_type)
        return {name: option for name, option in declared.items() if not option.note.moved}

    @property
    def moved_options(self) -> dict[str, Option]:
        """The options that became settings of seats, by name; they can still be given."""
        declared = list_declared_options(self.options_type)
        return {name: option for name, option in declared.items() if option.note.moved}

    def load_game(self, record: Record) -> Game[Any, View, Move]:
        """Create the rules for the match of a journal.

        Raises:
            JournalError: If its options, material or seats do not belong to this game.
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
        """The package of the game, in which its parts are searched."""
        return (self.rules or self.create_game).__module__.rpartition(".")[0]

    def has_part(self, part: type[Any]) -> bool:
        """Whether the game has its own `part`, a protocol of `engine.games.part_protocols`."""
        return self._find(part) is not None

    def require_prompt(self) -> None:
        """Check that models can play.

        Raises:
            MissingPart: If the game has no prompt.
        """
        self._load(parts.PromptPart)

    @override
    def build_prompt(self, view: View, **settings: object) -> Prompt:
        prompt: Prompt = self._load(parts.PromptPart).build_prompt(view, **settings)
        return prompt

    def load_prompt_texts(self, prompt: str = "", **settings: Any) -> PromptTexts:  # noqa: ANN401
        """Load the prompt texts that a seat's settings choose, see `load_texts`.

        Raises:
            WordingError: If there is no such wording, or its file cannot be used.
        """
        if self.prompt_settings is None:
            raise WordingError(f"{self.title} keeps no texts of prompts in files.")
        usual = str(list_declared_options(self.prompt_settings)["prompt"].default)
        wording = {name: one for name, one in settings.items() if name in WORDINGS}
        return load_texts(self.package, prompt or usual, **wording)

    @override
    def read_prompt(self, prompt: SentPrompt, decks: "Sequence[Deck]") -> ReadPrompt:
        part: parts.PromptReaderPart = self._find(parts.PromptReaderPart) or default_parts
        return part.read_prompt(prompt, decks)

    @override
    def build_dialogue(
        self,
        view: View,
        names: tuple[str, ...],
        kinds: tuple[type[Move], ...],
        shown: ShownBefore | None = None,
    ) -> Dialogue[Move]:
        """See `DialoguePart`; the default lists what is new after what was `shown`."""
        part: parts.DialoguePart[View, Move] | None = self._find(parts.DialoguePart)
        if part is not None:
            return part.build_dialogue(view, names, kinds)
        narrate = self.narrate if self.has_narration else None
        return default_parts.build_dialogue(view, names, kinds, narrate, shown)

    def create_baseline(
        self, space: str, seat: Seat, seed: str, **settings: object
    ) -> Player[View, Move]:
        """Create a word-vector player; see `BaselinePart.Baseline`."""
        part = self._load(parts.BaselinePart)
        player: Player[View, Move] = part.Baseline(space, seat, seed, **settings)
        return player

    @property
    def has_random_player(self) -> bool:
        """Whether the game has random players."""
        return self.has_part(parts.RandomPart) or bases.can_draw_moves(self.rules)

    def create_random_player(self, seat: Seat, seed: str) -> Player[View, Move]:
        """Create a player of random legal moves."""
        if bases.can_draw_moves(self.rules) and not self.has_part(parts.RandomPart):
            return default_parts.create_random_player(seat, seed)
        part: parts.RandomPart[View, Move] = self._load(parts.RandomPart)
        return part.RandomPlayer(seat, seed)

    @override
    def explain_move(
        self, space: str, seat: Seat, seed: str, view: View, move: Move, **settings: object
    ) -> "tuple[Explanation, ...]":
        part = self._find(parts.ExplanationPart) or default_parts
        explained: tuple[Explanation, ...] = part.explain_move(
            space, seat, seed, view, move, **settings
        )
        return explained

    def create_pragmatic_player(
        self, seat: Seat, seed: str, spaces: str = "", strength: int = USUAL_STRENGTH
    ) -> Player[View, Move]:
        """Create Parlour's own player; see `PragmaticPart.PragmaticPlayer`."""
        part: parts.PragmaticPart[View, Move] = self._load(parts.PragmaticPart)
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
        """Explain a move of Parlour's own player; see `PragmaticPart.explain_pragmatic_move`."""
        part: parts.PragmaticPart[View, Move] = self._load(parts.PragmaticPart)
        return part.explain_pragmatic_move(seat, seed, view, move, spaces, strength)

    @override
    def narrate(self, before: View | None, after: View) -> list[str]:
        own: parts.LinesPart[View] | None = self._find(parts.LinesPart)
        if own is not None:
            return default_parts.list_new_lines(own.list_lines, before, after, self.build_report)
        part: parts.NarrationPart[View] = self._find(parts.NarrationPart) or default_parts
        return part.narrate(before, after)

    @property
    def has_narration(self) -> bool:
        """Whether the game narrates its matches in its own words."""
        return self.has_part(parts.LinesPart) or self.has_part(parts.NarrationPart)

    @override
    def build_report(self, view: View) -> dict[str, Any]:
        part: parts.ReportPart[View] | None = self._find(parts.ReportPart)
        report = (part.build_report if part else default_parts.build_filled_report)(view)
        for key, value in (("outcome", None), ("reason", None), (self.listed, [])):
            report.setdefault(key, value)
        return report

    @override
    def build_rows(self, transcript: Transcript) -> list[dict[str, Any]]:
        part: parts.RowsPart = self._find(parts.RowsPart) or default_parts
        return part.build_rows(transcript)

    @override
    def describe_turn_events(self) -> dict[str, str]:
        part: parts.EventsPart = self._find(parts.EventsPart) or default_parts
        return part.describe_turn_events()

    @override
    def find_turn_events(self, turn: Mapping[str, Any]) -> dict[str, bool]:
        part: parts.EventsPart = self._find(parts.EventsPart) or default_parts
        return part.find_turn_events(turn)

    @override
    def find_highlights(self, view: View) -> Highlights:
        part: parts.HighlightsPart[View] | None = self._find(parts.HighlightsPart)
        if part is not None:
            return part.find_highlights(view)
        told = self.narrate(None, view) if self.has_narration else []
        options = view.options if hasattr(view, "options") else self.options_type()
        seats = self.list_seats(options)
        return default_parts.find_highlights(view, told, seats)

    @override
    def find_given_words(self, view: View) -> dict[str, tuple[str, ...]]:
        part: parts.GivenWordsPart[View] = self._find(parts.GivenWordsPart) or default_parts
        return part.find_given_words(view)

    @override
    def list_questions(self) -> tuple[PositionQuestion | QuestionGroup, ...]:
        part: parts.QuestionsPart = self._find(parts.QuestionsPart) or default_parts
        return part.list_questions()

    @override
    def build_page(self, transcript: Transcript) -> Body:
        part: parts.PagePart | None = self._find(parts.PagePart)
        if part is None:
            return default_parts.build_page(transcript, self.narrate)
        return part.build_page(transcript)

    @override
    def build_poll(self, view: View) -> Poll | None:
        part: parts.PollPart[View] | None = self._find(parts.PollPart)
        return part.build_poll(view) if part else default_parts.build_poll(view)

    @override
    def find_correct_answers(self, before: View, after: View) -> CorrectAnswers:
        part: parts.PollPart[View] = self._load(parts.PollPart)
        return part.find_correct_answers(before, after)

    @override
    def read_machine_answers(self, before: View, after: View) -> MachineAnswers:
        part: parts.PollPart[View] = self._load(parts.PollPart)
        return part.read_machine_answers(before, after)

    @override
    def must_withhold(self, view: View, thought: str, views: Sequence[View]) -> bool:
        part: parts.PollPart[View] | None = self._find(parts.PollPart)
        withhold = part.must_withhold if part else default_parts.must_withhold
        return withhold(view, thought, views)

    def _find(self, part: type[Any]) -> Any:  # noqa: ANN401 - a module, typed where it is used
        """Find the game's own module with a part, or `None`; `MissingPart` if it is incomplete."""
        name = f"{self.package}.{parts.FILES[part]}"
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:  # the part exists, but one of its imports is missing
                raise
            return None
        has = [hasattr(module, function) for function in parts.list_functions(part)]
        if any(has) and not all(has):
            raise parts.describe_missing(self.title, self.package, part)
        return module if all(has) else None

    def _load(self, part: type[Any]) -> Any:  # noqa: ANN401 - a module, typed where it is used
        """Find the game's own module with a part that has no default; `MissingPart` if none."""
        module = self._find(part)
        if module is None:
            raise parts.describe_missing(self.title, self.package, part)
        return module
