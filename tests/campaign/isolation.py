"""Isolated programs that read, write, look and kill where they should not."""

import json
import os
import shutil
import socket
import sqlite3
import sys
import zlib
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

from tests.campaign.case import Case, Failed, Plan, expect, expect_end
from tests.campaign.processes import run_parlour

BOT = """
import glob, json, os, signal, socket, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
wrong = []
def attempt(what, act):
    try:
        found = act()
    except (OSError, ValueError):
        return
    if found is not False:
        wrong.append(f"{what}: {found}")
ROOT, HOME = "THE ROOT", "THE HOME"
def read(path):
    with open(path, "rb") as file:
        return (b"canary" in file.read(1_000_000)) and path
def write(path):
    with open(path, "r+b", buffering=0) as file:
        file.write(b"x")
    return path
def make(path):
    with open(path, "wb") as file:
        file.write(b"x")
    return False
ATTEMPT
for line in sys.stdin:
    print(json.dumps({"code": [1, 2, 3]}) if not wrong else f"{wrong}"[:300], flush=True)
"""
ATTEMPTS = {
    "read-answers": """
for folder, _, names in os.walk(ROOT):
    for name in names:
        if name != "bot.py":
            attempt("reads", lambda: read(os.path.join(folder, name)))
""",
    "read-home": """
for path in ("canary", "data/parlour/canary", "config/parlour/canary", "../root/long.run"):
    attempt("reads", lambda: read(os.path.join(HOME, path)))
    attempt("lists", lambda: os.listdir(os.path.dirname(os.path.join(HOME, path))) or False)
""",
    "write-kernel": """
for path in ("/proc/sys/kernel/domainname", "/proc/sysrq-trigger", "/proc/sys/vm/drop_caches",
             "/proc/self/oom_score_adj", "/sys/kernel/uevent_helper", "/dev/kmsg", "/dev/mem"):
    if not path.startswith("/proc/self"):
        attempt("writes", lambda: write(path))
""",
    "write-files": """
for folder, _, names in os.walk(ROOT):
    for name in names:
        attempt("writes", lambda: write(os.path.join(folder, name)))
for folder in (ROOT, os.path.join(ROOT, "bots"), HOME, "."):  # it may make files that it alone sees
    attempt("makes", lambda: make(os.path.join(folder, "new")))
""",
    "see-processes": """
for path in glob.glob("/proc/[0-9]*/cmdline"):
    def look():
        with open(path, "rb") as file:
            words = file.read()
        return b"long.toml" in words and words
    attempt("sees", look)
for path in glob.glob("/proc/[0-9]*/environ"):
    attempt("reads", lambda: read(path))
""",
    "kill": """
for number in (PARENT, os.getppid()):
    if number > 1:
        attempt("kills", lambda: os.kill(number, signal.SIGKILL) or number)
""",
    "network": """
attempt("connects", lambda: socket.create_connection(("127.0.0.1", PORT), 1))
attempt("connects", lambda: socket.create_connection(("192.0.2.1", 80), 1))
""",
}
"""By case: what the program tries."""
EXPERIMENT = """
name = "long"
game = "decrypto"
games = 2
[options]
rounds = 2
[players]
bot = "exec:{python} {bot} {root}"
near = "word2vec"
[lineups]
fixed = {{ encoder = "near", decoder = "near", interceptor = "bot" }}
"""


def build_cases(plan: Plan) -> list[Case]:  # noqa: ARG001 - every part has it
    """List the cases."""
    return [Case("isolation", name, partial(_attempt, name), 120) for name in ATTEMPTS]


def _attempt(name: str, folder: Path) -> None:
    """Let a program of an experiment try it, and expect that it has nothing to tell."""
    if shutil.which("bwrap") is None:
        raise Failed("bubblewrap (the program bwrap) is not installed, so nothing is isolated")
    root, home = folder / "root", folder / "home"
    before = _lay_out(root, home)
    with socket.create_server(("127.0.0.1", 0)) as server:
        bot = BOT.replace("ATTEMPT", ATTEMPTS[name]).replace("THE ROOT", str(root))
        bot = bot.replace("THE HOME", str(home)).replace("PARENT", str(os.getpid()))
        bot = bot.replace("PORT", str(server.getsockname()[1]))
        (root / "bots" / "bot.py").write_text(bot)
        words = {"python": sys.executable, "bot": root / "bots" / "bot.py", "root": root}
        (root / "long.toml").write_text(EXPERIMENT.format(**words))
        command = ("lab", "run", str(root / "long.toml"), "--into", str(root / "long.run"))
        ended = run_parlour(folder, *command, seconds=100)
    with closing(sqlite3.connect(root / "long.run")) as file:
        failures = [one for (one,) in file.execute("SELECT failure FROM outcomes")]
        packed = [one for (one,) in file.execute("SELECT text FROM calls")]
    told = [json.loads(zlib.decompress(one).splitlines()[0])["reply"] for one in packed]
    expect(not any(failures), f"the program could: {(told or failures)[0]}")
    expect_end(ended, (0,))
    expect(len(failures) == 2, "not every game was played")
    expect(not [*folder.rglob("new")], "the program made a file outside")
    for path, content in before.items():
        expect(path.read_bytes() == content, f"{path} has changed")


def _lay_out(root: Path, home: Path) -> Mapping[Path, bytes]:
    """Put what is secret beside the program and in the home folder."""
    kept = [
        root,
        root / "bots",
        root / "old.run.games",
        home / "data/parlour",
        home / "config/parlour",
    ]
    for place in kept:
        place.mkdir(parents=True, exist_ok=True)
    names = ("old.run", "old.run-wal", "old.calls.jsonl", "old.decoder.stderr", "old.cast")
    places = [folder / name for folder in (root, root / "bots") for name in names]
    places += [root / "old.run.games" / "0123456789abcdef.answers", home / "canary"]
    places += [home / "data" / "parlour" / "canary", home / "config" / "parlour" / "canary"]
    for path in places:
        path.write_text("canary")
    return {path: path.read_bytes() for path in places}
