"""A sitting: dealt afresh or resumed, with the same players either way."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.errors import OptionError
from engine.games.catalog import find
from engine.journal.path import choose_journal_path
from engine.journal.reader import read_record
from engine.match import MoveDetails
from engine.players.spec import LineupError, Spec, parse_spec
from engine.seat import Seat
from engine.session import Session
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tests.scripted import MOVES, write_scripts

ENTRY = find("decrypto")
RANDOM = dict.fromkeys(ENTRY.usual_seats(), Spec("random"))
ACCOUNT = MoveDetails(1.0, 1)


def open_session(path: Path | None = None, **changes: Spec) -> Session:
    return Session.create(
        ENTRY, ENTRY.options_type(), {**RANDOM, **changes}, "s", path=path, settings=load_settings()
    )


async def ask(seat: Seat, view: object, complaint: str | None) -> None:
    """Nobody is at the keyboard."""
    raise AssertionError((seat, view, complaint))


def move(session: Session, times: int) -> None:
    """So many random moves, journal first, as a table does it."""
    match, rng = session.match, Random(0)
    for _ in range(times):
        seat = min(match.awaits)
        made = DECRYPTO.move(match.view(seat), rng)
        session.record_move(seat, made, ACCOUNT)
        match.submit(seat, made)


def test_seats_are_the_game_s_and_each_is_taken() -> None:
    with pytest.raises(OptionError, match=r"no seat 'encodr'\. Did you mean 'encoder'\?"):
        open_session(encodr=Spec("random"))
    with pytest.raises(OptionError, match="Seat 'interceptor' has no player"):
        Session.create(
            ENTRY,
            ENTRY.options_type(),
            {s: Spec("random") for s in ENTRY.usual_seats()[:2]},
            settings=load_settings(),
        )


def test_a_fresh_seed_is_short_plain_and_never_the_same() -> None:
    seeds = {
        Session.create(ENTRY, ENTRY.options_type(), RANDOM, settings=load_settings()).header.seed
        for _ in range(20)
    }
    assert len(seeds) == 20
    assert all(len(seed) == 8 and seed.isalnum() for seed in seeds)


def test_the_seed_deals_keywords_and_code() -> None:
    one, same = open_session(), open_session()
    other = Session.create(ENTRY, ENTRY.options_type(), RANDOM, "t", settings=load_settings())
    assert one.match.view(Seat(0)) == same.match.view(Seat(0)) != other.match.view(Seat(0))


def test_a_session_resumes_where_it_stood_with_who_sits_there_now(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = open_session(path)
    session.create_players(ask)
    move(session, 2)
    session.reseat(Seat(2), parse_spec("human:Ada"))
    session.close()
    resumed = Session.resume(path, settings=load_settings())
    assert resumed.match.sealed == {Seat(1)}
    assert resumed.match.view(Seat(1)) == session.match.view(Seat(1))
    assert resumed.specs == session.specs
    assert resumed.human_count == 1
    assert tuple(map(str, resumed.specs.values())) == ("random", "random", "human:Ada")
    move(resumed, 1)
    resumed.close()
    assert [moved.seat for moved in read_record(path).moves] == [
        "encoder",
        "decoder",
        "interceptor",
    ]


def test_a_seat_that_cannot_be_given_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = open_session(path)
    before = dict(session.create_players()), dict(session.specs), path.read_bytes()
    with pytest.raises(LineupError):
        session.reseat(Seat(0), Spec("script", str(tmp_path / "nothing")))
    assert (dict(session.create_players()).keys(), session.specs) == (before[0].keys(), before[1])
    assert path.read_bytes() == before[2]
    session.close()


async def test_a_script_goes_on_after_the_moves_it_has_made(tmp_path: Path) -> None:
    write_scripts(tmp_path / "scripts")
    path = tmp_path / "game.jsonl"
    script = Spec("script", str(tmp_path / "scripts" / "encoder.jsonl"))
    session = open_session(path, encoder=script)
    move(session, 4)
    session.close()
    resumed = Session.resume(path, settings=load_settings())
    player: Any = resumed.create_players()[Seat(0)]
    hints = [made for seat, made in MOVES if seat == 0]
    assert list(player.moves) == hints[2:]
    resumed.close()


def test_a_game_that_cannot_begin_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = open_session(path)
    session.discard()
    assert not path.exists()


def test_journals_that_begin_together_have_different_names(tmp_path: Path) -> None:
    names = {choose_journal_path(tmp_path, "decrypto").name for _ in range(50)}
    assert len(names) == 50
    assert all(name.endswith(".jsonl") and "-decrypto-" in name for name in names)
