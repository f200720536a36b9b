"""Runs: finished trials stay finished, whoever runs them and whatever dies."""

import asyncio
import multiprocessing
from collections import Counter, deque
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from threading import Condition
from typing import Any

import numpy as np
import pytest

import lab
from engine.config.paths import get_user_file
from engine.config.settings import load_settings
from engine.players.spec import LineupError
from engine.usage import Usage
from lab.analysis.evaluation import Report
from lab.analysis.table_writer import select_reproducible, write_table
from lab.errors import ExecutorError, RunError
from lab.experiment.file import Experiment
from lab.report.tables import build_tables
from lab.run.budget import RunBudget, read_unfinished_usage
from lab.run.estimate import estimate_run
from lab.run.lock import lock_run
from lab.run.merge import merge_runs
from lab.run.run_part import Part
from lab.run.runner import Runner, RunStopped
from lab.run.start import RunSettings, run_experiment
from lab.run.status import describe_status
from lab.run.store import RunFile
from lab.run.task import Result, Task
from lab.run.trial import KINDS
from tests.lab_player import FOLDER
from tests.patience import PATIENCE
from tests.rehearsing import rehearsing
from words.game_words import read_hint_corpus
from words.space.writer import write_space

BASELINES = """
name = "tiny"
game = "decrypto"
games = 3
[options]
rounds = 2
[players]
a = "word2vec"
b = "random"
[lineups]
seats.encoder = ["a", "b"]
fixed.decoder = "a"
fixed.interceptor = "b"
[[replays]]
seats.interceptor = ["a"]
[[questions]]
ask = "predict-interceptor"
players = ["a"]
"""
GROUP = """
[[questions]]
ask = "beliefs"
players = ["a"]
"""
RECORDED = """
name = "recorded"
game = "decrypto"
[recorded]
journals = "invented:decrypto"
[players]
a = "py:tests.lab_player:NotingPlayer"
b = "random"
[[replays]]
seats.interceptor = ["a", "b"]
[[questions]]
ask = "beliefs"
players = ["a", "b"]
"""
RECORDED_KINDS = ("recorded", "replay", "question")
OUTSIDE = BASELINES.replace('"word2vec"', '"py:tests.lab_player:NotingPlayer"') + GROUP


def run(path: Path, text: str, **how: Any) -> None:
    asyncio.run(
        run_experiment(
            path, Experiment.parse(text), text, RunSettings(**how), settings=load_settings()
        )
    )


def tables(path: Path, kinds: Sequence[str] = KINDS[:3]) -> bytes:
    """Every table of a run, as far as it is the same in each run."""
    file = BytesIO()
    with lab.open_run(path) as opened:
        assert opened.counts.left == opened.counts.failed == 0
        for kind in kinds:
            for table in (opened.games(kind), opened.turns(kind)):
                assert len(table)
                write_table(select_reproducible(table), "csv", file)
    return file.getvalue()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of baselines that nobody disturbed."""
    path = tmp_path_factory.mktemp("lab") / "whole.run"
    run(path, BASELINES)
    return path


@pytest.mark.parametrize(
    "how", [{}, {"processes": 1}, {"dask": "1"}], ids=["here", "process", "dask"]
)
def test_workers_get_the_settings_of_the_run(how: dict[str, Any], tmp_path: Path) -> None:
    """Vectors in a data folder that only the settings of the run name, even one with a plus."""
    words = read_hint_corpus()
    space = tmp_path / "a+b" / "vectors" / "mine.space"
    space.parent.mkdir(parents=True)
    vectors = np.random.default_rng(1).standard_normal((len(words), 4))
    write_space(space, words, vectors, name="mine")
    experiment = BASELINES.replace('"word2vec"', '"vectors:mine"').replace(
        'b = "random"', 'b = "pragmatic,space=mine"'
    )
    settings = load_settings({"data": str(tmp_path / "a+b")})
    path, found = tmp_path / "sent.run", Experiment.parse(experiment)
    asyncio.run(run_experiment(path, found, experiment, RunSettings(**how), settings=settings))
    tables(path)
    with pytest.raises(LineupError, match="There is no space named 'mine'"):
        run(tmp_path / "other.run", experiment)


def test_a_password_is_not_sent_to_another_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    get_user_file().parent.mkdir(parents=True, exist_ok=True)
    get_user_file().write_text('[models.m]\nbase_url = "http://ada:canary@localhost:9/v1"\n')
    asked: list[object] = []
    monkeypatch.setattr("lab.run.executors.dask.Client", lambda where, **_: asked.append(where))
    with pytest.raises(ExecutorError, match=r"The address of models\.m holds a password") as error:
        run(tmp_path / "some.run", BASELINES, dask="tcp://localhost:9")
    assert "canary" not in str(error.value)
    assert not asked


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the player from outside."""
    folder = tmp_path / "notes"
    folder.mkdir()
    monkeypatch.setenv(FOLDER, str(folder))
    return folder


def asked(notes: Path) -> Counter[str]:
    return Counter((notes / "asked").read_text().splitlines())


def test_finished_trials_never_run_again(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("lab.run.bundle.run_trial", refuse)
    before = tables(whole)
    run(whole, BASELINES)
    assert tables(whole) == before


def test_processes_bring_the_same_tables(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "processes.run"
    run(path, BASELINES, processes=2)
    assert tables(path) == tables(whole)


@pytest.mark.usefixtures("notes")
def test_recorded_games_travel_to_dask_workers(tmp_path: Path) -> None:
    """Replays of recorded games, and questions about them: of baselines and of outside players."""
    here, dask = tmp_path / "here.run", tmp_path / "dask.run"
    run(here, RECORDED)
    run(dask, RECORDED, dask="2")
    assert tables(dask, RECORDED_KINDS) == tables(here, RECORDED_KINDS)


def test_parts_merge_into_the_same_run(whole: Path, tmp_path: Path) -> None:
    parts = [tmp_path / "1.run", tmp_path / "2.run"]
    for number, path in enumerate(parts, 1):
        run(path, BASELINES, part=Part(number, 2))
        with RunFile(path) as file:
            assert file.count_trials().left > 0
            assert file.count_trials(Part(number, 2)).left == 0
            assert f": part {number}/2 finished, " in describe_status(file).line
    merged = merge_runs([*parts, whole], tmp_path / "all.run")
    assert tables(tmp_path / "all.run") == tables(whole)
    assert merged.taken == merged.trials == merged.duplicates
    with RunFile(tmp_path / "all.run") as file:
        assert describe_status(file).state == "finished"
    with pytest.raises(RunError, match="exists already"):
        merge_runs(parts, tmp_path / "all.run")


def test_a_merge_refuses_what_does_not_agree(whole: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.run"
    run(other, BASELINES)
    with RunFile(other, writing=True) as file:
        file.database.execute("UPDATE outcomes SET figures = json_set(figures, '$.moves', 99)")
    with pytest.raises(RunError, match="with different outcomes"):
        merge_runs([whole, other], tmp_path / "all.run")
    with pytest.raises(RunError, match=r"moves \d+ in .*whole.*, moves 99 in .*other\.run"):
        merge_runs([whole, other], tmp_path / "all.run")
    assert not list(tmp_path.glob("*all.run*"))
    for chosen, moves in ((other, {99}), (whole, None)):
        target = tmp_path / f"{chosen.name}-first.run"
        merged = merge_runs([whole, other], target, prefer=chosen)
        assert merged.different == merged.duplicates == merged.taken == merged.trials
        with lab.open_run(target) as opened:
            assert moves is None or set(opened.games()["moves"]) == moves
    with pytest.raises(RunError, match="--prefer names one of the merged runs"):
        merge_runs([whole, other], tmp_path / "all.run", prefer=tmp_path / "third.run")
    for table, change in (
        ("turns", "turns = '[]'"),
        ("journals", "text = (SELECT text FROM journals ORDER BY number LIMIT 1)"),
    ):
        differs = tmp_path / f"{table}.run"
        run(differs, BASELINES)
        with RunFile(differs, writing=True) as file:
            file.database.execute(f"UPDATE {table} SET {change} WHERE number > 2")  # noqa: S608
        with pytest.raises(RunError, match=rf"Trial \d+ .* line \d+ of the {table.rstrip('s')}"):
            merge_runs([whole, differs], tmp_path / "all.run")
    with RunFile(differs, writing=True) as file:
        file.database.execute("DELETE FROM trials WHERE number = 1")
    with pytest.raises(RunError, match="is damaged: row 1 of outcomes belongs to no trial"):
        merge_runs([whole, differs], tmp_path / "all.run")
    assert not list(tmp_path.glob("*all.run"))
    longer = tmp_path / "longer.run"
    run(longer, BASELINES.replace("games = 3", "games = 4"))
    with pytest.raises(RunError, match="0 trials are in the first alone, 6 in the second alone"):
        merge_runs([whole, longer], tmp_path / "all.run")


def test_an_experiment_may_grow_but_not_change(tmp_path: Path) -> None:
    path = tmp_path / "grow.run"
    run(path, BASELINES.replace("games = 3", "games = 1"))
    run(path, BASELINES.replace("games = 3", "games = 2"))
    with RunFile(path) as file:
        assert file.count_trials().done == file.count_trials().trials == 12
    changed = BASELINES.replace('b = "random"', 'b = "glove"')
    with pytest.raises(RunError, match=r"Player b: spec was 'random' and is 'glove'.*--into"):
        run(path, changed)
    run(path, changed, accept_changes=True)


def kill_and_resume(path: Path, notes: Path, number: int) -> int:
    """Run in a process that dies at that question; resume it here; say how many were asked."""
    (notes / "asked").unlink(missing_ok=True)
    (notes / f"kill-{number}").touch()
    process = multiprocessing.get_context("spawn").Process(target=run, args=(path, OUTSIDE))
    process.start()
    process.join()
    assert process.exitcode == 9
    run(path, OUTSIDE)
    return (notes / "asked").read_text().count("\n")


def test_a_killed_run_asks_nothing_again_but_what_was_under_way(
    notes: Path, tmp_path: Path
) -> None:
    undisturbed = tmp_path / "undisturbed.run"
    run(undisturbed, OUTSIDE)
    questions = asked(notes).total()
    for number in (4, questions - 4):  # in matches, and in the middle of a group of questions
        path = tmp_path / f"{number}.run"
        again = kill_and_resume(path, notes, number) - questions
        assert 1 <= again <= 16  # at most 16 trials are under way
        assert tables(path) == tables(undisturbed)
        assert not path.with_name(f"{path.name}.games").exists()


@pytest.mark.usefixtures("notes")
def test_a_trial_whose_workers_die_fails_after_three_tries(tmp_path: Path) -> None:
    path = tmp_path / "deadly.run"
    text = OUTSIDE.replace('b = "random"', 'b = "py:tests.lab_player:DeadlyPlayer"')
    text = text.partition("[[replays]]")[0].replace("games = 3", "games = 1")
    text = text.replace('["a", "b"]', '["a"]').replace('decoder = "a"', 'decoder = "b"')
    run(path, text, processes=1)
    with lab.open_run(path) as opened:
        (failure,) = opened.failures()["failure"]
    assert failure == "The worker died 3 times while it ran this trial."


def test_a_dask_worker_dies_and_nothing_is_lost_or_done_twice(notes: Path, tmp_path: Path) -> None:
    undisturbed, path = tmp_path / "undisturbed.run", tmp_path / "dask.run"
    run(undisturbed, OUTSIDE)
    questions = asked(notes)
    (notes / "asked").unlink()
    (notes / "kill-9").touch()
    run(path, OUTSIDE, dask="2")
    assert not (notes / "kill-9").exists()
    again = asked(notes) - questions
    assert 1 <= again.total() <= 16  # at most 16 trials are under way
    assert not questions - asked(notes)
    assert tables(path) == tables(undisturbed)


@pytest.mark.usefixtures("notes")
def test_a_trial_keeps_its_files_until_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes while others are stored is stored together; a kill at any time loses nothing."""
    path = tmp_path / "a.run"
    names, batches, store = dict[int, str](), list[int](), RunFile.store
    came, kept, keep, is_over = Condition(), list[Result](), Runner._keep, False

    def watch(run_file: RunFile, results: Any, sitting: int) -> None:
        if run_file.games_folder.exists():
            if not names:
                names.update(run_file.database.execute("SELECT number, key FROM trials"))
            found = {file.name.partition(".")[0] for file in run_file.games_folder.iterdir()}
            assert found >= {names[one.number] for one in results}
            batches.append(len(results))
            with came:  # meanwhile others come
                came.wait_for(lambda: len(kept) > sum(batches) + 1 or is_over, PATIENCE)
        store(run_file, results, sitting)

    def note(runner: Runner, bundle: Any, results: Any, *others: Any, costly: bool) -> None:
        nonlocal is_over
        keep(runner, bundle, results, *others, costly=costly)
        with came:
            kept.extend(results if costly else ())
            is_over = not runner._under_way
            came.notify()

    monkeypatch.setattr(RunFile, "store", watch)
    monkeypatch.setattr(Runner, "_keep", note)
    run(path, OUTSIDE, at_once=8)
    assert sum(batches) > len(batches) > 1
    assert not path.with_name("a.run.games").exists()
    with lab.open_run(path) as opened:
        assert opened.counts.left == opened.counts.failed == 0


async def test_what_comes_when_storing_has_just_ended_is_stored_too() -> None:
    stored: list[Result] = []

    class Storing:
        games_folder = Path("no such folder")

        def store(self, results: list[Result], *_: object, **__: object) -> None:
            stored.extend(results)

    runner: Any = Runner(Storing(), None, 1)  # type: ignore[arg-type]
    results = [Result(1), Result(2)]
    for one in results:
        runner._keep((Task(one.number, "match", ""),), [one], deque(), costly=True)
        await runner._storing  # it has ended, and nobody has looked at it yet
    assert stored == results


def test_a_budget_holds_over_all_workers_and_sittings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes together send no call more than it allows; one with a larger carries on.

    With prices, the dry run, the run, the budget and the report tell the same cost. The first dry
    run has counted questions and replays, before any game was played.
    """
    path = tmp_path / "budget.run"
    text = BASELINES.replace("games = 3", "games = 1").replace('"word2vec"', '"llm:priced"')
    text += GROUP + 'context = "transcript"\n'
    get_user_file().parent.mkdir(parents=True, exist_ok=True)
    get_user_file().write_text(
        '[models.priced]\nmodel = "word2vec"\nprice_in = 2.5\nprice_out = 10.0\n'
    )
    with rehearsing("--tokens", "300") as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        ahead = asyncio.run(estimate_run(Experiment.parse(text), 1, 16, settings=load_settings()))
        with pytest.raises(RunStopped, match="The budget is used up: 7 of 7 calls"):
            run(path, text, processes=2, budget="7calls")
        with RunFile(path) as file:
            stored = file.sum_usage().calls
            assert stored + read_unfinished_usage(file).calls == 7
            assert file.count_trials().left
        run(path, text, budget="1000calls")
        estimate = asyncio.run(
            estimate_run(Experiment.parse(text), 1, 16, path, settings=load_settings())
        )
        other = Experiment.parse(text.replace('game = "decrypto"', 'game = "decrypto"\nseed = "x"'))
        changed = asyncio.run(estimate_run(other, 1, 16, path, settings=load_settings()))
    assert changed.sample == 0  # trials that the experiment does not have say nothing
    with lab.open_run(path) as opened:
        assert opened.counts.left == opened.counts.failed == 0
        calls = opened.calls()
        used = opened.usage
        (cost,) = (one for one in build_tables(Report(opened)) if one.title == "Cost")
    paid = float((calls["tokens_in"].sum() * 2.5 + calls["tokens_out"].sum() * 10) / 1e6)
    assert used.cost == pytest.approx(paid)
    assert cost.rows[0][-1] == f"{paid:.4f}"
    assert estimate.usage is not None
    assert estimate.usage.least.cost == estimate.usage.most.cost == pytest.approx(paid)
    assert ahead.usage is not None
    assert ahead.usage.expected.cost == pytest.approx(paid, rel=0.1)
    assert ahead.usage.expected.calls == pytest.approx(used.calls, rel=0.1)
    assert ahead.usage.least.calls == ahead.usage.expected.calls  # both rounds
    assert ahead.usage.most.calls == 3 * ahead.usage.expected.calls
    assert (ahead.sample, ahead.unknown) == (0, ())
    # An illegal answer at the end of a sitting is no move: the next one begins with attempt 1.
    legal = calls[calls["verdict"] == "legal"]
    assert not legal.duplicated(["trial", "seat", "move", "attempt"]).any()
    assert len(calls) > 7


def test_failures_stop_the_run_and_can_be_run_again(notes: Path, tmp_path: Path) -> None:
    path, text = tmp_path / "fail.run", OUTSIDE + "[limits]\nstop_after_failures = 2\n"
    (notes / "fail").touch()
    with pytest.raises(RunStopped, match=r"^2 trials in a row failed, the last one so: The "):
        run(path, text, at_once=1)
    with lab.open_run(path) as opened:
        assert opened.counts.failed == 2
        assert opened.failures()["failure"].str.startswith("The ").all()
    (notes / "fail").unlink()
    run(path, text, retry_failed=True)
    assert tables(path)
    ahead = asyncio.run(estimate_run(Experiment.parse(text), 1, 16, settings=load_settings()))
    assert (ahead.usage, ahead.questions) == (None, asked(notes).total())  # all games have 2 rounds
    assert f"Programs: about {ahead.questions} questions." in ahead.describe()


def test_a_run_has_one_coordinator(whole: Path) -> None:
    with lock_run(whole), pytest.raises(RunError, match="is being run by another process"):
        run(whole, BASELINES)


def test_a_request_stops_a_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "stop.run"
    monkeypatch.setattr("lab.run.runner.BEAT_SECONDS", 0.01)

    def ask_to_stop(_: object) -> None:
        with RunFile(path) as file:
            file.send_request("stop")

    experiment = Experiment.parse(BASELINES.replace("games = 3", "games = 300"))
    work = run_experiment(
        path,
        experiment,
        BASELINES,
        RunSettings(),
        on_progress=ask_to_stop,
        settings=load_settings(),
    )
    with pytest.raises(RunStopped, match="Stopped on request"):
        asyncio.run(work)
    with RunFile(path) as file:
        assert 0 < file.count_trials().done < 300
        progress = file.read_progress()
        assert progress is not None
        assert progress[0] == "stopped"


def test_a_run_of_something_else_is_refused(tmp_path: Path) -> None:
    for content in (b"no database", b""):
        path = tmp_path / "odd.run"
        path.write_bytes(content)
        with pytest.raises(RunError, match="is no run of Parlour's laboratory"):
            RunFile(path)
    with pytest.raises(RunError, match="There is no run"):
        lab.open_run(tmp_path / "none.run")


def test_a_model_without_a_key_is_told_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(LineupError, match=r"^Player a \(llm:x\): .*OPENAI_API_KEY"):
        run(tmp_path / "x.run", BASELINES.replace('"word2vec"', '"llm:x"'))
    assert not (tmp_path / "x.run").exists()


def test_allowances_never_exceed_the_budget_and_grow_where_they_were_too_small() -> None:
    budget = RunBudget("32calls")
    assert budget.grant(1, others=0) == (2.0, "calls")  # the first guess: a sixteenth
    assert budget.grant(2, others=1) == (2.0, "calls")
    budget.release(1)
    budget.add(Usage(2))
    assert budget.grant(1, others=1) == (4.0, "calls")
    budget.release(1)
    budget.add(Usage(4), finished=True)
    budget.release(2)
    assert budget.grant(3, others=0) == (9.0, "calls")  # one and a half times the average
    assert budget.grant(4, others=1) == (9.0, "calls")
    assert budget.grant(5, others=2) is None  # too little is free: wait for the others
    budget.release(3)
    budget.release(4)
    budget.add(Usage(26))
    assert budget.grant(5, others=0) is None
    assert str(budget) == "32 of 32 calls"
