"""Nothing that was confirmed is lost, whenever the process dies."""

import json
from asyncio import run
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.kill import Game, kill_and_resume, prepare
from engine.config.settings import load_settings
from engine.games.catalog import find
from engine.headless import play_session
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.players.spec import Spec
from engine.session import Session
from engine.session_result import build_result
from tests.scripted import GAME, MOVES, write_scripts

KILLS = 4


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return prepare(tmp_path_factory.mktemp("killed"), "test")


@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_game_ends_as_if_nothing_had_happened(game: Game, number: int) -> None:
    _, same = kill_and_resume(game, number)
    assert same


def test_a_kill_that_loses_a_move_would_be_noticed(game: Game) -> None:
    other = replace(game, result={**game.result, "seed": "another"})
    _, same = kill_and_resume(other, KILLS)
    assert not same


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a whole scripted game."""
    folder = tmp_path_factory.mktemp("cut")
    write_scripts(folder)
    lineup = {name: Spec("script", str(folder / f"{name}.jsonl")) for name in GAME.usual_seats()}
    definition = find("decrypto")
    options = definition.options_type(keywords=",".join(GAME.keywords))  # type: ignore[attr-defined]
    path = folder / "whole.jsonl"
    played(
        Session.create(
            definition,
            options,
            lineup,
            "scripted",
            path=path,
            durable=False,
            settings=load_settings(),
        )
    )
    return path


def played(session: Session) -> dict[str, Any]:
    """The result of a session, played to its end."""
    run(play_session(session, session.create_players()))
    session.close()
    return {name: value for name, value in build_result(session).items() if name != "journal"}


def test_a_journal_cut_after_any_byte_resumes_with_every_move_that_was_whole(whole: Path) -> None:
    data = whole.read_bytes()
    header = data.index(b"\n") + 1
    result = played(Session.resume(whole, settings=load_settings()))
    assert len(result["rounds"]) == len(MOVES) / 3
    moves = [move.move for move in read_record(whole).moves]
    cut = whole.with_name("cut.jsonl")
    for size in range(header, len(data)):
        cut.write_bytes(data[:size])
        assert played(Session.resume(cut, settings=load_settings())) == result, (
            f"cut after {size} bytes"
        )
        lines = cut.read_bytes().splitlines(keepends=True)
        confirmed = data[:size].splitlines(keepends=True)[: data[:size].count(b"\n")]
        assert lines[: len(confirmed)] == confirmed
        assert [json.loads(line)["move"] for line in lines[1:]] == moves


def test_a_journal_cut_within_its_first_line_says_so(whole: Path) -> None:
    data = whole.read_bytes()
    cut = whole.with_name("cut.jsonl")
    for size in range(data.index(b"\n") + 1):
        cut.write_bytes(data[:size])
        with pytest.raises(JournalError, match="its first line is missing or cut short"):
            Session.resume(cut, settings=load_settings())
