"""Another person's run starts no program that the user has not chosen."""

import json
import pickle
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from engine.config.settings import load_settings
from engine.config.start import load_start
from engine.errors import SetupError
from engine.games.catalog import find
from engine.players.factory import create_player
from engine.players.program_player import ProgramPlayer
from engine.players.python_player import load_factory
from engine.players.spec import LineupError, parse_spec
from engine.seat import Seat
from lab.run.folder import get_runs_folder
from lab.run.store import RunFile
from lab.run.trial import build_key
from screens.home import HomeScreen
from screens.laboratory.run import RunScreen
from screens.laboratory.run_form import FILE, NewRunScreen
from screens.laboratory.runs import LaboratoryScreen
from tests.looking import appears, frame, in_front, until
from tests.signalled import COMMAND
from tui.app import ParlourApp
from tui.command_line import run

EXPERIMENT = """
name = "tiny"
game = "taboo"
games = 2

[players]
a = "random"
b = "{spec}"

[lineups]
seats.attacker = ["a"]
seats.defender = ["b"]
"""
PROGRAM = "exec:touch ran"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with files from elsewhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PARLOUR_ISOLATE", "no")  # so that a program leaves a trace
    return tmp_path


def make_run(spec: str = "random") -> Path:
    """Make a run file in the working folder whose trials are open."""
    Path("tiny.toml").write_text(EXPERIMENT.format(spec=spec))
    path = Path("tiny.run")
    assert run(["lab", "run", "tiny.toml", "--into", str(path), "--run-programs"]) in (0, 1)
    Path("ran").unlink(missing_ok=True)
    reopen(path)
    return path


def reopen(path: Path, *queries: tuple[str, tuple[object, ...]]) -> None:
    """Change a run as its attacker would: no trial has an outcome yet."""
    database = sqlite3.connect(path)
    with database:
        for table in ("turns", "journals", "calls", "outcomes"):
            database.execute(f"DELETE FROM {table}")  # noqa: S608
        for query, given in queries:
            database.execute(query, given)
    database.close()


def seat_program(path: Path, spec: str = PROGRAM) -> None:
    """Seat a program in all trials, but not in the experiment, with keys that fit."""
    with RunFile(path) as file:
        rows = file.database.execute("SELECT number, kind, content FROM trials").fetchall()
    changes = []
    for number, kind, text in rows:
        content = json.loads(text)
        content["seats"]["defender"] = spec
        text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        query = "UPDATE trials SET content = ?, key = ?, costly = 1 WHERE number = ?"
        changes.append((query, (text, build_key(kind, text), number)))
    reopen(path, *changes)


@pytest.mark.parametrize("more", [(), ("--retry-failed",), ("--processes", "2")])
def test_a_run_from_elsewhere_starts_nothing(
    more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_run(PROGRAM)
    capsys.readouterr()
    assert run(["lab", "run", str(path), *more]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told == (
        f"{path} would start exec:touch ran, and may come from elsewhere. If that is what you "
        "want, add --run-programs."
    )
    assert not Path("ran").exists()
    assert run(["lab", "run", str(path), *more, "--run-programs"]) == 1  # touch is no player
    assert Path("ran").exists()


def test_a_refused_run_does_not_become_one_s_own(capsys: pytest.CaptureFixture[str]) -> None:
    path = make_run(PROGRAM)
    own = get_runs_folder(Path("data")) / "tiny.run"
    for more in (
        ("--into", str(own)),
        ("--into", str(own), "--accept-changes", "--join", "c=random"),
    ):
        capsys.readouterr()
        assert run(["lab", "run", str(path), *more]) == 2
        assert "would start exec:touch ran" in capsys.readouterr().err
        assert not own.exists()
    assert run(["lab", "run", "tiny"]) == 2
    assert not Path("ran").exists()


WRITTEN = (PROGRAM, "EXEC:touch ran", " exec :touch ran", "e\u200bxec:touch ran")
"""Ways to write the same SPEC."""


@pytest.mark.parametrize("spec", WRITTEN)
@pytest.mark.parametrize("source", ["tiny.toml", "tiny.run"])
def test_trials_with_other_programs_start_nothing(
    source: str, spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_run()
    seat_program(path, spec)
    assert run(["lab", "run", source, "--into", str(path), "--accept-changes"]) == 2
    assert "would start exec:touch ran" in capsys.readouterr().err
    assert not Path("ran").exists()


def test_journals_with_other_programs_start_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    path = make_run()
    games = Path("tiny.run.games")
    games.mkdir()
    with RunFile(path) as file:
        key = min(file.read_keys())
    seats = ("--seat", "attacker=random", "--seat", "defender=random", "--set", "turns=2")
    journal = games / f"{key}.jsonl"
    assert run(["play", "taboo", *seats, "--journal", str(journal)]) == 0
    head, *_ = journal.read_text().splitlines(keepends=True)
    journal.write_text(head.replace('"defender": "random"', f'"defender": "{PROGRAM}"'))
    capsys.readouterr()
    assert run(["lab", "run", "tiny.toml", "--into", str(path)]) == 2
    assert "would start exec:touch ran" in capsys.readouterr().err
    assert not Path("ran").exists()


def test_an_experiment_file_is_the_users_choice() -> None:
    make_run(PROGRAM)
    assert run(["lab", "run", "tiny.toml", "--into", "tiny.run"]) == 1
    assert Path("ran").exists()


@pytest.mark.parametrize("command", [("table", "games"), ("status",), ("report",)])
def test_looking_at_a_run_starts_nothing(command: tuple[str, ...]) -> None:
    path = make_run(PROGRAM)
    run(["lab", *command, str(path)])
    assert not Path("ran").exists()


@pytest.mark.parametrize("spec", [PROGRAM, "py:json:loads", "player:someone"])
def test_a_worker_starts_only_what_was_chosen(spec: str) -> None:
    """Whatever a worker is sent: the settings that come with it say what may start."""
    settings = pickle.loads(pickle.dumps(load_settings().limit_programs(["exec:other"])))  # noqa: S301
    settings.for_programs(("A",)).require_trusted("exec:other")
    definition = find("taboo")
    rules: Any = SimpleNamespace(seats=definition.list_seats(definition.options_type()))
    with pytest.raises(LineupError, match="may come from elsewhere"):
        create_player(parse_spec(spec), definition, rules, Seat(0), "seed", settings=settings)


def test_questions_and_matches_alike_start_only_what_was_chosen() -> None:
    """Each kind of trial makes its players by these two."""
    settings = load_settings().limit_programs(["exec:other", "py:other:make"])
    rules: Any = None
    with pytest.raises(SetupError, match="may come from elsewhere"):
        ProgramPlayer("touch ran", rules, "defender", None, settings=settings)
    for kind, place in (("py", "evil:make"), ("player", "someone")):
        with pytest.raises(SetupError, match="may come from elsewhere"):
            load_factory(kind, place, "defender", settings)


def test_no_file_or_variable_says_what_may_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_PROGRAMS", "exec:touch ran")
    monkeypatch.setenv("PARLOUR__PROGRAMS", "exec:touch ran")
    with pytest.raises(SetupError, match="may come from elsewhere"):
        load_settings().limit_programs([]).require_trusted(PROGRAM)


@pytest.fixture
def starting(folder: Path) -> Path:
    """A run from elsewhere that would start a program."""
    return folder / make_run(PROGRAM)


@pytest.fixture
def reading(folder: Path) -> Path:
    """A run from elsewhere that would read a file."""
    words = folder / "words.txt"
    words.write_text("canaryword\n" * 4)
    path = folder / make_run()
    text = EXPERIMENT.format(spec="random") + f'[options]\nword = "{words}"\n'
    reopen(path, ("UPDATE facts SET value = ? WHERE name = 'experiment'", (text,)))
    return path


def open_home() -> ParlourApp:
    refuse: Any = None
    return ParlourApp(
        lambda: HomeScreen(refuse, refuse, refuse, load_start(), parlour=tuple(COMMAND))
    )


async def appears_wrapped(pilot: Pilot[Any], text: str) -> None:
    """Wait until `text` stands in the terminal, on however many lines: paths differ in length."""
    await until(pilot, lambda: text in " ".join(frame(pilot.app).split()))


async def name_run(pilot: Pilot[Any], path: Path) -> NewRunScreen:
    """Name a run from elsewhere in the form of the laboratory."""
    await in_front(pilot, HomeScreen)
    await pilot.press("l")
    await in_front(pilot, LaboratoryScreen)
    await pilot.press("n")
    form: NewRunScreen = await in_front(pilot, NewRunScreen)
    await appears(pilot, "trials on")
    form.query_one("#source Select", Select).value = FILE
    form.query_one("#file Input", Input).value = str(path)
    return form


async def test_the_app_starts_no_program_of_a_run_from_elsewhere(starting: Path) -> None:
    async with open_home().run_test(size=(120, 30)) as pilot:
        await name_run(pilot, starting)
        await appears(pilot, "2 trials")
        await pilot.press("f6")
        await appears(pilot, "without the time that programs")
        await pilot.press("f5")
        await in_front(pilot, RunScreen)
        await appears_wrapped(pilot, "exec:touch ran, and may come from elsewhere")
        assert "starting ..." not in frame(pilot.app)
    assert not (starting.parent / "ran").exists()
    assert not list(get_runs_folder(starting.parent / "data").glob("*.run"))


async def test_the_app_reads_no_file_that_a_run_from_elsewhere_names(reading: Path) -> None:
    async with open_home().run_test(size=(120, 30)) as pilot:
        form = await name_run(pilot, reading)
        await appears_wrapped(pilot, "and may come from elsewhere")
        await pilot.press("f6", "f5")
        await pilot.pause()
        assert pilot.app.screen is form
        assert "canaryword" not in frame(pilot.app)
