"""Pipes, devices, folders and sockets in the place of files: one sentence, and no waiting."""

import os
import socket
import sys
from pathlib import Path

import pytest

from engine.config.settings import load_settings
from engine.journal.errors import JournalError
from engine.llm.calls_file import Call, append_call
from engine.players.spec import Spec
from engine.session import Session
from files.private import make_private_folder
from files.regular import open_regular, read_bytes, read_text
from tests.forked import Job, run_forked
from tests.kept_games import keep_game
from tui.command_line import run
from words.space.errors import SpaceError
from words.space.reader import Space
from words.space.writer import write_space

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
KINDS = ("pipe", "device", "endless", "folder", "socket", "loop", "nothing", "binary")
RANDOM = ["--seat", "encoder=random", "--seat", "decoder=random", "--seat", "interceptor=random"]
USES = {
    "show": ["show", "{}"],
    "show --calls": ["show", "{}", "--calls"],
    "resume": ["resume", "{}"],
    "replay": ["branch", "{}", "--at", "1"],
    "deck check": ["deck", "check", "{deck}"],
    "deck play": ["play", "dixit", "--set", "deck={deck}"],
    "vectors import": ["vectors", "import", "{}", "--name", "mine"],
    "vectors nearest": ["vectors", "nearest", "moon", "--in", "{}"],
    "keywords": ["play", "decrypto", *RANDOM, "--set", "keywords={}"],
    "script": ["play", "decrypto", *RANDOM[2:], "--seat", "encoder=script:{}"],
    "settings": ["play", "decrypto", *RANDOM],
    "dotenv": ["play", "decrypto", *RANDOM[2:], "--seat", "encoder=llm:m"],
}


def make_odd(kind: str, path: Path) -> None:
    """Make something that is no file of text in the place of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/tty")
    elif kind == "endless":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "binary":
        path.write_bytes(bytes(range(256)) * 9)
    elif kind == "socket":
        here = Path.cwd()
        os.chdir(path.parent)  # the path of a socket is short
        try:
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(path.name)
        finally:
            os.chdir(here)


@pytest.mark.parametrize("use", USES)
def test_no_command_waits_for_what_is_no_file(use: str, tmp_path: Path) -> None:
    jobs = []
    for kind in KINDS:
        folder = tmp_path / kind
        deck = folder / "deck"
        path = deck / "deck.toml" if "deck" in use else folder / "odd"
        path = {"settings": folder / "parlour.toml", "dotenv": folder / ".env"}.get(use, path)
        make_odd(kind, path)
        arguments = [word.format(path, deck=deck) for word in USES[use]]
        own = {"PARLOUR_DATA": str(folder), "XDG_CONFIG_HOME": str(folder)}
        jobs.append(Job(arguments, folder if folder.exists() else tmp_path, own))
    for kind, ended in zip(KINDS, run_forked(jobs), strict=True):
        said = f"{use} of {kind}: {ended.output[-600:]}"
        assert "Traceback" not in ended.output, said
        assert ended.code in (0, 1, 2, 3), said
        assert ended.output, said


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "binary"])
def test_only_regular_files_are_opened(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "odd"
    make_odd(kind, path)
    with pytest.raises(OSError, match=r"odd") as caught:
        open_regular(path)
    assert caught.value.strerror
    if kind in ("pipe", "endless", "socket"):
        assert "not a regular file" in caught.value.strerror


def test_a_regular_file_is_read_and_so_is_a_link_to_it(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes("é\r\nb\n".encode())
    (tmp_path / "link").symlink_to(path)
    assert read_text(tmp_path / "link") == "é\nb\n"
    assert read_bytes(path, 2) == "é".encode()


@pytest.mark.parametrize("use", ["settings", "keywords", "script"])
def test_a_file_without_end_is_refused_before_it_fills_the_memory(
    use: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tui.command_line import run

    monkeypatch.chdir(tmp_path)
    path = tmp_path / ("parlour.toml" if use == "settings" else "odd")
    path.touch()
    os.truncate(path, 1 << 40)
    assert run([word.format(path) for word in USES[use]]) == 2
    assert "it has more than 16,000,000 bytes." in capsys.readouterr().err


def test_saved_games_beside_odd_files_are_listed(tmp_path: Path) -> None:
    from screens.saved.folder import load_saved_games

    for kind in KINDS[:-2]:
        make_odd(kind, tmp_path / f"{kind}.jsonl")
    kept = keep_game(tmp_path, "kept", moves=2)
    assert kept in {game.path for game in load_saved_games(tmp_path)}


@pytest.mark.parametrize(
    "body", ["temp = nan", "day = 2024-05-06", "deep = [[inf]]", "at = {when = 10:00:00}"]
)
def test_what_json_cannot_hold_is_refused_in_extra_body(body: str, tmp_path: Path) -> None:
    from engine.config.errors import SettingsError
    from engine.config.paths import get_user_file

    del tmp_path
    get_user_file().parent.mkdir(parents=True, exist_ok=True)
    get_user_file().write_text(f"[models.m.extra_body]\n{body}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="this is not JSON, which has no dates"):
        load_settings({})


def test_a_damaged_row_of_a_space_is_named_and_a_failure_of_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    path = tmp_path / "vectors" / "x.space"
    path.parent.mkdir()
    write_space(path, ["sun", "moon"], [[1, 0], [0, 1]], name="x", source="", licence="")
    numbers = bytes([127, 0, 0, 127])
    assert path.read_bytes().count(numbers) == 1
    path.write_bytes(path.read_bytes().replace(numbers, bytes(4)))
    with pytest.raises(SpaceError, match="a vector is zero"):
        Space.open(path).get_vectors([0])
    seats = ("--seat", "attacker=vectors:x", "--seat", "defender=random")
    assert run(["play", "taboo", *seats, "--set", "word=moon"]) == 3
    assert "The attacker (vectors:x) failed" in (error := capsys.readouterr().err)
    assert "is damaged: a vector is zero." in error


def test_a_new_game_leaves_the_calls_file_of_another_alone(tmp_path: Path) -> None:
    from engine.games.catalog import find

    calls = tmp_path / "mine.calls.jsonl"
    calls.write_text("of another game\n", encoding="utf-8")
    definition = find("decrypto")
    lineup = dict.fromkeys(("encoder", "decoder", "interceptor"), Spec("random"))
    with pytest.raises(JournalError, match=r"mine\.calls\.jsonl exists already"):
        Session.create(
            definition,
            definition.options_type(),
            lineup,
            path=tmp_path / "mine.jsonl",
            settings=load_settings(),
        )
    assert calls.read_text(encoding="utf-8") == "of another game\n"
    assert not (tmp_path / "mine.jsonl").exists()


def test_private_files_are_private(tmp_path: Path) -> None:
    calls = tmp_path / "new" / "game.calls.jsonl"
    call = Call("encoder", "m", "", 1, 0, [], {})
    append_call(calls, call)
    assert calls.stat().st_mode & 0o777 == 0o600
    assert calls.parent.stat().st_mode & 0o777 == 0o700
    calls.chmod(0o644)
    append_call(calls, call)
    assert calls.stat().st_mode & 0o777 == 0o600
    kept = keep_game(tmp_path, "kept", moves=2)
    kept.chmod(0o666)
    Session.resume(kept, settings=load_settings()).close()
    assert kept.stat().st_mode & 0o777 == 0o600
    make_private_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700


def test_a_journal_of_another_game_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = keep_game(tmp_path, "kept")
    file.write_text(file.read_text().replace('"decrypto"', '"decripto"', 1))
    for command in ("show", "branch"):
        assert run([command, str(file), *(["--at", "1"] if command == "branch" else [])]) == 2
        (said,) = capsys.readouterr().err.splitlines()
        assert said.startswith(f"{file}, line 1: There is no game 'decripto'.")
