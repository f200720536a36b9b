"""The processes of agents and all that they started: how they are found and ended.

Every agent leads a process group and a session of its own. On Linux its parent is a supervisor
(`engine.agents.supervisor`), which adopts what the agent leaves behind, and ends it all when
Parlour ends, even by SIGKILL. If an agent kills its supervisor, Parlour adopts the rest
(`PR_SET_CHILD_SUBREAPER`). Elsewhere only the group can be ended.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from words.child_environment import PYTHON, build_environment

SET_PDEATHSIG, SET_CHILD_SUBREAPER = 1, 36
"""Operations of prctl(2)."""
ROUNDS = 20
"""How often descendants are looked for: they may start others while they are ended."""
PROC = Path("/proc")

SUPERVISOR = Path(__file__).with_name("supervisor.py")
SUPERVISOR_SECONDS = 0.25
"""How long a supervisor has to end an agent and what it started, before others do."""

_running: dict[int, int] = {}
"""The agents that run: when each process started, by its ID."""
_spared: set[int] = set()
"""Processes below ours that are no agents: they and what they start are never ended here."""
_starting = 0
"""How many agents start just now: their processes may run, but are not known yet."""
_lock = RLock()
_adopting = False


class _Status(NamedTuple):
    parent: int
    session: int
    state: str
    started: int
    """When it started: with the ID it identifies a process."""


def prepare_start() -> Callable[[], None] | None:
    """Return what `Popen` has to call in the new process, where something has to be."""
    prctl = _find_prctl()
    if prctl is None or not sys.executable:
        return None
    parent = os.getpid()
    environment = build_environment(PYTHON)
    command = [sys.executable, "-sSP", str(SUPERVISOR), str(parent)]

    def start_supervised() -> None:
        """Fork the agent, which goes on, and become its supervisor."""
        blocked = (signal.SIGTERM, signal.SIGCHLD)
        prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
        agent = os.fork()
        if agent == 0:
            prctl(SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
            os.setsid()
            signal.pthread_sigmask(signal.SIG_UNBLOCK, blocked)
            return
        try:
            prctl(SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
            null = os.open(os.devnull, os.O_RDWR)
            for file in range(3):  # only the agent holds its pipes open
                os.dup2(null, file)
            os.closerange(3, os.sysconf("SC_OPEN_MAX"))
            os.execve(command[0], [*command, str(agent)], environment)  # noqa: S606
        finally:  # the agent ends with this process
            os._exit(127)

    return start_supervised


def adopt_orphans() -> None:
    """From the first agent on, become the parent of what agents leave behind.

    Only for a process that starts sessions for nothing but agents: all others below it are ended.
    """
    global _adopting
    _adopting = True


def prepare_agent() -> None:
    """Do what has to be done before an agent starts; then call `add_agent`, or `forget_agent`."""
    global _starting
    with _lock:
        _starting += 1
    prctl = _find_prctl()
    if _adopting and prctl is not None:
        prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def add_agent(pid: int) -> None:
    """Note that an agent runs; `pid` is its supervisor where there is one."""
    global _starting
    status = _read_status(pid)
    with _lock:
        _starting -= 1
        _running[pid] = status.started if status else 0


def forget_agent() -> None:
    """Note that an agent could not be started."""
    global _starting
    with _lock:
        _starting -= 1


def spare_process(pid: int) -> None:
    """Never end a process below ours, nor what it starts: it is no agent, and may outlive us."""
    with _lock:
        _spared.add(pid)


def find_offspring(pid: int) -> dict[int, int]:
    """What an agent has started and still runs: when each process started, by its ID."""
    statuses = _read_statuses()
    return {one: statuses[one].started for one in _find_below(pid, statuses)}


def end_agent(pid: int, offspring: Mapping[int, int]) -> None:
    """End an agent and all that it started.

    Args:
        pid: The agent, or its supervisor.
        offspring: What it had started before it ended; see `find_offspring`.
    """
    _have_supervisor_end(pid)
    _kill_all(find_offspring(pid))
    _kill_group(pid)
    for one, started in offspring.items():
        if (status := _read_status(one)) and status.started == started:
            _kill_all((one,))
    with _lock:
        _running.pop(pid, None)
        last = not _running
    if last:
        _end_adopted()


def end_all_agents() -> None:
    """End all agents and all that they started."""
    with _lock:
        agents = list(_running)
    for pid in agents:
        end_agent(pid, {})
    if not agents:
        _end_adopted()


def _have_supervisor_end(pid: int) -> None:
    """Have a supervisor end its agent, and wait for that; it finds all that the agent started."""
    if _find_prctl() is None:
        return
    until = time.monotonic() + SUPERVISOR_SECONDS
    while (status := _read_status(pid)) and status.state != "Z":
        if status.started != _running.get(pid) or time.monotonic() > until:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGTERM)
        time.sleep(0.005)


@cache
def _find_prctl() -> Any:  # noqa: ANN401
    """The function prctl(2) of Linux; `None` elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    with suppress(OSError, AttributeError):
        return ctypes.CDLL(None).prctl
    return None


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # nothing of the group is left
        os.killpg(pid, signal.SIGKILL)


def _kill_all(pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _find_below(root: int, statuses: Mapping[int, _Status]) -> set[int]:
    """The descendants of a process, as far as the chain of parents is whole."""
    found = {root}
    while more := {pid for pid, one in statuses.items() if one.parent in found} - found:
        found |= more
    return found - {root}


def _end_adopted() -> None:
    """End what agents left behind: every process below ours in a session other than ours."""
    if not _adopting or _find_prctl() is None:
        return
    own, session = os.getpid(), os.getsid(0)
    for _ in range(ROUNDS):
        with _lock:  # no agent can start now, and be mistaken for something left behind
            if _running or _starting:
                return
            statuses = _read_statuses()
            below = _find_below(own, statuses)
            for pid in _spared & statuses.keys():
                below -= {pid} | _find_below(pid, statuses)
            left = {pid for pid in below if statuses[pid].session != session}
            for pid in left:
                if statuses[pid].state == "Z" and statuses[pid].parent == own:
                    with suppress(ChildProcessError):
                        os.waitpid(pid, os.WNOHANG)
            left = {pid for pid in left if statuses[pid].state != "Z"}
            _kill_all(left)
        if not left:
            return


def _read_statuses() -> dict[int, _Status]:
    """Parent, session and state of all processes, by ID; nothing where there is no /proc."""
    found = {}
    with suppress(OSError):
        for name in os.listdir(PROC):  # noqa: PTH208 - many
            if name.isdecimal() and (status := _read_status(int(name))):
                found[int(name)] = status
    return found


def _read_status(pid: int) -> _Status | None:
    try:
        # The name of the program, in parentheses, may hold anything.
        fields = (PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
        state = fields[0].decode("ascii")
        return _Status(int(fields[1]), int(fields[3]), state, int(fields[19]))
    except (OSError, ValueError, IndexError):  # it has ended
        return None
