"""Set up a game in the text interface without screens (`--plain`).

`PlainSetup` asks for the game, its options, the players and their names; each answer can be taken
back. `PlainNames` writes players' names for the seats of the game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.errors import OptionError
from engine.game import GameType
from engine.games.catalog import CATALOG, find
from engine.games.highlights import Sentence
from engine.names import distinguish_names, replace_roles, replace_seat_codes
from engine.options import Option
from engine.players.spec import KINDS, LineupError, Spec, parse_spec
from engine.session import Session
from engine.text import clean
from engine.wording import join_names
from tui.plain_terminal import PromptContext, Prompter, Undo, strip_markdown

ADDED_PLAYER = "word2vec"
"""The player of a seat that an option adds to a line-up of people and machines."""
SCREENS = "## The screens"
"""The section of the rules that says nothing to people who play without screens."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of the next game; parts that are `None` are asked for."""

    game: str | None = None
    options: Mapping[str, str] | None = None
    """The options that differ from their defaults, as text."""
    seats: Mapping[str, str] | None = None
    """The SPEC of each seat."""
    names: tuple[str, ...] = ()
    """Names for people without one, in the order of the seats."""
    seed: str = ""
    """The seed; empty for a new one."""
    path: Path | None = None
    """The journal, or a folder for it; `None` for the folder of saved games."""


class PlainSetup:
    """Asks for the missing parts of a plan: the game, its options, the players, their names."""

    def __init__(self, prompter: Prompter, plan: Plan, names: Sequence[str] = ()) -> None:
        """Complete `plan`; offer the names of people who have played before."""
        self.prompter = prompter
        self.say = prompter.say
        self.plan = plan
        self.known_names = names

    async def ask(self) -> Plan:
        """Ask step by step; undo goes back one step.

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
    def definition(self) -> GameType:
        """The game, once it is known."""
        assert self.plan.game is not None
        return find(self.plan.game)

    def create_context(self, purpose: str) -> PromptContext:
        """Create the context of commands; with the rules, once the game is known."""
        if self.plan.game is None:
            return PromptContext(purpose)
        name = self.plan.game
        return PromptContext(purpose, rules=lambda: list_rules(name))

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
        """Ask whether to change the rules, and then for each of them."""
        if self.plan.options is not None:
            return self.plan
        from screens.games.ui import load_game_ui

        offered = load_game_ui(self.definition.name).new_game_options
        given = dict(offered)
        self.say()
        usual = ", ".join(
            f"{option.label.lower()} {offered.get(name) or _format_default(option)}"
            for name, option in self.definition.list_options().items()
        )
        context = self.create_context(
            f"Press Enter for the usual rules, or y to be asked for each: {usual}."
        )
        if not await self.prompter.confirm(
            f"Change the rules of {self.definition.title}?", context, default=False
        ):
            return replace(self.plan, options=given)
        self.say("Enter alone keeps the usual value.")
        options = list(self.definition.list_options().values())
        place = 0
        while place < len(options):
            try:
                option = options[place]
                answer = await self._ask_option(option, offered.get(option.name, ""))
            except Undo:
                if not place:
                    raise
                place -= 1
            else:
                given[option.name] = answer
                place += 1
        given = {name: answer for name, answer in given.items() if answer}
        if any(self.definition.list_options()[name].mark.secret for name in given):
            self.prompter.terminal.erase("whoever chose the rules")
        return replace(self.plan, options=given)

    async def _ask_option(self, option: Option, offered: str) -> str:
        """Ask for the value of an option; empty if it keeps its default.

        Args:
            option: The option.
            offered: What Enter alone chooses instead of the default, if anything.
        """
        usual = offered or _format_default(option)
        question = f"{option.label}, {option.allowed_values} [{usual}]:"
        self.say(option.help)
        while True:
            context = self.create_context(option.help)
            answer = await self.prompter.ask(question, context) or offered
            try:
                return answer if answer and option.parse(answer) != option.default else ""
            except OptionError as error:
                self.say(str(error))

    async def ask_seats(self) -> Plan:
        """Ask who plays: a line-up, or a player for each seat."""
        if self.plan.seats is not None:
            return self.plan
        from screens.games.ui import load_game_ui

        seats = self.definition.parse_seats(self.plan.options or {})
        lineups = {
            name: self._fit_lineup(preset, seats)
            for name, preset in load_game_ui(self.definition.name).presets.items()
        }
        self.say()
        labels = []
        for number, (name, lineup) in enumerate(lineups.items(), 1):
            kinds = list(_describe_kinds(lineup))
            labels.append((number, f"{name}: {join_names(kinds)}" if kinds else name))
        labels.append((len(labels) + 1, "Choose a player for each seat"))
        context = self.create_context("Choose who plays: people at this keyboard, or machines.")
        usual = min(2, len(lineups))
        chosen = await self.prompter.choose("Who plays?", labels, context, default=usual)
        if chosen <= len(lineups):
            return replace(self.plan, seats=list(lineups.values())[chosen - 1])
        return replace(self.plan, seats={seat: await self._ask_player(seat) for seat in seats})

    def _fit_lineup(self, preset: Mapping[str, str], seats: Sequence[str]) -> dict[str, str]:
        """Adapt a line-up to these seats, as options may change their number."""
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
                return str(parse_spec(answer or "human", self.definition))
            except LineupError as error:
                self.say(str(error))

    async def ask_names(self) -> Plan:
        """Ask for the names of people without one."""
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


def list_rules(game: str) -> Iterable[str]:
    """List the rules of a game in lines without markup, without the section about screens."""
    from screens.games.ui import load_game_ui

    rules, _, rest = load_game_ui(game).rules.partition(SCREENS)
    return strip_markdown("## ".join([rules, *rest.split("\n## ")[1:]]))


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
    """Describe the machines in a line-up, with roles if its seats have any."""
    specs = [parse_spec(spec) for spec in lineup.values()]
    if all(is_numbered(seat) for seat in lineup):
        yield from distinguish_names([_format_player(spec) for spec in specs if not spec.is_human])
        return
    names = distinguish_names([_format_player(spec) for spec in specs])
    for seat, spec, name in zip(lineup, specs, names, strict=True):
        who = "a person" if spec.is_human else name
        yield f"{who} as {seat}"


def _format_player(spec: Spec) -> str:
    return spec.display_name("")


def describe_players(seats: Sequence[str], names: Sequence[str]) -> str:
    """Describe the players, with their roles if the seats have any."""
    if all(is_numbered(seat) for seat in seats):
        return f"Players: {join_names(names)}."
    pairs = zip(names, seats, strict=True)
    return f"{join_names(f'{name} is the {seat}' for name, seat in pairs)}."


def is_numbered(seat: str) -> bool:
    """Whether a seat has a number instead of a role: `p3`."""
    return seat[:1] == "p" and seat[1:].isdecimal()


class PlainNames:
    """Writes the players for the seats of a match, and reads seats from the names of players."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seats = session.match.game.seats

    @property
    def names(self) -> tuple[str, ...]:
        """The distinct names of the players, in the order of the seats."""
        return distinguish_names(self.session.display_names)

    def name_players(self, line: str) -> str:
        """Replace seat codes in a line by the players' names."""
        return line if self.is_named else replace_seat_codes(line, self.seats, self.names)

    def read_seats(self, answer: str) -> str:
        """Find the seats for typed names of players; other answers are returned unchanged."""
        if self.is_named:
            return answer
        codes = {name.casefold(): code for name, code in self.list_codes()}
        parts = [part.strip() for part in answer.split(",")]
        found = [codes.get(part.casefold()) for part in parts]
        return ", ".join(map(str, found)) if all(found) else answer

    def format_answer(self, answer: str) -> str:
        """Write the names of players for an answer that is nothing but seats."""
        names = {code: name for name, code in self.list_codes()}
        parts = [part.strip(' "') for part in answer.split(",")]
        named = [names.get(part) for part in parts]
        return ", ".join(map(str, named)) if all(named) and not self.is_named else answer

    def format_sentence(self, sentence: Sentence) -> str:
        """Write a sentence in parts as text."""
        parts = (part if isinstance(part, str) else self.names[part] for part in sentence)
        return "".join(parts)

    def list_codes(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each player with that of the seat."""
        return zip(self.names, self.seats, strict=True)

    def name_roles(self, line: str) -> str:
        """Replace seat codes and roles in a line of the story by the players' names."""
        return replace_roles(self.name_players(line), self.seats, self.names)

    @property
    def is_named(self) -> bool:
        """Whether the game's views take the names of seats from `view.seats`."""
        kind = type(self.session.match.view(None))
        return isinstance(getattr(kind, "seats", None), property)

    def name_seats(self, view: Any) -> Any:  # noqa: ANN401
        """Replace the names of seats in a view by the players' names, if possible."""
        if not self.is_named or getattr(view, "seats", None) != self.seats:
            return view
        own = {"seats": property(lambda _: self.names), "__module__": type(view).__module__}
        kind: Any = type(type(view).__name__, (type(view),), own)
        return kind(**dict(view))
