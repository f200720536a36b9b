"""Settings: what counts more than what, and one clear sentence for whatever is wrong."""

from pathlib import Path

import pytest

from engine.app_and_model_settings import Settings, find_origin, load_settings
from engine.trusted_settings import (
    SettingsError,
    get_user_file,
)
from tui.app import IDLE_TIMEOUT
from tui.command_line import run
from tui.preferences import Preferences, load_preferences


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the working folder; nothing is set anywhere else."""
    for name in ("DATA", "THEME", "IDLE", "TIMEOUT"):
        monkeypatch.setenv(f"PARLOUR_{name}", "")
    monkeypatch.setattr("engine.trusted_settings.user_config_path", lambda _: tmp_path / "user")
    (tmp_path / "user").mkdir()
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path / "project" / "parlour.toml"


def test_the_defaults_are_the_app_s_own() -> None:
    settings = load_settings({})
    assert settings.idle == IDLE_TIMEOUT
    assert settings.theme is None
    assert find_origin("idle", {}) == "the default"


def test_the_command_line_counts_most_then_environment_project_and_user(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    get_user_file().write_text("idle = 1\n")
    assert load_settings({}).idle == 1
    assert find_origin("idle", {}) == str(get_user_file())
    project.write_text("idle = 2\n")
    assert load_settings({}).idle == 2
    assert find_origin("idle", {}) == "parlour.toml"
    monkeypatch.setenv("PARLOUR_IDLE", "3")
    assert load_settings({}).idle == 3
    assert find_origin("idle", {}) == "the environment (PARLOUR_IDLE)"
    assert load_settings({"idle": "4"}).idle == 4
    assert find_origin("idle", {"idle": "4"}) == "the command line"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("idel = 3", "parlour.toml: There is no setting 'idel'. Did you mean 'idle'?"),
        ("idle = 0", "parlour.toml: idle should be greater than 0, not '0'."),
        ('idle = "soon"', "parlour.toml: idle should be a valid number, not 'soon'."),
        ("idle = nan", "parlour.toml: idle should be a finite number, not 'nan'."),
        ('theme = "drak"', "parlour.toml: theme should be 'dark' or 'light', not 'drak'."),
        ('data = ""', "parlour.toml: data should be the path of a folder, not ''."),
        ("data = 3", "parlour.toml: data should be the path of a folder, not '3'."),
        ('data = "~nobody-here/x"', "parlour.toml: data should be a folder; there is no such home"),
        ("idle = [", "parlour.toml is not TOML: "),
    ],
)
def test_a_broken_file_gives_one_sentence_with_file_and_key(
    text: str, said: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write_text(text + "\n")
    with pytest.raises(SettingsError) as error:
        load_settings({})
    assert str(error.value).startswith(said)
    assert run(["show", "nothing.jsonl"]) == 2
    assert run(["config", "show"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [str(error.value)] * 2


def test_a_file_that_cannot_be_read_is_named(project: Path) -> None:
    project.mkdir()
    with pytest.raises(SettingsError, match=r"parlour\.toml cannot be read: "):
        load_settings({})
    project.rmdir()
    project.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match=r"parlour\.toml is not UTF-8 text"):
        load_settings({})


def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_IDLE", "soon")
    with pytest.raises(SettingsError, match=r"^the environment \(PARLOUR_IDLE\): idle should be"):
        load_settings({})


def test_a_file_without_fault_does_not_take_the_blame(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write_text("idle = 7\n")
    monkeypatch.setenv("PARLOUR_THEME", "mauve")
    with pytest.raises(SettingsError, match=r"^the environment \(PARLOUR_THEME\): theme should be"):
        load_settings({})


def test_every_setting_says_what_it_is() -> None:
    assert all(field.description for field in Settings.model_fields.values())


@pytest.mark.usefixtures("trusted_folder")
def test_settings_reach_the_app_and_those_who_look_into_the_environment(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert load_preferences() == Preferences()
    project.write_text('theme = "light"\nidle = 9\ndata = "there"\ntimeout = 5\n')
    assert load_preferences() == Preferences("light", 9)
    from engine.llm.servers_and_keys import Server
    from words.space_file_format_and_folders import get_data_folder

    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    assert get_data_folder() == Path("there")
    assert Server.from_environment().timeout == 5


def test_config_show_tells_values_and_where_they_come_from(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write_text("timeout = 5\n")
    assert run(["--theme", "light", "config", "show"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "light" in lines["theme"]
    assert "the command line" in lines["theme"]
    assert " 5 " in lines["timeout"]
    assert "parlour.toml" in lines["timeout"]
    assert "the default" in lines["idle"]


def test_config_path_works_beside_a_broken_file(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write_text("[")
    assert run(["config", "path"]) == 0
    assert run(["config", "path", "--user"]) == 0
    here, there, user = capsys.readouterr().out.splitlines()
    assert here == str(project)
    assert there == f"{get_user_file()} (not there)"
    assert user == str(get_user_file())
