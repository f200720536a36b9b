"""Finding models: lists of servers, a test question, verdicts, and a table in the settings."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Select

from engine.config.errors import SettingsError
from engine.config.model_table import add_model
from engine.config.paths import get_user_file
from engine.config.server_presets import PRESETS, Preset
from engine.config.settings import load_settings
from engine.llm.discovery import ServerOffers, find_offers
from engine.llm.model_offers import MAX_OFFERS, Offer, read_offers
from engine.llm.offer_sources import LOCAL_TITLES
from engine.players.check_verdicts import CheckVerdict, keep_verdict, load_verdicts
from screens.setup.company import Company
from screens.setup.model_list import ModelList
from screens.setup.screen import SetupScreen, create_first_setup
from screens.setup.seat_row import FIND_MODELS, SeatRow
from screens.setup.setup import Setup
from tests.chat_server import ChatServer, said, serving
from tests.looking import Opened, until
from tests.model_servers import LLAMACPP, LM_STUDIO, OLLAMA, ListServer, serving_lists
from tests.raw_server import RawServer, serving_raw
from tui.command_line import run

KEY = "sk-canarykey-0123456789-abcdef"


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file and no server of whoever runs the tests; the usual addresses are closed ports."""
    monkeypatch.setattr("engine.config.paths.user_config_path", lambda _: tmp_path / "user")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, "")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    for name in LOCAL_TITLES:
        monkeypatch.setitem(PRESETS, name, Preset(f"http://localhost:{port}/{name}"))


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ListServer]]:
    """Ollama, llama.cpp and LM Studio at their usual addresses."""
    found = {"ollama": OLLAMA, "llamacpp": LLAMACPP, "lmstudio": LM_STUDIO}
    with ExitStack() as stack:
        listing = {}
        for name, answers in found.items():
            listing[name] = ListServer(answers)
            url = stack.enter_context(serving_lists(listing[name]))
            monkeypatch.setitem(PRESETS, name, Preset(url))
        yield listing


def find_specs(servers: list[ServerOffers]) -> dict[str, Offer]:
    return {one.spec: one.offer for server in servers for one in server.found}


async def test_local_servers_say_what_they_have(servers: dict[str, ListServer]) -> None:
    offers = find_specs(await find_offers(load_settings()))
    assert offers == {
        "llm:qwen3:8b@ollama": Offer("qwen3:8b", "qwen3", "8.2B", 5_225_388_164),
        "llm:gemma-3-270m.gguf@llamacpp": Offer("gemma-3-270m.gguf", "", "0.3B", 291_000_000),
        "llm:phi-4@lmstudio": Offer("phi-4", "phi3"),
    }
    assert not any("canary" in str(one.requests) for one in servers.values())


async def test_local_servers_are_asked_without_a_proxy(
    servers: dict[str, ListServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = ListServer({})
    with serving_lists(proxy) as url:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, url.removesuffix("/v1"))
        offers = find_specs(await find_offers(load_settings()))
    assert "llm:qwen3:8b@ollama" in offers
    assert servers["ollama"].requests
    assert not proxy.requests


async def test_silent_local_servers_are_left_out_and_configured_ones_are_named() -> None:
    url = PRESETS["ollama"].url.replace("/ollama", "/mine")
    write_user_file(f'[models.mine]\nbase_url = "{url}"\nmodel = "m"\n')
    (server,) = await find_offers(load_settings())
    assert not server.answered
    assert [one.spec for one in server.found] == ["llm:mine"]


async def test_a_key_goes_to_its_own_server_alone(
    servers: dict[str, ListServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    other = ListServer({"/v1/models": {"data": [{"id": "big"}, {"id": "more"}]}})
    with serving_lists(other) as url:
        write_user_file(
            f'[models.big]\nbase_url = "{url}"\napi_key_env = "MY_KEY"\n'
            f'[models.same]\nbase_url = "{PRESETS["ollama"].url}"\nmodel = "qwen3:8b"\n'
        )
        found = await find_offers(load_settings())
    assert all(headers["authorization"] == f"Bearer {KEY}" for _, headers in other.requests)
    for server in servers.values():
        assert server.requests
        assert KEY not in str(server.requests)
    offers = find_specs(found)
    assert offers["llm:big"] == Offer("big")
    assert offers[""] == Offer("more")  # no SPEC leads there without a table
    assert offers["llm:same"].family == "qwen3"
    assert "llm:qwen3:8b@ollama" not in offers  # it is the same model
    assert KEY not in repr(found)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        {"data": 3},
        {"data": [3, None, {"id": 3}, {"id": ""}, {"id": "a,temperature=2"}, {"id": "a b"}]},
        {"data": [{"id": "\x1b[31mred"}, {"id": "a\u202eb"}, {"id": "x" * 201}, {"id": "a\nb"}]},
    ],
)
def test_hostile_lists_offer_nothing(answer: object) -> None:
    assert read_offers(answer, answer, answer) == ()


def test_what_is_odd_in_a_list_is_bounded() -> None:
    data = [{"id": f"m{number}"} for number in range(1000)]
    assert len(read_offers({"data": data})) == MAX_OFFERS
    item = {
        "id": "m",
        "size": -3,
        "details": {"family": "\x1b[31m" + "f" * 99, "parameter_size": 3},
    }
    (offer,) = read_offers({"data": [item]})
    assert offer == Offer("m", "f" * 40)
    item = {"id": "m", "size": 10**30, "meta": {"n_params": True}}
    assert read_offers({"data": [item]}) == (Offer("m"),)


@pytest.mark.parametrize("body", [b"<html>", b"[" * 100_000, b"{" + b" " * 5_000_000, b"\xff"])
async def test_hostile_bodies_are_no_list(body: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving_lists(ListServer({"/v1/models": body})) as url:
        monkeypatch.setitem(PRESETS, "ollama", Preset(url))
        assert await find_offers(load_settings()) == []


# The commands.


def test_the_command_lists_tests_and_remembers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = ChatServer([said('{"thoughts": "so", "code": [3, 1, 4]}')])
    with serving(chat) as url:
        monkeypatch.setitem(PRESETS, "ollama", Preset(url))
        assert run(["models", "test", "llm:m@ollama"]) == 0
        assert capsys.readouterr().out.startswith("llm:m@ollama: legal, ")
        assert len(chat.questions) == 1
        chat.script = [said("no idea")]
        assert run(["models", "test", "llm:n@ollama"]) == 1
        assert capsys.readouterr().out.startswith("llm:n@ollama: unreadable, ")
    verdicts = load_verdicts(tmp_path / "data")
    assert (verdicts["llm:m@ollama"].legal, verdicts["llm:n@ollama"].legal) == (1, 0)
    with serving_lists(ListServer({"/v1/models": {"data": [{"id": "m"}]}})) as url:
        monkeypatch.setitem(PRESETS, "ollama", Preset(url))
        assert run(["models", "list", "--json"]) == 0
        line = json.loads(capsys.readouterr().out)
        assert (line["spec"], line["verdict"]["legal"]) == ("llm:m@ollama", 1)
        assert run(["models", "list"]) == 0
        assert "1 of 1 legal" in capsys.readouterr().out


def test_a_check_is_remembered(tmp_path: Path) -> None:
    assert run(["agents", "check", "random", "--game", "taboo", "--positions", "1"]) == 0
    verdict = load_verdicts(tmp_path / "data")["random"]
    assert verdict.asked == verdict.legal > 0


def test_without_servers_the_command_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["models", "list"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("No server of models was found. Start one")


def test_a_baseline_is_no_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["models", "test", "glove"]) == 2
    assert "glove is no model" in capsys.readouterr().err


def test_damaged_verdicts_are_none(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "verdicts.json").write_text('{"x": {"time": "never"}}')
    assert load_verdicts(tmp_path / "data") == {}
    verdict = CheckVerdict.model_validate(
        {"time": "2026-01-01T00:00:00Z", "asked": 2, "legal": 1, "seconds": 0.5}
    )
    keep_verdict("random", verdict, tmp_path / "data")
    assert load_verdicts(tmp_path / "data") == {"random": verdict}


# Tables.


def write_user_file(text: str) -> Path:
    path = get_user_file()
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def test_a_table_is_added_and_comments_stay(capsys: pytest.CaptureFixture[str]) -> None:
    path = write_user_file('# mine\ntheme = "dark"  # not light')
    command = ["models", "add", "quick", "--preset", "ollama", "--model", 'a "b"\\c']
    assert run([*command, "--api-key-env", "MY_KEY"]) == 0
    assert path.read_text().startswith('# mine\ntheme = "dark"  # not light\n\n[models.quick]\n')
    added = load_settings().models["quick"]
    assert (added.preset, added.model, added.api_key_env) == ("ollama", 'a "b"\\c', "MY_KEY")
    before = path.read_text()
    assert run(command) == 2
    assert "There is a model 'quick' already" in capsys.readouterr().err
    assert path.read_text() == before


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"preset": "ollama", "api_key_env": KEY}, "api_key_env must be the name of a variable"),
        ({"preset": "olama"}, "preset must be one of openai"),
        ({"base_url": "nowhere"}, "base_url: this is no web address"),
    ],
)
def test_a_wrong_table_is_not_written(values: dict[str, str], sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        add_model(get_user_file(), "x", values)
    assert sentence in str(caught.value)
    assert "canary" not in str(caught.value)
    assert not get_user_file().exists()


@pytest.mark.parametrize("text", ["models = {}\n", "models = 3\n", "models.x.model = 'm'\n", "a ="])
def test_a_file_that_takes_no_table_stays_as_it_is(text: str) -> None:
    path = write_user_file(text)
    with pytest.raises(SettingsError):
        add_model(path, "x", {"preset": "ollama"})
    assert path.read_text() == text


# New game.


def open_new_game() -> Opened[Setup | None]:
    return Opened(lambda: SetupScreen(create_first_setup("decrypto"), load_settings()))


async def test_a_first_time_user_seats_a_model_of_this_computer(
    servers: dict[str, ListServer],
) -> None:
    app = open_new_game()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert not any(server.requests for server in servers.values())
        await pilot.press("f6")
        await until(pilot, lambda: has_models(app, 3))
        await pilot.press("enter")
        await pilot.pause()
        (model,) = app.screen.query_one(Company).guests
        assert str(model).startswith("llm:")


async def test_the_picker_of_a_seat_offers_the_models(servers: dict[str, ListServer]) -> None:
    app = open_new_game()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        app.screen.query_one(Company).add_machines(3)
        await pilot.press("f4")
        await until(pilot, lambda: app.screen.query(SeatRow))
        row = app.screen.query(SeatRow).last()
        before = str(row.spec)
        row.query_one(Select).value = FIND_MODELS
        await until(pilot, lambda: has_models(app, 3))
        await pilot.press("escape")
        await pilot.pause()
        assert str(row.spec) == before
    assert servers


async def test_closing_the_list_ends_the_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    def wait(closing: Event) -> Iterator[bytes]:
        closing.wait(10)
        yield b""

    slow = RawServer(wait)
    with serving_raw(slow) as url:
        monkeypatch.setitem(PRESETS, "ollama", Preset(url))
        app = open_new_game()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("f6")
            await until(pilot, lambda: slow.requests)
            assert any(worker.group == "search" for worker in app.workers)
            await pilot.press("escape")
            await until(pilot, lambda: not has_models(app, 0))
            assert not any(worker.group == "search" for worker in app.workers)


def has_models(app: Opened[Setup | None], count: int) -> bool:
    """Whether the list is open and has so many models."""
    return isinstance(app.screen, ModelList) and len(app.screen.models) == count
