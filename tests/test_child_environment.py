"""What processes get that Parlour starts: an allow-list, what the user passes on, and no key."""

import json
import os
import sys
from pathlib import Path

import pytest

from engine.config.child_environment import PYTHON, build_environment
from engine.config.paths import get_user_file
from tui.command_line import run
from tui.terminal.probe import TMUX_QUERY, TMUX_VARIABLES
from words.importing.worker_processes import _start_workers

SECRETS = {
    "OPENAI_API_KEY": "canary-1",
    "OPENROUTER_API_KEY": "canary-2",
    "AWS_SECRET_ACCESS_KEY": "canary-3",
    "MY_TEAM": "canary-4",
    "HTTPS_PROXY": "http://canary-5@proxy",
    "LC_SECRET": "canary-6",
    "PARLOUR_SECRET": "canary-7",
}
BOT = """
import json, os, sys
for line in sys.stdin:
    with open("seen", "a") as file:
        print(json.dumps(dict(os.environ)), file=file)
    print(json.dumps({"code": [1, 2, 3]}), flush=True)
"""
OTHERS = ["--seat", "encoder=word2vec", "--seat", "decoder=glove"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PARLOUR_PASS_ENV", "")
    monkeypatch.setenv("LC_TIME", "C")
    Path("bot.py").write_text(BOT)


def bot() -> str:
    return f"exec:{sys.executable} bot.py"


def seen() -> list[dict[str, str]]:
    """The environments that the program has had."""
    lines = Path("seen").read_text().splitlines()
    Path("seen").unlink()
    return [json.loads(line) for line in lines]


def play(*options: str) -> None:
    command = ["play", "decrypto", *OTHERS, "--seat", f"interceptor={bot()}", "--seed", "s"]
    assert run([*command, "--journal", "game.jsonl", *options]) == 0


def test_a_program_gets_the_usual_variables_and_no_key() -> None:
    play()
    for environment in seen():
        assert not set(environment.values()) & set(SECRETS.values())
        assert environment["PATH"] == os.environ["PATH"]
        assert environment["LC_TIME"] == "C"
        assert not any(name.startswith("PARLOUR_") for name in environment)


def test_a_variable_is_passed_on_by_its_name() -> None:
    play("--pass-env", "MY_TEAM", "--pass-env", "OPENAI_API_KEY")
    for environment in seen():
        passed = set(environment.values()) & set(SECRETS.values())
        assert passed == {"canary-1", "canary-4"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("NOT_THERE", "--pass-env NOT_THERE: there is no such variable here."),
        ("A=B", "--pass-env takes the name of a variable, such as CUDA_VISIBLE_DEVICES."),
        ("", "--pass-env takes the name of a variable, such as CUDA_VISIBLE_DEVICES."),
    ],
)
def test_a_wrong_name_is_refused(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "decrypto", *OTHERS, "--seat", "interceptor=random", "--pass-env", name])
    assert capsys.readouterr().err == f"{said}\n"


def test_series_resume_branch_and_check_pass_on_the_same() -> None:
    play()
    seen()
    Path("short.jsonl").write_text(
        "".join(Path("game.jsonl").read_text().splitlines(keepends=True)[:2])
    )
    programs = ["--run-programs", "--pass-env", "MY_TEAM"]
    series = ["play", "decrypto", *OTHERS, "--seat", f"interceptor={bot()}", "--games", "2"]
    for command in (
        [*series, "--journal", ".", "--pass-env", "MY_TEAM"],
        ["resume", "short.jsonl", *programs],
        ["branch", "game.jsonl", "--at", "1", *programs],
    ):
        assert run(command) == 0
        assert {environment.get("MY_TEAM") for environment in seen()} == {"canary-4"}
    check = ["agents", "check", bot(), "--game", "decrypto", "--role", "interceptor"]
    run([*check, "--pass-env", "MY_TEAM"])
    assert {environment.get("MY_TEAM") for environment in seen()} == {"canary-4"}


@pytest.mark.parametrize("line", ['pass_env = ["MY_TEAM", "NOT_THERE"]', 'pass_env = "MY_TEAM"'])
def test_the_user_s_own_file_may_name_variables(line: str) -> None:
    get_user_file().parent.mkdir(parents=True)
    get_user_file().write_text(f"{line}\n")
    play()
    for environment in seen():
        assert set(environment.values()) & set(SECRETS.values()) == {"canary-4"}


def test_a_wrong_setting_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOUR_PASS_ENV", "A B-C")
    assert run(["show", "x"]) == 2
    assert "PARLOUR_PASS_ENV" in capsys.readouterr().err


def test_workers_and_tmux_get_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with _start_workers(4, environment=build_environment(PYTHON)) as workers:
        assert workers
        for child in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split():
            environment = Path(f"/proc/{child}/environ").read_bytes()
            assert b"canary" not in environment
    assert os.environ["MY_TEAM"] == "canary-4"
    monkeypatch.setenv("TMUX", "/tmp/tmux,1,0")  # noqa: S108
    assert TMUX_QUERY[0] == "tmux"
    environment_of_tmux = build_environment(TMUX_VARIABLES)
    assert environment_of_tmux["TMUX"] == "/tmp/tmux,1,0"  # noqa: S108
    assert not set(environment_of_tmux.values()) & set(SECRETS.values())
