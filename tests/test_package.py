"""What `python -m build` makes, and what it needs: played from a new environment without a clone.

The environment holds the wheel and links to the packages that it requires, and nothing else, so
that neither the laboratory's packages nor this folder can be imported.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from lab.requirements import PACKAGES

ROOT = Path(__file__).parent.parent
SHIPPED = {"tui", "engine", "screens", "lab", "words", "images", "files"}
GAMES = {
    "decrypto": ("encoder=word2vec", "decoder=glove", "interceptor=pragmatic"),
    "dixit": ("p1=word2vec", "p2=glove", "p3=pragmatic", "p4=random"),
    "undercover": ("p1=word2vec", "p2=glove", "p3=pragmatic", "p4=random", "p5=glove"),
    "taboo": ("attacker=word2vec", "defender=glove"),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with sdist and wheel."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and its requirements."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    found = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(found), "install", "--quiet"]
    options = ["--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*pip, *options, str(wheel)], check=True)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    for requirement in find_requirements("parlour").values():
        link_files(requirement, packages)
    return found


def find_requirements(name: str) -> dict[str, Distribution]:
    """Find what a distribution requires without extras, and what that requires in turn."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(name)]
    while waiting:
        wanted = waiting.pop()
        for line in distribution(wanted.name).requires or ():
            one = Requirement(line)
            extras = {"", *wanted.extras}
            needed = one.marker is None or any(one.marker.evaluate({"extra": x}) for x in extras)
            if needed and one.name.lower() not in found:
                found[one.name.lower()] = distribution(one.name)
                waiting.append(one)
    return found


def link_files(requirement: Distribution, packages: Path) -> None:
    """Link to the files of a distribution from another environment."""
    for top in {file.parts[0] for file in requirement.files or ()} - {"..", "__pycache__"}:
        target = packages / top
        if not target.exists():
            target.symlink_to(Path(str(requirement.locate_file(top))))


def run(
    python: Path, *arguments: str, cwd: Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the installed Python away from the clone."""
    environment = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    places = {name: str(cwd / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    return subprocess.run(
        [str(python), *arguments],
        cwd=cwd,
        env={**environment, **places, **variables},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=300,
    )


def parlour(python: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run(python, str(python.with_name("parlour")), *arguments, cwd=cwd)


def list_names(names: Iterable[str]) -> list[str]:
    return sorted(name for name in names if not name.endswith("/"))


def test_the_wheel_holds_what_is_shipped_and_nothing_else(wheel: Path) -> None:
    names = list_names(zipfile.ZipFile(wheel).namelist())
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == SHIPPED
    assert not [name for name in names if re.match(r"tools/|tests/|benchmarks/", name)]
    assert {f"{package}/py.typed" for package in SHIPPED} <= set(names)
    templates = {str(path.relative_to(ROOT)) for path in ROOT.glob("*/**/templates/*")}
    templates = {name for name in templates if name.partition("/")[0] in SHIPPED}
    assert {"engine/games/taboo/templates/page.html", "lab/report/templates/page.css"} <= templates
    assert templates <= set(names)
    for file in ("words/vectors/glove.space", "images/deck.toml", "screens/home.tcss"):
        assert file in names


def test_the_sdist_builds_the_same_wheel(built: Path, wheel: Path, tmp_path: Path) -> None:
    (packed,) = built.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        names = archive.getnames()
        archive.extractall(tmp_path, filter="data")
    tops = {name.split("/")[1] for name in names if "/" in name}
    about = {"CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml", "PKG-INFO", ".gitignore"}
    assert tops - about == SHIPPED
    (source,) = tmp_path.iterdir()
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir"]
    subprocess.run(
        [*command, str(tmp_path / "again"), str(source)], check=True, capture_output=True
    )
    (again,) = (tmp_path / "again").iterdir()
    first, second = zipfile.ZipFile(wheel), zipfile.ZipFile(again)
    assert list_names(first.namelist()) == list_names(second.namelist())
    for name in first.namelist():
        assert first.read(name) == second.read(name), name


def test_the_page_of_the_package_has_no_pictures_and_no_links_into_the_repository(
    wheel: Path,
) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith("METADATA"))
    text = archive.read(name).decode()
    page = text.partition("\n\n")[2]
    assert "pip install parlour" in page
    assert "make play" not in page
    assert "![" not in page
    assert not [link for link in re.findall(r"\]\(([^)]*)\)", page) if "://" not in link]
    assert "Classifier: Typing :: Typed" in text


def test_the_laboratorys_packages_are_those_of_the_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extra = [Requirement(line).name for line in project["optional-dependencies"]["lab"]]
    assert tuple(extra) == PACKAGES
    assert not {*PACKAGES, "gensim", "dask"} & find_requirements("parlour").keys()


@pytest.mark.parametrize("game", GAMES)
def test_the_wheel_alone_plays(game: str, python: Path, tmp_path: Path) -> None:
    seats = [part for seat in GAMES[game] for part in ("--seat", seat)]
    done = parlour(python, "play", game, *seats, "--seed", "wheel", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["game"] == game
    assert result["outcome"]


def test_people_programs_and_models_play_without_the_laboratory(
    python: Path, tmp_path: Path
) -> None:
    bot = tmp_path / "bot.sh"
    bot.write_text("#!/bin/sh\nwhile read -r line; do echo '{\"code\": [1, 2, 3]}'; done\n")
    bot.chmod(0o755)
    done = run(python, "-c", PLAY_WITH_A_SERVER, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Decrypto" in done.stdout
    assert "wins in round" in done.stdout + done.stderr


PLAY_WITH_A_SERVER = """
import os, subprocess, sys
parlour = [sys.executable, sys.executable.replace("bin/python", "bin/parlour")]
server = subprocess.Popen([*parlour, "rehearse", "--port", "0"], stdout=subprocess.PIPE, text=True)
address = server.stdout.readline().strip()
os.environ.update(OPENAI_BASE_URL=address, OPENAI_API_KEY="none")
seats = ("encoder=llm:word2vec", "decoder=human:Ada", "interceptor=exec:./bot.sh")
play = [*parlour, "play", "decrypto", "--plain", "--set", "reuse_hints=yes"]
play += [part for seat in seats for part in ("--seat", seat)]
done = subprocess.run(play, input="3-4-1\\ny\\n" * 20, text=True)
server.kill()
sys.exit(done.returncode)
"""


def test_every_command_shows_its_help_without_the_laboratory(python: Path, tmp_path: Path) -> None:
    done = run(python, "-c", ASK_FOR_EVERY_HELP, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert int(done.stdout.splitlines()[-1]) > 40


ASK_FOR_EVERY_HELP = """
import typer
from tui.commands.parlour import commands
from tui.command_line import run
def visit(command, path):
    assert run([*path, "--help"]) == 0, path
    count = 1
    if hasattr(command, "list_commands"):
        context = typer.Context(command)
        for name in command.list_commands(context):
            count += visit(command.get_command(context, name), [*path, name])
    return count
print(visit(typer.main.get_command(commands), []))
"""


@pytest.mark.parametrize(
    "command", ["lab run decrypto-crossplay", "lab table games", "lab status", "lab bench show"]
)
def test_the_laboratory_says_what_to_install(command: str, python: Path, tmp_path: Path) -> None:
    done = parlour(python, *command.split(), cwd=tmp_path)
    assert done.returncode == 2
    assert re.fullmatch(
        r"The laboratory needs cryptography, .*: install it with pip install 'parlour\[lab\]'\n",
        done.stderr,
    )


def test_the_home_menu_opens_everything_but_the_laboratory(python: Path, tmp_path: Path) -> None:
    done = run(python, "-c", OPEN_THE_MENU, cwd=tmp_path, TERM="xterm-256color")
    assert done.returncode == 0, done.stdout + done.stderr
    *screens, notice = done.stdout.splitlines()
    assert screens == ["SetupScreen", "GamesList", "HomeScreen", "HelpScreen", "Gallery"]
    assert "pip install 'parlour[lab]'" in notice


OPEN_THE_MENU = """
import asyncio
from tui.app import ParlourApp
from engine.config.start import load_start
from tui.home import create_home
async def main():
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        for key in "nplud":
            await pilot.press(key)
            for _ in range(20):
                await pilot.pause(0.05)
            print(type(app.screen).__name__, flush=True)
            if key != "l":
                await pilot.press("escape")
            for _ in range(4):
                await pilot.pause(0.05)
            if key == "l":
                notice = " ".join(one.message for one in app._notifications)
        print(notice)
asyncio.run(main())
"""


def test_without_gensim_a_sentence_says_what_to_install(python: Path, tmp_path: Path) -> None:
    catalog = parlour(python, "vectors", "catalog", cwd=tmp_path)
    assert (catalog.returncode, catalog.stdout) == (2, "")
    assert catalog.stderr.startswith("The catalog needs gensim, ")
    vectors = tmp_path / "small.kv"
    vectors.write_bytes(b"\x80\x04\x95\x00\x00\x00\x00\x00\x00\x00\x00.")
    command = ("vectors", "import", str(vectors), "--name", "small", "--trust")
    read = parlour(python, *command, cwd=tmp_path)
    assert read.returncode == 2
    assert read.stderr.startswith(f"Reading {vectors.name} needs gensim, ")


def test_without_gensim_text_and_binary_vectors_are_imported(python: Path, tmp_path: Path) -> None:
    rows = "".join(f"word{n} {n}.5 1.0 -2.0\n" for n in range(6))
    (tmp_path / "glove.txt").write_text(rows)
    (tmp_path / "word2vec.txt").write_text(f"6 3\n{rows}")
    binary = b"".join(b"word%d " % n + bytes(12) + b"\n" for n in range(6))
    (tmp_path / "word2vec.bin").write_bytes(b"6 3\n" + binary)
    for file in ("glove.txt", "word2vec.txt"):
        name = file.replace(".txt", "-mine")
        done = parlour(python, "vectors", "import", file, "--name", name, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
