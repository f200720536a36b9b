"""Files of a strange working folder: what they set counts only if the user trusts them."""

import os
import stat
from collections.abc import Iterator
from errno import EMFILE, ENOSPC
from pathlib import Path
from typing import NoReturn

import pytest

from engine.config import trust
from engine.config.paths import get_user_file
from engine.config.project_file import explain_ignored_settings
from engine.config.server_presets import PRESETS
from engine.config.settings import find_origin, load_settings
from engine.config.start import load_start
from engine.config.trust import load_store
from engine.errors import SetupError
from engine.llm.model import Model
from screens.home import HomeScreen
from tests.chat_server import ChatServer, said, serving
from tui.app import ParlourApp
from tui.command_line import run
from tui.home import create_home

KEY = "canarykey-0123456789-abcdef"
EVIL = "https://evil.example/v1"
MACHINES = ["--seat", "decoder=random", "--seat", "interceptor=random"]
type Urls = tuple[str, str]


@pytest.fixture(autouse=True)
def strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder that somebody else has made; keys are in the environment."""
    folder = tmp_path / "strange"
    folder.mkdir()
    monkeypatch.chdir(folder)
    get_user_file().parent.mkdir(parents=True, exist_ok=True)
    for name in ("DATA", "TIMEOUT", "ISOLATE", "PASS_ENV"):
        monkeypatch.setenv(f"PARLOUR_{name}", "")
    for name in ("OPENAI_API_KEY", "OPENROUTER_API_KEY", "MY_KEY"):
        monkeypatch.setenv(name, KEY)
    return folder


@pytest.fixture
def servers() -> Iterator[tuple[ChatServer, ChatServer, Urls]]:
    """The user's server, and a stranger's."""
    answer = said('{"words": ["orchard", "kettle", "violin"]}')
    own, other = ChatServer([answer]), ChatServer([answer])
    with serving(own) as url, serving(other) as there:
        yield own, other, (url, there)


# What a strange parlour.toml can set.


def test_what_cannot_hurt_counts_without_trust(capsys: pytest.CaptureFixture[str]) -> None:
    Path("parlour.toml").write_text(
        'theme = "light"\nimages = "half"\nmotion = "off"\nidle = 5\ntimeout = 7\n'
    )
    settings = load_settings({})
    given = (settings.theme, settings.images, settings.motion, settings.idle, settings.timeout)
    assert given == ("light", "half", "off", 5, 7)
    assert not explain_ignored_settings()
    assert run(["config", "show"]) == 0
    assert not capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ['data = "here"', 'pass_env = ["OPENAI_API_KEY"]', "isolate = false"]
)
def test_folders_and_programs_are_not_set_by_a_strange_file(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    get_user_file().write_text("isolate = true\n")
    before = load_settings({})
    Path("parlour.toml").write_text(f"{line}\n")
    name = line.split()[0]
    assert load_settings({}) == before
    assert find_origin(name, {}) != "parlour.toml"
    said_ = (
        f"parlour.toml in this folder: {name} is ignored, because anybody may have written that "
        "file; if you trust what is in it, run: parlour trust parlour.toml"
    )
    run(["show", "nothing.jsonl"])
    assert said_ in capsys.readouterr().err.splitlines()
    run(["config", "show"])
    assert said_ in capsys.readouterr().err.splitlines()
    run(["doctor"])
    assert said_ in capsys.readouterr().out
    assert run(["trust", "parlour.toml"]) == 0
    os.environ[f"PARLOUR_{name.upper()}"] = ""  # commands set it
    assert find_origin(name, {}) == "parlour.toml"
    assert not explain_ignored_settings()


def test_a_strange_data_folder_does_not_make_its_games_one_s_own(
    strange: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = "exec:touch ran"
    seats = [*MACHINES[:2], "--seat", "encoder=random", "--seat", f"interceptor={bot}"]
    run(["play", "decrypto", *seats, "--journal", "data/games/g.jsonl"])
    assert Path("ran").exists()
    Path("ran").unlink()
    Path("parlour.toml").write_text(f'data = "{strange}/data"\n')
    for command in (["resume"], ["resume", "data/games/g.jsonl"]):
        assert run(command) == 2
    assert "add --run-programs" in capsys.readouterr().err
    assert not Path("ran").exists()


@pytest.mark.parametrize("name", ["m", "gpt-4o", "gpt-4o@openai"])
@pytest.mark.parametrize(
    "route",
    [
        'base_url = "{}"\napi_key_env = "OPENAI_API_KEY"',
        'base_url = "{}"\nextra_headers = {{ X = "$MY_KEY" }}',
        'base_url = "{}"',
    ],
)
def test_a_strange_table_changes_no_model(
    name: str, route: str, servers: tuple[ChatServer, ChatServer, Urls]
) -> None:
    own, other, (url, there) = servers
    os.environ["OPENAI_BASE_URL"] = url
    before = Model.find(name, settings=load_settings())
    Path("parlour.toml").write_text(f'[models."{name}"]\n{route.format(there)}\n')
    assert Model.find(name, settings=load_settings()) == before
    if "@" not in name:
        run(["play", "decrypto", "--seat", f"encoder=llm:{name}", *MACHINES, "--set", "rounds=1"])
        assert own.headers[0]["authorization"] == f"Bearer {KEY}"
    assert not other.questions
    assert f"models.{name} is ignored" in " ".join(explain_ignored_settings())


def test_the_key_of_one_file_does_not_go_to_the_address_of_another() -> None:
    get_user_file().write_text(
        '[models.m]\npreset = "openai"\napi_key_env = "MY_KEY"\nprice_in = 2\n'
    )
    assert Model.find("m", settings=load_settings()).server.key == KEY
    Path("parlour.toml").write_text('[models.m]\nbase_url = "http://localhost:1/v1"\n')
    run(["trust", "parlour.toml"])
    model = Model.find("m", settings=load_settings())
    assert (model.server.host, model.server.key, model.price_in) == ("localhost:1", "none", 2)


def test_no_other_variable_of_the_environment_is_sent(
    servers: tuple[ChatServer, ChatServer, Urls], monkeypatch: pytest.MonkeyPatch
) -> None:
    own, _, (url, _) = servers
    for name in ("OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_CUSTOM_HEADERS"):
        monkeypatch.setenv(name, "X: canaryother")
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    run(["play", "decrypto", "--seat", "encoder=llm:m", *MACHINES, "--set", "rounds=1"])
    assert own.headers
    assert "canaryother" not in str(own.headers)


# What a strange .env can set.


@pytest.mark.parametrize("trusted", [False, True])
@pytest.mark.parametrize("model", ["m", "gpt-4o"])
def test_an_address_in_dotenv_does_not_get_the_key_of_the_environment(
    trusted: bool, model: str
) -> None:
    Path(".env").write_text(f"OPENAI_BASE_URL={EVIL}\n")
    if trusted:
        assert run(["trust", ".env"]) == 0
        with pytest.raises(SetupError, match=r"OPENAI_API_KEY is not sent to evil\.example: "):
            Model.find(model, settings=load_settings())
    else:
        assert Model.find(model, settings=load_settings()).server.url == PRESETS["openai"].url
        assert ".env in this folder: OPENAI_BASE_URL is" in explain_ignored_settings()[0]


@pytest.mark.parametrize("table", ['api_key_env = "MY_KEY"', 'extra_headers = { X = "$MY_KEY" }'])
def test_nor_do_keys_that_the_user_s_tables_name(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    get_user_file().write_text(f"[models.m]\n{table}\n")
    Path(".env").write_text(f"OPENAI_BASE_URL={EVIL}\nOPENAI_API_KEY=theirs\n")
    run(["trust", ".env"])
    with pytest.raises(SetupError, match=r"MY_KEY is not sent to evil\.example"):
        Model.find("m", settings=load_settings())


def test_address_and_key_of_a_trusted_dotenv_belong_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    Path(".env").write_text("OPENAI_BASE_URL=https://ours.example/v1\nOPENAI_API_KEY=ours\n")
    with pytest.raises(SetupError, match=r"There is no key for api\.openai\.com"):
        Model.find("m", settings=load_settings())
    run(["trust", ".env"])
    server = Model.find("m", settings=load_settings()).server
    assert (server.host, server.key) == ("ours.example", "ours")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    assert Model.find("m", settings=load_settings()).server.key == "none"


def test_variables_that_are_none_of_our_business_are_not_mentioned() -> None:
    Path(".env").write_text("DATABASE_URL=x\nPARLOUR_DATA=y\nPARLOUR_ISOLATE=net\n")
    assert not explain_ignored_settings()
    get_user_file().write_text('[models.m]\npreset = "openai"\napi_key_env = "DATABASE_URL"\n')
    assert ".env in this folder: DATABASE_URL is ignored" in explain_ignored_settings()[0]


# parlour trust.


def test_trust_is_for_one_file_with_one_content(
    strange: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("parlour.toml").write_text('data = "a"\n')
    assert run(["trust", "parlour.toml"]) == 0
    assert load_settings({}).data == Path("a")
    assert stat.S_IMODE(trust.store_path().stat().st_mode) == 0o600
    capsys.readouterr()
    run(["trust", "--list"])
    assert capsys.readouterr().out == f"{strange}/parlour.toml\n"
    Path("parlour.toml").write_text('data = "b"\n')
    assert find_origin("data", {}) == "the default"
    run(["trust", "--list"])
    assert capsys.readouterr().out == f"{strange}/parlour.toml  (changed, not trusted)\n"
    Path("parlour.toml").write_text('data = "a"\n')
    (strange / "copy").mkdir()
    os.chdir("copy")
    Path("parlour.toml").write_text('data = "a"\n')
    assert find_origin("data", {}) == "the default"
    os.chdir("..")
    assert find_origin("data", {}) == "parlour.toml"
    assert run(["trust", "--remove", "parlour.toml"]) == 0
    assert find_origin("data", {}) == "the default"
    assert run(["trust", "--remove", "parlour.toml"]) == 2


def test_a_file_is_trusted_under_its_whole_name(
    strange: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = strange / "one\x1b]0;two\x07\u202ethree\nfour"
    folder.mkdir()
    os.chdir(folder)
    Path("parlour.toml").write_text('data = "a"\n')
    assert run(["trust", "parlour.toml"]) == 0
    trusted = capsys.readouterr().out.splitlines()[-1]
    assert run(["trust", "--list"]) == 0
    assert trusted == f"Trusted as it is now: {capsys.readouterr().out.strip()}"
    assert trusted.isprintable()
    assert r"one\x1b]0;two\x07\u202ethree\nfour" in trusted


def test_the_user_s_own_file_needs_no_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    get_user_file().write_text('data = "a"\n')
    assert load_settings({}).data == Path("a")
    monkeypatch.chdir(get_user_file().parent)
    assert load_settings({}).data == Path("a")
    assert run(["trust", "parlour.toml"]) == 0
    assert not trust.store_path().exists()


@pytest.mark.parametrize("damage", ["{", "[]", '{"x": 1}', "[" * 100_000])
def test_a_damaged_list_trusts_nothing(damage: str) -> None:
    Path("parlour.toml").write_text('data = "a"\n')
    trust.store_path().write_text(damage)
    assert find_origin("data", {}) == "the default"
    run(["trust", "parlour.toml"])
    assert find_origin("data", {}) == "parlour.toml"
    trust.store_path().chmod(0o666)  # anybody may have written it
    assert find_origin("data", {}) == "the default"


@pytest.mark.parametrize("arguments", [["parlour.toml"], ["--list"], ["--remove", ".env"]])
def test_a_list_that_cannot_be_read_is_not_overwritten(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("parlour.toml", ".env"):
        Path(name).write_text('data = "a"\n')
    run(["trust", ".env"])
    before = trust.store_path().read_text()

    def fail(path: Path) -> NoReturn:
        raise OSError(EMFILE, os.strerror(EMFILE), str(path))

    with monkeypatch.context() as patched:
        patched.setattr(trust, "open_binary", fail)
        assert find_origin("data", {}) == "the default"  # it counts as trusted by nobody
        capsys.readouterr()
        assert run(["trust", *arguments]) == 2
        said_ = f"{trust.store_path()} cannot be read: Too many open files."
        assert said_ in capsys.readouterr().err
    assert trust.store_path().read_text() == before


def test_a_list_that_cannot_be_written_leaves_the_one_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("parlour.toml").write_text("\n")
    Path(".env").write_text("\n")
    run(["trust", ".env"])
    before = trust.store_path().read_text()

    def fail(*_: object) -> NoReturn:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(Path, "replace", fail)
    assert run(["trust", "parlour.toml"]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert trust.store_path().read_text() == before
    assert [file.name for file in trust.store_path().parent.glob("trusted*")] == ["trusted.json"]


@pytest.mark.parametrize(
    "arguments", [[], ["bot.py"], ["--list", ".env"], ["--list", "--remove"], [".env"]]
)
def test_wrong_use_is_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["trust", *arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


async def test_the_app_says_what_is_ignored(strange: Path) -> None:
    (strange / "parlour.toml").write_text('data = "[red]"\n')
    app = ParlourApp(lambda: create_home(load_start()))
    app.notices = explain_ignored_settings()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        (notice,) = app._notifications
        assert notice.message.startswith("parlour.toml in this folder: data is ignored")


def test_names_in_a_strange_file_cannot_write_to_the_terminal() -> None:
    Path("parlour.toml").write_text('[models."\\u001b]0;x\\u0007\\u202emini"]\npreset = "vllm"\n')
    (sentence,) = explain_ignored_settings()
    assert sentence.isprintable()
    assert "models.mini is ignored" in sentence
    Path("parlour.toml").write_text("\n".join(f"[models.m{n}]" for n in range(30)))
    assert "and 22 more are ignored" in explain_ignored_settings()[0]


def test_what_is_about_to_be_trusted_is_printed_without_keys(
    strange: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("parlour.toml").write_text(
        'theme = "dark"\nisolate = false\npass_env = ["MY_KEY"]\n'
        '[models.big]\nbase_url = "https://ada:canary-1@evil.example/v1\\u001b[2J?key=canary-5"\n'
        'api_key_env = "OPENAI_API_KEY"\nmax_tokens = 5\napi_key = "canary-2"\n'
        '[models.big.extra_headers]\nX-Mine = "canary-3"\nX-Key = "$MY_KEY"\n'
        '[models.bad]\napi_key_env = "canary-4"\nnote = "sk-proj-canary6canary6"\n'
    )
    assert run(["trust", "parlour.toml"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "What parlour.toml sets once it is trusted:",
        "isolate = False",
        "pass_env = ['MY_KEY']",
        "models.big.base_url = https://...@evil.example/v1?...",
        "models.big.api_key_env = OPENAI_API_KEY",
        "models.big.max_tokens = 5",
        "models.big.api_key = (not shown, as it may be a key)",
        "models.big.extra_headers.X-Mine = (not shown, as it may be a key)",
        "models.big.extra_headers.X-Key = $MY_KEY",
        "models.bad.api_key_env = (not shown, as it may be a key)",
        "models.bad.note = (not shown, as it may be a key)",
        f"Trusted as it is now: {strange / 'parlour.toml'}",
    ]
    Path(".env").write_text("OPENAI_BASE_URL=https://evil.example\nMY_KEY=canary\n")
    assert run(["trust", ".env"]) == 0
    assert capsys.readouterr().out.splitlines()[1:3] == [
        "OPENAI_BASE_URL = https://evil.example",
        "MY_KEY = (not shown, as it may be a key)",
    ]


def test_a_file_that_cannot_be_read_is_not_trusted(capsys: pytest.CaptureFixture[str]) -> None:
    Path("parlour.toml").write_text("isolate = ")
    assert run(["trust", "parlour.toml"]) == 2
    assert "parlour.toml is not TOML" in capsys.readouterr().err
    assert not load_store()
