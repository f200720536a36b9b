"""What a run says of trials that failed: their calls count, and nothing that they did not do."""

from pathlib import Path

import pytest

import lab
from lab.analysis.evaluation import Report
from lab.report.methods import describe_methods
from lab.report.tables import build_tables
from lab.run.budget import read_unfinished_usage
from lab.run.merge import merge_runs
from lab.run.status import describe_status
from lab.run.store import RunFile
from tests.rehearsing import rehearsing
from tests.test_lab_run import run as play

TEXT = """
name = "failures"
game = "decrypto"
games = 3
[options]
rounds = 2
[players]
model = "llm:random"
chance = "random"
[lineups]
seats.decoder = ["model", "chance"]
fixed = { encoder = "chance", interceptor = "chance" }
[[questions]]
ask = "predict-interceptor"
players = ["chance"]
"""


@pytest.fixture
def failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run in which every match with the model fails, as it answers nothing."""
    path = tmp_path / "failed.run"
    with rehearsing("--mode", "empty") as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        play(path, TEXT)
    return path


def test_calls_of_failed_trials_are_in_tables_and_sums_and_cannot_be_missed(failed: Path) -> None:
    with lab.open_run(failed) as run:
        calls = run.calls()
        assert list(calls["trial_failed"]) == [True] * 9, "three matches, three tries"
        assert set(calls["verdict"]) == {"unreadable"}
        assert run.usage.calls == 9
        assert set(run.games()["player_decoder"]) == {"chance"}
        tables = {one.title: one for one in build_tables(Report(run))}
        assert tables["Cost"].rows[0][:3] == ("model", "9", "9")
        counts = {row[0]: row[1:3] for row in tables["Line-ups"].rows}
        assert counts == {"chance": ("3", "0"), "model": ("0", "3")}
        assert "3 more failed, and are in no figure." in tables["Line-ups"].note


def test_questions_about_failed_games_are_told_apart_from_those_left_to_run(failed: Path) -> None:
    with RunFile(failed) as file:
        line = describe_status(file).line
        assert line.startswith("failures: finished, 6 of 12 trials, 3 failed, 3 not run, as they ")
        assert "9 calls" in line
        assert file.count_trials().left == 0
        assert read_unfinished_usage(file).calls == 0, "they are in the run, and counted there"
    with lab.open_run(failed) as run:
        assert "3 failed and 3 were not run, 3 of them about games" in describe_methods(Report(run))


def test_failed_trials_are_run_again_and_their_calls_are_counted_once(
    failed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tmp_path / "before.run"
    with RunFile(failed) as file:
        file.database.execute("VACUUM INTO ?", (str(before),))
    with rehearsing() as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        play(failed, TEXT, retry_failed=True, accept_changes=True)
    with lab.open_run(failed) as run:
        calls = run.calls()
        assert not calls["trial_failed"].any()
        assert len(calls) == run.usage.calls
        assert (calls["verdict"] == "unreadable").sum() == 9, "what was asked before still counts"
        assert run.counts.done == 12
    merged = tmp_path / "merged.run"
    merge_runs((before, failed), merged, accept_changes=True)
    with lab.open_run(merged) as run:
        assert run.counts.done == 12
        assert len(run.calls()) == len(calls)


def test_the_status_tells_of_moves_of_stand_ins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "stand-ins.run"
    with rehearsing("--mode", "empty") as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        play(path, TEXT.replace("games = 3", 'games = 3\non_failure = "random"'))
    with RunFile(path) as file:
        assert "12 of 12 trials, 3 with moves of stand-ins" in describe_status(file).line


def test_answers_that_were_not_given_are_counted_beside_those_that_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question that nobody answered is one, and not each game with such a question."""
    path = tmp_path / "unanswered.run"
    silent = TEXT.replace('["model", "chance"]', '["chance"]').replace(
        'players = ["chance"]', 'players = ["model"]'
    )
    with rehearsing("--mode", "empty") as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        play(path, silent)
    with lab.open_run(path) as run:
        asked = int(run.games("question")["questions"].sum())
        table = next(one for one in build_tables(Report(run)) if one.title == "Questions")
        row = dict(zip(table.heads, table.rows[0], strict=True))
        assert (row["answers"], row["unanswered"]) == ("0", str(asked))
        assert asked > 3
