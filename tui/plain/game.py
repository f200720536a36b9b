"""Play one match in the text interface without screens (`--plain`), asking people in private."""

from asyncio import Lock, create_task, sleep
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, cast

from engine.closing import ask_machines, list_closing_questions
from engine.closing_question import ClosingQuestion
from engine.comet.belief_log import log_closing_answer
from engine.discussing_player import DiscussingPlayer
from engine.errors import PlayerError
from engine.games.catalog import GAMES
from engine.games.plain_form import MoveForm, Question, ShownBefore
from engine.guarded_player import GuardedPlayers
from engine.joined_text import join_names
from engine.journal.writer import JournalWriteError
from engine.llm.budget import OverBudget
from engine.llm.calls_file import build_calls_path
from engine.llm.progress import describe_progress
from engine.match import MoveDetails
from engine.move_json import BadMove
from engine.play import play
from engine.player import Player
from engine.players.spec import LineupError, Spec
from engine.seat import Seat
from engine.seated_players import SeatedPlayers
from engine.session import Session
from engine.session_result import build_result
from screens.dialogs.remedy import Remedy
from tui.plain.closing import PURPOSE, ask_what_was_heard
from tui.plain.line_terminal import EndOfInput
from tui.plain.player_names import PlainNames
from tui.plain.prompter import Left, PromptContext, Prompter, Undo
from tui.plain.rules import list_rules
from tui.plain.seat_text import describe_players
from tui.plain.suspension import start_again_after_stops
from tui.result import format_ending

PROGRESS_SECONDS = 10.0
"""Seconds until it is told how far models are; doubled each time in a turn."""
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
        self.naming = PlainNames(session)
        self.players = session.create_players(self.ask_person)
        self.keyboard = Lock()
        """Held while a person reads or answers, so that no other lines are printed."""
        self.talking = Lock()
        """Held while machines talk before a vote."""
        self.notices: list[str] = []
        """Messages for everybody that wait until the keyboard is free."""
        self.told: Any = None
        """The last onlookers' view that was narrated."""
        self.narrated: list[str] = []
        """The lines of the narration that everybody still sees."""
        self.asked: dict[Seat, tuple[Any, int]] = {}
        """By seat: its view at its last question, and how many of these lines there were."""
        self.in_sight: set[Seat] = set()
        """The seats whose last question is still on the screen."""
        self.last_person: Seat | None = None
        """The seat of the last person at the keyboard."""
        self.was_private = self.match.game.has_secrets
        """Whether the last person was asked alone; the first one has to be fetched."""
        self.thinking_seconds: dict[Seat, float] = {}
        """By seat: the thinking time of a person for the current move."""
        self.holds_end = True
        """Whether the end waits for the answers to its closing question."""
        self.told_progress: list[str] = []
        """The last lines about how far models are."""
        session.notify = self.add_notice

    @property
    def names(self) -> tuple[str, ...]:
        """The distinct names of the players, in the order of the seats."""
        return self.naming.names

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
        telling = create_task(self.tell_progress())
        try:
            self.print_beginning()
            await play(
                self.match,
                SeatedPlayers(GuardedPlayers(self.players, self.session), self.find_player),
                before_move=self.record_move,
                after_move=self.print_move,
                on_failure=self.handle_failure,
            )
            await self.ask_closing_questions()
            await ask_machines(self.session, self.players)
            self.holds_end = False
            self.print_changes()
            self.print_result()
            finished = True
        except* (Left, EndOfInput):
            pass
        finally:
            telling.cancel()
            self.session.close()
        with suppress(EndOfInput):
            self.print_notices()
        return finished

    def print_beginning(self) -> None:
        """Print the players, and what has happened so far."""
        self.say()
        if self.definition not in GAMES:
            from screens.games.ui import explain_screen_fault  # noqa: PLC0415 - textual: 0.1 s

            if fault := explain_screen_fault(self.definition):
                self.say(fault)
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

    @property
    def asks_people(self) -> bool:
        """Whether people are asked a closing question now."""
        wanted = self.session.settings.beliefs and self.people > 0 and not self.match.awaits
        return wanted and any(True for _ in self.list_closing_questions())

    def list_closing_questions(self) -> Iterator[tuple[Seat, ClosingQuestion]]:
        """Yield the people who are asked a closing question."""
        for seat, question in list_closing_questions(self.session):
            if self.session.specs[seat].is_human:
                yield seat, question

    async def ask_closing_questions(self) -> None:
        """Ask each person what the others told, alone if several play, before the end is told.

        Raises:
            Left, EndOfInput: If somebody leaves.
        """
        for seat, question in list(self.list_closing_questions()) if self.asks_people else ():
            context = PromptContext(PURPOSE, leaving=LEAVING)
            if self.people > 1:
                await self.pass_keyboard(seat)
            self.last_person = seat
            try:
                given = (self.prompter, question, self.naming, context)
                beliefs = await ask_what_was_heard(*given)
            finally:
                if self.people > 1:
                    self.erase(seat)
            assert self.session.journal is not None
            calls, name = build_calls_path(self.session.journal.path), self.match.game.seats[seat]
            try:
                log_closing_answer(calls, name, self.session.totals.moves[name], beliefs)
            except PlayerError as error:
                self.add_notice(str(error))

    def find_player(self, seat: Seat) -> Player[Any, Any]:
        """Find the player to ask now; before a vote, machines talk to the people."""
        player = GuardedPlayers(self.players, self.session)[seat]
        return DiscussingPlayer(player, self.let_machines_talk)

    async def let_machines_talk(self) -> None:
        """Let each machine say something to the people, before anybody is asked for a vote."""
        async with self.talking:
            for seat in sorted(self.match.awaits):
                if self.session.specs[seat].is_human:
                    continue
                remark = await self.session.ask_for_remark(seat)
                if remark is not None:
                    self.add_notice(f"{self.names[seat]} says: {self.naming.name_roles(remark)}")

    def print_changes(self) -> None:
        """Print the changes of an onlooker's view since the last narration.

        The end waits until people have answered its closing question, as it reveals what that is
        about.
        """
        if self.holds_end and self.asks_people:
            return
        view = self.match.view(None)
        if view != self.told:
            for line in self.narrate(self.told, view):
                self.say(line)
                self.narrated.append(line)
            self.told = view

    def print_waiting(self) -> None:
        """Print which models or programs are being waited for."""
        specs = [self.session.specs[seat] for seat in sorted(self.match.awaits)]
        if specs and all(spec.is_external for spec in specs):
            waited = [self.names[seat] for seat in sorted(self.match.awaits)]
            self.say(f"Waiting for {join_names(waited)}.")

    async def tell_progress(self) -> None:
        """Print now and then how far models are, while nobody has the keyboard."""
        turn, pause = -1, PROGRESS_SECONDS
        while True:
            await sleep(pause)
            pause *= 2
            if turn != self.match.turn:
                turn, pause = self.match.turn, PROGRESS_SECONDS
            asking = self.session.asking
            told = {seat: describe_progress(asking[seat]) for seat in sorted(asking)}
            lines = [f"{self.names[seat]} {text}." for seat, text in told.items() if text]
            if lines != self.told_progress and not self.keyboard.locked():
                self.told_progress = lines
                for line in lines:
                    self.say(line)

    def add_notice(self, notice: str) -> None:
        """Print a message for everybody, at once if nobody has the keyboard."""
        self.notices.append(notice)
        if not self.keyboard.locked():
            self.print_notices()

    def print_notices(self) -> None:
        """Print messages for everybody, such as the limitations of a model's server."""
        for notice in self.notices:
            self.say(notice)
        self.notices.clear()

    def narrate(self, before: Any, view: Any) -> list[str]:  # noqa: ANN401
        """Narrate what this seat, or an onlooker, has learned since the view `before`."""
        name = self.naming.name_seats
        lines = self.definition.narrate(None if before is None else name(before), name(view))
        return [*map(self.naming.name_roles, lines)]

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
            if line not in self.narrated:
                self.say(line)
        for caveat in self.session.caveats:
            self.say(caveat)
        if result["journal"]:
            self.say(f"Saved in {result['journal']}")

    def list_highlights(self) -> Iterator[str]:
        """Yield the highlights of a finished match in lines."""
        highlights = self.definition.find_highlights(self.match.view(None))
        if highlights.decisive:
            yield self.naming.format_sentence(highlights.decisive)
        for highlight in highlights.best:
            yield f"{highlight.title}: {self.naming.format_sentence(highlight.sentence)}"

    def list_winners(self) -> list[str]:
        """List the winners of a finished match; nobody in a draw."""
        return [self.names[seat] for seat in self.session.winners]

    def create_context(self, purpose: str, view: Any = None) -> PromptContext:  # noqa: ANN401
        """Create the context of commands for the owner of `view`, or for everybody."""
        return PromptContext(
            purpose,
            lambda: self.narrate(None, self.match.view(None) if view is None else view),
            partial(list_rules, self.definition.name),
            LEAVING,
        )

    async def ask_person(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Ask one person for a move, when the keyboard is free.

        Raises:
            Left, EndOfInput: If they leave.
        """
        async with self.keyboard:
            self.print_notices()
            is_private = self.match.is_private(seat)
            is_shared = self.people > 1 and (is_private or self.was_private)
            self.was_private = is_private
            if is_shared:
                return await start_again_after_stops(
                    lambda: self.ask_alone(seat, view, complaint), lambda: self.erase(seat)
                )
            return await self.ask_openly(seat, view, complaint)

    async def ask_alone(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Ask one person while nobody else looks, and erase everything afterwards.

        Raises:
            Left, EndOfInput: If they leave.
        """
        await self.pass_keyboard(seat)
        try:
            return await self.ask_openly(seat, view, complaint)
        finally:
            self.erase(seat)

    async def ask_openly(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Ask one person for a move, and note how long they think.

        Raises:
            Left, EndOfInput: If they leave.
        """
        self.last_person = seat
        started = monotonic()
        if complaint:
            self.say(f"Not allowed: {complaint}")
        move = await self.ask_move(seat, view)
        self.thinking_seconds[seat] = monotonic() - started
        return move

    def erase(self, seat: Seat) -> None:
        """Erase what one person saw and typed, and everything above it."""
        self.terminal.erase(self.names[seat])
        if not self.terminal.is_file:
            self.narrated.clear()
            self.in_sight.clear()
            self.asked = {seat: (view, 0) for seat, (view, _) in self.asked.items()}

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
        public = self.match.view(None)
        before, heard = self.asked.get(seat, (None, 0))
        shown = ShownBefore(public, before, seat not in self.in_sight)
        plain_form = self.definition.build_plain_form(view, self.names, shown)
        facts = plain_form.facts
        if not self.definition.brings("build_plain_form"):
            seen, name = self.narrated[heard:], self.naming.name_roles
            told = {fact for fact in facts if name(fact) in seen}
            facts = list_untold(facts, told, self.definition.narrate(None, public))
        self.asked[seat] = (view, len(self.narrated))
        self.in_sight.add(seat)
        self.say()
        self.say(f"{self.names[seat]}, it is your turn.")
        for fact in facts:
            self.say(self.naming.name_players(fact))
        context = self.create_context(plain_form.request, view)
        while True:
            self.say(plain_form.request)
            form, answers = await self.ask_form(plain_form.forms, context)
            try:
                move = form.build_move(answers)
                fault = game.fault(view, move)
                if fault and (seats := tuple(map(self.naming.read_seats, answers))) != answers:
                    move = form.build_move(seats)
                    fault = game.fault(view, move)
            except BadMove as error:
                self.say(f"Not allowed: {error}")
                continue
            if fault:
                self.say(f"Not allowed: {self.naming.name_players(fault)}")
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
                label = self.naming.format_answer
                listed = [(choice.number, label(choice.label)) for choice in question.choices]
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
        is_named = any(self.naming.format_answer(answer) != answer for answer in answers)
        is_chosen = any(one.choices for one in form.questions)
        is_repeated = len(form.questions) > 1 or is_named or is_chosen
        for question, answer in zip(form.questions, answers, strict=True) if is_repeated else ():
            chosen = next((one for one in question.choices if one.answer == answer), None)
            shown = self.naming.format_answer(chosen.label if chosen else answer)
            shown = f"{chosen.number}. {shown}" if chosen else shown
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


def list_untold(
    facts: Sequence[str], seen: Collection[str], public: Collection[str]
) -> tuple[str, ...]:
    """List the facts that are not in sight yet.

    A private fact between others that everybody knows is told with the one that it follows, and
    with all that come after: alone, the secret word of an earlier round looks like that of this.

    Args:
        facts: What a person is told, in order.
        seen: Those that are in sight.
        public: Those that everybody is told.
    """
    new = [place for place, fact in enumerate(facts) if fact not in seen]
    last = max((place for place, fact in enumerate(facts) if fact in seen), default=-1)
    first = next((place for place, fact in enumerate(facts) if fact in public), last)
    early = [place for place in new if first < place < last and facts[place] not in public]
    if early:
        return tuple(facts[min(early) - 1 :])
    return tuple(facts[place] for place in new)
