"""The command line: what is wrong with a command, what is allowed, and what opens the app."""

import ast
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from benchmarks import create_parser
from benchmarks.__main__ import NAMES, describe_usage
from benchmarks.terminal import Terminal
from engine.config.start import Look, Start
from tests.kept_games import PEOPLE, SECRETS, keep_game
from tui.command_line import run
from tui.terminal.streams import STREAMS, explain_missing_terminal, list_redirected_streams

ROOT = Path(__file__).parent.parent
PARLOUR = [sys.executable, "-c", "from tui.main import main; main()"]
RANDOM = ["--seat", "encoder=random", "--seat", "decoder=random", "--seat", "interceptor=random"]
KEY = "sk-canary-0123456789"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("THEME", "IDLE", "TIMEOUT"):
        monkeypatch.setenv(f"PARLOUR_{name}", "")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("play", "Missing argument 'GAME'. See: parlour play --help"),
        ("plya", "No such command 'plya'. Did you mean 'play'"),
        (
            "play decripto",
            "no game 'decripto'. Did you mean 'decrypto'? There is: decrypto, dixit, ",
        ),
        ("play decrypto", "encoder, decoder and interceptor are people's, and there is no termin"),
        ("play decrypto --seat encodr=glove", "no seat 'encodr'. Did you mean 'encoder'?"),
        ("play decrypto --seat encoder", "a pair such as encoder=word2vec, not 'encoder'"),
        ("play decrypto --seat encoder=glov", "no player 'glov'. Did you mean 'glove'?"),
        ("play decrypto --seat encoder=llm", "'llm' needs a MODEL"),
        ("play decrypto RANDOM --seat encoder=glove", "--seat encoder=... is given twice"),
        (
            "play decrypto RANDOM --set rounds=25",
            "rounds must be a whole number from 1 to 24",
        ),
        ("play decrypto RANDOM --set round=9", "no option 'round'. Did you mean 'rounds'?"),
        ("play decrypto RANDOM --set rounds", "a pair such as players=3, not 'rounds'"),
        ("play decrypto RANDOM --set keywords=a,b", "give four words with commas between, not 2"),
        ("play decrypto RANDOM --seed \x1b[31m", "--seed takes one line of 1 to 200 plain"),
        ("play decrypto RANDOM --games 0", "greater than or equal to 1"),
        ("play decrypto RANDOM --sed x", "No such option: --sed"),
        ("play decrypto --json --seat decoder=glove", "--json is for games without people"),
        ("play decrypto --games 2 --seat decoder=glove", "--games is for games without people"),
        ("play decrypto --seat decoder=glove --seat encoder=glove", "The seat interceptor is a"),
        ("play decrypto RANDOM --journal /proc/none/x", "/proc/none cannot be made"),
        ("play decrypto RANDOM --journal ", "--journal takes a file or a folder, not an empty"),
        ("play decrypto RANDOM --journal nowhere/", "There is no folder nowhere/ for the journal"),
        ("--data  resume", "the command line: data must be the path of a folder, not ''"),
        ("resume", "There is no unfinished game in"),
        ("resume nothing.jsonl", "nothing.jsonl cannot be read: No such file"),
        ("show nothing.jsonl", "nothing.jsonl cannot be read: No such file"),
        ("show nothing.jsonl --format txt", "no format 'txt'. Did you mean 'text'?"),
        ("replay nothing.jsonl", "and there is no terminal here; parlour show prints"),
        ("--theme drak play", "the command line: theme must be one of dark, light, blue"),
        ("vectors nearest moon --in gluve", "no space named 'gluve'"),
    ],
)
def test_a_wrong_command_is_answered_in_a_sentence(
    command: str, said: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [one for word in command.split(" ") for one in (RANDOM if word == "RANDOM" else [word])]
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1
    assert "\x1b" not in err
    assert not data.exists(), "a command that cannot be done leaves nothing behind"


def test_a_seat_that_cannot_be_taken_leaves_no_journal(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for spec in ("llm:some-model", "script:nothing.jsonl", "vectors:none"):
        assert run(["play", "decrypto", *RANDOM[2:], "--seat", f"encoder={spec}"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1
    assert not list((data / "games").iterdir())


def test_a_script_with_a_bad_line_names_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.jsonl"
    for line, why in (
        ("{", "not JSON"),
        ('{"Hunt": 1}', "a move is one of Hint, Guess, Words, not 'Hunt'"),
        ('{"Guess": {"code": [1, 2]}}', "Guess.code"),
    ):
        script.write_text('{"Hint": {"words": ["a", "b", "c"]}}\n' + line + "\n")
        assert run(["play", "decrypto", *RANDOM[2:], "--seat", f"encoder=script:{script}"]) == 2
        assert f"line 2: {why}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    ["", "play", "resume", "replay", "show", "vectors", "vectors import", "doctor", "config show"],
)
def test_every_command_teaches_by_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "--help"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(f"Usage: parlour {command}".rstrip())
    assert "\\b" not in out
    if command not in ("doctor", "vectors"):
        assert out.count("parlour ") > 1


def test_help_tells_every_kind_of_player_and_every_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from engine.games.catalog import CATALOG
    from engine.players.spec import KINDS

    run(["play", "--help"])
    out = capsys.readouterr().out
    assert all(f"\n    {kind}" in out for kind in KINDS)
    for definition in CATALOG.values():
        assert all(f"\n    {name}=" in out for name in definition.list_options())


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    from importlib.metadata import version

    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"parlour {version('parlour')}\n"


@pytest.mark.parametrize("format_", ["text", "json", "csv", "html"])
def test_show_prints_a_game_and_no_secret_of_an_unfinished_one(
    format_: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = keep_game(tmp_path, "whole")
    assert run(["show", str(whole), "--format", format_]) == 0
    assert SECRETS[0] in capsys.readouterr().out
    unfinished = keep_game(tmp_path, "unfinished", moves=4)
    for seat in ((), ("--as", "interceptor")):
        assert run(["show", str(unfinished), "--format", format_, *seat]) == 0
        out, err = capsys.readouterr()
        assert out
        assert not any(secret in out + err for secret in SECRETS)


def test_show_knows_the_seats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", str(keep_game(tmp_path, "kept")), "--as", "decodr"]) == 2
    assert "no seat 'decodr'. Did you mean 'decoder'?" in capsys.readouterr().err


def test_without_a_terminal_the_baselines_play(data: Path) -> None:
    done = subprocess.run(PARLOUR, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Round 1: the code was" in done.stdout
    assert "Outcome: " in done.stdout
    assert "parlour play decrypto --seed" in done.stdout
    assert not data.exists()


@pytest.mark.parametrize("command", [(), ("play", "decrypto", *RANDOM)])
def test_a_story_that_nobody_reads_any_more_ends_quietly(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    told, teller = os.pipe()
    os.close(told)
    with os.fdopen(teller, "wb") as pipe:
        stream = {"stderr": pipe} if command else {"stdout": pipe}
        others = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        done = subprocess.run(
            [*PARLOUR, *command],
            cwd=tmp_path,
            **{**others, **stream},  # type: ignore[call-overload]
        )
    assert done.returncode == 1
    assert b"Traceback" not in (done.stdout or b"") + (done.stderr or b"")


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [*PARLOUR, "play", "decrypto", *RANDOM, "--games", "300", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize(
    ("streams", "code"), [(">&-", 0), ("2>&-", 0), ("<&-", 0), (">/dev/full", 2)]
)
def test_streams_that_are_closed_or_full_give_no_traceback(
    streams: str, code: int, tmp_path: Path
) -> None:
    play = f"{shlex.join(PARLOUR)} play decrypto {shlex.join(RANDOM)} {streams}"
    done = subprocess.run(["/bin/sh", "-c", play], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    if code:
        assert done.stderr.endswith("The output cannot be written: No space left on device.\n")


def test_outside_words_survive_a_poor_locale(tmp_path: Path) -> None:
    kept = keep_game(tmp_path, "kept")
    done = subprocess.run(
        [*PARLOUR, "show", str(kept)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
    )
    assert done.returncode == 0, done.stderr
    assert "“" in done.stdout.decode()


def test_reading_the_command_line_imports_neither_screens_nor_models() -> None:
    heavy = ("textual", "rich", "numpy", "PIL", "openai", "pydantic")
    script = f"import sys, tui.command_line; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("redirected", "why"),
    [
        ((), ""),
        (("stderr",), "stderr is not a terminal (the app needs one there; do not redirect it)"),
        (
            ("stdin", "stdout"),
            "stdin and stdout are not terminals (the app needs one there; do not redirect them)",
        ),
        (("stdin", "stdout", "stderr"), "there is no terminal here"),
    ],
)
def test_a_message_names_the_streams_that_are_redirected(
    redirected: tuple[str, ...],
    why: str,
    data: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        for name in STREAMS:
            patch.setattr(sys, name, StringIO())
            patch.setattr(getattr(sys, name), "isatty", lambda here=name not in redirected: here)
        found = list_redirected_streams()
        assert explain_missing_terminal() == why
    assert found == [*redirected]
    if not why:
        return
    monkeypatch.setattr("tui.terminal.streams.list_redirected_streams", lambda: found)
    for command in (
        *("play taboo", "play taboo --seat attacker=word2vec --seat defender=word2vec --hold all"),
        *("watch taboo", "replay none.jsonl", "deck", "doctor --pictures"),
    ):
        assert run(command.split()) == 2
        assert f", and {why}" in capsys.readouterr().err
    assert not data.exists()
    if found == ["stderr"]:  # else the demonstration game would be played
        assert run([]) == 2
        assert f"The app cannot open: {why}." in capsys.readouterr().err


class Opened:
    """What would be on the screen: stands in for the app, which needs a terminal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.first: Any = None
        self.look: Look | None = None
        monkeypatch.setattr("tui.terminal.streams.list_redirected_streams", list)
        monkeypatch.setattr("tui.launch.open_app", self.open)

    def open(self, first: Callable[[], Any], start: Start, *, notices: tuple[str, ...] = ()) -> int:
        assert not notices
        self.first, self.look = first(), start.look
        return 0


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    return Opened(monkeypatch)


def test_at_a_terminal_people_sit_in_every_seat_that_is_not_named(
    opened: Opened, data: Path
) -> None:
    assert run(["play", "decrypto", "--seat", "interceptor=random", "--seed", "s"]) == 0
    session = opened.first.first.session
    assert list(map(str, session.specs.values())) == ["human", "human", "random"]
    assert session.header.seed == "s"
    assert session.journal.path.parent == data / "games"
    session.close()


def test_at_a_terminal_resume_takes_up_a_table_of_people(opened: Opened, tmp_path: Path) -> None:
    kept = keep_game(tmp_path, "kept", moves=2)
    assert run(["--theme", "light", "--idle", "7", "resume", str(kept)]) == 0
    session = opened.first.first.session
    assert (
        dict(zip(session.match.game.seats, map(str, session.specs.values()), strict=True)) == PEOPLE
    )
    assert len(session.match.sealed) == 1
    assert opened.look == Look("light", 7)
    session.close()


def test_at_a_terminal_replay_opens_a_kept_game(opened: Opened, tmp_path: Path) -> None:
    from screens.replay.screen import ReplayScreen

    assert run(["replay", str(keep_game(tmp_path, "kept"))]) == 0
    assert isinstance(opened.first.first, ReplayScreen)


def test_at_a_terminal_people_sit_down_at_a_branch(opened: Opened, tmp_path: Path) -> None:
    kept = str(keep_game(tmp_path, "kept"))
    assert run(["branch", kept, "--at", "2", "--seat", "encoder=random", "--open-table"]) == 0
    session = opened.first.first.session
    assert list(map(str, session.specs.values())) == ["random", "human:Ben", "word2vec"]
    assert (session.match.sealed, session.table_open) == ({1}, True)
    session.close()


def test_the_app_opens_at_a_terminal_and_at_a_table(data: Path) -> None:
    with Terminal(PARLOUR) as terminal:
        terminal.expect("New game")
    command = "play decrypto --seat encoder=human:Ada --seat decoder=human:Ben"
    with Terminal([*PARLOUR, *command.split(), "--seat", "interceptor=random"]) as terminal:
        terminal.expect("I'm ready")  # the name may be in large letters
    assert len(list((data / "games").iterdir())) == 1


def test_a_broken_file_of_settings_stops_the_app_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "parlour.toml").write_text("idle = 0\n")
    with Terminal(PARLOUR) as terminal:
        terminal.expect("parlour.toml: idle must be a number above 0 up to 86400, not 0.")


def test_typer_is_loaded_only_when_a_command_runs() -> None:
    code = "import sys, tui.main; print('typer' in sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == ["False"]


def test_each_benchmark_tells_what_it_measures_its_bounds_and_how_long_it_takes() -> None:
    for name in NAMES:
        tree = ast.parse((ROOT / "benchmarks" / f"{name}.py").read_text("utf-8"))
        calls = [one for one in ast.walk(tree) if isinstance(one, ast.Call)]
        (made,) = [one for one in calls if ast.unparse(one.func) == "create_parser"]
        assert ast.unparse(made.args[0]) == "__doc__"
        assert f"\n  {name} " in describe_usage()
    text = create_parser("How long.", bounds="5 ms", takes="a minute").format_help()
    for said in ("How long.", "Bounds: 5 ms.", "it takes about a minute."):
        assert said in " ".join(text.split())


@pytest.mark.parametrize(("typed", "code"), [("moon\n", 0), ("moon\nmore\n", 0), ("", 2)])
def test_a_seed_is_read_from_stdin(
    typed: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    seats = [f"--seat={seat}=random" for seat in ("encoder", "decoder", "interceptor")]
    assert run(["play", "decrypto", *seats, "--set", "rounds=1", "--seed", "-", "--json"]) == code
    if code == 0:
        assert json.loads(capsys.readouterr().out)["seed"] == "moon"
