"""The linear mode: whole games as lines, and that nobody reads what only another may know."""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.game import Seat
from engine.journal_reader import read_record
from engine.journal_writer import Journal
from engine.match import Match, play
from engine.player_protocol import CallbackPlayer
from engine.session import Session
from tests.new_game import EVERY_SAMPLE
from tests.samples import Sample
from tui.plain_game import PlainGame
from tui.plain_terminal import ERASE, EndOfInput, LineTerminal, Prompter

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
    session = Session(sample.definition, header, Match(sample.game(given), "plain"))
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
        self.moves: list[tuple[Seat, Any]] = []
        self.read_until = 0
        self.looked_for = 0

    def answer(self, prompt: str) -> str:
        if prompt == "Press Enter.":
            self.check(None)
            name = PERSON.findall(self.terminal.text)[-1]
            seat = Seat(NAMES.index(name))
            self.typed = list(self.plan(seat))
            return ""
        if self.typed:
            return self.typed.pop(0)
        assert prompt.endswith("[Y/n]"), prompt
        self.check(self.moves[-1][0])
        return ""

    def check(self, seat: Seat | None) -> None:
        """Look for secrets in what was shown since the last check."""
        text = self.terminal.text[self.read_until :].casefold()
        self.read_until += len(text)
        if seat is None:  # what is erased, or lies above it
            text = text.rpartition(ERASE.casefold())[2]
        _, leaks = self.sample.find_leaks(self.match, seat, lambda _: text)
        secrets = self.sample.hidden(self.match._state, seat)
        if self.sample.other_material is None:
            self.looked_for += len(secrets)
            assert not leaks, f"{leaks} in:\n{text}"

    def plan(self, seat: Seat) -> Iterator[str]:
        """What a person types for a legal move of the sample."""
        view = self.match.view(seat)
        move = self.sample.move(view, self.rng)
        self.moves.append((seat, move))
        values = [getattr(move, field.name) for field in fields(move)]
        answers: list[str] = []
        for value in values:
            if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
                answers += value
            else:
                answers.append(" ".join(map(str, value)) if isinstance(value, tuple) else value)
        kinds = self.match.game.moves(view)
        forms = self.game.definition.build_dialogue(view, self.game.names, kinds).forms
        for number, form in enumerate(forms, 1):
            if len(form.questions) == len(answers) and form.build_move(tuple(answers)) == move:
                yield from [str(number)] if len(forms) > 1 else []
                for question, answer in zip(form.questions, answers, strict=True):
                    numbers = [one.number for one in question.choices if one.answer == answer]
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
    assert people.looked_for or sample.other_material
    text = people.terminal.text
    assert "The result:" in text
    assert (
        text.count(ERASE) == len(people.moves) == len(read_record(tmp_path / "plain.jsonl").moves)
    )
    assert set(re.findall(r"\x1b.{3}", text)) <= set(re.findall(r"\x1b.{3}", ERASE))

    other = create_session(sample, tmp_path / "app.jsonl", options)
    queues = {seat: [m for s, m in people.moves if s == seat] for seat in other.match.seats}

    async def ask(seat: Seat, view: object, complaint: str | None) -> Any:  # noqa: ARG001
        return queues[seat].pop(0)

    players = {seat: CallbackPlayer[Any, Any](seat, ask) for seat in other.match.seats}
    asyncio.run(play(other.match, players, before_move=other.record_move))
    other.close()
    assert moves_of(tmp_path / "plain.jsonl") == moves_of(tmp_path / "app.jsonl")
