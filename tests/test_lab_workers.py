"""Worker processes of a run: limits over all of them, and how they end."""

import asyncio
import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

import lab
from engine.config.settings import load_settings
from lab.experiment.file import Experiment
from lab.run.start import RunSettings, run_experiment
from tests.rehearsing import PARLOUR

SECONDS = 60.0
"""How long a busy machine may take."""
LIMITED = """
name = "limited"
game = "decrypto"
games = 12
[options]
rounds = 2
[players]
slow = "py:slow:make"
chance = "random"
[lineups]
fixed = { encoder = "chance", decoder = "slow", interceptor = "slow" }
[limits]
at_once = 3
"""
SLOW = """
import asyncio, os, time
class Slow:
    async def decide(self, view, complaint):
        begin = time.monotonic()
        await asyncio.sleep(0.1)
        line = f"{os.getpid()} {begin} {time.monotonic()}\\n"
        with open("asked", "a") as file:
            file.write(line)
        return {"Guess": {"code": [1, 2, 3]}}
def make(*_): return Slow()
"""
LONG = """
name = "long"
game = "decrypto"
games = 20000
[options]
rounds = 2
[players]
a = "word2vec"
[lineups]
fixed = { encoder = "a", decoder = "a", interceptor = "a" }
"""


def test_a_limit_holds_over_all_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("slow.py").write_text(SLOW)
    limited = Experiment.parse(LIMITED)
    how = RunSettings(processes=2)
    asyncio.run(
        run_experiment(Path("limited.run"), limited, LIMITED, how, settings=load_settings())
    )
    with lab.open_run("limited.run") as opened:
        assert opened.counts.done == 12
        assert opened.counts.failed == 0
    lines = [line.split() for line in Path("asked").read_text().splitlines()]
    assert len({pid for pid, *_ in lines}) == 2
    ends = [(float(begin), 1) for _, begin, _ in lines] + [(float(end), -1) for *_, end in lines]
    under_way = most = 0
    for _, change in sorted(ends):
        under_way += change
        most = max(most, under_way)
    assert most == 3


@pytest.fixture
def going(tmp_path: Path) -> Iterator[tuple[psutil.Popen, Path]]:
    """A long run in two processes, of which some trials are stored."""
    (tmp_path / "long.toml").write_text(LONG)
    command = (*PARLOUR, "lab", "run", "long.toml", "--processes", "2")
    with psutil.Popen(
        [*command, "--into", "long.run"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(lab.__file__).parent.parent)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        path, until = tmp_path / "long.run", monotonic() + SECONDS
        while monotonic() < until and (not path.exists() or not count_done(path)):
            assert process.poll() is None, process.stderr.read().decode()
            sleep(0.2)
        yield process, path
        for one in (*process.children(recursive=True), process) if process.is_running() else ():
            one.kill()


def count_done(path: Path) -> int:
    """Count the stored trials; 0 while the run file is being made."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
        try:
            return int(file.execute("SELECT count(*) FROM outcomes").fetchone()[0])
        except sqlite3.OperationalError:  # it has no tables yet
            return 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_the_run_and_what_was_stored_is_kept(
    number: signal.Signals, going: tuple[psutil.Popen, Path]
) -> None:
    process, path = going
    workers = process.children(recursive=True)
    done = count_done(path)
    assert len(workers) >= 2
    assert done
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does
        assert process.wait(SECONDS) == 128 + number
        assert b"Traceback" not in process.stderr.read()
    else:
        process.kill()
        process.wait(SECONDS)
    assert not psutil.wait_procs(workers, SECONDS)[1]
    assert count_done(path) >= done
