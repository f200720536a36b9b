"""The imports that keep secrets and layers apart, for every game there is or will be."""

import ast
import json
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import grimp
import pytest

from engine.games.catalog import CATALOG

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "lab", "screens", "tui", "words", "images", "files")
HEAVY = {
    "openai",
    "httpx2",
    "gensim",
    "scipy",
    "numpy",
    "PIL",
    "distributed",
    "matplotlib",
    "pandas",
    "pyarrow",
    "statsmodels",
    "textual",
    "pydantic",
    "simplemma",
}


@cache
def imports() -> grimp.ImportGraph:
    first, *rest = PACKAGES
    return grimp.build_graph(first, *rest, include_external_packages=True, cache_dir=None)


@pytest.mark.parametrize("name", CATALOG)
def test_4_nothing_imports_the_rules(name: str) -> None:
    """How secrets stay secret, 4: who cannot import the rules cannot hold a State.

    The catalog alone loads them.
    """
    importers = imports().find_modules_that_directly_import(f"engine.games.{name}.rules")
    assert importers == {"engine.games.catalog"}


@pytest.mark.parametrize(
    ("contract", "importer", "imported"),
    [
        ("Only the catalog imports a game's rules", "games.chess.prompt", "games.chess.rules"),
        ("Only the catalog imports a game's rules", "session", "games.chess.rules"),
        ("Games import nothing that imports the catalog", "games.chess.prompt", "session"),
    ],
)
def test_lint_imports_reports_a_breach_in_a_game_that_is_nowhere_listed(
    tmp_path: Path, contract: str, importer: str, imported: str
) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    rules = next(one for one in contracts if one["name"] == contract)
    lines = (f"{key} = {json.dumps(value)}" for key, value in rules.items())
    head = "[tool.importlinter]\nroot_package = 'engine'\n[[tool.importlinter.contracts]]\n"
    (tmp_path / "pyproject.toml").write_text(head + "\n".join(lines), encoding="utf-8")
    game = {"games.chess.rules": "", "games.catalog": "import engine.games.chess.rules"}
    rest = [name.removeprefix("engine.") for name in rules.get("forbidden_modules", ())]
    kept = {**dict.fromkeys(("session", "games.chess.prompt", *rest), ""), **game}
    assert _lint(tmp_path, kept).returncode == 0
    broken = _lint(tmp_path, {**kept, importer: f"import engine.{imported}"})
    assert broken.returncode == 1
    assert f"engine.{importer} -> engine.{imported}" in broken.stdout


def _lint(folder: Path, sources: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Write an `engine` of such modules into the folder and check its contracts."""
    for module, source in sources.items():
        path = folder.joinpath("engine", *module.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
        for parent in path.relative_to(folder).parents[:-1]:
            (folder / parent / "__init__.py").touch()
    check = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", check, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", CATALOG)
def test_options_moves_and_views_import_the_standard_library_and_the_core_alone(name: str) -> None:
    own = f"engine.games.{name}"
    core = {
        "engine.frozen_model",
        "engine.options",
        "engine.text_pattern",
        "engine.seat",
        "engine.text",
        "engine.view",
    }
    core |= {
        "engine.errors",
        "engine.suggestion",
        *(f"engine.forms.{one}" for one in ("folding", "giveaway", "word_rules", "mixed_scripts")),
        *(
            f"engine.{one}"
            for one in ("count_text", "distinct_names", "joined_text", "neutral_order", "tries")
        ),
        "pydantic",
    }
    files = {f"{own}.{one}" for one in ("options", "moves", "roles", "sentence_count", "view")}
    for module in files & imports().modules:
        direct = imports().find_modules_directly_imported_by(module)
        for one in direct - core - files - sys.stdlib_module_names:
            raise AssertionError(f"{module} imports {one}")


@pytest.mark.parametrize("name", CATALOG)
def test_the_games_do_not_know_each_other(name: str) -> None:
    others = {f"engine.games.{other}" for other in CATALOG if other != name}
    graph = imports()
    for module in {f"engine.games.{name}", *graph.find_descendants(f"engine.games.{name}")}:
        for known in graph.find_modules_directly_imported_by(module):
            assert not any(known == other or known.startswith(f"{other}.") for other in others)


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions and under TYPE_CHECKING count, too: they would hide a circle."""
    graph = imports()
    own = {one for one in graph.modules if one.partition(".")[0] in PACKAGES}
    left = {one: graph.find_modules_directly_imported_by(one) & own for one in own}
    while free := {one for one, imported in left.items() if not imported}:
        left = {one: imported - free for one, imported in left.items() if one not in free}
    assert not left, "these modules, or what they import, are in a circle"


def test_imports_under_type_checking_and_inside_functions_are_counted() -> None:
    """Else the test above would miss circles."""
    for importer, imported in (
        ("engine.game", "engine.games.explanation"),  # under TYPE_CHECKING
        ("engine.export.format", "engine.export.calls"),  # inside a function
    ):
        assert imported in imports().find_modules_directly_imported_by(importer)


def test_the_laboratory_imports_no_screen_and_draws_nothing() -> None:
    """Screens and commands may import it; it runs on machines without a terminal."""
    graph = imports()
    for module in {"lab", *graph.find_descendants("lab")}:
        direct = {one.partition(".")[0] for one in graph.find_modules_directly_imported_by(module)}
        assert not direct & {"textual", "rich", "screens", "tui"}, module


def test_screens_do_not_import_the_app() -> None:
    graph = imports()
    for module in {"screens", *graph.find_descendants("screens")}:
        direct = graph.find_modules_directly_imported_by(module)
        assert not [one for one in direct if one == "tui" or one.startswith("tui.")]


@pytest.mark.parametrize(
    "modules", ["engine.games.catalog, engine.journal.reader", "tui.command_line"]
)
def test_what_every_command_needs_loads_nothing_heavy(modules: str) -> None:
    """Libraries that take long to import wait until a seat needs them."""
    heavy = HEAVY - {"pydantic"} if "games" in modules else HEAVY  # games are made of its models
    code = f"import sys, {modules}; print(*{heavy!r} & sys.modules.keys())"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []


OF_ONE_GAME = ("engine/comet/", "screens/laboratory/study/rating.py")
"""Folders and files about games of their own: those of CoMet's paper, and studies of clues."""


def test_nothing_but_the_catalog_names_a_game() -> None:
    """Generic layers ask the game: they compare no name with it, and import none of its files."""
    named = []
    for path in (*ROOT.glob("engine/**/*.py"), *ROOT.glob("screens/**/*.py")):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(OF_ONE_GAME) or place == "engine/games/catalog.py":
            continue
        if path.parent.name in CATALOG and path.parent.parent.name == "games":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(value=str() as text) if text in CATALOG:
                    named.append(f"{place}:{node.lineno} {text}")
                case ast.ImportFrom(module=str() as module) if {*module.split(".")} & {*CATALOG}:
                    named.append(f"{place}:{node.lineno} {module}")
    assert not named
