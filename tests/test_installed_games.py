"""Games of other packages, which Parlour finds by their entry points."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run as run_program
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.games import catalog
from engine.games.catalog import CATALOG, UnknownGame, find, list_faulty_games, list_games
from engine.games.installed_games import GROUP
from engine.journal.reader import read_record
from engine.players.spec import parse_spec
from engine.session import Session
from lab.run.environment import describe_environment
from lab.run.player_settings import resolve_settings
from screens.games.ui import GameUI, list_screen_faults, load_game_ui, read_screen_file
from screens.setup.screen import SetupScreen, create_first_setup
from tests.looking import Opened, until
from tests.new_game import install, read_files
from tests.test_plain import run_flow
from tui.command_line import run
from tui.launch import open_session
from tui.plain.game_plan import GamePlan

UI = "from screens.games.ui import GameUI\n\n\nclass UI(GameUI):\n    pass\n"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Search a folder of its own for packages, and forget what was found in it."""
    before, loaded = dict(CATALOG), set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path / "packages")
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    catalog._add_installed_games.cache_clear()
    yield
    catalog._add_installed_games.cache_clear()
    CATALOG.clear()
    CATALOG.update(before)
    for name in set(sys.modules) - loaded:
        if name.startswith("game_"):
            del sys.modules[name]


def install_package(value: str, name: str, **files: str) -> None:
    """Install a package with one entry point, and these files in its package of that name."""
    folder = Path("packages")
    about = folder / f"package_of_{name}-2.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Name: package-of-{name}\nVersion: 2.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {value}\n", encoding="utf-8")
    package = folder / value.partition(".")[0]
    package.mkdir(exist_ok=True)
    for file, text in files.items():
        (package / file.replace("_", ".")).write_text(text, encoding="utf-8")


def install_game(name: str, **files: str) -> None:
    """Install the game of docs/new-game.md under another name."""
    own = {
        Path(path).stem + "_py": text.replace("from signals.", f"from {name}.")
        for path, text in read_files().items()
        if path.endswith(".py") and "__init__" not in path
    }
    install_package(f"{name}.rules:Signals", name, **own, **files)


def test_an_installed_game_is_listed_after_ours_and_found() -> None:
    install_game("game_first")
    ours, others = [game.name for game in catalog.GAMES], [*list_games()]
    assert others[: len(ours)] == ours
    assert "game_first" in others[len(ours) :]
    assert find("game_first").title == "Signals"
    assert "game_first" not in list_faulty_games()


def test_its_screens_and_their_files_stand_beside_its_rules() -> None:
    install_game("game_screens", ui_py=UI, rules_md="# Mine\n", emblem_txt="*\n")
    ui = load_game_ui("game_screens")
    assert type(ui).__module__ == "game_screens.ui"
    assert ui.rules == "# Mine\n"
    assert read_screen_file(find("game_screens"), "emblem.txt") == "*\n"


def test_without_screens_it_has_the_default_ones() -> None:
    install_game("game_bare")
    assert type(load_game_ui("game_bare")) is GameUI
    assert load_game_ui("game_bare").rules.startswith("# Signals")


def test_a_run_keeps_the_version_of_its_package() -> None:
    install_game("game_version")
    made = describe_environment({}, find("game_version"), load_settings())
    assert made["versions"]["package-of-game_version"] == "2.0"
    ours = describe_environment({}, find("taboo"), load_settings())
    assert not any(name.startswith("package-of") for name in ours["versions"])


def test_a_model_plays_it_in_an_experiment_by_the_default_prompt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    install_game("game_asked")
    resolved = resolve_settings({"m": "llm:m"}, find("game_asked"), load_settings())
    assert resolved["m"]["server"] == "localhost:1"
    assert "prompt_hash" not in resolved["m"]


@pytest.mark.parametrize(
    ("value", "name", "text", "why"),
    [
        ("game_broken.rules:Signals", "game_broken", "1 / 0", "ZeroDivisionError"),
        ("game_missing.rules:Signals", "game_missing", None, "ModuleNotFoundError"),
        ("game_empty.rules:Signals", "game_empty", "", "AttributeError"),
        ("game_other.rules:Signals", "game_other", "Signals = dict", "is no game"),
        ("game_stops.rules:Signals", "game_stops", "raise OSError('\\x1b[2J')", "OSError"),
    ],
)
def test_a_game_that_cannot_be_loaded_leaves_the_others_alone(
    value: str, name: str, text: str | None, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install_package(value, name, **({} if text is None else {"rules_py": text}))
    install_game("game_good")
    assert {"taboo", "game_good"} <= {*list_games()}
    assert name not in list_games()
    with pytest.raises(UnknownGame, match=why):
        find(name)
    assert run(("doctor",)) == 0
    told = capsys.readouterr().out
    assert why in told
    assert "\x1b" not in told
    assert run(("play", name)) == 2
    assert why in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("game_import", "import nothere", "No module named 'nothere'"),
        ("game_syntax", "def", "SyntaxError"),
        ("game_nameless", "", "has no attribute 'UI'"),
        ("game_strange", "class UI: ...", "UI does not derive from GameUI"),
    ],
)
def test_screens_that_cannot_be_loaded_give_way_to_the_default_ones(
    name: str, text: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install_game(name, ui_py=text)
    assert type(load_game_ui(name)) is GameUI
    fault = list_screen_faults()[name]
    assert fault.startswith("The screens of Signals cannot be loaded, so it has the default ones:")
    assert why in fault
    assert run(("doctor",)) == 0
    assert why in capsys.readouterr().out
    assert run(("play", name, "--seat=giver=random", "--seat=finder=random")) == 0
    text, _ = run_flow(GamePlan(name, {}, {"giver": "human:Ada", "finder": "random"}))
    assert " ".join(text.split()).count(fault) == 1, "once, before the first question"


async def test_new_game_offers_a_game_without_its_broken_screens_and_says_so() -> None:
    install_game("game_crash", ui_py="import nothere")
    install_game("game_whole", ui_py=UI)
    screen = SetupScreen(create_first_setup("taboo"), load_settings())
    app: Opened[Any] = Opened(lambda: screen)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: bool(app._notifications))
        (notice,) = app._notifications
        assert notice.message.startswith("The screens of Signals cannot be loaded")
        assert "nothere" in notice.message
        screen.company.add_people("Ada")
        screen.company.add_people("Ben")
        screen.games.choose("game_crash")
        await until(pilot, lambda: screen.find_fit("game_crash").fits)


def test_play_says_once_that_the_screens_are_the_default_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_game("game_told", ui_py="import nothere")
    told: list[tuple[str, ...]] = []

    def note(*given: Any) -> int:
        told.append(given[-1])
        return 0

    monkeypatch.setattr("tui.launch._run_app", note)
    seats = {name: parse_spec("human") for name in ("giver", "finder")}
    game = find("game_told")
    session = Session.create(game, game.options_type(), seats, settings=load_settings())
    assert open_session(session) == 0
    ((notice,),) = told
    assert "nothere" in notice


@pytest.mark.parametrize("missing", ["title", "summary"])
def test_a_game_without_a_title_or_summary_is_refused(missing: str) -> None:
    name = f"game_no{missing}"
    install_game(name)
    rules = Path("packages", name, "rules.py")
    text = rules.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(f"    {missing} = ")]
    rules.write_text("\n".join(lines), encoding="utf-8")
    assert "the game has no title, or no summary" in list_faulty_games()[name]


def test_no_game_takes_the_name_of_another_or_of_its_entry_point() -> None:
    install_package("game_thief.rules:Signals", "taboo")
    install_game("game_named")
    install_package("game_named.rules:Signals", "game_alias")
    assert find("taboo").__module__ == "engine.games.taboo.rules"
    assert "the name of another game" in list_faulty_games()["taboo"]
    assert "the game's folder game_named" in list_faulty_games()["game_alias"]


def test_a_journal_names_installed_games_only(capsys: pytest.CaptureFixture[str]) -> None:
    """A name such as `os:system` in a journal from elsewhere imports nothing."""
    install_game("game_kept")
    assert run(("play", "game_kept", "--seat=giver=random", "--seat=finder=random",
                "--journal", "game.jsonl")) == 0  # fmt: skip
    assert read_record(Path("game.jsonl")).header.game == "game_kept"
    head, *rest = Path("game.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    strange = json.loads(head) | {"game": "game_kept.rules:Signals"}
    Path("game.jsonl").write_text(json.dumps(strange) + "\n" + "".join(rest), encoding="utf-8")
    capsys.readouterr()
    assert run(("show", "game.jsonl")) == 2
    assert "There is no game" in " ".join(capsys.readouterr().err.split())


EXPERIMENT = """
name = "installed"
game = "signals"
games = 4

[players]
chance = "random"

[lineups]
seats.giver = ["chance"]
seats.finder = ["chance"]
"""


def test_the_package_of_the_page_plays_everywhere(tmp_path: Path) -> None:
    """A process of its own, which has never heard of the game, plays it in all ways without keys.

    Then it resumes it, shows it, and runs an experiment with it in other processes.
    """
    install(tmp_path / "packages")
    program = [sys.executable, "-c", "from tui.main import main; main()"]

    environment = {
        "PYTHONPATH": str(tmp_path / "packages"),
        "PARLOUR_DATA": str(tmp_path / "data"),
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path),
    }

    def call(*arguments: str) -> str:
        done = run_program(
            [*program, *arguments],
            capture_output=True,
            text=True,
            timeout=300,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    seats = ("--seat=giver=random", "--seat=finder=random")
    whole = call("play", "signals", *seats, "--seed", "7", "--journal", "game.jsonl", "--json")
    lines = Path("game.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("game.jsonl").write_text("".join(lines[:2]), encoding="utf-8")
    assert json.loads(call("resume", "game.jsonl", "--json")) == json.loads(whole)
    assert "Signal 1 is" in call("show", "game.jsonl")
    assert "signals: Point at a secret word" in call("play", "--help")
    Path("installed.toml").write_text(EXPERIMENT, encoding="utf-8")
    call("lab", "run", "installed.toml", "--processes", "2", "--into", "my.run")
    table = call("lab", "table", "games", "my.run").splitlines()
    assert len(table) == 5
