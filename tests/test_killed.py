"""Kill -9 at any moment loses no confirmed move."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.samples import SAMPLES

KILLS = 24


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.parametrize("name", SAMPLES)
def test_a_killed_game_is_resumed_to_the_end_it_would_have_had(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.killing", name, str(tmp_path), str(KILLS)],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr
    told = json.loads(done.stdout)
    assert told["games"] == KILLS
    assert told.get("lost", 0) == 0
    assert told.get("between turns", 0) + told.get("half a turn", 0) >= KILLS / 8
