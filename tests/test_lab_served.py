"""What a run keeps of the models that answered: the servers' lists, and differences within."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import lab
from engine.config.settings import load_settings
from lab.analysis.evaluation import Report
from lab.experiment.file import Experiment
from lab.report.methods import describe_methods
from lab.run.model_changes import find_served_differences
from lab.run.server_description import describe_servers
from lab.run.start import RunSettings, run_experiment
from lab.run.store import RunFile
from lab.trials.model_names import name_served_models
from tests.chat_server import Answer, ChatServer, said, serving
from tests.model_servers import ListServer, serving_lists
from tests.rehearsing import rehearsing
from tui.command_line import run as run_command

EXPERIMENT = """
name = "tiny"
game = "taboo"
games = 2
[options]
turns = 1
[players]
model = "llm:m"
b = "random"
[lineups]
fixed.attacker = "b"
fixed.defender = "model"
"""
KEY = "sk-canarykey-0123456789-abcdef"


def play(path: Path) -> None:
    asyncio.run(
        run_experiment(
            path,
            Experiment.parse(EXPERIMENT),
            EXPERIMENT,
            RunSettings(accept_changes=True),
            settings=load_settings(),
        )
    )


def answer_as(model: str, fingerprint: str) -> Answer:
    data = json.loads(
        said('{"thoughts": "", "move": {"kind": "Say", "line": "Good morning."}}').body
    )
    data |= {"model": model, "system_fingerprint": fingerprint}
    return Answer(json.dumps(data).encode())


def test_a_run_keeps_what_its_servers_say_of_their_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with rehearsing("--model", "m") as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        play(tmp_path / "a.run")
    host = url.removeprefix("http://").removesuffix("/v1")
    with lab.open_run(tmp_path / "a.run") as opened:
        (environment,) = opened.environments
        assert [model["id"] for model in environment["servers"][host]] == ["m"]
        (served,) = set(opened.games()["served"])
        assert served.startswith(f"m@{host} answered as m ")
        assert not find_served_differences(opened.file)


def test_differences_within_a_run_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.run"
    chat = ChatServer([answer_as("m-1", "fp_a"), answer_as("m-2\x1b[31m", "fp_b")])
    with serving(chat) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        play(path)
    with RunFile(path) as file:
        (sentence,) = find_served_differences(file)
    host = url.removeprefix("http://").removesuffix("/v1")
    assert sentence == (
        f"m@{host} was answered for by 2 models or configurations: m-1 fp_a and m-2 fp_b."
    )
    assert run_command(["lab", "status", str(path)]) == 0
    assert sentence in capsys.readouterr().out
    with lab.open_run(path) as opened:
        assert sentence in describe_methods(Report(opened))


async def test_lists_of_servers_are_cleaned_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    model: dict[str, Any] = {
        "id": "m",
        "created": 17,
        "text": f"\x1b[31m{KEY}",
        "deep": [[[[[["too deep"]]]]]],
        "number": 10**400,
        "many": list(range(1000)),
    }
    others = [{"id": f"m{number}"} for number in range(50)]
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving_lists(ListServer({"/v1/models": {"data": [*others, model]}})) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        servers = await describe_servers({"a": "llm:m", "b": "random"}, load_settings())
    ((kept,),) = [models for models in servers.values() if models]
    assert kept == {
        "id": "m",
        "text": "[key]",
        "deep": [[[None]]],
        "number": None,
        "many": list(range(40)),
    }


@pytest.mark.parametrize("answer", [b"<html>", [], {"data": 3}, None])
async def test_a_server_without_a_list_is_noted(
    answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving_lists(ListServer({"/v1/models": answer})) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        servers = await describe_servers({"a": "llm:m"}, load_settings())
    assert list(servers.values()) == [None]


def test_calls_without_a_server_s_word_name_no_model() -> None:
    call = {"model": "m", "server": "", "served_model": None, "fingerprint": None}
    assert name_served_models(json.dumps(call)) == ""
