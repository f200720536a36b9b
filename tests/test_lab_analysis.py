"""One line-up and one analysis: what varies is told apart, or pooled by name and said so."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import lab
from engine.config.settings import load_settings
from engine.figure import Figure
from engine.games.catalog import find
from lab.analysis.evaluation import Report
from lab.analysis.json_reader import read_objects
from lab.analysis.live.preview import preview_run
from lab.analysis.live.snapshot_reader import SnapshotReader
from lab.analysis.matrix_layout import Layout
from lab.analysis.measures import list_measures
from lab.analysis.run_comparison import compare_runs
from lab.errors import ExperimentError, RunError
from lab.experiment.file import Experiment
from lab.report.markdown import to_markdown
from lab.run.plan import plan_trials
from lab.run.start import RunSettings, run_experiment
from lab.run.store import RunFile

SWEEP = """
name = "sweep"
game = "decrypto"
games = 4
seeds = 2
[options]
rounds = [2, 4]
[players]
near = { spec = "word2vec", k = [4, 64] }
chance = "random"
[lineups]
seats.encoder = ["near"]
fixed.decoder = "chance"
fixed.interceptor = "chance"
[[questions]]
ask = "predict-interceptor"
players = ["chance"]
[report]
POOL
"""
POOLED = "encoder (near k=4, near k=64); rounds (2, 4)"


def play(path: Path, text: str, *, accept_changes: bool = False) -> Path:
    """Run an experiment to its end."""
    how = RunSettings(accept_changes=accept_changes)
    experiment = Experiment.parse(text)
    asyncio.run(run_experiment(path, experiment, text, how, settings=load_settings()))
    return path


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("runs") / "sweep.run", SWEEP.replace("POOL", ""))


def test_sweeps_of_options_and_settings_are_told_apart(sweep: Path) -> None:
    with lab.open_run(sweep) as run:
        report = Report(run)
        assert set(report.keys) == {"player_encoder", "option_rounds"}
        assert len(report.lineups) == 4
        for figures in report.figures.values():
            assert set(figures["pooled"]) == {""}
            assert set(figures["deals"]) == {4}
            assert set(figures["seeds"]) == {2}
        assert set(report.questions.index.names) >= {"question", "asked", "option_rounds"}


def test_what_is_pooled_by_name_is_said_in_every_row(sweep: Path, tmp_path: Path) -> None:
    """Pooled, a figure counts the games of both, and its row, the table and the board say so."""
    pooled = play(tmp_path / "pooled.run", SWEEP.replace("POOL", 'pool = ["rounds", "encoder"]'))
    with lab.open_run(sweep) as apart, lab.open_run(pooled) as joined:
        one, other = Report(apart), Report(joined)
        for name, figures in other.figures.items():
            assert list(figures["pooled"]) == [POOLED]
            assert figures["count"].iloc[0] == one.figures[name]["count"].sum()
        assert other.pooling == POOLED
        assert f"Pooled over {POOLED}." in to_markdown(other)
    matrix = SnapshotReader(pooled).read().matrices["match"]
    assert set(matrix.pooled.values()) == {POOLED}
    with pytest.raises(ExperimentError, match=r"report\.pool"):
        Experiment.parse(SWEEP.replace("POOL", 'pool = ["colour"]'))
    with pytest.raises(ExperimentError, match="keep one"):
        Experiment.parse(SWEEP.replace("POOL", 'pool = ["rounds"]\ncolumns = "rounds"'))


def test_other_settings_under_one_name_are_told_apart(tmp_path: Path) -> None:
    """A run that was continued with another player of the same name has two line-ups, not one."""
    text = SWEEP.replace("POOL", "").replace("k = [4, 64]", "k = 4").replace("[2, 4]", "2")
    path = play(tmp_path / "changed.run", text)
    changed = text.replace("k = 4", "k = 64").replace("games = 4", "games = 3")
    play(path, changed, accept_changes=True)
    with lab.open_run(path) as run:
        report = Report(run)
        assert report.keys == ["spec_encoder"]
        assert sorted(len(rows) for rows in report.lineups.values()) == [6, 8]
    matrix = SnapshotReader(path).read().matrices["match"]
    assert sorted(cell.finished for cell in matrix.cells.values()) == [6, 8]


def test_the_board_and_the_report_have_the_same_figures_with_model_seeds(sweep: Path) -> None:
    snapshot = SnapshotReader(sweep).read().matrices["match"]
    with lab.open_run(sweep) as run:
        report = Report(run)
        assert {one.name for one in report.measures} <= {one.name for one in snapshot.measures}
        for measure in report.measures:
            for key, row in report.figures[measure.name].iterrows():
                values = dict(zip(report.keys, key, strict=True))
                found = snapshot.cells[report.layout.locate_cell(values)].estimate(measure)
                assert found is not None
                assert (found.value, found.error) == pytest.approx((row["value"], row["error"]))
                assert (found.events, found.count) == (row["events"], row["count"])


def test_a_line_up_has_one_key_in_plan_run_and_board(sweep: Path) -> None:
    experiment = Experiment.parse(SWEEP.replace("POOL", ""))
    planned = {one.lineup.key for one in plan_trials(experiment, data=load_settings().data)}
    with RunFile(sweep) as file:
        lineups = file.read_lineups()
        assert set(lineups) == planned
        assert all(one.key == key for key, one in lineups.items())
    snapshots = preview_run(experiment, load_settings().data), SnapshotReader(sweep).read()
    for snapshot in snapshots:
        cells = (cell for matrix in snapshot.matrices.values() for cell in matrix.cells.values())
        assert {key for cell in cells for key in cell.lineups} == planned
    layout = Layout(lineups, experiment)
    assert set(layout.values) == planned


def test_runs_are_compared_with_equal_options_only(sweep: Path, tmp_path: Path) -> None:
    """A run that does not name an option has its default, and is not compared with others."""
    text = SWEEP.replace("POOL", "").replace("rounds = [2, 4]", "")
    text = text.replace('name = "sweep"', 'name = "sweep"\nseed = "sweep"')
    eight = play(tmp_path / "eight.run", text)
    with (
        lab.open_run(sweep) as one,
        lab.open_run(eight) as other,
        pytest.raises(RunError, match="share no line-up"),
    ):
        compare_runs(one, other)


def test_the_reference_of_a_paper_is_compared_with_parlours_own_protocol(tmp_path: Path) -> None:
    text = SWEEP.replace("POOL", "").replace("rounds = [2, 4]", "")
    text = text.replace('name = "sweep"', 'name = "sweep"\nseed = "sweep"')
    reference = text.replace("\nseed =", '\nprotocol = "reference"\nseed =')
    own = play(tmp_path / "own.run", text)
    theirs = play(tmp_path / "theirs.run", reference)
    with lab.open_run(own) as one, lab.open_run(theirs) as other:
        found = compare_runs(one, other)
    assert set(found["lineup"]) == {"encoder near k=4", "encoder near k=64"}
    assert set(found["count"]) == {4}


def test_a_figure_that_a_game_declares_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    definition = find("taboo")
    figures = {
        "laughed": Figure(meaning="Whether anybody laughed.", kind="share"),
        "warmth": Figure(meaning="How warm it was.", kind="mean"),
        "colour": Figure(meaning="Its colour."),
    }
    monkeypatch.setattr(definition, "describe_figures", lambda: figures)
    games = {"laughed": [True, False], "warmth": [1.0, 3.0], "colour": [1, 2], "deal": [1, 2]}
    found = {one.name: one for one in list_measures("match", games, definition, ())}
    assert set(found) == {"laughed", "warmth"}
    share = found["laughed"].estimate(games)
    assert (share.value, share.events, share.count) == (0.5, 1, 2)
    assert found["warmth"].estimate(games).value == 2.0


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE lineups SET text = '{}' WHERE number = 1",
        "UPDATE lineups SET text = (SELECT text FROM lineups WHERE number = 2) WHERE number = 1",
    ],
)
def test_a_damaged_line_up_is_a_sentence(sweep: Path, tmp_path: Path, damage: str) -> None:
    path = tmp_path / "damaged.run"
    path.write_bytes(sweep.read_bytes())
    with RunFile(path, writing=True) as file:
        file.database.execute(damage)
    with pytest.raises(RunError, match="is damaged"):
        SnapshotReader(path).read()
    with pytest.raises(RunError, match="is damaged"), lab.open_run(path) as run:
        Report(run)


@pytest.mark.parametrize(
    "value", [[None, None], [], [[None, None]], {"b": [None, None]}, [{"b": [None, None]}]]
)
def test_lists_in_which_nothing_is_known_are_read(value: Any, tmp_path: Path) -> None:
    """Such as the ratings of a model that never gave one."""
    table = read_objects([json.dumps({"a": value, "n": place}) for place in range(9)], tmp_path)
    assert table["n"].tolist() == [*range(9)]
    name, own = ("a_b", value["b"]) if isinstance(value, dict) else ("a", value)
    assert [repr(list(one)) for one in table[name]] == [repr(own)] * 9
