"""Worker processes of a run: limits over all of them, and how they end."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import dask
import psutil
import pytest
from distributed.comm.core import connect

import lab
from engine.config.settings import load_settings
from lab.errors import ExecutorError
from lab.experiment.file import Experiment
from lab.run.executors.dask import DaskExecutor
from lab.run.executors.encryption import (
    create_temporary_security,
    explain_exposure,
    is_encrypted,
)
from lab.run.executors.own_cluster import LocalCluster
from lab.run.start import RunSettings, run_experiment
from tests.patience import PATIENCE
from tests.rehearsing import PARLOUR
from tui.command_line import run

open_connection: Any = connect
"""Untyped, because Dask has no type hints here."""
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
        with open("begun", "a") as file:
            file.write("x")
        while len(open("begun").read()) < 3 and time.monotonic() < begin + 60:
            await asyncio.sleep(0.01)
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


async def test_no_other_user_of_the_computer_connects_to_the_workers() -> None:
    async with DaskExecutor(1, 1, {}, load_settings()) as ready:
        client = ready._client
        assert await client.submit(os.getpid) != os.getpid()
        workers = (await client.scheduler.identity(n_workers=-1))["workers"]
        addresses = [client.scheduler.address, *workers]
        addresses += [one["nanny"] for one in workers.values()]
        assert len(addresses) == 3
        for address in addresses:
            assert is_encrypted(address)
            plain = address.replace("tls://", "tcp://")
            other = create_temporary_security().get_connection_args("client")
            for tried, how in ((plain, {}), (address, other)):
                with pytest.raises(OSError):  # noqa: PT011 - which one is Dask's affair
                    await ask_identity(tried, how, seconds=2)
            own = client.security.get_connection_args("client")
            assert (await ask_identity(address, own, seconds=PATIENCE))["id"]
        listening = [
            one.laddr
            for process in (psutil.Process(), *psutil.Process().children(recursive=True))
            for one in process.net_connections("inet")
            if one.status == psutil.CONN_LISTEN
        ]
        assert {address.ip for address in listening} == {"127.0.0.1"}
        pages = {address.port for address in listening} - {
            int(address.rpartition(":")[2]) for address in addresses
        }
        assert pages  # Dask's own, which ask for no certificate
        for port in pages:
            for path in ("/", "/health", "/info/main/workers.html", "/json/counts.json"):
                assert await get_status(port, path) == b"HTTP/1.1 404 Not Found"


async def ask_identity(address: str, how: dict[str, Any], *, seconds: float) -> dict[str, Any]:
    """Ask a scheduler, worker or nanny who it is, as a client would first do."""
    comm = await open_connection(address, timeout=seconds, **how)
    try:
        await comm.write({"op": "identity", "reply": True})
        found: dict[str, Any] = await asyncio.wait_for(comm.read(), seconds)
        return found
    finally:
        comm.abort()


async def get_status(port: int, path: str) -> bytes:
    """Ask a web server for a page, and return the line with the status."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.0\r\n\r\n".encode())
    line = await reader.readline()
    writer.close()
    await writer.wait_closed()
    return line.rstrip()


@pytest.mark.parametrize(
    ("address", "configuration", "why"),
    [
        ("tls://127.0.0.1:9", {}, "needs certificates"),
        (
            "tls://127.0.0.1:9",
            {
                "distributed.comm.tls.ca-file": "/missing.pem",
                "distributed.comm.tls.client.cert": "/missing.pem",
            },
            "cannot be read",
        ),
        ("tcp://127.0.0.1:9", {"distributed.comm.require-encryption": True}, "asks for it"),
    ],
)
async def test_a_named_cluster_takes_dask_s_own_settings_of_encryption(
    address: str, configuration: dict[str, object], why: str
) -> None:
    with dask.config.set(configuration), pytest.raises(ExecutorError, match=why):
        async with DaskExecutor(address, 1, {}, load_settings()):
            pass


async def test_a_run_goes_to_an_encrypted_cluster_with_dask_s_certificates(tmp_path: Path) -> None:
    made = create_temporary_security()
    files = {"distributed.comm.tls.ca-file": "ca.pem"}
    (tmp_path / "ca.pem").write_text(made.tls_ca_file)
    for role in ("client", "scheduler", "worker"):
        for part in ("cert", "key"):
            files[f"distributed.comm.tls.{role}.{part}"] = f"{role}-{part}.pem"
            (tmp_path / f"{role}-{part}.pem").write_text(getattr(made, f"tls_{role}_{part}"))
    configuration = {name: str(tmp_path / file) for name, file in files.items()}
    cluster = LocalCluster(
        n_workers=1,
        processes=False,
        protocol="tls://",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        security=made,
        asynchronous=True,
    )
    async with cluster:
        address = cluster.scheduler_address
        with dask.config.set(configuration):
            async with DaskExecutor(address, 1, {}, load_settings()) as ready:
                assert await ready._client.submit(pow, 2, 5) == 32


@pytest.mark.parametrize("address", ["127.0.0.1:9", "tcp://127.0.0.1:9", "ws://127.0.0.1:9"])
def test_a_cluster_without_encryption_is_warned_of(
    address: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lab.run.executors.dask.CONNECT_SECONDS", 0.2)
    (tmp_path / "run.toml").write_text(LONG.replace("games = 20000", "games = 1"))
    command = ["lab", "run", str(tmp_path / "run.toml"), "--into", str(tmp_path / "my.run")]
    assert run([*command, "--dask", address]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"{explain_exposure(address)}\n")
    assert "prompts and answers" in error


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


async def test_processes_that_do_not_start_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.run.executors.own_cluster.START", "raise SystemExit(1)")
    with pytest.raises(ExecutorError, match=r"^2 processes could not be started\.$"):
        async with DaskExecutor(2, 1, {}, load_settings()):
            pass


@pytest.mark.parametrize("module", ["threading", "signal"])
def test_workers_import_nothing_from_the_working_folder(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    (tmp_path / f"{module}.py").write_text("open('ran', 'w'); raise SystemExit")
    text = LIMITED.replace("py:slow:make", "random").replace("games = 12", "games = 2")
    (tmp_path / "limited.toml").write_text(text)
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "parlour"  # as it is installed: without -P, which is passed on
    script.write_text("if __name__ == '__main__':\n    from tui.main import main; main()")
    command = [sys.executable, str(script), "lab", "run", "limited.toml", "--into", "a.run"]
    command += ["--processes", "1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "finished, 2 of 2 trials" in done.stderr) == (0, True), done.stderr
    assert not (tmp_path / "ran").exists()
