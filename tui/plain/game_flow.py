"""The text interface without screens (`--plain`): plays one game after another, line by line."""

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from engine.config.paths import get_games_folder
from engine.errors import OptionError
from engine.games.catalog import UnknownGame, find
from engine.journal.errors import JournalError
from engine.journal.rematch import list_next_games
from engine.llm.budget import Budget
from engine.options import parse_options
from engine.players.spec import LineupError, parse_spec
from engine.session import Session
from tui.options.journal import choose_journal_file
from tui.plain.game import PlainGame
from tui.plain.game_plan import GamePlan
from tui.plain.line_terminal import EndOfInput, LineTerminal
from tui.plain.prompter import Left, PromptContext, Prompter, Undo
from tui.plain.setup import PlainSetup
from tui.resume_hint import build_resume_hint
from tui.signals import Stopped, run_stoppable

if TYPE_CHECKING:
    from engine.config.settings import Settings

COMMANDS = "At every question: ? for help, w for what has happened, u to undo, q to leave."
SETUP_ERRORS = (UnknownGame, LineupError, OptionError, JournalError)
"""The errors that opening a game may raise, with messages for people."""


def play_plain(
    begin: GamePlan | Session, settings: "Settings", budget: Budget | None = None
) -> int:
    """Play without screens until somebody leaves.

    Args:
        begin: The plan of the first game, or the session to play first.
        settings: The settings in force.
        budget: The budget that all models of this run share.

    Returns:
        The exit code.
    """
    terminal = LineTerminal()
    flow = PlainGameFlow(Prompter(terminal), settings, budget)
    try:
        run_stoppable(flow.run(begin))
    except Stopped as stopped:
        with suppress(EndOfInput):
            terminal.say()
            terminal.say(str(stopped))
            flow.explain_resuming()
        return stopped.exit_code
    return 0


class PlainGameFlow:
    """Runs one game after another."""

    def __init__(
        self, prompter: Prompter, settings: "Settings", budget: Budget | None = None
    ) -> None:
        self.prompter = prompter
        self.say = prompter.say
        self.settings = settings
        self.budget = budget
        self.session: Session | None = None
        """The current or the last game."""
        self.names: tuple[str, ...] = ()
        """The names of the people in the last game."""

    async def run(self, begin: GamePlan | Session) -> None:
        """Play until somebody leaves, or the input ends."""
        with suppress(Left, EndOfInput):
            self.say("Parlour, line by line.")
            self.say(COMMANDS)
            self.say(self.prompter.terminal.describe_erasing())
            next_game: GamePlan | Session | None = begin
            while next_game is not None:
                next_game = await self.play(next_game)
            self.say("Goodbye.")
            return
        with suppress(EndOfInput):
            self.say()
            self.explain_resuming()

    async def play(self, begin: GamePlan | Session) -> GamePlan | None:
        """Play one game; return the plan of the next one, if any."""
        game = await self.open_game(begin)
        if not await game.play():
            raise Left
        self.names = list_people_names(game.session)
        if self.names and (tally := describe_tally(game)):
            self.say(tally)
        return await self.ask_next(game.session)

    async def open_game(self, begin: GamePlan | Session) -> PlainGame:
        """Ask for missing parts of a plan, and seat the players; ask again if this fails."""
        while True:
            plan = begin if isinstance(begin, GamePlan) else None
            if plan is not None:
                plan = await PlainSetup(self.prompter, plan, self.names).ask()
            try:
                self.session = begin if isinstance(begin, Session) else self.create_session(plan)
                return PlainGame(self.session, self.prompter)
            except SETUP_ERRORS as error:
                if self.session is not None:
                    self.session.discard()
                    self.session = None
                if plan is None or begin_is_complete(begin) or isinstance(error, JournalError):
                    raise
                self.say(f"This game cannot be played: {error}")
                begin = GamePlan(plan.game, seed=plan.seed, path=plan.path)

    def create_session(self, plan: GamePlan | None) -> Session:
        """Deal a new game.

        Raises:
            UnknownGame, OptionError, LineupError, JournalError: If it cannot be opened.
        """
        assert plan is not None
        assert plan.game is not None
        self.session = None
        definition = find(plan.game)
        options = parse_options(definition.options_type, plan.options or {})
        lineup = {seat: parse_spec(spec, definition) for seat, spec in (plan.seats or {}).items()}
        path = choose_journal_file(plan.path, definition, self.settings.data)
        session = Session.create(
            definition, options, lineup, plan.seed or None, settings=self.settings, path=path
        )
        session.budget = self.budget
        return session

    async def ask_next(self, session: Session) -> GamePlan | None:
        """Ask what to play after a finished game; Enter alone starts nothing."""
        name = session.definition.name
        answers: list[tuple[str, GamePlan | None]] = [
            (
                f"{game.label}: {game.explanation}",
                GamePlan(name, game.options, game.seats, seed=game.seed),
            )
            for game in list_next_games(session).values()
        ]
        answers += [("Another game", GamePlan()), ("Quit", None)]
        labels = [(number, label) for number, (label, _) in enumerate(answers, 1)]
        context = PromptContext("The game is over. What would you like to play next?")
        while True:
            with suppress(Undo):
                self.say()
                chosen = await self.prompter.choose("Your next game", labels, context)
                return answers[chosen - 1][1]

    def explain_resuming(self) -> None:
        """Print how to resume an unfinished game."""
        if self.session is not None and self.session.match.awaits:
            hint = build_resume_hint(self.session)
            self.say(f"{hint} --plain" if hint else "The game is not saved.")
        else:
            self.say("Goodbye.")


def begin_is_complete(begin: GamePlan | Session) -> bool:
    """Whether a command defines the whole game, so that errors are errors of the command."""
    return isinstance(begin, Session) or None not in (begin.game, begin.options, begin.seats)


def list_people_names(session: Session) -> tuple[str, ...]:
    """List the names of the people of a game, in the order of the seats."""
    return tuple(spec.argument for spec in session.specs.values() if spec.is_human)


def describe_tally(game: PlainGame) -> str:
    """Describe in a sentence who of a game's players has won tonight; empty after the first."""
    from screens.saved.evening import load_evening  # noqa: PLC0415 - textual: 0.1 s, not before the first line

    data, specs = game.session.settings.data, game.session.specs.values()
    people = [label for label, spec in zip(game.names, specs, strict=True) if spec.is_human]
    evening = load_evening(get_games_folder(data), data, datetime.now().astimezone(), people)
    count = {name.casefold(): wins for name, wins in evening.wins.items()}
    wins = {label: count.get(label.casefold(), 0) for label in game.names}
    ranked = sorted(wins, key=lambda label: (-wins[label], label.casefold()))
    won = ", ".join(f"{label} {wins[label]}" for label in ranked if wins[label])
    return f"Wins after {evening.games} games: {won or 'none'}." if evening.games > 1 else ""
