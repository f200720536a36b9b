"""Workers of a run that are killed, and strangers who knock at their doors."""

import json
import signal
import socket
import ssl
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from sqlite3 import OperationalError, connect

import psutil

from tests.campaign.case import Case, Failed, Plan, expect, expect_end
from tests.campaign.processes import Running, run_parlour, start_parlour

EXPERIMENT = """
name = "long"
game = "decrypto"
games = 3000
[options]
rounds = 2
[players]
a = "random"
[lineups]
fixed = { encoder = "a", decoder = "a", interceptor = "a" }
"""
PATIENCE = 90
"""Seconds until the first trial is stored."""
ENDINGS = {
    "coordinator-killed": ("coordinator", signal.SIGKILL, (-9,)),
    "coordinator-stopped": ("coordinator", signal.SIGINT, (130,)),
    "coordinator-terminated": ("coordinator", signal.SIGTERM, (143,)),
    "worker-killed": ("worker", signal.SIGKILL, (0, 1, 2, 3)),
    "all-workers-killed": ("workers", signal.SIGKILL, (0, 1, 2, 3)),
}
"""By case: who gets which signal, and how the run ends."""


def build_cases(plan: Plan) -> list[Case]:  # noqa: ARG001 - every part has it
    """List the cases."""
    return [
        *(Case("workers", name, partial(_end, name), 300) for name in ENDINGS),
        *(Case("workers", f"stranger/{name}", partial(_knock, name), 200) for name in STRANGERS),
        Case("workers", "no-cluster", _find_no_cluster, 120),
    ]


def _start(folder: Path) -> tuple[Running, Path]:
    """Start a run in two processes, and wait until some trials are stored."""
    file, path = folder / "long.toml", folder / "long.run"
    file.write_text(EXPERIMENT)
    words = ("lab", "run", str(file), "--into", str(path), "--processes", "2")
    running = start_parlour(folder, *words)
    until = time.monotonic() + PATIENCE
    while not _count(path):
        expect(running.process.poll() is None, "the run has ended already")
        expect(time.monotonic() < until, "no trial was stored")
        time.sleep(0.1)
    return running, path


def _count(path: Path) -> int:
    if not path.exists():
        return 0
    with closing(connect(f"file:{path}?mode=ro", uri=True)) as file:
        try:
            return int(file.execute("SELECT count(*) FROM outcomes").fetchone()[0])
        except OperationalError:
            return 0


def _find_workers(running: Running) -> list[psutil.Process]:
    """Find the processes that run trials: the last of each line of descent."""
    found = psutil.Process(running.pid).children(recursive=True)
    return [one for one in found if "spawn_main" in " ".join(one.cmdline())]


def _end(name: str, folder: Path) -> None:
    who, number, codes = ENDINGS[name]
    running, path = _start(folder)
    workers = _find_workers(running)
    expect(workers, "there are no workers")
    stored = _count(path)
    if who == "coordinator":
        running.process.send_signal(number)
    else:
        for one in workers if who == "workers" else workers[:1]:
            with suppress(psutil.NoSuchProcess):
                one.send_signal(number)
        time.sleep(10)
        if running.process.poll() is None:
            running.process.send_signal(signal.SIGINT)  # it goes on with other workers
            codes = (*codes, 130)
    ended = running.wait(200)
    expect_end(ended, codes, memory=2_000_000_000)
    expect(_count(path) >= stored, "stored trials are gone")
    _, alive = psutil.wait_procs(workers, timeout=30)
    expect(not [one for one in alive if one.status() != psutil.STATUS_ZOMBIE], "workers are left")
    status = run_parlour(folder, "lab", "status", str(path), seconds=60)
    expect_end(status, (0,), says="of 3,?000")


def _say_nothing(place: tuple[str, int]) -> bytes:
    with socket.create_connection(place, 5) as connection:
        connection.sendall(b"\0" * 8 + b"garbage" * 1000)
        return _receive(connection)


def _ask_for_page(place: tuple[str, int]) -> bytes:
    with socket.create_connection(place, 5) as connection:
        connection.sendall(b"GET /info/main/workers.html HTTP/1.0\r\n\r\n")
        return _receive(connection)


def _come_without_certificate(place: tuple[str, int]) -> bytes:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with suppress(OSError):  # it may speak no TLS at all
        plain = socket.create_connection(place, 5)
        with plain, context.wrap_socket(plain) as connection:
            connection.sendall(b"\0" * 64)
            return _receive(connection)
    return b""


def _receive(connection: socket.socket) -> bytes:
    connection.settimeout(5)
    with suppress(OSError):
        return connection.recv(1000)
    return b""


STRANGERS = {
    "garbage": _say_nothing,
    "page": _ask_for_page,
    "no-certificate": _come_without_certificate,
}
"""By case: what another user of the computer sends; returns what comes back."""


def _knock(name: str, folder: Path) -> None:
    running, path = _start(folder)
    processes = [psutil.Process(running.pid)]
    processes += processes[0].children(recursive=True)
    places = {
        (one.laddr.ip, one.laddr.port)
        for process in processes
        for one in process.net_connections("inet")
        if one.status == psutil.CONN_LISTEN
    }
    expect(places, "nothing listens")
    expect({host for host, _ in places} == {"127.0.0.1"}, f"listens beyond this computer: {places}")
    for place in sorted(places):
        answer = STRANGERS[name](place)
        if b"long" in answer or b"attacker" in answer or b'"op"' in answer:
            raise Failed(f"{place} tells a stranger of the run: {answer[:200]!r}")
        if b"HTTP" in answer:
            expect(b"404" in answer or b"400" in answer, f"a page for anybody: {answer[:100]!r}")
    before = _count(path)
    expect(running.process.poll() is None, "a stranger has ended the run")
    running.process.send_signal(signal.SIGINT)
    expect_end(running.wait(120), (0, 130), memory=2_000_000_000)
    expect(_count(path) >= before, "stored trials are gone")


def _find_no_cluster(folder: Path) -> None:
    file = folder / "long.toml"
    file.write_text(EXPERIMENT)
    words = ("lab", "run", str(file), "--into", str(folder / "long.run"))
    ended = run_parlour(folder, *words, "--dask", "tcp://127.0.0.1:9", seconds=100)
    expect_end(ended, (2,), says="travel in the open|prompts and answers", memory=2_000_000_000)
    expect(json.dumps(ended.err).count("Traceback") == 0, "a traceback")
