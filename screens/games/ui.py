"""`GameUI`, a game's screens and widgets with their defaults, and its loading."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

import engine.view
from engine.closing_question import ClosingQuestion
from engine.count_text import spell_number
from engine.frozen_model import FrozenModel
from engine.game import GameType
from engine.games.catalog import GAMES, find, list_games
from engine.games.installed_games import LONGEST_REASON
from engine.options import select_changed
from engine.players.machine_names import choose_machines, fit_machine
from engine.seat import Seat
from engine.table_sizes import list_size_options
from engine.text import clean
from engine.value_text import has_fields
from engine.winners import describe_winners, is_draw, is_score, list_winners, name_team
from screens.forms.seat_screen import SeatScreen
from screens.games.board import Board, NamedLines, Narration, ScrolledView, StackedBoard
from screens.games.default_board import ViewFields
from screens.games.default_form import DeclaredForm
from screens.games.field_text import list_fields
from screens.games.result import GameResult
from screens.players.seat_names import SeatNames
from screens.private_screen import PrivateScreen
from screens.widgets.cards.card_item import CardItem
from screens.widgets.move_news import PublicMove

if TYPE_CHECKING:
    from engine.call_log import CallLog, LoggedMove

type SeatFormType[View, Move] = Callable[
    [View, SeatNames, Callable[[View, Move], str | None], str | None], SeatScreen[Move]
]
"""A class of private screens: it takes the view, who sits where, what returns why a move is against
the rules (`None` if it is legal), and why the last move was refused, in words for a person."""
type Presets = Mapping[str, Mapping[str, str]]
"""Line-ups by the name to show: for each seat the string that describes its player, such as
`word2vec`, in table order."""


@dataclass(frozen=True, slots=True)
class Headline:
    """The large text that an audience reads from the last row; never parsed as markup."""

    when: str
    """The round: `Round 3 of 8`."""
    now: str
    """A short sentence about the current event; once the game is over, who won and why."""
    large: tuple[str, ...]
    """The hints, the clue or the last line; at the end, the winners."""
    score: str | Content
    """The score so far."""
    revealed: tuple[str, str] | None = None
    """The last reveal, in a word or two and in a sentence; `None` if cards show it."""
    cards: tuple[CardItem, ...] = ()
    """The cards on the table, in a game of cards."""
    marked: int | None = None
    """The index of the marked card."""
    covered: tuple[str, ...] = ()
    """Placeholders of the revealed words, step by step: `#-#-#`, `4-#-#`."""
    out: frozenset[Seat] = frozenset()
    """The seats that are out of the game."""
    style: str = "$primary"
    """The colour of the large text: of the player who said it, if one did."""
    who: str = ""
    """The name of that player, to stand above it."""
    points: tuple[int, ...] = ()
    """The points of each seat, if that is what the score says."""


class GameUI[View: engine.view.View[Any], Move: FrozenModel]:
    """A game's own screens and widgets, built only from views; all have a default.

    A game derives `UI` from it in `screens/games/<game>/ui.py`, or a game of another package in
    `ui.py` beside its rules.
    """

    new_game_options: Mapping[str, str] = MappingProxyType({})
    """The default options in New game, as text. Commands use the defaults of the options."""
    line_ups: Presets = MappingProxyType({})
    """Line-ups that say who has which role; for games whose seats have roles."""
    demo_options: Mapping[str, str] = MappingProxyType({})
    """The options, as text, of a game of about a minute, for the demonstration."""
    table_lines: type[NamedLines[Any]] = ViewFields
    """The lines of the table for any view, on the default board, above the default form and below
    the default result."""
    reveal_lines: type[NamedLines[Any]] | None = None
    """The lines of the default reveal, for the view after a turn that adds a round; by default
    the narration of the turn."""

    def __init__(self, game: GameType) -> None:
        """Create the screens of a game."""
        self.game = game

    @property
    def rules(self) -> str:
        """The rules for people, as Markdown, for F1.

        `rules.md` beside its screens, else the rules or the summary of the game, and its options
        with their help.
        """
        if text := read_screen_file(self.game, "rules.md"):
            return text
        options = (
            f"- **{name}** ({option.allowed_values}; {option.usual}): {option.help}"
            for name, option in self.game.list_options().items()
        )
        text = self.game.rules.strip() or self.game.summary
        return "\n".join((f"# {self.game.title}", "", text, "", *options))

    def describe_round(self, options: Any) -> str:  # noqa: ANN401 - the game's own
        """Describe how a round goes by these options, as Markdown, for New game.

        Default: the section of the rules that is called a round or a turn, or their beginning.
        """
        return find_section(self.rules, "A round", "A turn")

    def list_lineups(self, seats: Sequence[str]) -> Presets:
        """List line-ups for these seats by name; the second is the usual one.

        Default: `line_ups` if they are for these seats; or else people only, then fewer and fewer
        people, and at last none, among machines, by a name that counts them.
        """
        if self.line_ups and all(set(one) == set(seats) for one in self.line_ups.values()):
            return self.line_ups
        machines = [str(fit_machine(spec, self.game)) for spec in choose_machines(len(seats), ())]
        numbers = [len(seats), *(n for n in (2, 1, 0) if n < len(seats))]
        return {
            _name_lineup(number, len(seats) - number): dict(
                zip(seats, (*["human"] * number, *machines[: len(seats) - number]), strict=True)
            )
            for number in (numbers if machines[0] != "random" else numbers[:1])
        }

    def summarize_rules(self, options: Any) -> Iterator[str]:  # noqa: ANN401 - the game's own
        """Say the rules of a new game in a few words each.

        Default: the numbers that have nouns, and what else differs from the default.
        """
        values = options.model_dump()
        declared = self.game.list_options()
        sizes = list_size_options(self.game, {})
        changed = select_changed(values, declared)
        for name, option in declared.items():
            if name in sizes:
                continue
            label, value = option.label.lower(), values[name]
            if option.value_type is bool:
                if name in changed:
                    yield label if value else f"not: {label}"
            elif option.mark.nouns is not None:
                yield f"{value} {option.mark.nouns[value != 1]}"
            elif name in changed:
                yield label if option.mark.secret else f"{label}: {value}"

    def choose_seat_form(self, view: View) -> SeatFormType[View, Move]:
        """Choose the private screen that asks one seat for its move.

        Default: a form made from the declared fields of the moves.

        Args:
            view: Everything the seat may know.
        """
        return partial(DeclaredForm, self.game.name, self.table_lines)

    def create_belief_panel(self, view: View, names: SeatNames) -> PrivateScreen[Any] | None:
        """Create a screen that asks a person, after a move, what they believe.

        Default: `None`.
        """
        return None

    def create_closing_form(
        self, question: ClosingQuestion, names: SeatNames
    ) -> PrivateScreen[Any] | None:
        """Create a screen that asks a person the closing question once the match is over.

        Default: `None`.

        Args:
            question: The question of the person's seat.
            names: The names of the players.
        """
        return None

    def render_beliefs(
        self,
        call_log: "CallLog",
        logged: "LoggedMove",
        names: SeatNames,
        width: int,
    ) -> Iterator[Content]:
        """Render for the inspector what a move's player believed, as its calls file has it.

        Default: nothing is known of such beliefs.
        """
        yield Content.styled("This game cannot show beliefs.", "$muted")

    def create_board(self, names: SeatNames) -> Board[View]:
        """Create the public table, which shows an onlooker's view, or a seat's in a replay.

        Default: `table_lines`, scrolled.
        """
        return StackedBoard(ScrolledView(self.table_lines(names)))

    def create_reveal(self, before: View, after: View, names: SeatNames) -> Widget | None:
        """Create the reveal that everybody sees after this turn, from onlookers' views.

        Default: `reveal_lines`, or the narration, after a turn that adds a round to the view; else
        `None`.
        """
        old, new = (list(getattr(one, self.game.listed, ())) for one in (before, after))
        if len(new) <= len(old) or not has_fields(new[-1]):
            return None
        if self.reveal_lines is not None:
            return ScrolledView(self.reveal_lines(names, after))
        return ScrolledView(Narration(names, self.game.narrate(before, after)))

    def hide_end(self, before: View, after: View) -> View:
        """Hide the end that an onlooker's view shows, until people have answered about the game.

        Default: the onlooker's view of the turn before.
        """
        return before

    def create_large_reveal(self, before: View, after: View, names: SeatNames) -> Widget | None:
        """Create the same reveal in large type, for an audience or a large screen.

        Default: `None`; then the headline's `revealed` is shown in large letters.
        """
        return None

    def list_news(self, before: View, after: View, names: SeatNames) -> list[PublicMove]:
        """List the moves between two onlookers' views, for everybody to read on the curtain.

        Default: the narration, a line each.
        """
        lines = self.game.narrate(before, after)
        return [PublicMove(names.format_sentence(line)) for line in lines]

    def name_sealed(self, view: View) -> str:
        """Name what seats with sealed moves have done in this turn, as after "has": `Voted`."""
        return "Moved"

    def name_step(self, view: View) -> str:
        """Name the next step within a round after a reveal: `Vote`; blank if a round begins."""
        return ""

    def name_round(self, view: View) -> str:
        """Name the round that an onlooker's view is in: `Round 3`; `Next` if it has none."""
        done = getattr(view, self.game.listed, None)
        return "Next" if done is None else f"{self.game.unit.capitalize()} {len(done) + 1}"

    def build_headline(self, view: View, names: SeatNames) -> Headline:
        """Build the headline for an audience from an onlooker's view.

        Default: the round, or the number of the next item of `listed`, the last line of the match
        (or the last field of the view), and the numbers of the view.
        """
        number = next((n for key in ("round", "turn", "number") if (n := getattr(view, key, 0))), 0)
        done = getattr(view, self.game.listed, None)
        when = self.game.title
        if isinstance(number, int) and number:
            when = f"Round {number}"
        elif isinstance(done, tuple) and (place := len(done) + bool(view.awaited)):
            when = f"{self.game.unit.capitalize()} {place}"
        shown = list(list_fields(view, names))
        score = "   ".join(f"{name} {text}" for name, text in shown if text.isdecimal())
        large = [text for _, text in shown[-1:]]
        if told := [*view.list_lines()]:
            large = [names.format_plain_sentence(told[-1])]
        now = self.game.title
        if not view.awaited:
            now = "The game is over."
            if outcome := self.game.build_report(view)["outcome"]:
                won = describe_winners(outcome, self.game.list_teams(view.options))
                now = names.format_plain_sentence(f"{won}.")
        return Headline(when, now, tuple(large), score)

    def create_result(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> Widget:
        """Create the result of a finished game: winners, reason, all secrets, a review.

        Default: the winners by `score`, and `table_lines` of the final view.
        """
        outcome = self.game.build_report(view)["outcome"]
        nobody = "A draw" if is_draw(outcome, score.values()) else "Lost"
        if is_score(outcome):
            nobody = str(outcome)
        points = Content("   ").join(
            [
                Content.assemble(names.format_player(seat), f" {score[seat]:g}")
                for seat in sorted(score)
            ]
        )
        teams = self.game.list_teams(view.options)
        return GameResult(
            names,
            list_winners(score, outcome),
            self.game.find_highlights(view),
            Static(points),
            self.table_lines(names, view),
            team=f"{name_team(outcome)} wins" if outcome in teams else "",
            nobody=nobody,
        )


def find_section(markdown: str, *titles: str) -> str:
    """Find the first section with one of these titles, or else what precedes all sections."""
    first, *sections = f"\n{markdown}".split("\n## ")
    return next((f"## {one}" for one in sections if one.startswith(titles)), first)


def _name_lineup(people: int, machines: int) -> str:
    """Name a line-up by its numbers: `Two people, one machine`."""
    counts = (
        (people, "person" if people == 1 else "people"),
        (machines, "machine" if machines == 1 else "machines"),
    )
    told = [f"{spell_number(number)} {noun}" for number, noun in counts if number]
    name = ", ".join(told) + ("" if people else ": watch")
    return name[:1].upper() + name[1:]


def load_game_ui(name: str) -> GameUI[Any, Any]:
    """Load the screens of a game, or the default ones if it has none of its own.

    A game of another package whose own screens cannot be loaded has the default ones, too, so that
    it can be played, and the others beside it; `explain_screen_fault` says why.

    Args:
        name: Its name in the catalog.
    """
    game = find(name)
    try:
        return load_own_ui(game)
    except Exception:
        if game in GAMES:
            raise
        return GameUI(game)


def explain_screen_fault(game: GameType) -> str | None:
    """Say why a game of another package cannot have its own screens; `None` if it has them."""
    if game in GAMES:
        return None
    try:
        load_own_ui(game)
    except Exception as error:  # noqa: BLE001 - the code of others may raise anything
        why = clean(f"{type(error).__name__}: {error}", LONGEST_REASON).rstrip(".")
        return (
            f"The screens of {clean(game.title)} cannot be loaded, so it has the default ones: "
            f"{why}."
        )
    return None


def list_screen_faults() -> dict[str, str]:
    """List why games of other packages cannot have their own screens, by the game's name."""
    faults = {name: explain_screen_fault(game) for name, game in list_games().items()}
    return {name: fault for name, fault in faults.items() if fault}


def load_own_ui(game: GameType) -> GameUI[Any, Any]:
    """Load the screens of a game, and raise whatever its own raise; default ones if it has none."""
    package = find_screen_package(game)
    if not package:  # a game that is a single module
        return GameUI(game)
    try:
        module = import_module(f"{package}.ui")
    except ModuleNotFoundError as error:
        if error.name not in (package, f"{package}.ui"):
            raise
        return GameUI(game)
    kind = module.UI
    if not (isinstance(kind, type) and issubclass(kind, GameUI)):
        raise TypeError("UI does not derive from GameUI")
    ui: GameUI[Any, Any] = kind(game)
    return ui


def find_screen_package(game: GameType) -> str:
    """Find the package of a game's screens: that of the game itself, unless it is one of ours.

    Ours stand apart, as the engine knows no screens.
    """
    return f"screens.games.{game.name}" if game in GAMES else game.package


def read_screen_file(game: GameType, name: str) -> str:
    """Read a text file beside the screens of a game; empty if there is none."""
    try:
        path = files(find_screen_package(game)).joinpath(name)
    except (ModuleNotFoundError, ValueError):  # no such package; a game that is a single module
        return ""
    return path.read_bytes().decode(errors="replace") if path.is_file() else ""
