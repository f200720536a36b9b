"""Studies: blind items, locks, raters in turn, merging, figures and export."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pydantic import ValidationError
from textual.screen import Screen
from textual.widgets import Input

from engine.config.settings import load_settings
from images.deck_reader import open_deck
from lab.errors import StudyError
from lab.papers.comparison import compare_paper
from lab.papers.dixitworld.bench_files import open_bench
from lab.study.agreement import measure_agreement_of
from lab.study.creation import create_study
from lab.study.display import Display
from lab.study.entry import Guess, Rating
from lab.study.export import export_study
from lab.study.file import StudyFile
from lab.study.ratings_table import build_ratings
from lab.study.study import Mode, Study, StudyItem
from lab.study.tables import build_tables
from screens.games.dixit.zoom import Zoom
from screens.laboratory.run_form import NewRunScreen
from screens.laboratory.runs import LaboratoryScreen
from screens.laboratory.study.list import StudiesScreen
from screens.laboratory.study.organiser import OrganiserScreen
from screens.laboratory.study.raters import RaterCurtain, RatersScreen
from screens.laboratory.study.rating import RatingScreen
from screens.pictures.cache import PictureCache
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.protocol import Protocol
from screens.widgets.cards.row import CardRow
from tests.looking import appears, frame, in_front
from tui.app import ParlourApp
from tui.command_line import run

CARDS = ("moon_well", "wax_swan", "violin_tree", "book_tree")


def make_study(mode: Mode = "rate", count: int = 2) -> Study:
    items = tuple(
        StudyItem(
            id=f"item-{n}",
            clue=f"Clue {n}",
            target=CARDS[n % 4],
            candidates=CARDS,
            player=f"CANARYMODEL{n % 2}",
            tier="hard",
        )
        for n in range(count)
    )
    return Study(
        name="blind",
        mode=mode,
        source="CANARYSOURCE",
        deck="",
        fingerprint=open_deck().fingerprint,
        items=items,
        made="2026-01-01",
    )


def rate(file: StudyFile, rater: str, item: str, clarity: int, creativity: int) -> None:
    file.lock_guess(Guess(rater=rater, item=item, card=CARDS[0], position=1, seconds=1.0))
    file.add_rating(
        Rating(
            rater=rater,
            item=item,
            clarity=clarity,
            creativity=creativity,
            remark="fine",
            seconds=2.0,
        )
    )


def test_locks_order_and_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "blind.study"
    file = StudyFile.create(path, make_study(count=8))
    orders = [[one.id for one in file.study.order_for(rater)] for rater in ("a", "b")]
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
    with pytest.raises(StudyError, match="The guess comes first"):
        file.add_rating(Rating(rater="a", item="item-1", clarity=3, creativity=3))
    rate(file, "a", "item-1", 3, 5)
    with pytest.raises(StudyError, match="locked"):
        file.lock_guess(Guess(rater="a", item="item-1", card=CARDS[1], position=2, seconds=1.0))
    with pytest.raises(StudyError, match="rated already"):
        file.add_rating(Rating(rater="a", item="item-1", clarity=1, creativity=1))
    with pytest.raises(StudyError, match="no card of"):
        file.lock_guess(Guess(rater="a", item="item-2", card="fox_mirror", position=1, seconds=1.0))
    file.lock_guess(Guess(rater="a", item="item-2", card=CARDS[1], position=2, seconds=1.0))
    with pytest.raises(ValidationError, match="less than or equal to 5"):
        file.add_rating(Rating(rater="a", item="item-2", clarity=6, creativity=1))
    with pytest.raises(StudyError, match="cannot be a rater"):
        file.lock_guess(Guess(rater="a b", item="item-2", card=CARDS[1], position=2, seconds=1.0))
    with pytest.raises(StudyError, match="exists already"):
        StudyFile.create(path, make_study())
    with path.open("a") as out:
        out.write('{"guess": {"rater": "a"')
    again = StudyFile.open(path)
    assert len(again.list_remaining("a")) == 7
    assert again.guess_of("a", "item-2") is not None
    assert path.read_text().endswith('{"rater": "a"')  # only a writer cuts it off
    again.lock_guess(Guess(rater="a", item="item-3", card=CARDS[1], position=2, seconds=1.0))
    assert path.read_text().endswith("}\n")
    assert StudyFile.open(path).guess_of("a", "item-3") is not None
    path.write_text('{"study": 1}\n')
    with pytest.raises(StudyError, match="no study"):
        StudyFile.open(path)


ODD = {
    "a number for an item's group": ('"group": ""', '"group": 1.5'),
    "a target that is no candidate": ('"target": "moon_well"', '"target": "elsewhere"'),
    "two items of one id": ('"id": "item-1"', '"id": "item-0"'),
    "a rating past the scale": ('"clarity": 4', '"clarity": 6'),
    "a text for a rating": ('"clarity": 4', '"clarity": "py:os:abort"'),
    "seconds without end": ('"seconds": 1.0', '"seconds": Infinity'),
    "a guess of another card": ('"card": "moon_well"', '"card": "elsewhere"'),
    "a guess of no item": ('"item": "item-0"', '"item": "item-9"'),
    "a rater with a slash": ('"rater": "a"', '"rater": "../a"'),
    "another mode": ('"mode": "rate"', '"mode": "vote"'),
    "two entries in a line": ('{"guess": {', '{"rating": null, "other": 1, "guess": {'),
}
"""By what is odd in a study: a text of its file, and what takes its place."""


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_study_is_refused_in_one_sentence(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "blind.study"
    rate(StudyFile.create(path, make_study()), "a", "item-0", 4, 5)
    text, (old, new) = path.read_text(), ODD[odd]
    assert old in text
    path.write_text(text.replace(old, new, 1))
    for command in (["show"], ["export", "--out", str(tmp_path / "out")], ["rate"]):
        assert run(["study", command[0], str(path), *command[1:]]) == 2
        (said,) = capsys.readouterr().err.splitlines()
        assert str(path) in said


def test_copies_hide_players_and_are_merged_once(tmp_path: Path) -> None:
    file = StudyFile.create(tmp_path / "blind.study", make_study())
    copies = [file.copy_for_raters(tmp_path / f"{name}.study") for name in ("one", "two")]
    assert "CANARY" not in copies[0].path.read_text()
    rate(copies[0], "a", "item-0", 3, 3)
    rate(copies[1], "b", "item-0", 4, 3)
    opened = [StudyFile.open(copy.path) for copy in copies]
    assert file.merge(opened) == 4
    assert file.merge(opened) == 0
    assert StudyFile.open(file.path).raters == ["a", "b"]
    assert set(build_ratings(file)["player"]) == {"CANARYMODEL0"}
    clash = file.copy_for_raters(tmp_path / "clash.study")
    rate(clash, "a", "item-0", 1, 1)
    with pytest.raises(StudyError, match="two people used one name"):
        file.merge([clash])
    other = StudyFile.create(
        tmp_path / "other.study", make_study().model_copy(update={"name": "other"})
    )
    with pytest.raises(StudyError, match="another study"):
        file.merge([other])


def test_figures_and_export(tmp_path: Path) -> None:
    file = StudyFile.create(tmp_path / "blind.study", make_study(count=4))
    for rater, ratings in (("a", [3, 2, 5, 3]), ("b", [3, 2, 4, 3]), ("c", [3, 3, 5, 1])):
        for number, clarity in enumerate(ratings):
            rate(file, rater, f"item-{number}", clarity, 3)
    ratings = build_ratings(file)
    assert list(ratings["right"]) == [True, False, False, False] * 3
    agreement = measure_agreement_of(ratings).set_index(["scale", "figure"])
    rows = compare_paper("dixitworld", [], [file]).rows["appendix-h"]
    known = {(*one.finding.labels, one.quantity): one.finding for one in rows if one.finding}
    for (scale, figure), row in agreement.iterrows():
        assert known[scale, figure].value == (None if pd.isna(row["value"]) else row["value"])
    assert known["clarity", "mean pairwise kappa"].count == 3
    assert [one.published.value for one in rows if one.published] == [0.75]
    kappa = agreement.loc[("clarity", "mean pairwise kappa")]
    assert kappa["low"] <= kappa["value"] <= kappa["high"]
    constant = agreement.loc[("creativity", "Fleiss' kappa")]
    assert pd.isna(constant["value"])
    assert "undefined" in constant["note"]
    tables = {table.title: table for table in build_tables(file)}
    assert {"Raters", "Clues by storyteller", "Agreement of raters"} <= {*tables}
    compared = tables["Storytellers compared"]
    assert [row[1:5] for row in compared.rows] == [
        ("CANARYMODEL0", "CANARYMODEL1", figure, "Welch t")
        for figure in ("accuracy", "clarity", "creativity")
    ]
    assert len(tables["Raters compared"].rows) == 3
    rows = compare_paper("dixitworld", [], [file]).rows["table-3"]
    gaps = [one.finding for one in rows if one.quantity == "gap in accuracy"]
    assert [one.value for one in gaps if one] == [50.0]  # 3 of 6 guesses are right, and 0 of 6
    names = {path.name for path in export_study(file, tmp_path / "out")}
    assert {"ratings.csv", "ratings.json", "agreement.csv", "codebook.csv"} <= names
    assert "storytellers_compared.csv" in names
    rows = json.loads((tmp_path / "out" / "ratings.json").read_text())
    codebook = pd.read_csv(tmp_path / "out" / "codebook.csv")
    assert set(rows[0]) == set(codebook["column"])


def test_reports_are_by_display(tmp_path: Path) -> None:
    """Two raters on two displays are two rows; a study without displays says so."""
    file = StudyFile.create(tmp_path / "blind.study", make_study(count=2))
    sixel = Display(
        protocol="sixel",
        cell_width=10,
        cell_height=20,
        card_columns=20,
        card_rows=14,
        words_opened=2,
    )
    blocks = Display(
        protocol="half",
        cell_width=8,
        cell_height=16,
        card_columns=30,
        card_rows=22,
        one_at_a_time=True,
        zooms=1,
    )
    for rater, display in (("a", sixel), ("b", blocks), ("c", None)):
        for number in range(2):
            card = CARDS[number] if rater == "a" else CARDS[2]
            item = f"item-{number}"
            guess = Guess(
                rater=rater, item=item, card=card, position=1, seconds=1.0, display=display
            )
            file.lock_guess(guess)
    again = StudyFile.open(file.path)
    assert again.guess_of("a", "item-0") == file.guess_of("a", "item-0")
    ratings = build_ratings(again)
    assert set(ratings["display"]) == {"sixel", "half, one card at a time", "not recorded"}
    tables = {table.title: table for table in build_tables(again)}
    rows = {row[0]: row for row in tables["Displays"].rows}
    assert rows["sixel"][1:7] == ("1", "2", "10 x 20", "20 x 14", "2.00", "0.00")
    assert rows["sixel"][7].startswith("100.0")
    assert rows["half, one card at a time"][6:8][0] == "1.00"
    evidence = compare_paper("dixitworld", [], [again])
    found = [row for row in evidence.rows["table-3"] if row.finding and row.quantity == "Acc (%)"]
    assert {row.finding.where.split("display: ")[1] for row in found if row.finding} == {
        "sixel", "half, one card at a time", "not recorded",
    }  # fmt: skip
    right = {row.item: row.finding.value for row in found if row.finding}
    assert right["Human, guesses of all raters, pooled over storytellers; display: sixel"] == 1
    line = file.path.read_text().splitlines()[1].replace('"sixel"', '"\\u001b[31m"')
    (tmp_path / "bad.study").write_text(file.path.read_text().splitlines()[0] + "\n" + line + "\n")
    with pytest.raises(StudyError, match="damaged"):
        StudyFile.open(tmp_path / "bad.study")


def test_sources(tmp_path: Path) -> None:
    bench = create_study("people", "dixitbench", "guess", clues=20)
    targets = {item.target for item in bench.items}
    assert len(targets) == 20
    assert len(bench.items) == sum(item.target in targets for item in open_bench().items)
    order = bench.order_for("a")
    assert len({item.target for item in order}) == len(order) == 20
    assert {item.tier for item in order} == {"easy", "medium", "hard"}
    source = tmp_path / "clues.csv"
    source.write_text("clue,target,card_1,card_2,player\nA clue,moon_well,moon_well,wax_swan,x\n")
    study = create_study("mine", str(source), "rate")
    assert study.items[0].candidates == ("moon_well", "wax_swan")
    source.write_text("clue,target,card_1,card_2\nA clue,moon_well,book_tree,wax_swan\n")
    with pytest.raises(StudyError, match="line 2: the target is one of"):
        create_study("mine", str(source), "rate")
    source.write_text("clue,card\nx,y\n")
    with pytest.raises(StudyError, match="needs the columns"):
        create_study("mine", str(source), "rate")
    with pytest.raises(StudyError, match="A source is dixitbench"):
        create_study("mine", "no-such-run", "rate")


async def test_a_guess_that_cannot_be_written_can_be_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = StudyFile.create(tmp_path / "blind.study", make_study())
    before = file.path.read_bytes()
    pictures = PictureCache(GraphicsMode(Protocol.HALF))
    app = ParlourApp(Screen, pictures=pictures)
    write = os.write

    def write_half(opened: int, data: memoryview) -> int:
        if len(data) < 20:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(opened, data[: len(data) // 2])

    async with app.run_test(size=(100, 34)) as pilot:
        screen = RatingScreen(file, open_deck(), "anna")
        await app.push_screen(screen)
        assert screen.item is not None
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", write_half)
            await pilot.press("2", "enter")
        await appears(pilot, "No space left on device")
        assert file.path.read_bytes() == before
        assert file.guess_of("anna", screen.item.id) is None
        await pilot.press("enter")
        assert file.guess_of("anna", screen.item.id) is not None


async def test_raters_in_turn_see_nothing_that_they_must_not(tmp_path: Path) -> None:  # noqa: PLR0915 - one evening of two raters
    """Two raters at one keyboard: no model, no target before the lock, no other's ratings."""
    file = StudyFile.create(tmp_path / "blind.study", make_study())
    file.lock_guess(
        Guess(rater="CANARYRATER", item="item-0", card=CARDS[2], position=3, seconds=1.0)
    )
    file.add_rating(
        Rating(rater="CANARYRATER", item="item-0", clarity=5, creativity=5, remark="CANARYREMARK")
    )
    pictures = PictureCache(GraphicsMode(Protocol.HALF))
    app = ParlourApp(lambda: RatersScreen(file, open_deck(), ("anna",)), pictures=pictures)
    seen: list[str] = []

    def look() -> str:
        seen.append(frame(app))
        return seen[-1]

    async with app.run_test(size=(100, 34)) as pilot:
        curtain = await in_front(pilot, RaterCurtain)
        look()
        curtain.open_curtain()
        screen: RatingScreen = await in_front(pilot, RatingScreen)
        assert not screen.query_one("#ratings").display
        assert "meant" not in look().replace("was meant?", "")
        await pilot.press("enter")
        assert "Choose a card first" in look()
        await pilot.press("2", "3", "enter")
        assert screen.item is not None
        locked = file.guess_of("anna", screen.item.id)
        assert locked is not None
        assert locked.card == screen.cards[2]
        assert locked.display is not None
        assert locked.display.protocol == "half"
        assert min(locked.display.card_columns, locked.display.card_rows) > 0
        assert (locked.display.words_opened, locked.display.zooms) == (0, 0)
        assert "meant" in look()
        first = screen.item.id
        await pilot.press("4", "5", "u", "2", "enter")
        rating = file.find_rating("anna", first)
        assert rating is not None
        assert (rating.clarity, rating.creativity) == (4, 2)
        assert screen.item.id != first
        for _ in range(3):
            screen.action_describe()  # the key is off where words stand beside each card
        await pilot.press("z")
        await in_front(pilot, Zoom)
        await pilot.press("escape")
        await in_front(pilot, RatingScreen)
        second = screen.item.id
        await pilot.press("1", "enter", "r")
        shown = file.guess_of("anna", second)
        assert shown is not None
        assert shown.display is not None
        # two times on the screen, and once as a single card of blocks shows its words by itself
        assert (shown.display.words_opened, shown.display.zooms) == (3, 1)
        assert shown.display.one_at_a_time == screen.query_one(CardRow).shows_one
        await pilot.press(*"why 5", "enter")
        await pilot.press("1", "escape")  # a pause in the middle of a rating
        await in_front(pilot, RatersScreen)
        assert "paused" in look()
        assert len(file.list_remaining("anna")) == 1
        app.screen.query_one("#name", Input).value = "not a name!"
        await pilot.press("enter")
        assert "cannot be a rater" in look()
        again = RatingScreen(StudyFile.open(file.path), open_deck(), "anna")
        await app.push_screen(again)
        assert again.is_rating  # the guess stays locked
        await pilot.press("3", "3", "enter")
        await pilot.pause()
        assert not StudyFile.open(file.path).list_remaining("anna")
        for text in seen:
            assert "CANARYMODEL" not in text
            assert "CANARYSOURCE" not in text
            assert "CANARYREMARK" not in text
            assert not any(card in text for card in CARDS)
            deck = open_deck()
            assert not any(deck.cards[card].title in text for card in CARDS)
        await app.push_screen(OrganiserScreen(file.path))
        await appears(pilot, "CANARYMODEL0")


async def test_the_examples_alone_scroll_on_a_small_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    refuse: Any = None
    app = ParlourApp(lambda: LaboratoryScreen(refuse, refuse, settings=load_settings()))
    async with app.run_test(size=(60, 20)) as pilot:
        await appears(pilot, "It needs no language model.")
        assert not app.screen.max_scroll_y
        assert frame(app).count("decrypto-crossplay") == 1
        assert "N New run" in frame(app).splitlines()[-1]


async def test_studies_are_listed_in_the_laboratory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the list of runs to the raters and the figures, and back."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    refuse: Any = None
    app = ParlourApp(lambda: LaboratoryScreen(refuse, refuse, settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "It needs no language model.")
        assert "lets machines play many games" in frame(app)
        await pilot.press("down", "down")
        await appears(pilot, "▸ decrypto-k-sweep")
        assert "▸ decrypto-crossplay" not in frame(app)
        await pilot.press("enter")
        await in_front(pilot, NewRunScreen)
        await appears(pilot, "decrypto-k-sweep")
        await pilot.press("escape")
        await in_front(pilot, LaboratoryScreen)
        await pilot.press("s")
        await in_front(pilot, StudiesScreen)
        assert "parlour study new" in frame(app)
        assert "Rate" not in frame(app)
        await pilot.press("n")
        await appears(pilot, "asks for a name")
        file = StudyFile.open(tmp_path / "studies" / "twenty.study")
        assert len(file.study.order_for("anna")) == 20
        await pilot.press("escape")
        file.path.unlink()
        (tmp_path / "studies" / "torn.study").write_text("{}")
        blind = StudyFile.create(tmp_path / "studies" / "blind.study", make_study())
        for rater in ("anna", "berta"):
            rate(blind, rater, "item-0", 5, 5)
        rate(blind, "berta", "item-1", 5, 5)
        await pilot.press("s")
        await in_front(pilot, StudiesScreen)
        await appears(pilot, "Clues")
        row = next(row for row in frame(app).splitlines() if "rate the clue" in row)
        assert row.split()[:5] == ["▌blind", "2", "2,", "1", "done"]
        for words in ("1 of 2", "✓ done", "Enter lets anna go on", "damaged"):
            assert words in frame(app)
        assert "CANARY" not in frame(app)
        await pilot.press("enter")
        await in_front(pilot, RatersScreen)
        await pilot.press("escape", "o")
        await in_front(pilot, OrganiserScreen)
        await appears(pilot, "CANARYMODEL0")  # the flows of the screens beneath still run
        await pilot.press("escape", "down", "enter")
        await appears(pilot, "is no study")
        assert isinstance(app.screen, StudiesScreen)
