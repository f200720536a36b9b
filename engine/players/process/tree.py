"""Track the processes that agents start, and end them.

Every agent leads its own process group and session. On Linux its parent is a supervisor
(`supervisor.py`), which adopts the agent's orphans and ends all of them when Parlour
ends, even by SIGKILL. If an agent kills its supervisor, Parlour adopts the orphans
(`PR_SET_CHILD_SUBREAPER`). On other systems only the group can be ended.
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

from engine.config.environment import PYTHON, build_environment

SET_PDEATHSIG, SET_CHILD_SUBREAPER = 1, 36
"""Operations of prctl(2)."""
ROUNDS = 20
"""Maximum number of searches for descendants, which may start others while they are being ended."""
PROC = Path("/proc")

SUPERVISOR = Path(__file__).with_name("supervisor.py")
SUPERVISOR_SECONDS = 0.25
"""Seconds a supervisor has to end an agent and its descendants, before we end them ourselves."""

_running: dict[int, int] = {}
"""The running agents: start times by process ID."""
_spared: set[int] = set()
"""Our child processes that are not agents; they and their descendants are never ended here."""
_starting = 0
"""The number of agents being started, whose processes may run but are not known yet."""
_lock = RLock()
_adopting = False


class _Status(NamedTuple):
    parent: int
    session: int
    state: str
    started: int
    """The start time, which together with the ID identifies a process."""


def prepare_start() -> Callable[[], None] | None:
    """Return the function that `Popen` must call in the new process, if any."""
    prctl = _find_prctl()
    if prctl is None or not sys.executable:
        return None
    parent = os.getpid()
    environment = build_environment(PYTHON)
    command = [sys.executable, "-sSP", str(SUPERVISOR), str(parent)]

    def start_supervised() -> None:
        """Fork: the child continues as the agent, the parent becomes its supervisor."""
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
            for file in range(3):  # only the agent keeps its pipes open
                os.dup2(null, file)
            os.closerange(3, os.sysconf("SC_OPEN_MAX"))
            os.execve(command[0], [*command, str(agent)], environment)  # noqa: S606
        finally:  # the agent ends with this process
            os._exit(127)

    return start_supervised


def adopt_orphans() -> None:
    """Become the parent of the orphans of agents.

    Only for a process that starts sessions only for agents: all other sessions below it are ended.
    """
    global _adopting
    _adopting = True


def prepare_agent() -> None:
    """Prepare for the start of an agent; call `add_agent` or `forget_agent` afterwards."""
    global _starting
    with _lock:
        _starting += 1
    prctl = _find_prctl()
    if _adopting and prctl is not None:
        prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def add_agent(pid: int) -> None:
    """Register a running agent; `pid` is that of its supervisor if there is one."""
    global _starting
    status = _read_status(pid)
    with _lock:
        _starting -= 1
        _running[pid] = status.started if status else 0


def forget_agent() -> None:
    """Register that an agent could not be started."""
    global _starting
    with _lock:
        _starting -= 1


def spare_process(pid: int) -> None:
    """Exempt a child process that is not an agent, and its descendants, from being ended."""
    with _lock:
        _spared.add(pid)


def find_offspring(pid: int) -> dict[int, int]:
    """Find the running descendants of an agent: start times by process ID."""
    statuses = _read_statuses()
    return {one: statuses[one].started for one in _find_below(pid, statuses)}


def end_agent(pid: int, offspring: Mapping[int, int]) -> None:
    """End an agent and all its descendants.

    Args:
        pid: The process ID of the agent, or of its supervisor.
        offspring: Its descendants before it ended, see `find_offspring`.
    """
    _wait_for_supervisor(pid)
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
    """End all agents and their descendants."""
    with _lock:
        agents = list(_running)
    for pid in agents:
        end_agent(pid, {})
    if not agents:
        _end_adopted()


def _wait_for_supervisor(pid: int) -> None:
    """Ask a supervisor to end its agent and all descendants, and wait for it."""
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
    """Find the function prctl(2); `None` if the system is not Linux."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    with suppress(OSError, AttributeError):
        return ctypes.CDLL(None).prctl
    return None


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # the group has ended
        os.killpg(pid, signal.SIGKILL)


def _kill_all(pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _find_below(root: int, statuses: Mapping[int, _Status]) -> set[int]:
    """Find the descendants of a process along the chain of parents."""
    found = {root}
    while more := {pid for pid, one in statuses.items() if one.parent in found} - found:
        found |= more
    return found - {root}


def _end_adopted() -> None:
    """End the orphans of agents: every process below ours in another session."""
    if not _adopting or _find_prctl() is None:
        return
    own, session = os.getpid(), os.getsid(0)
    for _ in range(ROUNDS):
        with _lock:  # an agent that starts now would be mistaken for an orphan
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
    """Read parent, session and state of all processes, by ID; empty without /proc."""
    found = {}
    with suppress(OSError):
        for name in os.listdir(PROC):  # noqa: PTH208 - many
            if name.isdecimal() and (status := _read_status(int(name))):
                found[int(name)] = status
    return found


def _read_status(pid: int) -> _Status | None:
    try:
        # The name of the program, in parentheses, may contain any characters.
        fields = (PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
        state = fields[0].decode("ascii")
        return _Status(int(fields[1]), int(fields[3]), state, int(fields[19]))
    except (OSError, ValueError, IndexError):  # it has ended
        return None
