"""`tools/install.py`, which every make target runs first, in folders of all kinds.

A fake Python takes the place of the one in `.venv`: it notes what it was asked for and installs
nothing, as tests use no network.
"""

import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

import pytest

from tests.patience import wait_until
from tui.main import main

ROOT = Path(__file__).parent.parent
FAKE = """#!/bin/sh
case "$*" in
*version_info*) printf '{version}' ;;
*compileall*) ;;
*requirements.lock*) echo "packages" >>"{log}"; {packages} ;;
*) echo "parlour" >>"{log}" ;;
esac
"""


class Clone:
    """A folder with what the installation needs, and a `venv` module that makes a fake Python."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "tools").mkdir(parents=True)
        shutil.copy(ROOT / "tools/install.py", folder / "tools")
        (folder / "requirements.lock").write_text("textual==1\n")
        (folder / "pyproject.toml").write_text("[project]\n")
        self.version = "{}.{}".format(*sys.version_info)
        self.packages = "true"
        self.venv = folder / ".venv"

    def install(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        process = self.start(*arguments)
        output, _ = process.communicate(timeout=180)
        return subprocess.CompletedProcess([], process.returncode, output)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the installation with a `venv` module of our own before the standard one."""
        modules = self.folder / "modules"
        modules.mkdir(exist_ok=True)
        fake = FAKE.format(version=self.version, log="log", packages=self.packages)
        (modules / "venv.py").write_text(
            "import pathlib, sys\n"
            "if __name__ == '__main__':\n"
            "    folder = pathlib.Path(sys.argv[1], 'bin')\n"
            "    folder.mkdir(parents=True)\n"
            f"    (folder / 'python').write_text({fake!r})\n"
            "    (folder / 'python').chmod(0o755)\n"
        )
        return subprocess.Popen(
            [sys.executable, str(self.folder / "tools/install.py"), *arguments],
            env={**os.environ, "PYTHONPATH": str(modules)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @property
    def steps(self) -> list[str]:
        log = self.folder / "log"
        return log.read_text().split() if log.exists() else []


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path / "clone")


def test_it_installs_once(clone: Clone) -> None:
    assert "Installing Parlour into .venv" in clone.install().stdout
    assert clone.install().stdout == ""
    assert clone.steps == ["packages", "parlour"]


def test_another_lock_file_is_installed_into_the_same_venv(clone: Clone) -> None:
    clone.install()
    (clone.venv / "kept").touch()
    (clone.folder / "requirements.lock").write_text("textual==2\n")
    clone.install()
    assert clone.steps == ["packages", "parlour"] * 2
    assert (clone.venv / "kept").exists()


def test_a_moved_clone_is_installed_anew(clone: Clone, tmp_path: Path) -> None:
    clone.install()
    (clone.venv / "of the old folder").touch()
    moved = tmp_path / "moved"
    clone.folder.rename(moved)
    clone.folder, clone.venv = moved, moved / ".venv"
    assert clone.install().returncode == 0
    assert not (clone.venv / "of the old folder").exists()
    assert clone.install().stdout == ""


def test_a_venv_whose_python_is_another_or_gone_is_made_anew(clone: Clone) -> None:
    clone.install()
    python = clone.venv / "bin/python"
    python.write_text("#!/bin/sh\nprintf 3.11\n")
    assert "Installing" in clone.install().stdout
    python.unlink()
    assert "Installing" in clone.install().stdout
    assert clone.install().stdout == ""


def test_a_python_that_is_named_replaces_the_venv_of_another(clone: Clone) -> None:
    clone.install()
    ready = clone.venv / ".ready"
    ready.write_text(ready.read_text().replace(clone.version, "3.11"))
    (clone.venv / "bin/python").write_text("#!/bin/sh\nprintf 3.11\n")
    assert clone.install().stdout == ""
    assert "Installing" in clone.install("--python-was-named").stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_installation_begins_again(clone: Clone, number: signal.Signals) -> None:
    clone.packages = "sleep 600"
    process = clone.start()
    wait_until(lambda: clone.steps == ["packages"])
    process.send_signal(number)
    output, _ = process.communicate(timeout=180)
    assert not (clone.venv / ".ready").exists()
    if number is signal.SIGINT:
        assert process.returncode == 130
        assert "the next make begins it again" in output
    clone.packages = "true"
    assert clone.install().returncode == 0
    assert clone.install().stdout == ""


def test_packages_that_cannot_be_installed_leave_no_finished_venv(clone: Clone) -> None:
    clone.packages = "echo no network; exit 1"
    for _ in range(2):
        done = clone.install()
        assert done.returncode == 2
        assert done.stdout.splitlines()[-1] == (
            "The packages could not be installed: is there a network, and room on the disk? "
            "What pip said is in .venv/install.log."
        )
    assert (clone.venv / "install.log").read_text() == "no network\n"


def test_a_folder_that_cannot_be_written_gets_a_sentence(clone: Clone) -> None:
    clone.venv.write_text("in the way")  # root may write to any folder
    done = clone.install()
    assert done.returncode == 2
    assert done.stdout.splitlines()[-1].endswith("put Parlour into a folder of your own.")


def test_two_installations_wait_for_each_other(clone: Clone) -> None:
    waits, go = clone.folder / "waits", clone.folder / "go"
    clone.packages = f"until [ -e {go} ]; do sleep 0.05; done"
    both = [clone.start() for _ in range(2)]
    with waits.open("w+") as said, ThreadPoolExecutor() as pool:

        def copy(output: IO[str]) -> None:
            with output:
                for line in output:
                    said.write(line)
                    said.flush()

        copied = [pool.submit(copy, process.stdout) for process in both if process.stdout]
        wait_until(lambda: "Another make installs Parlour" in waits.read_text())
        go.touch()
        for one in copied:
            one.result(180)
    assert [process.wait(180) for process in both] == [0, 0]
    assert clone.steps == ["packages", "parlour"]
    assert waits.read_text().count("Another make installs Parlour") == 1


@pytest.mark.parametrize("version", [(3, 11, 7), (3, 15, 0), (2, 7, 18)])
def test_another_python_gets_a_sentence_before_anything_is_installed(
    clone: Clone, version: tuple[int, int, int]
) -> None:
    text = ".".join(map(str, version))
    script = (
        "import runpy, sys\n"
        f"sys.version_info, sys.version = {version}, {text!r}\n"
        f"runpy.run_path({str(clone.folder / 'tools/install.py')!r}, run_name='__main__')\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        f"Parlour needs Python 3.12 to 3.14, and this is {text}: "
        "name another with make PYTHON=... play\n"
    )
    assert not clone.venv.exists()


def test_on_windows_a_sentence_names_wsl(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "run it in WSL" in capsys.readouterr().err
