"""The fault campaign itself: it runs, it can fail, and it says how to repeat what failed."""

import sys

import pytest

from tests.campaign.__main__ import main

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")


def test_wrong_expectations_fail(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--self-check", "--jobs", "2"]) == 0
    assert "27 / 27" in capsys.readouterr().out


def test_some_cases_of_two_parts_are_survived(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--case", "server/packed-gzip-[bw]*"]) == 0
    assert "server          2 / 2" in capsys.readouterr().out
    assert main(["--case", "agents/exits-0"]) == 0


def test_a_name_without_a_case_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--case", "server/nothing"]) == 2
    assert "--list" in capsys.readouterr().err


def test_many_servers_and_agents_are_hostile(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "--part", "server", "--part", "agents"]) == 0
    names = capsys.readouterr().out.splitlines()
    assert sum(name.startswith("server/") for name in names) >= 100
    assert sum(name.startswith("agents/") for name in names) >= 30
