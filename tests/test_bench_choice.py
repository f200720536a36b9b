"""Items of a bench are chosen by readings of the whole deck, and its tiers are fitted again."""

from collections import defaultdict
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns

import pandas as pd
import pytest
from scipy.stats import t

from lab.errors import BenchError
from lab.papers.dixitworld.bench_files import BUILTIN, open_bench
from lab.papers.dixitworld.clue_readings import (
    READINGS,
    Reading,
    read_meant_clues,
    read_readings,
    write_readings,
)
from lab.papers.dixitworld.item_choices import (
    CHOICES,
    Choice,
    merge_choices,
    read_choices,
    write_choices,
)
from lab.papers.dixitworld.item_fit import LEAST, MOST, assign_tiers, fit_items, weigh_solvers
from lab.papers.dixitworld.item_selection import (
    LEAST_REST,
    MOST_OF_READERS,
    choose_items,
    describe_selection,
    group_by_clue,
    propose_items,
    weigh_lures,
)
from lab.papers.dixitworld.solver_answers import (
    ANSWERS,
    FIT,
    VALIDATION,
    answer_by_readings,
    list_choices,
    list_held_out,
    read_given_answers,
    read_kept_answers,
)
from lab.papers.dixitworld.solver_shares import tabulate_solvers
from lab.papers.dixitworld.tier_refit import describe_changes, refit_tiers
from lab.study.creation import create_study
from lab.study.entry import Guess
from lab.study.file import StudyFile
from tui.command_line import run as run_command

CARDS = [f"card_{number:02}" for number in range(30)]


def make_readings(clues: int = 60, readers: int = 6) -> list[Reading]:
    """Readers of growing ability, clues of growing difficulty, and one lure for each clue."""
    rng = Random("readings")
    found = []
    for number in range(clues):
        target, lure = CARDS[number % len(CARDS)], CARDS[(number + 7) % len(CARDS)]
        for reader in range(readers):
            rest = rng.sample([one for one in CARDS if one not in (target, lure)], 3)
            right = rng.random() < 0.15 + 0.13 * reader + 0.5 * (1 - number / clues) - 0.2
            ranking = (target, lure, *rest) if right else (lure, target, *rest)
            clue = f"clue {number}"
            found.append(Reading(f"reader {reader}", "reader", target, clue, ranking))
    return found


def test_a_reader_hesitates_and_a_program_does_not() -> None:
    ranking = ("b", "a", "c")
    one = Reading("x", "reader", "a", "clue", ranking)
    cards = ("a", "b", "c", "d", "e", "f")
    assert one.find_chance("a", cards) == pytest.approx(4 / 21)
    assert one.find_chance("b", cards) == pytest.approx(16 / 21)
    assert sum(one.find_chance(card, cards) for card in ranking) == pytest.approx(1)
    assert one.find_chance("a", ("a", "d")) == 1
    assert one.find_chance("d", cards) == 0
    assert one.find_chance("d", ("d", "e")) == 0.5  # has named none of these, so guesses
    program = replace(one, kind="machine")
    assert program.find_chance("a", cards) == 0
    assert program.find_chance("b", cards) == 1


def test_distractors_are_the_cards_most_often_taken_for_the_target() -> None:
    """Kinds of solvers count alike: ten programs do not outvote one reader."""
    readings = [Reading("anna", "reader", "card_00", "c", ("card_05", "card_00"))]
    readings += [
        Reading(
            f"m{n}", "machine", "card_00", "c", ("card_07", *(c for c in CARDS if c != "card_07"))
        )
        for n in range(10)
    ]
    lures = weigh_lures(readings, "card_00")
    assert lures["card_05"] == pytest.approx(1 + 2.0**-5)  # the programs name it as well
    assert lures["card_07"] == pytest.approx(1)
    assert "card_00" not in lures
    items = list(propose_items(readings, CARDS, "1"))
    assert items[0].distractors[:2] == ("card_05", "card_07")
    assert items[1].distractors[0] == "card_05"
    assert "card_07" not in items[1].distractors
    assert all(len({*item.cards}) == 6 for item in items)
    assert items == list(propose_items(readings, CARDS, "1"))


def test_kept_items_are_neither_obvious_nor_hopeless_and_tiers_are_ordered() -> None:
    readings = make_readings()
    found = choose_items(readings, CARDS, count=6)
    table = found.table
    assert table["share"].between(LEAST, MOST).all()
    assert (table["readers"] <= MOST_OF_READERS).all()
    assert (table["rest"] >= LEAST_REST).all()
    assert table["fits"].all()
    assert list(table.index) == [item.id for item in found.items]
    by_tier = table.groupby("tier")["difficulty"]
    assert by_tier.max()["easy"] <= by_tier.min()["medium"]
    assert by_tier.max()["medium"] <= by_tier.min()["hard"]
    assert len({item.clue for item in found.items}) == len(found.items) == 18
    assert found.proposed["chosen"].sum() == 18
    assert found.items == choose_items(readings, CARDS, count=6).items
    with pytest.raises(BenchError, match="60000 are needed"):
        choose_items(readings, CARDS, count=20_000)
    with pytest.raises(BenchError, match="no readings"):
        choose_items([], CARDS)


def test_solvers_that_are_held_out_choose_nothing() -> None:
    readings = make_readings()
    held = ("reader 5",)
    found = choose_items(readings, CARDS, held_out=held, count=6)
    others = [
        replace(one, ranking=one.ranking[::-1]) if one.solver in held else one for one in readings
    ]
    assert choose_items(others, CARDS, held_out=held, count=6).items == found.items
    assert not found.answers["solver"].isin(held).any()
    shares = tabulate_solvers(found.items, answer_by_readings(found.items, readings, held))
    assert dict(shares["use"]) == {f"reader {n}": VALIDATION if n == 5 else FIT for n in range(6)}
    own = shares.loc["reader 5"]
    assert own["gap"] == pytest.approx(own["share_easy"] - own["share_hard"])
    assert (own["items_easy"], own["items_all"]) == (6, 18)
    assert own["low_easy"] < own["share_easy"] < own["high_easy"]


def test_the_shipped_readings_choose_the_shipped_bench(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing but files of the bench decides: not what machines would read today."""
    assert run_command(["lab", "bench", "choose", str(tmp_path / "again")]) == 0
    bench, again = open_bench(), open_bench(str(tmp_path / "again"))
    assert again.label == bench.label
    assert again.about == bench.about
    assert (again.folder / READINGS).read_bytes() == (BUILTIN / READINGS).read_bytes()
    assert (again.folder / CHOICES).read_bytes() == (BUILTIN / CHOICES).read_bytes()
    kept, answers = (
        read_kept_answers(one).sort_values(["solver", "item"], ignore_index=True)
        for one in (bench, again)
    )
    pd.testing.assert_frame_equal(kept, answers)
    assert capsys.readouterr().err.startswith(bench.label)


def test_the_fit_of_the_shipped_answers_is_that_of_the_choice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bench = open_bench()
    kept = read_kept_answers(bench)
    refit = refit_tiers(bench, kept, kept)
    assert refit.items == bench.items
    assert refit.table["fits"].all()
    assert refit.table["share"].between(LEAST, MOST).all()
    assert (refit.table["readers"] >= LEAST).all()
    assert (refit.table["rest"] > 0).all()
    assert refit.table["found"].all()  # no item whose card nobody finds
    by_tier = refit.table.groupby("tier")["readers"]
    assert by_tier.min()["easy"] > by_tier.max()["medium"] - 0.02  # sorted by difficulty
    assert by_tier.mean()["easy"] > by_tier.mean()["medium"] + 0.1
    assert by_tier.mean()["medium"] > by_tier.mean()["hard"] + 0.1
    fitted = set(kept.loc[kept["use"] == FIT, "solver"])
    assert fitted.isdisjoint(list_held_out(bench))
    assert next(iter(describe_changes(refit))) == "All 252 items keep their tiers."
    assert run_command(["lab", "bench", "fit", "--format", "csv"]) == 0
    told = pd.read_csv(StringIO(capsys.readouterr().out))
    assert (told["before"] == told["tier"]).all()
    assert ((told["high"] - told["low"]) / told["error"]).between(3.91, 3.93).all()


def make_choices(readings: list[Reading], solvers: int = 3) -> list[Choice]:
    """Readers choose among the strongest lures: the hard half of clues is missed more often."""
    rng = Random("choices")
    clues = group_by_clue(readings)
    found = []
    for number, some in enumerate(clues.values()):
        item = next(iter(propose_items(some, CARDS, "42")))
        for solver in range(solvers):
            right = rng.random() < 0.95 - 0.6 * number / len(clues)
            chosen = item.target if right else item.distractors[0]
            name = f"chooser {solver}"
            found.append(Choice(name, "test", item.target, item.clue, item.cards, chosen))
    return found


def test_choices_tell_how_much_readings_are_worth() -> None:
    readings = make_readings()
    choices = make_choices(readings)
    found = choose_items(readings, CARDS, choices=choices, count=6)
    assert found.items == choose_items(readings, CARDS, choices=choices, count=6).items
    asked = found.answers[found.answers["choice"]]
    assert set(asked["solver"]) == {"chooser 0", "chooser 1", "chooser 2"}
    assert found.table["fits"].all()
    assert found.table["found"].all()
    shares = found.table.groupby("tier")["readers"].mean()
    assert shares["easy"] > shares["medium"] > shares["hard"] >= LEAST
    # who is held out chooses nothing, whatever it answered
    held = ("chooser 2",)
    others = [replace(one, chosen="" if one.solver in held else one.chosen) for one in choices]
    one, two = (
        choose_items(readings, CARDS, choices=given, held_out=held, count=6)
        for given in (choices, others)
    )
    assert one.items == two.items
    assert "chooser 2" not in set(one.answers["solver"])
    told = describe_selection(one)
    assert "choices among six cards by chooser 0, chooser 1, and by machines: nobody" in told


def test_a_choice_counts_for_the_same_cards_in_any_order(tmp_path: Path) -> None:
    choices = make_choices(make_readings(4, 3), 1)
    turned = [replace(one, cards=one.cards[::-1]) for one in choices]
    assert merge_choices(choices) == merge_choices(turned, choices)
    assert len(merge_choices(choices, turned)) == len(choices)
    write_choices(tmp_path / "a.csv", merge_choices(choices))
    again = read_choices(tmp_path / "a.csv", CARDS)
    assert [(one.place, one.right) for one in again] == [
        (one.place, one.right) for one in merge_choices(choices)
    ]


CHOICE = "x,card_00,c,card_00 card_01 card_02 card_03 card_04 card_05"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"{CHOICE},card_09", "the item has no card 'card_09'"),
        (f"{CHOICE.replace('card_05', 'card_04')},card_00", "6 cards, each once"),
        (f"{CHOICE.replace('card_05', 'nowhere')},card_00", "the deck has no card 'nowhere'"),
        (f"{CHOICE},card_00\n{CHOICE},card_01", "x has answered this item already"),
        (f"{CHOICE.replace('x,', ',', 1)},card_00", "a choice has a solver and a clue"),
    ],
)
def test_choices_are_checked(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "choices.csv"
    path.write_text(f"solver,target,clue,cards,chosen\n{line}\n")
    with pytest.raises(BenchError, match=why):
        read_choices(path, CARDS)
    path.write_text("a,b\n1,2\n")
    with pytest.raises(BenchError, match="no column"):
        read_choices(path, CARDS)


def test_machines_count_as_one_reader() -> None:
    rows = [
        {"solver": name, "kind": kind, "item": "a", "right": right}
        for name, kind, right in (
            ("anna", "reader", 1.0),
            ("ben", "reader", 0.0),
            ("one", "machine", 1.0),
            ("two", "machine", 1.0),
        )
    ]
    table = pd.DataFrame(rows)
    assert weigh_solvers(table) == {"anna": 1, "ben": 1, "one": 0.5, "two": 0.5}
    both = pd.concat([table, table.assign(item="b", right=1 - table["right"])])
    found, _ = fit_items(both)
    assert found.loc["a", "share"] == pytest.approx(2 / 3)
    assert found.loc["b", "share"] == pytest.approx(1 / 3)
    assert found.loc["a", "readers"] == 0.5


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("a,person,card_00,c,card_00", "a kind is reader or machine"),
        ("a,reader,nowhere,c,card_00", "no card 'nowhere'"),
        ("a,reader,card_00,c,nowhere", "no card 'nowhere'"),
        ("a,reader,card_00,c,card_00 card_00", "each once"),
        ("a,reader,card_00,c,", "each once"),
        ("a,reader,card_00,d,card_00\na,reader,card_00,d,card_01", "read this clue already"),
    ],
)
def test_readings_are_checked(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "readings.csv"
    path.write_text(f"solver,kind,target,clue,ranking\n{line}\n")
    with pytest.raises(BenchError, match=why):
        read_readings(path, CARDS)
    path.write_text("a,b\n1,2\n")
    with pytest.raises(BenchError, match="needs the columns"):
        read_readings(path, CARDS)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BenchError, match="no table"):
        read_readings(path, CARDS)
    readings = [replace(make_readings(1, 1)[0], solver="=1+1", clue="x\N{ESCAPE}[31m")]
    write_readings(path, readings)
    assert not path.read_text().splitlines()[1].startswith("=")


def test_tiers_follow_the_answers() -> None:
    rows = [
        {
            "solver": f"s{solver}",
            "kind": "reader",
            "item": f"i{item}",
            "right": float(solver + item < 12),
        }
        for solver in range(9)
        for item in range(9)
    ]
    table, fit = fit_items(pd.DataFrame(rows))
    tiers = assign_tiers(table, [f"i{item}" for item in range(9)])
    assert list(tiers) == ["easy"] * 3 + ["medium"] * 3 + ["hard"] * 3
    assert list(fit.solvers["ability"]) == sorted(fit.solvers["ability"], reverse=True)
    assert not table.loc["i0", "fits"]  # all find it
    assert table.loc["i6", "fits"]


def test_clues_are_read_from_readings(tmp_path: Path) -> None:
    path = tmp_path / "readings.csv"
    write_readings(path, make_readings(3, 2))
    meant = [(CARDS[number], f"clue {number}") for number in range(3)]
    assert read_meant_clues(path, CARDS) == meant
    path.write_text("target,clue\ncard_01,x\n")
    assert read_meant_clues(path, CARDS) == [("card_01", "x")]
    path.write_text("target,clue\n")
    with pytest.raises(BenchError, match="no clues"):
        read_meant_clues(path, CARDS)


def test_a_bench_is_fitted_again_with_the_answers_of_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    bare = tmp_path / "bare"  # without the answers of those who chose it
    copytree(BUILTIN, bare, ignore=ignore_patterns(ANSWERS, CHOICES))
    bench = open_bench(str(bare))
    study = create_study("people", str(bare), "guess")
    file = StudyFile.create(tmp_path / "people.study", study)
    items = {item.id: item for item in bench.items}
    for rater in ("anna", "ben", "carla"):
        for place, one in enumerate(file.study.order_for(rater)[:40]):
            item = items[one.id]
            # who comes later finds fewer, and all find cards that were hard before
            right = item.tier == "hard" or place % (2 + len(rater) % 3) == 0
            card = item.target if right else item.distractors[0]
            file.lock_guess(Guess(rater=rater, item=one.id, card=card, position=1, seconds=1.0))
    out = tmp_path / "fitted"
    capsys.readouterr()
    command = ["lab", "bench", "fit", str(bare), "--study", str(file.path), "--out", str(out)]
    assert run_command(command) == 0
    told = capsys.readouterr().out
    assert "anna (people)" in told
    made = open_bench(str(out))
    assert made.hash != bench.hash
    assert made.hash.startswith(made.version)
    assert [item.id for item in made.items] == [item.id for item in bench.items]
    before = {item.id: item.tier for item in bench.items}
    asked = {guess.item for guess in file.read_entries()}
    assert all(item.tier == before[item.id] for item in made.items if item.id not in asked)
    hard = [item for item in made.items if before[item.id] == "hard" and item.id in asked]
    assert len(hard) > 20
    assert not any(item.tier == "hard" for item in hard)  # whoever saw them has found them
    kept = pd.read_csv(out / ANSWERS)
    assert set(kept["solver"]) == {f"{name} (people)" for name in ("anna", "ben", "carla")}
    assert set(kept["source"]) == {"study people"}
    assert run_command(["lab", "bench", "fit", str(out)]) == 0  # with the answers that it keeps
    assert run_command(["lab", "bench", "fit", str(bare)]) == 2
    assert "There are no answers" in capsys.readouterr().err


def test_answers_in_a_file_are_added_to_those_of_the_bench(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench, out = open_bench(), tmp_path / "fitted"
    own = set(pd.read_csv(BUILTIN / ANSWERS)["solver"])
    assert {"vision model A", "vision model B", "vision model C", "word2vec"} < own
    rows = [f"zoe,{one.id},{one.target if one.tier == 'hard' else ''}" for one in bench.items]
    given = tmp_path / "zoe.csv"
    given.write_text("\n".join(("solver,item,chosen", *rows)), "utf-8")
    assert run_command(["lab", "bench", "fit", "--answers", str(given), "--out", str(out)]) == 0
    assert "zoe" in capsys.readouterr().out
    kept = pd.read_csv(out / ANSWERS)
    assert set(kept["solver"]) == own | {"zoe"}
    hers = kept[kept["solver"] == "zoe"]
    assert (set(hers["source"]), set(hers["shown"])) == ({"zoe.csv"}, {"pictures"})
    assert hers["right"].sum() == 84


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("solver,item,chosen\nx,nope,y", "line 2: DixitBench .* has no item 'nope'"),
        ("solver,item,chosen\nx,ITEM,y", "line 2: the item has no card 'y'"),
        ("a,b\n1,2", "needs the columns solver, item, and chosen or right"),
        ("solver,item,right", "has no answers"),
        ("solver,item,right\nx,ITEM,2", "no number from 0 to 1"),
    ],
)
def test_files_of_answers_are_checked(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "given.csv"
    path.write_text(text.replace("ITEM", open_bench().items[0].id), "utf-8")
    with pytest.raises(BenchError, match=why):
        read_given_answers(path, open_bench())


def test_answers_follow_from_readings_with_who_gave_them() -> None:
    readings = make_readings()
    found = choose_items(readings, CARDS, count=3)
    rows = answer_by_readings(found.items, readings, ("reader 1",))
    assert set(rows["solver"]) == {f"reader {number}" for number in range(6)}
    assert len(rows) == 6 * len(found.items)
    assert set(rows["shown"]) == {"pictures"}
    assert rows["right"].between(0, 1).all()
    assert set(rows.loc[rows["use"] == VALIDATION, "solver"]) == {"reader 1"}


def test_the_report_compares_readers_item_by_item(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench, canary = open_bench(), "<b>zoe</b>"
    rows = [
        f"{name},{item.id},{item.target if place % step else item.distractors[0]}"
        for name, step in ((canary, 2), ("=ben", 3))
        for place, item in enumerate(bench.items)
    ]
    given = tmp_path / "given.csv"
    given.write_text("\n".join(("solver,item,chosen", *rows)), "utf-8")
    command = ["lab", "bench", "report", "--answers", str(given)]
    two = [*command, "--solver", canary, "--solver", "=ben"]
    assert run_command([*two, "--out", str(tmp_path / "out")]) == 0
    told = pd.read_csv(tmp_path / "out" / "comparisons.csv")
    assert len(told) == 1
    pair = told.iloc[0]
    # 126 and 168 of 252; each 6th item neither, so only the first alone 42, only the second 84
    assert pair["value"] == pytest.approx(-42 / 252)
    # the items of a card are drawn together
    gaps: defaultdict[str, float] = defaultdict(float)
    for place, item in enumerate(bench.items):
        gaps[item.target] += (place % 2 > 0) - (place % 3 > 0) + 42 / 252
    cards = len(gaps)
    error = (cards / (cards - 1) * sum((gap / 252) ** 2 for gap in gaps.values())) ** 0.5
    assert pair["error"] == pytest.approx(error)
    assert pair["p"] == pytest.approx(2 * t.sf(42 / 252 / error, cards - 1))
    assert (pair["test"], pair["count"]) == ("paired t", cards)
    assert pair["least"] < pair["value"] < pair["most"]
    assert pair["needed"] > 0
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "&lt;b&gt;zoe&lt;/b&gt;" in page
    assert canary not in page
    assert "\n=ben" not in (tmp_path / "out" / "solvers.csv").read_text("utf-8")
    text = (tmp_path / "out" / "report.md").read_text("utf-8")
    assert "Solvers compared" in text
    capsys.readouterr()
    assert run_command([*command, "--solver", "nobody"]) == 2
    assert "No solver is called 'nobody'" in capsys.readouterr().err


def test_added_answers_change_tiers_and_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = open_bench()
    rows = [
        f"{name},{one.id},{one.target if one.tier == 'hard' else one.distractors[0]}"
        for name in ("ann", "ben", "cid", "dee")
        for one in bench.items
    ]
    given = tmp_path / "given.csv"
    given.write_text("\n".join(("solver,item,chosen", *rows)), "utf-8")
    command = ["lab", "bench", "fit", "--answers", str(given)]
    assert run_command(command) == 0
    told = capsys.readouterr().out
    assert "Added: ann, 252 items (given.csv; shown: pictures)." in told
    assert "items change their tier" in told
    assert "hard to easy" in told
    assert (
        run_command([*command, *(f"--hold-out={one}" for one in ("ann", "ben", "cid", "dee"))]) == 0
    )
    assert "All 252 items keep their tiers." in capsys.readouterr().out
    assert run_command([*command, "--hold-out", "nobody"]) == 2
    assert "No solver is called 'nobody'" in capsys.readouterr().err


def test_answers_that_are_held_out_are_kept_and_choose_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench, out = open_bench(), tmp_path / "stored"
    rows = [f"zoe,{one.id},{one.target}" for one in bench.items]
    (tmp_path / "zoe.csv").write_text("\n".join(("solver,item,chosen", *rows)), "utf-8")
    command = ["lab", "bench", "fit", "--answers", str(tmp_path / "zoe.csv")]
    assert run_command([*command, "--hold-out", "zoe", "--out", str(out)]) == 0
    assert "All 252 items keep their tiers." in capsys.readouterr().out
    stored = open_bench(str(out))
    assert (stored.label, stored.about) == (bench.label, bench.about)
    assert "zoe" in list_held_out(stored)
    choices = list_choices(stored, stored.open_deck().cards)
    assert sum(one.solver == "zoe" for one in choices) == 252
    assert (out / CHOICES).read_text("utf-8").count("\nzoe,") == 252  # they count in any bench


def test_machines_read_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clues, out = tmp_path / "clues.csv", tmp_path / "machines.csv"
    clues.write_text("target,clue\nmoon_ladder,Space race\n")
    assert run_command(["lab", "bench", "read", str(out), "--clues", str(clues)]) == 0
    found = read_readings(out, open_bench().open_deck().cards)
    assert {one.kind for one in found} == {"machine"}
    assert all("moon_ladder" in one.ranking and len(one.ranking) > 10 for one in found)
    assert run_command(["lab", "bench", "read", str(out), "--clues", str(clues)]) == 2
    assert "--replace" in capsys.readouterr().err
