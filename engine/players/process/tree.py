"""Track the processes that agents start, and end them.

Every agent leads its own process group and session. On Linux its parent is a supervisor
(`supervisor.py`), which adopts the agent's orphans and ends all of them when Parlour
ends, even by SIGKILL. If an agent kills its supervisor, Parlour adopts the orphans
(`PR_SET_CHILD_SUBREAPER`). On other systems, the group is ended,
and what descends from it as long as the agent runs.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from engine.config.child_environment import PYTHON, build_environment

if TYPE_CHECKING:
    from psutil import Process

SET_PDEATHSIG, SET_CHILD_SUBREAPER = 1, 36
"""Operations of prctl(2)."""
ROUNDS = 20
"""Maximum number of searches for descendants, which may start others while they are being ended."""

SUPERVISOR = Path(__file__).with_name("supervisor.py")
SUPERVISOR_SECONDS = 0.25
"""Seconds a supervisor has to end an agent and its descendants, before we end them ourselves."""

_running: "dict[int, Process | None]" = {}
"""The running agents by process ID; psutil also tells them from others that get the same ID."""
_spared: set[int] = set()
"""Our child processes that are not agents; they and their descendants are never ended here."""
_starting = 0
"""The number of agents being started, whose processes may run but are not known yet."""
_lock = RLock()
_adopting = False
_used = False
"""Whether any agent was started."""


def prepare_start() -> Callable[[], None] | None:
    """Return the function that `Popen` must call in the new process, if any."""
    prctl = find_prctl()
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
            null = os.open(os.devnull, os.O_RDWR)  # noqa: TID251 - no file
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
    global _starting, _used
    with _lock:
        _starting += 1
    _used = True
    prctl = find_prctl()
    if _adopting and prctl is not None:
        prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def add_agent(pid: int) -> None:
    """Register a running agent; `pid` is that of its supervisor if there is one."""
    global _starting
    process = _find_process(pid)
    with _lock:
        _starting -= 1
        _running[pid] = process


def forget_agent() -> None:
    """Register that an agent could not be started."""
    global _starting
    with _lock:
        _starting -= 1


def spare_process(pid: int) -> None:
    """Exempt a child process that is not an agent, and its descendants, from being ended."""
    with _lock:
        _spared.add(pid)


def find_offspring(pid: int) -> "list[Process]":
    """Find the running descendants of a process."""
    process = _find_process(pid)
    with _ignore_ended():
        return process.children(recursive=True) if process else []
    return []


def end_agent(pid: int, offspring: "Iterable[Process]") -> None:
    """End an agent and all its descendants.

    Args:
        pid: The process ID of the agent, or of its supervisor.
        offspring: Its descendants before it ended, see `find_offspring`.
    """
    _wait_for_supervisor(pid)
    _kill_all(find_offspring(pid))
    _kill_group(pid)
    _kill_all(offspring)
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
        end_agent(pid, ())
    if not agents:
        _end_adopted()


def _wait_for_supervisor(pid: int) -> None:
    """Ask a supervisor to end its agent and all descendants, and wait for it."""
    if find_prctl() is None:
        return
    supervisor, until = _running.get(pid), time.monotonic() + SUPERVISOR_SECONDS
    while supervisor and not _has_ended(supervisor) and time.monotonic() <= until:
        with _ignore_ended():
            supervisor.terminate()
        time.sleep(0.005)


@cache
def find_prctl() -> Any:  # noqa: ANN401
    """Find the function prctl(2); `None` if the system is not Linux."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes  # noqa: PLC0415 - only once a program starts

    with suppress(OSError, AttributeError):
        return ctypes.CDLL(None).prctl
    return None


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # the group has ended
        os.killpg(pid, signal.SIGKILL)


def _kill_all(processes: "Iterable[Process]") -> None:
    for process in processes:
        with _ignore_ended():
            process.kill()


def _end_adopted() -> None:
    """End the orphans of agents: every process below ours in another session."""
    if not (_adopting and _used) or find_prctl() is None:
        return
    own, session = os.getpid(), os.getsid(0)
    for _ in range(ROUNDS):
        with _lock:  # an agent that starts now would be mistaken for an orphan
            if _running or _starting:
                return
            spared = _spared | {one.pid for pid in _spared for one in find_offspring(pid)}
            left = []
            for one in find_offspring(own):
                with _ignore_ended():
                    if one.pid in spared or os.getsid(one.pid) == session:
                        continue
                    if not _has_ended(one):
                        left.append(one)
                    elif one.ppid() == own:
                        os.waitpid(one.pid, os.WNOHANG)
            _kill_all(left)
        if not left:
            return


def _find_process(pid: int) -> "Process | None":
    """Find a process; `None` if it has ended."""
    import psutil  # noqa: PLC0415 - 10 ms, only once a program runs

    with _ignore_ended():
        return psutil.Process(pid)
    return None


def _has_ended(process: "Process") -> bool:
    """Whether a process has ended, though its parent may not know yet."""
    import psutil  # noqa: PLC0415 - 10 ms, only once a program runs

    with _ignore_ended():
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    return True


@contextmanager
def _ignore_ended() -> Iterator[None]:
    """Ignore that a process has ended meanwhile, or belongs to somebody else."""
    import psutil  # noqa: PLC0415 - 10 ms, only once a program runs

    with suppress(psutil.Error, ProcessLookupError, PermissionError, ChildProcessError):
        yield
