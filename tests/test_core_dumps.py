"""Keys and secrets in memory do not get into core dumps."""

import subprocess
import sys

import pytest

from tests.signalled import ROOT

LOOK = """
import ctypes, resource, subprocess, sys
import tui.command_line
def run(arguments):
    prctl = ctypes.CDLL(None).prctl
    print(resource.getrlimit(resource.RLIMIT_CORE)[0], prctl(3, 0, 0, 0, 0), flush=True)
    child = "import ctypes; print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"
    subprocess.run([sys.executable, "-c", child], check=True)
    return 0
tui.command_line.run = run
from tui.main import main
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="prctl is Linux's")
def test_a_command_leaves_no_core_dump_and_what_it_starts_may_be_looked_into() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOOK, "show"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "0", "1"]
