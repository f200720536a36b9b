"""`parlour doctor`: what it finds, and what it keeps to itself."""

from pathlib import Path

import pytest

from benchmarks.terminal import PYTHON, Terminal
from tui.command_line import run
from tui.commands.doctor import describe_terminal, explain_unwritable
from tui.terminal.probe import TerminalInfo
from words.space.names import EMBEDDED_SPACES

PARLOUR = str(Path(PYTHON).with_name("parlour"))
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


def report(capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    assert run(["doctor"]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_all_is_well(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = report(capsys)
    for name in ("Python", "Terminal", "Colours", "Unicode", "Images", "Vectors glove", "Games"):
        assert f" {name} " in out
    assert "OPENAI_API_KEY is not set" in out
    assert str(data / "games") in out
    assert "0 kept" in out
    assert "Everything a game needs is here." in out
    assert not data.exists(), "looking changes nothing"


def test_no_key_is_ever_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv(
        "OPENAI_BASE_URL", f"https://user:{KEY}@models.example.com:8443/v1?key={KEY}"
    )
    out = report(capsys)
    assert "OPENAI_API_KEY is set" in out
    assert "models.example.com:8443 (OPENAI_BASE_URL)" in out
    assert "canary" not in out


def test_a_missing_space_is_broken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        "words.space.folder._get_builtin_file",
        lambda name: tmp_path / f"{name}.space",
    )
    out = report(capsys, 1)
    assert "broken  Vectors word2vec" in out
    assert f"{len(EMBEDDED_SPACES)} broken." in out


def test_a_folder_that_cannot_be_written_to_is_broken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", "/proc/none")
    out = report(capsys, 1)
    assert "broken  Games folder" in out
    assert "cannot be written to" in out


def test_broken_settings_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("parlour.toml").write_text("idel = 1\n")
    assert "broken  Settings" in (out := report(capsys, 1))
    assert "parlour.toml: There is no setting 'idel'." in out


def test_a_damaged_import_is_a_note_and_kept_games_are_counted(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / "vectors").mkdir(parents=True)
    (data / "vectors" / "mine.space").write_bytes(b"no space")
    (data / "games").mkdir()
    (data / "games" / "one.jsonl").touch()
    (data / "games" / "one.calls.jsonl").touch()
    out = report(capsys)
    assert "note    Vectors mine" in out
    assert "1 kept" in out


def test_what_was_chosen_for_pictures_is_told_with_the_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = report(capsys)
    assert "Terminal says     nothing" in out
    assert "Images            Quadrant blocks. No terminal could be asked" in out
    monkeypatch.setenv("PARLOUR_IMAGES", "none")
    out = report(capsys)
    assert "Images            Words. It was asked for." in out
    assert "Images (auto)     Quadrant blocks. No terminal" in out


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (TerminalInfo(), "nothing: there is none, or none that can be asked"),
        (TerminalInfo(asked=True, seconds=1.5), "nothing within 1.5 s"),
        (
            TerminalInfo(True, "foot(1.13.1)", (62, 4), (10, 19), 1024, seconds=0.0042),
            "foot(1.13.1), cells of 10 x 19 pixels, 1024 colours for Sixel, attributes 62, 4, "
            "in 4 ms",
        ),
        (
            TerminalInfo(True, "", (6,), seconds=0.01),
            "no name, cell size unknown, attributes 6, in 10 ms",
        ),
    ],
)
def test_what_the_terminal_says_is_told(answers: TerminalInfo, said: str) -> None:
    assert describe_terminal(answers) == said


def test_a_test_card_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--pictures"]) == 2
    assert capsys.readouterr().err == "Pictures need a terminal, and there is no terminal here.\n"


def test_the_test_card_shows_every_way_with_its_name() -> None:
    with Terminal([PARLOUR, "doctor", "--pictures"]) as terminal:
        for said in (
            "--images kitty",
            "\x1b_Ga=t,f=100",
            "--images sixel",
            "\x1bP0;1;0q",
            "--images iterm2",
            "\x1b]1337;File=",
            "--images quad",
            "--images half",
            "▀",
        ):
            terminal.expect(said)


def test_a_folder_yet_to_be_made_is_judged_by_the_one_above(tmp_path: Path) -> None:
    assert explain_unwritable(tmp_path / "not" / "yet") is None
    assert not (tmp_path / "not").exists()
