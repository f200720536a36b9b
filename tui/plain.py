"""The linear mode: set-up by questions, games as dialogues, and what to play next."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.games.catalog import CATALOG, UnknownGame, find
from engine.games.definition import GameDefinition
from engine.journal_reader import JournalError
from engine.lineup import KINDS, LineupError, Spec, parse_spec
from engine.options import Option, OptionError, parse_options
from engine.session import Session
from engine.text import clean, join_names
from tui.arguments import format_options
from tui.headless import resume_hint
from tui.plain_game import PlainGame
from tui.plain_terminal import (
    EndOfInput,
    Left,
    LineTerminal,
    PromptContext,
    Prompter,
    Undo,
)
from tui.plain_wording import Tally, distinguish_names, is_numbered, strip_markdown
from tui.stop_signals import Stopped, run_stoppable

if TYPE_CHECKING:
    from engine.llm.budget import Budget

ADDED_PLAYER = "word2vec"
"""The player of a seat that an option adds to a line-up of people and machines."""
COMMANDS = "At every question: ? for help, w for what has happened, u to undo, q to leave."
SETUP_ERRORS = (UnknownGame, LineupError, OptionError, JournalError)
"""What opening a game may raise, each with a sentence for people."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is known of the next game; what is `None` is asked for."""

    game: str | None = None
    options: Mapping[str, str] | None = None
    """The options that differ from their defaults, as text."""
    seats: Mapping[str, str] | None = None
    """The SPEC of each seat."""
    names: tuple[str, ...] = ()
    """Names for people without one, in the order of the seats."""
    seed: str = ""
    """Empty for a new one."""
    path: Path | None = None
    """The journal, or a folder for it; `None` for the folder of saved games."""


def play_plain(begin: Plan | Session, budget: "Budget | None" = None) -> int:
    """Play in the linear mode until somebody leaves.

    Args:
        begin: What is known of the first game, or the session to play first.
        budget: What all models of this run may use together.

    Returns:
        The exit code.
    """
    terminal = LineTerminal()
    evening = PlainEvening(Prompter(terminal), budget)
    try:
        run_stoppable(evening.run(begin))
    except Stopped as stopped:
        with suppress(EndOfInput):
            terminal.say()
            terminal.say(str(stopped))
            evening.tell_resuming()
        return stopped.exit_code
    return 0


class PlainEvening:
    """Leads from one game to the next."""

    def __init__(self, prompter: Prompter, budget: "Budget | None" = None) -> None:
        self.prompter = prompter
        self.say = prompter.say
        self.budget = budget
        self.session: Session | None = None
        """The game that is being played, or was last."""
        self.tally = Tally()
        self.names: tuple[str, ...] = ()
        """What the people of the last game are called."""

    async def run(self, begin: Plan | Session) -> None:
        """Play until somebody leaves, or the input ends."""
        with suppress(Left, EndOfInput):
            self.say("Parlour, line by line.")
            self.say(COMMANDS)
            self.say(self.prompter.terminal.describe_erasing())
            next_game: Plan | Session | None = begin
            while next_game is not None:
                next_game = await self.play(next_game)
            self.say("Goodbye.")
            return
        with suppress(EndOfInput):
            self.say()
            self.tell_resuming()

    async def play(self, begin: Plan | Session) -> Plan | None:
        """Play one game; what to play next, if anything."""
        game = await self.open_game(begin)
        if not await game.play():
            raise Left
        self.names = people_names(game.session)
        self.tally.add(game.list_winners())
        if self.tally.games > 1:
            self.say(str(self.tally))
        return await self.ask_next(game.session)

    async def open_game(self, begin: Plan | Session) -> PlainGame:
        """Ask what is not known of a game, and seat its players; ask again if they cannot sit."""
        while True:
            plan = begin if isinstance(begin, Plan) else None
            if plan is not None:
                plan = await PlainSetup(self.prompter, plan, self.names).ask()
            try:
                self.session = begin if isinstance(begin, Session) else self.create_session(plan)
                return PlainGame(self.session, self.prompter)
            except SETUP_ERRORS as error:
                if self.session is not None:
                    self.session.discard()
                    self.session = None
                if plan is None or begin_is_complete(begin):
                    raise
                self.say(f"This game cannot be played: {error}")
                begin = Plan(plan.game, names=plan.names, path=plan.path)

    def create_session(self, plan: Plan | None) -> Session:
        """Deal a new game.

        Raises:
            UnknownGame, OptionError, LineupError, JournalError: If it cannot be opened.
        """
        from tui.shared_options import journal_file

        assert plan is not None
        assert plan.game is not None
        self.session = None
        definition = find(plan.game)
        options = parse_options(definition.options_type, plan.options or {})
        lineup = {seat: parse_spec(spec) for seat, spec in (plan.seats or {}).items()}
        path = journal_file(plan.path, definition)
        session = Session.create(definition, options, lineup, plan.seed or None, path=path)
        session.budget = self.budget
        return session

    async def ask_next(self, session: Session) -> Plan | None:
        """Ask what to play after a finished game."""
        plan = plan_of(session)
        seats = list(plan.seats or {})
        specs = [(plan.seats or {})[seat] for seat in seats]
        swapped = dict(zip(seats, [*specs[-1:], *specs[:-1]], strict=True))
        answers: list[tuple[str, Plan | None]] = [
            ("Rematch: the same players and rules, a new deal", plan),
            ("Swap roles: everybody moves one seat on", replace(plan, seats=swapped)),
            ("The same deal again", replace(plan, seed=session.header.seed)),
            ("Another game", Plan()),
            ("Quit", None),
        ]
        labels = [(number, label) for number, (label, _) in enumerate(answers, 1)]
        context = PromptContext("The game is over. What would you like to play next?")
        while True:
            with suppress(Undo):
                self.say()
                chosen = await self.prompter.choose("What next?", labels, context, default=1)
                return answers[chosen - 1][1]

    def tell_resuming(self) -> None:
        """Say how to resume a game that was not finished."""
        if self.session is not None and self.session.match.awaits:
            self.say(resume_hint(self.session) or "The game is not saved.")
        else:
            self.say("Goodbye.")


def begin_is_complete(begin: Plan | Session) -> bool:
    """Whether a command names all of the game: what is wrong is an error of the command."""
    return isinstance(begin, Session) or None not in (begin.game, begin.options, begin.seats)


def plan_of(session: Session) -> Plan:
    """The plan of another game with the same players and rules, which know their names by now."""
    definition = session.definition
    given = {name: str(value) for name, value in session.header.options.items()}
    options = format_options(definition, parse_options(definition.options_type, given))
    specs = session.specs.items()
    seats = {session.match.game.seats[seat]: str(spec) for seat, spec in specs}
    return Plan(definition.name, options, seats)


def people_names(session: Session) -> tuple[str, ...]:
    """What the people of a game are called, in the order of the seats."""
    return tuple(spec.argument for spec in session.specs.values() if spec.is_human)


class PlainSetup:
    """Asks for what is not known of a game: the game, its rules, who plays, and their names."""

    def __init__(self, prompter: Prompter, plan: Plan, names: Sequence[str] = ()) -> None:
        """Complete `plan`; offer the names of the people who have played before."""
        self.prompter = prompter
        self.say = prompter.say
        self.plan = plan
        self.known_names = names

    async def ask(self) -> Plan:
        """Ask step by step; to undo goes back a step.

        Raises:
            Left, EndOfInput: If somebody leaves.
        """
        steps = [self.ask_game, self.ask_options, self.ask_seats, self.ask_names]
        done: list[Plan] = []
        while len(done) < len(steps):
            before = self.plan
            try:
                self.plan = await steps[len(done)]()
                done.append(before)
            except Undo:
                while done:
                    changed = done.pop()
                    if changed != self.plan:
                        self.plan = changed
                        break
                else:
                    self.say("There is nothing to take back.")
        return self.plan

    @property
    def definition(self) -> GameDefinition:
        """The game, once it is known."""
        assert self.plan.game is not None
        return find(self.plan.game)

    def create_context(self, purpose: str) -> PromptContext:
        """What the commands show; the rules, once the game is known."""
        if self.plan.game is None:
            return PromptContext(purpose)
        from screens.games.ui_loading import load_game_ui

        name = self.plan.game
        return PromptContext(purpose, rules=lambda: strip_markdown(load_game_ui(name).rules))

    async def ask_game(self) -> Plan:
        """Ask which game to play."""
        if self.plan.game is not None:
            find(self.plan.game)
            return self.plan
        self.say()
        games = list(CATALOG.values())
        labels = [(n, f"{game.title}. {game.summary}") for n, game in enumerate(games, 1)]
        context = self.create_context("Choose a game.")
        chosen = await self.prompter.choose("Which game?", labels, context, default=1)
        return replace(self.plan, game=games[chosen - 1].name)

    async def ask_options(self) -> Plan:
        """Show the rules that can be changed, and ask for those that are to be."""
        if self.plan.options is not None:
            return self.plan
        given: dict[str, str] = {}
        self.say()
        self.say(f"The rules of {self.definition.title} that can be changed:")
        for name, option in self.definition.options.items():
            self.say(f"{name}: {_format_default(option)}. {option.note.help}")
        context = self.create_context("Press Enter for the usual rules, or y to change some.")
        if not await self.prompter.confirm("Change any?", context, default=False):
            return replace(self.plan, options=given)
        self.say("Enter alone keeps the usual value.")
        for name, option in self.definition.options.items():
            while True:
                question = f"{name}, {option.allowed_values} [{_format_default(option)}]:"
                answer = await self.prompter.ask(question, self.create_context(option.note.help))
                try:
                    if answer and option.parse(answer) != option.default:
                        given[name] = answer
                    break
                except OptionError as error:
                    self.say(str(error))
        return replace(self.plan, options=given)

    async def ask_seats(self) -> Plan:
        """Ask who plays: a line-up, or a player for each seat."""
        if self.plan.seats is not None:
            return self.plan
        from screens.games.ui_loading import load_game_ui

        seats = self.definition.parse_seats(self.plan.options or {})
        lineups = {
            name: self._fit_lineup(preset, seats)
            for name, preset in load_game_ui(self.definition.name).presets.items()
        }
        self.say()
        labels = [
            (number, f"{name}: {join_names(_describe_kinds(lineup))}")
            for number, (name, lineup) in enumerate(lineups.items(), 1)
        ]
        labels.append((len(labels) + 1, "Choose a player for each seat"))
        context = self.create_context("Choose who plays: people at this keyboard, or machines.")
        usual = min(2, len(lineups))
        chosen = await self.prompter.choose("Who plays?", labels, context, default=usual)
        if chosen <= len(lineups):
            return replace(self.plan, seats=list(lineups.values())[chosen - 1])
        return replace(self.plan, seats={seat: await self._ask_player(seat) for seat in seats})

    def _fit_lineup(self, preset: Mapping[str, str], seats: Sequence[str]) -> dict[str, str]:
        """A line-up for these seats, as options may say how many there are."""
        people = all(parse_spec(spec).is_human for spec in preset.values())
        other = "human" if people else ADDED_PLAYER
        return {seat: preset.get(seat, other) for seat in seats}

    async def _ask_player(self, seat: str) -> str:
        """Ask for the SPEC of one seat."""
        context = self.create_context(
            "; ".join(f"{kind}: {help_}" for kind, help_ in KINDS.items())
        )
        while True:
            question = f"{_describe_seat(seat)}: human, word2vec, glove, random, llm:MODEL [human]:"
            answer = await self.prompter.ask(question, context)
            try:
                return str(parse_spec(answer or "human"))
            except LineupError as error:
                self.say(str(error))

    async def ask_names(self) -> Plan:
        """Ask what the people are called who have no name yet."""
        seats = dict(self.plan.seats or {})
        people = [seat for seat, spec in seats.items() if parse_spec(spec).is_human]
        given, known = list(self.plan.names), list(self.known_names)
        for number, seat in enumerate(people, 1):
            usual = (known[number - 1 :] or [f"Player {number}"])[0]
            if parse_spec(seats[seat]).argument:
                continue
            answer = given.pop(0) if given else None
            while True:
                if answer is None:
                    question = f"Name of {_describe_person(seat, number)} [{usual}]:"
                    context = self.create_context("Type the name of the person who plays there.")
                    answer = await self.prompter.ask(question, context) or usual
                try:
                    seats[seat] = str(parse_spec(f"human:{clean(answer)}"))
                    break
                except LineupError as error:
                    self.say(str(error))
                    answer = None
        return replace(self.plan, seats=seats, names=())


def _format_default(option: Option) -> str:
    if isinstance(option.default, bool):
        return "yes" if option.default else "no"
    return str(option.default) or "blank"


def _describe_seat(seat: str) -> str:
    """`Player 3` for `p3`, and the role for other seats."""
    return f"Player {seat[1:]}" if is_numbered(seat) else f"The {seat}"


def _describe_person(seat: str, number: int) -> str:
    return f"player {number}" if is_numbered(seat) else f"player {number}, the {seat}"


def _describe_kinds(lineup: Mapping[str, str]) -> Iterator[str]:
    """Say who sits where in a line-up, in the order of the seats."""
    specs = [parse_spec(spec) for spec in lineup.values()]
    names = distinguish_names(["a person" if one.is_human else _name_machine(one) for one in specs])
    for seat, spec, name in zip(lineup, specs, names, strict=True):
        who = "a person" if spec.is_human else name
        yield who if is_numbered(seat) else f"{who} as {seat}"


def _name_machine(spec: Spec) -> str:
    return spec.argument or spec.kind
