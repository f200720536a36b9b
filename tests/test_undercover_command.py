"""Undercover on the command line, from journals, and as models are asked to play it."""

import csv
import json
import re
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.export.csv import format_as_csv
from engine.export.format import export_match
from engine.games.catalog import find
from engine.games.undercover.moves import Accuse, Describe
from engine.games.undercover.options import Options
from engine.games.undercover.prompt import build_prompt
from engine.games.undercover.rules import Undercover
from engine.games.undercover.view import View
from engine.joined_text import join_names
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.journal.transcript import Transcript
from engine.journal.writer import Journal
from engine.llm.reply import parse_move
from engine.llm.schema import build_answer_schema
from engine.match import Match, MoveDetails
from engine.move_json import encode_move
from engine.seat import Seat
from tests.chat_server import ChatServer, said, serving
from tests.samples.undercover import SAMPLE as UNDERCOVER
from tests.test_export import Page
from tests.test_headless import Did
from tests.test_undercover import LOG, replay_log
from tui.command_line import run

ENTRY = find("undercover")
KEYS = ["game", "seed", "seats", "options", "outcome", "reason", "score", "words", "roles"]
SEATS = ("p1", "p2", "p3", "p4", "p5")
GAME = UNDERCOVER.games[0]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "games"


def build_seat_arguments(*specs: str) -> list[str]:
    """Arguments for who sits where."""
    named = specs or ("word2vec", "glove", "word2vec", "random", "glove")
    return [word for n, spec in enumerate(named, 1) for word in ("--seat", f"p{n}={spec}")]


def write_journal(path: Path, *, last: int | None = None, **given: str) -> Record:
    """The journal of a random game, up to its last moves or so far."""
    game = UNDERCOVER.game(given)
    with Journal.create(path, UNDERCOVER.header(given, "kept"), durable=False) as journal:
        for seat, move in UNDERCOVER.finished(game, "kept")[:last]:
            journal.write_move(game.seats[seat], move, MoveDetails(1.0, 1))
    return read_record(path)


# Results.


def test_the_result_is_one_object_with_these_keys(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("--set", "words=bee,butterfly", "--seed", "moon", "--json")
    told = Did(capsys, ("play", "undercover", *build_seat_arguments(), *arguments)).result
    assert list(told) == [*KEYS, "rounds", "branched", "open", "not_own", "usage", "journal"]
    assert list(told["words"]) == list(told["roles"]) == list(SEATS)
    assert sorted(told["roles"].values()) == ["civilian"] * 3 + ["undercover"] * 2
    assert len(set(zip(told["roles"].values(), told["words"].values(), strict=True))) == 2
    assert set(told["words"].values()) == {"bee", "butterfly"}
    living = list(SEATS)
    for one in told["rounds"]:
        assert list(one) == ["lines", "votes", "out"]
        assert sorted(line["seat"] for line in one["lines"]) == living
        assert {tuple(line) for line in one["lines"]} == {("seat", "text")}
        assert list(one["votes"]) == living
        assert all(vote in living and vote != seat for seat, vote in one["votes"].items())
        if one["out"] is not None:
            living.remove(one["out"])
    left = [told["roles"][seat] for seat in living]
    expected = {"civilians": "caught", "undercover": "last_civilian", "draw": "rounds"}
    assert told["reason"] == expected[told["outcome"]]
    assert (told["outcome"] == "civilians") == ("undercover" not in left)
    assert (told["outcome"] == "undercover") == (left.count("civilian") == 1)
    again = Did(capsys, ("resume", told["journal"], "--json")).result
    assert again == told
    (kept,) = data.iterdir()
    assert str(kept) == told["journal"]


def test_seats_are_as_many_as_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--set", "players=3", "--set", "rounds=2", "--json")
    told = Did(
        capsys, ("play", "undercover", *build_seat_arguments("random", "glove", "random"), *options)
    ).result
    assert list(told["seats"]) == ["p1", "p2", "p3"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("--set", "players=4", "--set", "undercover=2"),
            "undercover: of 4 players at most 1 can be undercover",
        ),
        (("--seat", "p6=random"), "There is no seat 'p6'. There is: p1, p2, p3, p4, p5."),
        (("--set", "words=animal"), "did you mean 'animals'?"),
        (("--set", "words=bee,bees!,wasp"), "give two words with a comma between, not 3."),
        (("--set", "order=sorted"), "order must be one of random, fixed, not 'sorted'."),
    ],
)
def test_what_does_not_fit_is_answered_in_a_sentence(
    arguments: tuple[str, str], says: str, capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    four = build_seat_arguments("random", "random", "random", "random")
    did = Did(
        capsys,
        ("play", "undercover", *(four if "4" in says else build_seat_arguments()), *arguments),
    )
    assert did.code == 2
    assert says in did.err.replace("\n", " ")
    assert not data.exists() or not list(data.iterdir())


def test_a_game_is_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    did = Did(
        capsys, ("play", "undercover", *build_seat_arguments(), "--set", "words=bee,butterfly")
    )
    assert did.code == 0
    assert "Round 1: " in did.err
    assert "votes for" in did.err
    assert "with the word “butterfly”." in did.err
    assert "{" not in did.out


def test_a_series_is_played_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    did = Did(
        capsys,
        ("play", "undercover", *build_seat_arguments(*["random"] * 5), "--games", "3", "--json"),
    )
    assert did.code == 0
    assert len({json.loads(line)["seed"] for line in did.out.splitlines()}) == 3
    did = Did(
        capsys, ("play", "undercover", *build_seat_arguments(*["random"] * 5), "--games", "3")
    )
    assert "Undercover: 3 games" in did.out


def test_moves_come_from_scripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = UNDERCOVER.finished(GAME, "scripted")
    arguments = []
    for place, name in enumerate(SEATS):
        lines = [json.dumps(encode_move(move)) for seat, move in moves if seat == place]
        (tmp_path / name).write_text("\n".join(lines))
        arguments += ["--seat", f"{name}=script:{tmp_path / name}"]
    told = Did(capsys, ("play", "undercover", *arguments, "--seed", "scripted", "--json")).result
    texts = [line["text"] for one in told["rounds"] for line in one["lines"]]
    assert texts == [move.line for _, move in moves if isinstance(move, Describe)]


def test_help_teaches_undercover(capsys: pytest.CaptureFixture[str]) -> None:
    did = Did(capsys, ("play", "--help"))
    assert did.code == 0
    for words in ("undercover: Describe your word", "Seats: p1, p2, p3, p4, p5", "dead_votes=no"):
        assert words in did.out


# The table.


def read_cells(text: str) -> list[list[str]]:
    """The rows of a table, blank lines left out; commas in the last cell need no quotes."""
    rows = [row for row in csv.reader(StringIO(text)) if row]
    return [[*row[:4], ",".join(row[4:])] for row in rows]


def test_the_replayed_game_is_written_as_it_was_logged(tmp_path: Path) -> None:
    """Every row and every word of the log of the five models."""
    game, state = replay_log()
    transcript = Transcript(
        seat=None,
        seats=game.seats,
        over=True,
        complete=True,
        views=(game.view(state, None),),
        moves=(),
        movers={},
        players={},
        score=None,
    )
    record = write_journal(tmp_path / "any")
    text = format_as_csv(transcript, ENTRY, record)
    assert text.splitlines()[0] == "round,word,player_id,action,details"
    assert read_cells(text) == read_cells(LOG.read_text(encoding="utf-8"))


@pytest.mark.parametrize("seat", [None, "p2"])
def test_the_table_of_an_unfinished_game_tells_no_word_of_others(
    seat: str | None, tmp_path: Path
) -> None:
    for last in range(1, 12):
        record = write_journal(tmp_path / f"{last}", last=last)
        text = export_match(record, ENTRY, seat, "csv", data=load_settings().data)
        rows = list(csv.DictReader(StringIO(text)))
        told = {row["player_id"]: row["word"] for row in rows if row["word"]}
        assert set(told) <= ({"2"} if seat else set())
        spoken = [row for row in rows if row["action"] == "speak"]
        votes = [row for row in rows if row["action"] == "vote" and row["round"] == "1"]
        assert len(spoken) == min(last, 5) + max(last - 10, 0)
        assert len(votes) == (5 if last >= 10 else int(seat is not None and last >= 7))


def test_a_line_that_looks_like_a_formula_is_inert(tmp_path: Path) -> None:
    path = tmp_path / "game"
    match: Match[Any, View, Any] = Match(GAME, "kept")
    (seat,) = match.awaits
    with Journal.create(path, UNDERCOVER.header({}, "kept"), durable=False) as journal:
        journal.write_move(
            GAME.usual_seats()[seat], Describe(line="=HYPERLINK(1)"), MoveDetails(1.0, 1)
        )
    assert "'=HYPERLINK(1)" in export_match(
        read_record(path), ENTRY, None, "csv", data=load_settings().data
    )


# Text and page.


def test_the_page_tells_words_roles_talk_and_votes(tmp_path: Path) -> None:
    record = write_journal(tmp_path / "game")
    page = Page(export_match(record, ENTRY, None, "html", data=load_settings().data))
    text = " ".join(page.text)
    for words in ("Quarkfennel", "Zephyrmollusk", "civilian", "undercover", "Votes from"):
        assert words in text
    assert "unfinished" not in text


def test_lines_are_text_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "game"
    match: Match[Any, View, Any] = Match(GAME, "kept")
    (seat,) = match.awaits
    line = '<script>alert("x")</script> & <b>bold</b>'
    with Journal.create(path, UNDERCOVER.header({}, "kept"), durable=False) as journal:
        journal.write_move(GAME.usual_seats()[seat], Describe(line=line), MoveDetails(1.0, 1))
    page = Page(export_match(read_record(path), ENTRY, None, "html", data=load_settings().data))
    assert line in page.text
    assert not [tag for tag, _ in page.tags if tag in ("script", "b")]


@pytest.mark.parametrize("form", ["text", "json", "csv", "html"])
@pytest.mark.parametrize("last", [0, 3, 5, 7, 10, 13])
def test_no_paper_of_an_unfinished_game_names_another_word(
    last: int, form: Any, tmp_path: Path
) -> None:
    given = {"words": "Quarkfennel,Zephyrmollusk", "reveal_role": "yes"}
    record = write_journal(tmp_path / "game", last=last, **given)
    state = UNDERCOVER.game(given)
    words = Match(state, "kept")._state.words
    for place, seat in ((None, None), *enumerate(SEATS)):
        text = export_match(record, ENTRY, seat, form, data=load_settings().data)
        own = {words[place]} if place is not None else set()
        assert not [word for word in set(words) - own if word in text]


def test_a_seat_sees_its_own_sealed_vote_and_nobody_elses(tmp_path: Path) -> None:
    record = write_journal(tmp_path / "game", last=7)
    voters = [moved.seat for moved in record.moves[5:]]
    for seat in SEATS:
        page = " ".join(
            Page(export_match(record, ENTRY, seat, "html", data=load_settings().data)).text
        )
        assert ("Own vote" in page) == (seat in voters)
    assert "Own vote" not in " ".join(
        Page(export_match(record, ENTRY, None, "html", data=load_settings().data)).text
    )


# Models.


def play_to_question(stage: int, **options: str) -> tuple[Match[Any, View, Any], Seat]:
    """A match after so many moves, and a seat that is to move."""
    game = UNDERCOVER.game(options)
    match: Match[Any, View, Any] = Match(game, "models")
    for seat, move in UNDERCOVER.finished(game, "models")[:stage]:
        match.submit(seat, move)
    return match, min(match.awaits)


@pytest.mark.parametrize("how", ["cot", "naive"])
@pytest.mark.parametrize("stage", [0, 3, 5, 10, 15])
def test_a_model_is_told_rules_goals_its_word_and_all_the_talk(stage: int, how: str) -> None:
    match, seat = play_to_question(stage, prompt=how)
    view = match.view(seat)
    told = build_prompt(view)
    text = told.system + told.user
    assert view.word is not None
    for words in (
        "3 of them are civilians",
        "2 are undercover",
        "As a civilian",
        "If you are undercover, you",
    ):
        assert words in text
    assert json.dumps(view.word) in told.user
    assert f"You are {view.seats[seat]}." in told.user
    for line in view.said:
        assert f"{view.seats[line.seat]}: {json.dumps(line.text)}" in told.user
    assert ("step by step" in told.system) == (how == "cot")
    assert ('leave "thoughts" empty' in told.system) == (how == "naive")
    shape = json.loads(told.system.splitlines()[-1])
    assert shape.pop("thoughts") == ("<your thoughts>" if how == "cot" else "")
    assert shape in ({"line": "<your sentence>"}, {"seat": "<NAME>"})


def test_the_system_part_is_the_same_for_every_seat_and_role() -> None:
    """Nothing in it can tell who is undercover."""
    match, _ = play_to_question(5)
    systems = {
        build_prompt(match.view(seat).model_copy(update={"seat": Seat(0), "word": "x"})).system
        for seat in match.seats
    }
    assert len(systems) == 1


def test_what_was_agreed_on_is_told() -> None:
    def told(**options: Any) -> str:
        game = Undercover(pair=("bee", "wasp"), options=Options(**options))
        state = game.deal(Random(0))
        return build_prompt(game.view(state, state.order[0])).system

    assert "drawn anew" in told()
    assert "drawn anew" not in told(order="fixed")
    assert "neither word nor role is shown" in told()
    assert "the role is shown" in told(reveal_role=True)
    assert "won after 10 rounds, it is a draw" in told()
    assert "won after 1 round, it is a draw" in told(rounds=1)
    assert "One is undercover" in told(undercover=1)


def test_a_line_cannot_end_its_own_quotation() -> None:
    match, seat = play_to_question(0)
    match.submit(seat, Describe(line='It is "red". p1: "I am a bee'.replace(". p", ", p")))
    view = match.view(min(match.awaits))
    assert r'"It is \"red\", p1: \"I am a bee"' in build_prompt(view).user


def test_a_vote_names_one_who_may_be_voted_for() -> None:
    match, seat = play_to_question(5)
    view = match.view(seat)
    told = build_prompt(view)
    others = [name for name in SEATS if name != view.seats[seat]]
    schema = build_answer_schema((Accuse,), told.aliases)
    assert sorted(schema["properties"]["seat"]["enum"]) == others
    assert f"Vote for one of {join_names(told.aliases['seat'])}, who" in told.user
    answer = json.dumps({"thoughts": "hm", "seat": others[1]})
    assert parse_move((Accuse,), answer, told.aliases) == Accuse(seat=others[1])


def test_models_play_a_whole_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    count = iter(range(1000))

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        user = body["messages"][-1]["content"]
        if "Describe your word." in user:
            return {"thoughts": "", "line": f"It has {next(count)} sides"}
        return {"thoughts": "", "seat": re.findall(r"Vote for one of (p\d)", user)[0]}

    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    with serving(ChatServer([lambda question: said(json.dumps(answer(question)))])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        monkeypatch.setenv("OPENAI_API_KEY", "k")
        arguments = (
            *build_seat_arguments(*["llm:m1"] * 5),
            "--set",
            "prompt=naive",
            "--seed",
            "m",
            "--json",
        )
        assert run(("play", "undercover", *arguments)) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["outcome"] in ("civilians", "undercover", "draw")
    votes = told["rounds"][0]["votes"]
    assert votes.keys() == set(SEATS)
    assert all(votes[name] not in (name, None) for name in SEATS)
