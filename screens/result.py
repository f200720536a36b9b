"""The result screen: how a game ended, the tally of wins, and buttons for what to play next."""

from asyncio import to_thread
from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Static

from engine.config.keymap import KEY_GROUPS
from engine.export.format import export_match
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.journal.rematch import DUEL, REMATCH, SAME_DEAL, SWAP, NextGame, list_next_games
from engine.session import Session
from files.removal import delete_file
from files.replacement import replace_private_file
from screens.closed_screen import is_closed
from screens.dialogs.question import ChoiceDialog
from screens.games.ui import load_game_ui
from screens.inspector.screen import create_inspector
from screens.players.seat_naming import name_seats
from screens.replay.screen import create_replay
from screens.saved.evening import Evening
from screens.setup.branch import BranchSetup
from screens.setup.setup import Setup
from screens.shown_keys import show_key
from screens.tally import Tally
from screens.widgets.breakpoints import apply_breakpoints
from screens.widgets.footer import KeyFooter
from screens.widgets.guarded_button import GuardedButton
from screens.widgets.key_guard import KeyGuard

BUTTON_EDGES = 6
"""Columns of a button beside its label, with the margin."""
FRAME, NARROWEST, PAGE_SIDES = 4, 12, 2
"""Columns of the frame of a button below the result, of the narrowest, and beside all of them."""
BUTTON_ROW = 64
"""Columns of the buttons of `NextGameDialog`."""


class ResultScreen(KeyGuard, Screen[Setup | BranchSetup | None]):
    """Shows who won and why, and all secrets; dismissed with what to play next."""

    GUARDED = KeyGuard.GUARDED | {"play_again", "ask_rematch"}

    CSS_PATH = "result.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-usual-width"), (180, "-broad")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-usual"), (36, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = ""  # no button is the default: Enter would press it before anybody has looked
    READING_TIME = 3.0
    HELP = (
        "The game is finished, so all secrets are shown. Enter asks whether to play again with the "
        "same players. {rematch} starts a rematch at once. Up and down scroll. For the first three "
        "seconds no key leaves this page."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play_again", "Play again?", key_display="Enter", tooltip="Ask what"),
        Binding("enter", "ask_rematch", "Play again?", key_display="Enter", tooltip="Ask first"),
        Binding("r,R,n,N", "play('rematch')", show=False, id="rematch"),
        Binding("s,S", "play('swap')", show=False, id="swap_roles"),
        Binding("d,D", "same_deal", show=False, id="same_deal"),
        Binding("p,P", "replay", show=False, id="replay"),
        Binding("h,H", "home", show=False, id="go_home"),
        Binding("escape", "home", show=False),
        Binding(
            "w,W",
            "write_page",
            "Web page",
            tooltip="Write the game as one page beside its journal",
            key_display="W",
            id="web_page",
        ),
        Binding(
            "i,I",
            "inspect",
            "Inspect",
            key_display="I",
            tooltip="Prompts, answers, comparisons",
            id="inspect",
        ),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(self, session: Session, evening: Evening | None = None) -> None:
        """Show the result of `session`.

        Args:
            session: A finished game.
            evening: The scoreboard; not shown by default.
        """
        super().__init__()
        self.session = session
        self.evening = evening or Evening()
        self.games = list_next_games(session)
        """The games to offer next, by kind."""
        self.more_help = " ".join(
            f"{game.label}: {game.explanation}." for game in self.games.values()
        )
        """What the buttons do that are here, for the help."""

    @property
    def game(self) -> str:
        """The game's name in the catalog."""
        return self.session.definition.name

    def compose(self) -> ComposeResult:
        """Yield the game's own result, caveats, the tally, and the buttons."""
        apply_breakpoints(self)
        session = self.session
        view = session.match.view(None)
        specs, game = tuple(session.specs.values()), session.match.game
        self.names = names = name_seats(
            game.seats,
            specs,
            session.definition,
            data=session.settings.data,
            teams=game.list_teams(game.options),
        )
        with VerticalScroll(id="account", can_focus=False):
            ui = load_game_ui(session.definition.name)
            yield ui.create_result(view, names, session.match.score or {})
            caveats = Static(id="caveats", classes="muted", markup=False)
            caveats.display = False
            yield caveats
        if self.evening.games > 1:
            yield Tally(self.evening, names)
        with Horizontal(id="next"):
            yield from self.create_buttons()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Look for caveats."""
        self.show_caveats()

    def on_resize(self) -> None:
        """Fit the buttons into one row; without the same deal, which Enter offers, if need be."""
        buttons = list(self.query("#next Button").results(Button))
        for left_out in (set(), {"same_deal"}):
            for button in buttons:
                button.display = button.id not in left_out
            needs = [measure_button(button) for button in buttons if button.display]
            cramped = sum(needs) + len(needs) - 1 > self.app.size.width - PAGE_SIDES
            if not cramped:
                break
        self.set_class(cramped, "-cramped")

    @work(group="caveats")
    async def show_caveats(self) -> None:
        """Show the caveats; for an old game, this loads word vectors."""
        found = await to_thread(lambda: self.session.caveats)
        if found and not is_closed(self):
            caveats = self.query_one("#caveats", Static)
            caveats.update("\n".join(found))
            caveats.display = True

    def create_buttons(self) -> Iterator[Button]:
        """Create a button with a letter for each next step."""
        games = self.games
        keys = {name: show_key(self.app, name) for name in KEY_GROUPS["Result"]}
        yield create_button(
            keys["rematch"], games[REMATCH].label, "play('rematch')", games[REMATCH]
        )
        if SWAP in games:
            yield create_button(keys["swap_roles"], games[SWAP].label, "play('swap')", games[SWAP])
        if again := games.get(SAME_DEAL) or games.get(DUEL):
            yield create_button(keys["same_deal"], "Same deal", "same_deal", again)
        if self.session.journal is not None:
            yield create_button(keys["replay"], "Replay", "replay")
        yield create_button(keys["go_home"], "Home", "home")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys that need a journal or roles, if there are none."""
        if action == "play":
            return parameters[0] in self.games
        if action in ("play_again", "ask_rematch"):
            return (action == "play_again") == (len(self.games) > 1)
        if action == "same_deal":
            return SAME_DEAL in self.games or DUEL in self.games
        return action not in ("replay", "write_page", "inspect") or self.session.journal is not None

    def action_play(self, kind: str) -> None:
        """Play again, unless the key was meant for the screen before."""
        self.press(partial(self.leave, self.games[kind]))

    def action_play_again(self) -> None:
        """Ask what to play next, unless the key was meant for the screen before."""
        self.press(self.choose_next)

    def action_ask_rematch(self) -> None:
        """Ask the same where there is nothing but a rematch."""
        self.action_play_again()

    @work(exclusive=True)
    async def choose_next(self) -> None:
        """Ask what to play next, and play it."""
        first, *others = games = tuple(self.games.values())
        answers = {game.label: game for game in games} | {"Stay here": None}
        if others:
            title = "Play again?"
            text = "\n".join(f"{game.label}: {game.explanation}." for game in games)
        else:
            title, text = (
                f"{first.label}?",
                f"{first.explanation[:1].upper()}{first.explanation[1:]}.",
            )
        if chosen := await self.app.push_screen_wait(NextGameDialog(title, text, answers)):
            self.leave(chosen)

    def action_same_deal(self) -> None:
        """Play the same deal, unless the key was meant for the screen before."""
        self.press(self.choose_deal)

    @work(exclusive=True)
    async def choose_deal(self) -> None:
        """Ask whether to swap roles, if possible, and play the same deal."""
        again, duel = self.games.get(SAME_DEAL), self.games.get(DUEL)
        if again and duel:
            text = f"Same roles: {again.explanation}.\nSwapped roles: {duel.explanation}."
            answers = {"Same roles": again, "Swap roles": duel, "Back": None}
            chosen = await self.app.push_screen_wait(NextGameDialog("Same deal", text, answers))
        else:
            chosen = again or duel
        if chosen:
            self.leave(chosen)

    def leave(self, game: NextGame | None) -> None:
        """Dismiss with the next game; without one, go to the home screen."""
        definition = self.session.definition
        self.dismiss(game and Setup(definition.name, game.seats, game.options, game.seed))

    def action_scroll(self, lines: int) -> None:
        """Scroll the result."""
        self.query_one("#account").scroll_relative(y=lines, animate=False)

    def action_home(self) -> None:
        """Go back to the home screen, unless the key was meant for the screen before."""
        self.press(partial(self.leave, None))

    @work(exclusive=True)
    async def action_replay(self) -> None:
        """Replay the game; dismiss with a game that branches off it, if any."""
        assert self.session.journal is not None
        try:
            record = read_record(self.session.journal.path)
            players = [str(spec) for spec in self.session.specs.values()]
            screen = create_replay(record, self.session.definition, players, self.session.settings)
        except JournalError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            if setup := await self.app.push_screen_wait(screen):
                self.dismiss(setup)

    @work(exclusive=True)
    async def action_inspect(self) -> None:
        """Inspect the moves."""
        assert self.session.journal is not None
        try:
            screen = create_inspector(
                read_record(self.session.journal.path),
                self.session.definition,
                data=self.session.settings.data,
            )
        except JournalError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            await self.app.push_screen_wait(screen)

    def action_write_page(self) -> None:
        """Write the game as one web page beside its journal."""
        assert self.session.journal is not None
        journal = self.session.journal.path
        page = journal.with_suffix(".html")
        try:
            text = export_match(
                read_record(journal),
                self.session.definition,
                None,
                "html",
                data=self.session.settings.data,
                labels=self.names.marked_labels,
                colours=self.names.colours,
            )
            if page.is_symlink():  # the page takes its place, and its target stays
                delete_file(page)
            replace_private_file(page, text)
        except (JournalError, OSError) as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            self.notify(f"Written beside the journal:\n{page.name}", timeout=15, markup=False)


class NextGameDialog(ChoiceDialog[NextGame | None], KeyGuard):
    """Asks which game to play next; dismissed with `None` to stay with the result.

    The first answer is the default, but only after the time in which nothing leaves the result.
    """

    AUTO_FOCUS = ""
    READING_TIME = ResultScreen.READING_TIME
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (76, "-wide")]  # noqa: RUF012
    HELP = (
        "Choose with the arrow keys or Tab, and confirm with Enter. For the first three seconds "
        "nothing is chosen, so that a key pressed twice starts no game. Esc goes back to the "
        "result."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "refuse", "Choose", key_display="Enter"),
        Binding("escape", "choose_none", "Back", key_display="Esc"),
    ]
    GUARDED = KeyGuard.GUARDED | {"refuse"}

    def on_mount(self) -> None:
        """Set the buttons in two columns if they do not fit in a row."""
        room = sum(len(label) + BUTTON_EDGES for label in self.answers)
        self.set_class(room > BUTTON_ROW, "-long")

    def show_armed(self, armed: bool) -> None:
        """Make the first button the default, once they accept a press."""
        if armed and self.focused is None:
            self.focus_next()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Choose the answer of that button, unless it comes too soon."""
        event.prevent_default()
        self.press(partial(super().on_button_pressed, event))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer Enter, dim, before a button has the focus."""
        return (
            self.focused is None if action == "refuse" else super().check_action(action, parameters)
        )

    def action_refuse(self) -> None:
        """Show in the footer that Enter comes too soon."""
        self.press(self.focus_next)

    def action_choose_none(self) -> None:
        """Go back."""
        self.choose(None)


def measure_button(button: Button) -> int:
    """Measure a button with its frame, in columns."""
    return max(cell_len(str(button.label)) + FRAME, NARROWEST)


def create_button(letter: str, label: str, action: str, game: NextGame | None = None) -> Button:
    """Create a button that a letter presses as well; `game` explains it."""
    text = Content.assemble((letter, "bold underline"), f" {label}")
    kind = action.partition("'")[2].strip("')") or action
    button = GuardedButton(text, id=kind, name=label, action=f"screen.{action}")
    button.tooltip = Content(f"{game.label}: {game.explanation}") if game else None
    return button
