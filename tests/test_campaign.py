"""The fault campaign itself: it runs, it can fail, and it says how to repeat what failed."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.campaign.__main__ import main
from tests.campaign.processes import Running

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")


def run_campaign(*arguments: str) -> str:
    """Run it in a process of its own: what its cases start begins with the memory of ours.

    The campaign watches the temporary files too, so it gets a folder that no other test uses.
    """
    command = [sys.executable, "-m", "tests.campaign", *arguments]
    with TemporaryDirectory() as folder:
        environment = os.environ | {"TMPDIR": folder}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_wrong_expectations_fail() -> None:
    assert "27 / 27" in run_campaign("--self-check", "--jobs", "2")


def test_the_memory_of_the_campaign_is_not_that_of_what_it_starts(tmp_path: Path) -> None:
    ballast = b"." * 150_000_000
    code = "import time; x = b'.' * 30_000_000; time.sleep(0.2)"
    ended = Running(tmp_path, [sys.executable, "-c", code], {}).wait(20)
    assert ballast
    assert (ended.code, ended.err) == (0, "")
    assert 30_000_000 < ended.memory < 100_000_000


def test_some_cases_of_two_parts_are_survived() -> None:
    said = run_campaign("--case", "server/packed-gzip-[bw]*", "--case", "agents/exits-0")
    assert "server          2 / 2" in said
    assert "agents          1 / 1" in said


def test_a_name_without_a_case_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--case", "agents/nothing"]) == 2
    assert "--list" in capsys.readouterr().err


def test_many_servers_and_agents_are_hostile(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "--part", "server", "--part", "agents"]) == 0
    names = capsys.readouterr().out.splitlines()
    assert sum(name.startswith("server/") for name in names) >= 100
    assert sum(name.startswith("agents/") for name in names) >= 30
