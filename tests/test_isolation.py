"""Programs under bubblewrap: what they can still see, and when they are refused."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.config.settings import load_settings
from engine.errors import SetupError
from engine.players.process.command import split_command
from engine.players.process.sandbox import SYSTEM, isolate_command
from tests.patience import wait_until
from tui.command_line import run

BOT = """
import json, os, socket, sys

def can(what):
    try:
        return bool(what() or True)
    except OSError:
        return False

def target(file):
    try:
        return os.readlink(file)
    except OSError:
        return ""

def numbers(pid):
    try:
        return os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return []

def read(path):
    with open(path, "rb") as file:
        return file.read().decode(errors="replace")

def write(path):
    with open(path, "w") as file:
        return file.write("x")

def open_for_writing(path):
    os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))

def list_kernel_files():
    yield "/proc/self/oom_score_adj"
    for folder, _, names in os.walk("/proc/sys"):
        yield from (os.path.join(folder, name) for name in names)

def connect():
    socket.create_connection(("127.0.0.1", int(places["port"])), 1).close()

for line in sys.stdin:
    places = json.loads(read("bots/places.json"))
    pids = [pid for pid in os.listdir("/proc") if pid.isdigit()]
    files = [f"/proc/{pid}/fd/{number}" for pid in pids for number in numbers(pid)]
    seen = {name: can(lambda: read(places[name])) for name in ("secret", "journal", "setting")}
    seen["open files"] = any("game.jsonl" in target(file) for file in files)
    seen["programs"] = len(pids) > 3
    seen["network"] = can(connect)
    seen["keys"] = can(lambda: read("bots/.env"))
    seen["bots/x"] = can(lambda: write("bots/x"))
    if not seen["secret"]:
        seen["/x"] = can(lambda: write("/x"))
        seen["/proc"] = any(can(lambda: open_for_writing(path)) for path in list_kernel_files())
        seen["own /tmp"] = can(lambda: write("/tmp/x"))
    print(json.dumps(seen), file=sys.stderr, flush=True)
    print(json.dumps({"code": [1, 2, 3]}), flush=True)
"""
OTHERS = ["--seat", "encoder=word2vec", "--seat", "decoder=glove"]


def _why_not() -> str:
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    try:
        isolate_command(["true"], "true", None, load_settings({"isolate": "yes"}))
    except SetupError as error:
        return str(error)
    return ""


needs_bubblewrap = pytest.mark.skipif(bool(_why_not()), reason=_why_not())


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home folder with a project in it, and a bot that tells what it sees."""
    project = tmp_path / "home" / "project"
    (project / "bots").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PARLOUR_ISOLATE", "")
    monkeypatch.chdir(project)
    (tmp_path / "home" / "secret").write_text("canary")
    (project / "parlour.toml").write_text("")
    (project / "bots" / ".env").write_text("KEY=canary")
    (project / "bots" / "bot.py").write_text(BOT)
    with socket.create_server(("127.0.0.1", 0)) as server:
        places = {
            "secret": str(tmp_path / "home" / "secret"),
            "journal": str(project / "game.jsonl"),
            "setting": str(project / "parlour.toml"),
            "port": server.getsockname()[1],
        }
        (project / "bots" / "places.json").write_text(json.dumps(places))
        yield project


def play(*options: str, command: str = "bots/bot.py", decoder: str = "glove") -> int:
    bot = f"interceptor=exec:{sys.executable} {command}"
    others = ["--seat", "encoder=word2vec", "--seat", f"decoder={decoder}"]
    game = ["play", "decrypto", *others, "--seat", bot, "--set", "rounds=1"]
    return run([*game, "--journal", "game.jsonl", *options])


def seen(errors: str = "game.interceptor.stderr") -> dict[str, object]:
    line = Path(errors).read_text().splitlines()[0]
    told: dict[str, object] = json.loads(line)
    return told


def test_a_program_that_is_not_isolated_sees_what_its_user_sees() -> None:
    assert play() == 0
    told = seen()
    assert told["open files"]
    assert told["secret"]
    assert told["journal"]


@needs_bubblewrap
@pytest.mark.parametrize("option", ["--isolate", "--isolate-net"])
def test_an_isolated_program_sees_its_own_folder_alone(option: str) -> None:
    assert play(option) == 0
    assert seen() == {
        "secret": False,
        "journal": False,
        "setting": False,
        "open files": False,
        "programs": False,
        "network": option == "--isolate-net",
        "keys": False,
        "bots/x": False,
        "/x": False,
        "/proc": False,
        "own /tmp": True,
    }


@needs_bubblewrap
def test_the_user_s_settings_may_isolate_every_program(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.config.paths import get_user_file

    get_user_file().parent.mkdir(parents=True, exist_ok=True)
    get_user_file().write_text("isolate = true\n")
    assert play() == 0
    assert seen()["secret"] is False
    for file in Path.cwd().glob("game.*"):
        file.unlink()
    monkeypatch.setenv("PARLOUR_ISOLATE", "")
    assert play("--no-isolate") == 0
    assert seen()["secret"] is True


@needs_bubblewrap
def test_a_program_beside_the_journal_does_not_see_it(work: Path) -> None:
    (work / "bot.py").write_text(BOT)
    (work / "link").symlink_to("game.jsonl")
    places = json.loads((work / "bots" / "places.json").read_text())
    places["secret"] = str(work / "link")
    (work / "bots" / "places.json").write_text(json.dumps(places))
    assert play("--isolate", command="bot.py") == 0
    told = seen()
    assert told["setting"]  # it lies in the same folder, and holds no secret
    assert not any(told[name] for name in ("secret", "journal", "open files", "bots/x"))


@needs_bubblewrap
@pytest.mark.parametrize("place", ["..", "data"])
def test_a_program_in_a_folder_that_is_to_be_hidden_is_refused(
    place: str, work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(work / "data"))
    (work / "data").mkdir()
    (work / place / "bot.py").write_text(BOT)
    assert play("--isolate", command=f"{place}/bot.py") == 2
    assert "bot.py could read " in capsys.readouterr().err
    assert not Path("game.jsonl").exists()


@needs_bubblewrap
def test_journals_and_data_inside_of_its_folder_are_covered(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(work / "data"))
    for folder in ("data", "kept"):
        (work / folder).mkdir()
        (work / folder / "x").write_text("canary")
    monkeypatch.setenv("PARLOUR_ISOLATE", "yes")
    look = "import os; print(os.listdir('data'), os.listdir('kept'), os.listdir('.'))"
    (work / "look.py").write_text(look)
    words = split_command(f"{sys.executable} look.py")
    command = isolate_command(
        words, "look.py", work / "kept" / "g.calls.jsonl", settings=load_settings()
    )
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("[] [] [")
    assert "look.py" in done.stdout


@needs_bubblewrap
def test_an_isolated_program_ends_with_its_game(work: Path) -> None:
    seconds = f"98765.{os.getpid()}"  # other runs of the tests may have such a child, too
    (work / "bots" / "stay.py").write_text(
        "import subprocess, sys, time\n"
        f"subprocess.Popen(['sleep', '{seconds}'], start_new_session=True)\n"
        f"{BOT}time.sleep(99)\n"
    )
    assert play("--isolate", command="bots/stay.py") in (0, 3)

    def is_gone() -> bool:
        listed = subprocess.run(["ps", "ax"], capture_output=True, text=True, check=True)  # noqa: S607
        return f"sleep {seconds}" not in listed.stdout

    wait_until(is_gone)


def test_what_cannot_be_isolated_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "decrypto", *OTHERS, "--seat", "interceptor=py:a:b", "--isolate"]) == 2
    assert "py:a:b runs inside Parlour" in capsys.readouterr().err
    monkeypatch.setattr("engine.players.process.sandbox.shutil.which", lambda _: None)
    with pytest.raises(SetupError, match="needs bubblewrap"):
        isolate_command(["true"], "true", None, load_settings({"isolate": "yes"}))
    assert play("--isolate-net", "--no-isolate") == 2
    assert "only one of them" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "level"),
    [("", "auto"), ("auto", "auto"), ("false", "no"), ("0", "no"), ("1", "yes"), ("NET", "net")],
)
def test_a_variable_isolates(value: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_ISOLATE", value)
    assert load_settings().isolate == level


def test_nothing_is_played_if_it_is_not_known_whether_to_isolate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOUR_ISOLATE", "ture")
    assert play() == 2
    known = "auto, no, yes, net"
    said = f"the environment (PARLOUR_ISOLATE): isolate must be one of {known}, not 'ture'."
    assert capsys.readouterr().err == f"{said}\n"
    assert not Path("game.jsonl").exists()


def look_at(
    path: Path,
    *options: str,
    errors: str = "game.interceptor.stderr",
    decoder: str = "glove",
) -> bool:
    """Play with an isolated bot, and return whether it could read a file."""
    places = json.loads(Path("bots/places.json").read_text()) | {"secret": str(path)}
    Path("bots/places.json").write_text(json.dumps(places))
    assert play("--isolate", *options, decoder=decoder) == 0
    return bool(seen(errors)["secret"])


@needs_bubblewrap
def test_files_of_options_and_scripts_are_hidden_in_the_program_s_folder(work: Path) -> None:
    words = work / "bots" / "deck.txt"
    words.write_text("\n".join(("lantern", "puddle", "violin", "cactus", "anchor")))
    assert not look_at(words, "--set", f"keywords={words}")
    for file in work.glob("game.*"):
        file.unlink()
    assert look_at(words)
    for file in work.glob("game.*"):
        file.unlink()
    script = work / "bots" / "moves"
    script.write_text('{"Guess": {"code": [1, 2, 3]}}\n' * 2)
    assert not look_at(script, decoder=f"script:{script}")


@needs_bubblewrap
@pytest.mark.parametrize("name", ["game.calls.jsonl", "game.decoder.stderr", "x.run", "more/x.run"])
def test_files_of_games_are_hidden_in_the_program_s_folder(name: str, work: Path) -> None:
    path = work / "bots" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("canary")
    assert not look_at(path)


@needs_bubblewrap
def test_a_journal_of_any_name_is_hidden(work: Path) -> None:
    path = work / "bots" / "game.odd"
    assert not look_at(path, "--journal", str(path), errors="bots/game.interceptor.stderr")
    assert path.read_text()


@needs_bubblewrap
def test_games_in_a_folder_of_the_system_are_hidden(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root, somebody may play in /opt, which programs can read otherwise."""
    monkeypatch.setattr("engine.players.process.sandbox.SYSTEM", (*SYSTEM, str(work)))
    monkeypatch.setattr("engine.players.process.sandbox.WRITABLE", "/run")  # not over `work`
    settings = load_settings({"isolate": "yes"})
    (work / "game.jsonl").write_text("canary")
    (work / "words.txt").write_text("canary")
    for calls, hiding, shown in (
        (None, settings, b"canary"),
        (work / "game.calls.jsonl", settings, b""),
        (None, settings.hide_from_programs([work / "game.jsonl"]), b""),
    ):
        command = isolate_command(["cat", "/dev/null"], "cat", calls, hiding)
        command[-1] = str(work / "game.jsonl")
        assert subprocess.run(command, capture_output=True, check=False).stdout == shown
