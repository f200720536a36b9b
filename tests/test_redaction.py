"""What is published tells nobody's home, name, computer, command lines or keys."""

import json
import re
import sqlite3
import sys
from pathlib import Path
from shutil import copytree

import pytest

from engine.export.redaction import redact_server, redact_spec, redact_text, redact_value
from tui.command_line import run

USER, TOKEN, HOST, FOLDER = "canaryuser", "canary-token-1", "canaryhost", "canaryfolder"
CANARIES = (USER, TOKEN, HOST, FOLDER, "canary")
BOT = """
import sys
sys.exit(f"cannot work in {sys.argv} as {__file__}")
"""
EXPERIMENT = """
name = "tiny"
game = "taboo"
games = 2

[players]
quiet = "random"
loud = "exec:{python} '{bot}' --token {token}"

[lineups]
seats.attacker = ["quiet"]
seats.defender = ["quiet", "loud"]
"""


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a program that fails, deep in a home folder, and work in a folder of that home."""
    home = tmp_path / "home" / USER
    here = home / FOLDER
    (home / "my bots").mkdir(parents=True)
    here.mkdir()
    bot = home / "my bots" / "bot.py"
    bot.write_text(BOT)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PARLOUR_DATA", str(home / "data"))
    monkeypatch.chdir(here)
    return bot


def test_a_report_and_its_tables_tell_nothing_of_the_house(
    bot: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    text = EXPERIMENT.format(python=sys.executable, bot=bot, token=TOKEN)
    Path("tiny.toml").write_text(text)
    assert run(["lab", "run", "tiny.toml", "--into", "tiny.run", "--run-programs"]) == 1
    database = sqlite3.connect("tiny.run")
    with database:
        spec = f"exec:{sys.executable} '{bot}' --token {TOKEN}"
        failure = f"The defender failed: {spec}: no {Path.cwd()}/x with {TOKEN} on {bot.parent}"
        database.execute("UPDATE outcomes SET host = ?", (HOST,))
        database.execute("UPDATE outcomes SET failure = ? WHERE failure != ''", (failure,))
    database.close()
    capsysbinary.readouterr()
    out = Path("out")
    for form in ("html", "markdown", "latex", "csv"):
        assert run(["lab", "report", "tiny.run", "--format", form, "--out", str(out)]) == 0
    assert {one.name for one in out.iterdir()} >= {"report.html", "report.md", "report.tex"}
    capsysbinary.readouterr()
    for form in ("csv", "json", "parquet"):
        for table in ("games", "turns", "calls", "failures"):
            file = out / f"{table}.{form}"
            asked = ["lab", "table", table, "tiny.run", "--format", form, "--out", str(file)]
            assert run(asked) == 0
    for file in out.iterdir():
        for canary in CANARIES:
            assert canary not in file.read_bytes().decode("utf-8", "replace"), (file, canary)
    page = (out / "report.html").read_text()
    assert "The defender failed: loud: no x with … on " in page
    assert "exec:python" in page  # a name with a blank is no script
    assert "computer 1" in (out / "games.csv").read_text()


TALKER = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"line": "Nice weather."}), flush=True)
"""


def test_the_games_in_a_report_name_players_and_not_their_command_lines(bot: Path) -> None:
    bot.write_text(TALKER)
    Path("tiny.toml").write_text(EXPERIMENT.format(python=sys.executable, bot=bot, token=TOKEN))
    command = ["lab", "run", "tiny.toml", "--into", "tiny.run", "--run-programs", "--no-isolate"]
    assert run(command) == 0
    assert run(["lab", "report", "tiny.run", "--out", "out"]) == 0
    page = Path("out/report.html").read_text()
    assert "Nice weather." in page
    assert "loud, own" in page
    for canary in CANARIES:
        assert canary not in page


def test_collected_games_tell_nothing_of_the_house(
    bot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = Path("games")
    games.mkdir()
    quiet = ["--seat", "attacker=random", "--seat", "defender=random", "--seed", "1"]
    assert run(["play", "taboo", *quiet, "--journal", str(games / "one.jsonl")]) == 0
    lines = [json.loads(one) for one in (games / "one.jsonl").read_text().splitlines()]
    spec = f"exec:'{bot}' --token {TOKEN}"
    lines[0]["seats"] = {"attacker": "human:Canaryada", "defender": spec}
    lines[1]["stand_in"] = "human:Canaryben"
    reseat = {"seat": "defender", "player": spec, "time": "2026-11-21T10:30:00.000+00:00"}
    lines.insert(1, reseat)
    (games / "one.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    capsys.readouterr()
    consent = ["--consent", "Canaryada=P1", "--consent", "Canaryben=P2"]
    assert run(["lab", "collect", str(games), "--into", "out", *consent]) == 0
    (file,) = Path("out").iterdir()
    text = file.read_text()
    assert "canary" not in text.casefold()
    assert "10:30" not in text
    assert text.count("exec:bot.py") == 2
    assert "human:P2" in text


@pytest.mark.parametrize("relative", [True, False])
def test_a_collected_game_names_its_deck_without_folders(
    bot: Path, capsys: pytest.CaptureFixture[str], *, relative: bool
) -> None:
    deck = Path("canarydecks", "of mine") if relative else bot.parent / "of mine"
    copytree(Path(__file__).with_name("canary_deck"), deck)
    Path("games").mkdir()
    seats = [part for seat in range(1, 5) for part in ("--seat", f"p{seat}=random")]
    options = ["--set", "rounds=2", "--set", f"deck={deck}", "--journal", "games/one.jsonl"]
    assert run(["play", "dixit", *seats, *options]) == 0
    game = Path("games/one.jsonl")
    game.write_text(game.read_text().replace('"p1": "random"', '"p1": "human:Canaryada"'))
    consent = ["--consent", "Canaryada=P1"]
    assert run(["lab", "collect", "games", "--into", "out", *consent]) == 0
    (file,) = Path("out").iterdir()
    assert "canary" not in file.read_text().casefold()
    header = json.loads(file.read_text().splitlines()[0])
    assert (header["material"]["deck"], header["options"]["deck"]) == ("of mine", "of mine")
    capsys.readouterr()
    assert run(["show", str(file)]) == 0
    assert "Canary" not in capsys.readouterr().out


def test_the_usual_pseudonyms_do_not_follow_the_names(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tui.commands.lab import collect

    assert bot
    monkeypatch.setattr("typer.confirm", lambda *_, **__: True)
    monkeypatch.setattr("typer.prompt", lambda *_, default, **__: default)
    ask = collect._ask_consent
    one, other = (ask({"Ada": 1, "Ben": 1}) for _ in range(2))
    assert set(one.values()).isdisjoint(other.values())
    assert all(re.fullmatch(r"P-[0-9a-f]{6}", name) for name in (*one.values(), *other.values()))


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("exec:'/home/ada/my bots/bot.py' --token x", "exec:bot.py"),
        ("exec:python3 ~/bot.py --token=abc", "exec:bot.py"),
        ("exec:./bot --key abc", "exec:bot"),
        (r"exec:'C:\Users\ada\bot.exe' --key abc", "exec:bot.exe"),
        ("py:/home/ada/bot.py:make", "py:bot.py:make"),
        ("script:/home/ada/moves of mine.jsonl", "script:moves of mine.jsonl"),
        ("llm:openai/gpt-4o", "llm:openai/gpt-4o"),
        ("llm:/home/ada/model.gguf", "llm:model.gguf"),
        ("nonsense:/home/ada", "unknown"),
        ("glove", "glove"),
    ],
)
def test_a_spec_is_published_by_name(spec: str, told: str) -> None:
    assert redact_spec(spec) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("There is no /home/ada/x/y.txt.", "There is no y.txt."),
        ('File "/Users/ada/a.py", line 3', 'File "a.py", line 3'),
        (r"C:\Users\ada\a.py is missing", "a.py is missing"),
        ("in /home/ada and ~/x/y", "in ~ and y"),
        ("and/or, 1/2, </b>, https://api.openai.com/v1", None),
        ("exec:/x/bot.py --key secret said secret", "b said …"),
        ("'/x/bot.py --key secret' ended", "'b' ended"),
    ],
)
def test_a_text_is_published_without_places(text: str, told: str | None) -> None:
    assert redact_text(text, {"b": "exec:/x/bot.py --key secret"}) == (told or text)


def test_values_and_servers_are_published_by_name() -> None:
    assert redact_value({"pool": "/home/ada/pool.json", "k": 3}) == {"pool": "pool.json", "k": 3}
    assert redact_value("animals") == "animals"
    assert redact_server("api.openai.com") == "api.openai.com"
    assert redact_server("gpu7.lab.example:8000") == "own server"
