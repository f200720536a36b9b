"""Ask for the game, its options, the players and their names."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.errors import OptionError
from engine.game import GameType
from engine.games.catalog import find, list_games
from engine.joined_text import join_names
from engine.options import Option
from engine.players.spec import KINDS, LineupError, parse_spec
from engine.text import clean
from tui.plain.game_plan import GamePlan
from tui.plain.prompter import PromptContext, Prompter, Undo
from tui.plain.rules import list_rules
from tui.plain.seat_text import describe_kinds, describe_person, describe_seat


class PlainSetup:
    """Asks for the missing parts of a plan: the game, its options, the players, their names."""

    def __init__(self, prompter: Prompter, plan: GamePlan, names: Sequence[str] = ()) -> None:
        """Complete `plan`; offer the names of people who have played before."""
        self.prompter = prompter
        self.say = prompter.say
        self.plan = plan
        self.known_names = names

    async def ask(self) -> GamePlan:
        """Ask step by step; undo goes back one step.

        Raises:
            Left, EndOfInput: If somebody leaves.
        """
        steps = [self.ask_game, self.ask_options, self.ask_seats, self.ask_names]
        done: list[GamePlan] = []
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

    async def ask_game(self) -> GamePlan:
        """Ask which game to play."""
        if self.plan.game is not None:
            find(self.plan.game)
            return self.plan
        self.say()
        games = list(list_games().values())
        labels = [(n, f"{game.title}. {game.summary}") for n, game in enumerate(games, 1)]
        context = self.create_context("Choose a game.")
        chosen = await self.prompter.choose("Which game?", labels, context, default=1)
        return replace(self.plan, game=games[chosen - 1].name)

    async def ask_options(self) -> GamePlan:
        """Ask whether to change the rules, and then for each of them."""
        if self.plan.options is not None:
            return self.plan
        from screens.games.ui import load_game_ui  # noqa: PLC0415 - textual: 0.1 s, not before the first line

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

    async def ask_seats(self) -> GamePlan:
        """Ask who plays: a line-up, or a player for each seat."""
        if self.plan.seats is not None:
            return self.plan
        from screens.games.ui import load_game_ui  # noqa: PLC0415 - textual: 0.1 s, not before the first line

        seats = self.definition.parse_seats(self.plan.options or {})
        lineups = load_game_ui(self.definition.name).list_lineups(seats)
        self.say()
        labels = []
        for number, (name, lineup) in enumerate(lineups.items(), 1):
            kinds = list(describe_kinds(lineup))
            labels.append((number, f"{name}: {join_names(kinds)}" if kinds else name))
        labels.append((len(labels) + 1, "Choose a player for each seat"))
        context = self.create_context("Choose who plays: people at this keyboard, or machines.")
        usual = self.find_usual_lineup(list(lineups.values()))
        chosen = await self.prompter.choose("Who plays?", labels, context, default=usual)
        if chosen <= len(lineups):
            return replace(self.plan, seats=dict(list(lineups.values())[chosen - 1]))
        return replace(self.plan, seats={seat: await self._ask_player(seat) for seat in seats})

    def find_usual_lineup(self, lineups: Sequence[Mapping[str, str]]) -> int:
        """Find the number of the line-up with as many people as were named, or else the second."""
        named = len(self.plan.names)
        for number, lineup in enumerate(lineups, 1):
            if named and sum(parse_spec(spec).is_human for spec in lineup.values()) == named:
                return number
        return min(2, len(lineups))

    async def _ask_player(self, seat: str) -> str:
        """Ask for the SPEC of one seat."""
        context = self.create_context(
            "; ".join(f"{kind}: {help_}" for kind, help_ in KINDS.items())
        )
        while True:
            question = f"{describe_seat(seat)}: human, word2vec, glove, random, llm:MODEL [human]:"
            answer = await self.prompter.ask(question, context)
            try:
                return str(parse_spec(answer or "human", self.definition))
            except LineupError as error:
                self.say(str(error))

    async def ask_names(self) -> GamePlan:
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
                    question = f"Name of {describe_person(seat, number)} [{usual}]:"
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
    return option.usual or "blank"
