"""The imports that keep secrets and layers apart, for every game there is or will be."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import grimp
import pytest

from engine.games.catalog import CATALOG

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "screens", "tui", "words", "images")
HEAVY = {
    "openai",
    "httpx2",
    "gensim",
    "scipy",
    "numpy",
    "PIL",
    "textual",
    "pydantic",
    "simplemma",
}


@cache
def imports() -> grimp.ImportGraph:
    first, *rest = PACKAGES
    return grimp.build_graph(first, *rest, include_external_packages=True, cache_dir=None)


@pytest.mark.parametrize("name", CATALOG)
def test_4_nobody_but_the_catalog_can_name_a_state(name: str) -> None:
    """How secrets stay secret, 4: who cannot import the rules cannot hold a State."""
    rules = f"engine.games.{name}.rules"
    assert imports().find_modules_that_directly_import(rules) == {f"engine.games.{name}.definition"}


@pytest.mark.parametrize("name", CATALOG)
def test_rules_import_the_standard_library_and_the_core_alone(name: str) -> None:
    core = {f"engine.games.{name}.{module}" for module in ("view", "legal", "rules")}
    allowed = {*core, "engine.game", "engine.options", "engine.text"}
    for module in core & imports().modules:
        direct = imports().find_modules_directly_imported_by(module)
        outside = {one for one in direct - allowed if one not in sys.stdlib_module_names}
        assert not outside


@pytest.mark.parametrize("name", CATALOG)
def test_the_games_do_not_know_each_other(name: str) -> None:
    others = {f"engine.games.{other}" for other in CATALOG if other != name}
    graph = imports()
    for module in {f"engine.games.{name}", *graph.find_descendants(f"engine.games.{name}")}:
        for known in graph.find_modules_directly_imported_by(module):
            assert not any(known == other or known.startswith(f"{other}.") for other in others)


def test_screens_do_not_import_the_app() -> None:
    graph = imports()
    for module in {"screens", *graph.find_descendants("screens")}:
        direct = graph.find_modules_directly_imported_by(module)
        assert not [one for one in direct if one == "tui" or one.startswith("tui.")]


@pytest.mark.parametrize("modules", ["engine.games.catalog, engine.record", "tui.commands"])
def test_what_every_command_needs_loads_nothing_heavy(modules: str) -> None:
    """Libraries that take long to import wait until a seat needs them."""
    code = f"import sys, {modules}; print(*{HEAVY!r} & sys.modules.keys())"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []
