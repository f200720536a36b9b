"""The text interface without screens: whole games, and that nobody reads others' secrets."""

import asyncio
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from io import StringIO
from math import inf
from pathlib import Path
from random import Random
from signal import SIGINT
from threading import Thread
from typing import Any, ClassVar, Literal

import pytest
from pydantic import Field

from engine.config.settings import load_settings
from engine.defaults.plain_form import build_form
from engine.distinct_names import distinguish_names
from engine.frozen_model import FrozenModel
from engine.game import Game
from engine.games.catalog import CATALOG
from engine.journal.header import Header
from engine.journal.reader import read_record
from engine.journal.writer import Journal
from engine.llm.budget import Budget, OverBudget
from engine.match import Match
from engine.play import play
from engine.players.callback_player import CallbackPlayer
from engine.players.scripted_player import ScriptedPlayer
from engine.players.spec import parse_spec
from engine.quotation import quote_line
from engine.seat import Seat
from engine.session import Session
from engine.value_text import list_values
from engine.view import Choices, View
from screens.games.ui import load_game_ui
from tests import canaries
from tests.new_game import EVERY_SAMPLE
from tests.samples import Sample
from tests.signalled import open_terminal
from tui.command_line import run as run_command
from tui.plain.game import PlainGame
from tui.plain.game_flow import PlainGameFlow
from tui.plain.game_plan import GamePlan
from tui.plain.line_terminal import ERASE, EndOfInput, LineTerminal
from tui.plain.markdown import strip_markdown
from tui.plain.prompter import Left, PromptContext, Prompter
from tui.plain.rules import list_rules

pytestmark = pytest.mark.usefixtures("new_game")
every_game = pytest.mark.parametrize("sample", EVERY_SAMPLE.values(), ids=EVERY_SAMPLE)
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal", "Ida", "Jo")
PERSON = re.compile(r"(?:Pass the keyboard to|Your turn again,) (\w+)\.")


class Typist(LineTerminal):
    """A terminal at which people type what `answer` says, and which keeps all that it shows."""

    def __init__(self, answer: Any, term: str = "xterm") -> None:
        self.shown = StringIO()
        super().__init__(0, self.shown, term)
        self.is_file = False
        self.answer = answer

    async def read(self, prompt: str) -> str:
        self._write(f"{prompt} ")
        answer: str | None = self.answer(prompt)
        if answer is None:
            raise EndOfInput
        self._write(f"{answer}\n")  # as the terminal echoes it
        return answer

    def drop_typed(self) -> None:
        pass

    @property
    def text(self) -> str:
        return self.shown.getvalue()


def create_session(sample: Sample, path: Path, options: dict[str, str] | None = None) -> Session:
    """A new game of people, with the secrets of the sample."""
    given = sample.variants[0] if options is None else options
    header = sample.header(given, "plain")
    seats = {seat: f"human:{name}" for seat, name in zip(header.seats, NAMES, strict=False)}
    header = replace(header, seats=seats)
    session = Session(
        sample.definition, header, Match(sample.game(given), "plain"), settings=load_settings()
    )
    session.journal = Journal.create(path, header, durable=False)
    return session


class People:
    """People who make the moves of a sample at a `Typist`, and look for what they may not see."""

    def __init__(self, sample: Sample, session: Session) -> None:
        self.sample = sample
        self.session = session
        self.match = session.match
        self.rng = Random("people")
        self.terminal = Typist(self.answer)
        self.game = PlainGame(session, Prompter(self.terminal))
        self.typed: list[str] = []
        self.has_typed = False
        self.moves: list[tuple[Seat, Any]] = []
        self.read_until = 0
        self.looked_for = 0

    def answer(self, prompt: str) -> str:
        if prompt == "Press Enter.":
            self.check(None)
            name = PERSON.findall(self.terminal.text)[-1]
            seat = Seat(NAMES.index(name))
            self.typed, self.has_typed = list(self.plan(seat)), False
            return ""
        if self.typed:
            if not self.has_typed:
                self.check(self.moves[-1][0])
            self.has_typed = True
            return self.typed.pop(0)
        assert prompt.endswith("[Y/n]"), prompt
        self.check(*self.moves[-1])
        return ""

    def check(self, seat: Seat | None, typed: object = "") -> None:
        """Look for secrets in what was shown since the last check.

        Args:
            seat: Who reads it; `None` if everybody may.
            typed: The seat's own move, which is shown to it: a right guess is no leak.
        """
        text = self.terminal.text[self.read_until :].casefold()
        self.read_until += len(text)
        if seat is None:  # what is erased, or lies above it
            text = text.rpartition(ERASE.casefold())[2]
        own = [one for one in self.sample.hidden(self.match._state, seat) if one in repr(typed)]
        for word in own:
            text = text.replace(word.casefold(), "…")
        _, leaks = self.sample.find_leaks(self.match, seat, lambda _: text)
        secrets = self.sample.hidden(self.match._state, seat)
        if self.sample.other_material is None:
            self.looked_for += len(secrets)
            assert not leaks, f"{'; '.join(leaks)}; in:\n{text}"

    def plan(self, seat: Seat) -> Iterator[str]:
        """What a person types for a legal move of the sample."""
        view = self.match.view(seat)
        move = self.sample.move(view, self.rng)
        self.moves.append((seat, move))
        values = [value for _, value in list_values(move)]
        answers: list[str] = []
        for value in values:
            if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
                answers += value
            else:
                one = " ".join(map(str, value)) if isinstance(value, tuple) else value
                answers.append(one if isinstance(one, str) else json.dumps(one))
        forms = self.game.definition.build_plain_form(view, self.game.names).forms
        for number, form in enumerate(forms, 1):
            if len(form.questions) == len(answers) and form.build_move(tuple(answers)) == move:
                yield from [str(number)] if len(forms) > 1 else []
                for question, answer in zip(form.questions, answers, strict=True):
                    same = (answer, json.dumps(answer))
                    numbers = [one.number for one in question.choices if one.answer in same]
                    yield str(numbers[0]) if question.choices else answer
                return
        raise AssertionError(f"no form makes {move}")


def moves_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a journal, without what time decides."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        {k: v for k, v in line.items() if k not in ("time", "created", "seconds")} for line in lines
    ]


@every_game
def test_a_whole_game_is_played_line_by_line(sample: Sample, tmp_path: Path) -> None:
    """No frame between people is private, and the journal is as the app writes it."""
    options = {**sample.variants[0], **sample.short}
    people = People(sample, create_session(sample, tmp_path / "plain.jsonl", options))
    assert asyncio.run(people.game.play())
    assert people.looked_for or sample.other_material or not sample.hides_words
    text = people.terminal.text
    assert "The result:" in text
    assert (
        text.count(ERASE) == len(people.moves) == len(read_record(tmp_path / "plain.jsonl").moves)
    )
    assert set(re.findall(r"\x1b.{3}", text)) <= set(re.findall(r"\x1b.{3}", ERASE))
    erased = re.findall(r"\x1b\[\d?J", text)  # the screen, then the scrollback, to which it may go
    assert erased == ["\x1b[2J", "\x1b[3J"] * text.count(ERASE)

    other = create_session(sample, tmp_path / "app.jsonl", options)
    queues = {seat: [m for s, m in people.moves if s == seat] for seat in other.match.seats}

    async def ask(seat: Seat, view: object, complaint: str | None) -> Any:  # noqa: ARG001
        return queues[seat].pop(0)

    players = {seat: CallbackPlayer[Any, Any](seat, ask) for seat in other.match.seats}
    asyncio.run(play(other.match, players, before_move=other.record_move))
    other.close()
    assert moves_of(tmp_path / "plain.jsonl") == moves_of(tmp_path / "app.jsonl")


PROMPT = re.compile(r"(?:^|\n)([^\n]*(?:Press Enter(?: alone)?\.|:|\])) $")
PRIVATE = {
    "decrypto": (
        *("--seat", "interceptor=random", "--set", "tokens=1", "--set", "rounds=1"),
        *("--set", "keywords=quarkfennel,zephyrmollusk,gnomekrakatoa,vexedocelot"),
    ),
    "taboo": ("--set", "turns=1", "--set", "word=quarkfennel"),
    "undercover": (
        *("--set", "players=3", "--set", "undercover=1", "--set", "rounds=1"),
        *("--set", "words=quarkfennel,zephyrmollusk"),
    ),
    "dixit": (
        *("--set", f"deck={canaries.FOLDER}", "--set", "rules=boxed", "--set", "players=3"),
        *("--set", "rounds=1", "--set", "hand=2"),
    ),
}
"""The options of a short game with odd words as secrets."""
SECRETS = re.compile("quarkfennel|zephyrmollusk|gnomekrakatoa|vexedocelot|draftword")


class Typed:
    """Parlour in a terminal, and somebody who answers each prompt."""

    def __init__(self, folder: Path, *arguments: str, term: str = "xterm") -> None:
        self.terminal = open_terminal(folder, *arguments, TERM=term)
        self.text = ""
        self.words = (f"word{one}{two}" for one in "abcdefgh" for two in "abcdefgh")
        self.drafted = False

    def read(self) -> str | None:
        """The next prompt; `None` once the program has ended."""
        while not (found := PROMPT.search(self.text)):
            assert self.terminal._ready(30), self.text[-500:]
            try:
                self.text += os.read(self.terminal.file, 65536).decode()
            except OSError:
                return None
            self.text = self.text.replace("\r\n", "\n")
        return found[1]

    def write(self, line: str) -> None:
        self.text += "\0"  # the prompt is answered
        self.terminal.press(f"{line}\n")

    def answer(self, prompt: str) -> str:  # noqa: PLR0911 - a return for each prompt
        if prompt.endswith("[Y/n]"):
            if not self.drafted:
                self.drafted = True
                return "n"
            return ""
        if prompt.startswith(("Your vote", "Your card")):
            return str(re.findall(r"\n(\d+)\. ", self.text)[-1])
        if prompt == "Your next game:":
            return str(re.findall(r"\n(\d+)\. Quit", self.text)[-1])
        choices = {"Your guess:": "1 2 3", "Your choice:": "1"}
        if prompt in choices:
            return choices[prompt]
        if prompt == "Press Enter.":
            return ""
        return f"{'' if self.drafted else 'draft'}{next(self.words)}"

    def play(self) -> int:
        """Answer until the program ends; its exit code."""
        for _ in range(100):
            if (prompt := self.read()) is None:
                break
            self.write(self.answer(prompt))
        else:
            raise AssertionError(f"it asks on and on: {self.text[-500:]}")
        return os.waitstatus_to_exitcode(os.waitpid(self.terminal.pid, 0)[1])


def open_game(game: str, folder: Path) -> Typed:
    """A short game of people; Taboo where `TERM` is `dumb`, and without `--plain`."""
    names = [one for name in NAMES[:3] for one in ("--name", name)]
    seats = {
        "decrypto": ("--seat", "encoder=human", *names[:4]),
        "taboo": ("--seat", "attacker=human:Ada", "--seat", "defender=human:Ben"),
    }
    own = (*seats.get(game, ("--seat", "p1=human", *names)), *PRIVATE[game], "--seed", "7")
    plain = () if game == "taboo" else ("--plain",)
    journal = str(folder / f"{game}.jsonl")
    term = "dumb" if game == "taboo" else "xterm"
    return Typed(folder, "play", game, *plain, *own, "--journal", journal, term=term)


def test_a_terminal_shows_nothing_private_between_people(tmp_path: Path) -> None:
    """One run for each game, at the same time; a draft that was not sent is private as well."""
    runs = {game: open_game(game, tmp_path) for game in PRIVATE}
    for game, run in runs.items():
        assert run.play() == 0, game
        text = run.text.replace("\0", "")
        parts = text.split("\n" * 60 if game == "taboo" else ERASE)
        moves = read_record(tmp_path / f"{game}.jsonl").moves
        people = [one for one in moves if one.seat != "interceptor"]
        assert len(parts) - 1 == len(people) > 1, game
        for part in parts[:-1]:
            told, pressed, private = part.partition("Press Enter.")
            assert pressed
            assert not SECRETS.search(told), f"{game}: {told}"
            assert "[Y/n]" in private
        assert ("\x1b" in text) == (game != "taboo")
        assert "draftword" in text
        assert "draftword" not in parts[-1], "what was never sent is told nowhere"


def test_an_interrupt_erases_what_is_private_and_says_how_to_resume(tmp_path: Path) -> None:
    run = open_game("decrypto", tmp_path)
    while run.read() != "Hint for 3, gnomekrakatoa:":
        run.write("")
        if run.text.count("\0") > 3:
            break
    os.kill(run.terminal.pid, SIGINT)
    assert run.terminal.ended() == 130
    shown = run.terminal.seen.decode()
    last = shown.rpartition(ERASE)[2]
    assert ERASE in shown
    assert not SECRETS.search(last)
    assert f"resume it with: parlour resume {tmp_path}/decrypto.jsonl" in " ".join(last.split())


def dialogue_with(*answers: str, term: str = "xterm") -> tuple[Typist, Prompter]:
    """Somebody who types these lines, after which the input ends."""
    left = list(answers)
    typist = Typist(lambda _: left.pop(0) if left else None, term)
    return typist, Prompter(typist)


def run_flow(begin: GamePlan | Session, *answers: str) -> tuple[str, PlainGameFlow]:
    typist, prompter = dialogue_with(*answers)
    flow = PlainGameFlow(prompter, settings=load_settings())
    asyncio.run(flow.run(begin))
    return typist.text, flow


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.mark.usefixtures("data")
def test_a_game_is_set_up_by_questions_and_a_step_can_be_undone() -> None:
    names = list(CATALOG)
    taboo, signals = (str(names.index(name) + 1) for name in ("taboo", "signals"))
    before = list(CATALOG["taboo"].list_options()).index("word") - 1
    turns = ("y", "99", "9", "u", "3", *[""] * before, "quarkfennel")
    rest = [""] * (len(CATALOG["taboo"].list_options()) - before - 2)
    line_ups = load_game_ui("taboo").list_lineups(CATALOG["taboo"].usual_seats())
    each = str(len(line_ups) + 1)  # a player for each seat
    text, flow = run_flow(
        GamePlan(),
        *("0", signals, "u", taboo, *turns, *rest, "1", "u", each, "", "nobody", "random", "u"),
        *(each, "random", "human:Ben", "q", "y"),
    )
    assert "Type a number: 1, 2" in text
    assert "turns must be a whole number from 1 to 20, not 99." in text
    assert "There is no player 'nobody'." in text
    session = flow.session
    assert session is not None
    assert session.header.seats == {"attacker": "random", "defender": "human:Ben"}
    assert session.header.options["turns"] == 3
    assert session.header.material["target"] == "quarkfennel"
    assert "quarkfennel" not in text.rpartition(ERASE)[2], "who plays may not read it above"
    assert "resume it with: parlour resume" in text


@pytest.mark.usefixtures("data")
def test_the_commands_of_a_prompt_help_tell_undo_and_leave(tmp_path: Path) -> None:
    session = create_session(EVERY_SAMPLE["decrypto"], tmp_path / "game.jsonl", {})
    text, _ = run_flow(
        session,
        *("now", "w", "", "?", "alpha", "u", "u", "\\w", "Quarkfennel", "beta", "w", "gamma"),
        *("u", "one", "two", "three", "n", "q", "n", "q", "y"),
    )
    assert "Press Enter alone." in text
    helped = text.partition(": ?\n")[2].splitlines()
    assert helped[0].startswith("Give a hint for each digit of your code")
    assert helped[4:6] == [
        "To answer with such a letter alone, put a backslash before it: \\w.",
        "Decrypto:",
    ]
    assert "There is nothing to take back." in text
    assert "gives away keyword 1, “Quarkfennel”" in text
    assert text.count("Nothing was sent.") == 2
    assert "The keywords are 1 Quarkfennel" in text
    assert not read_record(tmp_path / "game.jsonl").moves
    last = text.rpartition(ERASE)[2]
    assert "parlour resume" in last
    assert "Quarkfennel" not in last


def test_a_single_letter_can_be_said_with_a_backslash() -> None:
    _, prompter = dialogue_with("\\w", "\\\\w")
    context = PromptContext("Say a letter.")
    assert asyncio.run(prompter.ask("Letter:", context)) == "w"
    assert asyncio.run(prompter.ask("Letter:", context)) == "\\w"


def test_lines_are_read_clean_and_cut_and_the_end_is_noticed() -> None:
    reading, writing = os.pipe()
    pasted = (b"x" * 300_000, b"red\x1b[2J\x07 balloon\r", b"\xff\xe2\x80\xae!", b"last")

    def paste() -> None:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(b"\n".join(pasted))

    Thread(target=paste).start()
    shown = StringIO()
    terminal = LineTerminal(reading, shown, "xterm")

    async def read() -> list[str]:
        got = [await terminal.read("Say:") for _ in range(4)]
        with pytest.raises(EndOfInput):
            await terminal.read("Say:")
        return got

    got = asyncio.run(read())
    os.close(reading)
    assert len(got[0]) <= 4_000
    assert got[1:] == ["red balloon", "\ufffd!", "last"]
    terminal.say("a\x1b[31mred\x1b[0m\nline\x9b2J")
    assert shown.getvalue().endswith("ared line\n")


@pytest.mark.parametrize(
    ("term", "is_file", "said"),
    [
        ("xterm", False, "Between people the screen and its scrollback are erased."),
        ("xterm-kitty", False, "Between people the screen and its scrollback are erased."),
        ("vt100", False, "do not scroll up"),
        ("dumb", False, "cannot erase anything"),
        ("xterm", True, "private lines stay in it"),
    ],
)
def test_it_says_what_can_be_erased(
    term: str, is_file: bool, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    curses = pytest.importorskip("curses")  # reads the description of one terminal in a process
    monkeypatch.setattr(curses, "setupterm", lambda *_: None)
    monkeypatch.setattr(curses, "tigetstr", lambda _: b"E3" if term == "xterm" else None)
    terminal = LineTerminal(0, sys.__stdout__, term)
    terminal.is_file = is_file
    assert said in terminal.describe_erasing()


@pytest.mark.parametrize("wrong", [False, True])
async def test_a_failed_player_can_be_replaced_by_a_person(
    wrong: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if wrong:
        monkeypatch.setattr(ScriptedPlayer, "decide", lambda *_: 1 / 0)
    sample = EVERY_SAMPLE["taboo"]
    session = create_session(sample, tmp_path / "game.jsonl", {"turns": "1"})
    (tmp_path / "empty").touch()
    session.specs[Seat(1)] = parse_spec(f"script:{tmp_path / 'empty'}")
    typist, prompter = dialogue_with(
        *("a line", "y", "1", "2", "", "1", "pear", "n", "2", "pear", "yes")
    )
    assert await PlainGame(session, prompter).play()
    why = "in Adversarial Taboo, its code raised ZeroDivisionError (test_plain.py, line "
    told = " ".join(typist.text.split())
    assert told.count(why if wrong else "The script has no move left for this seat.") == 2
    assert "1. Try again\n2. A person takes over\n3. word2vec takes over" in typist.text
    assert "Ada is the attacker and Defender is the defender." in typist.text
    assert [move.move for move in read_record(tmp_path / "game.jsonl").moves][1] == {
        "Guess": {"word": "pear"}
    }


async def test_a_budget_that_is_used_up_can_be_raised_lifted_or_left(tmp_path: Path) -> None:
    session = create_session(EVERY_SAMPLE["taboo"], tmp_path / "game.jsonl")
    session.budget = budget = Budget.parse("10calls")
    typist, prompter = dialogue_with("1", "2", "4")
    game = PlainGame(session, prompter)
    await game.handle_failure(Seat(1), OverBudget("The budget might be passed.", 10))
    assert budget.limit == 20
    assert "1. Allow 10 calls more\n" in typist.text
    await game.handle_failure(Seat(1), OverBudget("The budget might be passed.", 10))
    assert typist.text.count("Trouble") == 1, "more has been allowed since"
    await game.handle_failure(Seat(1), OverBudget("The budget might be passed.", 20))
    assert str(budget).endswith("no limit")
    with pytest.raises(Left):
        await game.handle_failure(Seat(1), OverBudget("The budget might be passed.", inf))
    session.close()


class EveryField(FrozenModel):
    """A move with a field of every kind."""

    colour: Literal["red", "blue"]
    sure: bool
    place: int
    words: tuple[str, ...]
    places: tuple[int, int]
    note: str | None


def test_a_move_of_any_fields_is_asked_for_without_extra_code() -> None:
    form = build_form(EveryField, {})
    assert form.label == "Every field"
    names = [question.name for question in form.questions]
    assert names[2:4] == ["Place", "Words (commas between)"]
    assert [(one.number, one.label) for one in form.questions[0].choices] == [
        (1, "red"),
        (2, "blue"),
    ]
    assert form.questions[2].find_fault(("two",)) == "Type a whole number."
    first = [question.choices[0].answer for question in form.questions[:2]]
    answers = (*first, "3", "moon, tide", "3 1", "a note")
    assert form.build_move(answers) == EveryField(
        colour="red", sure=True, place=3, words=("moon", "tide"), places=(3, 1), note="a note"
    )


class Pair(FrozenModel):
    players: int = Field(default=2, ge=2, le=2)
    """How many play."""


class Accuse(FrozenModel):
    """Accuse a player."""

    seat: str


class Suspicion(View[Accuse]):
    seat: Seat | None
    awaited: tuple[Seat, ...]
    options: Pair
    card: str
    number: int | None
    said: tuple[str, ...]
    outcome: str | None

    def list_moves(self) -> Mapping[type[Accuse], Choices]:
        return {Accuse: {}}

    def find_fault(self, move: Accuse) -> str | None:
        return None if move.seat in ("p1", "p2") else "Name one of p1, p2."


class ToldSuspicion(Suspicion):
    def list_lines(self) -> Iterator[str]:
        if self.seat is not None:
            yield f"The card of p{self.seat + 1} is {self.card}."
        yield from (f"Accused: {one}." for one in self.said)


@dataclass(frozen=True)
class Talk:
    said: tuple[str, ...] = ()


class Suspects(Game[Pair, Talk, Suspicion, Accuse]):
    """Each seat accuses one, twice; it alone knows its card, and a number."""

    title = "Suspects"
    summary = "Accuse."
    view_type: ClassVar[type[Suspicion]] = Suspicion

    @classmethod
    def list_seats(cls, options: Pair) -> tuple[str, ...]:  # noqa: ARG003
        return ("p1", "p2")

    def deal(self, rng: Random) -> Talk:  # noqa: ARG002
        return Talk()

    def awaits(self, state: Talk) -> tuple[Seat, ...]:
        return (Seat(len(state.said) % 2),) if len(state.said) < 4 else ()

    def view(self, state: Talk, seat: Seat | None) -> Suspicion:
        card, number = ("", None) if seat is None else (("acorn", "beech")[seat], 7)
        return self.view_type(
            seat=seat,
            awaited=self.awaits(state),
            options=self.options,
            card=card,
            number=number,
            said=state.said,
            outcome=self.name_winners(state),
        )

    def play(self, state: Talk, moves: Mapping[Seat, Accuse], rng: Random) -> Talk:  # noqa: ARG002
        (move,) = moves.values()
        return Talk((*state.said, f"{move.seat} in turn {len(state.said) + 1}"))

    def score(self, state: Talk) -> Mapping[Seat, float]:  # noqa: ARG002
        return {Seat(0): 1.0, Seat(1): 0.0}


@pytest.mark.parametrize("lines", [True, False])
@pytest.mark.parametrize("people", [1, 2])
async def test_the_default_dialogue_tells_what_is_in_sight_once_and_names_players(
    people: int, lines: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lines:
        monkeypatch.setattr(Suspects, "view_type", ToldSuspicion)
    (tmp_path / "moves").write_text('{"Accuse": {"seat": "p1"}}\n' * 2)
    seats = {"p1": "human:Ada", "p2": "human:Ben" if people == 2 else f"script:{tmp_path}/moves"}
    header = Header("tests", "1", {"players": 2}, {}, seats)
    session = Session(
        Suspects, header, Match(Suspects(options=Pair()), "1"), settings=load_settings()
    )
    first, second = ("Cleo", "ada", "y"), ("p1", "y")
    typed = (*first, *second) if people == 1 else ("", *first, "", *second) * 2
    typist, prompter = dialogue_with(*typed)
    assert await PlainGame(session, prompter).play()
    story = typist.text.partition("The result:")[0]
    for in_sight in story.split(ERASE):
        lines_told = [line for line in in_sight.splitlines() if " in turn " in line]
        assert len(lines_told) == len({*lines_told})
    assert story.count("acorn") == story.count("Number: 7.") // people == people
    assert "Not allowed: Name one of Ada, " in story
    assert story.count("Seat: p1\nSeat: Ada\nSend this?") == people
    assert "p1" not in story.replace("Seat: p1\n", "")
    assert typist.text.count("Ada has won.") == lines, "the decisive moment was told"


def test_names_that_are_alike_get_numbers_and_rules_lose_their_markup() -> None:
    assert distinguish_names(["Ada", "glove", "glove"]) == ("Ada", "glove", "glove 2")
    page = "# Rules\n\nA **long**\nline.\n\n1. One\n   more.\n2. Two.\n\n"
    page += "| a | b |\n| - | - |\n| c | d |"
    assert list(strip_markdown(page)) == [
        *("Rules:", "A long line.", "1. One more.", "2. Two.", "- a; b", "- c; d"),
    ]
    told = [*list_rules("taboo")]
    assert {"A turn:", "Advice:"} <= set(told)
    assert not any("F6" in line or "screens" in line for line in told)
    assert quote_line("It goes with “flow”.") == "“It goes with \u2018flow\u2019.”"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play",), "Missing argument 'GAME'"),
        (("play", "--plain", "--seat", "p1=human"), "need a GAME"),
        (("play", "taboo", "--plain", "--hold", "all"), "--hold is for the app"),
        (("--plain", "play", "taboo", "--hold", "all"), "--hold is for the app"),
        (("--plain", "play", "--seat", "p1=human"), "need a GAME"),
        (("play", "taboo", "--plain", "--open-table"), "--open-table is for the app"),
        (("play", "taboo", "--plain", "--json"), "--json is for games without people"),
        (("play", "taboo", "--name", "a", "--name", "b", "--name", "c"), "3 names, and 2 people"),
        (("play", "taboo", "--plain", "--seat", "p9=human"), "There is no seat 'p9'"),
    ],
)
@pytest.mark.usefixtures("data")
def test_options_that_do_not_go_together_are_refused(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(arguments) == 2
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("data")
def test_after_a_game_the_roles_are_swapped_and_wins_are_counted() -> None:
    seats = {"attacker": "human:Ada", "defender": "human:Ben"}
    plan = GamePlan("taboo", {"turns": "1", "word": "pear"}, seats)
    turn = ("", "a line", "", "", "2", "pear", "")
    text, flow = run_flow(plan, *turn, "2", *turn, "4")
    assert "Ben is the attacker and Ada is the defender." in text
    assert "Wins after 2 games: Ada 1, Ben 1." in text
    assert text.endswith("Your next game: 4\nGoodbye.\n")
    assert flow.session is not None
    assert flow.session.header.seats == {"attacker": "human:Ben", "defender": "human:Ada"}


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(("names", "people"), [(("Ada", "Ben", "Cyd"), 3), (("Ada",), 1), ((), 2)])
def test_enter_seats_as_many_people_as_were_named(names: tuple[str, ...], people: int) -> None:
    plan = GamePlan("decrypto", {"rounds": "1"}, names=names)
    text, _ = run_flow(plan, "", *("",) * (people - len(names)), "q")
    seated = text.split("\nDecrypto. ")[1]
    assert [name in seated for name in ("Ada", "Ben", "Cyd")] == [
        name in names for name in ("Ada", "Ben", "Cyd")
    ]
    assert len(set(re.findall(r"\b(?:Ada|Ben|Cyd|Player \d)\b", seated))) == people
