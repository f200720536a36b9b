"""`parlour lab paper dixitworld`: runs of players whose figures are known in closed form."""

import asyncio
import csv
import io
from math import exp, sqrt
from pathlib import Path

import pandas as pd
import pytest

import lab
from engine.config.settings import load_settings
from lab.analysis.evaluation import Report
from lab.experiment.file import Experiment
from lab.papers.comparison import Comparison, compare_paper
from lab.papers.dixitworld.bench_files import open_bench
from lab.papers.dixitworld.exhibits import COMPUTED
from lab.papers.dixitworld.findings import bench
from lab.papers.dixitworld.rounds import read_rounds
from lab.papers.dixitworld.sections import build_sections
from lab.papers.finding import Finding
from lab.papers.presentation import to_csv, to_latex, to_text
from lab.run.start import RunSettings, run_experiment
from tests.dixit_authors import READERS
from tui.command_line import run as run_command

DEALS = 4
ROUNDS = 8
ARENA = f"""\
name = "arena"
game = "dixit"
games = {DEALS}
[options]
rounds = {ROUNDS}
[players]
finder = "py:tests.dixit_authors:finder"
misser = "py:tests.dixit_authors:misser"
[teams]
seats = [["p1", "p2"], ["p3", "p4"]]
"""
BENCH = """\
name = "bench"
game = "dixit"
games = 2
[players]
finder = "py:finder"
misser = "py:misser"
halfway = "py:halfway"
first = "py:first"
[bench]
strategies = ["direct", "entailment"]
show = { halfway = "descriptions" }
[report]
settings = { softmax_temperature = 20 }
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("dixitworld")
    found = []
    for text in (ARENA, BENCH):
        experiment = Experiment.parse(text)
        found.append(folder / f"{experiment.name}.run")
        settings = load_settings()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "lab.trials.bench_item.create_player", lambda _, spec, *__: READERS[str(spec)]
            )
            run = run_experiment(found[-1], experiment, text, RunSettings(), settings=settings)
            asyncio.run(run)
    return found


@pytest.fixture(scope="module")
def comparison(runs: list[Path]) -> Comparison:
    with lab.open_run(runs[0]) as arena, lab.open_run(runs[1]) as bench:
        for run in (arena, bench):
            assert run.counts.failed == run.counts.left == 0
        return compare_paper("dixitworld", [Report(arena), Report(bench)])


def find(comparison: Comparison, exhibit: str, where: str = "") -> dict[tuple[str, ...], Finding]:
    """By labels and quantity: our figures, in the unit of the exhibit."""
    return {
        (*row.finding.labels, row.quantity): row.finding
        for row in comparison.rows[exhibit]
        if row.finding is not None and where in row.finding.where
    }


def find_values(
    comparison: Comparison, exhibit: str, where: str = ""
) -> dict[tuple[str, ...], float]:
    factors = {row.quantity: row.factor for row in comparison.rows[exhibit]}
    return {
        key: factors[key[-1]] * one.value
        for key, one in find(comparison, exhibit, where).items()
        if one.value is not None
    }


def test_outcomes_of_known_storytellers(comparison: Comparison) -> None:
    """Against each other one or two of three find the card; in self-play all or nobody."""
    found = find_values(comparison, "figure-3")
    told = {"partial": 100 / 3, "zero": 200 / 3}
    for player, rest in (("finder", "all right"), ("misser", "none right")):
        for quantity, value in {**told, rest: 200 / 3}.items():
            assert found[player, quantity] == pytest.approx(value)
    one = find(comparison, "figure-3")["finder", "partial"]
    assert (one.count, one.deals) == (DEALS * (ROUNDS + ROUNDS // 2), DEALS)


def test_scores_of_known_players(comparison: Comparison) -> None:
    found, table = find_values(comparison, "table-1"), find(comparison, "table-1")
    assert found["finder", "right guesses"] == 100
    assert found["misser", "right guesses"] == 0
    assert found["finder", "Storyteller"] == found["misser", "Storyteller"]
    assert found["finder", "Storyteller"] == pytest.approx(100 / 3)
    # listeners share 5 points where one of three finds the card, 7 where two do, 9 where all or
    # none do; a guess can bring 5
    points = ROUNDS / 2 * (5 + 7) + 2 * ROUNDS * 9
    ours = sum(
        found[p, "Listener"] / 100 * 5 * table[p, "Listener"].count for p in ("finder", "misser")
    )
    assert ours == pytest.approx(DEALS * points)


def test_head_to_head_of_known_players(comparison: Comparison) -> None:
    """In self-play listeners have 9 points a round, storytellers none; a round can bring 18."""
    found = find_values(comparison, "figure-2")
    assert found["finder", "finder", "overall"] == pytest.approx(50)
    assert found["misser", "misser", "overall"] == pytest.approx(50)
    both = found["finder", "misser", "overall"] + found["misser", "finder", "overall"]
    assert both == pytest.approx(100 * (3 + (5 + 7) / 2) / 9)
    assert {one.count for one in find(comparison, "figure-2").values()} == {DEALS}


def test_stability_and_swap_of_known_storytellers(comparison: Comparison) -> None:
    found, q = find_values(comparison, "table-8"), 1 / 3
    for player in ("finder", "misser"):
        assert found[player, "Orig. Score"] == 3 * DEALS * ROUNDS / 2
        assert found[player, "Avg Δ"] == pytest.approx(-q)
        assert found[player, "Std Δ"] == pytest.approx(sqrt(q * (1 - q)))
        assert found[player, "Stability"] == pytest.approx(1 - sqrt(q * (1 - q)) / 3)
        # every deal is alike: no interval is shown, as none is known
        assert find(comparison, "table-8")[player, "Stability"].low is None
    swap = find_values(comparison, "section-3.4-swap")
    for player in ("finder", "misser"):
        assert (swap[player, "difference"], swap[player, "p"], swap[player, "p (Holm)"]) == (
            0,
            1,
            1,
        )


def test_positions_count_each_drawn_order_once(comparison: Comparison) -> None:
    """Three pairings play the same orders: 32 draws, not 96 rounds."""
    found = find(comparison, "section-3.4-positions")
    test = found["4 positions", "chi-square"]
    assert test.count == DEALS * ROUNDS
    shares = [found[f"position {n}", "share"].value or 0 for n in range(1, 5)]
    counts = [share * test.count for share in shares]
    expected = sum((one - 8) ** 2 / 8 for one in counts)
    assert test.value == pytest.approx(expected)


def test_cases_of_known_games(comparison: Comparison) -> None:
    found = find_values(comparison, "appendix-k")
    for case, share, right in (
        ("2 of 3 find it", 1 / 6, 2), ("1 of 3 finds it", 1 / 6, 1),
        ("all find it", 1 / 3, 3), ("nobody finds it", 1 / 3, 0),
    ):  # fmt: skip
        assert found[case, "share of rounds"] == pytest.approx(100 * share)
        assert found[case, "found"] == right
    row = next(one for one in comparison.rows["appendix-k"] if one.quantity == "found")
    assert "in round" in row.item


def test_accuracy_of_known_readers(comparison: Comparison) -> None:
    """Each is right on its tiers, and what was shown is told apart."""
    found = find_values(comparison, "table-2")
    for player, easy, hard in (("finder", 100, 100), ("misser", 0, 0), ("halfway", 100, 0)):
        assert found[player, "Easy"] == easy
        assert found[player, "Medium"] == found[player, "Hard"] == hard
        assert found[player, "Total"] == (easy + hard) / 2
        assert found[player, "All tiers"] == pytest.approx((easy + 2 * hard) / 3)
    assert find(comparison, "table-2")["finder", "Hard"].count == 2 * 84
    wheres = {key[0]: one.where for key, one in find(comparison, "table-2").items()}
    assert wheres["halfway"] == "shown: descriptions"
    assert wheres["finder"] == "shown: pictures"
    entailed = find_values(comparison, "table-7")
    assert entailed["finder", "Hard"] == entailed["halfway", "Hard"] == 100
    assert entailed["misser", "Easy"] == 0


def test_strategies_of_known_readers(comparison: Comparison) -> None:
    found = find_values(comparison, "figure-4", "all tiers")
    drops = {"finder": 0, "misser": 0, "halfway": 100 / 3 - 100}
    for player, drop in drops.items():
        assert found[player, "drop"] == pytest.approx(drop)
        assert found[player, "direct"] - found[player, "entailment"] == pytest.approx(drop)
    targets = {item.target for item in open_bench().items}
    assert find(comparison, "figure-4")["halfway", "drop"].count == len(targets)


def test_positions_of_known_readers(comparison: Comparison) -> None:
    found = find_values(comparison, "table-10")
    count = 2 * 252
    assert found["first", "P1"] == count
    assert found["first", "χ²"] == pytest.approx(5 * count)
    assert found["first", "P2"] == 0
    assert found["first", "right at P1"] == 100
    assert found["first", "right at P6"] == 0
    assert sum(found["finder", f"P{n}"] for n in range(1, 7)) == count


def test_categories_of_known_readers(comparison: Comparison) -> None:
    found, bench = find_values(comparison, "table-6"), open_bench()
    deck = bench.open_deck()
    easy = {}
    for tone in ("metaphorical", "literal"):
        own = [item for item in bench.items if deck.cards[item.target].tone == tone]
        easy[tone.capitalize()] = 100 * sum(item.tier == "easy" for item in own) / len(own)
    for player, share in (("finder", 100.0), ("misser", 0.0), ("halfway", None)):
        expected = easy if share is None else dict.fromkeys(easy, share)
        for tone, one in expected.items():
            assert found[player, tone] == pytest.approx(one)
        gap = expected["Metaphorical"] - expected["Literal"]
        assert found[player, "Gap"] == pytest.approx(gap)


def test_calibration_of_known_readers(comparison: Comparison) -> None:
    """The chosen card has 80 points, the others 20: five others, or one and the target."""
    sure = 1 / (1 + 5 * exp(-3))
    found = find_values(comparison, "table-11")
    for tier in ("Easy", "Medium", "Hard"):
        assert found["finder", tier, "Acc."] == 100
        assert found["finder", tier, "ECE"] == pytest.approx(1 - sure)
        assert found["finder", tier, "Brier"] == pytest.approx((1 - sure) ** 2)
        # the misser gives 80 to all five others alike, and so a fifth to each
        spread = 1 / (5 + exp(-3))
        assert found["misser", tier, "Acc."] == 0
        assert found["misser", tier, "ECE"] == pytest.approx(spread)
        assert found["misser", tier, "Brier"] == pytest.approx(spread**2)
    margins = find_values(comparison, "table-13", "easy and hard")
    assert margins["finder", "Marg."] == 60
    assert margins["misser", "Marg."] == -60
    assert (margins["misser", "OC%"], margins["misser", "OC, of errors"]) == (100, 100)
    assert margins["finder", "OC%"] == 0
    assert ("finder", "OC, of errors") not in margins  # no error, so no share of errors


def test_orders_of_known_readers(comparison: Comparison) -> None:
    found = find_values(comparison, "table-12")
    for order in ("order 1", "order 2"):
        assert found["halfway", order, "Easy"] == 100
        assert found["halfway", order, "Total"] == 50
    assert found["halfway", "SD of sample", "Total"] == 0
    firsts = [found["first", f"order {n}", "Total"] for n in (1, 2)]
    spread = abs(firsts[0] - firsts[1])
    assert found["first", "SD of sample", "Total"] == pytest.approx(spread / sqrt(2))
    assert found["first", "SD of population", "Total"] == pytest.approx(spread / 2)


def test_a_correlation_of_two_runs_names_both(comparison: Comparison) -> None:
    """Players of two runs are the same only if their SPECs are: these are not."""
    rows = [one for one in comparison.rows["section-3.2"] if one.finding is not None]
    assert {one.run for one in rows} == {"bench.run, arena.run"}
    assert all(one.finding and one.finding.value is None and not one.finding.count for one in rows)
    assert not any("n = 0" in one.item for one in rows)
    assert any("a correlation needs 3 pairs" in one.differences for one in rows)
    assert {one.missing for one in rows} == {
        "parlour lab run dixitworld-paper --join NAME=llm:MODEL"
    }


def test_temperatures_and_tokens_are_not_pooled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Temperatures, prompts, strategies and what was shown make rows of their own."""
    rows = []
    for player, right, tokens in (("cold", 1, 50), ("warm", 0, 50), ("cold cot", 1, 200)):
        for strategy in ("direct", "entailment"):
            for shown in ("pictures", "descriptions"):
                hit = right if (strategy, shown) == ("direct", "pictures") else 1 - right
                rows += [
                    {
                        "player": player, "strategy": strategy, "shown": shown, "tier": tier,
                        "item": f"{target}-{tier}", "target": target, "right": bool(hit),
                        "tokens_out": tokens, "estimated": 0, "seed": 1,
                    }
                    for target in "abcdefgh" for tier in ("easy", "medium", "hard")
                ]  # fmt: skip
    monkeypatch.setattr(bench, "read_answers", lambda _: pd.DataFrame(rows))
    text = 'name = "t"\ngame = "dixit"\n[players]\n'
    for name, settings in (
        ("cold", "temperature=0.3"), ("warm", "temperature=1"),
        ("cold cot", "temperature=0.3,prompt=cot"),
    ):  # fmt: skip
        text += f'"{name}" = "llm:lab/gpt-4o-2024,{settings}"\n'

    class Stub:
        run = None
        experiment = Experiment.parse(text + "[bench]\n")

    told = {(one.labels, one.where): one.value for one in bench.compute_temperatures(Stub())}  # type: ignore[arg-type]
    model = "gpt-4o-2024"
    assert told[(model, "t=0.3"), "easy and hard; shown: pictures"] == 1
    assert told[(model, "t=1.0"), "easy and hard; shown: pictures"] == 0
    assert told[(model, "t=0.3"), "prompt=cot; easy and hard; shown: pictures"] == 1
    assert told[(model, "t=1.0"), "easy and hard; shown: descriptions"] == 1
    found = {
        (one.labels[0], one.quantity): one.value
        for one in bench.compute_tokens(Stub())  # type: ignore[arg-type]
        if one.where.endswith("shown: pictures")
    }
    assert found["cold", "Efficiency"] == 100 * 100 / 50
    assert (found["cold", "Pareto front"], found["cold cot", "Pareto front"]) == (1, 0)


def test_every_format_has_every_figure(
    comparison: Comparison, runs: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(comparison))))
    have = {row["exhibit"] for row in rows if row["value"]}
    for name in (
        "Figure 2", "Figure 3", "Figure 4", "Table 1", "Table 2", "Table 4", "Table 6", "Table 7",
        "Table 8", "Table 10", "Table 11", "Table 12", "Table 13", "Appendix K",
        "Section 3.4 (positions)", "Section 3.4 (swap)",
    ):  # fmt: skip
        assert name in have, name
    assert all(row["unit"] for row in rows if row["value"])
    assert {
        row["interval_over"] for row in rows if row["exhibit"] == "Table 2" and row["value"]
    } == {"targets, the cards that clues are for"}
    missing = {row["missing"] for row in rows if row["exhibit"] == "Table 14"}
    assert (
        "parlour lab run dixitbench-temperature --join gpt-4o-0.3=llm:gpt-4o,temperature=0.3"
        in missing
    )
    assert "Table 11" in to_latex(comparison)
    assert "over targets" in to_text(comparison)
    capsys.readouterr()
    assert run_command(["lab", "paper", "dixitworld", *map(str, runs), "--format", "csv"]) == 0
    assert list(csv.DictReader(io.StringIO(capsys.readouterr().out))) == rows


def test_games_with_other_options_are_in_rows_of_their_own(
    runs: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with lab.open_run(runs[0]) as arena:
        report = Report(arena)
        rounds = read_rounds(arena)
        swept = pd.concat(
            [rounds.assign(option_dealing=one) for one in ("stream", "static")], ignore_index=True
        )
        monkeypatch.setattr("lab.papers.dixitworld.findings.arena.read_rounds", lambda _: swept)
        monkeypatch.setattr("lab.papers.dixitworld.sections.read_rounds", lambda _: swept)
        found = list(COMPUTED["figure-3"](report))
        assert {one.where for one in found} == {"dealing stream", "dealing static"}
        assert {one.count for one in found} == {DEALS * (ROUNDS + ROUNDS // 2)}
        sections = build_sections(report)
        titles = {section.title for section in sections}
        assert {"Arena: dealing stream", "Arena: dealing static"} <= titles
        names = [name for section in sections for name in section.frames]
        assert len(names) == len(set(names))
