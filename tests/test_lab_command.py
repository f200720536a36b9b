"""`parlour lab` as people type it."""

import csv
import json
from pathlib import Path

import pytest

from engine.config.settings import load_settings
from lab.experiment.file import Experiment
from lab.experiment.finder import read_experiment
from lab.experiment.writer import Answers, build_names, write_experiment
from lab.run.folder import find_run
from lab.run.store import RunFile
from tests.chat_server import Answer, ChatServer, said, serving
from tests.test_lab_run import BASELINES
from tui.command_line import run

Captured = pytest.CaptureFixture[str]


def test_run_status_and_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """From a file to a table, by the name of the run, and again without running anything."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    file = tmp_path / "tiny.toml"
    file.write_text(BASELINES)
    assert run(["lab", "status"]) == 2
    assert "There are no runs yet." in capsys.readouterr().err
    assert run(["lab", "run", str(file)]) == 0
    out, err = capsys.readouterr()
    assert (
        out.strip()
        == str(find_run("tiny", data=load_settings().data))
        == str(tmp_path / "runs" / "tiny.run")
    )
    assert "tiny: 0 of 18 trials" in err
    assert "tiny: finished, 18 of 18 trials" in err
    assert run(["lab", "run", str(file)]) == 0
    assert "tiny: 18 of 18 trials, nothing is left" in capsys.readouterr().err
    assert run(["lab", "status", "--watch"]) == 0
    assert capsys.readouterr().out.startswith("tiny: finished, 18 of 18 trials")
    assert run(["lab", "table", "games", "tiny"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [row["player_encoder"] for row in rows] == ["a", "b"] * 3
    assert run(["lab", "table", "turns", "--kind", "question", "--format", "json"]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert len(first["predicted"]) == 3
    assert run(["lab", "table", "games", "--codebook"]) == 0
    meanings = capsys.readouterr().out
    assert "interception_rounds: In how many rounds: The interceptor hit the code" in meanings
    assert "The field of this name" not in meanings  # every column has a meaning of its own
    parquet = tmp_path / "games.parquet"
    assert run(["lab", "table", "games", "--format", "parquet", "--out", str(parquet)]) == 0
    assert parquet.read_bytes().startswith(b"PAR1")
    assert run(["lab", "stop", "tiny"]) == 2
    assert "there is nothing to stop" in capsys.readouterr().err
    assert run(["lab", "table", "games", "tinny"]) == 2
    assert "Did you mean 'tiny'?" in capsys.readouterr().err
    damaged = tmp_path / "runs" / "newer.run"
    damaged.write_text("no database")
    assert run(["lab", "status"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("tiny: finished, 18 of 18 trials")
    assert f"Left out: {damaged} is no run" in err
    assert run(["lab", "status", "newer"]) == 2
    (tmp_path / "runs" / "tiny.run").unlink()
    assert run(["lab", "status"]) == 2
    assert f"{damaged} is no run" in capsys.readouterr().err


def test_games_with_moves_of_stand_ins_are_left_out_and_counted(
    tmp_path: Path, capsys: Captured
) -> None:
    file, into = tmp_path / "tiny.toml", tmp_path / "tiny.run"
    file.write_text(BASELINES)
    assert run(["lab", "run", str(file), "--into", str(into)]) == 0
    with RunFile(into, writing=True) as opened:
        opened.database.execute(
            "UPDATE outcomes SET figures = json_set(figures, '$.stand_in_moves', 1)"
            " WHERE number = 1"
        )
    capsys.readouterr()
    counts = {}
    for table in ("games", "turns"):
        for flag in ([], ["--all"]):
            assert run(["lab", "table", table, str(into), *flag]) == 0
            out, err = capsys.readouterr()
            counts[table, bool(flag)] = len(out.splitlines()) - 1
            assert (" left out: moves of stand-ins" in err) is not bool(flag)
    assert counts["games", True] == counts["games", False] + 1
    assert counts["turns", True] > counts["turns", False]
    assert run(["lab", "compare", str(into), str(into)]) == 0
    told = "Of 6 games, 1 with moves of stand-ins or of the operator is left out"
    assert capsys.readouterr().err.count(f'{told} (stand_ins = "leave-out").') == 2


def test_a_dry_run_tells_what_it_would_take_and_runs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    file = tmp_path / "tiny.toml"
    file.write_text(BASELINES.replace('"random"', '"llm:x"'))
    assert run(["lab", "run", str(file), "--dry-run"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Trials: 18 (6 matches, 6 replays, 6 questions), 6 with models or programs."
    assert lines[1].startswith("Models, by 6 games of baselines: about ")
    assert lines[2].startswith(
        "Range, from the shortest games with legal answers of 300 tokens to "
    )
    assert lines[-1].startswith("Time: about ")
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("how", [(), ("--processes", "2")], ids=["here", "processes"])
def test_a_run_tells_that_a_server_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured, how: tuple[str, ...]
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    monkeypatch.setenv("PARLOUR_PATIENCE", "60")
    monkeypatch.setenv("NO_PROXY", "*")
    file = tmp_path / "tiny.toml"
    text = BASELINES.replace('"random"', '"llm:x"').partition("[[replays]]")[0]
    file.write_text(text.replace("games = 3", "games = 1").replace("rounds = 2", "rounds = 1"))
    loading = Answer(b'{"error": "Loading model"}', 503, {"retry-after": "1"})
    answer = said('{"thoughts": "t", "words": ["orchard", "kettle", "violin"], "code": [4, 1, 2]}')
    chat = ChatServer([loading, answer])
    with serving(chat) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert run(["lab", "run", str(file), *how]) == 0
    told = "loads its model. It is asked again, for up to 60 seconds."
    assert capsys.readouterr().err.count(told) == 1


def test_a_dry_run_tells_which_games_fail_and_estimates_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    file = tmp_path / "odd.toml"
    text = BASELINES.replace('"random"', '"llm:x"').partition("[[replays]]")[0]
    text = text.replace("rounds = 2", 'rounds = 2\nkeywords = ["sun,sea,cat,inn", "/nowhere"]')
    file.write_text(text.replace("games = 3", "games = 1"))
    assert run(["lab", "run", str(file), "--dry-run"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Trials: 4 (4 matches), 4 with models or programs."
    assert lines[1].startswith("Models, by 2 games of baselines: about ")
    assert lines[2].startswith(
        "Range, from the shortest games with legal answers of 300 tokens to "
    )
    assert lines[3].startswith("Not estimated: the match of deal 1, keywords=/nowhere, encoder=")
    assert " and 1 more like it. keywords: give four words" in lines[3]
    assert lines[4].startswith("Time: about ")


def test_examples_and_a_new_experiment(tmp_path: Path, capsys: Captured) -> None:
    assert run(["lab", "examples"]) == 0
    assert "decrypto-k-sweep\n    How far from the keyword" in capsys.readouterr().out
    answers = Answers(
        "mine", "decrypto", 5, ("word2vec,k=4", "word2vec,k=64", "llm:a/b"), (), "Which K?"
    )
    file = tmp_path / "mine.toml"
    file.write_text(write_experiment(answers))
    found, text = read_experiment(str(file))
    assert list(found.players) == ["word2vec-k-4", "word2vec-k-64", "b"]
    assert found.lineups.fixed == {"interceptor": "word2vec-k-4"}
    assert "# rounds = 8  # The most rounds of a game; tokens may end it before." in text
    for game in ("dixit", "undercover", "taboo"):
        assert Experiment.parse(write_experiment(Answers("x", game, 1))).game == game


def test_players_of_the_same_kind_get_names_of_their_own() -> None:
    assert build_names(("llm:x", "exec:./x", "llm:x")) == {
        "x": "llm:x",
        "x-2": "exec:./x",
        "x-3": "llm:x",
    }
