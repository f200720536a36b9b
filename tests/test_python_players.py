"""Python players of the user: whose module is loaded, and with whom it shares its state."""

import asyncio
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import engine
import lab
from engine.config.settings import load_settings
from engine.games.decrypto.moves import Hint
from engine.match import Match
from engine.players.factory import create_player
from engine.players.python_module import PARLOUR, PRIVATE_NAME
from engine.players.spec import LineupError, parse_spec
from engine.seat import Seat
from lab.experiment.file import Experiment
from lab.run.start import RunSettings, run_experiment
from tests.samples.decrypto import SAMPLE

DECRYPTO = SAMPLE.definition
GAME = SAMPLE.game({})
PLAYER = """
class Player:
    def __init__(self, seat): self.seat = seat
    def decide(self, view, complaint): return {{"Hint": {{"words": {words}}}}}
def make(game, seat, seed): return Player(seat)
"""


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, words: str = "['a', 'b', 'c']", before: str = "") -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(before + PLAYER.format(words=words), "utf-8")


def hints(spec: str, seat: int = 0, **given: Any) -> tuple[str, ...]:
    """What the player in a seat answers."""
    settings = load_settings(given)
    player = create_player(parse_spec(spec), DECRYPTO, GAME, Seat(seat), "1", settings=settings)
    found = asyncio.run(player.decide(Match(GAME, "1").view(Seat(0)), None))
    assert isinstance(found, Hint)
    return found.words


def test_the_names_of_our_packages_are_those_of_the_wheel() -> None:
    text = Path(engine.__path__[0], "..", "pyproject.toml").read_text("utf-8")
    wheel = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(wheel["packages"]) == PARLOUR


@pytest.mark.parametrize("name", ["engine", "random", "lab", "test_python_players", "__main__"])
def test_a_user_s_file_is_loaded_whatever_its_name_is(name: str) -> None:
    """And within it, the modules of Parlour and of Python are what they are everywhere."""
    before = sys.modules.get(name)
    write(
        f"{name}.py",
        before="import random, engine.errors\nrandom.choice, engine.errors.PlayerError\n"
        "if __name__ == '__main__': raise SystemExit\n",
    )
    assert hints(f"py:{name}:make") == ("a", "b", "c")
    assert sys.modules.get(name) is before
    assert str(Path.cwd()) not in sys.path


def test_files_of_one_name_in_two_folders_have_nothing_in_common() -> None:
    for name in ("alice", "bob"):
        write(f"{name}/bot.py", "[helper.NAME, 'b', 'c']", "import helper\n")
        Path(name, "helper.py").write_text(f"NAME = {name!r}\n")
    assert hints("py:alice/bot.py:make")[0] == "alice"
    assert hints("py:bob/bot.py:make")[0] == "bob"
    assert hints(f"py:{Path.cwd() / 'alice' / 'bot.py'}:make")[0] == "alice"
    for name in ("alice", "bob"):  # a module of whatever folder is the working folder now
        os.chdir(name)
        assert hints("py:bot:make")[0] == name
        os.chdir("..")


def test_seats_share_no_state_and_the_games_of_a_seat_do() -> None:
    write("bots.py", "[seen.add(self.seat) or str(len(seen)), *map(str, seen)][:1] + ['b', 'c']",
          "from state import seen\n")  # fmt: skip
    Path("state.py").write_text("seen = set()\nprint('loaded')\n")
    assert hints("py:bots:make", 0) == hints("py:bots:make", 1) == ("1", "b", "c")
    first, again = (
        create_player(
            parse_spec("py:bots:make"),
            DECRYPTO,
            GAME,
            Seat(seat),
            "1",
            settings=load_settings(),
        )
        for seat in (0, 0)
    )
    assert type(first.player) is type(again.player)  # type: ignore[attr-defined]


@pytest.mark.parametrize("spec", ["py:bots.alice:make", "py:bots/alice.py:make"])
@pytest.mark.parametrize(
    "line",
    [
        "from .words import WORDS",
        "from . import words; WORDS = words.WORDS",
        "from bots.words import WORDS",
        "import bots.words; WORDS = bots.words.WORDS",
        "import bots.words as words; WORDS = words.WORDS",
        "from bots.words import *",
        "from bots import words; WORDS = words.WORDS",
        "import importlib; WORDS = importlib.import_module('.words', __package__).WORDS",
    ],
)
def test_a_package_imports_its_modules_in_every_way(spec: str, line: str) -> None:
    write("bots/alice.py", "WORDS", f"{line}\n")
    Path("bots/__init__.py").write_text("loaded = True\n")
    Path("bots/words.py").write_text("from . import loaded\nWORDS = ['x', 'y', 'z'] * loaded\n")
    assert hints(spec) == ("x", "y", "z")
    assert "bots" not in sys.modules


def test_a_module_is_also_imported_while_the_game_goes_on() -> None:
    write("bots.py", "__import__('late').find()")
    Path("late.py").write_text("def find():\n    from later import WORDS\n    return WORDS\n")
    Path("later.py").write_text("WORDS = ['x', 'y', 'z']\n")
    assert hints("py:bots:make") == ("x", "y", "z")


def test_an_installed_package_is_found_by_its_name(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by the user's own modules, and beside a folder of that name that is no package."""
    site = tmp_path_factory.mktemp("site")
    (site / "canarypackage").mkdir()
    (site / "canarypackage" / "__init__.py").write_text(
        "WORDS = ['x', 'y', 'z']" + PLAYER.format(words="WORDS")
    )
    monkeypatch.syspath_prepend(str(site))
    Path("canarypackage").mkdir()
    assert hints("py:canarypackage:make") == ("x", "y", "z")
    write("bots.py", "WORDS", "from canarypackage import WORDS\n")
    assert hints("py:bots:make") == ("x", "y", "z")
    monkeypatch.delitem(sys.modules, "canarypackage")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1/0", "ZeroDivisionError: division by zero"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("def make(:", "SyntaxError: invalid syntax"),
        ("import helper.missing", "ModuleNotFoundError: No module named 'helper.missing'"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        (None, "ModuleNotFoundError: No module named 'bots'"),
    ],
)
def test_a_module_that_cannot_be_loaded_is_told_in_a_sentence(text: str | None, why: str) -> None:
    if text is not None:
        Path("bots.py").write_text(text)
    Path("helper").mkdir()
    Path("helper/__init__.py").touch()
    for _ in range(2):  # also when it is tried again
        with pytest.raises(LineupError) as caught:
            hints("py:bots:make")
        told = str(caught.value)
        assert why in told
        assert told.isprintable()
        assert not PRIVATE_NAME.search(told)
    write("bots.py")
    os.utime("bots.py", (1, 1))  # it was written in the same second
    assert hints("py:bots:make") == ("a", "b", "c")


def test_a_module_without_the_factory_is_told() -> None:
    write("bots.py")
    with pytest.raises(LineupError, match="bots:build is no factory: nothing there can be called"):
        hints("py:bots:build")


@pytest.mark.parametrize("spec", ["py:no/bot.py:make", "py:__main__:make"])
def test_a_file_that_is_not_there_is_told(spec: str) -> None:
    with pytest.raises(LineupError, match="ImportError: there is no file"):
        hints(spec)


EXPERIMENT = """
name = "own"
game = "decrypto"
games = 2
[options]
rounds = 2
[players]
alice = "py:alice/bot.py:make"
bob = "py:engine:make"
vectors = "word2vec"
chance = "random"
[lineups]
fixed = { encoder = "vectors", decoder = "alice", interceptor = "bob" }
[[questions]]
ask = "predict-interceptor"
players = ["alice"]
"""
ANSWERING = """
import helper
class Player:
    def decide(self, view, complaint): return {{"Guess": {{"code": helper.CODE}}}}
    def answer(self, question, view, complaint): return {{"Prediction": {{"code": helper.CODE}}}}
def make(*names): return Player()
"""


def play(path: Path, text: str = EXPERIMENT, isolate: str = "no", **how: Any) -> None:
    asyncio.run(
        run_experiment(
            path,
            Experiment.parse(text),
            text,
            RunSettings(**how),
            settings=load_settings({"isolate": isolate}),
        )
    )


def write_players() -> None:
    for folder, name, code in ((".", "engine", (1, 2, 3)), ("alice", "bot", (2, 3, 4))):
        Path(folder).mkdir(exist_ok=True)
        Path(folder, f"{name}.py").write_text(ANSWERING.format())
        Path(folder, "helper.py").write_text(f"CODE = {code}\n")


@pytest.mark.parametrize(
    "how", [{}, {"processes": 1}, {"dask": "1"}], ids=["here", "process", "dask"]
)
def test_workers_load_the_same_modules(how: dict[str, Any], tmp_path: Path) -> None:
    write_players()
    play(tmp_path / "own.run", **how)
    with lab.open_run(tmp_path / "own.run") as opened:
        assert opened.counts.left == opened.counts.failed == 0
        rounds = opened.turns("match")
        assert {tuple(one) for one in rounds["decoder"]} == {(2, 3, 4)}
        assert {tuple(one) for one in rounds["interceptor"] if one} == {(1, 2, 3)}


def test_no_question_is_put_to_code_in_parlour_if_players_are_isolated(tmp_path: Path) -> None:
    write_players()
    text = EXPERIMENT.replace('"alice", interceptor = "bob"', '"chance", interceptor = "chance"')
    assert text != EXPERIMENT
    play(tmp_path / "own.run", text, isolate="yes")
    with lab.open_run(tmp_path / "own.run") as opened:
        assert opened.counts.done == opened.counts.failed == 2
        (told,) = set(opened.failures()["failure"])
    assert told.startswith("py:alice/bot.py:make runs inside Parlour, and --isolate is only for")
