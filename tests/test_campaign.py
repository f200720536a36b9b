"""The fault campaign itself: it runs, it can fail, and it says how to repeat what failed."""

import pytest

from tests.campaign.__main__ import main


def test_wrong_expectations_fail(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--self-check", "--jobs", "2"]) == 0
    assert "27 / 27" in capsys.readouterr().out
