"""What holds for every test: folders of its own, and the same examples in every run."""

import gc
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import count, groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.internal.constants_ast import Constants
from textual.app import App
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.events import Key
from textual.widgets import Input, TextArea

from engine.garbage_collection import collect_rarely
from images.disk_cache import DiskCache

settings.register_profile("repeat", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("repeat")  # pytest --hypothesis-profile explore looks further

FOLDERS = count(1)
CONTRACT = "test_game.py"
"""The only file that runs with `--game`."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores it for jobs in the background, and programs under test would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
for _name in ("SIGQUIT", "SIGHUP"):  # nohup ignores SIGHUP
    _ignored = getattr(signal, _name, None)
    if _ignored is not None and signal.getsignal(_ignored) is signal.SIG_IGN:
        signal.signal(_ignored, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--game`."""
    parser.addoption(
        "--game",
        metavar="NAME",
        help="Run only the contract, over this game of the catalog, or MODULE:GAME elsewhere.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse an unknown game before anything is collected, and fix Hypothesis's examples."""
    if config.getoption("--hypothesis-profile") is None:
        # It would mix in constants of all modules of ours that are loaded by then: a new one
        # anywhere, or other tests before, would change the examples of every test.
        patch = pytest.MonkeyPatch()
        patch.setattr("hypothesis.internal.conjecture.providers._get_local_constants", Constants)
    if name := config.getoption("game"):
        from tests.chosen import load_chosen_game

        load_chosen_game(name)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave all other tests out if a game is given."""
    if config.getoption("game") and collection_path.is_file():
        return collection_path.name != CONTRACT or None
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Search for garbage rarely, as the app does, and not at all while tests are collected."""
    gc.disable()
    is_whole = session.config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if is_whole and not session.config.getoption("game"):
        _import_test_files()
    yield
    gc.enable()  # not frozen: Hypothesis looks for what refers to numpy's generator of numbers
    collect_rarely()


def _import_test_files() -> None:
    """Begin at another file in each worker of pytest-xdist.

    Who comes to a file first compiles it, and the others find the bytecode. If all began at the
    same file, all would compile each file at the same time.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1:
        return
    files = sorted(Path(__file__).parent.glob("test_*.py"))
    begin = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) * len(files) // workers
    for file in files[begin:] + files[:begin]:
        with suppress(Exception, pytest.skip.Exception):  # it is imported, and fails, once more
            import_module(f"tests.{file.stem}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud how many tests of isolation were skipped, as the others pass without them."""
    skipped = terminalreporter.stats.get("skipped", [])
    missing = [one for one in skipped if "bubblewrap" in str(one.longrepr)]
    if missing:
        terminalreporter.write_sep("=", "ISOLATION WAS NOT TESTED", red=True, bold=True)
        terminalreporter.write_line(
            f"{len(missing)} tests were skipped for want of bubblewrap (the program bwrap), which "
            f"keeps programs from the answers: install it, on Debian: apt install bubblewrap"
        )


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Folders of its own for each test; no key, server, setting or width of who runs the tests."""
    for name in os.environ:
        if name.startswith(("PARLOUR_", "OPENAI_")) or name in {"COLUMNS", "LINES"}:
            monkeypatch.delenv(name)
    monkeypatch.setenv("PARLOUR_PATIENCE", "0")  # servers in tests are there or are not
    home = tmp_path_factory.getbasetemp() / f"home-{next(FOLDERS)}"
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))


@pytest.fixture(scope="session", autouse=True)
def _style_sheets_are_parsed_once() -> Iterator[None]:
    """Share parsed style sheets between apps with the same variables."""
    parsed: dict[frozenset[tuple[str, str]], LRUCache[Any, list[RuleSet]]] = {}
    parse, set_variables = Stylesheet.parse, Stylesheet.set_variables

    def parse_once(sheet: Stylesheet) -> None:
        variables = frozenset(sheet._variables.items())
        sheet._parse_cache = parsed.setdefault(variables, LRUCache(4096))
        parse(sheet)

    def leave_shared(sheet: Stylesheet, variables: dict[str, str]) -> None:
        sheet._parse_cache = LRUCache(64)  # it is cleared, and others still need the shared one
        set_variables(sheet, variables)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "parse", parse_once)
        patch.setattr(Stylesheet, "set_variables", leave_shared)
        yield


@pytest.fixture(scope="session", autouse=True)
def _cards_are_encoded_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Share cards as models see them, which take seconds to encode, over all workers."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    store = DiskCache(shared / "model-pictures")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.games.dixit.card_pictures._open_png_store", lambda: store)
        yield


@pytest.fixture(scope="session", autouse=True)
def _words_are_typed_fast() -> Iterator[None]:
    """Type a run of letters into a field without a pause after each, which is longest of all."""
    press = App._press_keys

    async def press_keys(app: App[Any], keys: Iterable[str]) -> None:
        for is_word, run in groupby(keys, key=lambda key: len(key) == 1 and key.isalnum()):
            *letters, last = run
            if is_word and isinstance(app.focused, Input | TextArea) and app._driver:
                for letter in letters:
                    app._driver.send_message(Key(letter, letter))
                await press(app, [last])
            else:
                await press(app, [*letters, last])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(App, "_press_keys", press_keys)
        yield


@pytest.fixture
def trusted_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust every parlour.toml and .env, for tests that are about what is in them."""
    monkeypatch.setattr("engine.config.project_file.is_trusted", lambda _path, _content: True)


@pytest.fixture(autouse=True)
def _knows_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test learns of a server on some port says nothing of the next on that port."""
    monkeypatch.setattr("engine.llm.server_limits.LIMITS", {})
    monkeypatch.setattr("engine.llm.port_probe._FOUND", {})


@pytest.fixture(autouse=True)
def _hears_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fresh screens listen at once: nobody in tests presses a key too many."""
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 0.0)
    monkeypatch.setattr("screens.widgets.key_guard.REPEAT_GAP", 0.0)


@pytest.fixture
def operator_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer the operator's tools at every table where a machine plays."""
    monkeypatch.setenv("PARLOUR_OPERATOR", "yes")


@pytest.fixture(autouse=True)
def _reveals_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is revealed bit by bit, except in the tests of that."""
    monkeypatch.setattr("screens.widgets.gradual_reveal.PACE", 0.0)


@pytest.fixture
def new_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the game of docs/new-game.md in the catalog."""
    from engine.games.catalog import CATALOG
    from tests.new_game import SIGNALS

    monkeypatch.setitem(CATALOG, SIGNALS.definition.name, SIGNALS.definition)
