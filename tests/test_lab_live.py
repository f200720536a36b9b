"""The laboratory in the app: a board that says what the file says, and shows no secret."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from textual.widgets import Input, Select

import lab
from engine.config.settings import load_settings
from engine.config.start import load_start
from engine.players.process import tree
from lab.analysis.evaluation import Report
from lab.analysis.live.preview import preview_run
from lab.analysis.live.snapshot import Snapshot
from lab.analysis.live.snapshot_reader import SnapshotReader
from lab.analysis.trial_game import open_game
from lab.analysis.trial_list import TrialRow, list_trials
from lab.errors import RunError
from lab.experiment.file import Experiment
from lab.experiment.finder import read_experiment
from lab.run.background import Launcher, log_path
from lab.run.deletion import delete_run
from lab.run.lock import lock_run
from lab.run.store import RunFile
from screens.closed_screen import is_closed
from screens.dialogs.question import ChoiceDialog
from screens.home import HomeScreen
from screens.inspector.screen import InspectorScreen
from screens.laboratory.matrix import MatrixView, format_figure
from screens.laboratory.run import RunScreen
from screens.laboratory.run_form import FORM, NewRunScreen, RunChoice
from screens.laboratory.runs import LaboratoryScreen
from screens.laboratory.trials import TrialsScreen
from screens.replay.screen import ReplayScreen
from tests.looking import Opened, appears, frame, in_front, until
from tests.patience import wait_until
from tests.signalled import is_running
from tests.test_lab_run import BASELINES
from tests.test_lab_run import run as run_trials
from tui.app import ParlourApp

MATRIX = """
name = "matrix"
game = "decrypto"
games = 6
[options]
rounds = 4
[players]
near = "word2vec,k=4"
"[red]odd" = "glove"
chance = "random"
[lineups]
seats.encoder = ["near", "[red]odd", "chance"]
seats.decoder = ["near", "chance"]
seats.interceptor = ["near", "chance"]
except = [{ encoder = "chance", decoder = "near" }]
[report]
title = "Board [bold]of[/] canaries"
rows = "encoder"
columns = "decoder"
measures = ["rounds"]
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two finished runs."""
    folder = tmp_path_factory.mktemp("data")
    run_trials(folder / "runs" / "tiny.run", BASELINES)
    run_trials(folder / "runs" / "matrix.run", MATRIX)
    return folder


def forget_outcomes(file: RunFile, which: str) -> None:
    """Delete outcomes with all that belongs to them."""
    for table in ("turns", "journals", "calls", "outcomes"):
        file.database.execute(f"DELETE FROM {table} WHERE {which}")  # noqa: S608


def figures(snapshot: Snapshot) -> dict[tuple[str, str, str], tuple[Any, ...]]:
    """By measure and line-up: the figure, its error, and how many games."""
    matrix = snapshot.matrices["match"]
    return {
        (measure.name, str(place[1]), f"{place[2]} {place[0][0]}"): (
            found.value,
            found.error,
            cell.finished,
        )
        for measure in matrix.measures
        for place, cell in matrix.cells.items()
        if (found := cell.estimate(measure))
    }


def test_a_board_says_what_the_report_says(runs: Path) -> None:
    """Its sums in SQLite are the means and standard errors of the tables."""
    path = runs / "runs" / "matrix.run"
    snapshot = SnapshotReader(path).read()
    found = figures(snapshot)
    matrix = snapshot.matrices["match"]
    assert (matrix.rows, matrix.columns) == (("near", "[red]odd", "chance"), ("near", "chance"))
    assert matrix.facet_names == ("interceptor",)
    assert len(matrix.cells) == 10
    assert matrix.measures[0].name == "rounds"  # what the report shows comes first
    with lab.open_run(path) as opened:
        report = Report(opened)
        names = {measure.name for measure in report.measures}
        assert names == {measure.name for measure in matrix.measures}
        for measure in report.measures:
            for _, row in report.order(report.figures[measure.name]).iterrows():
                where = f"{row['player_decoder']} {row['player_interceptor']}"
                value, error, count = found[measure.name, row["player_encoder"], where]
                assert value == pytest.approx(row["value"])
                if not measure.is_per_turn:
                    assert (error is None) == pd.isna(row["error"])
                    assert error is None or error == pytest.approx(row["error"])
                    assert count == row["count"]


def test_a_board_follows_a_run_and_notices_what_is_taken_back(runs: Path, tmp_path: Path) -> None:
    """Each reading adds what is new; failures that are run again begin the sums anew."""
    whole, path = runs / "runs" / "matrix.run", tmp_path / "half.run"
    path.write_bytes(whole.read_bytes())
    with RunFile(path, writing=True) as file:
        database = file.database
        rows = database.execute("SELECT * FROM outcomes ORDER BY number").fetchall()
        forget_outcomes(file, "1")
        reader = SnapshotReader(path)
        empty = reader.read()
        assert not any(cell.done for cell in empty.matrices["match"].cells.values())
        assert set(empty.matrices["match"].cells) == set(
            preview_run(Experiment.parse(MATRIX), data=load_settings().data).matrices["match"].cells
        )
        insert = "INSERT INTO outcomes VALUES (?,?,?,?,?,?,?)"
        for place in (3, 1, 2, 0):  # not in the order of their numbers
            part = rows[place::4]
            later = f"2026-01-01T00:00:0{4 - place}.000+00:00"
            database.executemany(insert, [(*one[:2], later, *one[3:]) for one in part])
            snapshot = reader.read()
            assert snapshot.complete
            counted = snapshot.matrices["match"].cells.values()
            assert sum(one.done for one in counted) == snapshot.status.counts.done
        assert figures(snapshot) == figures(SnapshotReader(whole).read())
        database.execute("UPDATE outcomes SET failure = 'No.', figures = '' WHERE number = 1")
        database.execute(
            "UPDATE outcomes SET figures = json_set(figures, '$.stand_in_moves', 1)"
            " WHERE number = 2"
        )
        cells = list(SnapshotReader(path).read().matrices["match"].cells.values())
        assert sum(cell.failed for cell in cells) == sum(cell.left_out for cell in cells) == 1
        assert sum(cell.finished for cell in cells) == len(rows) - 2
        forget_outcomes(file, "number = 1")
        assert sum(c.failed for c in reader.read().matrices["match"].cells.values()) == 0
        assert reader.read().status.counts.done == len(rows) - 1


def test_a_board_has_every_kind_of_trial(runs: Path) -> None:
    snapshot = SnapshotReader(runs / "runs" / "tiny.run").read()
    assert list(snapshot.matrices) == ["match", "replay", "question"]
    (measure,) = snapshot.matrices["question"].measures
    assert measure.title == "Share of answers that are right"
    for matrix in snapshot.matrices.values():
        assert sum(cell.planned for cell in matrix.cells.values()) == 6
        assert matrix.measures


def test_seeds_and_seats_of_teams_share_a_cell() -> None:
    """Cells tell line-ups apart, not seeds of models, nor the seats that a team has in a deal."""
    for name, kind, count in (
        ("decrypto-crossplay", "match", 9),
        ("dixit-arena", "match", 6),
        ("decrypto-wordings", "match", 625),
    ):
        experiment, _ = read_experiment(name)
        cells = preview_run(experiment, data=load_settings().data).matrices[kind].cells.values()
        assert len(cells) == count
        assert len({cell.planned for cell in cells}) == 1


def test_the_trials_of_a_cell_and_their_games(runs: Path) -> None:
    """A question leads to the match that it is about; the files are gone afterwards."""
    path = runs / "runs" / "tiny.run"
    matrix = SnapshotReader(path).read().matrices["match"]
    cell = next(iter(matrix.cells.values()))
    listed = list_trials(path, "match", cell.lineups)
    assert [one.deal for one in listed] == [1, 2, 3]
    assert list_trials(path, "match", failed=True) == []
    question = list_trials(path, "question")[0]
    assert question.result.endswith(" right")
    assert question.has_game
    assert all(one.has_game and one.winner and one.reason and not one.result for one in listed)
    assert not any("model_seed" in one.winner for one in listed)
    with open_game(path, question.number) as record, open_game(path, listed[0].number) as match:
        assert record.header.seed == match.header.seed
        assert record.path.exists()
        assert not record.path.parent.stat().st_mode & 0o077
    assert not record.path.exists()


async def test_from_home_to_a_game_of_a_cell(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Home, runs, board, cell, game, replay, inspector; names are no markup."""
    monkeypatch.setenv("PARLOUR_DATA", str(runs))
    refuse: Any = None
    app = ParlourApp(lambda: HomeScreen(refuse, refuse, refuse, load_start()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await in_front(pilot, LaboratoryScreen)
        await appears(pilot, "✓ finished")
        assert "lets machines play" not in frame(app)
        assert "60 of 60" in frame(app)
        await pilot.press("enter")
        snapshot = await in_front(pilot, RunScreen)
        await appears(pilot, "60 of 60 trials")
        shown = frame(app)
        for words in ("Board [bold]of[/] canaries", "Rounds per game", "[red]odd", "interceptor"):
            assert words in shown
        await pilot.press("m")
        await appears(pilot, "2 of ")
        await pilot.press("tab")
        await appears(pilot, "2 of 2")
        await pilot.press("down", "right")
        await appears(pilot, "encoder [red]odd, decoder chance, interceptor chance: ")
        assert snapshot.view.cell.done == 6
        await pilot.press("down", "down", "left")
        await appears(pilot, "no such line-up")
        await pilot.press("right", "enter")
        await in_front(pilot, TrialsScreen)
        await appears(pilot, "6 listed")
        await pilot.press("enter")
        await in_front(pilot, ReplayScreen)
        await pilot.press("i")
        await in_front(pilot, InspectorScreen)
        await pilot.press("escape")
        await in_front(pilot, ReplayScreen)
        await pilot.press("escape")
        await in_front(pilot, TrialsScreen)
        await pilot.press("escape", "escape", "escape")
        await in_front(pilot, HomeScreen)


async def test_a_running_game_shows_nothing_and_requests_reach_the_run(
    runs: Path, tmp_path: Path
) -> None:
    """The board of a run in another process: no secret of games under way; pause, go on, stop."""
    path = tmp_path / "going.run"
    path.write_bytes((runs / "runs" / "matrix.run").read_bytes())
    folder = tmp_path / "going.run.games"
    folder.mkdir()
    secret = {"move": {"hints": ["Quarkfennel"]}, "keywords": ["Zimtluchs"], "seed": "CanaryXQ"}
    for name in ("a.jsonl", "a.calls.jsonl"):
        (folder / name).write_text(json.dumps(secret) + "\n")

    class Silent(Launcher):
        """Starts nothing."""

    async def nothing(*_: object) -> None:
        return None

    with RunFile(path, writing=True) as file:
        forget_outcomes(file, "number > 31")
        detail = {"under_way": 16, "asking": 7, "executor": "here", "budget": "12 of 100 calls"}
        file.set_progress("running", {**detail, "sitting": 1, "reason": ""})
        app: Opened[None] = Opened(
            lambda: RunScreen(
                path,
                Silent((), settings=load_settings()),
                nothing,
                nothing,
                settings=load_settings(),
            )
        )
        async with app.run_test(size=(80, 24)) as pilot:
            await appears(pilot, "31 of 60 trials")
            await appears(pilot, "7 calls in flight")
            seen = " ".join(frame(app).split())
            assert "budget 12 of 100 calls" in seen
            assert "/6" in seen  # cells that are not full yet
            for key, request in (("p", "pause"), ("s", "stop")):
                await pilot.press(key)
                await until(pilot, lambda: file.read_value("SELECT count(*) FROM requests"))
                assert file.take_requests() == [request]
            file.set_progress("paused", {**detail, "sitting": 1})
            await appears(pilot, "‖ ")
            await pilot.press("g")
            await until(pilot, lambda: file.read_value("SELECT count(*) FROM requests"))
            assert file.take_requests() == ["go on"]
            file.set_progress("stopped", {**detail, "reason": "The budget is used up."})
            await appears(pilot, "○ stopped")
            seen += frame(app)
            await pilot.press("enter")
            await in_front(pilot, TrialsScreen)
            await appears(pilot, "listed")
            seen += frame(app)
            removed = app.screen.remove()  # a screen's parts go later, in any order
            assert app.screen.query("#about")
            assert is_closed(app.screen)
            await removed
            assert isinstance(app.screen, TrialsScreen)
            app.screen.show_message("too late")
    assert "The budget is used up" in " ".join(seen.split())
    assert not any(word in seen for word in ("Quarkfennel", "Zimtluchs", "CanaryXQ"))


@pytest.mark.parametrize("no_color", [False, True])
async def test_a_matrix_is_read_by_numbers_and_without_colours_by_marks(
    runs: Path, monkeypatch: pytest.MonkeyPatch, *, no_color: bool
) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    path = runs / "runs" / "matrix.run"

    async def nothing(*_: object) -> None:
        return None

    app: Opened[None] = Opened(
        lambda: RunScreen(
            path, Launcher((), settings=load_settings()), nothing, nothing, settings=load_settings()
        )
    )
    async with app.run_test(size=(60, 14)) as pilot:
        await appears(pilot, "60 of 60")
        shown = frame(app)
        snapshot = app.screen
        assert isinstance(snapshot, RunScreen)
        view = app.screen.query_one(MatrixView)
        assert view.cell is not None
        measure = snapshot.current_measure
        assert measure is not None
        found = view.cell.estimate(measure)
        assert found is not None
        assert found.value is not None
        assert format_figure(found.value) in shown
        assert any(mark in shown for mark in "▁▂▃▅▆▇█") is no_color
        assert "▌" in shown  # beside the chosen cell, without colours too


def test_trials_show_only_columns_that_say_something(tmp_path: Path) -> None:
    """Clues of a benchmark: no game, no deal and no figures, but the cards meant and chosen."""
    experiment, _ = read_experiment("dixitbench")

    async def nothing(*_: object) -> None:
        return None

    screen = TrialsScreen(
        tmp_path / "x.run", experiment, "item", "A cell", nothing, settings=load_settings()
    )
    for number, chosen in ((1, "bird_house"), (2, "wing_picnic"), (3, None)):
        right = chosen == "bird_house"
        figures = {"clue": "Free", "target": "bird_house", "chosen": chosen, "right": right}
        row = TrialRow(number, "item", 1, "", figures, 0.0, {}, has_game=False)
        screen.rows[str(number)] = row
    screen.shown = screen.measure_columns()
    assert screen.shown == {"Clue": 0, "Meant": 10, "Chosen": 11, "Result": 6}
    last = screen.select_cells(screen.rows["3"])
    assert [cell.plain for cell in last] == ["“Free”", "bird house", "no answer", "wrong"]
    match = TrialRow(4, "match", 2, "", {"outcome": "p1", "rounds": 3}, 1.5, {"p1": "a"}, True)
    screen.rows = {"4": match}
    assert list(screen.measure_columns()) == ["Deal", "Winner", "Turns", "Took"]
    assert match.winner == "a (p1)"
    figures = {"outcome": "p1", "reason": "last_round"}
    seats = {"p1": "word2vec,model_seed=3", "p2": "webster"}
    match = TrialRow(5, "match", 2, "", figures, 0.0, seats, True)
    assert (match.winner, match.reason, match.model_seeds) == ("word2vec (p1)", "last round", "3")


def answering(code: str) -> tuple[str, ...]:
    """A command that stands for Parlour."""
    return (sys.executable, "-c", code)


def test_a_process_that_ends_at_once_says_why(tmp_path: Path) -> None:
    code = "import sys; sys.stderr.write('Player a has no key.\\n'); sys.exit(2)"
    launcher = Launcher(answering(code), settings=load_settings())
    started = launcher.start_run(("x",), tmp_path / "new" / "x.run")
    started.process.wait()
    assert started.explain_end() == "Player a has no key."
    assert launcher.going_on == []
    assert not log_path(started.path).stat().st_mode & 0o077
    with pytest.raises(RunError, match="could not be started"):
        Launcher(("/nowhere/parlour",), settings=load_settings()).start_run((), tmp_path / "x.run")


def test_a_run_in_the_background_is_no_agents_leftover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What agents leave behind is ended, but not a run, nor what it has started."""
    child = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
    process = subprocess.Popen(answering(child), stdin=subprocess.PIPE, start_new_session=True)
    left = subprocess.Popen(("/bin/sleep", "600"), start_new_session=True)
    started = wait_until(lambda: tree.find_offspring(process.pid))
    monkeypatch.setattr(tree, "_adopting", True)
    monkeypatch.setattr(tree, "_used", True)
    monkeypatch.setattr(tree, "_running", {})
    tree.spare_process(process.pid)
    tree.end_all_agents()
    assert not is_running(left.pid)
    assert is_running(process.pid)
    assert [one.is_running() for one in started] == [True]
    process.communicate(b"\n")
    left.wait()
    assert tmp_path.exists()


async def test_leaving_the_app_asks_what_becomes_of_its_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    refuse: Any = None
    command = answering("import time; time.sleep(600)")
    home = HomeScreen(refuse, refuse, refuse, load_start(), parlour=command)
    app = ParlourApp(lambda: home)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, HomeScreen)
        started = home.launcher.start_run((), tmp_path / "runs" / "mine.run")
        for key in ("q", "ctrl+q"):
            await pilot.press(key)
            await in_front(pilot, ChoiceDialog)
            assert "mine: keep running" in frame(app)
            await pilot.press("right", "right", "enter")
            await in_front(pilot, HomeScreen)
            assert not started.is_over
        await pilot.press("ctrl+q")
        await in_front(pilot, ChoiceDialog)
        await pilot.press("right", "enter")
        await until(pilot, lambda: not app.is_running)
    assert started.process.wait(30) != 0


async def test_a_new_run_by_the_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mistakes are explained; the experiment is written to a file, and the run starts."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    launcher = Launcher(
        answering("print('Trials: 4'); print('Time: about 1 s.')"), settings=load_settings()
    )
    app: Opened[RunChoice | None] = Opened(lambda: NewRunScreen(launcher, settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        form = await in_front(pilot, NewRunScreen)
        await appears(pilot, "Games at once")
        form.query_one("#source Select", Select).value = FORM
        await appears(pilot, "Compared as")
        form.query_one("#players Input", Input).value = "word2vec,k=4 nobody"
        await appears(pilot, "nobody")
        assert "✗" in frame(app)
        form.query_one("#players Input", Input).value = "word2vec,k=4 random"
        form.query_one("#deals Input", Input).value = "2"
        await appears(pilot, "8 trials on 2 deals, in a table of 4 cells")
        form.query_one("#where Select", Select).value = "several processes"
        await pilot.press("f6")
        await appears(pilot, "Time: about 1 s.")
        form.query_one("#budget Input", Input).value = "much"
        await pilot.press("f5")
        await appears(pilot, "✗ ")
        assert not app.answers
        form.query_one("#budget Input", Input).value = "10calls"
        await pilot.press("f5")
        await until(pilot, lambda: app.answers)
    (choice,) = app.answers
    assert choice is not None
    file = tmp_path / "experiments" / "my-decrypto.toml"
    assert choice.path == tmp_path / "runs" / "my-decrypto.run"
    assert choice.arguments == (
        *(str(file), "--into", str(choice.path)),
        *("--processes", "2", "--budget", "10calls"),
    )
    assert Experiment.read(file)[0] == choice.experiment


def test_a_run_is_deleted_with_all_that_belongs_to_it(runs: Path, tmp_path: Path) -> None:
    path = tmp_path / "gone.run"
    path.write_bytes((runs / "runs" / "tiny.run").read_bytes())
    log_path(path).write_text("x")
    (tmp_path / "gone.run.games").mkdir()
    page = path.with_suffix(".html")
    page.write_text("a report")
    with lock_run(path), pytest.raises(RunError, match="is being run by another process"):
        delete_run(path)
    delete_run(path)
    assert list(tmp_path.iterdir()) == [page]
