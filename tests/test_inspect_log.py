"""Runs as logs of Inspect AI, read back by its own functions."""

import json
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import lab
from engine.journal.record import Record
from tests.exported import EXPERIMENT, KEY, play
from tests.rehearsing import rehearsing
from tui.command_line import run as run_command

if TYPE_CHECKING:  # importing it takes a second, which most workers of pytest-xdist can spare
    from inspect_ai.log import EvalLog, EvalSample

if find_spec("inspect_ai") is None:
    pytest.skip("the extra inspect is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a model, in which every game with a program fails."""
    path = tmp_path_factory.mktemp("lab") / "tiny.run"
    with rehearsing("--vary") as url, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_BASE_URL", url)
        patch.setenv("OPENAI_API_KEY", KEY)
        play(path, EXPERIMENT)
    return path


@pytest.fixture(scope="module")
def log(path: Path, tmp_path_factory: pytest.TempPathFactory) -> "EvalLog":
    """The log of that run, written and read back."""
    from inspect_ai.log import read_eval_log

    from lab.interchange.inspect_ai.log import write_log

    file = tmp_path_factory.mktemp("log") / "tiny.eval"
    with lab.open_run(path) as run:
        write_log(run, file)
    return read_eval_log(str(file), resolve_attachments=True)


def list_samples(log: "EvalLog", kind: str, *, failed: bool = False) -> "list[EvalSample]":
    assert log.samples is not None
    found = [one for one in log.samples if one.metadata["kind"] == kind]
    return [one for one in found if bool(one.error) is failed]


def test_there_is_a_sample_for_each_game_and_question(log: "EvalLog", path: Path) -> None:
    with lab.open_run(path) as run:
        counts, games, questions = run.counts, run.games(), run.games("question")
    assert (len(games), len(questions), counts.failed) == (4, 4, 4)
    assert log.status == ("cancelled" if counts.left else "success")
    assert log.results is not None
    assert (log.results.total_samples, log.results.completed_samples) == (counts.trials, 8)
    assert len(list_samples(log, "match")) == 4
    assert len(list_samples(log, "question")) == 4
    assert log.eval.task == "tiny"
    assert log.eval.model == "word2vec"
    for sample in list_samples(log, "match"):
        (row,) = games[games["trial"] == sample.metadata["trial"]].to_dict("records")
        assert sample.scores is not None
        for name in ("score_encoder", "score_interceptor", "outcome", "rounds"):
            assert sample.scores[name].value == row[name]
        assert sample.metadata["deal"] == row["deal"]
        assert sample.metadata["seed"] == row["seed"]
        assert sample.metadata["players"]["encoder"] == row["player_encoder"]
        assert f"encoder {row['player_encoder']}, decoder a" in sample.input
        assert len(sample.metadata["turns"]) == row["rounds"]


def test_the_calls_are_model_events_and_messages(log: "EvalLog", path: Path) -> None:
    with lab.open_run(path) as run:
        calls = run.calls(texts=True)
        records: dict[int, Record] = {
            int(one): run.record(int(one)) for one in run.games()["trial"]
        }
    for sample in (*list_samples(log, "match"), *list_samples(log, "question")):
        rows = calls[calls["trial"] == sample.metadata["trial"]].to_dict("records")
        events = [event for event in sample.events if event.event == "model"]
        assert rows
        assert len(events) == len(rows)
        stamps = [event.timestamp for event in sample.events]
        assert stamps == sorted(stamps)
        by_id = {event.output.response_id: event for event in events}
        for row in rows:
            event = by_id[row["response_id"]]
            sent = [(one.role, one.text) for one in event.input]
            assert sent == [(m["role"], m["content"]) for m in json.loads(row["messages"])]
            assert event.output.completion == row["reply"]
            assert event.role == row["seat"]
            assert event.output.usage is not None
            total = row["tokens_in"] + row["tokens_out"]
            assert event.output.usage.total_tokens == total
            assert row["reply"] in [one.text for one in sample.messages]
        assert sample.model_usage["word2vec"].total_tokens == sum(
            row["tokens_in"] + row["tokens_out"] for row in rows
        )
        ids = [one.id for one in sample.messages]
        assert len(set(ids)) == len(ids)
        moves = [event.data["move"] for event in sample.events if event.event == "info"]
        record = records.get(sample.metadata["trial"])
        assert moves == [dict(one.move) for one in record.moves] if record else not moves


def test_failed_trials_have_their_error(log: "EvalLog") -> None:
    failed = list_samples(log, "match", failed=True)
    assert len(failed) == 4
    for sample in failed:
        assert sample.error is not None
        assert sample.error.message.startswith("The interceptor")
        assert sample.scores is None


def test_means_are_of_one_line_up_each(log: "EvalLog", path: Path) -> None:
    assert log.results is not None
    scores = {one.name: one for one in log.results.scores}
    assert not {"moves", "calls", "tokens_in", "seconds", "outcome"} & scores.keys()
    with lab.open_run(path) as run:
        games = run.games()
    score = scores["score_decoder"]
    assert (score.scored_samples, score.unscored_samples) == (4, 8)
    for name, rows in games.groupby("player_encoder", observed=True):
        metric = score.metrics[f"match: encoder {name}, interceptor b"]
        assert metric.value == rows["score_decoder"].mean()
        assert metric.metadata == {"trials": len(rows), "not_own": 0}


def test_games_with_moves_of_stand_ins_are_in_no_mean(tmp_path: Path) -> None:
    from lab.interchange.inspect_ai.log import build_log

    path = tmp_path / "stand-in.run"
    text = EXPERIMENT.partition("[[questions]]")[0].replace('"llm:word2vec"', '"word2vec"')
    play(path, text.replace("games = 2", 'games = 2\non_failure = "random"'))
    with lab.open_run(path) as run:
        log = build_log(run)
    assert log.results is not None
    score = next(one for one in log.results.scores if one.name == "score_encoder")
    assert (score.scored_samples, score.unscored_samples) == (4, 4)
    samples = log.samples or []
    stood_in = [one for one in samples if one.metadata["players"]["interceptor"] == "c"]
    assert [one.metadata["own_moves"] for one in stood_in] == [False] * 4
    assert all("interceptor c" not in name for name in score.metrics)


def test_the_same_run_gives_the_same_log(log: "EvalLog", path: Path) -> None:
    from lab.interchange.inspect_ai.log import build_log

    with lab.open_run(path) as run:
        again, other = build_log(run), build_log(run)
    assert again.model_dump() == other.model_dump()
    assert [one.id for one in again.samples or []] == sorted(
        (one.id for one in log.samples or []),
        key=[one.id for one in again.samples or []].index,
    )
    assert again.eval.eval_id == log.eval.eval_id


def test_no_key_command_line_or_folder_is_written(path: Path, log: "EvalLog") -> None:
    with lab.open_run(path) as run:
        assert b"canary-of-a-command" in run.experiment_text.encode()
    for secret in ("canary", "127.0.0.1", str(path.parent), str(Path.home()) + "/"):
        assert secret not in log.model_dump_json()


def test_the_command_writes_a_file_that_opens(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from inspect_ai.log import read_eval_log

    file = tmp_path / "out.eval"
    assert run_command(["export", str(path), "--inspect", str(file)]) == 0
    captured = capsys.readouterr()
    assert captured.out.strip() == str(file)
    assert "12 samples written" in captured.err
    assert len(read_eval_log(str(file)).samples or []) == 12


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Say what to write"),
        (["--inspect", "run.json"], "ends with .eval"),
    ],
)
def test_what_is_wrong_gets_a_sentence(
    arguments: list[str], sentence: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["export", str(path), *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_without_inspect_ai_a_sentence_says_what_to_install(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import_module("lab.interchange.inspect_ai.log")
    for name in (
        "lab.interchange.inspect_ai.log",
        "lab.interchange.inspect_ai.sample",
        "lab.interchange.inspect_ai.event",
    ):
        monkeypatch.delitem(sys.modules, name)
    blocked: dict[str, Any] = {name: None for name in sys.modules if name.startswith("inspect_ai")}
    for name in blocked:
        monkeypatch.setitem(sys.modules, name, None)
    assert run_command(["export", str(path), "--inspect", "x.eval"]) == 2
    assert "pip install 'parlour[inspect]'" in capsys.readouterr().err
