"""Dixit on the command line and from journals: results, tables, pages, and other decks."""

import csv
import json
import shutil
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.config.settings import load_settings
from engine.export.format import export_match
from engine.games.catalog import find
from engine.games.dixit.options import Options
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.journal.replay import load_game, restore_match
from engine.journal.writer import Journal
from engine.match import Match, MoveDetails
from engine.move_json import encode_move
from engine.players.spec import LineupError
from engine.session import Session
from images import deck_reader as decks
from images.deck_reader import open_deck
from tests import canaries
from tests.samples.dixit import SAMPLE as DIXIT
from tests.test_export import Page
from tests.test_headless import KEYS, Did

ENTRY = find("dixit")
SEATS = ("p1", "p2", "p3", "p4")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "games"


@pytest.fixture
def deck(tmp_path: Path) -> Iterator[Path]:
    """A copy of the deck of odd words, which a test may change."""
    folder = shutil.copytree(canaries.FOLDER, tmp_path / "deck")
    _forget_decks()
    yield folder
    _forget_decks()


def _forget_decks() -> None:
    """As another run of Parlour would, which has not looked at any deck yet."""
    from engine.games.dixit.deck import _read_card_texts

    for remembered in (_read_card_texts, decks._open_folder):
        remembered.cache_clear()


def build_seat_arguments(kind: str = "random", count: int = 4) -> list[str]:
    return [word for n in range(1, count + 1) for word in ("--seat", f"p{n}={kind}")]


def write_journal(path: Path, folder: Path, *, moves: int | None = None) -> Record:
    """The journal of a game of random moves with this deck."""
    asked = Options(rounds=4, deck=str(folder))
    material = ENTRY.draw(asked, Random(0)).material
    header = DIXIT.header({"rounds": "4", "deck": str(folder)}, "kept")
    header = type(header)(header.game, "kept", header.options, material, header.seats)
    game = ENTRY.create(asked, material)
    with Journal.create(path, header, durable=False) as journal:
        for number, (seat, move) in enumerate(DIXIT.finished(game, "kept")[:moves]):
            journal.write_move(game.seats[seat], move, MoveDetails(1.0 + number, 1))
    return read_record(path)


@given(
    options=st.fixed_dictionaries(
        {},
        optional={
            "rounds": st.integers(1, 3).map(lambda n: str(2 * n)),
            "hand": st.integers(1, 3).map(str),
            "dealing": st.sampled_from(["stream", "static", "redealt"]),
            "own_card": st.sampled_from(["yes", "no"]),
        },
    )
    | st.fixed_dictionaries(
        {"rules": st.just("boxed"), "hand": st.just("4")},
        optional={"players": st.integers(3, 6).map(str)},
    ),
    seed=st.integers().map(str),
)
def test_a_game_replayed_from_its_journal_gives_the_same_scores(
    options: dict[str, str], seed: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    asked = {"rounds": "4", **options, "deck": str(canaries.FOLDER)}
    game = DIXIT.game(asked)
    path = tmp_path_factory.mktemp("replayed") / "game"
    match: Match[Any, Any, Any] = Match(game, seed)
    with Journal.create(path, DIXIT.header(asked, seed), durable=False) as journal:
        for seat, move in DIXIT.finished(game, seed):
            journal.write_move(game.seats[seat], move, MoveDetails(1.0, 1))
            match.submit(seat, move)
    record = read_record(path)
    again = restore_match(record, load_game(ENTRY, record))
    assert again.score == match.score is not None
    assert all(again.view(seat) == match.view(seat) for seat in (None, *match.seats))


# Results.


def test_the_result_is_one_object_with_these_keys(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("--set", f"deck={canaries.FOLDER}", "--set", "rounds=4", "--seed", "moon")
    told = Did(capsys, ("play", "dixit", *build_seat_arguments(), *arguments, "--json")).result
    assert list(told) == [key for key in KEYS if key not in ("decisive_round", "keywords")]
    assert told["options"] == {
        "rules": "arena",
        "players": 4,
        "rounds": 4,
        "hand": 0,
        "phases": 0,
        "dealing": "stream",
        "decoys": "votes",
        "own_card": False,
        "tries": 3,
        "clue_length": 200,
        "deck": str(canaries.FOLDER),
    }
    assert list(told["score"]) == list(SEATS)
    assert len(told["rounds"]) == 4
    sums = dict.fromkeys(SEATS, 0)
    for number, one in enumerate(told["rounds"]):
        assert list(one) == ["storyteller", "clue", "target", "candidates", "votes", "points"]
        assert one["storyteller"] == SEATS[number % 4]
        assert {tuple(card) for card in one["candidates"]} == {("card", "owner")}
        owners = {card["owner"]: card["card"] for card in one["candidates"]}
        assert set(owners) == set(SEATS)
        assert owners[one["storyteller"]] == one["target"]
        assert set(one["votes"]) == set(SEATS) - {one["storyteller"]}
        assert all(owners[seat] != card for seat, card in one["votes"].items())
        sums = {seat: sums[seat] + one["points"][seat] for seat in SEATS}
    assert told["score"] == sums
    assert all(type(points) is int for points in told["score"].values())
    best = [seat for seat in SEATS if sums[seat] == max(sums.values())]
    assert told["outcome"] == " and ".join(best)
    assert told["reason"] == "rounds"
    again = Did(capsys, ("resume", told["journal"], "--json")).result
    assert again == told
    (kept,) = data.iterdir()
    assert str(kept) == told["journal"]


@pytest.mark.parametrize("count", [3, 6])
def test_the_box_seats_as_many_as_are_asked_for(
    count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--set", "rules=boxed", "--set", f"players={count}", "--set", "hand=4")
    deck = ("--set", f"deck={canaries.FOLDER}")
    told = Did(
        capsys, ("play", "dixit", *build_seat_arguments(count=count), *options, *deck, "--json")
    ).result
    assert list(told["seats"]) == [f"p{n}" for n in range(1, count + 1)]
    assert told["reason"] == "points"
    assert max(told["score"].values()) >= 30


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("--set", "rules=arena", "--set", "players=5"),
            "players: arena has four seats; set rules=boxed for 5.",
        ),
        (("--seat", "p9=random"), "There is no seat 'p9'. There is: p1, p2, p3, p4."),
        (("--seat", "p5=random"), "hand: 5 hands of 6 cards take 30 cards, and the deck has 24"),
        (
            ("--set", "rounds=7", "--set", "phases=2"),
            "rounds: 7 rounds cannot be split into 2 phases",
        ),
        (("--set", "rounds=44"), "the deck has 24: at most"),
        (("--set", "rules=house"), "rules must be one of arena, boxed, not 'house'."),
        (("--set", "deck=nowhere"), "deck: The deck nowhere is not there: give a folder"),
    ],
)
def test_what_does_not_fit_is_answered_in_a_sentence(
    arguments: tuple[str, str], says: str, capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    deck = () if "deck" in arguments[1] else ("--set", f"deck={canaries.FOLDER}")
    did = Did(capsys, ("play", "dixit", *build_seat_arguments(), *deck, *arguments))
    assert did.code == 2
    assert says in did.err.replace("\n", " ")
    assert not data.exists() or not list(data.iterdir())


def test_a_game_is_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--set", f"deck={canaries.FOLDER}", "--set", "rounds=4", "--seed", "moon")
    did = Did(capsys, ("play", "dixit", *build_seat_arguments(), *arguments))
    assert did.code == 0
    assert "Random is the storyteller. Phase 1 begins." in did.err
    assert "Phase 2 begins, and hands are swapped." in did.err
    assert "points" in did.out.splitlines()[1]
    assert "won with" in did.out
    assert "{" not in did.out
    assert "Fingerprint" not in did.out


def test_a_series_is_played_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--set", f"deck={canaries.FOLDER}", "--set", "rounds=2", "--games", "3")
    did = Did(capsys, ("play", "dixit", *build_seat_arguments(), *arguments, "--json"))
    assert did.code == 0
    told = [json.loads(line) for line in did.out.splitlines()]
    assert len({one["seed"] for one in told}) == 3
    did = Did(capsys, ("play", "dixit", *build_seat_arguments(), *arguments))
    assert "Dixit: 3 games" in did.out


def test_moves_come_from_scripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = DIXIT.finished(DIXIT.games[0], "scripted")
    arguments = []
    for place, name in enumerate(SEATS):
        lines = [json.dumps(encode_move(move)) for seat, move in moves if seat == place]
        (tmp_path / name).write_text("\n".join(lines))
        arguments += ["--seat", f"{name}=script:{tmp_path / name}"]
    options = ("--set", f"deck={canaries.FOLDER}", "--set", "rounds=4", "--seed", "scripted")
    told = Did(capsys, ("play", "dixit", *arguments, *options, "--json")).result
    clues = [move.clue for _, move in moves if hasattr(move, "clue")]
    assert [one["clue"] for one in told["rounds"]] == clues


def test_help_teaches_dixit(capsys: pytest.CaptureFixture[str]) -> None:
    did = Did(capsys, ("play", "--help"))
    assert did.code == 0
    for words in ("dixit: Give a clue", "Seats: p1, p2, p3, p4", "rules=arena", "deck="):
        assert words in did.out


# Tables and pages.


def test_the_table_has_a_row_for_each_move(tmp_path: Path) -> None:
    record = write_journal(tmp_path / "game", canaries.FOLDER)
    told = json.loads(export_match(record, ENTRY, None, "json", data=load_settings().data))
    rows = list(
        csv.DictReader(
            StringIO(export_match(record, ENTRY, None, "csv", data=load_settings().data))
        )
    )
    by_move = {(m.seat, m.seconds): m.move for m in record.moves}
    assert len(rows) == len(record.moves) == 28
    points = dict.fromkeys(SEATS, 0)
    for row in rows:
        done = told["rounds"][int(row["round"]) - 1]
        move = by_move[row["seat"], float(row["seconds"])]
        ((kind, fields),) = move.items()
        assert (row["move"], row["card"]) == (kind, fields["card"])
        assert row["phase"] == str((int(row["round"]) + 1) // 2)
        assert (row["clue"], row["storyteller"]) == (done["clue"], done["storyteller"])
        assert row["target"] == done["target"]
        points[row["seat"]] += int(row["points"] or 0)
        owners = {card["card"]: card["owner"] for card in done["candidates"]}
        if kind == "Vote":
            assert row["owner"] == owners[fields["card"]]
            assert row["correct"] == str(int(fields["card"] == done["target"]))
        else:
            assert row["owner"] == row["correct"] == ""
    assert points == told["score"]


def test_a_page_holds_the_pictures_of_every_round(tmp_path: Path) -> None:
    record = write_journal(tmp_path / "game", canaries.FOLDER)
    page = Page(export_match(record, ENTRY, None, "html", data=load_settings().data))
    pictures = [dict(attributes) for tag, attributes in page.tags if tag == "img"]
    assert len(pictures) == 16
    for one in pictures:
        source = one["src"] or ""
        assert source.startswith("data:image/webp;base64,")
        picture = Image.open(BytesIO(b64decode(source.partition(",")[2])))
        assert picture.size == (305, 460)
        assert one["alt"]
        assert "disc" in one["alt"]
    text = " ".join(page.text)
    deck = open_deck(str(canaries.FOLDER))
    for move in record.moves:
        assert deck.cards[next(iter(move.move.values()))["card"]].title in text


def test_an_unfinished_page_shows_a_seat_its_hand_and_tells_no_title(tmp_path: Path) -> None:
    record = write_journal(tmp_path / "game", canaries.FOLDER, moves=5)
    cards = open_deck(str(canaries.FOLDER)).cards.values()
    for seat, shown in ((None, 4), ("p1", 4 + 3), ("p2", 4 + 1 + 3), ("p3", 4 + 3)):
        text = export_match(record, ENTRY, seat, "html", data=load_settings().data)
        page = Page(text)
        assert sum(tag == "img" for tag, _ in page.tags) == shown
        for card in cards:
            for word in (card.title, *card.caption.split()):
                assert word not in text
    assert "Sealed until all have moved:" in export_match(
        record, ENTRY, "p2", "html", data=load_settings().data
    )


def test_clues_are_text_on_the_page(tmp_path: Path) -> None:
    asked = Options(rounds=2, phases=1, deck=str(canaries.FOLDER))
    material = ENTRY.draw(asked, Random(0)).material
    match: Match[Any, Any, Any] = Match(ENTRY.create(asked, material), "x")
    header = DIXIT.header({"rounds": "2", "phases": "1", "deck": str(canaries.FOLDER)}, "x")
    clue = '<script>alert("1")</script> =1+1 [b]x[/b]'
    kind = ENTRY.move_types[0]
    with Journal.create(tmp_path / "game", header, durable=False) as journal:
        journal.write_move(
            "p1", kind(card=match.view(match.seats[0]).hand[0], clue=clue), MoveDetails(1.0, 1)
        )
    record = read_record(tmp_path / "game")
    page = export_match(record, ENTRY, None, "html", data=load_settings().data)
    assert f"“{clue}”" in " ".join(Page(page).text)
    assert "<script" not in page
    assert f"Random says “{clue}”." in export_match(
        record, ENTRY, None, "text", data=load_settings().data
    )


# Decks that change.


def test_a_changed_deck_is_told_and_nothing_is_played_with_it(
    deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    write_journal(path, deck, moves=6)
    card = sorted(deck.glob("*.png"))[0]
    Image.new("RGB", (305, 460), "red").save(card)
    _forget_decks()
    with closing(Session.resume(path, settings=load_settings())) as session:
        assert session.create_players(), "random players need no pictures"
    for kind in ("word2vec", "llm:eyes", "human"):
        text = path.read_text().replace('"random"', f'"{kind}"')
        other = tmp_path / f"{kind[:3]}.jsonl"
        other.write_text(text)
        with (
            closing(Session.resume(other, settings=load_settings())) as session,
            pytest.raises(LineupError) as caught,
        ):
            session.create_players(_answer_nothing)
        assert str(caught.value) == (
            f"The deck in {deck} has changed since this game began: "
            "bring the old cards back, or begin a new game."
        )
    did = Did(capsys, ("resume", str(tmp_path / "wor.jsonl"), "--json"))
    assert did.code == 2
    assert "has changed since this game began" in did.err.replace("\n", " ")
    assert "has changed since this game began" in export_match(
        read_record(path), ENTRY, None, "html", data=load_settings().data
    )
    assert "Random says" in export_match(
        read_record(path), ENTRY, None, "text", data=load_settings().data
    )


def test_a_page_shows_no_other_deck(deck: Path, tmp_path: Path) -> None:
    """A journal from elsewhere may name any deck of this computer, and a page is given away."""
    path = tmp_path / "game.jsonl"
    write_journal(path, deck, moves=6)
    data = load_settings().data
    assert "data:image" in export_match(read_record(path), ENTRY, None, "html", data=data)
    described = deck / "deck.toml"
    described.write_text(described.read_text().replace('title = "', 'title = "CANARY '))
    Image.new("RGB", (305, 460), "red").save(sorted(deck.glob("*.png"))[0])
    _forget_decks()
    page = export_match(read_record(path), ENTRY, None, "html", data=data)
    assert "data:image" not in page
    assert "CANARY" not in page


def test_a_deck_that_is_gone_is_told_and_the_game_can_still_be_read(
    deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    record = write_journal(path, deck)
    whole = export_match(record, ENTRY, None, "csv", data=load_settings().data)
    shutil.rmtree(deck)
    _forget_decks()
    assert export_match(read_record(path), ENTRY, None, "csv", data=load_settings().data) == whole
    page = export_match(read_record(path), ENTRY, None, "html", data=load_settings().data)
    assert "The pictures cannot be shown." in page
    assert "<img" not in page
    assert f"“{record.moves[0].move['Tell']['card']}”" in export_match(
        read_record(path), ENTRY, None, "text", data=load_settings().data
    )
    assert Did(capsys, ("resume", str(path), "--json")).result["reason"] == "rounds"


@pytest.mark.parametrize(
    "material",
    [
        {},
        {"cards": ["a"], "deck": "", "fingerprint": 1},
        {"cards": [1, 2], "deck": "", "fingerprint": "x"},
        {"cards": ["a", "a"], "deck": "", "fingerprint": "x"},
        {"cards": ["a\x1b[31m"], "deck": "", "fingerprint": "x"},
        {"cards": "abc", "deck": "", "fingerprint": "x"},
    ],
)
def test_a_journal_without_a_deck_is_refused(material: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="the material of Dixit is a deck"):
        ENTRY.create(Options(), material)


async def _answer_nothing(*_: object) -> None:
    raise AssertionError
