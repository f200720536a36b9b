"""Answers of models in every game and role: wrapped ones are read, bad ones become no move."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.errors import PlayerError, Unreadable
from engine.frozen_model import FrozenModel
from engine.game import Game
from engine.games.decrypto.moves import Guess
from engine.llm.model import Model
from engine.llm.player import ModelPlayer
from engine.llm.reply import Reply, parse_move, read_reply
from engine.llm.request import Request
from engine.llm.response import parse_reply
from engine.llm.schema import NO_ALIASES, build_answer_schema
from engine.llm.server import Server
from engine.match import Match
from engine.play import ask_until_legal
from engine.prompt import Aliases
from engine.seat import Seat
from engine.tries import MAX_TRIES
from tests.chat_server import Answer, said
from tests.new_game import EVERY_SAMPLE
from tests.samples import Sample
from tests.shapes import HOSTILE, WRAPPED

PARTS = 0.99
"""How many of the wrapped answers have to be read right."""
LONGEST = 3.0
"""Seconds in which any answer has to be judged."""
FEW = 6
"""Matches in which every role makes each kind of move."""
KEY = "sk-canarykey-0123456789-abcdef"
MODEL = Model("m", Server("http://localhost:1/v1", KEY, "localhost:1", 5.0))


@dataclass(frozen=True)
class Position:
    """A seat that is to move, and a legal move of one kind."""

    sample: Sample
    game: Game[Any, Any, Any, Any]
    seat: Seat
    view: Any
    move: Any

    @property
    def kinds(self) -> tuple[type[Any], ...]:
        return self.game.moves(self.view)

    @property
    def names(self) -> Aliases:
        return self.sample.definition.build_prompt(self.view).aliases

    @property
    def answer(self) -> dict[str, Any]:
        """The move as a model is to answer it."""
        fields = self.move.model_dump()
        for field, known in self.names.items():
            if field in fields:
                fields[field] = next(w for w, value in known.items() if value == fields[field])
        if len(self.kinds) > 1:
            fields = {"move": {"kind": type(self.move).__name__, **fields}}
        plain: dict[str, Any] = json.loads(json.dumps({"thoughts": "Hm.", **fields}))
        return plain


def _positions(sample: Sample) -> Iterator[Position]:
    """A position for every kind of move and every role that makes it.

    They come from a few matches with the first options of the game, and from others for moves that
    these lack.
    """
    found: set[object] = set()
    missing = set(sample.definition.move_types)
    for game, number in product(sample.games, range(60)):
        if not missing and (game is not sample.games[0] or number >= FEW):
            return
        match, rng = Match(game, f"{number}"), Random(number)
        while match.awaits:
            for seat in sorted(match.awaits):
                view = match.view(seat)
                move = sample.move(view, rng)
                key = (type(move), getattr(view, "role", None))
                if key not in found and match.game.fault(view, move) is None:
                    found.add(key)
                    missing.discard(type(move))
                    yield Position(sample, match.game, seat, view, move)
                match.submit(seat, move)


@cache
def positions() -> tuple[Position, ...]:
    return tuple(one for sample in EVERY_SAMPLE.values() for one in _positions(sample))


def named(position: Position) -> str:
    return f"{position.sample.definition.name}-{type(position.move).__name__}"


every_position = pytest.mark.parametrize("position", positions(), ids=named)


def test_the_tables_are_as_long_as_they_should_be() -> None:
    assert len(WRAPPED) >= 60
    assert len(HOSTILE) >= 40
    kinds = {(one.sample.definition.name, type(one.move)) for one in positions()}
    for name, sample in EVERY_SAMPLE.items():
        assert {kind for game, kind in kinds if game == name} == set(sample.definition.move_types)


@every_position
def test_wrapped_answers_are_read_right(position: Position) -> None:
    wrong = []
    for name, wrap in WRAPPED.items():
        try:
            read = parse_move(position.kinds, wrap(position.answer), position.names)
        except Unreadable as error:
            wrong.append(f"{name}: {error.private}")
        else:
            if read != position.move:
                wrong.append(f"{name}: read as another move")
    assert 1 - len(wrong) / len(WRAPPED) >= PARTS, "\n".join(wrong)


def _player(position: Position, calls: Path | None = None) -> ModelPlayer[Any, Any]:
    game = position.game
    return ModelPlayer(
        MODEL, game, position.sample.definition.build_prompt, game.seats[position.seat], calls
    )


def _answering(monkeypatch: pytest.MonkeyPatch, *answers: str) -> list[list[dict[str, Any]]]:
    """Have the server say these, one after another, as the client would read them."""
    rest, asked = list(answers), []

    async def send(request: Request) -> Reply:
        asked.append(request.messages)
        body = said(rest.pop(0)).body
        return parse_reply(MODEL.server, MODEL.name, body, pictures=False)

    monkeypatch.setattr("engine.llm.player.send_request", send)
    return asked


@pytest.mark.parametrize("name", HOSTILE)
async def test_no_move_is_made_of_a_bad_answer(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No crash, no move, no secret, no long wait; the next answer counts."""
    for number, position in enumerate(positions()):
        bad = HOSTILE[name](position.answer)
        asked = _answering(monkeypatch, bad, json.dumps(position.answer))
        path = tmp_path / f"{number}.calls"
        player = _player(position, path)
        started = time.process_time()  # other programs may hold this one up
        assert await ask_until_legal(position.game, player, position.view) == (position.move, 2)
        assert time.process_time() - started < LONGEST
        first, second = (json.loads(line) for line in path.read_text("ascii").splitlines())
        assert first["verdict"].startswith(("unreadable: ", "illegal: "))
        assert second["verdict"] == "legal"
        assert len(path.read_bytes()) < 2_000_000
        complaint = asked[1][-1]["content"]
        words = complaint if isinstance(complaint, str) else complaint[-1]["text"]
        assert all(letter.isprintable() or letter == "\n" for letter in words)
        if len(bad.strip()) > 30 and bad.isascii():
            assert bad.strip() not in words


FIVE_FAULTS = {"decrypto", "dixit", "taboo", "undercover"}
"""Games whose moves can be wrong in more ways; a new game may have fewer."""


@every_position
async def test_what_is_said_aloud_of_bad_answers_holds_no_secret(
    position: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What everybody hears is one of a few sentences; what was wrong is told to the model alone."""
    aloud, told = set(), set()
    for name, make in HOSTILE.items():
        if name.startswith("ten megabytes"):  # which takes long, and is tried above
            continue
        _answering(monkeypatch, *["x"] * (MAX_TRIES - 1), make(position.answer))
        with pytest.raises(PlayerError) as caught:
            pytest.fail(
                f"{name}: {await ask_until_legal(position.game, _player(position), position.view)}"
            )
        aloud.add(str(caught.value))
        told.add(caught.value.private)
        assert "canarykey" not in caught.value.private
    assert aloud == {f"No legal move in {MAX_TRIES} tries."}
    least = 5 if position.sample.definition.name in FIVE_FAULTS else 4
    assert len(told) >= least, (
        "each fault is to have words of its own, but all are told:\n" + "\n".join(sorted(told))
    )


SENTENCES: tuple[tuple[Callable[[], Answer], str], ...] = (
    (lambda: said("", finish_reason="length"), "was cut off before its end."),
    (lambda: said("x", finish_reason="content_filter"), "declined to answer."),
    (lambda: said(None, refusal="no"), "declined to answer."),
    (lambda: said(""), "answer was empty."),
    (lambda: said("x" * 10_000_000), "is longer than 200,000 characters."),
    (lambda: said("x"), "holds no move."),
)


@cache
def heard(make: Callable[[], Answer]) -> Reply:
    """What the client makes of an answer, whoever was asked."""
    return parse_reply(MODEL.server, MODEL.name, make().body, pictures=False)


@pytest.mark.parametrize(("make", "sentence"), SENTENCES, ids=[text for _, text in SENTENCES])
@every_position
async def test_every_fault_of_an_answer_has_a_sentence(
    make: Callable[[], Answer],
    sentence: str,
    position: Position,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reply = heard(make)

    async def send(_: Request) -> Reply:
        return reply

    monkeypatch.setattr("engine.llm.player.send_request", send)
    with pytest.raises(Unreadable) as caught:
        await _player(position).decide(position.view, None)
    assert str(caught.value).endswith(sentence)


class Pick(FrozenModel):
    number: int


class Pass(FrozenModel):
    """A move without fields."""


def reply_of(text: str, finish: str | None) -> Reply:
    return Reply(text, None, None, finish, None, None)


@pytest.mark.parametrize(
    "text", ['{"number": 1', '{"Pick": {"number": 1', '{"thoughts": "", "number": 1']
)
def test_a_number_that_may_have_lost_its_end_is_not_mended(text: str) -> None:
    assert read_reply((Pick,), reply_of('{"number": 12}', None), NO_ALIASES) == Pick(number=12)
    with pytest.raises(Unreadable):
        read_reply((Pick,), reply_of(text, None), NO_ALIASES)
    with pytest.raises(Unreadable):
        parse_move((Pick,), text, whole=False)
    assert read_reply((Pick,), reply_of(f"```json\n{text}\n```", None), NO_ALIASES) == Pick(
        number=1
    )


def test_a_number_at_the_end_of_a_whole_reply_is_read() -> None:
    """The model forgot the brackets after it, but the server says that it had finished."""
    assert read_reply((Pick,), reply_of('{"number": 1', "stop"), NO_ALIASES) == Pick(number=1)
    text = '{"Guess": {"code": [1, 2, 3'
    assert read_reply((Guess,), reply_of(text, "stop"), NO_ALIASES) == Guess(code=(1, 2, 3))
    assert parse_move((Guess,), text) == Guess(code=(1, 2, 3))
    for lacking in (
        '{"Guess": {"code": [1, 2',
        '{"Guess": {"code": [1, 2,',
        '{"Guess": {"code": [1, 2, -',
    ):
        with pytest.raises(Unreadable):
            parse_move((Guess,), lacking)


@pytest.mark.parametrize(
    "text",
    [
        '{"Pass": {}}',
        '{"kind": "Pass"}',
        '{"thoughts": "Hm.", "move": {"kind": "Pass"}}',
        '{"thoughts": "Hm.", "move": "pass"}',
        '{"answer": {"move": {"kind": "Pass"}}}',
    ],
)
def test_a_move_without_fields_is_read_by_its_name(text: str) -> None:
    assert parse_move((Pass,), text) == Pass()
    assert parse_move((Pick, Pass), text) == Pass()


@pytest.mark.parametrize(
    "text", ["{}", '{"thoughts": "Hm."}', '{"move": {"kind": "Pick"}}', '{"Pass": {"x": 1}}', "[]"]
)
def test_no_other_object_is_a_move_without_fields(text: str) -> None:
    with pytest.raises(Unreadable, match="holds no move") as caught:
        parse_move((Pass,), text)
    assert caught.value.private.endswith("with the keys thoughts, move.")


def test_the_schema_asks_for_the_name_of_a_move_without_fields() -> None:
    schema = build_answer_schema((Pass,))
    assert schema["required"] == ["thoughts", "move"]
    (move,) = schema["properties"]["move"]["anyOf"]
    assert move["properties"] == {"kind": {"type": "string", "enum": ["Pass"]}}


def test_reading_holds_nobody_up() -> None:
    """Other seats wait on the same loop while an answer is read."""
    for name, make in HOSTILE.items():
        for position in positions()[:2]:
            text = make(position.answer)[:200_000]
            started = time.thread_time()
            with suppress(Unreadable):  # some are moves against the rules
                parse_move(position.kinds, text, position.names)
            assert time.thread_time() - started < 1.0, name
