"""Nothing that a terminal obeys is printed, whatever names, labels and cells hold."""

import json
import sqlite3
from pathlib import Path

import pytest

from engine.text import OBEYED, escape_controls
from tui.command_line import run

ATTACKS = ("\x1b]0;t\x07", "\x9b31m", "\x1b[2J", "\u202eevil", "\u2066x", "\x07", "\x7f", "\x85")
EXPERIMENT = """
name = "tiny"
game = "taboo"
games = 2
players = { quiet = "random" }
lineups = { seats.attacker = ["quiet"], seats.defender = ["quiet"] }
[report]
title = "TITLE"
question = "TITLE"
"""


def require_clean(printed: str) -> None:
    """Require that a terminal would obey nothing in a text."""
    assert not OBEYED.search(printed), ascii(OBEYED.search(printed))


@pytest.mark.parametrize("attack", ATTACKS)
def test_json_stays_the_same_json(attack: str) -> None:
    text = json.dumps({attack: [attack, "\U000e0041", "\ud800", "Ü 😀 שלום"]}, ensure_ascii=False)
    told = escape_controls(text)
    require_clean(told)
    assert json.loads(told) == json.loads(text)
    assert "Ü 😀 שלום" in told


def test_lines_and_tabs_stay() -> None:
    assert escape_controls("one\n\ttwo 👩\u200d🚀") == "one\n\ttwo 👩\u200d🚀"
    assert escape_controls("over\rwritten") == "over\\u000dwritten"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a run with attacks in every text that its tables and its status have."""
    folder = tmp_path_factory.mktemp("runs")
    attack = "".join(ATTACKS)
    toml = EXPERIMENT.replace("TITLE", json.dumps(f"t{attack}")[1:-1])
    (folder / "tiny.toml").write_text(toml)
    path = folder / "tiny.run"
    assert run(["lab", "run", str(folder / "tiny.toml"), "--into", str(path)]) == 0
    database = sqlite3.connect(path)
    detail = json.dumps({"executor": f"e{attack}", "budget": f"b{attack}", "sitting": 1})
    with database:
        number = database.execute("SELECT min(number) FROM outcomes").fetchone()[0]
        database.execute("UPDATE outcomes SET host = ?", (f"h{attack}",))
        query = "UPDATE outcomes SET failure = ?, figures = '' WHERE number = ?"
        database.execute(query, (f"f{attack}", number))
        database.execute("UPDATE facts SET value = ? WHERE name = 'name'", (f"n{attack}",))
        database.execute("UPDATE progress SET detail = ?, state = 'running'", (detail,))
    database.close()
    return path


@pytest.mark.parametrize(
    "command",
    [
        "lab status RUN",
        *(
            f"lab table {table} RUN --format {form}"
            for table in ("games", "turns", "calls", "failures")
            for form in ("csv", "json")
        ),
        "lab compare RUN RUN",
        "lab compare RUN RUN --format csv",
        "lab report RUN --format markdown",
        "lab report RUN --format latex",
        "lab report RUN --format csv",
    ],
)
def test_a_run_prints_nothing_that_a_terminal_obeys(
    command: str, runs: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(command.replace("RUN", str(runs)).split()) in (0, 2)
    out, err = capsysbinary.readouterr()
    assert out or err
    require_clean(out.decode())
    require_clean(err.decode())


@pytest.mark.parametrize(
    "command",
    [
        "show NAME.jsonl",
        "calls NAME.jsonl",
        "resume NAME.jsonl",
        "play taboo --seat attacker=random --seat defender=random --journal NAME.jsonl",
        "play taboo --seat attacker=NAME --seat defender=random",
        "play NAME",
        "history",
        "lab run NAME.toml",
        "lab status NAME.run",
        "lab table games NAME.run",
        "lab report NAME.run",
        "lab merge NAME.run other.run --into NAME.run",
        "lab list",
        "lab collect NAME",
        "study new NAME",
        "study list",
        "pool show NAME.pool",
        "deck check NAME",
        "vectors import NAME.txt --name x",
        "vectors remove NAME",
        "trust NAME.toml",
        "config get NAME",
        "prompts new decrypto NAME",
        "models check NAME",
        "NAME",
    ],
)
def test_names_of_files_are_printed_as_escapes(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    attack = "".join(ATTACKS)
    name = f"x{attack}"
    (tmp_path / "data" / "runs").mkdir(parents=True)
    (tmp_path / "data" / "studies").mkdir()
    for folder in (tmp_path, tmp_path / "data/runs", tmp_path / "data/studies"):
        for ending in ("jsonl", "toml", "run", "study", "pool", "txt"):
            (folder / f"{name}.{ending}").write_text(f"\x00{attack}\n")
    words = [word.replace("NAME", name) for word in command.split()]
    run(words)
    out, err = capsys.readouterr()
    require_clean(out)
    require_clean(err)


def test_the_result_of_a_game_names_its_journal_with_escapes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / f"x{''.join(ATTACKS)}.jsonl")
    seats = ["--seat", "attacker=random", "--seat", "defender=random"]
    assert run(["play", "taboo", *seats, "--journal", path]) == 0
    printed = capsys.readouterr()
    assert run(["resume", path]) == 0
    resumed = capsys.readouterr()
    for text in (*printed, *resumed):
        require_clean(text)
    for text in (printed.out, resumed.out):
        assert r"\u001b]0;t" in text.split("Journal: ")[1]
