"""A match in the linear mode: public narration, and the questions to each person."""

from asyncio import Lock
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import partial
from time import monotonic
from typing import Any, cast

from engine.game import BadMove, Seat
from engine.games.bases import TableView
from engine.games.part_types import MoveForm, Question, Sentence
from engine.headless import GuardedPlayers, build_result
from engine.journal_writer import JournalWriteError
from engine.lineup import LineupError, Spec
from engine.llm.budget import OverBudget
from engine.match import play
from engine.player_protocol import MoveDetails, PlayerError
from engine.session import Session
from engine.text import distinguish_names, join_names, replace_roles, replace_seat_codes
from tui.headless import format_ending
from tui.plain_setup import describe_players, list_rules
from tui.plain_terminal import (
    EndOfInput,
    Left,
    PromptContext,
    Prompter,
    Undo,
)

LEAVING = "Leave? The game is saved, and parlour resume continues it."
OPEN_TABLE = (
    "The table is open: the operator can see what machines are asked and answer. "
    "Such moves are marked in the game."
)


class PlainGame:
    """Runs one match, and asks the people who share this keyboard for their moves."""

    def __init__(self, session: Session, prompter: Prompter) -> None:
        """Seat the players of `session`, which is new or resumed.

        Raises:
            LineupError: If a player cannot be created.
        """
        self.session = session
        self.match = session.match
        self.definition = session.definition
        self.prompter = prompter
        self.terminal = prompter.terminal
        self.say = prompter.say
        self.players = session.create_players(self.ask_person)
        self.keyboard = Lock()
        """Held while a person reads or answers, so that no other lines are printed."""
        self.notices: list[str] = []
        """Messages for everybody that wait until the keyboard is free."""
        self.told: Any = None
        """The last onlookers' view that was narrated."""
        self.last_person: Seat | None = None
        """The seat of the last person at the keyboard."""
        self.thinking_seconds: dict[Seat, float] = {}
        """By seat: the thinking time of a person for the current move."""
        session.notify = self.notices.append

    @property
    def names(self) -> tuple[str, ...]:
        """The distinct names of the players, in the order of the seats."""
        return distinguish_names(self.session.display_names)

    @property
    def people(self) -> int:
        """How many people share this keyboard."""
        return self.session.human_count

    async def play(self) -> bool:
        """Play to the end, and print the result.

        Returns:
            Whether the game was finished; false if a person has left.
        """
        finished = False
        try:
            self.print_beginning()
            await play(
                self.match,
                GuardedPlayers(self.players, self.session),
                before_move=self.record_move,
                after_move=self.print_move,
                on_failure=self.handle_failure,
            )
            self.print_result()
            finished = True
        except* (Left, EndOfInput):
            pass
        finally:
            self.session.close()
        with suppress(EndOfInput):
            self.print_notices()
        return finished

    def print_beginning(self) -> None:
        """Print the players, and what has happened so far."""
        self.say()
        self.say(f"{self.definition.title}. {describe_players(self.match.game.seats, self.names)}")
        if self.session.table_open and self.people:
            self.say(OPEN_TABLE)
        self.print_changes()
        self.print_waiting()

    def print_move(self, seat: Seat) -> None:
        """Print the public changes of a move."""
        if self.session.specs[seat].is_human and self.people > 1:
            self.say(f"{self.names[seat]} is done.")
        if not self.keyboard.locked():
            self.print_notices()
        self.print_changes()
        self.print_waiting()

    def print_changes(self) -> None:
        """Print the changes of an onlooker's view since the last narration."""
        view = self.match.view(None)
        if view != self.told:
            before = None if self.told is None else self.name_seats(self.told)
            for line in self.definition.narrate(before, self.name_seats(view)):
                self.say(self.name_roles(line))
            self.told = view

    def print_waiting(self) -> None:
        """Print which models or programs are being waited for."""
        specs = [self.session.specs[seat] for seat in sorted(self.match.awaits)]
        if specs and all(spec.is_external for spec in specs):
            waited = [self.names[seat] for seat in sorted(self.match.awaits)]
            self.say(f"Waiting for {join_names(waited)}.")

    def print_notices(self) -> None:
        """Print messages for everybody, such as the limitations of a model's server."""
        for notice in self.notices:
            self.say(notice)
        self.notices.clear()

    def list_story(self, view: Any) -> list[str]:  # noqa: ANN401
        """Narrate everything that the seat of this view, or an onlooker, may know."""
        return [*map(self.name_roles, self.definition.narrate(None, self.name_seats(view)))]

    def print_result(self) -> None:
        """Print the winners, the caveats, and the path of the saved game."""
        self.print_notices()
        result, score = build_result(self.session), self.session.match.score or {}
        by_name = {name: score[Seat(place)] for place, name in enumerate(self.names)}
        self.say()
        self.say("The result:")
        for name in by_name:
            self.say(f"{name}: {format_ending(by_name, name, result['outcome'])}.")
        for line in self.list_highlights():
            self.say(line)
        for caveat in self.session.caveats:
            self.say(caveat)
        if result["journal"]:
            self.say(f"Saved in {result['journal']}")

    def list_highlights(self) -> Iterator[str]:
        """Yield the highlights of a finished match in lines."""
        highlights = self.definition.find_highlights(self.match.view(None))
        if highlights.decisive:
            yield self.format_plain_parts(highlights.decisive)
        for highlight in highlights.best:
            yield f"{highlight.title}: {self.format_plain_parts(highlight.sentence)}"

    def format_plain_parts(self, sentence: Sentence) -> str:
        """Write a sentence in parts as text."""
        parts = (part if isinstance(part, str) else self.names[part] for part in sentence)
        return "".join(parts)

    def list_winners(self) -> list[str]:
        """List the winners of a finished match; nobody in a draw."""
        return [self.names[seat] for seat in self.session.winners]

    def create_context(self, purpose: str, view: Any = None) -> PromptContext:  # noqa: ANN401
        """Create the context of commands for the owner of `view`, or for everybody."""
        return PromptContext(
            purpose,
            lambda: self.list_story(self.match.view(None) if view is None else view),
            partial(list_rules, self.definition.name),
            LEAVING,
        )

    def name_players(self, line: str) -> str:
        """Replace seat codes in a line by the players' names."""
        seats = self.match.game.seats
        return line if self.is_named else replace_seat_codes(line, seats, self.names)

    def name_roles(self, line: str) -> str:
        """Replace seat codes and roles in a line of the story by the players' names."""
        return replace_roles(self.name_players(line), self.match.game.seats, self.names)

    @property
    def is_named(self) -> bool:
        """Whether the game's views take the names of seats from `view.seats`."""
        return not isinstance(self.match.view(None), TableView)

    def name_seats(self, view: Any) -> Any:  # noqa: ANN401
        """Replace the names of seats in a view by the players' names, if possible."""
        if not self.is_named or getattr(view, "seats", None) != self.match.game.seats:
            return view
        kind = type(type(view).__name__, (type(view),), {"seats": self.names})
        return kind(**{field.name: getattr(view, field.name) for field in fields(view)})

    async def ask_person(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Ask one person for a move, when the keyboard is free.

        Raises:
            Left, EndOfInput: If they leave.
        """
        async with self.keyboard:
            self.print_notices()
            private = self.people > 1
            if private:
                await self.pass_keyboard(seat)
            self.last_person = seat
            started = monotonic()
            try:
                if complaint:
                    self.say(f"Not allowed: {complaint}")
                move = await self.ask_move(seat, view)
            finally:
                if private:
                    self.terminal.erase(self.names[seat])
            self.thinking_seconds[seat] = monotonic() - started
            return move

    async def pass_keyboard(self, seat: Seat) -> None:
        """Wait until the person of a seat confirms that nobody else is looking."""
        name = self.names[seat]
        again = f"Your turn again, {name}." if seat == self.last_person else ""
        context = self.create_context(f"This is for {name} alone. Press Enter when you are ready.")
        self.say()
        self.say(f"{again or f'Pass the keyboard to {name}.'} Everyone else, look away.")
        if self.session.table_open:
            self.say(OPEN_TABLE)
        self.terminal.drop_typed()
        prompt = "Press Enter."
        while True:
            try:
                if not await self.prompter.ask(prompt, context):
                    return
            except Undo:
                pass
            self.terminal.drop_typed()
            prompt = "Press Enter alone."

    async def ask_move(self, seat: Seat, view: Any) -> Any:  # noqa: ANN401
        """Print a person's facts, and ask until they send a legal move."""
        game = self.match.game
        kinds, public = game.moves(view), self.match.view(None)
        dialogue = self.definition.build_dialogue(view, self.names, kinds, public)
        self.say()
        self.say(f"{self.names[seat]}, it is your turn.")
        for fact in dialogue.facts:
            self.say(self.name_players(fact))
        context = self.create_context(dialogue.request, view)
        while True:
            self.say(dialogue.request)
            form, answers = await self.ask_form(dialogue.forms, context)
            try:
                move = form.build_move(answers)
            except BadMove as error:
                self.say(f"Not allowed: {error}")
                continue
            if fault := game.fault(view, move):
                self.say(f"Not allowed: {fault}")
            elif await self.confirm_move(form, answers, context):
                return move

    async def ask_form(
        self, forms: Sequence[MoveForm[Any]], context: PromptContext
    ) -> tuple[MoveForm[Any], tuple[str, ...]]:
        """Ask for the kind of move, if there are several, and for all of its answers."""
        choices = [(number, form.label) for number, form in enumerate(forms, 1)]
        while True:
            form = forms[0]
            if len(forms) > 1:
                try:
                    chosen = await self.prompter.choose("Your choice", choices, context)
                except Undo:
                    self.say("There is nothing to take back.")
                    continue
                form = forms[chosen - 1]
            answers: tuple[str, ...] = ()
            while len(answers) < len(form.questions):
                try:
                    question = form.questions[len(answers)]
                    answers = await self.ask_question(question, answers, context)
                except Undo:
                    if not answers:
                        break
                    answers = answers[:-1]
            else:
                return form, answers
            if len(forms) == 1:
                self.say("There is nothing to take back.")

    async def ask_question(
        self, question: Question, before: tuple[str, ...], context: PromptContext
    ) -> tuple[str, ...]:
        """Ask until an answer is valid; return it with the earlier ones."""
        while True:
            if question.choices:
                listed = [(choice.number, choice.label) for choice in question.choices]
                number = await self.prompter.choose(question.name, listed, context)
                answer = next(one.answer for one in question.choices if one.number == number)
            else:
                answer = await self.prompter.ask(f"{question.name}:", context)
            fault = question.find_fault((*before, answer))
            if fault is None:
                return (*before, answer)
            self.say(f"Not allowed: {fault}")

    async def confirm_move(
        self, form: MoveForm[Any], answers: tuple[str, ...], context: PromptContext
    ) -> bool:
        """Repeat the answers, and ask whether to send them."""
        is_repeated = len(form.questions) > 1 or any(one.choices for one in form.questions)
        for question, answer in zip(form.questions, answers, strict=True) if is_repeated else ():
            chosen = next((one for one in question.choices if one.answer == answer), None)
            shown = f"{chosen.number}. {chosen.label}" if chosen else answer
            self.say(f"{question.name}: {shown}")
        if not form.questions:
            self.say(f"{form.label}.")
        if warning := form.find_warning(answers):
            self.say(f"Careful: {warning}")
        if form.audience:
            self.say(form.audience)
        self.terminal.drop_typed()
        try:
            if await self.prompter.confirm(form.confirmation, context):
                return True
        except Undo:
            pass
        self.say("Nothing was sent.")
        return False

    def record_move(self, seat: Seat, move: object, details: MoveDetails) -> None:
        """Write a move to the journal with a person's time, or raise `JournalWriteError`."""
        seconds = self.thinking_seconds.get(seat, details.seconds)
        self.session.record_move(seat, move, MoveDetails(seconds, details.attempts))
        self.thinking_seconds.pop(seat, None)

    async def handle_failure(self, seat: Seat, error: PlayerError) -> None:
        """Ask what to do about a failed player or an exhausted budget.

        Raises:
            Left, EndOfInput: If the game is left.
        """
        from screens.choice_dialogs import Remedy

        budget = self.session.budget
        async with self.keyboard:
            over_budget = isinstance(error, OverBudget) and budget is not None
            if over_budget and budget.limit != cast(OverBudget, error).limit:  # type: ignore[union-attr]
                return  # the budget was raised meanwhile
            remedies = [Remedy.RETRY, Remedy.PERSON, Remedy.BASELINE, Remedy.LEAVE]
            if over_budget:
                remedies = [Remedy.MORE, Remedy.UNLIMITED, Remedy.BASELINE, Remedy.LEAVE]
            elif isinstance(error, JournalWriteError):
                remedies = [Remedy.RETRY, Remedy.LEAVE]
            self.print_notices()
            self.say()
            self.say(f"Trouble: {self.names[seat]}.")
            self.say(str(error))
            amount = budget.amount if budget else ""
            listed = [(n, r.value.format(amount=amount)) for n, r in enumerate(remedies, 1)]
            context = self.create_context("The game waits until you decide how it goes on.")
            self.terminal.drop_typed()
            while True:
                with suppress(Undo):
                    chosen = await self.prompter.choose("Your choice", listed, context)
                    break
            match remedies[chosen - 1]:
                case Remedy.LEAVE:
                    raise Left
                case Remedy.PERSON:
                    self.reseat(seat, Spec("human"))
                case Remedy.BASELINE:
                    self.reseat(seat, Spec("word2vec"))
                case Remedy.MORE if budget:
                    budget.extend()
                case Remedy.UNLIMITED if budget:
                    budget.remove_limit()

    def reseat(self, seat: Seat, spec: Spec) -> None:
        """Give a seat to another player, or print why this is impossible."""
        try:
            self.session.reseat(seat, spec)
        except (LineupError, JournalWriteError) as error:
            self.say(str(error))
        else:
            players = describe_players(self.match.game.seats, self.names)
            self.say(players)
