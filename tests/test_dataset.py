"""Runs as data sets of Hugging Face: the tables, the card, and what is left out."""

import json
from collections.abc import Iterator
from pathlib import Path
from socket import gethostname
from typing import Any

import pandas as pd
import pytest
import yaml

import lab
from lab.interchange.hugging_face.dataset import DatasetSettings, publish_frame, write_dataset
from tests.exported import EXPERIMENT, KEY, play
from tests.rehearsing import rehearsing
from tui.command_line import run as run_command

LOCAL = "http://127.0.0.1"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a model, in which every game with a program fails."""
    path = tmp_path_factory.mktemp("lab") / "tiny.run"
    with rehearsing("--vary") as url, pytest.MonkeyPatch.context() as patch:
        assert url.startswith(LOCAL)
        patch.setenv("OPENAI_BASE_URL", url)
        patch.setenv("OPENAI_API_KEY", KEY)
        play(path, EXPERIMENT)
    return path


@pytest.fixture(scope="module")
def folder(path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data set of that run, with texts."""
    folder = tmp_path_factory.mktemp("data") / "set"
    with lab.open_run(path) as run:
        write_dataset(run, folder, DatasetSettings(licence="cc-by-4.0", texts=True))
    return folder


def read_card(folder: Path) -> tuple[dict[str, Any], str]:
    """The front matter and the text of a card."""
    _, head, text = (folder / "README.md").read_text("utf-8").split("---\n", 2)
    return yaml.safe_load(head), text


def read_tables(folder: Path) -> dict[str, pd.DataFrame]:
    return {file.stem: pd.read_parquet(file) for file in folder.glob("*.parquet")}


def test_the_tables_are_those_of_the_run(folder: Path, path: Path) -> None:
    tables = read_tables(folder)
    with lab.open_run(path) as run:
        expected = {
            "games": run.games(),
            "turns": run.turns(),
            "question_games": run.games("question"),
            "question_turns": run.turns("question"),
            "calls": run.calls(texts=True),
            "failures": run.failures(),
        }
    assert tables.keys() == expected.keys()
    for name, table in tables.items():
        assert len(table) == len(expected[name]) > 0
        assert list(table["trial"]) == list(expected[name]["trial"])
    games = tables["games"]
    for column in ("deal", "seed", "player_encoder", "outcome", "score_decoder", "rounds"):
        assert list(games[column]) == list(expected["games"][column])
    assert list(map(list, games["keywords"])) == list(expected["games"]["keywords"])
    for column in ("messages", "reply", "tokens_in", "model"):
        # A call of a program has no tokens, and nothing is not equal to nothing in a list.
        assert tables["calls"][column].equals(expected["calls"][column])


def test_the_card_says_what_each_file_and_column_is(folder: Path) -> None:
    head, text = read_card(folder)
    files = {file.name for file in folder.glob("*.parquet")}
    paths = [one["path"] for config in head["configs"] for one in config["data_files"]]
    assert sorted(paths) == sorted(files)
    assert [one["config_name"] for one in head["configs"] if one.get("default")] == ["games"]
    assert head["license"] == "cc-by-4.0"
    assert head["pretty_name"] == "Decrypto: tiny"
    assert head["size_categories"] == ["n<1K"]
    for name, table in read_tables(folder).items():
        section = text.partition(f"## `{name}.parquet`\n")[2].partition("\n## ")[0]
        assert section.strip().startswith(f"{len(table)} rows.")
        for column in table:
            assert f"\n| {column} " in section
    assert "| a      | llm:word2vec" in text
    assert "4 trials failed" in text


def test_the_hub_reads_the_card(folder: Path) -> None:
    hub = pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed")
    card = hub.DatasetCard.load(folder / "README.md")
    assert card.data.license == "cc-by-4.0"
    assert card.data.to_dict()["configs"][0]["config_name"] == "games"


def test_what_would_identify_somebody_is_left_out(folder: Path, path: Path) -> None:
    with lab.open_run(path) as run:
        assert "canary-of-a-command" in run.experiment_text
        assert LOCAL.removeprefix("http://") in "".join(run.calls()["server"])
        assert set(run.games()["host"]) == {gethostname()}
    secrets = ("canary", "127.0.0.1", str(path.parent), f"{Path.home()}/")
    told = [*list_texts(folder), (folder / "README.md").read_text("utf-8")]
    for secret in secrets:
        assert not [text for text in told if secret in text]
    for table in read_tables(folder).values():
        assert not {"host", "server", "sitting"} & set(table)
        for name in {"time", "finished"} & set(table):
            assert set(table[name].str.len()) == {len("2026-11-23")}


def list_texts(folder: Path) -> Iterator[str]:
    for table in read_tables(folder).values():
        yield from table.to_json(orient="records", lines=True).splitlines()


def test_a_person_a_folder_and_this_computer_are_hidden_in_every_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/adalovelace"))
    table = pd.DataFrame(
        {
            "spec_encoder": pd.Categorical(["human:Ada", "py:/home/adalovelace/bots/b.py:make"]),
            "option_deck": ["/home/adalovelace/decks/holidays", "plain"],
            "failure": ["The bot failed: /home/adalovelace/bots/b.py is gone.", ""],
            "reply": ["I am in /home/adalovelace/x now", None],
            "host": ["analytical-engine", "analytical-engine"],
        }
    )
    published = publish_frame(table, {}).to_json()
    assert "ovelace" not in published
    assert "engine" not in published
    assert "Ada" not in published
    assert "holidays" in published
    assert "b.py:make" in published


def test_values_that_no_column_of_parquet_holds_are_json() -> None:
    mixed = [1, "two", None, {"three": 3}]
    table = pd.DataFrame({"mixed": mixed, "codes": [[1, 2], None, [], [3]]}, dtype=object)
    published = publish_frame(table, {})
    assert [None if pd.isna(one) else json.loads(one) for one in published["mixed"]] == mixed
    assert published["codes"][0] == [1, 2]


def test_texts_are_there_only_on_request(path: Path, tmp_path: Path) -> None:
    with lab.open_run(path) as run:
        write_dataset(run, tmp_path / "plain", DatasetSettings())
    calls = read_tables(tmp_path / "plain")["calls"]
    assert not {"messages", "reply", "reasoning"} & set(calls)
    head, text = read_card(tmp_path / "plain")
    assert "license" not in head
    assert "- Messages to models, their answers and their reasoning." in text


def test_the_same_run_gives_the_same_files(path: Path, folder: Path, tmp_path: Path) -> None:
    with lab.open_run(path) as run:
        write_dataset(run, tmp_path / "again", DatasetSettings(licence="cc-by-4.0", texts=True))
    for file in folder.iterdir():
        assert (tmp_path / "again" / file.name).read_bytes() == file.read_bytes()


def test_games_of_stand_ins_are_left_out_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "stand-in.run"
    text = EXPERIMENT.partition("[[questions]]")[0].replace('"llm:word2vec"', '"word2vec"')
    play(path, text.replace("games = 2", 'games = 2\non_failure = "random"'))
    own, every = tmp_path / "own", tmp_path / "every"
    with lab.open_run(path) as run:
        write_dataset(run, own, DatasetSettings())
        write_dataset(run, every, DatasetSettings(every=True))
    assert set(read_tables(own)["games"]["player_interceptor"]) == {"b"}
    told = "`games.parquet`: 4 rows of games with moves of stand-ins or of an operator"
    assert f'{told} (stand_ins = "leave-out").' in read_card(own)[1]
    assert len(read_tables(every)["games"]) == 8
    assert told not in read_card(every)[1]
    assert "Of 8 games, 4 with moves of stand-ins or of the operator count" in read_card(every)[1]


def test_the_command_writes_a_data_set(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "set"
    assert run_command(["export", str(path), "--hugging-face", str(folder), "--texts"]) == 0
    captured = capsys.readouterr()
    assert captured.out.strip() == str(folder)
    assert "games.parquet: 4 rows" in captured.err
    assert "messages" in read_tables(folder)["calls"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--hugging-face", "full"], "full is not empty"),
        (["--hugging-face", "new", "--licence", "My: licence"], "identifier of the Hub"),
        (["--licence", "mit", "--inspect", "x.eval"], "add --hugging-face"),
    ],
)
def test_what_is_wrong_gets_a_sentence_and_writes_nothing(
    arguments: list[str],
    sentence: str,
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full", "note.txt").write_text("mine")
    assert run_command(["export", str(path), *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert [str(one) for one in Path().rglob("*")] == ["full", "full/note.txt"]
