"""Settings: what counts more than what, and one clear sentence for whatever is wrong."""

import pickle
from pathlib import Path

import pytest

from engine.config.errors import SettingsError
from engine.config.paths import get_user_file
from engine.config.settings import Settings, find_origin, load_settings
from engine.config.start import IDLE_SECONDS, Look, Start, load_start
from engine.llm.model import Model
from tui.command_line import run
from tui.main import _open_home


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the working folder; nothing is set anywhere else."""
    for name in ("DATA", "THEME", "IDLE", "TIMEOUT"):
        monkeypatch.setenv(f"PARLOUR_{name}", "")
    monkeypatch.setattr("engine.config.paths.user_config_path", lambda _: tmp_path / "user")
    (tmp_path / "user").mkdir()
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path / "project" / "parlour.toml"


def test_the_defaults_are_the_app_s_own() -> None:
    settings = load_settings({})
    assert settings.idle == IDLE_SECONDS
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
        ("idle = 0", "parlour.toml: idle must be a number above 0 up to 86400, not 0."),
        ('idle = "soon"', "parlour.toml: idle must be a number above 0 up to 86400, not 'soon'."),
        ("idle = nan", "parlour.toml: idle must be a number above 0 up to 86400, not nan."),
        (
            'theme = "drak"',
            "parlour.toml: theme must be one of dark, light, blue, white, contrast, terminal, not ",
        ),
        ('data = ""', "parlour.toml: data must be the path of a folder, not ''."),
        ("data = 3", "parlour.toml: data must be the path of a folder, not 3."),
        ('data = "~nobody-here/x"', "parlour.toml: data: there is no such home folder."),
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
    with pytest.raises(SettingsError, match=r"^the environment \(PARLOUR_IDLE\): idle must be"):
        load_settings({})


def test_a_file_without_fault_does_not_take_the_blame(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write_text("idle = 7\n")
    monkeypatch.setenv("PARLOUR_THEME", "mauve")
    with pytest.raises(SettingsError, match=r"^the environment \(PARLOUR_THEME\): theme must be"):
        load_settings({})


def test_every_setting_says_what_it_is() -> None:
    assert all(field.description for field in Settings.model_fields.values())


@pytest.mark.usefixtures("trusted_folder")
def test_settings_reach_the_app(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_start().look == Look()
    project.write_text('theme = "light"\nidle = 9\ndata = "there"\ntimeout = 5\n')
    start = load_start()
    assert start.look == Look("light", 9)
    assert start.data == Path("there")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    assert Model.find("m", settings=start.settings).server.timeout == 5


def test_the_app_starts_with_the_defaults_of_the_settings() -> None:
    """If nothing is set, nothing is loaded, and it is as if it had been."""
    start = load_start()
    assert start.look == Start(load_settings()).look
    assert start.data == load_settings().data
    assert start.settings == load_settings()


def test_a_file_that_comes_later_changes_nothing(project: Path) -> None:
    start = load_start()
    project.write_text('theme = "mauve"\n')
    assert start.settings.theme is None


BOOLEANS = {"beliefs": False, "operator": False}


@pytest.mark.parametrize("name", BOOLEANS)
@pytest.mark.parametrize(
    ("texts", "value"),
    [(("false", "no", "0", "off", ""), False), (("true", "yes", "1", "on", "YES"), True)],
)
def test_no_means_no(
    name: str, texts: tuple[str, ...], value: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in texts:
        monkeypatch.setenv(f"PARLOUR_{name.upper()}", text)
        assert getattr(load_settings(), name) is value, text


def test_every_boolean_setting_is_tested() -> None:
    fields = Settings.model_fields.items()
    assert {name for name, field in fields if field.annotation is bool} == set(BOOLEANS)


COMMANDS: tuple[list[str], ...] = (
    ["show", "nothing.jsonl"],
    ["play", "decrypto", "--seat", "encoder=random"],
    ["watch", "decrypto"],
    ["resume"],
    ["replay", "nothing.jsonl"],
    ["branch", "nothing.jsonl", "--at", "1"],
    ["agents", "check", "random"],
    ["prompts", "list"],
    ["vectors", "list"],
    ["deck", "check", "nowhere"],
    ["lab", "status"],
    ["study", "list"],
    ["pool", "show", "nothing.pool"],
    ["config", "show"],
    [],
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", BOOLEANS)
def test_maybe_is_refused_by_every_command(
    command: list[str],
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(f"PARLOUR_{name.upper()}", "maybe")
    assert run(command) == 2
    out, err = capsys.readouterr()
    variable = f"the environment (PARLOUR_{name.upper()})"
    assert (out, err) == ("", f"{variable}: {name} must be yes or no, not 'maybe'.\n")


@pytest.mark.parametrize("name", BOOLEANS)
def test_maybe_is_refused_before_the_app_opens(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"PARLOUR_{name.upper()}", "maybe")
    monkeypatch.setattr("tui.launch.open_app", pytest.fail)
    assert _open_home() == 2
    assert f"{name} must be yes or no, not 'maybe'." in capsys.readouterr().err


def test_the_timeout_may_stand_in_dotenv(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dotenv = project.with_name(".env")
    project.write_text("timeout = 8\n")
    dotenv.write_text("PARLOUR_TIMEOUT=7\nPARLOUR_DATA=elsewhere\n")
    assert load_settings().timeout == 7
    assert load_settings().data != Path("elsewhere")
    assert find_origin("timeout", {}) == ".env (PARLOUR_TIMEOUT)"
    dotenv.write_text("PARLOUR_TIMEOUT=soon\n")
    with pytest.raises(SettingsError, match=r"^\.env \(PARLOUR_TIMEOUT\): timeout must be a"):
        load_settings()
    monkeypatch.setenv("PARLOUR_TIMEOUT", "6")
    assert load_settings().timeout == 6
    dotenv.write_text("not a line\n")  # reported when a key is needed
    assert load_settings().timeout == 6


@pytest.mark.parametrize("text", ["soon", "-1", "0", "inf", "nan"])
def test_a_wrong_timeout_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_TIMEOUT", text)
    with pytest.raises(SettingsError, match=r"^the environment \(PARLOUR_TIMEOUT\): timeout must"):
        load_settings()


@pytest.mark.usefixtures("trusted_folder")
def test_address_and_key_of_a_model_come_from_one_table(project: Path) -> None:
    get_user_file().write_text(
        '[models.m]\napi_key_env = "MY_KEY"\ntemperature = 0.1\nmax_tokens = 5\n'
        '[models.m.extra_headers]\nX-A = "$A_TOKEN"\n'
    )
    project.write_text('[models.m]\nbase_url = "http://localhost:1/v1"\ntemperature = 0.2\n')
    model = load_settings().models["m"]
    assert (model.base_url, model.api_key_env, model.extra_headers) == (
        "http://localhost:1/v1", None, {},
    )  # fmt: skip
    assert (model.temperature, model.max_tokens) == (0.2, 5)
    project.write_text("[models.m]\ntemperature = 0.2\n")
    model = load_settings().models["m"]
    assert (model.api_key_env, model.extra_headers) == ("MY_KEY", {"X-A": "$A_TOKEN"})


def test_settings_are_sent_to_workers_as_they_are() -> None:
    settings = load_settings({"data": "there", "timeout": "5"}).for_programs(("A",), "net")
    assert pickle.loads(pickle.dumps(settings)) == settings  # noqa: S301
    assert (settings.isolate, settings.pass_env) == ("net", ("A",))


def test_another_process_of_parlour_gets_what_a_command_has_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = load_settings({"data": "there", "timeout": "1234.5678"}).for_programs(("A",), "net")
    for name, value in settings.build_variables().items():
        monkeypatch.setenv(name, value)
    assert load_settings() == settings.model_copy(update={"data": Path("there").absolute()})


def test_config_show_tells_values_and_where_they_come_from(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write_text("timeout = 5\n")
    monkeypatch.setenv("PARLOUR_VECTORS_URL", "https://ada:canary@mirror.example/vectors")
    assert run(["--theme", "light", "config", "show"]) == 0
    out = capsys.readouterr().out
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert "mirror.example" in lines["vectors_url"]
    assert "canary" not in out
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
