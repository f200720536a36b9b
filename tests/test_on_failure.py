"""Moves that somebody else makes for a player that failed, and how they stay told apart."""

import csv
import json
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.export.format import export_match
from engine.games.catalog import find
from engine.games.decrypto.moves import Guess
from engine.journal.reader import read_record
from engine.match import MoveDetails
from engine.players.spec import LineupError, Spec
from engine.seat import Seat
from engine.session import Session
from tests.chat_server import Answer, ChatServer, Question, failed, said, serving
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tui.command_line import run

KEY = "sk-canarykey-0123456789-abcdef"
SEATS = ["--seat", "encoder=random", "--seat", "decoder=llm:m", "--seat", "interceptor=random"]
GUESS = said('{"thoughts": "t", "code": [4, 1, 2]}')
USAGE = {"calls", "tokens_in", "tokens_out", "cost", "estimated"}


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)


def play(chat: ChatServer, monkeypatch: pytest.MonkeyPatch, *more: str) -> int:
    """A game in which the decoder is a model at this server."""
    with serving(chat) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        command = ["play", "decrypto", *SEATS, "--set", "play_on=yes", "--set", "rounds=4"]
        return run([*command, "--journal", "game.jsonl", *more])


def hangs_up_each_second(question: Question) -> Answer:
    """A server that knows the answer in every second round only."""
    rounds = question["messages"][1]["content"].count("Round ")
    return failed(403, f"no {KEY}") if rounds % 2 else GUESS


def test_stopping_is_the_usual(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(ChatServer([hangs_up_each_second]), monkeypatch) == 3
    err = capsys.readouterr().err
    assert "The decoder (llm:m) failed: " in err
    assert "parlour resume game.jsonl" in err
    assert not any(moved.stand_in for moved in read_record(Path("game.jsonl")).moves)


@pytest.mark.parametrize(("way", "by"), [("random", "random"), ("baseline", "word2vec")])
def test_a_stand_in_makes_the_one_move_and_is_told_apart_everywhere(
    way: str, by: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = ChatServer([hangs_up_each_second])
    assert play(chat, monkeypatch, "--on-failure", way, "--json") == 0
    out, err = capsys.readouterr()
    assert err.count(f"For this move {by} stands in.") == 2
    told = json.loads(out)
    assert told["not_own"] == {"decoder": {"stand-in": 2}}
    assert told["usage"].keys() == {"decoder"}
    assert told["usage"]["decoder"].keys() == USAGE
    assert told["usage"]["decoder"]["calls"] == len(chat.questions) == 4
    assert told["seats"]["decoder"] == "llm:m"

    record = read_record(Path("game.jsonl"))
    made = [moved for moved in record.moves if moved.seat == "decoder"]
    assert [moved.stand_in for moved in made] == ["", by, "", by]
    assert [moved.provenance for moved in made] == ["own", "stand-in"] * 2
    assert all(moved.usage is not None and moved.usage.calls == 1 for moved in made)

    definition = find("decrypto")
    data = json.loads(export_match(record, definition, None, "json", data=load_settings().data))
    assert data["not_own"] == told["not_own"]
    assert data["usage"] == told["usage"]
    moves = [one for one in data["moves"] if one["seat"] == "decoder"]
    assert [(one["player"], one["provenance"]) for one in moves] == [
        ("llm:m", "own"),
        (by, "stand-in"),
    ] * 2
    rows = [
        row
        for row in csv.DictReader(
            StringIO(export_match(record, definition, None, "csv", data=load_settings().data))
        )
        if row["seat"] == "decoder"
    ]
    assert [(row["player"], row["provenance"]) for row in rows] == [
        ("llm:m", "own"),
        (by, "stand-in"),
    ] * 2
    for form in ("text", "html"):
        page = export_match(record, definition, None, form, data=load_settings().data)
        assert "not the player's own: 2 by a stand-in." in unescape(page)
    kept = Path("game.jsonl").read_text() + Path("game.calls.jsonl").read_text()
    assert "canarykey" not in out + err + kept


def test_the_result_for_people_tells_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(ChatServer([hangs_up_each_second]), monkeypatch, "--on-failure", "random") == 0
    out = capsys.readouterr().out
    assert "Decoder, moves that are not the player's own: 2 by a stand-in." in out
    assert "Used: 4 calls, 200 tokens in, 40 out." in out


def test_a_game_with_stand_ins_goes_on_where_it_stood(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: list[Any] = [GUESS, failed(403), GUESS, failed(403)]
    assert play(ChatServer(answers), monkeypatch, "--on-failure", "random") == 0
    whole = Path("game.jsonl").read_text().splitlines()
    cut = next(n for n, line in enumerate(whole) if "stand_in" in line)
    Path("half.jsonl").write_text("\n".join(whole[: cut + 1]) + "\n")
    capsys.readouterr()
    with serving(ChatServer([GUESS])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert run(["resume", "half.jsonl", "--json", "--on-failure", "random"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["not_own"] == {"decoder": {"stand-in": 1}}
    assert told["usage"]["decoder"]["calls"] == 4


def test_a_series_tells_stand_ins_of_each_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "kept").mkdir()
    with serving(ChatServer([failed(401)])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        command = ["play", "decrypto", *SEATS, "--games", "2", "--on-failure", "random"]
        assert run([*command, "--journal", "kept", "--json"]) == 0
        games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert run(command) == 0
        shown = " ".join(capsys.readouterr().out.split())
    assert all(game["not_own"]["decoder"]["stand-in"] == len(game["rounds"]) for game in games)
    assert "Not own" in shown
    assert "Counted with them: 2 of 2 games with moves that are not the players' own" in shown


def knows_every_second_game(question: Question) -> Answer:
    """A server that answers only if the first hint has an even number of letters."""
    hints = question["messages"][1]["content"].rpartition("order of the code: ")[2]
    return GUESS if hints.index('"', 1) % 2 else failed(403, f"no {KEY}")


@pytest.mark.parametrize("at_once", ["1", "4"])
def test_a_failed_game_of_a_series_is_counted_and_the_others_are_played(
    at_once: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["play", "decrypto", *SEATS, "--games", "8", "--seed", "F", "--set", "rounds=1"]
    with serving(ChatServer([knows_every_second_game])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert run([*command, "--journal", "kept", "--at-once", at_once, "--json"]) == 1
        out, err = capsys.readouterr()
        assert run([*command, "--journal", "again", "--at-once", at_once]) == 1
        table = capsys.readouterr().out
    rows = sorted((json.loads(line) for line in out.splitlines()), key=lambda row: row["seed"])
    assert [row["seed"] for row in rows] == [f"F/{number}" for number in range(1, 9)]
    failures = [row for row in rows if row["outcome"] == "failed"]
    assert 0 < len(failures) < 8
    for row in failures:
        assert row["reason"].startswith("The decoder (llm:m) failed: ")
        assert row["keywords"] is row["decisive_round"] is row["score"] is None
        assert read_record(Path(row["journal"])).header.seed == row["seed"]
    assert all(row["outcome"] in ("team", "interceptor", "failed") for row in rows)
    summary = err.splitlines()[-3:]
    assert summary[0] == f"{len(failures)} of 8 games failed:"
    assert summary[1] == f"{len(failures)} x {failures[0]['reason']}"
    assert summary[2].rpartition(" ")[2] in [row["journal"] for row in failures]
    assert table.count(" failed ") == len(failures)
    assert "canarykey" not in out + err + table


def test_a_series_stops_at_the_first_failure_if_that_is_wished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = ChatServer([failed(403)])
    command = ["play", "decrypto", *SEATS, "--games", "8", "--on-failure", "stop", "--json"]
    with serving(chat) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert run(command) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "After 0 of 8 games: The decoder (llm:m) failed: " in err
    assert len(chat.questions) == 1


def test_who_stands_in_may_fail_too() -> None:
    session = Session.create(
        DECRYPTO.definition,
        DECRYPTO.definition.options_type(),
        dict.fromkeys(("encoder", "decoder", "interceptor"), Spec("random")),
        "s",
        settings=load_settings(),
    )
    players = session.create_players()
    own = players[Seat(1)]
    session.add_stand_in(Seat(1), Spec("glove"))
    assert players[Seat(1)] is not own
    with pytest.raises(LineupError, match="glove, who stands in, has failed as well"):
        session.add_stand_in(Seat(1), Spec("random"))
    session.record_move(Seat(1), Guess(code=(1, 2, 3)), MoveDetails(0.1, 1))
    assert players[Seat(1)] is own
    assert session.totals.not_own == {"decoder": {"stand-in": 1}}


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--on-failure", "rnadom"], "Did you mean 'random'? There is: stop, random, baseline."),
        (["--on-failure", "random", "--seat", "decoder=human"], "the app asks what to do"),
    ],
)
def test_ways_that_do_not_exist_are_explained(
    more: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ["--seat", "encoder=random", "--seat", "interceptor=random"]
    decoder = [] if "decoder=human" in more else ["--seat", "decoder=random"]
    assert run(["play", "decrypto", *seats, *decoder, *more]) == 2
    assert sentence in capsys.readouterr().err
